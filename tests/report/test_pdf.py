"""The PDF, read back: figures, tags, bookmarks, fonts, paper."""

import io
import re
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PdfReader

from houseway.games import SLUGS
from houseway.report.paper.model import Column, Document, Row, Section, Table
from houseway.report.paper.pdf import TEMPLATE, as_data, pdf
from houseway.report.paper.press import printed
from houseway.report.paper.shown import shown
from houseway.report.paper.xlsx import FILLS
from tests.report.papers import document, figures_shown, subject

FIRST = "triple_shot_bonus"


@cache
def read(slug: str) -> PdfReader:
    return PdfReader(io.BytesIO(printed(document(slug), "pdf")))


@cache
def words(slug: str) -> str:
    return " ".join(" ".join(page.extract_text() for page in read(slug).pages).split())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_figure_is_in_it(slug: str) -> None:
    for name, text in figures_shown(subject(slug)).items():
        assert text in words(slug), name


@pytest.mark.parametrize("slug", SLUGS)
def test_every_number_of_every_table_of_outcomes_is_in_it(slug: str) -> None:
    text = words(slug)
    for table in document(slug).tables():
        if table.name.startswith(("wager_", "measures_", "scores", "expected")):
            for row in table.rows:
                line = [shown(cell) for cell in row.cells if shown(cell)]
                assert all(cell in text for cell in line), (table.name, line)


def test_no_line_ends_within_a_word_of_a_command() -> None:
    lines = [line for page in read("ultimate_texas_holdem").pages for line in page.extract_text().splitlines()]
    assert any("--fresh" in line for line in lines)
    assert not [line for line in lines if line.rstrip().endswith("-")]


def test_a_total_never_stands_alone_on_a_page() -> None:
    """The longest tables are those of Fast Action Hold'em: they go over pages, and their last rows go with the sum."""
    first = re.findall(r"Adds to the mean (\S+)", words("fast_action_holdem"))
    assert len(first) >= 7, "more heads than tables"
    assert "Together" not in first


def test_the_last_rows_of_a_table_that_may_go_over_pages_stay_together() -> None:
    """Also of a short one with long texts: a single row on the next page would be taken for a table."""

    def feet(count: int, wide: int) -> list[int]:
        columns = (Column("name", "Name", "name"), Column("said", "Said", "prose", wide))
        rows = tuple(Row((f"{n}", "words")) for n in range(count))
        section = Section("one", "One", (Table("told", "Told", columns, rows),))
        (table,) = as_data(Document("A title", "A subtitle", (), (section,)), "a4")["sections"][0]["blocks"]
        return [len(table["rows"]), len(table["foot"])]

    assert [feet(count, 2) for count in (4, 5, 6, 19)] == [[4, 0], [2, 3], [3, 3], [16, 3]]
    assert [feet(count, 1) for count in (6, 18, 19)] == [[6, 0], [18, 0], [16, 3]]


def test_a_row_is_never_torn_between_two_pages() -> None:
    """Where a table goes on, its head is followed by the first words of a row."""
    table = next(each for each in document(FIRST).tables() if each.name == "published")
    head = " ".join(column.head for column in table.columns)
    letter = PdfReader(io.BytesIO(printed(document(FIRST), "pdf", "us-letter")))
    parts = [part for page in letter.pages for part in " ".join(page.extract_text().split()).split(head)[1:]]
    assert len(parts) >= 5
    begins = tuple(shown(row.cells[0]) for row in table.rows)
    assert all(part.lstrip().startswith(begins) for part in parts)


def test_acts_of_a_chart_are_told_apart_in_grey_and_alike_in_every_format() -> None:
    acts = ("stand", "hit", "split", "double", "surrender")
    fills = [FILLS[f"act-{act}"] for act in acts]
    greys = [0.299 * int(fill[1:3], 16) + 0.587 * int(fill[3:5], 16) + 0.114 * int(fill[5:7], 16) for fill in fills]
    assert all(lighter - darker > 12 for lighter, darker in pairwise(greys)), greys
    template, style = TEMPLATE.read_text(), TEMPLATE.with_name("html_page.css").read_text()
    for act, fill in zip(acts, fills, strict=True):
        assert f'act-{act}: rgb("{fill}")' in template
        assert f".mark-act-{act} {{ background: {fill}; }}" in style


def test_a_game_without_a_chart_says_its_best_play_in_words() -> None:
    for slug, said in (("three_card_poker", "Play with Q-6-4 or better"), ("casino_war", "always go to war")):
        assert said in words(slug)
        assert "This is the best play itself: it costs nothing." in words(slug)


def test_it_is_tagged_archival_and_has_bookmarks_and_page_numbers() -> None:
    found = read(FIRST)
    root: Any = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]
    assert root["/Lang"] == "en"
    described = root["/Metadata"].get_object().get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in described
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in described
    assert "<pdfuaid:part>1</pdfuaid:part>" in described
    titles = [str(each["/Title"]) for each in found.outline if not isinstance(each, list)]
    assert [title.split(" ", 1)[1] for title in titles[-len(document(FIRST).sections) :]] == [
        section.title for section in document(FIRST).sections
    ]
    last = len(found.pages)
    assert f"{last} / {last}" in found.pages[last - 1].extract_text()


def test_all_fonts_are_within() -> None:
    fonts = {}
    for page in read(FIRST).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            kept = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            fonts[kept["/FontName"]] = {"/FontFile2", "/FontFile3"} & kept.keys()
    assert len(fonts) >= 3
    assert all(fonts.values()), fonts


def test_paper_is_a4_or_letter_and_the_bytes_stay() -> None:
    small = document("dakota_stud")
    for paper, size in (("a4", (595, 842)), ("us-letter", (612, 792))):
        found = pdf(small, paper)  # type: ignore[arg-type]
        box = PdfReader(io.BytesIO(found)).pages[0].mediabox
        assert (round(box.width), round(box.height)) == size
        assert "1 Summary" in PdfReader(io.BytesIO(found)).pages[1].extract_text(), "contents are on the first page"
        assert found == pdf(small, paper)  # type: ignore[arg-type]
