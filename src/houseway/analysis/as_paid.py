"""Edges as a table pays them: in steps of its smallest amount, and within its caps.

Figures are of odds paid to the cent without a cap. What a simulation of a table comes to is another edge where its
options round pays; where it caps them, that edge depends on what else is won, and no exact one is told.
"""

from collections.abc import Mapping

from houseway.analysis.effects import EXACT_GRAIN, rounded_mean
from houseway.analysis.solve import refuse_if_long, solver_of
from houseway.games.game import Game, Settings, Wagers
from houseway.games.wager_titles import ROUND
from houseway.rules.refused import Refused


def edges_as_paid(
    game: Game, settings: Settings, strategy: str, at_odds: Mapping[str, float], bets: Wagers, has_more: bool = False
) -> dict[str, float]:
    """Of bets of these sizes; those that are not known exactly are left out: a round that `has_more` bets is one."""
    capped = {wager for cap in game.sheet.caps if settings[cap.amount] for wager in cap.covers}
    grain = int(settings["grain_cents"])
    if not capped and grain == EXACT_GRAIN:
        return dict(at_odds)
    placed = {wager: cents for wager, cents in bets.items() if cents}
    if grain == EXACT_GRAIN:
        edges = {wager: edge for wager, edge in at_odds.items() if wager not in capped and wager != ROUND}
    else:
        edges = {
            wager: edge
            for wager, edge in _rounded(game, settings, strategy, placed).items()
            if wager in at_odds and wager not in capped
        }
    if not has_more and all(wager in edges for wager in placed):
        unit = placed.get(game.wagers[0]) or next(iter(placed.values()))
        edges[ROUND] = sum(edges[wager] * cents for wager, cents in placed.items()) / unit
    return edges


def _rounded(game: Game, settings: Settings, strategy: str, placed: Wagers) -> dict[str, float]:
    parts = solver_of(game).effects
    if parts is None:
        return {}
    try:
        refuse_if_long(game, solver_of(game), settings)
        settled = parts.settlements(game, settings, strategy)
    except Refused:
        return {}
    policy, grain = str(settings["rounding"]), int(settings["grain_cents"])
    return {
        wager: -float(rounded_mean(settled[wager], cents, policy, grain))
        for wager, cents in placed.items()
        if wager in settled
    }
