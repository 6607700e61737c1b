"""Where every cell of a document lies in a workbook, and formulas with the names of cells put in their places."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from houseway.report.paper.model import Number, Table

NAMES = re.compile(r"\[([^\]]+)\]")


@dataclass(frozen=True)
class TablePlace:
    """A table on a sheet: its first body row, and the column of each key. Errors have columns of their own."""

    sheet: str
    first: int
    columns: Mapping[str, int]
    errors: Mapping[str, int]
    table: Table

    @property
    def body(self) -> int:
        """Rows that are no totals."""
        return sum(not row.total for row in self.table.rows)

    def row_of(self, key: str) -> int:
        return self.first + next(i for i, row in enumerate(self.table.rows) if row.key == key)


def placed(table: Table, sheet: str, first: int) -> TablePlace:
    """Columns from the left; one with a standard error takes two."""
    columns: dict[str, int] = {}
    errors: dict[str, int] = {}
    at = 0
    for i, column in enumerate(table.columns):
        columns[column.key] = at
        at += 1
        cells = (row.cells[i] for row in table.rows)
        if any(isinstance(cell, Number) and cell.se is not None for cell in cells):
            errors[column.key] = at
            at += 1
    return TablePlace(sheet, first, columns, errors, table)


def resolved(formula: str, own: TablePlace, row: int, places: Mapping[str, TablePlace]) -> str:
    """A formula of a cell in the row, as a sheet reads it."""

    def cell(found: re.Match[str]) -> str:
        name, _, rest = found[1].rpartition("!")
        place = places[name] if name else own
        sheet = f"'{place.sheet}'!" if place.sheet != own.sheet else ""
        key, _, column = rest.rpartition(".")
        letter = letters(place.columns[column.rstrip(":")])
        if column.endswith(":"):
            return f"{sheet}${letter}${place.first + 1}:${letter}${place.first + place.body}"
        if key:
            return f"{sheet}${letter}${place.row_of(key) + 1}"
        return f"{letter}{row + 1}"

    return "=" + NAMES.sub(cell, formula)


def letters(column: int) -> str:
    """A, B, ... Z, AA."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
