"""The order of settling: whose bets come next."""

from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.tape import SAY, SEAT, SETTLE, TURN, VERB
from houseway.school.drills.asking import asked
from houseway.school.drills.kind import Kind, Moment
from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Choose, Question

KIND = Kind("settle_next", "Order of settling", "Whose bets are settled next.")

READS_OUT = (TURN, SAY)  # what a dealer does with a seat's cards before its bets


def moments(dealt: PracticeRound) -> list[Moment]:
    """Where the dealer comes to another seat, two or more have bets up, and nobody acts in between."""
    found: list[Moment] = []
    for end in dealt.settlements:
        row = end.row
        while row and dealt.seen[row - 1][SEAT] == end.seat and dealt.seen[row - 1][VERB] in READS_OUT:
            row -= 1
        before = dealt.seen[row - 1]
        same_seat = before[SEAT] == end.seat  # its bets are being settled, or it has just acted
        if not same_seat and len(_with_bets(dealt, row)) > 1:
            found.append((row, end.seat))
    return found


def _with_bets(dealt: PracticeRound, row: int) -> list[int]:
    return sorted({seat for seat, _, _ in dealt.lying(row).stakes})


def shade(dealt: PracticeRound, moment: Moment) -> int:
    """How many there are to choose from."""
    return len(_with_bets(dealt, moment[0]))


def question(dealt: PracticeRound, moment: Moment, lots: Lots) -> Question:  # noqa: ARG001 - the seats are what they are
    row, seat = moment
    seats = sorted({seat, *_with_bets(dealt, row)})
    form = Choose(tuple((str(each), f"seat {each}") for each in seats))
    last = max((at for at in range(row) if dealt.seen[at][VERB] == SETTLE), default=None)
    done = f" The last that you settled were seat {dealt.seen[last][SEAT]}'s." if last is not None else ""
    because = f"Seat {seat} is settled now, of the seats with bets up: {', '.join(map(str, seats))}."
    asks = f"Whose bets do you settle next?{done}"
    return asked(dealt, KIND, row, (HOUSE, DEALER), asks, form, str(seat), because)
