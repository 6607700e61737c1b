"""What a solver returns: exact figures for every wager, and the plan that earns them.

Figures are Fractions. Where a part had to be sampled after all, its standard error stands beside it.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from houseway.games.settings import Settings

MEASURES = ("edge", "hit", "sd", "element_of_risk")


@dataclass(frozen=True)
class Row:
    """One way a wager can end: what it wins in units of the initial wager (negative: loses), and how likely."""

    outcome: str
    won: Fraction
    probability: Fraction


@dataclass(frozen=True)
class HandRow:
    """One way a single hand can end: units staked, what each of them wins, and how many such hands a round has."""

    outcome: str
    units: int
    pays: Fraction
    often: Fraction

    @property
    def adds(self) -> Fraction:
        return self.units * self.pays * self.often


@dataclass(frozen=True)
class Figure:
    value: Fraction
    se: float | None = None  # None: exact


@dataclass(frozen=True)
class WagerSolution:
    """One wager. Rows may be empty where no table of outcomes is known; then the figures stand alone."""

    name: str
    edge: Figure  # of the initial wager, positive when the house is ahead
    hit: Figure  # how often it wins something
    variance: Figure  # in squared units of the initial wager
    action: Figure  # average units finally staked per unit of initial wager
    rows: tuple[Row, ...] = ()
    hands: tuple[HandRow, ...] = ()  # hand by hand, where some rows sum what several hands came to
    beside: tuple["WagerSolution", ...] = ()  # of a round: what is paid in it without a bet of its own

    @property
    def measures(self) -> tuple[str, ...]:
        """The figures it has: without a stake there is no element of risk."""
        return MEASURES if self.action.value else MEASURES[:-1]

    def measure(self, name: str) -> tuple[Fraction | None, float, float | None]:
        """Exact value where it is rational, decimal, standard error."""
        if name == "sd":
            se = self.variance.se
            sd = math.sqrt(self.variance.value)
            return None, sd, None if se is None else se / (2 * sd)
        if name == "element_of_risk":
            value = self.edge.value / self.action.value
            return value, float(value), self.edge.se
        figure: Figure = getattr(self, name)
        return figure.value, float(figure.value), figure.se


def from_rows(name: str, rows: Iterable[Row], action: Fraction = Fraction(1)) -> WagerSolution:
    """The figures of a wager whose outcomes are all known. Rows that end alike are added up."""
    merged: dict[tuple[str, Fraction], Fraction] = {}
    for row in rows:
        merged[row.outcome, row.won] = merged.get((row.outcome, row.won), Fraction(0)) + row.probability
    table = tuple(Row(outcome, won, p) for (outcome, won), p in merged.items() if p)
    assert sum(row.probability for row in table) == 1, f"{name}: outcomes add up to something else than one"
    mean = sum((row.won * row.probability for row in table), Fraction(0))
    square = sum((row.won**2 * row.probability for row in table), Fraction(0))
    hit = sum((row.probability for row in table if row.won > 0), Fraction(0))
    ordered = tuple(sorted(table, key=lambda row: (-row.won, row.outcome)))
    return WagerSolution(name, Figure(-mean), Figure(hit), Figure(square - mean**2), Figure(action), ordered)


def with_hands(wager: WagerSolution, hands: Iterable[HandRow]) -> WagerSolution:
    """A wager with what each of its hands comes to; without, where a hand is paid otherwise beside another (a cap)."""
    merged: dict[tuple[str, int, Fraction], Fraction] = {}
    for each in hands:
        key = each.outcome, each.units, each.pays
        merged[key] = merged.get(key, Fraction(0)) + each.often
    found = [HandRow(*key, often) for key, often in merged.items() if often]
    if sum((each.adds for each in found), Fraction(0)) != -wager.edge.value:
        return wager
    ordered = sorted(found, key=lambda each: (-each.units * each.pays, each.outcome, each.units))
    return replace(wager, hands=tuple(ordered))


@dataclass(frozen=True)
class Solution:
    """A game solved under its settings for one strategy."""

    slug: str
    settings: Settings
    strategy: str
    wagers: Mapping[str, WagerSolution]
    plan: Any = None  # what `follow` plays to earn these figures
    notes: Mapping[str, Fraction] = field(default_factory=dict)  # further figures, by name

    @property
    def paid_beside(self) -> dict[str, WagerSolution]:
        """What is paid without a bet of its own, by name, per unit of the first bet."""
        return {each.name: each for wager in self.wagers.values() for each in wager.beside}

    @property
    def told(self) -> dict[str, WagerSolution]:
        """All that has figures: what is bet on, and what is paid beside it."""
        return {**self.wagers, **self.paid_beside}
