"""What a jackpot chaser gains: who bets only while a meter is high, until somebody wins all of it.

From a meter that shows m, whoever makes all bets until it is won gains W(m) on average, a straight line. With growth g,
chance w of all, chances p of smaller shares s, S what a bet wins of a cent shown, c its price less what else it wins:

    W(m) = S (m + g) - c + (1 - w - sum p) W(m + g) + sum p W((1 - s)(m + g))

so its slope is B = S / (w + sum p s), and its height A = (S g - c + (1 - w - sum p s) B g) / w. Several who chase
together, bet for bet, have equal parts of it. Nobody else sits there for Envy.

Under a cap the line bends: the meter grows for K bets and stays. Where only the whole can be won that is a sum,
`sum over n <= K of (1 - w)^(n-1) (S (m + n g) - c)`, and `(S cap - c) / w` from there on.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from houseway.progressives.jackpot import Meter
from houseway.progressives.waiting import Waiting
from houseway.progressives.worth import ProgressiveBet, Shown, price_of_rest
from houseway.rules.refused import Refused

OUT_OF_SIGHT = Decimal("1e-12")


@dataclass(frozen=True)
class Chasing:
    """The line W(m) = height + slope m of one meter, while the others show what they do."""

    slope: Fraction
    height: Fraction
    bets: Fraction  # until all of it is won, on average

    def gain_cents(self, shown_cents: Fraction | int) -> Fraction:
        """Of all who chase from here."""
        return self.height + self.slope * shown_cents

    @property
    def fair_from_cents(self) -> Fraction:
        """Where a chase to the end is fair: below the break-even of one bet, since the meter grows on the way."""
        return -self.height / self.slope


def chasing(bet: ProgressiveBet, meter: Meter, shown: Shown) -> Chasing:
    """For one of the meters that an outcome wins; of those that must hit see `must_hit.chase`."""
    if not bet.price_cents:
        raise Refused(f"nobody chases {bet.progressive.title}: it costs nothing beside {bet.progressive.of_wager}")
    alone = bet.among(1)
    growth, wins, whole = alone.growth_cents(meter), alone.per_cent_shown(meter), alone.whole(meter)
    ends = whole + sum((p * tier.share for tier, p in alone.tiers(meter) if not tier.is_whole), Fraction(0))
    slope = wins / ends
    height = (wins * growth - price_of_rest(alone, meter, shown) + (1 - ends) * slope * growth) / whole
    return Chasing(slope, height, 1 / whole)


@dataclass(frozen=True)
class CappedChasing:
    """The same under a cap, where nothing less than the whole is won of the meter."""

    wins: Fraction  # S
    growth_cents: Fraction
    price_cents: Fraction  # c
    whole: Fraction
    cap_cents: int

    @property
    def bets(self) -> Fraction:
        return 1 / self.whole

    def gain_cents(self, shown_cents: Fraction | int) -> Fraction:
        growing = max(0, floor((self.cap_cents - shown_cents) / self.growth_cents))
        untouched = Fraction(Waiting(self.whole).lasts(growing))
        now = self.wins * shown_cents - self.price_cents
        steps = (1 - untouched - growing * self.whole * untouched) / self.whole**2  # sum of n (1 - w)^(n-1)
        at_cap = self.wins * self.cap_cents - self.price_cents
        return (now * (1 - untouched) + at_cap * untouched) / self.whole + self.wins * self.growth_cents * steps

    @property
    def fair_from_cents(self) -> Fraction | None:
        """To the cent; None: not even at the cap."""
        if self.gain_cents(self.cap_cents) < 0:
            return None
        low, high = -1, self.cap_cents
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.gain_cents(middle) >= 0 else (middle, high)
        return Fraction(high)


def chase_of(bet: ProgressiveBet, meter: Meter, shown: Shown) -> Chasing | CappedChasing | None:
    """As the meter's cap asks for it; None: smaller shares are won of it and its cap is in sight."""
    line = chasing(bet, meter, shown)
    if not meter.cap_cents:
        return line
    alone = bet.among(1)
    if all(tier.is_whole for tier, _ in alone.tiers(meter)):
        wins, growth, price = alone.per_cent_shown(meter), alone.growth_cents(meter), price_of_rest(alone, meter, shown)
        return CappedChasing(wins, growth, price, alone.whole(meter), meter.cap_cents)
    begun = max(line.fair_from_cents, Fraction(shown[meter.name]))
    in_sight = grows_untouched(alone, meter, begun, Fraction(meter.cap_cents))
    return line if in_sight < OUT_OF_SIGHT else None


def grows_untouched_to(bet: ProgressiveBet, meter: Meter, shown_cents: Fraction) -> Decimal:
    """The chance that bets carry a meter from its seed up to there before anything of it is won."""
    return grows_untouched(bet, meter, Fraction(meter.seed_cents), shown_cents)


def grows_untouched(bet: ProgressiveBet, meter: Meter, from_cents: Fraction, to_cents: Fraction) -> Decimal:
    touched = sum((p for _, p in bet.tiers(meter)), Fraction(0))
    bets = max(0, ceil((to_cents - from_cents) / bet.growth_cents(meter)))
    return Waiting(touched).lasts(bets)
