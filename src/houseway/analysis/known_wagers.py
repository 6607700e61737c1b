"""Wagers whose exact mean takes the place of what they came to, so that a round needs fewer simulated ones.

A round wins what its wagers win together. Where the mean of some is known exactly, only what the others came to hangs
on luck: a bet beside the game that seldom pays much, and has most of the luck, is no longer waited for. Nothing is
assumed of how wagers hang together, so the sum is unbiased; and which rounds are played stays as it is.
"""

from collections.abc import Sequence

from houseway.analysis.as_paid import exact_at_hand
from houseway.analysis.at_hand import at_hand
from houseway.analysis.simulation import Simulation
from houseway.analysis.universal.apart.one_wager import mean_cents_apart
from houseway.games.game import Wagers, nearest
from houseway.games.words import said_again
from houseway.rules.refused import Refused


def take_exactly(result: Simulation, names: Sequence[str]) -> None:
    """From now on the round has the exact mean of each of these wagers; refused where one is not known."""
    if not names:
        return
    if len(result.wagers) > 1:
        raise Refused("--exact is for one seat: what is known exactly of a wager is known of one")
    bets = {name: cents for name, cents in result.wagers[0].items() if cents}
    for name in names:
        if name not in bets:
            raise Refused(f"--exact {said_again(name)}: nobody bets on that{nearest(name, bets)}")
    if not set(bets) - set(names):
        raise Refused("--exact leaves nothing to simulate: houseway edge tells what is known of every wager")
    result.known = {name: _mean_cents(result, bets, name) for name in names}


def _mean_cents(result: Simulation, bets: Wagers, name: str) -> float:
    """Of a round: what is stored of this very strategy; else what follows from the rules, whatever is played."""
    game, settings, strategy = result.game, result.settings, result.strategy
    stored = at_hand(game, settings, strategy).get(name)
    if stored is not None and stored.edge.se is None:
        edges = exact_at_hand(game, settings, strategy, bets)
        if name in edges:
            return -edges[name] * bets[name]
    return float(mean_cents_apart(game, settings, name, bets))
