"""How pages look: every word that has a colour or a weight, and what becomes of pages where the terminal is narrow."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, Group, RenderableType
from rich.text import Text
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import find_game
from houseway.house.audit.hold import BOTS, PEOPLE, Hold
from houseway.house.audit.verify import StreamCheck
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Head
from houseway.house.shuffler.statistics import ShuffleTest
from houseway.report.act_lines import offer_lines, whole_text
from houseway.report.audit_pages import hold_page, verdicts_page
from houseway.report.card_faces import card_lines, chips_text, faces_text, hand_text
from houseway.report.listing import Listing, ListingsAlike, figure, name, prose
from houseway.report.shuffles import findings_page
from houseway.rules.cards import UNSEEN
from tests.approved import hold

DAY = "2023-11-14"
SCREEN = {"COLUMNS": "120", "TERM": "xterm-256color", "FORCE_COLOR": "1", "NO_COLOR": ""}
NARROW = 58
BY_CHART = ("triple_shot_bonus", "super_fun_21", "lucky_lucky")


def looks(written: str) -> str:
    """Each piece of text that does not look as all the rest does, once."""
    seen: dict[str, None] = {}
    for line in Text.from_ansi(written).split("\n"):
        for span in line.spans:
            if text := line.plain[span.start : span.end].strip():
                seen.setdefault(f"{span.style}: {text}")
    return "\n".join(seen)


def run(*words: str, typed: str = "", **env: str) -> str:
    done = CliRunner().invoke(app, list(words), input=typed, env=SCREEN | env)
    assert done.exit_code == 0, (words, done.output, done.exception)
    return done.stdout


PAGES = {
    "games": [["games"], ["games", "--all"], ["rules", "lucky_lucky"], ["rules", "dakota_stud"]],
    "figures": [["edge", "casino_war"], ["edge", "lucky_lucky", "--set", "decks=2"], ["verify"],
                ["advise", "dakota_stud", "6c 6d 7c"], ["progressive", "let_it_ride", "--meter", "263205.26"]],
    "strategies": [
        ["strategy", slug, "--strategy", name]
        for slug, name in (("super_fun_21", "basic"), ("triple_shot_bonus", "basic"), ("dakota_stud", "timid"))
    ],
    "house": [["house", "check", "--quick"], ["house", "sign", "dakota"], ["house", "sign", "triple-shot"]],
}  # fmt: skip
BLACKJACK = "10\n5\nfive\n0\n1\n\n10\n\n\n\n\n" + "p\nd\ns\nn\n" * 9 + "\n" + "h\ns\nn\n" * 9 + "b\nq\n"
TYPED = {
    "play dakota_stud --seed 5 --rounds 2 --bots 2": "10\nten\n\nl\nx\nl\n\nt\nt\nq\n",
    "play lucky_lucky --seed 4 --rounds 3 --hands 2": BLACKJACK,
    "play let_it_ride --seed 9 --rounds 3 --progressive five_card": "10\n5\nmaybe\ny\nl\nl\n\nt\nt\nb\n10\n\n\nl\nq\n",
    "play dakota_stud --seed 5 --rounds 1 --balance 20": "15\n15\n10\n",
    "school dakota_stud --seed 4 --questions 6": "a\nb\n$10\n1 a\nclean\n1 2\n" * 9,
    "school dakota_stud lesson --seed 4": "1\n\n?\ncount\nspread\nturn\nopen\n" + "\n" * 3 + "q\n",
}


@pytest.mark.parametrize("about", PAGES)
def test_what_stands_out_on_pages(about: str) -> None:
    hold(f"looks.{about}.txt", "\n\n".join(f"$ {' '.join(words)}\n{looks(run(*words))}" for words in PAGES[about]))


def test_charts_of_every_game_that_has_them() -> None:
    told = (f"# {slug}\n{run('strategy', slug, '--strategy', 'basic', '--csv')}" for slug in BY_CHART)
    hold("charts.csv", "\n".join(told))


def test_what_stands_out_while_somebody_plays() -> None:
    told = (f"$ {words}\n{looks(run(*words.split(), typed=typed))}" for words, typed in TYPED.items())
    hold("looks.play.txt", "\n\n".join(told))


def test_what_is_typed_wrong_and_what_runs_out_is_told() -> None:
    told = (
        f"$ {words}\n{run(*words.split(), typed=typed, TERM='dumb', FORCE_COLOR='')}" for words, typed in TYPED.items()
    )
    hold("typed.txt", "\n\n".join(told))


LEDGER = [
    ["audit", "verify"], ["audit", "recall", "dakota"], ["audit", "recall", "triple-shot", "1"],
    ["audit", "replay", "super-fun", "2", "--all"], ["audit", "hold"], ["audit", "shuffler"],
    ["house", "report", "--day", DAY, "--by", "game,wager"], ["staff", "book"],
]  # fmt: skip


def test_what_stands_out_on_pages_of_a_ledger(ledger_file: Path) -> None:
    told = (f"$ {' '.join(words)}\n{looks(run(*words, '--database', str(ledger_file)))}" for words in LEDGER)
    hold("looks.ledger.txt", "\n\n".join(told).replace(str(ledger_file.parent), ""))


def test_pages_of_a_narrow_terminal(ledger_file: Path) -> None:
    few = [["verify", "casino_war"], ["strategy", "triple_shot_bonus", "--strategy", "basic"]]
    plain = [
        ["games"],
        ["rules", "dakota_stud"],
        ["edge", "casino_war"],
        *few,
        *PAGES["figures"][3:],
        *PAGES["house"][:2],
    ]
    of_ledger = [[*words, "--database", str(ledger_file)] for words in LEDGER[1:]]  # digests would break anyhow
    told = [
        f"$ {' '.join(words)}\n{run(*words, COLUMNS=str(NARROW), TERM='dumb', FORCE_COLOR='')}"
        for words in (*plain, *of_ledger)
    ]
    hold("narrow.txt", "\n".join(told).replace(str(ledger_file), "house.sqlite"))


# --- what no round of a seed shows ---


def renderables() -> Iterator[tuple[str, RenderableType]]:
    for amount in (50, 100, 700, 2_500, 10_000, 12_650, 70_000, 99_999):
        yield f"chips of {amount}", chips_text(amount)
    for card in (0, 5, 34, 51, UNSEEN):
        yield f"card {card}", Text("\n").join(card_lines(card))
    yield "faces", faces_text([0, 5, UNSEEN, 34, 51])
    for label in ("short", "a label of 14!", "a label of thirteen"[:13]):
        yield f"hand of {len(label)} letters", hand_text([0, UNSEEN], label, "first\nsecond")
    good = StreamCheck("felt 1", 20, 3, Head(20, "ab12"), departs=((7, "no stud"),))
    wrong = StreamCheck("felt 2", 9, 1, Head(9, "cd34"), fault=Tampered("felt 2", 5, "this row is missing"))
    yield "verdicts", verdicts_page([good, wrong])
    far = (("one", 3.9), ("two", 4.1), ("three", -4.1), ("dollar", -3.9))
    yield "hold", hold_page([row(wager, z, who) for who in (BOTS, PEOPLE) for wager, z in far])
    found = [ShuffleTest("places", "cards stay", 1.0, 1.0, p) for p in (0.5, 1e-9)]
    yield "findings", findings_page(found, 10, 52)
    acts = find_game("dakota_stud").sheet.acts
    yield "offers", Group(*offer_lines(acts, {acts[0].name: 500}, {acts[1].name: 0.25, acts[0].name: -0.5}, [0, 5]))
    for covers, cents in COVERS:
        yield "whole", whole_text(find_game("casino_war"), covers, cents)
    listing = Listing("A title", [name("a key"), figure("figure", "cyan"), prose("words"), name("lines")], keys=1)
    listing.add("one", "1,234.5", "some words that may well be broken where there is not enough room", "two\nlines")
    listing.add("two", "", "few", "", style="red")
    listing.end_section()
    listing.add("three", Text("7", "bold"), "", "one")
    for width in (100, 60, 50, 40, 24, 16):
        yield f"listing {width}", Narrow(listing, width)
    small = Listing("", [name("k"), figure("f")])
    small.add("a", "1")
    yield "alike", ListingsAlike([small, small])
    yield "not alike", Narrow(ListingsAlike([small, listing]), 30)
    light = Listing("Light", [name("k"), prose("f")], light=True)
    light.add("a", "1 and 2")
    yield "light", light
    yield "bare", Listing("Nothing", [name("k"), prose("f")])


class Narrow:
    """Something on a narrower page than it is on."""

    def __init__(self, inside: RenderableType, width: int) -> None:
        self.inside, self.width = inside, width

    def __rich_console__(self, console: Console, options: Any) -> Iterator[Any]:
        yield from console.render(self.inside, options.update(width=self.width, max_width=self.width))


def row(wager: str, z: float, who: str) -> Hold:
    """Nothing expected, and a variance of a hundred dollars squared."""
    return Hold("felt 1", False, "dakota_stud", who, wager, 100, 100_000, round(10_000 * z), 0.0, 1e8)


BET = {"wager": "bet", "hand": 0, "cents": 0}
COVERS: list[tuple[dict[str, Any], float]] = [
    ({"rest": [], "settled_cents": 0, "exact": True, "left_out": [], "wagers": ["bet"]}, -0.4),
    ({"rest": [BET], "settled_cents": -150, "exact": False, "left_out": [], "wagers": ["bet", "tie"]}, 1234.567),
    ({"rest": [BET | {"cents": 500}, BET | {"hand": 1}], "settled_cents": 250, "exact": True,
      "left_out": [BET | {"wager": "tie"}], "wagers": ["bet"]}, 0.0),
]  # fmt: skip


def test_what_a_seed_does_not_show_has_its_words_and_its_colours() -> None:
    parts = []
    for about, page in renderables():
        written = [io.StringIO(), io.StringIO()]
        Console(file=written[0], width=100, color_system=None).print(page)
        Console(file=written[1], width=100, color_system="256", force_terminal=True).print(page)
        parts.append(f"# {about}\n{written[0].getvalue()}{looks(written[1].getvalue())}")
    hold("looks.by_hand.txt", "\n".join(parts))
