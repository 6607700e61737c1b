"""Which tiers a round's seats hit, read off its tape."""

from collections.abc import Container
from dataclasses import dataclass

from houseway.games.game import Game
from houseway.progressives.jackpot import Progressive
from houseway.rules.shapes import Words
from houseway.rules.tape import SEAT, SETTLE, VERB, A, B


@dataclass(frozen=True)
class Hit:
    """A seat has hit a tier (its place among the progressive's, from 0)."""

    seat: int
    tier: int


def tier_by_outcome(progressive: Progressive) -> dict[str, int]:
    """The place of the tier that an outcome hits."""
    return {outcome: i for i, tier in enumerate(progressive.tiers) for outcome in tier.outcomes}


def hits_of(game: Game, progressive: Progressive, tape: Words, betting: Container[int]) -> tuple[Hit, ...]:
    """The best tier of every seat that has the progressive bet, in the order in which the game paid the seats.

    A wager settled on several hands of a seat counts by the best of them. A void round settles nothing.
    """
    wager = game.wagers.index(progressive.wager)
    tiers = tier_by_outcome(progressive)
    best: dict[int, int] = {}
    for row in tape:
        if row[VERB] == SETTLE and row[A] == wager and int(row[SEAT]) in betting:
            tier = tiers.get(game.outcomes[int(row[B])])
            seat = int(row[SEAT])
            if tier is not None:
                best[seat] = min(tier, best.get(seat, tier))
    return tuple(Hit(seat, tier) for seat, tier in best.items())
