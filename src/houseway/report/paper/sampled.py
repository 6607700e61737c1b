"""Wagers of which rounds of several hands are sampled: what of them is exact after all."""

from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.shared.solution import Row, WagerSolution
from houseway.report.paper.evidence import SEVERAL_HANDS


def is_sampled(wager: WagerSolution) -> bool:
    return wager.variance.se is not None


def exactly(wager: WagerSolution) -> WagerSolution:
    """With what is sampled in one row: how often it comes and what it wins on the average are exact."""
    rows = [row for row in wager.rows if row.outcome != SEVERAL_HANDS]
    likely = 1 - sum((row.probability for row in rows), Fraction(0))
    if not is_sampled(wager) or not likely:
        return wager
    mean = -wager.edge.value - sum((row.won * row.probability for row in rows), Fraction(0))
    rows.append(Row(SEVERAL_HANDS, mean / likely, likely))
    return replace(wager, rows=tuple(sorted(rows, key=lambda row: (-row.won, row.outcome))))
