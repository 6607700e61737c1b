"""The books as a workbook: a sheet for each book, one for what has to be said, one that explains the columns.

Amounts are in dollars and are numbers; what follows from other cells of the row is a formula, with its value.
"""

import io
from collections.abc import Mapping
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_col_to_name

from houseway.house.books.books import Report
from houseway.house.books.columns import CENTS, COLUMNS, COUNT, MEANING, NO_THEORY, SHARE
from houseway.house.books.rows import BOOKS, BookRow
from houseway.report.paper.xlsx import UNDATED

FORMATS = {CENTS: "#,##0.00;[Red]-#,##0.00", SHARE: "0.00%", COUNT: "#,##0"}
NUMBER_FORMAT = "#,##0.00"
FORMULAS = {  # of columns by name; no row is divided by nothing
    "handle_cents": "{bets_cents}+{raised_cents}",
    "hold": 'IF({bets_cents}=0,"",({win_cents}-{corrected_cents})/{bets_cents})',
    "hold_of_drop": 'IF({drop_cents}<=0,"",({win_cents}-{corrected_cents})/{drop_cents})',
    "disputes": "{rulings}+{corrections}",
}
WIDE, WIDER, WIDEST = 12, 24, 90


def books_xlsx(report: Report) -> bytes:
    held = io.BytesIO()
    book = xlsxwriter.Workbook(held, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    title = f"The books, {report.period.words}"
    book.set_properties({"title": title, "author": "houseway", "created": UNDATED})
    bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
    for name in BOOKS:
        rows = [row for row in report.rows if row.book == name]
        if rows:
            _rows(book, name.capitalize(), report, rows)
    said = book.add_worksheet("Said")
    said.set_column(0, 0, WIDER)
    said.set_column(1, 1, WIDEST, wrapped)
    lines = [("Period", report.period.words), ("Zone", report.calendar.zone)]
    lines += [("Shifts", ", ".join(report.calendar.shift_words))] if report.calendar.shifts else []
    lines += [("Difference", each) for each in report.faults] + [("Alert", each.said) for each in report.alerts]
    lines += [("Missing", each) for each in report.missing] + [("Note", each) for each in report.notes]
    for at, (word, line) in enumerate(lines):
        said.write_string(at, 0, word, bold)
        said.write_string(at, 1, line)
    about = book.add_worksheet("Columns")
    about.set_column(0, 0, WIDER)
    about.set_column(1, 1, WIDEST, wrapped)
    told = [(column.title, column.about) for column in COLUMNS] + [("no theory", NO_THEORY), ("meaning", MEANING)]
    for at, (word, line) in enumerate(told):
        about.write_string(at, 0, word, bold)
        about.write_string(at, 1, line)
    book.close()
    return held.getvalue()


def _rows(book: Any, name: str, report: Report, rows: list[BookRow]) -> None:
    sheet = book.add_worksheet(name)
    bold = book.add_format({"bold": True, "text_wrap": True})
    formats = {unit: book.add_format({"num_format": code}) for unit, code in FORMATS.items()}
    other = book.add_format({"num_format": NUMBER_FORMAT})
    heads = [*report.by, *(column.title for column in COLUMNS), "no theory", "meaning"]
    places = {column.name: len(report.by) + at for at, column in enumerate(COLUMNS)}
    for at, head in enumerate(heads):
        sheet.write_string(0, at, head, bold)
    sheet.set_column(0, len(heads) - 3, WIDE)
    sheet.set_column(len(heads) - 2, len(heads) - 2, WIDER)
    sheet.set_column(len(heads) - 1, len(heads) - 1, WIDEST)
    sheet.freeze_panes(1, len(report.by))
    for line, row in enumerate(rows, 1):
        told = row.to_json(report.by, report.such(row))
        for at, said in enumerate(row.named(report.by)):
            sheet.write_string(line, at, said)
        for column in COLUMNS:
            figure = _figure(column.unit, told[column.name])
            if figure is not None:
                form = formats.get(column.unit, other)
                formula = FORMULAS.get(column.name)
                if formula:
                    sheet.write_formula(line, places[column.name], f"={_filled(formula, places, line)}", form, figure)
                else:
                    sheet.write_number(line, places[column.name], figure, form)
        sheet.write_string(line, len(heads) - 2, ", ".join(told["no_theory_titles"]))
        sheet.write_string(line, len(heads) - 1, told["meaning"])


def _figure(unit: str, told: float | None) -> float | None:
    return told / 100 if told is not None and unit == CENTS else told


def _filled(formula: str, places: Mapping[str, int], line: int) -> str:
    return formula.format(**{name: f"{xl_col_to_name(at)}{line + 1}" for name, at in places.items()})
