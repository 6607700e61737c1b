"""The workbook, read back: numbers, live formulas with right cached values, and what LibreOffice makes of them."""

import io
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from houseway.games import SLUGS
from houseway.report.edge_page import edge_json
from houseway.report.paper.formulas import letters
from houseway.report.paper.press import printed
from houseway.report.submission.par_sheet import par_sheet
from tests.report.papers import document, subject

SLUG = "triple_shot_bonus"
Cells = dict[tuple[str, str], Any]


PAR = "par"


@cache
def book(slug: str) -> bytes:
    return printed(par_sheet(subject(SLUG)) if slug == PAR else document(slug), "xlsx")


def cells(found: bytes | Path, *, values: bool) -> Cells:
    source = io.BytesIO(found) if isinstance(found, bytes) else found
    read = openpyxl.load_workbook(source, data_only=values)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in read
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def row_of(found: Cells, sheet: str, table: str, name: str) -> int:
    """The row of a name in a table, by their titles in the first column."""
    first = next(
        int(at[1:]) for (page, at), value in found.items() if page == sheet and at[0] == "A" and value == table
    )
    return next(row for row in range(first, first + 40) if found.get((sheet, f"A{row}")) == name)


@pytest.mark.parametrize("slug", SLUGS)
def test_figures_are_numbers_and_their_cached_values_are_right(slug: str) -> None:
    found = cells(book(slug), values=True)
    expected = edge_json(subject(slug).solution)["figures"]
    heads = {
        value: at
        for (sheet, at), value in found.items()
        if sheet == "Summary" and at.endswith(str(row_of(found, "Summary", "Figures of every wager", "Wager")))
    }
    for wager in subject(slug).wagers:
        row = row_of(found, "Summary", "Figures of every wager", subject(slug).title_of(wager.name))
        for head, measure in (("House edge", "edge"), ("Hits", "hit"), ("Element of risk", "element_of_risk")):
            value = found["Summary", f"{heads[head].rstrip('0123456789')}{row}"]
            assert value == pytest.approx(expected[f"{wager.name}.{measure}"]["decimal"], rel=1e-14), (wager, measure)


def test_what_follows_is_a_formula_and_what_is_given_a_number() -> None:
    found = cells(book(SLUG), values=False)
    row = row_of(found, "The wagers", "How Poker ends", "royal flush")
    assert found["The wagers", f"C{row}"] == pytest.approx(47 / 5089630)
    assert found["The wagers", f"D{row}"] == f"=1/C{row}"
    assert str(found["The wagers", f"E{row}"]).startswith("='Paytables'!")
    assert found["The wagers", f"F{row}"] == f"=C{row}*E{row}"
    edge = row_of(found, "The wagers", "Figures of Poker", "House edge")
    assert str(found["The wagers", f"B{edge}"]).startswith("=-$F$")
    assert sum(str(value).startswith("=") for value in found.values()) > 150


def test_letters_go_on_after_z() -> None:
    assert [letters(i) for i in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_the_bytes_stay() -> None:
    assert printed(document(SLUG), "xlsx") == book(SLUG)


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Cells]:
    """Workbooks without any cached value, and one with another pay, worked out by LibreOffice."""
    if shutil.which("soffice") is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no LibreOffice on this machine: install it to recalculate the workbooks of reports")
    folder = tmp_path_factory.mktemp("sheets")
    for name, slug in {**{slug: slug for slug in (*SLUGS, PAR)}, "changed": SLUG}.items():
        read = openpyxl.load_workbook(io.BytesIO(book(slug)))  # keeps formulas, and forgets what they came to
        if name == "changed":
            pays = cells(book(slug), values=False)
            read["Paytables"][f"C{row_of(pays, 'Paytables', 'Poker: paytable TSB-01', 'royal flush')}"] = 800
        read.save(folder / f"{name}.xlsx")
    command = ["soffice", f"-env:UserInstallation={folder.as_uri()}/profile", "--headless", "--convert-to", "xlsx"]
    sources = sorted(folder.glob("*.xlsx"))
    subprocess.run([*command, "--outdir", folder / "out", *sources], check=True, capture_output=True, timeout=240)
    return {path.stem: cells(path, values=True) for path in (folder / "out").glob("*.xlsx")}


@pytest.mark.parametrize("slug", [*SLUGS, PAR])
def test_libreoffice_comes_to_the_same_figures(slug: str, recalculated: dict[str, Cells]) -> None:
    ours = cells(book(slug), values=True)
    formulas = {at for at, value in cells(book(slug), values=False).items() if str(value).startswith("=")}
    assert len(formulas) > (80 if slug == PAR else 120)
    for at in formulas:
        assert recalculated[slug][at] == pytest.approx(ours[at], rel=1e-9, abs=1e-12), at


def test_a_changed_pay_moves_the_edge_everywhere(recalculated: dict[str, Cells]) -> None:
    changed = subject(SLUG, (), ("TSB-01/royal_flush/800",)).solution.wagers["poker"]
    found = recalculated["changed"]
    for sheet, table, name in (
        ("The wagers", "Figures of Poker", "House edge"),
        ("Summary", "Figures of every wager", "Poker"),
    ):
        assert found[sheet, f"B{row_of(found, sheet, table, name)}"] == pytest.approx(
            float(changed.edge.value), rel=1e-9
        )
    sd = row_of(found, "The wagers", "Figures of Poker", "Standard deviation")
    assert found["The wagers", f"B{sd}"] == pytest.approx(changed.measure("sd")[1], rel=1e-9)
