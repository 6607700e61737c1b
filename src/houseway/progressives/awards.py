"""What the hits of one round are paid, and what the meters show after them.

Shares are of what a meter shows, rounded down to the cent: what a division leaves over stays on the meter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from houseway.progressives.growth import Reading, won
from houseway.progressives.hits import Hit
from houseway.progressives.jackpot import Meter, Progressive, Tier

Readings = Mapping[str, Reading]  # by the meter's name
Why = Literal["tier", "envy", "shared", "must_hit"]


@dataclass(frozen=True)
class Award:
    """A seat is paid so much; `meter` is '' where the money is the house's."""

    seat: int
    cents: int
    why: Why
    meter: str = ""
    tier: str = ""  # the name of the tier that was hit, its own or another's


def awards_for(
    progressive: Progressive, readings: Readings, hits: Sequence[Hit], betting: Mapping[int, object]
) -> tuple[list[Award], dict[str, Reading]]:
    """Awards in the order of pay, and the readings after them. `betting` says who plays each seat that has the bet.

    'shared': the best tier first, each divided among those who hit it. 'in_turn': seat by seat, as the game pays them.
    Players get neither Envy nor a share for seats of their own.
    """
    paid: list[Award] = []
    now = dict(readings)
    for group in _groups(progressive, hits):
        tier = progressive.tiers[group[0].tier]
        seats = [hit.seat for hit in group]
        if tier.meter:
            meter = progressive.meter(tier.meter)
            awards, now[meter.name] = _off_the_meter(meter, now[meter.name], tier, seats, betting)
            paid += awards
        else:
            paid += [Award(seat, tier.fixed_cents, "tier", "", tier.name) for seat in seats]
        if tier.envy_cents:
            paid += [
                Award(other, tier.envy_cents, "envy", "", tier.name)
                for seat in seats
                for other in betting
                if betting[other] != betting[seat]
            ]
    return paid, now


def must_hit_award(meter: Meter, reading: Reading, seat: int) -> tuple[Award, Reading]:
    """The bet of this seat has brought the meter to its trigger."""
    cents = reading.shown_cents
    return Award(seat, cents, "must_hit", meter.name), won(meter, reading, cents, whole=True)


def _groups(progressive: Progressive, hits: Sequence[Hit]) -> list[list[Hit]]:
    """Hits that are paid at once."""
    if progressive.together == "in_turn":
        return [[hit] for hit in hits]
    tiers = sorted({hit.tier for hit in hits})
    return [[hit for hit in hits if hit.tier == tier] for tier in tiers]


def _off_the_meter(
    meter: Meter, reading: Reading, tier: Tier, seats: Sequence[int], betting: Mapping[int, object]
) -> tuple[list[Award], Reading]:
    shown = reading.shown_cents
    winners = {betting[seat] for seat in seats}
    others = [seat for seat in betting if betting[seat] not in winners]
    each = int(shown * tier.share) // len(seats)
    part = int(shown * tier.shared) // len(others) if others else 0
    paid = [Award(seat, each, "tier", meter.name, tier.name) for seat in seats]
    if part:
        paid += [Award(seat, part, "shared", meter.name, tier.name) for seat in others]
    total = sum(award.cents for award in paid)
    return paid, won(meter, reading, total, wins=len(seats), whole=tier.is_whole)
