"""Axes of charts: what they reach over, and where their ticks are."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from houseway.report.paper.model import Axis, Chart
from houseway.report.paper.shown import figure

NAMES_MAX = 7
LEADS = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Scale:
    low: float
    high: float
    ticks: tuple[float, ...]
    place: Callable[[float], float]  # from 0 at the low end to 1 at the high one
    words: Callable[[float], str]


def scales(chart: Chart) -> tuple[Scale, Scale]:
    """Of x and y. The height reaches to whole steps, so that nothing touches the frame."""
    named = [bar for bar in chart.bars if bar.name]
    xs = [x for line in chart.lines for x, _ in line.points]
    xs += [x for bar in chart.bars for x in bar.span if not bar.name] + ([0.0, float(len(named))] if named else [])
    xs += [rule.x for rule in chart.rules if rule.x is not None]
    ys = [y for line in chart.lines for _, y in line.points]
    ys += [y for line in chart.lines for _, low, high in line.band for y in (low, high)]
    xs += [x for band in chart.bands for x, _, _ in band.reach]
    ys += [y for band in chart.bands for _, low, high in band.reach for y in (low, high)]
    ys += [y for bar in chart.bars for y in (0.0, bar.value)]
    ys += [rule.y for rule in chart.rules if rule.y is not None]
    return _scale(chart.x, min(xs), max(xs), open_ends=False), _scale(chart.y, min(ys), max(ys), open_ends=True)


def _scale(axis: Axis, low: float, high: float, *, open_ends: bool) -> Scale:
    if high <= low:
        low, high = low - (abs(low) or 1) / 2, high + (abs(high) or 1) / 2

    def words(value: float) -> str:
        return figure(value, axis.form, axis.digits)

    if axis.names:
        return _named(axis.names)
    if axis.log:
        a, b = math.log10(low), math.log10(high)
        ticks = tuple(10.0**p for p in range(math.ceil(a - 1e-9), math.floor(b + 1e-9) + 1))
        return Scale(low, high, ticks, lambda value: (math.log10(value) - a) / (b - a), words)
    step = _step((high - low) / 6)
    if open_ends:
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    ticks = tuple(round(i * step, 12) for i in range(first, last + 1))
    return Scale(low, high, ticks, lambda value: (value - low) / (high - low), words)


def _named(names: tuple[str, ...]) -> Scale:
    """A place for each name, and as many of the names as can be read side by side."""
    low, high = -0.5, len(names) - 0.5
    step = -(-len(names) // NAMES_MAX)
    ticks = tuple(float(i) for i in range(0, len(names), step))

    def words(value: float) -> str:
        return names[min(max(round(value), 0), len(names) - 1)]

    return Scale(low, high, ticks, lambda value: (value - low) / (high - low), words)


def _step(rough: float) -> float:
    size = 10.0 ** math.floor(math.log10(rough))
    return next(lead * size for lead in LEADS if lead * size >= rough * 0.999)
