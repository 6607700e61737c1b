"""Every format of a document, down to the last width, fill, font and number format of a cell, of a specimen that has
one of everything; and what each table of each game's report is made of."""

import io
import json
import re
import zipfile
from dataclasses import asdict
from typing import Any

import pytest

from houseway.games import SLUGS
from houseway.house.books.alerts import HandLook
from houseway.house.books.rows import BookRow
from houseway.house.books.theory import Expected
from houseway.report.paper.book_charts import book_charts
from houseway.report.paper.catalogue import catalogue
from houseway.report.paper.contact_sheet import contact_sheet
from houseway.report.paper.html_page import CSS
from houseway.report.paper.model import Number, Table
from houseway.report.paper.pdf import as_data
from houseway.report.paper.press import printed
from houseway.report.paper.wallet import wallet_data
from tests.approved import _rounded as rounded
from tests.approved import hold
from tests.approved.specimen import specimen
from tests.report.papers import document, subject

LEFT_OUT = re.compile(r"theme|_rels|Content_Types|app\.xml")  # what xlsxwriter writes of itself
SHORT = 150
A_LINE = re.compile(
    r"(?<=>)(?=<(?:row|c |mergeCell|col |xf |font>|fill>|border>|numFmt|si>|sheet|page|print|pane|dc:))"
)


def parts(book: bytes) -> str:
    """A workbook as it is written: cells and where they merge, widths, heights, styles, what it says of itself."""
    with zipfile.ZipFile(io.BytesIO(book)) as held:
        names = [name for name in held.namelist() if name.endswith(".xml") and not LEFT_OUT.search(name)]
        return "\n".join(f"# {name}\n{A_LINE.sub(chr(10), held.read(name).decode())}" for name in sorted(names))


def test_a_specimen_in_every_format() -> None:
    made = specimen()
    hold("specimen.md", printed(made, "md").decode())
    page = printed(made, "html").decode()
    style = CSS.read_text(encoding="utf-8")
    assert page.count(style) == 1
    hold("specimen.html", page.replace(style, "").replace("><", ">\n<"))
    hold("specimen.json", printed(made, "json").decode())
    hold("specimen.xlsx.txt", parts(printed(made, "xlsx")))


def test_a_specimen_as_data_for_paper() -> None:
    """Without the drawings, which stand in the page for a browser."""
    bare = specimen(date="", warnings=(), sheet=True, brief=True, keywords=(), sections=())
    told = [without_drawings(as_data(made, "us-letter")) for made in (specimen(), bare)]
    hold("specimen.paper.txt", "\n".join(lines_of(told)))


def test_few_facts_and_warnings_leave_room_above_the_first_section() -> None:
    """The head of a workbook has twelve rows, and more where so much is to be said."""
    few = specimen(facts=(("One", "fact"),), warnings=(), date="")
    made = specimen()
    eight = specimen(facts=(*made.facts, ("Fact 7", "the eighth")), warnings=())
    nine = specimen(facts=(*made.facts, ("Fact 7", "the eighth")), warnings=("Beware.",))
    firsts = [re.findall(r'<row r="(\d+)"', parts(printed(each, "xlsx")).partition("sheet1.xml")[2]) for each in
              (few, eight, nine)]  # fmt: skip
    assert [next(int(row) for row in rows if int(row) > 12) for rows in firsts] == [13, 13, 14]


def lines_of(part: Any, deep: str = "") -> list[str]:
    """Plain data, as much of it on a line as a line takes."""
    short = json.dumps(part, ensure_ascii=False)
    if len(short) < SHORT or not isinstance(part, dict | list | tuple):
        return [deep + short]
    named = part.items() if isinstance(part, dict) else ((f"{at}", each) for at, each in enumerate(part))
    return [line for name, each in named for line in _under(f"{deep}{name}:", lines_of(each, f"{deep} "))]


def _under(head: str, lines: list[str]) -> list[str]:
    return [f"{head} {lines[0].strip()}"] if len(lines) == 1 else [head, *lines]


def without_drawings(part: Any) -> Any:
    match part:
        case dict():
            return {key: "(drawn)" if key == "svg" else without_drawings(each) for key, each in part.items()}
        case list() | tuple():
            return [without_drawings(each) for each in part]
    return part


# --- what each game's report is made of ---


def column_forms(table: Table) -> list[str]:
    """Each column: head, kind, and of its numbers the forms, decimals and formulas, each once."""
    told = []
    for at, column in enumerate(table.columns):
        cells = (row.cells[at] for row in table.rows)
        said = {_form(cell) for cell in cells if isinstance(cell, Number)}
        told.append(f"  {column.key} '{column.head}' {column.kind} {column.wide}: {'; '.join(sorted(said)) or 'words'}")
    return told


def _form(number: Number) -> str:
    more = [" ±"] if number.se is not None else []
    return "".join([f"{number.form} {number.digits}", *more, f" ={number.formula}" if number.formula else ""])


@pytest.mark.parametrize("slug", SLUGS)
def test_forms_and_formulas_of_every_table_of_a_report(slug: str) -> None:
    lines = [f"{' '.join(document(slug).keywords)}: sheet {document(slug).sheet}, brief {document(slug).brief}"]
    for section in document(slug).all_sections():
        lines.append(f"# {section.name} '{section.title}'{' beside' if section.beside else ''}")
        for block in section.blocks:
            if isinstance(block, Table):
                keys = " ".join(f"{row.key or '-'}{'+' if row.total else ''}" for row in block.rows[:60])
                lines += [f"{block.name} '{block.title}', {len(block.rows)} rows: {keys}", *column_forms(block)]
    hold(f"{slug}.forms.txt", "\n".join(lines))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_stands_on_a_card_for_the_wallet(slug: str) -> None:
    hold(f"{slug}.wallet.txt", "\n".join(lines_of(wallet_data(subject(slug)))))


def test_faces_of_a_card_lie_two_in_a_row_at_their_size() -> None:
    face = b'<svg class="x" viewBox="0 0 200.5 100" width="200.5pt" height="100pt"><path/></svg>'
    hold("contact_sheet.svg", "\n\n".join(contact_sheet([face] * many).decode() for many in (1, 2, 3, 4)))


def test_the_catalogue_of_several_games() -> None:
    made = catalogue([subject("casino_war"), subject("dakota_stud")], "2026-11-16")
    hold("catalogue.md", printed(made, "md").decode())
    hold("catalogue.paper.txt", "\n".join(lines_of(as_data(made, "a4"))))


def book_rows(*held: int, spread: float = 10.0) -> list[BookRow]:
    """A week each; a row's standard deviation is so many times its bets."""
    expected = [Expected(1_000.0 * (i + 1), (spread * 50_000) ** 2, 50_000 + i, each) for i, each in enumerate(held)]
    return [BookRow("room", week=f"2026-W{i + 1:02}", expected=each) for i, each in enumerate(expected)]


def test_charts_of_the_books() -> None:
    """Where nothing, one week and two weeks are beyond chance; of few bets and many; of the hands that came."""
    looks = [
        HandLook("lucky", "side", "Lucky", "Side", f"hand {n}", 40 + n * n, 1_000, 0.05 + n / 1_000) for n in range(19)
    ]
    rare = HandLook("lucky", "side", "Lucky", "Side", "royal", 1, 4_999, 0.001)
    enough = HandLook("lucky", "side", "Lucky", "Side", "flush", 9, 5_000, 0.001)
    cases = [
        (book_rows(1_000, 2_000, -30_000), looks),
        (book_rows(1_000, 2_600_000, 500), [rare, enough]),
        (book_rows(-1_600_000, 2_000, 1_900_000), [rare]),
        (book_rows(7, 9, spread=0.04), []),
        (book_rows(5), []),
    ]
    told = [[asdict(chart) for chart in book_charts(rows, of, "week")] for rows, of in cases]
    hold("book_charts.txt", "\n".join(lines_of(rounded(told))))
