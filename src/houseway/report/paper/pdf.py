"""A report as PDF, set by typst: PDF/A-2a and PDF/UA-1, so tagged, with bookmarks and its fonts within.

The template reads the document as data: no letter of it is taken for markup.
"""

import re
from collections.abc import Sequence
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from houseway.report.paper.hand_drawing import hand_svg
from houseway.report.paper.model import Block, Cell, Chart, Document, Hand, Items, Mark, Section, Table, Words
from houseway.report.paper.shown import faces, shown
from houseway.report.paper.svg import svg
from houseway.report.paper.typeset import STANDARDS, typeset

TEMPLATE = Path(__file__).with_name("pdf.typ")
UNDATED = date(2026, 1, 1)  # PDF/A wants a date; one that does not move keeps the bytes
CODE = re.compile(r"`([^`]+)`")
TOGETHER = 18  # rows that are kept on one page
FOOT = 3  # of those of a table that may go over pages, at its end
HEADS = 4  # lines that the title and the head of a table take
HALF_LINE = 70  # letters of a note in one of two columns
LEAP = 6  # lines that must be won before a block goes out of its order
TIGHT = 9  # columns from here on: a grid, set narrow


def pdf(document: Document, paper: Literal["a4", "us-letter"] = "a4") -> bytes:
    [found] = typeset(TEMPLATE, as_data(document, paper), "pdf", standards=STANDARDS)
    return found


def as_data(document: Document, paper: str) -> dict[str, Any]:
    when = date.fromisoformat(document.date) if document.date else UNDATED
    return {
        "title": document.title,
        "subtitle": document.subtitle,
        "paper": paper,
        "dated": document.date,
        "year": when.year,
        "month": when.month,
        "day": when.day,
        "keywords": document.keywords,
        "warnings": [runs(each) for each in document.warnings],
        "facts": document.facts,
        "sheet": document.sheet,
        "brief": document.brief,
        "sections": [_section(each) for each in document.sections],
    }


def _section(section: Section) -> dict[str, Any]:
    blocks = [_block(each) for each in section.blocks]
    left = _left(section.blocks) if section.beside else set()
    return {
        "title": section.title,
        "left": [block for i, block in enumerate(blocks) if i in left],
        "blocks": [block for i, block in enumerate(blocks) if i not in left],
        "sections": [_section(each) for each in section.sections],
    }


def _left(blocks: Sequence[Block]) -> set[int]:
    """Which blocks lie in the left one of two columns, so that the longer one is short; best in their order."""
    lengths = [_length(block) for block in blocks]
    ways = ({0, *rest} for n in range(len(blocks)) for rest in combinations(range(1, len(blocks)), n))

    def lines(left: set[int]) -> int:
        longer = max(sum(lengths[i] for i in left), sum(lengths) - sum(lengths[i] for i in left))
        return longer + (0 if max(left) < len(left) else LEAP)

    return min(ways, key=lines, default=set())


def _length(block: Block) -> int:
    """In lines, near enough."""
    if isinstance(block, Table):
        return len(block.rows) + HEADS + len(block.note) // HALF_LINE
    return len(block.items) if isinstance(block, Items) else HEADS


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Words):
        return {"is": "words", "kind": block.kind, "runs": runs(block.text)}
    if isinstance(block, Items):
        return {"is": "items", "items": [{"cites": cites, "runs": runs(text)} for cites, text in block.items]}
    if isinstance(block, Chart):
        return {"is": "chart", "title": block.title, "about": block.about, "svg": svg(block)}
    if isinstance(block, Hand):
        return {"is": "hand", "whose": block.whose, "said": faces(block.cards), "svg": hand_svg(block)}
    return _table(block)


def _table(table: Table) -> dict[str, Any]:
    """Of one that may go over pages the last rows are its foot, which no page break parts: none stands alone."""
    rows = [{"total": row.total, "cells": [_cell(each) for each in row.cells]} for row in table.rows]
    long = len(rows) > TOGETHER or any(each.wide > 1 for each in table.columns)
    body = len(rows) - FOOT if long and len(rows) > FOOT + 1 else len(rows)
    return {
        "is": "table",
        "title": table.title,
        "note": runs(table.note) if table.note else [],
        "tight": len(table.columns) >= TIGHT,
        "long": long,
        "columns": [{"head": each.head, "kind": each.kind, "wide": each.wide} for each in table.columns],
        "rows": rows[:body],
        "foot": rows[body:],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {"runs": runs(shown(cell)), "mark": cell.kind if isinstance(cell, Mark) else ""}


def runs(text: str) -> list[tuple[str, str]]:
    """Words and code in turn; no line breaks between a minus and its sum."""
    parts = CODE.split(text.replace("-$", "-\N{WORD JOINER}$"))
    return [("code" if i % 2 else "words", part) for i, part in enumerate(parts) if part]
