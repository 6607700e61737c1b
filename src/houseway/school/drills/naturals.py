"""Blackjack pays: what the bet on a hand that was called a blackjack wins."""

from collections.abc import Hashable
from dataclasses import replace

from houseway.rules.tape import HAND, SAY, SAY_NATURAL, SEAT, VERB, A
from houseway.school.drills import pay
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Question

KIND = Kind("naturals", "Blackjack pays", "What a blackjack is paid, to the cent.")


def moments(dealt: PracticeRound) -> list[Moment]:
    """Pays of the wager that is counted in totals, on hands that were called."""
    felt = dealt.game.sheet.layout
    called = {
        words[SEAT : HAND + 1]: row
        for row, words in enumerate(dealt.seen)
        if words[VERB] == SAY and words[A] == SAY_NATURAL
    }
    if not called:
        return []
    on = [
        (end.row,)
        for end in dealt.settlements
        if called.get((end.seat, end.hand), end.row) < end.row and felt and dealt.game.wagers[end.wager] == felt.totals
    ]
    return [moment for moment in pay.moments(dealt) if moment in on]


def shade(dealt: PracticeRound, moment: Moment) -> Hashable:
    return pay.shade(dealt, moment)


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:
    return replace(pay.question(dealt, moment, lots), kind=KIND.name)
