"""The tables behind the poker ranks: what every set of five, six or seven ranks is worth, and where to find it.

Suits matter only for flushes, so a hand is first of all a *set of ranks* in which a rank may stand several times. There
are 6,188 such sets of five cards, 18,564 of six and 50,388 of seven; no rank is capped at four, so several decks are
served as well as one. This module lists all 75,140, values each of them twice (the suits ignored; all of one suit) and
packs the values so that a sum over the cards leads straight to them:

- every rank has a mark of `MARK_BITS` bits; the sum of a hand's marks, modulo 2**MARK_BITS, differs for any two sets of
  seven ranks (then also for any two of six, or of five: put the same card to both). The marks were drawn at random, one
  rank after another, and kept when that held; `_rows_and_columns` checks it again each time the tables are made;
- the sum is cut in two: its upper bits are a row, its lower `COLUMN_BITS` bits a column. Most columns of a row are
  empty, so the rows are slid over each other into one short list: fullest row first, each to the first offset where
  none of its columns falls on a taken place. The place of a hand is `offsets[row] + column`.

It takes less than a fifth of a second, so nothing generated is kept under version control.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int8]  # one line a set of ranks, one column a rank: how often it stands in the set
Values: TypeAlias = NDArray[np.int32]

RANKS_IN_SUIT = 13
ACE = 12
FIVE_SPOT = 3  # the highest card of the lowest straight

(
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, FIVE_OF_A_KIND,
    STRAIGHT_FLUSH, ROYAL_FLUSH, SUITED_FIVE_OF_A_KIND,
) = range(12)  # fmt: skip

# A value: the category above five ranks of four bits, the most significant first.
CATEGORY_SHIFT = 20
RANK_BITS = 4

# A card's key: the mark of its rank, and a one in the counter of its suit.
MARK_BITS = 25
MARKS = (
    24446434, 27286105, 20136032, 11236810, 3084188, 15142112, 27320882, 13885282, 10015701, 3667683, 8778247,
    28104369, 0,
)  # fmt: skip
SUIT_SHIFT = 32  # seven marks sum to less than 2**28: they never reach the counters
SUIT_BITS = 4

COLUMN_BITS = 12
COLUMN_MASK = (1 << COLUMN_BITS) - 1
ROWS = 1 << (MARK_BITS - COLUMN_BITS)  # of one size of hand
ROW_MASK = ROWS - 1
SEVEN_ROWS, SIX_ROWS, FIVE_ROWS = 0, ROWS, 2 * ROWS  # where the rows of a size of hand begin

_TRIED = 2 << COLUMN_BITS  # at least so many places at the end of the list are tried for a row

# The cards of a hand that count, most significant first, in groups of one rank.
_GROUPS = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    THREE_OF_A_KIND: (3, 1, 1),
    FLUSH: (1, 1, 1, 1, 1),
    FULL_HOUSE: (3, 2),
    FOUR_OF_A_KIND: (4, 1),
    FIVE_OF_A_KIND: (5,),
    SUITED_FIVE_OF_A_KIND: (5,),
}


class Ranks(NamedTuple):
    """What the evaluators look up. Made once by `ranks()`, then handed to every evaluator."""

    keys: NDArray[np.int64]  # by card
    offsets: NDArray[np.uint32]  # by size of hand and row; unsigned, so that compiled code skips the test for negatives
    plain: Values  # by place: the value of the ranks, suits ignored
    suited: Values  # by place: the value of the ranks when all are of one suit


def build_ranks() -> Ranks:
    """All tables, from the rules of poker and the marks alone."""
    counts = np.concatenate([_rank_sets(size) for size in (7, 6, 5)])
    rows, columns = _rows_and_columns(counts)
    offsets = _slide_rows(rows, columns)
    places = offsets[rows] + columns
    plain = np.zeros(int(places.max()) + 1, dtype=np.int32)
    suited = np.zeros_like(plain)
    plain[places] = value_ranks(counts)
    suited[places] = value_suited_ranks(counts)
    return Ranks(_card_keys(), offsets, plain, suited)


def _card_keys() -> NDArray[np.int64]:
    keys = [MARKS[card >> 2] + (1 << (SUIT_SHIFT + SUIT_BITS * (card & 3))) for card in range(4 * RANKS_IN_SUIT)]
    return np.array(keys, dtype=np.int64)


def _rank_sets(size: int) -> Counts:
    """Every set of `size` ranks, a rank standing in it as often as it likes."""
    choices = combinations_with_replacement(range(RANKS_IN_SUIT), size)
    sets = np.fromiter(choices, dtype=np.dtype((np.int8, size)))
    counts = np.zeros((len(sets), RANKS_IN_SUIT), dtype=np.int8)
    lines = np.arange(len(sets))
    for place in range(size):
        counts[lines, sets[:, place]] += 1
    return counts


# --- the value of a set of ranks ---


def value_ranks(counts: Counts) -> Values:
    """The best five cards of each set, suits ignored: exactly one category claims each set."""
    triples = (counts >= 3).sum(axis=1)
    pairs = (counts >= 2).sum(axis=1)  # a triple is a pair too
    most = counts.max(axis=1)
    straight = _highest_straight(counts)
    claims = [
        (FIVE_OF_A_KIND, most >= 5),
        (FOUR_OF_A_KIND, most == 4),
        (FULL_HOUSE, (triples >= 1) & (pairs >= 2)),
        (STRAIGHT, straight >= 0),
        (THREE_OF_A_KIND, triples >= 1),
        (TWO_PAIR, pairs >= 2),
        (PAIR, pairs == 1),
        (HIGH_CARD, pairs == 0),
    ]
    return _value_claims(counts, straight, claims)


def value_suited_ranks(counts: Counts) -> Values:
    """The best five cards of each set when all its cards are of one suit."""
    straight = _highest_straight(counts)
    claims = [
        (SUITED_FIVE_OF_A_KIND, counts.max(axis=1) >= 5),
        (ROYAL_FLUSH, straight == ACE),
        (STRAIGHT_FLUSH, straight >= 0),
        (FLUSH, straight < 0),
    ]
    return _value_claims(counts, straight, claims)


def _value_claims(counts: Counts, straight: NDArray[np.int64], claims: list[tuple[int, NDArray[np.bool_]]]) -> Values:
    """Value each set in the first category that claims it."""
    values = np.zeros(len(counts), dtype=np.int32)
    unclaimed = np.ones(len(counts), dtype=np.bool_)
    for category, claim in claims:
        mine = claim & unclaimed
        unclaimed &= ~claim
        if category in _GROUPS:
            five_ranks = _pick_groups(counts[mine], _GROUPS[category])
        else:
            five_ranks = _run_down_from(straight[mine])
        values[mine] = _pack(category, five_ranks)
    assert not unclaimed.any(), "a set of ranks without a category"
    return values


def _pick_groups(counts: Counts, groups: tuple[int, ...]) -> list[NDArray[np.int64]]:
    """Take from each set the highest rank that fills the first group, then from the rest the next, and so on."""
    rest = counts.copy()
    lines = np.arange(len(rest))
    picked: list[NDArray[np.int64]] = []
    for size in groups:
        rank = ACE - (rest[:, ::-1] >= size).argmax(axis=1)
        rest[lines, rank] -= size
        picked += [rank] * size
    return picked


def _run_down_from(high: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The five ranks of a straight; below the deuce of the lowest one stands its ace."""
    return [(high - down) % RANKS_IN_SUIT for down in range(5)]


def _highest_straight(counts: Counts) -> NDArray[np.int64]:
    """The highest card of the best straight in each set, -1 where there is none. Five high is the lowest."""
    present = counts > 0
    best = np.full(len(counts), -1, dtype=np.int64)
    for high in range(FIVE_SPOT, RANKS_IN_SUIT):
        best[present[:, [high - down for down in range(5)]].all(axis=1)] = high  # column -1 is the ace
    return best


def _pack(category: int, five_ranks: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    ranks = np.zeros_like(five_ranks[0])
    for rank in five_ranks:
        ranks = ranks << RANK_BITS | rank
    return ranks | category << CATEGORY_SHIFT


# --- the place of a set of ranks ---


def _rows_and_columns(counts: Counts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each set stands before the rows are slid together."""
    marks = counts @ np.array(MARKS, dtype=np.int64)
    rows = (marks >> COLUMN_BITS & ROW_MASK) + ROWS * (7 - counts.sum(axis=1, dtype=np.int64))
    columns = marks & COLUMN_MASK
    assert len(np.unique(rows << COLUMN_BITS | columns)) == len(counts), "two sets of ranks share a sum of marks"
    return rows, columns


def _slide_rows(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The offset of each row in the common list.

    The taken places are the bits of one long integer. Shifted right by a column, its bits are the offsets at which that
    column of the row would fall on a taken place; the lowest bit clear for all columns is the first offset that fits.
    Only the end of the list is tried: what lies before it is nearly full, and trying it would cost more than it saves.
    """
    offsets = np.zeros(3 * ROWS, dtype=np.uint32)
    taken, behind = 0, 0  # bit 0 of taken is place number `behind`
    for row, row_columns in _fullest_first(rows, columns):
        clashes = places = 0
        for column in row_columns:
            clashes |= taken >> column
            places |= 1 << column
        offset = (~clashes & (clashes + 1)).bit_length() - 1
        offsets[row] = behind + offset
        taken |= places << offset
        if taken.bit_length() > 2 * _TRIED:
            behind += taken.bit_length() - _TRIED
            taken >>= taken.bit_length() - _TRIED
    return offsets


def _fullest_first(rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Iterator[tuple[int, list[int]]]:
    order = np.argsort(rows, kind="stable")
    names, starts, sizes = np.unique(rows[order], return_index=True, return_counts=True)
    in_order = columns[order].tolist()
    for i in np.argsort(-sizes, kind="stable").tolist():
        yield int(names[i]), in_order[starts[i] : starts[i] + sizes[i]]
