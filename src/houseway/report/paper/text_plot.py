"""Charts in letters: for a terminal, and for Markdown."""

from houseway.report.paper.model import Chart
from houseway.report.paper.scales import Scale, scales

WIDE, HIGH = 64, 14
LINES = "*o+x"
BAND, RULE = "·", "-"


def text_plot(chart: Chart) -> str:
    """The chart in at most 80 columns."""
    if any(bar.name for bar in chart.bars):
        return _named(chart)
    x, y = scales(chart)
    grid = [[" "] * WIDE for _ in range(HIGH)]
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
    return "\n".join([*rows, f"{'':>{wide}}  {ends}", f"{'':>{wide}}  {chart.x.label} · {chart.y.label}"])


def _named(chart: Chart) -> str:
    _, y = scales(chart)
    names = max(len(bar.name) for bar in chart.bars)
    zero = round(y.place(0.0) * 40)
    rows = []
    for bar in chart.bars:
        end = round(y.place(bar.value) * 40)
        low, high = sorted((zero, end))
        fill = "█" if bar.value >= 0 else "░"
        drawn = " " * low + fill * (high - low)
        rows.append(f"{bar.name:>{names}} {drawn:<41} {y.words(bar.value)}")
    return "\n".join([*rows, f"{'':>{names}} {chart.y.label}"])


def _along(x: Scale, value: float) -> int:
    return min(WIDE - 1, max(0, round(x.place(value) * (WIDE - 1))))


def _down(y: Scale, value: float) -> int:
    return min(HIGH - 1, max(0, HIGH - 1 - round(y.place(value) * (HIGH - 1))))
