"""How large the type of a sheet may be so that what it has to say fills one side and no more.

A sign is printed without a script that could measure it, so its lines are counted here, with letters a little wider
than they are; the browser tests measure every shipped sign on both papers.
"""

from collections.abc import Callable, Iterable
from math import ceil
from typing import NamedTuple

LETTER_EM = 0.57  # the width of a letter, in heights of the type: that of the widest font we name
BOLD_EM = 0.68
RAGGED = 1.06  # lines end with a word, so text of several takes a little more
STEP_PT = 0.25


class PaperSize(NamedTuple):
    """A sheet, upright, in points."""

    name: str
    title: str
    width: float
    height: float


PAPERS = {
    paper.name: paper for paper in (PaperSize("letter", "US Letter", 612, 792), PaperSize("a4", "A4", 595.28, 841.89))
}


def lines(text: str, width: float, size: float) -> int:
    """Lines that a text takes in a column so wide."""
    needed = len(text) * LETTER_EM * size / width
    return 1 if needed <= 1 else ceil(needed * RAGGED)


def height_of(texts: Iterable[str], width: float, size: float, leading: float, after: float) -> float:
    """Of paragraphs under each other; `leading` and `after` in heights of the type."""
    return sum(lines(text, width, size) * leading * size + after * size for text in texts)


def largest(least: float, most: float, height: Callable[[float], float], room: float) -> float:
    """The largest type, in quarter points, whose height is within the room; the least where none is."""
    size = most
    while size > least and height(size) > room:
        size -= STEP_PT
    return size
