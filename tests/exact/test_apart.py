"""A single wager from `play` alone, where the whole game is out of reach: as stored, every planted breach caught."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis.solve import solve
from houseway.analysis.universal.apart.one_wager import prove_apart
from houseway.engine.walk import walk
from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.lucky_lucky.solve import lucky_lucky
from houseway.games.outside import game_in
from houseway.kit.new_game import new_game
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

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
        (TRIPLE, "blackjack", "several parts"),
        (TRIPLE, "hat_trick", "otherwise, than on another"),
        (TRIPLE, "insurance", "not bet before the cards"),
        (LUCKY, "blackjack", "bet again"),
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
    with pytest.raises(Refused, match="is not settled apart from the choices"):
        prove_apart(game, game.settings(), "ante")
