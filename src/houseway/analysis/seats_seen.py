"""What a player wins who sees the cards of other seats, by number of seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.analysis.solve import solve
from houseway.analysis.solver import Progress
from houseway.games.game import Game

ROUND = "round"


@dataclass(frozen=True)
class SeatsSeen:
    """One who sees the cards of so many other seats; shares and edges are exact, or means of deals by chance."""

    seats: int
    cards: int  # of theirs
    base: Fraction  # the edge of the round against one who does not see them
    gain: Fraction  # in units of the base bet a round
    se: float  # of the gain
    is_exact: bool
    deals: int  # gone through
    seed: int
    changed: dict[tuple[str, str], Fraction]  # share of deals, by the first act without that sight and with it

    @property
    def edge(self) -> Fraction:
        return self.base - self.gain

    @property
    def otherwise(self) -> Fraction:
        """Share of deals in which the first act is another."""
        return sum(self.changed.values(), Fraction(0))


def seats_seen(
    game: Game, settings: Mapping[str, Any] | None, seats: int, progress: Progress | None = None
) -> list[SeatsSeen]:
    """One to so many other seats."""
    from houseway.analysis.universal.seats.face_up import SEED, face_up  # it brings the compiler with it

    full = game.settings(settings)
    base = solve(game, full).wagers[ROUND].edge.value
    return [
        SeatsSeen(each.seats, each.cards, base, each.gain, each.se, each.is_exact, each.deals, SEED, each.changed)
        for each in face_up(game, full, seats, progress)
    ]


def cost_of_seats(game: Game, settings: Mapping[str, Any] | None, seats: int) -> str:
    """What that will take, in words."""
    from houseway.analysis.universal.seats.face_up import cost_of_sight

    return str(cost_of_sight(game, game.settings(settings), seats))


def seats_in(sees: str) -> int:
    """'seats:3' is three other seats; 0 where something else is to be seen."""
    who, _, number = sees.strip().partition(":")
    return (int(number) if number.isdigit() else -1) if who == "seats" else 0
