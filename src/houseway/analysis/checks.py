"""Solve against simulate: how far what was seen lies from what was solved, in standard deviations."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import exp, sqrt
from statistics import NormalDist

from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.analysis.simulation import ROUND, Simulation, WagerFigures
from houseway.engine.walk import outcome_name
from houseway.rules.felt import SEVERAL

RARE = 200  # expected counts up to here are judged by the Poisson distribution


def scores_of(seen: WagerFigures, wager: WagerSolution, several: str) -> dict[str, float]:
    """z of the mean, and for every row of the table. Rows of split hands that were sampled are taken together."""
    scores = {seen.name: (seen.edge - float(wager.edge.value)) / (float(wager.variance.value) / seen.seen) ** 0.5}
    if seen.name == ROUND:
        return scores
    sampled = wager.variance.se is not None

    def key(outcome: str, won: Fraction) -> str:
        return f"{seen.name}.{outcome}" if sampled and outcome == several else f"{seen.name}.{outcome} {won}"

    expected: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for row in wager.rows:
        expected[key(row.outcome, row.won)] += float(row.probability) * seen.seen  # type: ignore[assignment]
    for outcome, cents, times in seen.outcomes:
        found[key(outcome, Fraction(cents, seen.wager_cents))] += times
    assert found.keys() <= expected.keys(), "seen and not solved"
    return scores | {name: score(found[name], mean, seen.seen) for name, mean in expected.items()}


def score(found: int, expected: float, rounds: int) -> float:
    """How far a count is from what was expected, in standard deviations of the normal distribution."""
    if expected > RARE:
        return (found - expected) / sqrt(expected * (1 - expected / rounds))
    term, below = exp(-expected), 0.0  # Poisson: of exactly n, and of fewer than n
    for n in range(found):
        below += term
        term *= expected / (n + 1)
    tail = min(below + term, 1 - below)  # of so few, of so many
    distance = -NormalDist().inv_cdf(min(0.5, max(tail, 1e-300)))
    return distance if found > expected else -distance


def all_scores(result: Simulation, solved: Mapping[str, WagerSolution]) -> dict[str, float]:
    """Of every wager that was seen and is solved."""
    several = outcome_name(result.game, SEVERAL)
    scores: dict[str, float] = {}
    for seen in result.figures():
        if seen.name in solved:
            scores |= scores_of(seen, solved[seen.name], several)
    return scores
