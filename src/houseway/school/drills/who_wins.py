"""Who wins: what happens to a bet when its time has come."""

from houseway.school.drills.asking import asked, bet_words, capital, pay_cites, why_settled
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound, SettledBet
from houseway.school.question import EASY, HARD, MIDDLING, Choose, Question

KIND = Kind("who_wins", "Win, lose or push", "What happens to a bet when it is settled.")

PAID, TAKEN, PUSHES, IN_PART = "paid", "taken", "pushes", "in_part"
ENDS = {PAID: "it is paid", TAKEN: "it is taken", PUSHES: "it pushes", IN_PART: "a part of it is taken"}


def moments(dealt: PracticeRound) -> list[Moment]:
    return [(end.row,) for end in dealt.settlements if end.stake_cents and end_of(dealt, end)]


def end_of(dealt: PracticeRound, end: SettledBet) -> str:
    """How a bet ended; '' where the odds say one thing and the rounded cents another."""
    num = dealt.pays[end.wager, end.outcome, 0]
    if (num > 0) != (end.cents > 0) or (num < 0) != (end.cents < 0):
        return ""
    if end.cents > 0:
        return PAID
    if end.cents == 0:
        return PUSHES
    return TAKEN if end.cents == -end.stake_cents else IN_PART


def shade(dealt: PracticeRound, moment: Moment) -> tuple[int, str]:
    end = dealt.settled_at(moment[0])
    return end.wager, end_of(dealt, end)


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - the ends are what they are
    end = dealt.settled_at(moment[0])
    right = end_of(dealt, end)
    ends = [name for name in ENDS if name != IN_PART or _has_parts(dealt)]
    form = Choose(tuple((name, ENDS[name]) for name in ends))
    asks = f"{capital(bet_words(dealt, end))} is settled now. What happens to it?"
    difficulty = {PAID: EASY, TAKEN: EASY, PUSHES: MIDDLING, IN_PART: HARD}[right]
    because = why_settled(dealt, end)
    place = (end.seat, end.hand)
    return asked(dealt, KIND, end.row, place, asks, form, right, because, pay_cites(dealt, end), difficulty)


def _has_parts(dealt: PracticeRound) -> bool:
    """Whether any bet of the game can be lost in part."""
    pays = dealt.pays
    return bool(((pays[:, :, 0] < 0) & (-pays[:, :, 0] < pays[:, :, 1])).any())
