"""The workbook, read back: numbers, live formulas with right cached values, and what LibreOffice makes of them."""

import io
import os
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from houseway.games import SLUGS
from houseway.report.paper.formulas import letters
from houseway.report.paper.pay_links import every_fall
from houseway.report.paper.press import printed
from houseway.report.paper.sections.measures import together_of
from houseway.report.submission.par_sheet import par_sheet
from tests.report.papers import BESIDE, IN_ACTION, beside, decimal_of, document, measures_of, subject

SLUG = "triple_shot_bonus"
CHANGED = {  # cells that somebody writes over: (sheet's table, row, column, what is in it then)
    "changed": (SLUG, [("Poker: paytable TSB-01", "royal flush", "C", 800)]),
    "multiplied": (
        "lucky_lucky",
        [
            ("Lucky Break, Lucky Break for the dealers: paytable Lucky Break base 1", "dealer's 25", "C", 4),
            ("Fixed sums and multipliers", "Multiplier", "C", 60),
        ],
    ),
    "envied": ("fast_action_holdem", [("Fixed sums and multipliers", "Envy", "C", 600)]),
    "raised": (
        "mississippi_stud",
        [("Ante, 3rd Street, 4th Street, 5th Street: paytable straight 4", "flush", "C", 7)],
    ),
}
FOLLOWED = {  # the same by the code of the table and the name of its row: every wager is held against its fall
    "split": ("fast_action_holdem", "4", "full_house", 6),
    "ante": ("fast_action_holdem", "Ante", "win", 2),
    "beside": ("three_card_poker", "Ante Bonus 5-4-1", "straight", 3),
    "push": ("three_card_poker", "no queen, Play", "no_queen", 1),
    "natural": (SLUG, "Blackjack", "natural", 1),
    "diamonds": ("super_fun_21", "SF21 diamonds", "diamond_natural", 5),
}
HEADS = {
    "edge": "House edge", "hit": "Hits", "sd": "Standard deviation", "element_of_risk": "Element of risk",
    IN_ACTION: "In action",
}  # fmt: skip
Cells = dict[tuple[str, str], Any]


PAR = "par"
COMPARED = {f"beside_{slug}": slug for slug in BESIDE}


@cache
def book(name: str) -> bytes:
    if name == PAR:
        return printed(par_sheet(subject(SLUG)), "xlsx")
    return printed(beside(COMPARED[name]) if name in COMPARED else document(name), "xlsx")


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
    heads = {
        value: at
        for (sheet, at), value in found.items()
        if sheet == "Summary" and at.endswith(str(row_of(found, "Summary", "Figures of every wager", "Wager")))
    }
    for wager in subject(slug).wagers:
        row = row_of(found, "Summary", "Figures of every wager", subject(slug).title_of(wager.name))
        for measure in measures_of(subject(slug), wager.name):
            value = found["Summary", f"{heads[HEADS[measure]].rstrip('0123456789')}{row}"]
            assert value == pytest.approx(decimal_of(subject(slug), wager.name, measure), rel=1e-14), (wager, measure)


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


def in_words(slug: str, code: str, outcome: str) -> tuple[str, str]:
    """A table and its row, as the sheet calls them."""
    of = subject(slug)
    table = next(each for each in of.paytables if each.code == code)
    return f"{', '.join(map(of.title_of, table.wagers))}: paytable {code}", of.outcome(outcome)


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Cells]:
    """Workbooks without any cached value, and one with another pay, worked out by LibreOffice."""
    if shutil.which("soffice") is None:
        say = pytest.fail if os.environ.get("CI") else pytest.skip
        say("no LibreOffice on this machine: install it to recalculate the workbooks of reports")
    folder = tmp_path_factory.mktemp("sheets")
    followed = {
        name: (slug, [(*in_words(slug, code, row), "C", pay)]) for name, (slug, code, row, pay) in FOLLOWED.items()
    }
    for name, (slug, cells_changed) in (
        {slug: (slug, []) for slug in (*SLUGS, PAR, *COMPARED)} | CHANGED | followed
    ).items():
        read = openpyxl.load_workbook(io.BytesIO(book(slug)))  # keeps formulas, and forgets what they came to
        pays = cells(book(slug), values=False) if cells_changed else {}
        for table, row, column, value in cells_changed:
            read["Paytables"][f"{column}{row_of(pays, 'Paytables', table, row)}"] = value
        read.save(folder / f"{name}.xlsx")
    command = ["soffice", f"-env:UserInstallation={folder.as_uri()}/profile", "--headless", "--convert-to", "xlsx"]
    sources = sorted(folder.glob("*.xlsx"))
    subprocess.run([*command, "--outdir", folder / "out", *sources], check=True, capture_output=True, timeout=240)
    return {path.stem: cells(path, values=True) for path in (folder / "out").glob("*.xlsx")}


@pytest.mark.parametrize("slug", [*SLUGS, PAR, *COMPARED])
def test_libreoffice_comes_to_the_same_figures(slug: str, recalculated: dict[str, Cells]) -> None:
    ours = cells(book(slug), values=True)
    formulas = {at for at, value in cells(book(slug), values=False).items() if str(value).startswith("=")}
    assert len(formulas) > (80 if slug == PAR else 30 if slug in COMPARED else 120)
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


def edges(found: Cells, slug: str) -> dict[str, float]:
    of = subject(slug)
    rows = {
        wager.name: row_of(found, "Summary", "Figures of every wager", of.title_of(wager.name)) for wager in of.wagers
    }
    return {name: found["Summary", f"B{row}"] for name, row in rows.items()}


def test_a_changed_pay_or_multiplier_moves_every_ending_that_is_a_multiple_of_it(
    recalculated: dict[str, Cells],
) -> None:
    pays = ("Lucky Break base 1/bust_25/4", "multiplier/bust_26_suited_5/60")
    solved = subject("lucky_lucky", (), pays).solution.wagers["lucky_break"]
    assert edges(recalculated["multiplied"], "lucky_lucky")["lucky_break"] == pytest.approx(
        float(solved.edge.value), rel=1e-9
    )


def test_a_changed_pay_moves_bets_of_three_antes_and_their_round(recalculated: dict[str, Cells]) -> None:
    found, before = edges(recalculated["raised"], "mississippi_stud"), subject("mississippi_stud").solution.wagers
    moved = {name: before[name].edge.value - Fraction(found[name]) for name in found}
    for name in ("ante", "third", "fourth", "fifth"):
        staked = sum(row.probability * row.won / 6 for row in before[name].rows if row.outcome == "flush")
        assert float(moved[name]) == pytest.approx(float(staked), rel=1e-9)
    assert float(moved["round"]) == pytest.approx(sum(float(moved[name]) for name in moved if name != "round"))
    assert moved["round"] > moved["ante"] * 3


def test_a_changed_sum_moves_what_envy_brings_each_number_of_players(recalculated: dict[str, Cells]) -> None:
    notes = subject("fast_action_holdem").solution.notes
    each = notes["envy.cents_for_each_other_player"] + 35_000 * notes["envy.chance_of_royal_flush"]
    found, sheet = recalculated["envied"], "Rounding, caps, Envy and seats"
    first = row_of(found, sheet, "Envy, exactly: what it adds for each player", "Players") + 1
    for players in range(1, 7):
        assert found[sheet, f"A{first + players - 1}"] == players
        assert found[sheet, f"B{first + players - 1}"] == pytest.approx(float(each * (players - 1)), rel=1e-9)
    told = row_of(found, "The wagers", "Further figures of the solver", "Envy: cents for each other player")
    assert found["The wagers", f"B{told}"] == pytest.approx(float(each), rel=1e-9)


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_changed_pay_moves_every_edge_that_hangs_on_it(name: str, recalculated: dict[str, Cells]) -> None:
    """Of hands that are split or doubled, of what is paid beside a bet, of pushes; and no other edge."""
    slug, code, outcome, pay = FOLLOWED[name]
    of = subject(slug)
    expected = {
        bet: wager.edge.value
        - sum(
            fall * (pay - row.pay)
            for row, fall in every_fall(of, wager).items()
            if (row.code, row.outcome) == (code, outcome)
        )
        for bet, wager in of.figures.items()
    }
    if together := together_of(of):
        expected["round"] = sum((expected[bet] for bet in together), Fraction(0))
    found = edges(recalculated[name], slug)
    assert found == pytest.approx({bet: float(edge) for bet, edge in expected.items()}, rel=1e-9, abs=1e-12)
    assert any(expected[bet] != wager.edge.value for bet, wager in of.figures.items())
