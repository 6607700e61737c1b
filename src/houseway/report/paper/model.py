"""What a report is made of: sections of words, tables with typed numbers, charts, cards. Writers read it, no more."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Form = Literal["percent", "plain", "units", "count", "dollars", "one_in"]
Kind = Literal["name", "figure", "prose"]


@dataclass(frozen=True)
class Number:
    """A figure. What it is (`value`) and how it is shown (`form`, `digits`) are apart; so is how a sheet derives it.

    A formula names cells: [pay] is the cell of this row under `pay`, [pay:] all of that column but its totals,
    [war!total.edge] and [war!pay:] those of the table `war`. In a table, `total` and such are keys of rows.
    """

    value: Fraction | int | float
    form: Form = "percent"
    digits: int = 4
    se: float | None = None  # None: exact
    formula: str = ""  # '': a sheet has the number itself


@dataclass(frozen=True)
class Mark:
    """A word that writers may colour by its kind: an act of a chart, a verdict, a departure. The word says it all."""

    text: str
    kind: str


Cell = str | Number | Mark


@dataclass(frozen=True)
class Column:
    key: str
    head: str
    kind: Kind = "figure"
    wide: int = 1  # of prose: how much room, beside other prose


@dataclass(frozen=True)
class Row:
    cells: tuple[Cell, ...]
    key: str = ""  # for formulas elsewhere
    total: bool = False  # below the others, set apart; no part of [column:]


@dataclass(frozen=True)
class Table:
    name: str  # one of its kind in the document
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""

    def __post_init__(self) -> None:
        assert all(len(row.cells) == len(self.columns) for row in self.rows), f"{self.name}: rows of unequal length"


@dataclass(frozen=True)
class Axis:
    label: str
    form: Form = "plain"
    digits: int = 0
    log: bool = False
    names: tuple[str, ...] = ()  # of the places 0, 1, 2 ..., where they are no numbers: days, weeks


@dataclass(frozen=True)
class Band:
    """Where chance keeps things, behind all lines; the narrowest of several is named first."""

    name: str
    reach: tuple[tuple[float, float, float], ...]  # (x, low, high)


@dataclass(frozen=True)
class Line:
    """A line through points, or dots where nothing lies between them; a band lies around it."""

    name: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float, float], ...] = ()  # (x, low, high)
    band_name: str = ""
    dots: bool = False


@dataclass(frozen=True)
class Bar:
    """From nought to a value; one that has a name stands by itself, others stretch from x to x."""

    value: float
    name: str = ""
    span: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Rule:
    """A straight line across the plot, at one x or y."""

    label: str
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True)
class Chart:
    name: str
    title: str
    about: str  # what is seen, in words, for those who do not see it
    x: Axis
    y: Axis
    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    rules: tuple[Rule, ...] = ()
    bands: tuple[Band, ...] = ()


@dataclass(frozen=True)
class Words:
    """A paragraph. `Code` stands in backticks; nothing else is marked."""

    text: str
    kind: Literal["plain", "note", "departs"] = "plain"


@dataclass(frozen=True)
class Items:
    """A list; each item may have a citation before it."""

    items: tuple[tuple[str, str], ...]  # (citation or '', text)


@dataclass(frozen=True)
class Hand:
    """Cards side by side, drawn; `??` is one that lies face down for the reader."""

    whose: str
    cards: tuple[str, ...]


Block = Words | Items | Table | Chart | Hand


@dataclass(frozen=True)
class Section:
    name: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple["Section", ...] = ()
    beside: bool = False  # its tables are narrow: on paper they lie in two columns


@dataclass(frozen=True)
class Document:
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]  # on the first page: what this is a report of
    sections: tuple[Section, ...]
    date: str = ""  # as the person wrote it, YYYY-MM-DD; '': undated
    keywords: tuple[str, ...] = field(default_factory=tuple)
    warnings: tuple[str, ...] = ()  # what a reader must know before all else; stands at the head
    sheet: bool = False  # a page or two, set close, without a cover
    brief: bool = False  # a few pages: what was found begins on the first of them, without a list of contents

    def all_sections(self) -> Iterator[Section]:
        waiting = list(self.sections)
        while waiting:
            section = waiting.pop(0)
            yield section
            waiting = [*section.sections, *waiting]

    def tables(self) -> Iterator[Table]:
        return (block for section in self.all_sections() for block in section.blocks if isinstance(block, Table))

    def charts(self) -> Iterator[Chart]:
        return (block for section in self.all_sections() for block in section.blocks if isinstance(block, Chart))
