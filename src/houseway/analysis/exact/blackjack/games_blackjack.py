"""The blackjack of a game, made once for its options."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.turns import Leaves
from houseway.games.game import Game, Settings

LeavesOf = Callable[[Any], Leaves]  # a game's Rules -> its rules as the exact engine asks for them


def blackjack_of(
    game: Game, settings: Settings, leaves_of: LeavesOf, deck: Sequence[int] | None = None
) -> Blackjack:  # fmt: skip
    """Ready to be solved. With the cards of its rules it is made once; a deck of one's own each time."""
    if deck is None:
        return _standard(game, settings, leaves_of)
    return _made(game, settings, leaves_of, deck)


@lru_cache(maxsize=16)
def _standard(game: Game, settings: Settings, leaves_of: LeavesOf) -> Blackjack:
    return _made(game, settings, leaves_of, game.deck(settings))


def _made(game: Game, settings: Settings, leaves_of: LeavesOf, deck: Sequence[int]) -> Blackjack:
    return Blackjack(leaves_of(game.rules(settings)), deck, endless=game.endless(settings))
