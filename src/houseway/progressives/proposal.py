"""Choose seed, rates and fixed sums for a wanted return and volatility.

The tiers stay: which outcomes win, and what shares. Their fixed sums are scaled by k, and the meter averages x, so that
the return is `D x + F k` and the second moment `Q x^2 + V k^2` (D, F: chances times shares and sums; Q, V: times their
squares). With the return given, k follows from x, and the volatility asks for one x: the larger of two, which leaves
more to the meter. Then everything is rounded to what can be posted, and the rate is what gives the wanted return.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from houseway.progressives.jackpot import Meter, adjusted, percent
from houseway.progressives.worth import ProgressiveBet, average_shown, bet_on, long_run_return, variance_at
from houseway.rules.refused import Refused

RATE_STEP = Fraction(1, 10_000)
SUM_STEP_CENTS = 100
SEED_DIGITS = 2


@dataclass(frozen=True)
class Proposal:
    """A progressive that can be posted, with its exact figures."""

    bet: ProgressiveBet
    return_long: Fraction
    sd_average: float  # of a bet at the average meter, in bets
    average_cents: Fraction


@dataclass(frozen=True)
class _Line:
    """The moments of what a bet wins, in cents."""

    shares: Fraction  # D
    sums: Fraction  # F
    shares_squared: Fraction  # Q
    sums_squared: Fraction  # V
    wanted_cents: Fraction

    def sd(self, average: float) -> float:
        k = (float(self.wanted_cents) - float(self.shares) * average) / float(self.sums) if self.sums else 0.0
        square = float(self.shares_squared) * average**2 + float(self.sums_squared) * k**2
        return math.sqrt(max(0.0, square - float(self.wanted_cents) ** 2))

    @property
    def most(self) -> float:
        """The average at which nothing is left for fixed sums."""
        return float(self.wanted_cents / self.shares)

    @property
    def calmest(self) -> float:
        """The average at which a bet varies least."""
        if not self.sums:
            return self.most
        ratio = self.sums_squared / self.sums**2
        return float(ratio * self.shares * self.wanted_cents / (self.shares_squared + ratio * self.shares**2))

    def average_for(self, sd_cents: float) -> float:
        """By halving: between the calmest and the most the volatility only rises."""
        low, high = self.calmest, self.most
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self.sd(middle) < sd_cents else (low, middle)
        return high


def propose(
    bet: ProgressiveBet, wanted_return: Fraction, *, sd: float | None = None, seed_part: Fraction = Fraction(1, 2)
) -> Proposal:
    """`sd` is of one bet at the average meter, in bets; without one the fixed sums stay. `seed_part` of the average
    jackpot is its seed."""
    meter = _only_meter(bet)
    if not 0 < wanted_return < 1:
        raise Refused(
            f"a return of {percent(wanted_return)} cannot be: a house offers more than 0 % and less than 100 %"
        )
    if not 0 <= seed_part < 1:
        raise Refused("the seed is a part of the average jackpot: from 0 % to less than 100 %")
    alone = bet.among(1)
    line = _line(alone, meter, wanted_return * bet.bet_cents)
    scale = Fraction(1)
    if sd is not None:
        average = _average_for(line, sd, bet.bet_cents)
        left = line.wanted_cents - line.shares * Fraction(average)
        scale = max(Fraction(0), left / line.sums) if line.sums else scale
    tiers = [
        tier.model_dump() | ({"fixed_cents": _posted(tier.fixed_cents * scale)} if tier.fixed_cents else {})
        for tier in bet.progressive.tiers
    ]
    sums = sum((p * tier["fixed_cents"] for tier, p in zip(tiers, bet.chances, strict=True)), Fraction(0))
    on_meter = line.wanted_cents - sums
    if on_meter <= 0:
        raise Refused(f"the fixed sums alone return {float(sums / bet.bet_cents):.2%}: lower them, or name an --sd")
    seed = _two_digits(seed_part * on_meter / line.shares)
    seeds = alone.whole(meter) * seed
    rates = {
        "rate": round((on_meter - seeds) / bet.bet_cents / RATE_STEP) * RATE_STEP,
        "reserve_rate": math.ceil(seeds / bet.bet_cents / RATE_STEP) * RATE_STEP,
    }
    changed = meter.model_dump() | rates | {"seed_cents": seed, "cap_cents": 0}
    made = bet_on(adjusted(bet.progressive, {"tiers": tiers, "meters": [changed]}), bet.chances)
    average_cents = average_shown(made, made.progressive.meters[0])
    spread = float(variance_at(made, {meter.name: average_cents})) ** 0.5
    return Proposal(made, long_run_return(made), spread, average_cents)


def _only_meter(bet: ProgressiveBet) -> Meter:
    progressive = bet.progressive
    if len(progressive.meters) > 1 or progressive.meters[0].must_hit_by_cents or not bet.price_cents:
        raise Refused("a design is for one meter that outcomes win, with a bet of its own")
    return progressive.meters[0]


def _line(bet: ProgressiveBet, meter: Meter, wanted_cents: Fraction) -> _Line:
    shares = [(tier.share, p) for tier, p in bet.tiers(meter)]
    sums = [(tier.fixed_cents, p) for tier, p in bet.tiers()]
    return _Line(
        sum((p * share for share, p in shares), Fraction(0)),
        sum((p * cents for cents, p in sums), Fraction(0)),
        sum((p * share**2 for share, p in shares), Fraction(0)),
        sum((p * cents**2 for cents, p in sums), Fraction(0)),
        wanted_cents,
    )


def _average_for(line: _Line, sd: float, bet_cents: int) -> float:
    least, most = line.sd(line.calmest) / bet_cents, line.sd(line.most) / bet_cents
    if not least <= sd <= most:
        raise Refused(f"at this return a bet varies by {least:.2f} to {most:.2f} bets, and not by {sd:g}")
    return line.average_for(sd * bet_cents)


def _posted(cents: Fraction) -> int:
    """A sum in whole dollars, at least one."""
    return max(SUM_STEP_CENTS, round(cents / SUM_STEP_CENTS) * SUM_STEP_CENTS)


def _two_digits(cents: Fraction) -> int:
    """A seed that reads well: two digits, then noughts."""
    whole = int(cents)
    step = int(10 ** max(0, len(str(whole)) - SEED_DIGITS))
    return round(cents / step) * step
