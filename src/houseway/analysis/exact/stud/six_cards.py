"""Every set of six cards, judged as a poker hand and sorted by its ranks.

Where suits decide nothing but the flush, a table by sets of ranks holds all that the rest of an analysis needs: how
many sets of cards have those ranks, and how many of them make each hand. Sets of ranks (with repetition) are numbered
as sets of different numbers are, once the i-th lowest rank is raised by i.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.rules.cards import RANKS
from houseway.rules.poker import six
from houseway.rules.shapes import Words, words

SIX = 6
RANK_SETS = comb(len(RANKS) + SIX - 1, SIX)

Judge = Callable[[int], int]  # poker value -> outcome


def poker_outcome(value: int) -> int:
    """Stands for the game's judgement of a poker hand; `compiled` swaps it."""
    raise NotImplementedError


def count_sixes(rules: Any, deck: Words, steps: Words, sixes: Words) -> None:
    """sixes[number of ranks, outcome]: sets of six cards of a deck in rising order."""
    n = len(deck)
    for i in range(n):
        a, at_a = deck[i], steps[0, deck[i] >> 2]
        for j in range(i + 1, n):
            b, at_b = deck[j], at_a + steps[1, deck[j] >> 2]
            for k in range(j + 1, n):
                c, at_c = deck[k], at_b + steps[2, deck[k] >> 2]
                for m in range(k + 1, n):
                    d, at_d = deck[m], at_c + steps[3, deck[m] >> 2]
                    for p in range(m + 1, n):
                        e, at_e = deck[p], at_d + steps[4, deck[p] >> 2]
                        for q in range(p + 1, n):
                            f = deck[q]
                            value = six(rules.ranks, a, b, c, d, e, f)
                            number = at_e + steps[5, f >> 2]
                            sixes[number, poker_outcome(value)] += 1


@cache
def _kernel(judge: Judge) -> Callable[..., None]:
    return compiled(count_sixes, {poker_outcome: judge}, keep="count_sixes")


def sixes_of(rules: Any, judge: Judge, outcomes: int, deck: list[int]) -> Words:
    """The table of `count_sixes`."""
    sixes = words(RANK_SETS, outcomes)
    _kernel(judge)(packed(rules), np.array(sorted(deck), dtype=np.int64), _steps(), sixes)
    return sixes


@cache
def rank_sets(size: int = SIX) -> Words:
    """[number, rank] cards of each rank in every set of so many ranks."""
    held = words(comb(len(RANKS) + size - 1, size), len(RANKS))
    steps = _steps()
    for ranks in combinations_with_replacement(range(len(RANKS)), size):
        number = sum(int(steps[i, rank]) for i, rank in enumerate(ranks))
        for rank in ranks:
            held[number, rank] += 1
    return held


def _steps() -> Words:
    """[place, rank] what the card in that place adds to the number of a set."""
    return np.array([[comb(rank + i, i + 1) for rank in range(len(RANKS))] for i in range(SIX)], dtype=np.int64)
