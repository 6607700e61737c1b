"""How long until a hit, and what has gathered in the reserve by then: distributions.

Bets hit independently, each with the same chance, so the wait is geometric and the number of hits in n bets binomial.
Moments are Fractions. Probabilities are decimals of fifty digits: as fractions they would have millions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import count, islice
from math import floor

from houseway.progressives.jackpot import Meter

DIGITS = 50
ONE = Decimal(1)


@dataclass(frozen=True)
class Waiting:
    """Bets up to and with the one that hits."""

    chance: Fraction

    @property
    def mean(self) -> Fraction:
        return 1 / self.chance

    @property
    def variance(self) -> Fraction:
        return (1 - self.chance) / self.chance**2

    def lasts(self, bets: int) -> Decimal:
        """The chance that so many bets do not hit."""
        with localcontext(Context(prec=DIGITS)):
            return _decimal(1 - self.chance) ** bets if bets else ONE

    def over_by(self, bets: int) -> Decimal:
        """The chance that it is hit in so many bets."""
        with localcontext(Context(prec=DIGITS)):
            return ONE - self.lasts(bets)

    def bets_for(self, chance: Fraction) -> int:
        """The fewest bets in which it is hit with at least this chance: 1/2 gives the median."""
        assert 0 <= chance < 1, "nothing is certain"
        if self.chance == 1 or chance == 0:
            return min(1, int(chance > 0))
        with localcontext(Context(prec=DIGITS)):
            wanted = _decimal(chance)
            about = floor((ONE - wanted).ln() / _decimal(1 - self.chance).ln())
            return next(n for n in count(max(about - 1, 0)) if self.over_by(n) >= wanted)


def hits_in(chance: Fraction, bets: int) -> Iterator[Decimal]:
    """The chances of 0, 1, 2, ... hits in so many bets, each from the last."""
    with localcontext(Context(prec=DIGITS)):
        odds = _decimal(chance / (1 - chance))
        now = _decimal(1 - chance) ** bets
    for hits in range(bets + 1):
        yield now
        with localcontext(Context(prec=DIGITS)):
            now = now * (bets - hits) / (hits + 1) * odds


@dataclass(frozen=True)
class Reserve:
    """The reserve of a meter after so many bets: what its rate has earned, less a seed at the opening and a seed for
    every time that the meter was won whole. Below nought it is a shortfall, which the house has put up."""

    meter: Meter
    whole: Fraction  # the chance that a bet wins all of the meter
    bet_cents: int
    bets: int

    @property
    def earned(self) -> Fraction:
        return self.meter.reserve_rate * self.bet_cents * self.bets

    @property
    def mean(self) -> Fraction:
        return self.earned - self.meter.seed_cents * (1 + self.whole * self.bets)

    @property
    def variance(self) -> Fraction:
        return self.meter.seed_cents**2 * self.whole * (1 - self.whole) * self.bets

    def seeds_covered(self) -> int:
        """How many wins it can seed after the opening without falling short; -1: not even the opening."""
        return floor(self.earned / self.meter.seed_cents) - 1 if self.meter.seed_cents else self.bets

    def falls_short(self) -> Decimal:
        """The chance that it is below nought."""
        covered = self.seeds_covered()
        if covered >= self.bets:
            return Decimal(0)
        with localcontext(Context(prec=DIGITS)):
            few = islice(hits_in(self.whole, self.bets), covered + 1)
            within = sum(few, Decimal(0))
            return max(Decimal(0), ONE - within)


def covering_rate(meter: Meter, whole: Fraction, bet_cents: int) -> Fraction:
    """The reserve rate that pays all seeds but the first, in the long run."""
    return whole * meter.seed_cents / bet_cents


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
