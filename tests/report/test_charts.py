"""Charts: one description, drawn as SVG and in letters; whatever is drawn lies where its number is."""

import re
from xml.etree import ElementTree

import pytest

from houseway.report.paper.model import Axis, Bar, Chart, Line, Rule
from houseway.report.paper.scales import scales
from houseway.report.paper.svg import BOTTOM, DASHES, HIGH, LEFT, LINES, RIGHT, TOP, WIDE, svg
from houseway.report.paper.text_plot import text_plot
from tests.report.papers import document

SVG = "{http://www.w3.org/2000/svg}"
HELD = Chart(
    "hold",
    "Hold & chance",
    "It narrows.",
    Axis("rounds", "count", log=True),
    Axis("hold", "percent", 0),
    lines=(
        Line("edge", ((100, 0.05), (10_000, 0.05)), ((100, -0.15, 0.25), (10_000, 0.03, 0.07)), "95 %"),
        Line("seen", ((100, 0.2), (10_000, 0.05))),
    ),
    rules=(Rule("exact", y=0.05),),
)
ADDED = Chart(
    "adds",
    "What each adds",
    "A sum.",
    Axis("outcome"),
    Axis("units", "units", 2),
    bars=(Bar(0.5, "win"), Bar(0.0, "push"), Bar(-0.25, "lose")),
)
NIGHT = Chart(
    "night",
    "A night",
    "Mostly won.",
    Axis("dollars", "plain"),
    Axis("share", "percent", 0),
    bars=(Bar(0.25, span=(-100, 0)), Bar(0.75, span=(0, 100))),
    rules=(Rule("mean", x=50),),
)


def drawn(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(svg(chart))


def test_points_and_bands_lie_where_their_numbers_are() -> None:
    lines = list(drawn(HELD).iter(f"{SVG}polyline"))
    points = [tuple(map(float, point.split(","))) for point in lines[0].attrib["points"].split()]
    _, y = scales(HELD)
    assert (y.low, y.high) == pytest.approx((-0.2, 0.3))  # whole steps around -0.15 .. 0.25
    middle = (HIGH - BOTTOM + TOP) / 2
    assert [x for x, _ in points] == [LEFT, WIDE - RIGHT]
    assert [y for _, y in points] == pytest.approx([middle, middle], abs=0.01)
    band = next(drawn(HELD).iter(f"{SVG}polygon")).attrib["points"].split()
    assert len(band) == 4
    assert [line.attrib["stroke"] for line in lines] == list(LINES[:2])
    assert lines[1].attrib["stroke-dasharray"] == DASHES[1]  # told apart in grey


def test_bars_reach_from_nought_to_their_value_and_sides_differ_in_shade() -> None:
    bars = list(drawn(ADDED).iter(f"{SVG}rect"))
    wins, _, loses = (float(bar.attrib["width"]) for bar in bars)
    assert wins == pytest.approx(2 * loses, abs=0.02)
    assert float(bars[2].attrib["x"]) + loses == pytest.approx(float(bars[0].attrib["x"]), abs=0.02)
    assert len({_grey(bar.attrib["fill"]) > 0.5 for bar in (bars[0], bars[2])}) == 2
    nights = list(drawn(NIGHT).iter(f"{SVG}rect"))
    assert float(nights[1].attrib["height"]) == pytest.approx(3 * float(nights[0].attrib["height"]), abs=0.02)
    assert len({bar.attrib["fill"] for bar in nights}) == 2


def test_a_chart_says_in_words_what_it_shows() -> None:
    found = drawn(HELD)
    assert found.findtext(f"{SVG}title") == "Hold & chance"
    assert found.findtext(f"{SVG}desc") == "It narrows."
    said = [text.text for text in found.iter(f"{SVG}text")]
    assert {"edge", "seen", "95 %", "exact", "rounds", "hold", "100", "10,000", "0%", "30%"} <= set(said)


def test_letters_draw_the_same_chart() -> None:
    win, push, lose, _ = text_plot(ADDED).splitlines()
    assert win.count("█") == pytest.approx(2 * lose.count("░"), abs=1)
    assert push.split() == ["push", "+0.00"]
    rows = text_plot(HELD).splitlines()
    assert rows[0].startswith(" 30% |")
    assert any("*" in row and "-" in row for row in rows)
    assert max(map(len, rows)) <= 80
    assert sum(row.count("|") for row in text_plot(NIGHT).splitlines()) == 2 * 14


@pytest.mark.parametrize("slug", ["triple_shot_bonus", "lucky_lucky"])
def test_every_chart_of_a_report_is_drawn_within_its_frame(slug: str) -> None:
    for chart in document(slug).charts():
        found = drawn(chart)
        _, _, wide, high = map(float, found.attrib["viewBox"].split())
        for rect in found.iter(f"{SVG}rect"):
            left, top = float(rect.attrib["x"]), float(rect.attrib["y"])
            assert left >= 0, chart.name
            assert left + float(rect.attrib["width"]) <= wide, chart.name
            assert top + float(rect.attrib["height"]) <= high, chart.name
        assert svg(chart) == svg(chart)
        assert "nan" not in svg(chart)
        assert max(map(len, text_plot(chart).splitlines())) <= 110


def _grey(colour: str) -> float:
    red, green, blue = (int(part, 16) / 255 for part in re.findall("..", colour[1:]))
    return 0.299 * red + 0.587 * green + 0.114 * blue
