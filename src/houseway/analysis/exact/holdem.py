"""Four cards each, two of them kept, five for everybody: every deal of a deck counted, board by board.

The player holds h = p + s, the dealer D, and the house way says which two cards q of D are kept. On a board, every
holding has a value, and p wins against those D whose q has a lower one. For all p and s at once:

1. Boards that differ only in suits are counted once and weighted: 134,459 of one deck, 208,481 of several.
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

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem_board import Tables, count_boards, new_bench
from houseway.analysis.exact.holdem_counts import (
    CHECK_MODULUS,
    EQUAL,
    HIGHER,
    LOWER,
    Counts,
    check_weight,
    in_limbs,
    new_counts,
)
from houseway.analysis.exact.holdem_lists import Leaves, new_lists
from houseway.analysis.exact.holdings import Partings
from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.rules.shapes import Words, words

BLOCK = 512  # boards a thread takes at a time: seconds of work, and few enough for 64 bits
BLOCKS_A_SAVE = 16
HALF_BITS = 31
HALF = (1 << HALF_BITS) - 1

Progress = Callable[[int, int], None]


class Totals(NamedTuple):
    """What the boards so far add up to: by plane and spot, for all physical deals."""

    high: Words  # D that p beats, times SHARES, as high * 2**HALF_BITS + low
    low: Words
    dealt: Words  # ways to deal p, s and the board


def count_deals(
    rules: Any,
    deck: Sequence[int],
    leaves: Leaves,
    outcomes: int,
    win: int,
    progress: Progress | None = None,
    threads: int | None = None,
    partial: Path | None = None,
) -> Counts:
    """Count every deal of a deck. `partial` names a file from which an interrupted count goes on."""
    work = Work(rules, Partings(deck), leaves, outcomes, win)
    done = np.zeros(len(work.blocks), dtype=np.bool_)
    if partial and partial.exists():
        resume(partial, done, work)
    crew = _Crew(work, done, progress, partial)
    workers = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        try:
            for each in [pool.submit(crew.run) for _ in range(workers)]:
                each.result()
        except BaseException:
            crew.stopped.set()
            raise
    if partial:
        partial.unlink(missing_ok=True)
    return for_one_hand(work)


class Work:
    """A count in blocks of boards of equal weight, and what they add up to so far."""

    def __init__(self, rules: Any, partings: Partings, leaves: Leaves, outcomes: int, win: int) -> None:
        self.rules, self.partings = packed(rules), partings
        self.boards, kept, tags = new_lists(rules.decks, partings, leaves)
        self.kinds = np.array(possible_planes(outcomes))
        self.spots = len(partings.spot_codes) + 1  # the last one for partings that cannot be
        self.tables = Tables(partings.copies, kept, tags, plane_numbers(outcomes), self.spots, win)
        self.cells = len(self.kinds) * self.spots
        self.totals = Totals(*(words(self.cells) for _ in Totals._fields))
        self.blocks = list(cut(self.boards.weights))
        self.checks = words(len(self.blocks))
        self.count_boards = compiled(count_boards, leaves, keep="holdem-count")
        self.carry = compiled(carry, keep="holdem-carry")

    def new_space(self) -> tuple[np.void, Words]:
        """What a thread needs for itself."""
        return packed(new_bench()), words(self.cells, 2)

    def count(self, block: int, bench: np.void, counts: Words) -> None:
        first, last = self.blocks[block]
        self.count_boards(self.rules, self.tables, bench, self.boards.cards[first:last], counts)

    def add(self, block: int, counts: Words) -> None:
        """Take the counts of a block over into the totals."""
        weight = int(self.boards.weights[self.blocks[block][0]])
        self.checks[block] = self.carry(counts, weight, self.kinds, self.spots, *self.totals)


class _Crew:
    """Threads that take blocks until there are none left."""

    def __init__(self, work: Work, done: NDArray[np.bool_], progress: Progress | None, partial: Path | None) -> None:
        self.work, self.done, self.progress, self.partial = work, done, progress, partial
        self.open: Iterator[int] = iter(np.flatnonzero(~done).tolist())
        self.lock = threading.Lock()
        self.stopped = threading.Event()

    def run(self) -> None:
        bench, counts = self.work.new_space()
        while not self.stopped.is_set():
            with self.lock:
                block = next(self.open, None)
            if block is None:
                return
            self.work.count(block, bench, counts)
            with self.lock:
                self.work.add(block, counts)
                self.done[block] = True
                self.report()

    def report(self) -> None:
        if self.partial and self.done.sum() % BLOCKS_A_SAVE == 0:
            save(self.partial, self.done, self.work)
        if self.progress:
            sizes = np.array([last - first for first, last in self.work.blocks])
            self.progress(int(sizes[self.done].sum()), int(sizes.sum()))


def save(partial: Path, done: NDArray[np.bool_], work: Work) -> None:
    """What is done so far, written beside and then put in place, so that a stop never leaves half a file."""
    cells = np.flatnonzero(work.totals.dealt)
    totals = {name: total[cells] for name, total in work.totals._asdict().items()}
    beside = partial.with_suffix(".new")
    with beside.open("wb") as file:
        np.savez(file, done=done, checks=work.checks, cells=cells, **totals)
    beside.replace(partial)


def resume(partial: Path, done: NDArray[np.bool_], work: Work) -> None:
    with np.load(partial) as saved:
        done[:] = saved["done"]
        work.checks[:] = saved["checks"]
        for name, total in work.totals._asdict().items():
            total[saved["cells"]] = saved[name]


def check_block(work: Work, block: int) -> int:
    """Count one block again, for comparison with the check that was stored with the counts."""
    bench, counts = work.new_space()
    work.count(block, bench, counts)
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
