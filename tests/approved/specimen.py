"""A document with one of everything that a report may have, made by hand: each block, each form of number, each mark,
each kind of chart. It hangs on no game, so it is the same whatever is solved."""

from dataclasses import replace
from fractions import Fraction as F  # noqa: N817
from typing import get_args

from houseway.report.paper.model import (
    Axis,
    Band,
    Bar,
    Block,
    Cell,
    Chart,
    Column,
    Document,
    Form,
    Hand,
    Items,
    Line,
    Mark,
    Number,
    Row,
    Rule,
    Section,
    Table,
    Words,
)  # fmt: skip
from houseway.report.paper.xlsx import EXACT_MAX, FILLS

VALUES: tuple[F | int, ...] = (
    F(0), F(1, 3), F(-1, 3), F(5, 2), -2, 12_345_678, F(1, 2_000_000), F(-1, 1_000_000), F(1, 999_999),
    EXACT_MAX - 1, EXACT_MAX, -EXACT_MAX, 10**14, 10**15, 10**15 - 1, 10**16,
)  # fmt: skip
DIGITS = (0, 1, 4, 6)
FORMS: tuple[Form, ...] = get_args(Form)


def numbers() -> Table:
    """Every form with every number of decimals; what is larger than a sheet can hold, and what is rare."""
    columns = (Column("what", "What", "name"), *(Column(f"d{n}", f"{n} decimals") for n in DIGITS))
    rows = [
        Row((f"{form} {value}", *(Number(value, form, digits) for digits in DIGITS)), key=f"{form}_{at}")
        for form in FORMS
        for at, value in enumerate(VALUES)
        if form != "percent" or -100 < value < 100
    ]
    return Table("numbers", "Numbers", columns, tuple(rows))


def derived() -> Table:
    """Formulas, standard errors, totals, empty cells and a note."""
    columns = (
        Column("name", "Name", "name"),
        Column("chance", "Chance"),
        Column("pays", "Pays"),
        Column("adds", "Adds"),
        Column("said", "Said | so", "prose", 3),
    )
    rows = (
        Row(("won", Number(F(1, 4), "percent", 6, 0.00125), Number(3, "units", 0),
             Number(F(3, 4), "units", 5, formula="[chance]*[pays]"), "with `code` and *stars* <b> [x]"), key="won"),
        Row(("lost", Number(F(3, 4), "percent", 6), Number(-1, "units", 0), Number(F(-3, 4), "units", 5), "-$5"),
            key="lost"),
        Row(("all", Number(1, "percent", 6, formula="SUM([chance:])"), "", Number(0, "units", 5,
             formula="SUM([adds:])-[numbers!percent_1.d4]+[other!total.sum]"), ""), key="total", total=True),
    )  # fmt: skip
    return Table("derived", "What follows", columns, rows, "A note with `code`, at the foot.")


def marks() -> Table:
    """Every mark that has a colour, one that has none, and one too long for a cell of a chart."""
    kinds = [*FILLS, "no such kind"]
    columns = (Column("kind", "Kind", "name"), Column("mark", "Mark"))
    cells: list[tuple[Cell, ...]] = [(kind, Mark("Ab*", kind)) for kind in kinds]
    rows = [Row(row) for row in (*cells, ("long", Mark("four", "good")))]
    return Table("marks", "Marks", columns, tuple(rows))


def wide() -> Table:
    """As many columns as are set narrow, and more rows than stay on one page."""
    columns = (Column("n", "N", "name"), *(Column(f"c{n}", f"C{n}") for n in range(8)))
    rows = [Row((f"row {n}", *(Number(n * c, "count") for c in range(8)))) for n in range(19)]
    return Table("wide", "Wide and long", columns, tuple(rows))


def other() -> Table:
    columns = (Column("n", "N", "name"), Column("sum", "Sum"))
    rows = (Row(("one", Number(1, "count"))), Row(("all", Number(1, "count")), key="total", total=True))
    return Table("other", "On another sheet", columns, rows)


def charts() -> tuple[Chart, ...]:
    narrows = Chart(
        "hold", "Hold & chance", "It narrows.",
        Axis("rounds", "count", log=True), Axis("hold", "percent", 0),
        lines=(
            Line("edge", ((100, 0.05), (3_000, 0.06), (10_000, 0.05)),
                 ((100, -0.15, 0.25), (10_000, 0.03, 0.07)), "95 %"),
            Line("seen", ((100, 0.2), (10_000, 0.04))), Line("third", ((100, 0.1), (900, 0.02))),
            Line("fourth", ((120, 0.0), (2_000, 0.13))), Line("fifth", ((150, 0.22), (8_000, 0.01))),
            Line("", ((200, 0.17), (300, 0.18))),
        ),
        rules=(Rule("exact", y=0.055), Rule("soon", x=200), Rule("late", x=5_000)),
    )  # fmt: skip
    adds = Chart(
        "adds", "What each adds", "A sum.", Axis("outcome"), Axis("units", "units", 2),
        bars=(Bar(0.5, "win"), Bar(0.0, "push"), Bar(-0.25, "lose"),
              Bar(0.125, "dealer's 25 in 3 suited cards and dealer's 26, Lucky Lucky Blackjack, six-deck shoe"),
              Bar(0.001, "a name so long that nobody could see its end on one line or two " * 3)),
        rules=(Rule("in all", y=0.376),),
    )  # fmt: skip
    night = Chart(
        "night", "A night", "Mostly won.", Axis("dollars", "dollars"), Axis("share", "percent", 1),
        bars=(Bar(0.25, span=(-10_000, 0)), Bar(0.6, span=(0, 10_000)), Bar(0.15, span=(10_000, 25_000))),
        rules=(Rule("mean", x=5_000), Rule("low", x=-2_000)),
    )  # fmt: skip
    days = Chart(
        "days", "Win by day", "Days and their chance.",
        Axis("day", names=tuple(f"2026-01-{n:02}" for n in range(1, 17))), Axis("dollars"),
        lines=(Line("win", ((0, 50.0), (9, -20.0)), dots=True), Line("beyond 3 s.d.", ((15, 400.0),), dots=True)),
        bands=tuple(Band(f"{n} s.d.", ((0, -100.0 * n, 100.0 * n), (15, -50.0 * n, 60.0 * n))) for n in (1, 2, 3)),
    )  # fmt: skip
    flat = Chart("flat", "Flat", "Nothing moves.", Axis("x", "plain", 1), Axis("y", "one_in"),
                 lines=(Line("still", ((2.0, 7.0), (2.0, 7.0))),))  # fmt: skip
    nought = replace(flat, name="nought", lines=(Line("still", ((0.0, 0.0),)),), rules=(Rule("mean", y=0.0),))
    return narrows, adds, night, days, flat, nought


def specimen(**changed: object) -> Document:
    long = "A long line that a sheet breaks: " + "word " * 60
    first: tuple[Block, ...] = (
        Words("Plain words, with `code` and a loss of -$5."), Words("A note.", "note"), Words("It departs.", "departs"),
        Words(long), Items((("Rule 7", "cited"), ("", "not cited"))),
        Hand("player", ("Ah", "Tc", "9d", "2s", "??")), Hand("nobody", ()),
        derived(), marks(),
    )  # fmt: skip
    deep = Section("deep", "Deep down", (Words("Here."),))
    for depth in range(5):
        deep = Section(f"deep_{depth}", f"Depth {depth}", (Words(f"At {depth}."),), (deep,))
    tail = Section("beside", "Beside", (other(), Items((("", "one"), ("", "two"))), Words("last")), beside=True)
    sections = (
        Section("first", "First: [a] *title* / with 'letters' that no sheet takes", first, (deep,)),
        Section("second", "Numbers", (numbers(), wide())),
        tail,
        Section("charts", "Charts", charts()),
    )
    facts = tuple((f"Fact {n}", f"value *{n}* | of <b>") for n in range(7))
    made = Document(
        "A Title", "and what it is", facts, sections, "2026-02-03", ("key", "word"), ("Beware <of> *this*.",) * 3
    )
    return replace(made, **changed)  # type: ignore[arg-type]
