"""Five-card stud with one's own cards dealt first: how every three and every four cards can end.

A deal is three cards of one's own (in no order), a first and a second community card: C(52,3) x 49 x 48 = 51,979,200
equally likely ones. Four cards seen are a set of four together with which of them is the community's; how they end
depends on the set alone. So one pass over the sets of four counts what the fifth card makes of each, and everything
else is sums of those counts.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.rules.cards import DECK
from houseway.rules.combos import index_3, index_4
from houseway.rules.poker import five
from houseway.rules.shapes import Words, words

THREES = DECK * (DECK - 1) * (DECK - 2) // 6
FOURS = THREES * (DECK - 3) // 4

Judge = Callable[[Any, int], int]  # (rules, poker value) -> outcome


def outcome_of(rules: Any, value: int) -> int:
    """Stands for the game's judgement of a five-card hand; `compiled` swaps it."""
    raise NotImplementedError


def count_ends(rules: Any, deck: Words, fours: Words, threes: Words) -> None:
    """fours[number of four cards, outcome]: fifth cards that lead there; threes: pairs of community cards, in order.

    Each of four cards may be the community's: the other three then end as the four do.
    """
    n = len(deck)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                for m in range(k + 1, n):
                    a, b, c, d = deck[i], deck[j], deck[k], deck[m]
                    row = index_4(a, b, c, d)
                    for x in range(n):
                        if x != i and x != j and x != k and x != m:
                            fours[row, outcome_of(rules, five(rules.ranks, a, b, c, d, deck[x]))] += 1
                    for own in (index_3(b, c, d), index_3(a, c, d), index_3(a, b, d), index_3(a, b, c)):
                        for outcome in range(fours.shape[1]):
                            threes[own, outcome] += fours[row, outcome]


def count_plays(deck: Words, fours: Words, first: Words, second: Words, plays: Words) -> None:
    """plays[first choice, second choice, outcome]: deals, for choices by number of three and of four cards."""
    n = len(deck)
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                for m in range(k + 1, n):
                    a, b, c, d = deck[i], deck[j], deck[k], deck[m]
                    row = index_4(a, b, c, d)
                    for own in (index_3(b, c, d), index_3(a, c, d), index_3(a, b, d), index_3(a, b, c)):
                        for outcome in range(fours.shape[1]):
                            plays[first[own], second[row], outcome] += fours[row, outcome]


@cache
def _kernel(loop: Callable[..., None], judge: Judge | None = None) -> Callable[..., None]:
    swap = {outcome_of: judge} if judge else {}
    return compiled(loop, swap, keep=loop.__name__)


def ends_of(rules: Any, judge: Judge, outcomes: int, deck: list[int]) -> tuple[Words, Words]:
    """The tables of threes and of fours (`count_ends`) for a deck in which no card stands twice."""
    assert len(set(deck)) == len(deck), "sets of cards have numbers only where every card is another"
    cards = np.array(deck, dtype=np.int64)
    fours, threes = words(FOURS, outcomes), words(THREES, outcomes)
    _kernel(count_ends, judge)(packed(rules), cards, fours, threes)
    return threes, fours


def plays_of(deck: list[int], fours: Words, first: Any, second: Any) -> Words:
    """The table of `count_plays`: two choices each time, 0 and 1."""
    plays = words(2, 2, fours.shape[1])
    choices = (np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64))
    _kernel(count_plays)(np.array(deck, dtype=np.int64), fours, *choices, plays)
    return plays
