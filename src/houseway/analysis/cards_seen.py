"""What a player wins who sees cards of the dealer or of the community before they are shown, by the best play."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.seats_seen import SeatsSeen, is_of_one_deck
from houseway.analysis.solver import Progress
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.analysis.universal.kinds.seen_ahead import SeeingShoe
    from houseway.analysis.universal.seeing import Seeing


def cost_of_cards(game: Game, settings: Mapping[str, Any] | None, sees: str) -> str:
    """What that will take, in words; a refusal where it is out of reach."""
    return str(_seeing(game, game.settings(settings), sees).cost)


def cards_seen(
    game: Game, settings: Mapping[str, Any] | None, sees: str, progress: Progress | None = None
) -> tuple[Solution, SeatsSeen]:
    """All figures of who sees 'dealer:1', from `play`, whatever solver a game has; and what that adds."""
    solution, each, base = _seeing(game, game.settings(settings), sees).found(progress)
    return solution, SeatsSeen(
        each.seats, each.cards, base, each.gain, each.se, each.is_exact, each.deals, 0, each.changed, each.decisions,
        each.community,
    )  # fmt: skip


def _seeing(game: Game, settings: Settings, sees: str) -> "Seeing | SeeingShoe":
    """Walked where the cards of a deck lie alike whatever is done, else card by card from a shoe."""
    from houseway.analysis.universal.kinds.seen_ahead import SeeingShoe  # they bring the compiler with them
    from houseway.analysis.universal.kinds.shoe_question import shoe_question
    from houseway.analysis.universal.kinds.whole_shoe import verify_reach
    from houseway.analysis.universal.seats.any_game import not_seen_beforehand
    from houseway.analysis.universal.seeing import seeing

    if is_of_one_deck(game, settings):
        return seeing(game, settings, sees)
    try:
        asked = shoe_question(game, settings)
        verify_reach(asked)
    except Refused as refused:
        raise not_seen_beforehand(game, refused) from None
    return SeeingShoe(asked, sees)
