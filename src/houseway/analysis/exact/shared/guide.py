"""A strategy in words: short rules, how often they do what the best play does, and what they cost.

A guide is drawn from the solution under the options in force, not written down: other options, other rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

import numpy as np

from houseway.rules.shapes import Words

Row = tuple[str | int | float, ...]


@dataclass(frozen=True)
class Rule:
    text: str
    share: float  # of all deals: those on which it is the rule that speaks
    left_out: Fraction | float | None = None  # what leaving it out would cost a round, in units of the base bet


@dataclass(frozen=True)
class Grid:
    """A square of cells with a name for each row and column."""

    title: str
    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """The rules for one choice."""

    title: str
    rules: tuple[Rule, ...]
    right: float  # share of deals on which the rules do what the best play does, or something worth as much
    cost: float  # what they give up a round against the best play, in units of the base bet
    grids: tuple[Grid, ...] = ()
    exact: Fraction | None = None  # the cost, where it is counted exactly


@dataclass(frozen=True)
class Guide:
    sections: tuple[Section, ...]
    columns: tuple[str, ...]  # of the table of classes
    classes: Callable[[], list[Row]]  # every class of hands that differ in suits alone, and what is done with it


def suit_classes(sets: Words) -> tuple[Words, Words]:
    """Classes of sets of cards [set, place] that differ by a change of suits alone.

    The first set of each class, and the class of every set. Cards are numbered 4 x rank + suit.
    """
    lowest = np.full(len(sets), np.iinfo(np.int64).max)
    places = 52 ** np.arange(sets.shape[1])
    for suits in permutations(range(4)):
        moved = np.sort(sets & ~3 | np.array(suits)[sets & 3], axis=1)
        lowest = np.minimum(lowest, moved @ places)
    _, first, number = np.unique(lowest, return_index=True, return_inverse=True)
    return first.astype(np.int64), number.astype(np.int64)
