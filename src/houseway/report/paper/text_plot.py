"""Charts in letters: for a terminal, and for Markdown."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import wrap

from houseway.report.paper.model import Chart
from houseway.report.paper.scales import Scale, scales

WIDE, HIGH = 64, 14
LINES = "*o+x"
BAND, RULE = "·", "-"
NAME_LETTERS_MAX = 27
SHADES = "▒░·"  # of bands of chance, the narrowest first


def text_plot(chart: Chart) -> str:
    """The chart in at most 80 columns."""
    if any(bar.name for bar in chart.bars):
        return _named(chart)
    x, y = scales(chart)
    grid = [[" "] * WIDE for _ in range(HIGH)]
    for band, shade in reversed(list(zip(chart.bands, SHADES, strict=False))):
        for at, low, high in _stretched(band.reach):
            for row in range(_down(y, high), _down(y, low) + 1):
                grid[row][_along(x, at)] = shade
    for rule in chart.rules:
        if rule.y is not None:
            grid[_down(y, rule.y)] = [RULE] * WIDE
    for bar in chart.bars:
        for column in range(_along(x, bar.span[0]), max(_along(x, bar.span[0]) + 1, _along(x, bar.span[1]))):
            for row in range(_down(y, bar.value), HIGH):
                grid[row][min(column, WIDE - 1)] = "█"
    for i, line in enumerate(chart.lines):
        for at, low, high in line.band:
            for row in range(_down(y, high), _down(y, low) + 1):
                grid[row][_along(x, at)] = BAND
        for at, value in line.points:
            grid[_down(y, value)][_along(x, at)] = LINES[i % 4]
    for rule in chart.rules:
        if rule.x is not None:
            for across in grid:
                across[_along(x, rule.x)] = "|"
    labels = {_down(y, tick): y.words(tick) for tick in y.ticks}
    wide = max(map(len, labels.values()))
    rows = [f"{labels.get(i, ''):>{wide}} |{''.join(row)}".rstrip() for i, row in enumerate(grid)]
    rows.append(f"{'':>{wide}} +{'-' * WIDE}")
    ends = f"{x.words(x.low)}{x.words(x.high):>{WIDE - len(x.words(x.low))}}"
    return "\n".join(
        [*rows, f"{'':>{wide}}  {ends}", f"{'':>{wide}}  {chart.x.label} · {chart.y.label}", *_legend(chart, wide)]
    )


def _stretched(reach: Sequence[tuple[float, float, float]]) -> Iterator[tuple[float, float, float]]:
    """Columns between two points too, so that a band of few points is a band."""
    for (x, low, high), (x2, low2, high2) in pairwise(reach):
        for part in range(WIDE):
            share = part / WIDE
            yield x + (x2 - x) * share, low + (low2 - low) * share, high + (high2 - high) * share
    yield from reach[-1:]


def _named(chart: Chart) -> str:
    _, y = scales(chart)
    names = min(max(len(bar.name) for bar in chart.bars), NAME_LETTERS_MAX)
    zero = round(y.place(0.0) * 40)
    rows = []
    for bar in chart.bars:
        end = round(y.place(bar.value) * 40)
        low, high = sorted((zero, end))
        fill = "█" if bar.value >= 0 else "░"
        drawn = " " * low + fill * (high - low)
        *above, name = wrap(bar.name, names) or [""]  # a long name is told on several lines, the last beside its bar
        rows += [f"{part:>{names}}" for part in above]
        rows.append(f"{name:>{names}} {drawn:<41} {y.words(bar.value)}")
    return "\n".join([*rows, f"{'':>{names}} {chart.y.label}"])


def _legend(chart: Chart, wide: int) -> list[str]:
    """What the letters are, where there is more than one thing to tell apart."""
    lines = [f"{LINES[i % 4]} {line.name}" for i, line in enumerate(chart.lines) if line.name]
    bands = [f"{shade} {band.name}" for band, shade in zip(chart.bands, SHADES, strict=False)]
    return [f"{'':>{wide}}  {'   '.join([*lines, *bands])}"] if bands else []


def _along(x: Scale, value: float) -> int:
    return min(WIDE - 1, max(0, round(x.place(value) * (WIDE - 1))))


def _down(y: Scale, value: float) -> int:
    return min(HIGH - 1, max(0, HIGH - 1 - round(y.place(value) * (HIGH - 1))))
