"""Four cards each, two of them kept, five for everybody: every deal of a deck counted, board by board.

The player holds h = p + s, the dealer D, and the house way says which two cards q of D are kept. On a board, every
holding has a value, and p wins against those D whose q has a lower one. For all p and s at once:

1. Boards that differ only in suits are counted once and weighted: 134,459 of one deck, 208,481 of several. Where a
   board stays as it is when suits trade places, so are the player's p that turn into each other.
2. On one board, sort all holdings by value. Go up through them as the player's p, and before each let in all dealer's
   hands D whose kept q now loses. What was let in is kept as counts by subset: c3[x,y,z] is the number of D that hold
   these three cards, c2, c1 and c0 the same for two, one and no cards.
3. D must not hold a card of h. By inclusion and exclusion over the subsets S of h,
       N(p, s) = sum of (-1)**|S| * (number of D let in that hold all of S),
   a handful of look-ups for each s. The last term, S = h, is D = h itself: does what the dealer keeps of it lose?
4. With several decks a card is a type with copies. S is a set of physical cards, so a count says how many physical D
   contain given physical cards of those types: if D has d of the n copies of a type that are left and S has e of them,
   the rest is chosen in C(n - e, d - e) ways. Nothing else changes, and a toy deck is counted by the same code.

Where the house way leaves it to the order of dealing which two are kept (three of a kind), all 24 orders are tried: a
dealer's hand counts SHARES in all, divided among the holdings it may keep.

A count is kept by spot (see `holdings`) and by *plane*: what p makes, what s makes, and which of them has the higher
value. That is the whole joint distribution, for any act: the D that lose to the lower of two hands lose to both.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.board import Tables, count_boards, new_bench
from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.exact.holdem.lists import Leaves, new_lists
from houseway.analysis.exact.holdem.spot_counts import (
    CHECK_MODULUS,
    EQUAL,
    HIGHER,
    LOWER,
    Counts,
    check_weight,
    in_limbs,
    new_counts,
)
from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.rules.shapes import Words, words

BLOCK = 512  # boards a thread takes at a time: seconds of work, and few enough for 64 bits
STRETCH = 32  # boards between two looks at whether to stop
HALF_BITS = 31
HALF = (1 << HALF_BITS) - 1


class Totals(NamedTuple):
    """What the boards so far add up to: by plane and spot, for all physical deals."""

    high: Words  # D that p beats, times SHARES, as high * 2**HALF_BITS + low
    low: Words
    dealt: Words  # ways to deal p, s and the board


class Work:
    """A count in blocks of boards of equal weight, and what they add up to so far."""

    def __init__(self, rules: Any, partings: Partings, leaves: Leaves, outcomes: int, win: int) -> None:
        self.rules, self.partings = packed(rules), partings
        self.boards, kept, tags = new_lists(rules.decks, partings, leaves)
        self.kinds = np.array(possible_planes(outcomes))
        self.spots = len(partings.spot_codes) + 1  # the last one for partings that cannot be
        suits, planes = np.array(partings.suits), plane_numbers(outcomes)
        self.tables = Tables(partings.copies, suits, kept, tags, planes, self.spots, win)
        self.cells = len(self.kinds) * self.spots
        self.totals = Totals(*(words(self.cells) for _ in Totals._fields))
        self.blocks = list(cut(self.boards.weights))
        self.checks = words(len(self.blocks))
        self.count_boards = compiled(count_boards, leaves, keep="holdem-count")
        self.carry = compiled(carry, keep="holdem-carry")

    def new_space(self) -> tuple[np.void, Words]:
        """What a thread needs for itself."""
        return packed(new_bench()), words(self.cells, 2)

    def count(self, block: int, bench: np.void, counts: Words, stopped: Callable[[], bool]) -> bool:
        """Add up a block in `counts`; whether it came to its end."""
        first, last = self.blocks[block]
        for begin in range(first, last, STRETCH):
            if stopped():
                return False
            boards = self.boards.cards[begin : min(begin + STRETCH, last)]
            self.count_boards(self.rules, self.tables, bench, boards, counts)
        return True

    def add(self, block: int, counts: Words) -> None:
        """Take the counts of a block over into the totals."""
        weight = int(self.boards.weights[self.blocks[block][0]])
        self.checks[block] = self.carry(counts, weight, self.kinds, self.spots, *self.totals)


def check_block(work: Work, block: int) -> int:
    """Count one block again, for comparison with the check that was stored with the counts."""
    bench, counts = work.new_space()
    work.count(block, bench, counts, lambda: False)
    work.add(block, counts)
    return int(work.checks[block])


def cut(weights: Words) -> Iterator[tuple[int, int]]:
    """Blocks of boards of equal weight, as first and end."""
    starts = [0, *(np.flatnonzero(np.diff(weights)) + 1).tolist(), len(weights)]
    for first, last in pairwise(starts):
        for begin in range(first, last, BLOCK):
            yield begin, min(begin + BLOCK, last)


def plane_numbers(outcomes: int) -> NDArray[np.uint8]:
    """[made by p, made by s, level] the number of the plane."""
    numbers = np.zeros((outcomes, outcomes, 3), dtype=np.uint8)
    for number, (made, other, level) in enumerate(possible_planes(outcomes)):
        numbers[made, other, level] = number
    return numbers


def possible_planes(outcomes: int) -> list[tuple[int, int, int]]:
    """What p makes, what s makes, p's value beside that of s: who makes more has the higher value."""
    pairs = [(made, other) for made in range(outcomes) for other in range(outcomes)]
    levels = {-1: (LOWER,), 0: (LOWER, EQUAL, HIGHER), 1: (HIGHER,)}
    return [(made, other, level) for made, other in pairs for level in levels[(made > other) - (made < other)]]


def carry(counts: Any, weight: int, kinds: Any, spots: int, high: Any, low: Any, dealt: Any) -> int:
    """Take the counts of a block over into the totals; the check on them."""
    check = 0
    for plane in range(len(kinds)):
        for spot in range(spots):
            i = plane * spots + spot
            beaten, ways = counts[i, 0], counts[i, 1]
            if ways == 0:
                continue
            high[i] += (beaten >> HALF_BITS) * weight
            low[i] += (beaten & HALF) * weight
            dealt[i] += ways * weight
            counts[i, 0] = 0
            counts[i, 1] = 0
            if spot < spots - 1:
                mixed = beaten % CHECK_MODULUS + 3 * (ways % CHECK_MODULUS)
                check = (check + mixed % CHECK_MODULUS * check_weight(kinds[plane, 0], spot)) % CHECK_MODULUS
    return check * (weight % CHECK_MODULUS) % CHECK_MODULUS


def for_one_hand(work: Work) -> Counts:
    """Divide by the partings of a spot and the physical hands of a parting."""
    partings, kinds = work.partings, work.kinds
    high, low, dealt = (total.reshape(len(kinds), work.spots)[:, :-1] for total in work.totals)
    planes = np.flatnonzero(dealt.any(axis=1))
    high, low, dealt = high[planes], low[planes], dealt[planes]
    hands = partings.hands
    high, low = high + (low >> HALF_BITS), low & HALF
    low += (high % hands) << HALF_BITS
    assert not (dealt % hands).any(), "boards that do not come out evenly among equal hands"
    assert not (low % hands).any(), "dealer's hands that do not come out evenly among equal hands"
    beaten = in_limbs(high // hands, low // hands, HALF_BITS)
    return new_counts(partings, work.checks, kinds[planes], dealt // hands, beaten)
