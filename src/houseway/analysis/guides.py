"""Strategies in words: of those games that are not played by a chart."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from houseway.analysis.exact.guide import Guide
from houseway.analysis.solve import SOLVED, refuse_if_long, solver_of
from houseway.games.game import Game, nearest
from houseway.rules.refused import Refused


def guide_of(game: Game, settings: Mapping[str, Any] | None, strategy: str) -> Guide | None:
    """A strategy's guide, by the game's solve_guide.py; None where the game has none."""
    name = f"houseway.games.{game.slug}.solve_guide"
    if find_spec(name) is None:
        return None
    known = dict.fromkeys((*SOLVED, *game.strategies))
    if strategy not in known:
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")
    full = game.settings(settings)
    refuse_if_long(game, solver_of(game), full)
    guide: Guide = import_module(name).guide(game, full, strategy)
    return guide
