"""Words and amounts of the school by themselves, against what is written here."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.drills import CLOSE
from houseway.games import find_game
from houseway.rules import tape as t
from houseway.school.dealing.wording import Wording
from houseway.school.drills import pay
from houseway.school.drills.pay import _parts, arithmetic
from houseway.school.hard_choices import _difficulty
from houseway.school.question import EASY, HARD, MIDDLING


@pytest.mark.parametrize(
    ("cents", "words"),
    [(Fraction(1250), "$12.50"), (Fraction(-700), "$7"), (Fraction(25, 2), "$0.125"), (Fraction(100, 3), "$0.3333")],
)
def test_an_amount_may_have_parts_of_a_cent(cents: Fraction, words: str) -> None:
    assert _parts(cents) == words


class Lying:
    """A table as a pay looks at it: what the dealer said is all that lies there."""

    cap: bool

    def __init__(self, **given: Any) -> None:
        self.__dict__ |= given

    def lying(self, row: int) -> Any:
        assert row == 7
        return SimpleNamespace(said={(1, 0, t.SAY_CAP if self.cap else t.SAY_TOTAL): 5})


@pytest.mark.parametrize(
    ("num", "den", "stake", "cents", "settings", "cap", "words"),
    [
        (3, 2, 500, 750, {}, False, "3 to 2 on $5 is $7.50."),
        (1, 1, 500, 500, {}, True, "1 to 1 on $5 is $5."),
        (-1, 2, 500, -250, {}, False, "1/2 of $5 is $2.50."),
        (50, 1, 1_000, 25_000, {}, True, "50 to 1 on $10 would be $500; under the cap it is $250."),
        (50, 1, 1_000, 25_000, {}, False, "50 to 1 on $10 would be $500; by the rules it is $250."),
        (3, 2, 505, 750, {"grain_cents": 50}, False,
            "3 to 2 on $5.05 is $7.575; rounded down, for the house, in steps of $0.50, $7.50."),
        (1, 3, 100, 33, {}, True, "1 to 3 on $1 is $0.3333; rounded down, for the house, in steps of $0.01, $0.33."),
        (1, 3, 100, 34, {"rounding": "player"}, False,
            "1 to 3 on $1 is $0.3333; rounded up, for the player, in steps of $0.01, $0.34."),
        (1, 1, 0, 700, {}, False, "That is $7."),
        (1, 1, 500, -500, {}, False, "That is $5."),
        (0, 1, 500, 100, {}, True, "That is $1."),
    ],
)  # fmt: skip
def test_how_an_amount_comes_about(
    num: int, den: int, stake: int, cents: int, settings: dict[str, Any], cap: bool, words: str
) -> None:
    game = find_game("fast_action_holdem")
    dealt: Any = Lying(game=game, settings=game.settings(settings), cap=cap, pays={(0, 3): (num, den)})
    end: Any = SimpleNamespace(wager=0, outcome=3, stake_cents=stake, cents=cents, row=7)
    assert arithmetic(dealt, end) == words


@pytest.mark.parametrize(
    ("num", "den", "stake", "cents", "difficulty"),
    [
        (1, 1, 500, 500, EASY), (1, 1, 550, 550, MIDDLING), (3, 2, 500, 750, EASY), (3, 2, 505, 757, HARD), (3, 2,
            510, 765, HARD),
        (1, 1, 500, 400, HARD), (1, 1, 0, 550, EASY),
    ],
)  # fmt: skip
def test_a_pay_is_hard_where_odds_do_not_come_out_in_red_chips(
    num: int, den: int, stake: int, cents: int, difficulty: int
) -> None:
    dealt: Any = Lying(pays={(0, 3): (num, den)})
    end: Any = SimpleNamespace(wager=0, outcome=3, stake_cents=stake, cents=cents, row=7)
    assert pay._difficulty(dealt, end) == difficulty


def test_bets_are_told_together_and_once() -> None:
    """Those of a seat in one sentence, before what came after them; what was told is not told again."""
    game = find_game("fast_action_holdem")
    rows = [(t.STAKE, 1, 0, 0, 500, 0), (t.STAKE, 1, 0, 1, 1_000, 0), (t.STAKE, 2, 0, 0, 750, 0), (t.SAY, 1, 0,
        t.SAY_CAP, 2_500, 0),
        (t.SAY, 0, 0, t.SAY_NO_MORE_BETS, 1, 0), (t.STAKE, 2, 0, 1, 250, 0), (t.SAY, 2, 0, t.SAY_TOTAL, 17,
            0)]  # fmt: skip
    first, second = (game.sheet.wagers[place].title for place in (0, 1))
    heard: list[Any] = []
    now: Any = SimpleNamespace(hands={}, hear=heard.append)
    told = list(Wording(game, game.settings()).happened(tuple(rows), now))
    assert told == [
        f"Seat 1 bets {first} $5 and {second} $10.", f"Seat 2 bets {first} $7.50.", "The odds alone would pay $25.",
        f"Seat 2 bets {second} $2.50.", "Seat 2: 17.",
    ]  # fmt: skip
    assert heard == rows


def test_what_a_dealer_says_is_heard() -> None:
    words: Any = SimpleNamespace(_titled=lambda seat, hand: f"Seat {seat}.{hand}")
    heard = {
        (t.SAY_TOTAL, 17): ["Seat 2.1: 17."],
        (t.SAY_CHECKED, 1): ["Blackjack."],
        (t.SAY_CHECKED, 0): ["No blackjack."],
        (t.SAY_CAP, 5000): ["The odds alone would pay $50."],
        (t.SAY_NO_MORE_BETS, 1): [],
        (t.SAY_VOID, 1): [],
    }
    assert {said: list(Wording._heard(words, (t.SAY, 2, 1, *said, 0))) for said in heard} == heard


@pytest.mark.parametrize(
    ("lead", "errs", "difficulty"),
    [(0.9, True, HARD), (0.99 * CLOSE / 3, False, HARD), (CLOSE / 2, False, MIDDLING), (1.01 * CLOSE, False, EASY)],
)
def test_a_choice_is_hard_where_it_is_close_or_the_written_strategy_errs(
    lead: float, errs: bool, difficulty: int
) -> None:
    drill: Any = SimpleNamespace(
        basic_errs=errs, ranked=[SimpleNamespace(value=0.25 + lead), SimpleNamespace(value=0.25)]
    )
    assert _difficulty(drill) == difficulty
