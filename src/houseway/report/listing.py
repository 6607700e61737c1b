"""A table laid out by the width there is: no figure and no name is ever cut or broken.

Names and figures stay in one piece; prose and heads break between words. Where the boxed table is too wide its lines
go, and where that is not enough every row becomes a small block: its name, then each figure beside its head, in the
same places from block to block.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

COMFORT = 24  # prose in a narrower column is hard to read
INDENT = "  "
GAP = "   "
BLOCKS_TITLE = "bold underline"
BOXED_MORE, LIGHT_MORE = 3, 2  # what a column costs beside its text


@dataclass(frozen=True)
class Column:
    """One column: a name or a figure is one piece, prose may break between words."""

    head: str = ""
    right: bool = False
    breaks: bool = False
    style: str = ""


def name(head: str = "", style: str = "") -> Column:
    return Column(head, style=style)


def figure(head: str = "", style: str = "") -> Column:
    return Column(head, right=True, style=style)


def prose(head: str = "", style: str = "") -> Column:
    return Column(head, breaks=True, style=style)


@dataclass
class _Row:
    cells: list[Text]
    style: str
    ends_section: bool = False


@dataclass
class Listing:
    """Rows under heads. The first `keys` columns say what a row is about."""

    title: str | Text
    columns: Sequence[Column]
    keys: int = 1
    light: bool = False  # without lines, however wide
    title_style: str = "table.title"
    rows: list[_Row] = field(default_factory=list)

    def add(self, *cells: str | Text, style: str = "") -> None:
        assert len(cells) == len(self.columns), "a cell for every column"
        dressed = [
            Text(cell, style=column.style) if isinstance(cell, str) else cell
            for cell, column in zip(cells, self.columns, strict=True)
        ]
        self.rows.append(_Row(dressed, style))

    def end_section(self) -> None:
        if self.rows:
            self.rows[-1].ends_section = True

    def __bool__(self) -> bool:
        return bool(self.rows)

    def __rich_measure__(self, _console: Console, options: ConsoleOptions) -> Measurement:
        wide = sum(self._widest(place) for place in range(len(self.columns))) + LIGHT_MORE * (len(self.columns) - 1)
        if not self.light:
            wide += len(self.columns) + 3
        wide = max(wide, *(len(line) for line in str(self.title).split("\n")))
        return Measurement(min(wide, options.max_width), min(wide, options.max_width))

    def fits(self, room: int) -> bool:
        """Whether its columns stand side by side in so many letters."""
        return self._widths(room - LIGHT_MORE * (len(self.columns) - 1)) is not None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width
        if not self.light and (widths := self._widths(room - BOXED_MORE * len(self.columns) - 1)):
            yield self._table(widths, lines=True)
        elif widths := self._widths(room - LIGHT_MORE * (len(self.columns) - 1)):
            yield self._table(widths, lines=False)
        else:
            yield from self.stacked(room, console)

    # --- side by side ---

    def _widths(self, room: int) -> list[int] | None:
        """A width for each column, or nothing where they do not fit side by side."""
        least = [self._least(place) for place in range(len(self.columns))]
        spare = room - sum(least)
        if spare < 0:
            return None
        widths = list(least)
        for place in self._by_want(least):
            more = min(spare, self._widest(place) - widths[place])
            widths[place] += more
            spare -= more
        return widths

    def _by_want(self, least: Sequence[int]) -> Iterable[int]:
        """Columns that could be wider, those that lack little first."""
        return sorted(range(len(self.columns)), key=lambda place: self._widest(place) - least[place])

    def _widest(self, place: int) -> int:
        return max((_wide(text) for text in self._texts(place)), default=0)

    def _least(self, place: int) -> int:
        """How narrow a column can be without hurting a name, a figure or a word."""
        cells = [row.cells[place] for row in self.rows]
        words = _longest_word([self.columns[place].head])
        if self.columns[place].breaks:
            readable = min(COMFORT, max((_wide(cell) for cell in cells), default=0))
            return max(words, _longest_word([cell.plain for cell in cells]), readable)
        return max([words, *(_wide(cell) for cell in cells)])

    def _texts(self, place: int) -> list[Text]:
        return [Text(self.columns[place].head), *(row.cells[place] for row in self.rows)]

    def _table(self, widths: Sequence[int], *, lines: bool) -> Table:
        table = Table(
            title=self.title or None,
            title_justify="left",
            title_style=self.title_style,
            show_header=any(column.head for column in self.columns),
            box=box.HEAVY_HEAD if lines else None,
            padding=(0, 1) if lines else (0, LIGHT_MORE, 0, 0),
            pad_edge=lines,
        )
        for column, width in zip(self.columns, widths, strict=True):
            table.add_column(column.head, justify="right" if column.right else "left", width=width)
        for row in self.rows:
            table.add_row(*row.cells, style=row.style, end_section=row.ends_section)
        return table

    # --- under each other ---

    def stacked(self, room: int, console: Console) -> RenderResult:
        if self.title:
            yield Text.assemble(self.title, style=BLOCKS_TITLE)
        if heads := [column.head for column in self.columns[: self.keys] if column.head]:
            yield Text(GAP.join(heads), "dim")
        plan = self._plan(room)
        for row in self.rows:
            keys = [line for cell in row.cells[: self.keys] for line in cell.split("\n") if line.plain]
            yield _styled(Text.assemble(Text(GAP).join(keys), style="bold"), row.style)
            for places in plan:
                yield from self._line(row, places, room, console)

    def _plan(self, room: int) -> list[list[int]]:
        """Which columns share a line: as many as fit, prose and cells of several lines by themselves."""
        plan: list[list[int]] = []
        used = room + 1
        for place in range(self.keys, len(self.columns)):
            wide = self._field_width(place)
            alone = self.columns[place].breaks or any("\n" in row.cells[place].plain for row in self.rows)
            if alone or used + len(GAP) + wide > room:
                plan.append([place])
                used = room + 1 if alone else len(INDENT) + wide
            else:
                plan[-1].append(place)
                used += len(GAP) + wide
        return plan

    def _field_width(self, place: int) -> int:
        head = self.columns[place].head
        return (len(head) + 1 if head else 0) + self._value_width(place)

    def _value_width(self, place: int) -> int:
        return max((_wide(row.cells[place]) for row in self.rows), default=0)

    def _line(self, row: _Row, places: Sequence[int], room: int, console: Console) -> RenderResult:
        if not any(row.cells[place].plain.strip() for place in places):
            return
        if len(places) == 1:
            yield from self._alone(row, places[0], room, console)
            return
        line = Text(INDENT)
        for place in places:
            if len(line) > len(INDENT):
                line.append(GAP)
            line.append_text(self._field(row, place))
        line.rstrip()
        yield _styled(line, row.style)

    def _field(self, row: _Row, place: int) -> Text:
        column, cell = self.columns[place], row.cells[place].copy()
        if not cell.plain:
            return Text(" " * self._field_width(place))
        blank = " " * (self._value_width(place) - cell.cell_len)
        head = Text(f"{column.head} " if column.head else "", "dim")
        return Text.assemble(head, blank, cell) if column.right else Text.assemble(head, cell, blank)

    def _alone(self, row: _Row, place: int, room: int, console: Console) -> RenderResult:
        """A head and what it says: on one line, or broken between words under an indent."""
        head, cell = self.columns[place].head, _in_a_line(row.cells[place])
        beside = Text.assemble(INDENT, (f"{head} " if head else "", "dim"), cell)
        if beside.cell_len <= room:
            yield _styled(beside, row.style)
            return
        if head:
            yield Text.assemble(INDENT, (head, "dim"))
        deep = INDENT * 2 if head else INDENT
        for line in row.cells[place].wrap(console, room - len(deep)):
            line.rstrip()
            yield _styled(Text.assemble(deep, line), row.style)


@dataclass(frozen=True)
class ListingsAlike:
    """Listings of one kind: where one does not fit side by side, none stands so."""

    listings: Sequence[Listing]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if all(each.fits(options.max_width) for each in self.listings):
            yield from self.listings
            return
        for each in self.listings:
            yield from each.stacked(options.max_width, console)


def _in_a_line(text: Text) -> Text:
    return Text("; ").join(text.split("\n"))


def _styled(text: Text, style: str) -> Text:
    text.stylize(style)
    return text


def _wide(text: Text) -> int:
    return max(Text(line).cell_len for line in text.plain.split("\n"))


def _longest_word(texts: Iterable[str]) -> int:
    return max((Text(word).cell_len for text in texts for word in text.split()), default=0)
