"""Parts that a game may have, each in a module of its own that is found by its name."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from houseway.games.game import Game


def own_part(game: Game, name: str) -> ModuleType | None:
    """The game's `<name>.py`, or None where it has none."""
    module = f"{game.package}.{name}"
    return import_module(module) if find_spec(module) else None
