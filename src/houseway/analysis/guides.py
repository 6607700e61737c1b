"""Strategies in words: of those games that are not played by a chart."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.shared.guide import Guide
from houseway.analysis.solve import OPTIMAL, SOLVED, has_solver, proof_of, refuse_if_long, solver_of
from houseway.analysis.solver import Progress
from houseway.games.game import Game, nearest
from houseway.rules.refused import Refused

WITHIN = Fraction(1, 10_000)  # of the base bet a round: what rules in words may give up at one choice


def guide_of(
    game: Game,
    settings: Mapping[str, Any] | None,
    strategy: str,
    progress: Progress | None = None,
    within: Fraction = WITHIN,
) -> Guide | None:
    """A strategy's guide, as the game's solver declares it, or the best play in words that are found for it; None
    where the game has neither."""
    solver = solver_of(game) if has_solver(game) else None
    if solver is None or not (solver.guide or (solver.words and strategy == OPTIMAL)):
        return None
    known = dict.fromkeys((*SOLVED, *game.strategies))
    if strategy not in known:
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")
    full = game.settings(settings)
    refuse_if_long(game, solver, full)
    if solver.guide:
        return solver.guide(game, full, strategy)
    assert solver.words is not None
    return solver.words(game, full, progress, within)


def cost_of_guide(game: Game, settings: Mapping[str, Any] | None, strategy: str) -> str:
    """What finding rules in words will take; '' where none have to be found."""
    solver = solver_of(game) if has_solver(game) else None
    if solver is None or solver.guide or not solver.words or not solver.cost or strategy != OPTIMAL:
        return ""
    full = game.settings(settings)
    refuse_if_long(game, solver, full)
    return solver.cost(game, full)


def guide_from_play(
    game: Game,
    settings: Mapping[str, Any] | None,
    tell: Callable[[str], object],
    progress: Progress | None = None,
    within: Fraction = WITHIN,
) -> Guide:
    """The best play in words from `play` alone, whatever chart or guide a game has; what it takes is told first."""
    full = game.settings(settings)
    solver = proof_of(game)
    assert solver.words is not None
    if solver.cost:
        tell(solver.cost(game, full))
    return solver.words(game, full, progress, within)
