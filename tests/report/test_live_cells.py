"""Every number of a workbook is given (a count, a pay, an option, what was measured) or a formula of what is given."""

import io
import re
from fractions import Fraction

import openpyxl
import pytest

from houseway.games import SLUGS
from houseway.report.paper.model import Number
from houseway.report.paper.press import printed
from houseway.report.paper.xlsx import EXACT_MAX
from houseway.report.submission.par_sheet import par_sheet
from tests.report.given import dead_cells, numbers
from tests.report.papers import BESIDE, beside, document, subject

SEVERAL = ("several hands", "not made", "not paid", "taken back")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_number_is_given_or_follows_from_what_is(slug: str) -> None:
    assert not list(dead_cells(document(slug)))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_ending_that_a_paytable_pays_wins_what_its_cell_says(slug: str) -> None:
    """But for what sums several pays: rounds, and rounds of several hands."""
    tables = {table.name: table for table in document(slug).tables()}
    for wager in subject(slug).wagers:
        if wager.name != "round" and wager.rows:
            for row, key, number in numbers(tables[f"wager_{wager.name}"]):
                if key == "pay" and not number.formula:
                    ending = wager.rows[int(row.key.removeprefix("row"))]
                    push = wager.hands and not ending.won  # of one unit or of two: the table of hands tells it
                    assert push or ending.outcome.replace("_", " ") in SEVERAL, (wager.name, ending)
        if wager.hands:
            told = [number for _, key, number in numbers(tables[f"hands_{wager.name}"]) if key == "pay"]
            assert all("!" in number.formula for number in told)
            assert len(told) == len(wager.hands)


@pytest.mark.parametrize("slug", BESIDE)
def test_of_two_settings_the_edges_follow_from_their_endings(slug: str) -> None:
    """Where these differ; so do hits and deviation where an outcome wins one sum alone."""
    assert not list(dead_cells(beside(slug)))
    tables = {table.name: table for table in beside(slug).tables()}
    live = {(row.key, key) for row, key, number in numbers(tables["compared"]) if number.formula}
    shown = [name.removeprefix("ends_") for name in tables if name.startswith("ends_")]
    assert shown
    for name in shown:
        assert {(name, "a"), (name, "b")} <= live
        of_hands = any(column.head.startswith("Hands") for column in tables[f"ends_{name}"].columns)
        assert of_hands or {(name, key) for key in ("hit_a", "hit_b", "sd_a", "sd_b")} <= live
    assert ("round", "a") in live or "round" not in subject(slug).figures


@pytest.mark.parametrize("slug", SLUGS)
def test_the_workbook_has_just_these_formulas_and_numbers(slug: str) -> None:
    """So what was asked of tables above holds cell by cell."""
    compared = [beside(slug)] if slug in BESIDE else []
    for made in (document(slug), par_sheet(subject(slug)), *compared):
        told = [number for table in made.tables() for _, _, number in numbers(table)]
        text = [each for each in told if each.form == "count" and abs(int(each.value)) >= EXACT_MAX]
        errors = sum(each.se is not None for each in told)
        book = openpyxl.load_workbook(io.BytesIO(printed(made, "xlsx")), read_only=True)
        found = [cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]
        live = sum(isinstance(cell, str) and cell.startswith("=") for cell in found)
        assert live == sum(bool(each.formula) for each in told)
        assert sum(isinstance(cell, int | float) for cell in found) == len(told) - live - len(text) + errors


def test_what_follows_is_worth_what_its_formula_names() -> None:
    """A total is the sum of its column, and an edge the total of its table, whatever sheet reads them."""
    for slug in SLUGS:
        tables = {table.name: table for table in document(slug).tables()}
        for wager in subject(slug).solution.wagers.values():
            edge = next(number for row, _, number in numbers(tables[f"measures_{wager.name}"]) if row.key == "edge")
            names = re.findall(r"\[(\w+)!", edge.formula)
            assert names, (slug, wager.name)
            told = Fraction(0)
            for name in names:
                last = next(row for row in tables[name].rows if row.key in ("total", "edge"))
                cells = dict(zip((column.key for column in tables[name].columns), last.cells, strict=True))
                cell = cells["adds" if last.key == "total" else "value"]
                assert isinstance(cell, Number)
                told += -Fraction(cell.value) if last.key == "total" else Fraction(cell.value)
            assert told == wager.edge.value
