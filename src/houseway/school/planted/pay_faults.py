"""Bets that are paid or taken wrongly."""

from collections.abc import Callable

from houseway.rules.odds import winnings
from houseway.rules.tape import A
from houseway.school.drills.who_wins import IN_PART, PAID, PUSHES, TAKEN, end_of
from houseway.school.lots import Lots
from houseway.school.planted.fault import Plantable, Planted, Where, put
from houseway.school.practice_round import PracticeRound, SettledBet

CHIPS_CENTS = (100, 500, 2500)  # a chip too many or too few
LEAST_CENTS = 50  # the smallest chip: nobody sees a cent


def all_pays(dealt: PracticeRound) -> list[Where]:
    return [(end.row,) for end in dealt.settlements if end.cents > 0]


def pay_wrong(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:
    """At the odds of another row of the paytable, or a chip too many or too few."""
    end, grain = dealt.settled_at(where[0]), int(dealt.settings["grain_cents"])
    others = {_won(dealt, end, outcome) for outcome in range(len(dealt.game.outcomes))}
    others |= {end.cents + sign * chip for chip in (max(grain, LEAST_CENTS), *CHIPS_CENTS) for sign in (-1, 1)}
    wrong = sorted(cents for cents in others if cents > 0 and cents != end.cents and cents % grain == 0)
    return _settled(dealt, end, end.outcome, lots.pick(wrong))


def ends(wanted: str, as_: Callable[[PracticeRound, SettledBet], int | None]) -> Callable[[PracticeRound], list[Where]]:
    """The settlements of bets that end in this way and have an outcome to be mistaken for."""

    def places(dealt: PracticeRound) -> list[Where]:
        found = [end for end in dealt.settlements if end.stake_cents and end_of(dealt, end) == wanted]
        return [(end.row,) for end in found if as_(dealt, end) is not None]

    return places


def lost(dealt: PracticeRound, end: SettledBet) -> int | None:
    """The first outcome that loses the whole bet."""
    outcomes = range(len(dealt.game.outcomes))
    return next((each for each in outcomes if _won(dealt, end, each) == -end.stake_cents), None)


def won(dealt: PracticeRound, end: SettledBet) -> int | None:
    """The first outcome that wins."""
    outcomes = range(len(dealt.game.outcomes))
    return next((each for each in outcomes if _won(dealt, end, each) > 0), None)


def take(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    end = dealt.settled_at(where[0])
    outcome = lost(dealt, end)
    assert outcome is not None, "a place where nothing can be lost"
    return _settled(dealt, end, outcome, -end.stake_cents)


def pay(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:  # noqa: ARG001 - nothing is drawn
    end = dealt.settled_at(where[0])
    outcome = won(dealt, end)
    assert outcome is not None, "a place where nothing can be won"
    return _settled(dealt, end, outcome, _won(dealt, end, outcome))


def pay_or_take(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:
    """A tie as a win, or as a loss where the bet can lose."""
    can_lose = lost(dealt, dealt.settled_at(where[0])) is not None
    return (take if can_lose and lots.one_in(2) else pay)(dealt, where, lots)


def _won(dealt: PracticeRound, end: SettledBet, outcome: int) -> int:
    """What the bet would win as that outcome."""
    num, den = map(int, dealt.pays[end.wager, outcome])
    rounding = dealt.game.options["rounding"].code(dealt.settings["rounding"])
    return winnings(end.stake_cents, num, den, rounding, int(dealt.settings["grain_cents"]))


def _settled(dealt: PracticeRound, end: SettledBet, outcome: int, cents: int) -> Planted:
    rows = put(dealt, end.row, (*dealt.tape[end.row][: A + 1], outcome, cents))
    return Planted(rows, end.row, end.row + 1, len(rows))


PAY_FAULTS = (
    Plantable("wrong_pay", "a bet that wins is paid a wrong amount", all_pays, pay_wrong),
    Plantable("winner_taken", "a bet that wins is taken", ends(PAID, lost), take),
    Plantable("loser_paid", "a bet that loses is paid", ends(TAKEN, won), pay),
    Plantable("missed_tie", "a bet that pushes is paid or taken", ends(PUSHES, won), pay_or_take),
    Plantable("taken_whole", "a bet is taken whole that loses only a part", ends(IN_PART, lost), take),
)
