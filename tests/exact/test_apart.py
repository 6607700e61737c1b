"""A single wager from `play` alone, where the whole game is out of reach: as stored, every planted breach caught."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import games
from houseway.analysis import from_play
from houseway.analysis.solve import solve
from houseway.analysis.universal.apart import one_wager
from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.solve import lucky_lucky
from houseway.games.outside import FOLDERS, game_in, games_from_outside
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.typed import typed

TRIPLE, LUCKY = find_game("triple_shot_bonus"), find_game("lucky_lucky")
SIX = cards_of("2c 7d 7h 9h Jc Ks")
READ = "outcome_of(rules, felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, 0])"


@pytest.mark.parametrize("soft_17", TRIPLE.options["soft_17"].choices)
@pytest.mark.parametrize("wager", ["war", "poker"])
def test_war_and_six_card_poker_come_out_as_stored(wager: str, soft_17: str) -> None:
    """In edge, hits, deviation and every row, though the cards of Poker hang on how Blackjack is played."""
    settings = TRIPLE.settings({"soft_17": soft_17})
    assert prove_apart(TRIPLE, settings, wager) == solve(TRIPLE, settings).wagers[wager]


@pytest.mark.parametrize("paytable", TRIPLE.options["paytable"].choices if "paytable" in TRIPLE.options else [None])
def test_six_card_poker_comes_out_at_every_paytable(paytable: str | None) -> None:
    settings = TRIPLE.settings({"paytable": paytable} if paytable else {})
    assert prove_apart(TRIPLE, settings, "poker") == solve(TRIPLE, settings).wagers["poker"]


@pytest.mark.parametrize("decks", LUCKY.options["decks"].choices or range(1, 9))
@pytest.mark.parametrize("paytable", LUCKY.options["paytable"].choices)
def test_lucky_lucky_comes_out_as_by_hand(paytable: str, decks: int) -> None:
    settings = LUCKY.settings({"paytable": paytable, "decks": decks})
    by_hand = lucky_lucky(LUCKY, LUCKY.rules(settings), tuple(LUCKY.deck(settings)), LUCKY.endless(settings))
    assert prove_apart(LUCKY, settings, "lucky_lucky") == by_hand


def test_lucky_lucky_comes_out_as_stored() -> None:
    for wishes in ({"surrender": "late"}, {"shuffler": "continuous", "paytable": "3", "base": "3"}):
        settings = LUCKY.settings(wishes)
        assert prove_apart(LUCKY, settings, "lucky_lucky") == solve(LUCKY, settings).wagers["lucky_lucky"]


@pytest.mark.parametrize(
    ("game", "wager", "why"),
    [
        (TRIPLE, "blackjack", "play_turn settles it in several parts"),
        (TRIPLE, "hat_trick", "otherwise, than on another"),
        (TRIPLE, "insurance", "not bet before the cards"),
        (LUCKY, "blackjack", "split bets on it again after it was settled"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.slug,
)
def test_a_wager_that_choices_bear_on_is_refused_with_the_reason(game: Game, wager: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        prove_apart(game, game.settings(), wager)


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Game]:
    """The game that `houseway new` writes, with lines changed."""

    def make(name: str, *changes: tuple[str, str]) -> Game:
        folder = tmp_path / name
        new_game(folder)
        text = (folder / "play.py").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        (folder / "play.py").write_text(text)
        return game_in(folder)

    return make


FOLDS = "settle(felt, rules, seat, 0, ANTE, FOLDED)"
APART = (FOLDS, "pass")  # the Ante stays whatever is chosen
TWO_EACH = (
    ("CARDS_MAX = 1", "CARDS_MAX = 3"),
    ("            deal(felt, shoe, seat, 0, FACE_OWN)\n", "            deal(felt, shoe, seat, 0, FACE_OWN)\n" * 2),
    ("import DEALER, HOUSE,", "import discard, draw, DEALER, HOUSE,"),
)
TURNS = "            turn_all(felt, seat, 0)\n"
RIGHT: dict[str, tuple[tuple[str, str], ...]] = {
    "as_it_is": (),
    "one_suit": (("    mine, theirs =", "    if own & 3 == 2:\n        return LOSE\n    mine, theirs ="),),
    "order": (*TWO_EACH, (READ, "outcome_of(rules, felt.cards[seat, 0, 1], felt.cards[seat, 0, 0])")),
    "other_ranks_of_the_rules": (("mine == theirs", "mine == theirs + rules.ace_high"),),
}
OTHERWISE = "on one way through the rules it is settled by other cards, or otherwise, than on another"
SAID = {
    "an_act": OTHERWISE,
    "a_card_that_comes_after_some_acts": OTHERWISE,
    "a_card_that_was_never_dealt": OTHERWISE,
    "the_better_of_two_is_kept": OTHERWISE,
    "a_card_is_drawn_unplaced": "play calls draw, after which a card can no longer be followed",
    "it_is_bet_again": "play bets on it again after it was settled",
    "its_net_is_written": "play writes felt.net[seat, ANTE] itself",
    "never_settled": "on some way through the rules it is never settled",
    "settled_again_by_give_back": "play takes it back on some ways through the rules",
    "settled_by_another_name_of_a_seat": "play settles it on a hand that hangs on cards",
    "its_net_is_written_out_of_sight": "add_to writes row[ANTE] itself",
    "settled_in_an_else_of_a_loop": "play has a loop with an else",
    "settled_in_an_assertion": OTHERWISE,
    "settled_where_a_mark_is_made": "ANTE, WIN) * 0], a place that is not plain to see",
    "all_marks_are_made_at_once": "play writes felt.marks[seat], a place that hangs on cards",
    "a_rule_remembers_cards": "remember writes SEEN[0] itself",
    "a_value_that_an_or_picks": "it is settled by hangs on more than leaf rules say of certain cards",
    "the_tape_is_read": "play looks into the felt: felt.tape",
}
WRONG: dict[str, tuple[tuple[str, str], ...]] = {
    "an_act": (("pass", FOLDS),),
    "a_card_that_comes_after_some_acts": (
        *TWO_EACH,
        ("pass", "deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)"),
        ("felt.cards[HOUSE, DEALER, 0])", "felt.cards[HOUSE, DEALER, felt.held[HOUSE, DEALER] - 1])"),
    ),
    "a_card_that_was_never_dealt": ((READ, READ.replace("DEALER, 0", "DEALER, 1")), ("CARDS_MAX = 1", "CARDS_MAX = 2")),
    "the_better_of_two_is_kept": (
        *TWO_EACH,
        (TURNS, TURNS + "            if rank(felt.cards[seat, 0, 0]) < rank(felt.cards[seat, 0, 1]):\n"
         "                discard(felt, seat, 0, 0)\n"),
    ),
    "a_card_is_drawn_unplaced": (*TWO_EACH, (TURNS, TURNS + "            draw(shoe)\n")),
    "it_is_bet_again": (("RAISE, outcome)", "RAISE, outcome)\n            stake(felt, seat, 0, ANTE, 2)"),),
    "its_net_is_written": (("RAISE, outcome)", "RAISE, outcome)\n            felt.net[seat, ANTE] += 2"),),
    "never_settled": (("ANTE, outcome)", "ANTE, outcome) if outcome == WIN else 0"),),
    "settled_again_by_give_back": (
        ("import DEALER, HOUSE,", "import give_back, DEALER, HOUSE,"),
        ("RAISE, outcome)", "RAISE, outcome)\n            give_back(felt, seat, 0, ANTE, 2)\n"
         "            settle(felt, rules, seat, 0, ANTE, WIN)"),
    ),
    "settled_by_another_name_of_a_seat": (
        (TURNS, TURNS + "            if rank(felt.cards[seat, 0, 0]) > 5:\n"
         "                settle(felt, rules, -1, 0, ANTE, WIN)\n"),
    ),
    "its_net_is_written_out_of_sight": (
        ("RAISE, outcome)", "RAISE, outcome)\n            add_to(felt.net[seat])"),
        ("def outcome_of", "def add_to(row: Any) -> None:\n    row[ANTE] += 2\n\n\ndef outcome_of"),
    ),
    "settled_in_an_else_of_a_loop": (
        (TURNS, TURNS + "            for _ in range(0):\n                pass\n            else:\n"
         "                settle(felt, rules, seat, 0, ANTE, WIN)\n"),
    ),
    "settled_in_an_assertion": (
        (TURNS, TURNS + "            assert rank(felt.cards[seat, 0, 0]) < 5 or "
         "settle(felt, rules, seat, 0, ANTE, WIN)\n"),
    ),
    "settled_where_a_mark_is_made": (
        (TURNS, TURNS + "            felt.marks[seat, settle(felt, rules, seat, 0, ANTE, WIN) * 0] = 1\n"),
    ),
    "all_marks_are_made_at_once": (
        (TURNS, TURNS + "            felt.marks[seat] = 1\n            if felt.marks[seat, 0]:\n"
         "                settle(felt, rules, seat, 0, ANTE, WIN)\n"),
    ),
    "a_rule_remembers_cards": (
        (READ, "remembered(0)"),
        (TURNS, TURNS + "            remember(felt.cards[seat, 0, 0])\n"),
        ("def outcome_of", "SEEN = [WIN]\n\n\ndef remember(card: int) -> None:\n    SEEN[0] = card & 1\n\n\n"
         "def remembered(at: int) -> int:\n    return SEEN[at]\n\n\ndef outcome_of"),
    ),
    "a_value_that_an_or_picks": (
        (READ, "felt.held[seat, 0] and (rank(felt.cards[seat, 0, 0]) > 5 or LOSE)"),
    ),
    "the_tape_is_read": ((TURNS, TURNS + "            seats += felt.tape[0, 0]\n"),),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_proved_apart_is_what_every_deal_says(name: str, changed: Callable[..., Game]) -> None:
    """Whatever the leaf rule makes of suits, orders and rules: nothing is taken for alike."""
    game = changed(f"apart_{name}", APART, *RIGHT[name])
    settings = game.settings()
    walked = walk(game, settings, SIX, [{"ante": 100}]).outcomes
    found = prove_apart(game, settings, "ante", SIX)
    assert {(row.outcome, row.won): row.probability for row in found.rows} == {
        (outcome, Fraction(cents, 100)): likely for (wager, outcome, cents), likely in walked.items() if wager == "ante"
    }


@pytest.mark.parametrize("name", WRONG)
def test_breach__what_more_than_certain_cards_bear_on_is_refused(name: str, changed: Callable[..., Game]) -> None:
    game = changed(f"breach_{name}", APART, *WRONG[name])
    with pytest.raises(Refused, match=re.escape(SAID[name])):
        prove_apart(game, game.settings(), "ante")


# --- as a user asks for it ---


def test_what_play_alone_proves_stands_beside_what_is_kept() -> None:
    """Two wagers of five, each with its reason if it is refused."""
    done = typed("edge", "triple_shot_bonus", "--from-play", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(told["wagers"]) == ["war", "poker"]
    assert told["wagers"]["war"]["edge"] == {"from_play": "1/34", "kept": "1/34", "verdict": "equal"}
    assert {each["verdict"] for figures in told["wagers"].values() for each in figures.values()} == {"equal"}
    assert told["whole"].endswith("its figures come from mathematics of its own")
    assert list(told["refused"]) == ["blackjack", "hat_trick", "insurance"]
    assert done.stderr == (
        "houseway: war: 2,704 deals, about 1 s here\nhouseway: poker: 20 million deals, about 3 s here\n"
    )


def test_a_whole_round_from_play_stands_beside_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept on this machine: what was proved before."""
    solution = solve(find_game("casino_war"))
    monkeypatch.setattr(from_play, "stored", lambda *_: solution)
    page = typed("edge", "casino_war", "--from-play")
    assert page.returncode == 0
    assert "each equal to what is kept, to the last digit" in page.stdout
    assert "2.877134%" in page.stdout
    assert "not proved apart" not in page.stdout


def test_a_figure_that_is_another_is_told_and_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outcome a little likelier than by hand, with every other figure as it was."""
    solution = solve(find_game("casino_war"))
    tie = solution.wagers["tie"]
    rows = (replace(tie.rows[0], probability=tie.rows[0].probability + Fraction(1, 10**9)), *tie.rows[1:])
    kept = replace(solution, wagers={**solution.wagers, "tie": replace(tie, rows=rows)})
    monkeypatch.setattr(from_play, "stored", lambda *_: kept)
    page = typed("edge", "casino_war", "--from-play")
    assert page.returncode == 1
    assert "1 of 20 figures from play are different" in page.stdout


def test_ctrl_c_keeps_the_wagers_that_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    real = one_wager.apart_of

    def stops_at_blackjack(game: Game, settings: Settings, wager: str) -> one_wager.Apart:
        if wager == "blackjack":
            raise KeyboardInterrupt
        return real(game, settings, wager)

    monkeypatch.setattr(one_wager, "apart_of", stops_at_blackjack)
    done = typed("edge", "triple_shot_bonus", "--from-play")
    assert done.returncode == 130
    assert "War" in done.stdout
    assert done.stderr.endswith("houseway: stopped: of 5 wagers 1 is proved and 4 are left\n")


@pytest.mark.parametrize("word", [("--fresh",), ("--sees", "dealer:1")])
def test_from_play_is_a_proof_of_its_own(word: tuple[str, ...]) -> None:
    done = typed("edge", "casino_war", "--from-play", *word)
    assert done.returncode == 2
    assert "--from-play is a proof of its own" in done.stderr


ENDLESS = """
[[options]]
name = "decks"
title = "Decks"
about = "A shoe without end"
cites = "play.2"
choices = ["infinite"]
default = "infinite"
settings = [{ is = "infinite", words = "a shoe without end", cites = "play.2" }]

[[wagers]]
name = "ante\""""


@pytest.mark.parametrize("apart", [True, False], ids=["some", "none"])
def test_a_game_of_ones_own_out_of_reach_has_the_wagers_that_no_choice_bears_on(
    *, apart: bool, changed: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a shoe without end nothing is walked; the Ante that is never folded needs two cards."""
    name = "some_apart" if apart else "none_apart"
    folder = changed(name, *([APART] if apart else [])).folder
    sheet = (folder / "rules.toml").read_text()
    (folder / "rules.toml").write_text(sheet.replace('\n[[wagers]]\nname = "ante"', ENDLESS, 1))
    monkeypatch.setenv(FOLDERS, str(folder))
    monkeypatch.setattr(games, "_outside", lambda: games_from_outside(()))
    done = typed("edge", name, "--json")
    if not apart:
        assert done.returncode == 2
        assert "None Apart is dealt from an endless shoe" in done.stderr
        return
    told = json.loads(done.stdout)
    assert {name for name in told["figures"] if name.endswith("edge")} == {"ante.edge"}
    assert told["figures"]["ante.hit"]["value"] == "6/13"
    assert told["refused"] == {"raise": "it is not bet before the cards"}
    assert told["whole"].startswith("Some Apart is dealt from an endless shoe")
    page = typed("edge", name)
    assert "Raise: not proved apart: it is not bet before the cards." in page.stdout
