"""What a bet on a progressive is worth: at what its meters show, and in the long run. Exact.

At meters that show m the bet wins, on average, a straight line in each m: shares times chances, fixed sums, Envy for
what others hit, and, of a meter that must hit by L, `rate x m / (L - m)` of every cent bet. In the long run nothing of
it hangs on what a meter shows now: all that bets put onto the meters is won again, with the seeds.

A meter is moved by bets, one after another: each adds its rate, then wins all of it with chance w (which leaves the
seed) or a share s with chance p. What it shows at a bet tends to `(growth + w x seed) / (w + sum p x s)`, which without
smaller shares is the seed plus growth / w. Hits do not look at the meter, so that is the average jackpot, too. A cap
changes it only where it lies below: what overflows comes back, as long as it can.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.progressives.jackpot import Meter, Progressive, Tier
from houseway.progressives.must_hit import average_jackpot, value_a_unit
from houseway.rules.refused import Refused

Shown = Mapping[str, int | Fraction]  # cents by the meter's name
NOUGHT = Fraction(0)


@dataclass(frozen=True)
class ProgressiveBet:
    """One player's bet, with the chance of each tier, at a table where so many players have it, all with one seat."""

    progressive: Progressive
    chances: tuple[Fraction, ...]
    bet_cents: int  # of a progressive with a bet of its own, that; else the size of the wager that feeds it
    players: int = 1

    @property
    def price_cents(self) -> int:
        """What it costs beside the game: a share of a wager costs nothing more."""
        return self.progressive.bet_cents

    def growth_cents(self, meter: Meter) -> Fraction:
        return meter.rate * self.bet_cents

    def tiers(self, meter: Meter | None = None) -> list[tuple[Tier, Fraction]]:
        """Tiers with their chances: of one meter, or those that pay fixed sums."""
        name = meter.name if meter else ""
        pairs = zip(self.progressive.tiers, self.chances, strict=True)
        return [(tier, chance) for tier, chance in pairs if tier.meter == name]

    def fixed_cents(self) -> Fraction:
        """Fixed sums a bet, and Envy for what the others hit: as likely as one's own."""
        own = sum((p * tier.fixed_cents for tier, p in self.tiers()), NOUGHT)
        return own + (self.players - 1) * self.envy_cents_each()

    def envy_cents_each(self) -> Fraction:
        """Envy a bet for each other player."""
        pairs = zip(self.progressive.tiers, self.chances, strict=True)
        return sum((p * tier.envy_cents for tier, p in pairs), NOUGHT)

    def per_cent_shown(self, meter: Meter) -> Fraction:
        """How much a bet wins for every cent that a meter shows: as much as it takes off the meter, on average.

        Each of the others hits as often as oneself, and gives one a part of what is shared.
        """
        alone = self.players == 1
        return sum((p * (tier.share + (0 if alone else tier.shared)) for tier, p in self.tiers(meter)), NOUGHT)

    def whole(self, meter: Meter) -> Fraction:
        """The chance that a bet wins all of a meter, which then begins again."""
        return sum((p for tier, p in self.tiers(meter) if tier.is_whole), NOUGHT)

    def among(self, players: int) -> "ProgressiveBet":
        return replace(self, players=players)


def bet_on(
    progressive: Progressive, chances: tuple[Fraction, ...], *, bet_cents: int = 0, players: int = 1
) -> ProgressiveBet:
    """A bet; its size is asked for only where the meters are fed by a wager."""
    if progressive.of_wager and bet_cents <= 0:
        raise Refused(f"{progressive.title} is fed by {progressive.of_wager}: say how much is bet on it")
    if players < 1:
        raise Refused("at least one player has the bet")
    return ProgressiveBet(progressive, chances, progressive.bet_cents or bet_cents, players)


# --- at what the meters show ---


def won_at(bet: ProgressiveBet, shown: Shown) -> Fraction:
    """Cents that a bet wins on average, with meters that show so much when they are won."""
    total = bet.fixed_cents()
    for meter in bet.progressive.meters:
        total += worth_of_meter(bet, meter, Fraction(shown[meter.name]))
    return total


def worth_of_meter(bet: ProgressiveBet, meter: Meter, shown: Fraction) -> Fraction:
    if meter.must_hit_by_cents:
        return bet.bet_cents * value_a_unit(meter, shown)
    return bet.per_cent_shown(meter) * shown


def return_at(bet: ProgressiveBet, shown: Shown) -> Fraction:
    """The part of the bet that comes back: 1 is a fair bet."""
    return won_at(bet, shown) / bet.bet_cents


def variance_at(bet: ProgressiveBet, shown: Shown) -> Fraction:
    """Of what a bet wins by its own hits, in bets squared; meters that must hit are left out."""
    won = [
        (p, tier.share * shown[tier.meter] if tier.meter else Fraction(tier.fixed_cents))
        for tier, p in zip(bet.progressive.tiers, bet.chances, strict=True)
    ]
    mean = sum((p * cents for p, cents in won), NOUGHT)
    square = sum((p * cents**2 for p, cents in won), NOUGHT)
    return (square - mean**2) / bet.bet_cents**2


def break_even_cents(bet: ProgressiveBet, meter: Meter, shown: Shown) -> Fraction | None:
    """What this meter must show for a fair bet, the others showing what they do; None: the bet costs nothing.

    Below nought the bet is better than fair whatever the meter shows.
    """
    if not bet.price_cents:
        return None
    missing = price_of_rest(bet, meter, shown)
    if not meter.must_hit_by_cents:
        return missing / bet.per_cent_shown(meter)
    # bet x rate x m / (L - m) = missing
    return missing * meter.must_hit_by_cents / (missing + bet.growth_cents(meter))


def price_of_rest(bet: ProgressiveBet, meter: Meter, shown: Shown) -> Fraction:
    """What a bet costs, less all that it wins but for this meter."""
    others = [each for each in bet.progressive.meters if each.name != meter.name]
    rest = sum((worth_of_meter(bet, each, Fraction(shown[each.name])) for each in others), NOUGHT)
    return bet.price_cents - bet.fixed_cents() - rest


# --- in the long run ---


def average_shown(bet: ProgressiveBet, meter: Meter) -> Fraction:
    """Cents that a meter shows on average when a bet is dealt, and so when it is won."""
    if meter.must_hit_by_cents:
        return average_jackpot(meter, bet.growth_cents(meter))
    uncapped = (bet.growth_cents(meter) + bet.whole(meter) * meter.seed_cents) / bet.per_cent_shown(meter)
    return min(uncapped, Fraction(meter.cap_cents)) if meter.cap_cents else uncapped


def mean_shown_after(bet: ProgressiveBet, meter: Meter, bets: int, shown: Fraction) -> Fraction:
    """What a meter without a cap shows on average at the bet after so many more, from what one bet saw."""
    settles_at = (bet.growth_cents(meter) + bet.whole(meter) * meter.seed_cents) / bet.per_cent_shown(meter)
    return Fraction(settles_at + (shown - settles_at) * (1 - bet.per_cent_shown(meter)) ** bets)


def is_held_back(bet: ProgressiveBet, meter: Meter) -> bool:
    """Whether a cap keeps money from players for ever: what overflows is more than can ever return."""
    return bool(meter.cap_cents) and average_shown(bet, meter) == meter.cap_cents


def long_run_of_meter(bet: ProgressiveBet, meter: Meter) -> Fraction:
    """Cents that a meter gives back a bet, in the long run."""
    if meter.must_hit_by_cents:
        jackpot = average_jackpot(meter, bet.growth_cents(meter))
        return bet.growth_cents(meter) * jackpot / (jackpot - meter.seed_cents)
    return bet.per_cent_shown(meter) * average_shown(bet, meter)


def long_run_return(bet: ProgressiveBet) -> Fraction:
    """The part of all bets that comes back."""
    meters = sum((long_run_of_meter(bet, meter) for meter in bet.progressive.meters), NOUGHT)
    return (meters + bet.fixed_cents()) / bet.bet_cents
