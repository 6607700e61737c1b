"""The arithmetic of a meter, in whole cents with what is less than a cent carried along: defined here and nowhere else.

A meter shows whole cents. What its rate earns beyond them is a Fraction of a cent, carried to the next bet, so that
nothing is ever lost: at any time

    shown + carried + overflow + won  =  rate x bets + seeds          (seeds: one at the opening, one a whole win)
    reserve + its carried             =  reserve rate x bets - seeds  (below nought: what the house has put up)

but for a bet that goes back after what it fed was won: what the meter no longer has the reserve gives.

However bets are gathered, one by one or many at once, a meter comes to the same, as long as nothing is won between.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from houseway.progressives.jackpot import Meter

NOUGHT = Fraction(0)


@dataclass(frozen=True)
class Reading:
    """What is kept of one meter. Only `shown_cents` is for players to see."""

    shown_cents: int
    carried: Fraction = NOUGHT  # of a cent, earned and not yet shown
    overflow_cents: int = 0  # grown beyond the cap; returns when the meter begins again
    reserve_cents: int = 0  # below nought: seeds that the house has put up and not yet recovered
    reserve_carried: Fraction = NOUGHT
    bets_cents: int = 0  # in: all that was bet
    wins: int = 0  # awards taken off it
    won_cents: int = 0
    seeds: int = 1  # how often it began

    @property
    def shortfall_cents(self) -> int:
        """How far the reserve is behind the seeds it should have paid (WAC 230-15-455)."""
        return max(0, -self.reserve_cents)


def opened(meter: Meter) -> Reading:
    """A new meter shows its seed, which the reserve owes."""
    return Reading(shown_cents=meter.seed_cents, reserve_cents=-meter.seed_cents)


def grown(meter: Meter, before: Reading, bet_cents: int) -> Reading:
    """After a bet. What the cap leaves no room for overflows."""
    assert bet_cents >= 0, "a bet that goes back is taken_back"
    return _moved(meter, before, bet_cents)


def taken_back(meter: Meter, before: Reading, bet_cents: int) -> Reading:
    """After a bet went back (a void round): just as if it had not been made, as long as nothing was won since."""
    assert 0 <= bet_cents <= before.bets_cents, "what goes back was bet"
    return _moved(meter, before, -bet_cents)


def _moved(meter: Meter, before: Reading, bet_cents: int) -> Reading:
    exact = before.carried + meter.rate * bet_cents
    hidden = before.reserve_carried + meter.reserve_rate * bet_cents
    whole, kept = floor(exact), floor(hidden)
    all_cents = before.shown_cents + before.overflow_cents + whole
    lacking = min(0, all_cents)
    all_cents -= lacking
    shown = min(all_cents, meter.most_cents or all_cents)
    return replace(
        before,
        shown_cents=shown,
        carried=exact - whole,
        overflow_cents=all_cents - shown,
        reserve_cents=before.reserve_cents + kept + lacking,
        reserve_carried=hidden - kept,
        bets_cents=before.bets_cents + bet_cents,
    )


def won(meter: Meter, before: Reading, cents: int, *, wins: int = 1, whole: bool) -> Reading:
    """After awards of so much. Where the whole was won the meter begins again: with its seed, from the reserve, with
    what was not paid out (nobody there to share, cents that do not divide) and with what had overflowed."""
    assert 0 <= cents <= before.shown_cents, "a meter pays no more than it shows"
    after = replace(
        before,
        shown_cents=before.shown_cents - cents,
        wins=before.wins + wins,
        won_cents=before.won_cents + cents,
    )
    if not whole:
        return _poured(meter, after)
    seeded = after.shown_cents + meter.seed_cents
    reserve = after.reserve_cents - meter.seed_cents
    return _poured(meter, replace(after, shown_cents=seeded, reserve_cents=reserve, seeds=after.seeds + 1))


def stood_still(shown_cents: int, after: Reading) -> Reading:
    """A meter whose trigger was reached shows what it did until it is paid: what is bet then is on the next one."""
    all_cents = after.shown_cents + after.overflow_cents
    shown = min(shown_cents, all_cents)
    return replace(after, shown_cents=shown, overflow_cents=all_cents - shown)


def gone_on(meter: Meter, after: Reading) -> Reading:
    """One that stood still and was not won after all: what was bet meanwhile is on it."""
    return _poured(meter, after)


def _poured(meter: Meter, reading: Reading) -> Reading:
    """What overflowed runs back as far as there is room; a meter that must hit never begins at its limit."""
    all_cents = reading.shown_cents + reading.overflow_cents
    most = meter.must_hit_by_cents - 1 if meter.must_hit_by_cents else meter.cap_cents or all_cents
    shown = min(all_cents, most)
    return replace(reading, shown_cents=shown, overflow_cents=all_cents - shown)


# --- must hit by ---


def new_trigger(meter: Meter, reading: Reading, draw: Callable[[int], int]) -> int:
    """The hidden amount at which a meter is won: any cent above what it shows, up to its limit, as likely.

    `draw(n)` is a fair whole number from 0 to n - 1: the operating system's at a live table, counted in a simulation.
    """
    return reading.shown_cents + 1 + draw(meter.must_hit_by_cents - reading.shown_cents)


def is_reached(trigger_cents: int, after: Reading) -> bool:
    """Whether a bet has brought the meter to its trigger: it then wins what the meter shows."""
    return after.shown_cents >= trigger_cents
