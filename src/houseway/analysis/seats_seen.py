"""What a player wins who sees the cards of other seats, by number of seats; or the dealer's at a game of boards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.analysis.solve import solve, solver_of
from houseway.analysis.solver import Progress
from houseway.analysis.universal.shape import can_be_proved
from houseway.games.game import Game, Settings
from houseway.games.words import said_again
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.analysis.universal.seats.gained import DecisionSeen, FaceUp

ROUND = "round"
NUMBER = re.compile("[1-9][0-9]{0,3}")


@dataclass(frozen=True)
class SeatsSeen:
    """One who sees the cards of so many other seats, or of the dealer (no seats).

    Shares and edges are exact, or means of deals by chance.
    """

    seats: int
    cards: int  # of theirs
    base: Fraction  # the edge of the round against one who does not see them
    gain: Fraction  # in units of the base bet a round
    se: float  # of the gain
    is_exact: bool
    deals: int  # gone through
    seed: int
    changed: dict[tuple[str, str], Fraction]  # share of deals, by the first act without that sight and with it
    decisions: "tuple[DecisionSeen, ...]" = ()  # the first, and later ones too
    community: int = 0  # of these cards: how many are the community's
    why_nothing: str = ""  # why nobody gains by seeing, where that is so

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
    from houseway.analysis.universal.seats.any_game import seeing_seats  # it brings the compiler with it

    full = game.settings(settings)
    study = seeing_seats(game, full, seats)
    return _beside_base(game, full, study.found(progress), study.why_nothing)


def cost_of_seats(game: Game, settings: Mapping[str, Any] | None, seats: int) -> str:
    """What that will take, in words; '' where there is nothing to do."""
    from houseway.analysis.universal.seats.any_game import seeing_seats

    return seeing_seats(game, game.settings(settings), seats).cost()


def dealer_seen(
    game: Game, settings: Mapping[str, Any] | None, sees: str, progress: Progress | None = None
) -> list[SeatsSeen]:
    """Cards of the dealer at a game of boards."""
    from houseway.analysis.universal.seats.face_up import dealer_up

    full = game.settings(settings)
    return _beside_base(game, full, dealer_up(game, full, sees, progress))


def cost_of_dealer(game: Game, settings: Mapping[str, Any] | None, sees: str) -> str:
    """What that will take, in words; '' where the game is no game of boards, or something else is to be seen."""
    full = game.settings(settings)
    if not is_of_one_deck(game, full):
        return ""
    from houseway.analysis.universal.seats.face_up import cost_of_dealer_up

    return cost_of_dealer_up(game, full, sees)


def is_of_one_deck(game: Game, settings: Settings) -> bool:
    """Whether its cards lie alike whatever is done, and are those of one deck."""
    deck = game.deck(settings)
    return can_be_proved(game) and len(set(deck)) == len(deck)


def _beside_base(game: Game, full: Settings, found: "list[FaceUp]", why_nothing: str = "") -> list[SeatsSeen]:
    from houseway.analysis.universal.seats.face_up import SEED

    wagers, hints = solve(game, full).wagers, solver_of(game).hints
    base = wagers[ROUND if ROUND in wagers or hints is None else hints.base].edge.value
    return [
        SeatsSeen(
            each.seats,
            each.cards,
            base,
            each.gain,
            each.se,
            each.is_exact,
            each.deals,
            SEED,
            each.changed,
            each.decisions,
            each.community,
            why_nothing,
        )
        for each in found
    ]


def seats_in(sees: str) -> int:
    """'seats:3' is three other seats, and less than 1 a number that cannot be; 0 where something else is to be seen."""
    who, _, number = sees.strip().partition(":")
    if who != "seats":
        return 0
    return int(number) if NUMBER.fullmatch(number) else -1


def verify_sight(sees: str) -> None:
    """Refuse words that are none, whatever the game; `sees` is of cards."""
    for word in (each.strip() for each in sees.split(",")):
        who, _, number = word.partition(":")
        if who not in ("dealer", "community") or not NUMBER.fullmatch(number):
            raise Refused(
                f"'{said_again(word)}' cannot be seen: write dealer:1, or community:2 for the first two, or seats:3 "
                "alone for the cards of three other seats"
            )
