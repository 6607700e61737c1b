"""Pages of the terminal at every width: no figure and no name is cut, and no word is broken."""

import ast
import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.games.words import counted
from houseway.house.ledger import open_ledger
from houseway.report.card_faces import hand_text
from houseway.report.listing import INDENT, Listing, figure, name, prose
from houseway.report.verdicts_page import verdict_word
from tests.house.lively import lively_house

WIDTHS = (80, 100, 140)
ENDLESS = 1000
PACKAGE = Path(houseway.__file__).parent
COMMANDS = [
    ["games"],
    ["games", "--all"],
    ["lobby"],
    ["rules", "lucky_lucky"],
    ["rules", "fast_action_holdem"],
    ["simulate", "lucky_lucky", "--rounds", "2000"],
    ["simulate", "triple_shot_bonus", "--rounds", "2000"],
    ["edge", "lucky_lucky"],
    ["edge", "fast_action_holdem"],
    ["verify", "triple_shot_bonus"],
    ["advise", "super_fun_21", "A-7 v 6"],
    ["strategy", "super_fun_21", "--strategy", "basic"],
    ["strategy", "fast_action_holdem"],
    ["count", "dakota_stud", "--cards", "6c 6d 7c 8c 9c Tc"],
    ["effects", "triple_shot_bonus", "--rounds", "1000"],
    ["progressive", "let_it_ride", "--name", "royal_link"],
    ["house", "check", "--quick"],
    ["house", "sign", "lucky"],
    ["rng", "check", "--shuffles", "5000"],
    ["audit", "verify"],
    ["audit", "hold"],
    ["audit", "recall", "lucky"],
    ["audit", "replay", "lucky", "1", "--all"],
    ["audit", "shuffler"],
    ["house", "report", "--day", "1970-01-01", "--by", "table,wager"],
]


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("widths") / "house.sqlite")
    ledger = open_ledger(path)
    for table in ("lucky", "dakota"):
        lively_house(table, rounds=2, ledger=ledger)
    ledger.close()
    return path


def pages_of(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """What one run of a command prints, at every width."""
    screens = {width: StringIO() for width in (ENDLESS, *WIDTHS)}
    print_once = Console.print

    def print_everywhere(self: Console, *told: object, sep: str = " ", soft_wrap: bool = False) -> None:
        assert not (soft_wrap and self.is_terminal)
        for width, screen in screens.items():
            print_once(Console(file=screen, width=width, highlight=False, color_system=None), *told, sep=sep)

    monkeypatch.setattr(Console, "print", print_everywhere)
    done = CliRunner().invoke(app, words, input="q\n")
    assert done.exit_code == 0, done.output
    return {width: screen.getvalue() for width, screen in screens.items()}


def pieces(page: str) -> Counter[str]:
    """Whatever stands between spaces and lines."""
    found = re.split(r"[\s│┃─━┏┓┗┛┡┩┳┻╇┴┬┼├┤┌┐└┘]+", page)
    return Counter(piece.strip(".,;:") for piece in found if piece.strip(".,;:"))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_figure_and_name_of_the_wide_page_is_whole_in_the_narrow_ones(
    words: list[str], ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = pages_of(
        [*words, "--database", ledger_file] if words[0] == "audit" or "report" in words else words, monkeypatch
    )
    wide = pieces(pages[ENDLESS])
    assert len(wide) > 5
    for width in WIDTHS:
        page = pages[width]
        assert "…" not in page
        assert max(map(len, page.splitlines())) <= width
        lost = wide - pieces(page)
        assert not [piece for piece in lost if re.search(r"[0-9_●]", piece)], f"at {width} columns"
        assert not set(wide) - set(pieces(page)), f"at {width} columns"


PIECES = st.text("abcxyz0123456789_%$.", min_size=1, max_size=14)
NAMES = st.lists(PIECES, min_size=1, max_size=3).map(" ".join)
SENTENCES = st.lists(PIECES, max_size=12).map(" ".join)


@given(st.data(), st.integers(60, 140))
@settings(max_examples=60, deadline=None)
def test_a_listing_keeps_names_and_figures_in_one_line_and_words_whole(data: st.DataObject, width: int) -> None:
    sorts = data.draw(st.lists(st.sampled_from([name, figure, prose]), min_size=1, max_size=9))
    heads = [sort(data.draw(NAMES)) for sort in sorts]
    rows = data.draw(
        st.lists(st.tuples(*(SENTENCES if head.breaks else NAMES for head in heads)), min_size=1, max_size=4)
    )
    listing = Listing("A title", heads)
    for row in rows:
        listing.add(*row)
    screen = StringIO()
    Console(file=screen, width=width, color_system=None).print(listing)
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    for row in rows:
        for head, cell in zip(heads, row, strict=True):
            if head.breaks:
                assert all(any(word in line for line in lines) for word in cell.split())
            else:
                assert any(cell in line for line in lines), (cell, screen.getvalue())


def test_a_listing_is_boxed_where_there_is_room_then_without_lines_then_in_blocks() -> None:
    listing = Listing("Figures", [name("wager"), *(figure(f"measure {place}") for place in range(6))])
    listing.add("lucky_lucky", *["12.345678%"] * 6)
    shapes = {}
    for width in (140, 90, 60):
        screen = StringIO()
        Console(file=screen, width=width, color_system=None).print(listing)
        shapes[width] = screen.getvalue()
    assert "┃" in shapes[140]
    assert "┃" not in shapes[90]
    assert shapes[90].count("12.345678%") == shapes[60].count("12.345678%") == 6
    assert f"\n{INDENT}measure 0 12.345678%   measure 1 12.345678%" in shapes[60]


def test_a_name_in_brackets_is_printed_and_not_taken_for_a_style() -> None:
    listing = Listing("", [name("player")])
    listing.add("[red]Ada[/red]")
    screen = StringIO()
    Console(file=screen, width=80).print(listing)
    assert "[red]Ada[/red]" in screen.getvalue()


def test_a_long_name_stands_above_its_cards() -> None:
    ada = "Augusta Ada King of Lovelace"
    above, *cards = hand_text([0, 5], ada).plain.split("\n")
    assert above == ada
    assert len(cards) == 4
    assert hand_text([0, 5], "Ada").plain.split("\n")[1].startswith("Ada ")


def test_only_the_listing_lays_out_tables() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module == "rich.table"
    }
    assert users == {"report/listing.py"}


def test_counts_agree_with_their_nouns_and_verbs() -> None:
    assert [counted(number, "round") for number in (0, 1, 2, 1000)] == [
        "0 rounds",
        "1 round",
        "2 rounds",
        "1,000 rounds",
    ]
    assert counted(2, "person", "people") == "2 people"
    assert [verdict_word("differs", number) for number in (1, 3)] == ["differs", "differ"]
    assert verdict_word("open", 3) == "open"
