"""A report as a workbook, a sheet a section. Probabilities and pays are numbers, what follows from them formulas."""

import io
import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import xlsxwriter

from houseway.report.paper.formulas import TablePlace, placed, resolved
from houseway.report.paper.model import Block, Cell, Chart, Document, Hand, Items, Mark, Number, Section, Table, Words
from houseway.report.paper.shown import faces, shown

UNDATED = datetime(2026, 1, 1)
SHEET_LETTERS_MAX = 31
HEAD = 12  # rows of the first sheet before its section, or more where it has much to say there
WIDE = 8  # columns that words run over
LINE_LETTERS = 118
EXACT_MAX = 1 << 53  # larger whole numbers are not exact in a sheet: they stand as text
FILLS = {
    "good": "#d3e8d0", "wrong": "#f3c9c2",
    "departs": "#f3c9c2", "differs": "#f3c9c2", "assumed": "#f5e3a6", "open": "#dbe5f3",
    "act-stand": "#fbf4da", "act-hit": "#f5d3cc", "act-split": "#a9d6a3", "act-double": "#8cbfe3",
    "act-surrender": "#b394d6", "band-1": "#7fb2c8", "band-2": "#b5d3df", "band-3": "#deebf0",
}  # fmt: skip


def xlsx(document: Document) -> bytes:
    held = io.BytesIO()
    book = xlsxwriter.Workbook(held, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": f"{document.title}: {document.subtitle}", "author": "houseway", "created": UNDATED})
    names = sheet_names(document)
    places = {
        place.table.name: place
        for i, (section, name) in enumerate(zip(document.sections, names, strict=True))
        for place in _places(section, name, head_rows(document) if i == 0 else 0)
    }
    pen = _Pen(book, places)
    for i, (section, name) in enumerate(zip(document.sections, names, strict=True)):
        pen.turn_to(name)
        if i == 0:
            pen.facts(document)
        pen.section(section, 0)
    book.close()
    return held.getvalue()


def head_rows(document: Document) -> int:
    return max(HEAD, 4 + len(document.facts) + len(document.warnings))


def sheet_names(document: Document) -> list[str]:
    return [re.sub(r"[\[\]:*?/\\']", " ", section.title)[:SHEET_LETTERS_MAX] for section in document.sections]


# --- how far down everything lies; both passes count alike ---


def _heights(block: Block) -> int:
    """Rows that a block takes, with the empty one behind it."""
    if isinstance(block, Words | Hand):
        return 2
    if isinstance(block, Items):
        return len(block.items) + 1
    if isinstance(block, Chart):
        return 0
    return 2 + len(block.rows) + bool(block.note) + 1


def _places(section: Section, sheet: str, first: int) -> list[TablePlace]:
    places: list[TablePlace] = []

    def walk(part: Section, row: int) -> int:
        row += 2
        for block in part.blocks:
            if isinstance(block, Table):
                places.append(placed(block, sheet, row + 2))
            row += _heights(block)
        for each in part.sections:
            row = walk(each, row)
        return row

    walk(section, first)
    return places


class _Pen:
    """Writes down a sheet, row by row."""

    def __init__(self, book: Any, places: Mapping[str, TablePlace]) -> None:
        self.book = book
        self.places = places
        self.formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self.row = 0

    def turn_to(self, name: str) -> None:
        self.sheet = self.book.add_worksheet(name)
        self.sheet.set_column(0, 0, 34)
        self.sheet.set_column(1, 14, 18)
        self.sheet.hide_gridlines(2)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)
        self.row = 0

    def look(self, **facts: Any) -> Any:
        key = tuple(sorted(facts.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format({"valign": "top", **facts})
        return self.formats[key]

    def facts(self, document: Document) -> None:
        self.sheet.write_string(0, 0, document.title, self.look(bold=True, font_size=20, font_color="#0b6150"))
        self.sheet.write_string(1, 0, f"{document.subtitle} {document.date}".strip(), self.look(font_color="#4c524e"))
        for i, (name, value) in enumerate(document.facts):
            self.sheet.write_string(3 + i, 0, name, self.look(font_color="#4c524e"))
            self.sheet.write_string(3 + i, 1, value)
        for i, warning in enumerate(document.warnings, 3 + len(document.facts)):
            self.sheet.write_string(i, 0, warning, self.look(bold=True, font_color="#a82a22"))
        self.row = head_rows(document)

    def section(self, section: Section, depth: int) -> None:
        size = 15 if depth == 0 else 12
        self.sheet.write_string(self.row, 0, section.title, self.look(bold=True, font_size=size, font_color="#0b6150"))
        self.row += 2
        for block in section.blocks:
            below = self.row + _heights(block)
            self.block(block)
            self.row = below
        for each in section.sections:
            self.section(each, depth + 1)

    def block(self, block: Block) -> None:
        if isinstance(block, Words):
            colour = {"departs": "#f9e4e1", "note": "#f3f1ea"}.get(block.kind)
            self.line(block.text, **({"bg_color": colour} if colour else {}))
        elif isinstance(block, Items):
            for cites, text in block.items:
                self.line(f"{cites}: {text}" if cites else f"- {text}")
        elif isinstance(block, Hand):
            self.line(f"{block.whose}: {faces(block.cards)}")
        elif isinstance(block, Table):
            self.table(block)

    def line(self, text: str, **facts: Any) -> None:
        look = self.look(text_wrap=True, **facts)
        self.sheet.merge_range(self.row, 0, self.row, WIDE - 1, "", look)
        self.sheet.write_string(self.row, 0, text, look)
        self.sheet.set_row(self.row, 15 * math.ceil(max(1, len(text)) / LINE_LETTERS))
        self.row += 1

    def table(self, table: Table) -> None:
        place = self.places[table.name]
        assert (place.first, place.sheet) == (self.row + 2, self.sheet.get_name()), table.name
        self.sheet.write_string(self.row, 0, table.title, self.look(bold=True))
        for column in table.columns:
            look = self.look(bold=True, bottom=1, text_wrap=True, align="right" if column.kind == "figure" else "left")
            self.sheet.write_string(self.row + 1, place.columns[column.key], column.head, look)
            if column.key in place.errors:
                self.sheet.write_string(self.row + 1, place.errors[column.key], "± s.e.", look)
        for i, row in enumerate(table.rows):
            for column, cell in zip(table.columns, row.cells, strict=True):
                self.cell(place, place.first + i, column.key, cell, bold=row.total)
        if table.note:
            self.sheet.write_string(place.first + len(table.rows), 0, table.note, self.look(font_color="#4c524e"))

    def cell(self, place: TablePlace, row: int, key: str, cell: Cell, *, bold: bool) -> None:
        at = place.columns[key]
        plain = {"bold": True, "top": 1} if bold else {}
        if not isinstance(cell, Number):
            fill = {"bg_color": FILLS[cell.kind]} if isinstance(cell, Mark) and cell.kind in FILLS else {}
            self.sheet.write_string(row, at, shown(cell), self.look(**plain, **fill))
            return
        if cell.form == "count" and abs(int(cell.value)) >= EXACT_MAX:
            self.sheet.write_string(row, at, str(int(cell.value)), self.look(**plain, align="right"))
            return
        look = self.look(**plain, num_format=number_format(cell))
        value = in_sheet(cell)
        if cell.formula:
            self.sheet.write_formula(row, at, resolved(cell.formula, place, row, self.places), look, value)
        else:
            self.sheet.write_number(row, at, value, look)
        if cell.se is not None:
            self.sheet.write_number(row, place.errors[key], cell.se, look)


def in_sheet(number: Number) -> float:
    """The number that a cell has; money is in dollars there."""
    return float(number.value) / 100 if number.form == "dollars" else float(number.value)


def number_format(number: Number) -> str:
    places = "." + "0" * number.digits if number.digits else ""
    if number.form == "percent":
        return f"0{places}%"
    if number.form == "units":
        few = places or ".######"
        return f"+0{few};-0{few};0"
    return {"count": "#,##0", "dollars": "$#,##0.00", "one_in": "#,##0.0"}.get(number.form, f"#,##0{places}")
