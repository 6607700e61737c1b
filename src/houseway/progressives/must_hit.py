"""Meters that must hit by an amount: every cent above the seed up to the limit is as likely to be the trigger.

A meter that shows m and has not been won has its trigger among the L - m cents that are left. A bet that moves it by g
cents is the one with chance g / (L - m): a unit bet is worth `rate x m / (L - m)`, whatever the cards.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from houseway.games.words import dollars
from houseway.progressives.jackpot import Meter
from houseway.rules.refused import Refused


def value_a_unit(meter: Meter, shown: Fraction) -> Fraction:
    """What a unit bet wins of this meter on average, where it pays what it shows."""
    _verify_open(meter, shown)
    return meter.rate * shown / (meter.must_hit_by_cents - shown)


def value_of_bet(meter: Meter, shown_cents: int, bet_cents: int) -> Fraction:
    """Cents that one bet wins, in whole cents and with its own growth on the meter: what the table pays."""
    _verify_open(meter, Fraction(shown_cents))
    after = min(shown_cents + floor(meter.rate * bet_cents), meter.must_hit_by_cents)
    return Fraction((after - shown_cents) * after, meter.must_hit_by_cents - shown_cents)


def average_jackpot(meter: Meter, growth_cents: Fraction) -> Fraction:
    """Seed, and what an average number of bets puts on it until the trigger is reached.

    Bets reach a trigger u cents above the seed after ceil(u / growth) of them; the sum over all u is done at once.
    What a bet puts beyond the trigger is won with it, so the figure is exact but for what is less than a cent.
    """
    return meter.seed_cents + growth_cents * average_bets(meter, meter.seed_cents, growth_cents)


def average_bets(meter: Meter, shown_cents: int, growth_cents: Fraction) -> Fraction:
    """Bets until it is won, on average, from a meter that shows so much."""
    left = meter.must_hit_by_cents - shown_cents
    up, down = growth_cents.denominator, growth_cents.numerator  # ceil(u up / down) = floor((u up + down - 1) / down)
    return Fraction(_sum_of_floors(left, down, up, up + down - 1), left)


def _sum_of_floors(count: int, divisor: int, step: int, start: int) -> int:
    """The sum of floor((i x step + start) / divisor) for i from 0 to count - 1, as Euclid would."""
    total = 0
    while True:
        total += (step // divisor) * count * (count - 1) // 2 + (start // divisor) * count
        step, start = step % divisor, start % divisor
        last = step * count + start
        if last < divisor:
            return total
        count, start = last // divisor, last % divisor
        divisor, step = step, divisor


@dataclass(frozen=True)
class MustHitChase:
    """What somebody gains who makes every bet from here until the meter is won."""

    bets: Fraction  # on average
    won_cents: Fraction
    paid_cents: Fraction  # for the bets, less what else they win

    @property
    def gain_cents(self) -> Fraction:
        return self.won_cents - self.paid_cents


def chase(meter: Meter, shown_cents: int, bet_cents: int, price_cents: Fraction) -> MustHitChase:
    """`price_cents` is what a bet costs, less what it wins otherwise."""
    _verify_open(meter, Fraction(shown_cents))
    growth = meter.rate * bet_cents
    bets = average_bets(meter, shown_cents, growth)
    return MustHitChase(bets, shown_cents + growth * bets, price_cents * bets)


def chase_from_cents(meter: Meter, bet_cents: int, price_cents: Fraction) -> int:
    """The least that the meter must show for a chase to gain.

    Without its steps: from m a chase wins (m + L) / 2 and makes (L - m) / (2 growth) bets, which is fair at
    L (price - growth) / (price + growth). The cent itself is found beside it.
    """
    growth = meter.rate * bet_cents
    about = floor(meter.must_hit_by_cents * (price_cents - growth) / (price_cents + growth)) if price_cents > 0 else 0
    step = ceil(growth) + 1
    low, high = max(meter.seed_cents, about - 2 * step), meter.must_hit_by_cents - 1
    places = range(low, min(high, max(low, about) + 2 * step) + 1)
    gains = (cents for cents in places if chase(meter, cents, bet_cents, price_cents).gain_cents >= 0)
    return next(gains, high)


def _verify_open(meter: Meter, shown: Fraction) -> None:
    if shown >= meter.must_hit_by_cents:
        limit = dollars(meter.must_hit_by_cents)
        raise Refused(f"the meter '{meter.name}' must hit by {limit}, so it cannot show {dollars(int(shown))} unwon")
