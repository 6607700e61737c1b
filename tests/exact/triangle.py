"""What the triangle needs: solver against walk, as Fractions, and solver against simulation, as z-scores."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulate import add_tally
from houseway.analysis.simulation import ROUND, Simulation
from houseway.engine.fast_table import FastTable
from houseway.engine.walk import Walked
from houseway.games.game import Game, Settings

UNIT = 1000  # cents of a unit bet


def simulated(
    game: Game,
    settings: Settings,
    plan: Any,
    wagers: list[str],
    rounds: int,
    seed: int,
    decide: Any = None,
) -> Simulation:
    """A simulation that follows any plan, with the game's `follow` or another decider."""
    result = Simulation(game, settings, game.strategies[0], seed, [dict.fromkeys(wagers, UNIT)])
    table = FastTable(game, settings, plan, result.wagers, follow=decide)
    table.play(seed, 0, rounds)
    result.rounds = rounds
    add_tally(result, table.tally)
    return result


def z_scores(result: Simulation, solved: Mapping[str, WagerSolution]) -> dict[str, float]:
    """Of the mean, and of every outcome's count, for each wager that was solved (of the round: of its mean)."""
    scores: dict[str, float] = {}
    for seen in result.figures():
        if seen.name not in solved:
            continue
        wager = solved[seen.name]
        spread = (float(wager.variance.value) / seen.seen) ** 0.5
        scores[seen.name] = (seen.edge - float(wager.edge.value)) / spread
        if seen.name == ROUND:
            continue
        counts = {(outcome, Fraction(cents, UNIT)): n for outcome, cents, n in seen.outcomes}
        for row in wager.rows:
            expected = float(row.probability) * seen.seen
            if expected > 0:
                found = counts.pop((row.outcome, row.won), 0)
                scores[f"{seen.name}.{row.outcome}"] = (found - expected) / max(1.0, expected) ** 0.5
        assert not counts, f"seen and not solved: {counts}"
    return scores


def same_as_walk(walked: Walked, solved: Mapping[str, WagerSolution]) -> None:
    """Every outcome of every wager has the very same probability."""
    for name, wager in solved.items():
        if name == ROUND:
            continue
        rows = {(row.outcome, row.won): row.probability for row in wager.rows}
        seen = {(o, Fraction(cents, UNIT)): p for (w, o, cents), p in walked.outcomes.items() if w == name}
        assert rows == seen, name
