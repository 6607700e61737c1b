"""Words and amounts of the school by themselves, against what is written here."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.drills import CLOSE
from houseway.rules import tape as t
from houseway.school.dealing.wording import Wording
from houseway.school.drills.pay import _parts
from houseway.school.hard_choices import _difficulty
from houseway.school.question import EASY, HARD, MIDDLING


@pytest.mark.parametrize(
    ("cents", "words"),
    [(Fraction(1250), "$12.50"), (Fraction(-700), "$7"), (Fraction(25, 2), "$0.125"), (Fraction(100, 3), "$0.3333")],
)
def test_an_amount_may_have_parts_of_a_cent(cents: Fraction, words: str) -> None:
    assert _parts(cents) == words


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
