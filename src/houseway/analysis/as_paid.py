"""Edges as a table pays them: in steps of its smallest amount, and within its caps.

Figures are of odds paid to the cent without a cap. What a simulation of a table comes to is another edge where its
options round pays; where it caps them, that edge depends on what else is won, and no exact one is told.
"""

from collections.abc import Mapping
from typing import Any

from houseway.analysis.at_hand import at_hand
from houseway.analysis.convergence import exact_edges
from houseway.analysis.effects import EXACT_GRAIN, rounded_mean
from houseway.analysis.follow_ons import edge_of_round, follow_ons
from houseway.analysis.solve import refuse_if_long, solver_of
from houseway.games.game import Game, Settings, Wagers
from houseway.games.wager_titles import ROUND
from houseway.rules.refused import Refused


def edges_as_paid(
    game: Game, settings: Settings, strategy: str, wagers: Mapping[str, Any], bets: Wagers
) -> dict[str, float]:
    """What a simulation of these bets comes to, by a solution's wagers; what is not known exactly is left out."""
    at_odds = exact_edges(game, wagers, bets)
    capped = {wager for cap in game.sheet.caps if settings[cap.amount] for wager in cap.covers}
    grain = int(settings["grain_cents"])
    if not capped and grain == EXACT_GRAIN:
        return at_odds
    placed = {wager: cents for wager, cents in bets.items() if cents}
    found = at_odds if grain == EXACT_GRAIN else _rounded(game, settings, strategy, placed)
    edges = {wager: edge for wager, edge in found.items() if wager in at_odds and wager not in {*capped, ROUND}}
    known = None if follow_ons(game, wagers) else edge_of_round(game, edges, placed)
    return edges if known is None else {**edges, ROUND: known}


def exact_at_hand(game: Game, settings: Settings, strategy: str, bets: Wagers) -> dict[str, float]:
    """The same, where nothing has to be solved for it."""
    known = at_hand(game, settings, strategy)
    capped = any(settings[cap.amount] for cap in game.sheet.caps)
    at_odds = not capped and int(settings["grain_cents"]) == EXACT_GRAIN
    return exact_edges(game, known, bets) if known and at_odds else {}


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
