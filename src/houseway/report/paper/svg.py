"""Charts as SVG: one drawing for the page and for the PDF. Dashes and shades tell things apart in grey print too.

Our own: a library would bring a browser's engine for five kinds of plain charts (docs/reports.md says how much).
"""

from html import escape
from textwrap import wrap

from houseway.report.paper.model import Chart
from houseway.report.paper.scales import Scale, scales

WIDE, HIGH = 660, 300
LEFT, RIGHT, TOP, BOTTOM = 74, 34, 30, 52
FONT = "Libertinus Serif, Georgia, Times New Roman, serif"
INK, SOFT, GRID = "#1d211f", "#555b57", "#d5d3cb"
PAPER, HALO = "#ffffff", 'stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
LINES = ("#0b5a7a", "#b3530a", "#6d4aa8", "#17693a")  # dark enough for grey; dashes tell them apart
DASHES = ("", "7 3", "2 3", "9 3 2 3")
CHANCE = "#5b6b73"
CHANCE_FILLS = (0.30, 0.17, 0.08)  # of bands, the narrowest first
UP, DOWN, PLAIN = "#0b5a7a", "#e9b98f", "#4f8aa3"
NAME_LETTERS, SMALL_LETTERS = 34, 46  # that a line of a name holds: in the usual size, and in the small one


def svg(chart: Chart) -> str:
    """A whole picture; the same chart gives the same bytes."""
    parts = _named(chart) if any(bar.name for bar in chart.bars) else _plotted(chart)
    high = _height(chart)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" width="{WIDE}" height="{high}" '
        f'font-family="{FONT}" role="img" aria-label="{escape(chart.title)}">'
        f"<title>{escape(chart.title)}</title><desc>{escape(chart.about)}</desc>{''.join(parts)}</svg>"
    )


def _height(chart: Chart) -> int:
    named = sum(bool(bar.name) for bar in chart.bars)
    return 20 * named + 56 if named else HIGH


# --- lines, bands and bars over a span ---


def _plotted(chart: Chart) -> list[str]:
    x, y = scales(chart)
    parts = [*_bands(chart, x, y), *_grid(chart, x, y)]
    ground = _y(y, min(max(0.0, y.low), y.high))
    for bar in chart.bars:
        left, right = (_x(x, each) for each in bar.span)
        top = _y(y, bar.value)
        fill = DOWN if bar.span[1] <= 0 else PLAIN
        parts.append(
            f'<rect x="{left:.2f}" y="{min(top, ground):.2f}" width="{max(0.5, right - left - 0.6):.2f}" '
            f'height="{abs(ground - top):.2f}" fill="{fill}" stroke="{INK}" stroke-width="0.3"/>'
        )
    for i, line in enumerate(chart.lines):
        if line.band:
            up = " ".join(f"{_x(x, at):.2f},{_y(y, high):.2f}" for at, _, high in line.band)
            down = " ".join(f"{_x(x, at):.2f},{_y(y, low):.2f}" for at, low, _ in reversed(line.band))
            parts.append(f'<polygon points="{up} {down}" fill="{LINES[i % 4]}" fill-opacity="0.16"/>')
        if line.dots:
            parts += [_dot(i, _x(x, at), _y(y, value)) for at, value in line.points]
            continue
        points = " ".join(f"{_x(x, at):.2f},{_y(y, value):.2f}" for at, value in line.points)
        dash = f' stroke-dasharray="{DASHES[i % 4]}"' if DASHES[i % 4] else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{LINES[i % 4]}" stroke-width="1.8"{dash}/>')
    return [*parts, *_rules(chart, x, y), *_legend(chart)]


def _bands(chart: Chart, x: Scale, y: Scale) -> list[str]:
    """Each shade is drawn once, between its own edge and the next narrower one's: print keeps them apart."""
    parts = []
    for place, band in reversed(list(enumerate(chart.bands))):
        up = " ".join(f"{_x(x, at):.2f},{_y(y, high):.2f}" for at, _, high in band.reach)
        down = " ".join(f"{_x(x, at):.2f},{_y(y, low):.2f}" for at, low, _ in reversed(band.reach))
        parts.append(f'<polygon points="{up} {down}" fill="#ffffff"/>')
        parts.append(
            f'<polygon points="{up} {down}" fill="{CHANCE}" fill-opacity="{CHANCE_FILLS[min(place, 2)]}" '
            f'stroke="{CHANCE}" stroke-width="0.5"/>'
        )
    return parts


def _dot(number: int, at: float, height: float) -> str:
    """Lines are told apart by the shape of their dots: round, a diamond."""
    ink = LINES[number % 4]
    if number % 2 == 0:
        return f'<circle cx="{at:.2f}" cy="{height:.2f}" r="3.4" fill="{ink}" stroke="#ffffff" stroke-width="0.8"/>'
    return f'<path d="M{at:.2f} {height - 6:.2f}l6 6l-6 6l-6 -6z" fill="{ink}" stroke="#ffffff" stroke-width="0.8"/>'


def _grid(chart: Chart, x: Scale, y: Scale) -> list[str]:
    right, bottom = WIDE - RIGHT, HIGH - BOTTOM
    parts = []
    for tick in y.ticks:
        at = _y(y, tick)
        parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{at:.2f}" y2="{at:.2f}" stroke="{GRID}" stroke-width="0.7"/>')
        parts.append(_text(y.words(tick), LEFT - 7, at + 4, "end"))
    for tick in x.ticks:
        at = _x(x, tick)
        parts.append(
            f'<line x1="{at:.2f}" x2="{at:.2f}" y1="{bottom}" y2="{bottom + 4}" stroke="{INK}" stroke-width="0.8"/>'
        )
        parts.append(_text(x.words(tick), at, bottom + 17, "middle"))
    parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{bottom}" y2="{bottom}" stroke="{INK}" stroke-width="0.9"/>')
    parts.append(_text(chart.x.label, (LEFT + right) / 2, bottom + 38, "middle", SOFT))
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text x="14" y="{middle:.2f}" font-size="12" fill="{SOFT}" text-anchor="middle" '
        f'transform="rotate(-90 14 {middle:.2f})">{escape(chart.y.label)}</text>'
    )
    return parts


def _rules(chart: Chart, x: Scale, y: Scale) -> list[str]:
    parts = []
    right, bottom = WIDE - RIGHT, HIGH - BOTTOM
    line = f'stroke="{INK}" stroke-width="1" stroke-dasharray="4 3"'
    for rule in chart.rules:
        if rule.y is not None:
            at = _y(y, rule.y)
            parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{at:.2f}" y2="{at:.2f}" {line}/>')
            parts.append(_label(rule.label, right - 4, at - 5, "end"))
        elif rule.x is not None:
            at = _x(x, rule.x)
            parts.append(f'<line x1="{at:.2f}" x2="{at:.2f}" y1="{TOP}" y2="{bottom}" {line}/>')
            far = at > (LEFT + right) / 2
            parts.append(_label(rule.label, at + (-5 if far else 5), TOP + 10, "end" if far else "start"))
    return parts


def _legend(chart: Chart) -> list[str]:
    parts = []
    at = float(LEFT)
    for i, line in enumerate(chart.lines):
        if not line.name:
            continue
        dash = f' stroke-dasharray="{DASHES[i % 4]}"' if DASHES[i % 4] else ""
        ink = LINES[i % 4]
        parts.append(
            _dot(i, at + 12, 13)
            if line.dots
            else f'<line x1="{at:.1f}" x2="{at + 24:.1f}" y1="13" y2="13" stroke="{ink}" stroke-width="1.8"{dash}/>'
        )
        parts.append(_text(line.name, at + 30, 17, "start", INK))
        at += 46 + 6 * len(line.name)
        if line.band and line.band_name:
            parts.append(f'<rect x="{at:.1f}" y="7" width="22" height="12" fill="{ink}" fill-opacity="0.16"/>')
            parts.append(_text(line.band_name, at + 28, 17, "start", INK))
            at += 44 + 6 * len(line.band_name)
    for place, band in enumerate(chart.bands):
        fill = f'fill="{CHANCE}" fill-opacity="{CHANCE_FILLS[min(place, 2)]}" stroke="{CHANCE}" stroke-width="0.5"'
        parts.append(f'<rect x="{at:.1f}" y="7" width="22" height="12" {fill}/>')
        parts.append(_text(band.name, at + 28, 17, "start", INK))
        at += 44 + 6 * len(band.name)
    return parts


# --- bars with names, lying ---


def _named(chart: Chart) -> list[str]:
    bars = [bar for bar in chart.bars if bar.name]
    _, y = scales(chart)
    left, right = 232, WIDE - 64
    bottom = 12 + 20 * len(bars)

    def at(value: float) -> float:
        return left + y.place(value) * (right - left)

    parts, values = [], []
    for tick in y.ticks:
        parts.append(
            f'<line x1="{at(tick):.2f}" x2="{at(tick):.2f}" y1="6" y2="{bottom}" stroke="{GRID}" stroke-width="0.7"/>'
        )
        parts.append(_text(f"{tick:+g}" if tick else "0", at(tick), bottom + 16, "middle"))
    for i, bar in enumerate(bars):
        top = 10 + 20 * i
        low, high = sorted((at(0.0), at(bar.value)))
        fill = UP if bar.value >= 0 else DOWN
        parts.append(
            f'<rect x="{low:.2f}" y="{top}" width="{max(0.6, high - low):.2f}" height="13" fill="{fill}" '
            f'stroke="{INK}" stroke-width="0.4"/>'
        )
        parts += _name(bar.name, left - 8, top + 11)
        values.append(_label(y.words(bar.value), high + 5, top + 11, "start", SOFT))
    for rule in (each for each in chart.rules if each.y is not None):
        parts.append(
            f'<line x1="{at(rule.y or 0.0):.2f}" x2="{at(rule.y or 0.0):.2f}" y1="6" y2="{bottom}" stroke="{INK}" '
            'stroke-width="1" stroke-dasharray="4 3"/>'
        )
    parts.append(
        f'<line x1="{at(0.0):.2f}" x2="{at(0.0):.2f}" y1="6" y2="{bottom}" stroke="{INK}" stroke-width="0.9"/>'
    )
    parts.append(_text(chart.y.label, (left + right) / 2, bottom + 36, "middle", SOFT))
    return parts + values


def _name(name: str, x: float, y: float) -> list[str]:
    """On one line, or on two small ones; what is longer still is cut, and the cut is shown."""
    if len(name) <= NAME_LETTERS:
        return [_text(name, x, y, "end", INK)]
    first, *rest = wrap(name, min(SMALL_LETTERS, max(NAME_LETTERS, len(name) // 2 + 4)), break_on_hyphens=False)
    second = " ".join(rest)
    if len(second) > SMALL_LETTERS:
        second = second[: SMALL_LETTERS - 1] + "…"
    return [_text(first, x, y - 5, "end", INK, 9), _text(second, x, y + 4, "end", INK, 9)]


def _x(x: Scale, value: float) -> float:
    return LEFT + x.place(value) * (WIDE - RIGHT - LEFT)


def _y(y: Scale, value: float) -> float:
    return HIGH - BOTTOM - y.place(value) * (HIGH - BOTTOM - TOP)


def _label(words: str, x: float, y: float, anchor: str, ink: str = INK) -> str:
    """Words that lie on bars or lines: with paper around the letters."""
    return _text(words, x, y, anchor, ink).replace("<text ", f'<text stroke="{PAPER}" {HALO} ', 1)


def _text(words: str, x: float, y: float, anchor: str, ink: str = SOFT, size: float = 12) -> str:
    place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:.3g}"'
    return f'<text {place} fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'
