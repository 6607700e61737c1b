"""Strategies in words: of those games that are not played by a chart."""

from collections.abc import Mapping
from typing import Any

from houseway.analysis.exact.shared.guide import Guide
from houseway.analysis.solve import SOLVED, has_solver, refuse_if_long, solver_of
from houseway.games.game import Game, nearest
from houseway.rules.refused import Refused


def guide_of(game: Game, settings: Mapping[str, Any] | None, strategy: str) -> Guide | None:
    """A strategy's guide, as the game's solver declares it; None where the game has none."""
    guide = solver_of(game).guide if has_solver(game) else None
    if guide is None:
        return None
    known = dict.fromkeys((*SOLVED, *game.strategies))
    if strategy not in known:
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")
    full = game.settings(settings)
    refuse_if_long(game, solver_of(game), full)
    return guide(game, full, strategy)
