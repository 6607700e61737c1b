"""Charts: one description, drawn as SVG and in letters; whatever is drawn lies where its number is."""

import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from houseway.house.books.alerts import HandLook
from houseway.house.books.rows import BookRow
from houseway.house.books.theory import Expected
from houseway.report.paper import svg as drawing
from houseway.report.paper.book_charts import book_charts
from houseway.report.paper.model import Axis, Band, Bar, Chart, Line, Rule
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


def test_a_number_beside_its_bar_is_read_over_the_lines_behind_it_and_nought_has_no_sign() -> None:
    told = {text.text: text for text in drawn(ADDED).iter(f"{SVG}text")}
    assert all(told[value].get("paint-order") == "stroke" for value in ("+0.50", "-0.25"))
    ruled = [each.get("paint-order", each.tag) for each in drawn(replace(ADDED, rules=(Rule("", y=0.55),)))]
    assert ruled.index("stroke") > max(i for i, tag in enumerate(ruled) if tag == f"{SVG}line"), "a line over a number"
    assert {"0", "+0.2"} <= set(told)
    assert "+0" not in told


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


def test_a_long_name_is_told_whole_on_lines_above_its_bar() -> None:
    name = "the dealer's twenty-five in four suited cards"
    rows = text_plot(replace(ADDED, bars=(replace(ADDED.bars[0], name=name), *ADDED.bars[1:]))).splitlines()
    assert " ".join(" ".join(rows[:2]).replace("█", " ").split()).startswith(name)
    assert "█" not in rows[0]
    assert "█" in rows[1]
    assert max(map(len, rows)) <= 80


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


DAYS = Chart(
    "days",
    "Win by day",
    "Two days and their chance.",
    Axis("day", names=("2026-01-01", "2026-01-02")),
    Axis("dollars"),
    lines=(Line("win", ((0, 50.0),), dots=True), Line("beyond 3 s.d.", ((1, 400.0),), dots=True)),
    bands=tuple(Band(f"{n} s.d.", ((0, -100.0 * n, 100.0 * n), (1, -50.0 * n, 50.0 * n))) for n in (1, 2, 3)),
)


def test_bands_of_chance_lie_behind_the_dots_and_shade_by_shade() -> None:
    picture = drawn(DAYS)
    shades = [each for each in picture.iter(f"{SVG}polygon") if each.get("fill-opacity")]
    assert [float(each.attrib["fill-opacity"]) for each in shades] == [0.08, 0.17, 0.3], "the widest is drawn first"
    x, y = scales(DAYS)
    (dot,) = list(picture.iter(f"{SVG}circle"))[:1]
    assert float(dot.attrib["cx"]) == pytest.approx(LEFT + x.place(0) * (WIDE - RIGHT - LEFT), abs=0.01)
    assert float(dot.attrib["cy"]) == pytest.approx(HIGH - BOTTOM - y.place(50) * (HIGH - BOTTOM - TOP), abs=0.01)
    top = min(float(point.split(",")[1]) for point in shades[0].attrib["points"].split())
    assert top == pytest.approx(HIGH - BOTTOM - y.place(300) * (HIGH - BOTTOM - TOP), abs=0.01)
    assert len(list(picture.iter(f"{SVG}path"))) == 2, "what is beyond is a diamond, in the plot and in the legend"
    words = [each.text for each in picture.iter(f"{SVG}text")]
    assert {"2026-01-01", "2026-01-02", "1 s.d.", "3 s.d."} <= set(words)


def test_bands_in_letters_are_told_apart() -> None:
    page = text_plot(DAYS)
    assert " ".join(page.splitlines()[-1].split()) == "* win o beyond 3 s.d. ▒ 1 s.d. ░ 2 s.d. · 3 s.d."
    middle = next(line for line in page.splitlines() if line.strip().startswith("0 |"))
    assert set(middle.split("|")[1].strip()) == {"▒"}
    assert all(len(line) <= 80 for line in page.splitlines())


def day_row(day: str, bet: int, held: int) -> BookRow:
    return BookRow("room", day=day, expected=Expected(bet * 0.02, float(bet * 100) ** 2 / 100, bet, held))


def test_charts_of_the_books_add_up_and_name_what_chance_does_not_explain() -> None:
    """A day's standard deviation is ten times its bets; the third day is four of them away."""
    rows = [day_row("a", 1_000, 20), day_row("b", 1_000, -9_000), day_row("c", 1_000, 40_020), BookRow("room", day="d")]
    looks = [
        HandLook("lucky", "side", "Lucky", "Side", "suited", 30, 1_000, 0.02),
        HandLook("lucky", "side", "Lucky", "Side", "royal", 1, 1_000, 0.001),
    ]
    hold, win, summed, hands = book_charts(rows, looks, "day")
    assert hold.x.names == ("a", "b", "c"), "a day without bets has no hold"
    assert [line.points for line in win.lines[:2]] == [((0.0, 0.2), (1.0, -90.0)), ((2.0, 400.2),)]
    assert "of 3, one is beyond three standard deviations" in win.about
    assert summed.lines[0].points[-1] == pytest.approx((2, (20 - 9_000 + 40_020) / 100))
    assert summed.bands[0].reach[-1] == pytest.approx((2, 0.6 - 100 * 3**0.5, 0.6 + 100 * 3**0.5))
    assert [(bar.name, round(bar.value, 2)) for bar in hands.bars] == [("suited, Lucky", round(10 / 19.6**0.5, 2))]
    assert list(book_charts(rows[:1], [], "day")) == [], "one day is no trend"


def test_every_ink_of_a_drawing_has_its_twin_in_the_themes_of_the_page() -> None:
    """But for two that are seen on any ground."""
    style = (files("houseway") / "web/static/books/books.css").read_text()
    inks = set(re.findall(r'"(#[0-9a-f]{6})"', Path(drawing.__file__).read_text())) - {drawing.DOWN, drawing.PLAIN}
    inks |= {"#ffffff"}
    assert len(inks) == 9
    for ink in inks:
        for use in ("fill", "stroke"):
            assert f'.books-charts svg [{use}="{ink}"] {{ {use}: var(--' in style, (use, ink)


def test_a_long_name_of_a_bar_stands_whole_on_two_lines() -> None:
    name = "dealer's 25 in 3 suited cards and dealer's 26, Lucky Lucky Blackjack, six-deck shoe"
    bars = Chart(
        "c", "Bars", "of names", Axis("Outcome"), Axis("units", "units", 4), bars=(Bar(1.0, name), Bar(-1.0, "lost"))
    )
    said = re.findall(r">([^<>]+)</text>", svg(bars))
    assert any(f"{one} {other}" == name.replace("'", "&#x27;") for one, other in pairwise(said))
    assert "lost" in said
