"""What it takes to be dealt in: the bets that a round is opened with."""

from collections.abc import Collection, Mapping

from houseway.games.betting import Limits, required_wagers
from houseway.games.game import Game, Settings


def opening_wagers(game: Game, settings: Settings, offered: Collection[str]) -> list[str]:
    """The bets that must be made; where none must, the first that is offered: whoever says nothing makes that."""
    own = (each.name for each in game.sheet.wagers if each.name in offered and not each.toke)
    return required_wagers(game, settings) or [next(own)]


def least_to_play_cents(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> int:
    """What a hand costs at the least: all bets that must be made, or the smallest of those that may."""
    required = required_wagers(game, settings)
    if required:
        return sum(limits[name].least_cents for name in required)
    return min(each.least_cents for name, each in limits.items() if not game.sheet.wagers[game.wagers.index(name)].toke)
