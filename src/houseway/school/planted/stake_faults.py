"""Bets that are taken while they should stay up, or left up when they should go."""

from houseway.rules.tape import BACK, HAND, SEAT, SETTLE, VERB, A
from houseway.school.dealing.any_order import first_departure
from houseway.school.drills import stays_up
from houseway.school.lots import Lots
from houseway.school.planted.fault import Plantable, Planted, Where
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Rows


def bets_that_stay(dealt: PracticeRound) -> list[Where]:
    """Row, seat, hand and wager of bets that stay up when others of the seat go, and can be lost."""
    stay = [moment[:4] for moment in stays_up.moments(dealt) if not moment[4] and moment[0] < len(dealt.tape)]
    return [where for where in stay if _lost(dealt, where[3])]


def _lost(dealt: PracticeRound, wager: int) -> list[int]:
    """The outcomes that lose the whole of a bet."""
    pays = dealt.pays[wager].tolist()
    return [outcome for outcome, (num, den) in enumerate(pays) if num == -den]


def take_down(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    """The bet goes with the others; by the rules its time comes later."""
    row, seat, hand, wager = where
    stake_cents = dealt.lying(row).stakes[seat, hand, wager]
    taken = (SETTLE, seat, hand, wager, _lost(dealt, wager)[0], -stake_cents)
    rows = (*dealt.tape[:row], taken, *dealt.tape[row:])
    return Planted(rows, row, row + 1, _next_of(rows, row + 1, taken))


def _next_of(rows: Rows, begin: int, bet: tuple[int, ...]) -> int:
    """Where the same bet would go by the rules, or the end."""
    for at in range(begin, len(rows)):
        if rows[at][VERB] in (SETTLE, BACK) and rows[at][SEAT : A + 1] == bet[SEAT : A + 1]:
            return at
    return len(rows)


def settled_bets(dealt: PracticeRound) -> list[Where]:
    """Bets that are paid or taken, and where the dealer has gone on to another hand without one of them.

    Bets of one hand go in any order, so nothing is missing before that; a bet that pushes is left anyway.
    """
    rows, found = dealt.tape, list[Where]()
    for end in dealt.settlements:
        goes_on = next((at for at in range(end.row + 1, len(rows)) if not _same_hand(rows[at], rows[end.row])), None)
        if end.cents and goes_on is not None and rows[end.row] not in rows[end.row + 1 : goes_on + 1]:
            found.append((end.row, goes_on))
    return found


def _same_hand(row: tuple[int, ...], bet: tuple[int, ...]) -> bool:
    """Whether a row moves a bet of the same hand."""
    return row[VERB] in (SETTLE, BACK) and row[SEAT : HAND + 1] == bet[SEAT : HAND + 1]


def leave_up(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    """The dealer goes on to whatever comes next; what is wrong is the first thing that had to wait for the bet."""
    row, goes_on = where
    rows = (*dealt.tape[:row], *dealt.tape[row + 1 :])
    wrong = first_departure(dealt.game, rows[:goes_on], dealt.tape)
    assert wrong is not None, "a bet that nothing waited for"
    return Planted(rows, wrong, wrong + 1, len(rows), left_out=row)


STAKE_FAULTS = (
    Plantable("taken_early", "a bet is taken that stays up", bets_that_stay, take_down),
    Plantable("left_up", "a bet is left that should be settled", settled_bets, leave_up),
)
