"""What a player wins who sees cards of the dealer or of the community before they are shown, by the best play."""

from collections.abc import Mapping
from typing import Any

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.seats_seen import SeatsSeen
from houseway.analysis.solver import Progress
from houseway.games.game import Game


def cost_of_cards(game: Game, settings: Mapping[str, Any] | None, sees: str) -> str:
    """What that will take, in words; a refusal where it is out of reach."""
    from houseway.analysis.universal.seeing import seeing  # it brings the compiler with it

    return str(seeing(game, game.settings(settings), sees).cost)


def cards_seen(
    game: Game, settings: Mapping[str, Any] | None, sees: str, progress: Progress | None = None
) -> tuple[Solution, SeatsSeen]:
    """All figures of who sees 'dealer:1', from `play`, whatever solver a game has; and what that adds."""
    from houseway.analysis.universal.seeing import seeing

    solution, each, base = seeing(game, game.settings(settings), sees).found(progress)
    return solution, SeatsSeen(
        each.seats, each.cards, base, each.gain, each.se, each.is_exact, each.deals, 0, each.changed, each.decisions,
        each.community,
    )  # fmt: skip
