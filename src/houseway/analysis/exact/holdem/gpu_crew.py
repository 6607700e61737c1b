"""Blocks of boards counted on a GPU: as many as fit beside each other, with the same sums and checks as on cores."""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.exact.holdem.board_lanes import LAYOUT, LaneBench, carry_together, count_one_board
from houseway.analysis.exact.holdem.crew import Crew, Progress, boards_of
from houseway.analysis.exact.holdem.every_deal import Work
from houseway.analysis.exact.holdem.holdings import HIGH, LOW
from houseway.analysis.exact.holdem.lists import Leaves
from houseway.analysis.exact.holdem.spot_counts import CHECK_MODULUS
from houseway.engine.device.opening import open_gpu
from houseway.rules.refused import Refused
from houseway.rules.shapes import words

TOGETHER = 8  # blocks whose counts lie beside each other: two hundred megabytes each, and more for several decks
SPARED = 1 << 29  # bytes of a GPU's memory for all else
CARRIERS = 528  # blocks of lanes that take counts over into the totals
# Written once in the machine code and called.
CALLED = ("seven", "admit_copies_too", "ways_of_four", "holdings_alike", "find_fixing", "check_weight")


def crew_on_gpu(
    new_work: Callable[[], Work], progress: Progress | None, partial: Path | None, leaves: Leaves
) -> "GpuCrew":
    gpu = open_gpu()  # first: where there is none, nothing is begun
    work = new_work()
    return GpuCrew(work, progress, partial, BoardsOnGpu(gpu, work, leaves))


class GpuCrew(Crew):
    """One hand, the GPU, that takes several blocks at a time. What it counted is done once its sums are here."""

    def __init__(self, work: Work, progress: Progress | None, partial: Path | None, table: "BoardsOnGpu") -> None:
        self.table = table
        super().__init__(work, progress, partial)
        self.counted = self.done.copy()

    def hands(self, _: int) -> int:
        return 1

    def boards(self) -> tuple[int, int]:
        return boards_of(self.work, self.counted)

    def run(self) -> None:
        try:
            while not self.stopped.is_set() and (blocks := list(islice(self.open, self.table.together))):
                self.table.count(blocks)
                self.counted[blocks] = True
                with self.lock:
                    self.tell()
        finally:
            with self.lock:
                self.table.bring_back()
                self.done |= self.counted


class BoardsOnGpu:
    """What a GPU needs for any board of a deck, and what it has added up."""

    def __init__(self, gpu: Any, work: Work, leaves: Leaves) -> None:
        self.work, self.put = work, gpu.on_gpu
        tables = work.tables
        shared, free = gpu.room()
        self.together = blocks_that_fit(shared, free, work.cells)
        self.counting = gpu.Lanes(count_one_board, leaves, 15, 2, shared=(LaneBench, LAYOUT), called=CALLED)
        self.carrying = gpu.Lanes(carry_together, {}, 7, 1, called=CALLED)
        known: Sequence[Any] = (
            work.rules.reshape(1), tables.copies, tables.suits, *tables.kept, tables.tags, tables.planes,
            LOW.astype(np.uint8), HIGH.astype(np.uint8),
        )  # fmt: skip
        self.known = [self.put(array) for array in known]
        self.kinds = self.put(work.kinds)
        self.counts = gpu.zeros_on_gpu(self.together, 2 * work.cells)
        self.totals = [gpu.zeros_on_gpu(work.cells) for _ in work.totals]

    def count(self, blocks: Sequence[int]) -> None:
        """Add up some blocks of boards."""
        work = self.work
        spans = [range(*work.blocks[block]) for block in blocks]
        boards = np.concatenate([work.boards.cards[span.start : span.stop] for span in spans])
        places = np.repeat(np.arange(len(spans)), [len(span) for span in spans])
        weights = np.array([work.boards.weights[span.start] for span in spans])
        given = (self.put(boards), self.put(places), self.counts, work.spots, work.tables.win)
        self.counting.work(len(boards), *self.known, *given)
        checks = self.put(words(len(blocks)))
        self.carrying.work(CARRIERS, self.counts, self.kinds, self.put(weights), *self.totals, checks, work.spots)
        work.checks[list(blocks)] = checks.copy_to_host() % CHECK_MODULUS * (weights % CHECK_MODULUS) % CHECK_MODULUS

    def bring_back(self) -> None:
        """Add what was added up to the totals of the count: all of it or nothing."""
        here = [total.copy_to_host() for total in self.totals]
        for total, more in zip(self.work.totals, here, strict=True):
            total += more


def blocks_that_fit(shared: int, free: int, cells: int) -> int:
    """How many blocks of boards fit beside each other in so much memory of a block of lanes, and of all of them."""
    needed = sum(np.dtype(kind).itemsize * int(np.prod(size)) for kind, size in LAYOUT)
    if shared < needed:
        raise Refused(f"this GPU has {shared >> 10} kB for lanes that work together, and boards need {needed >> 10}")
    fit = (free - SPARED - 3 * 8 * cells) // (2 * 8 * cells)
    if fit < 1:
        raise Refused(f"this GPU has {free >> 20} MB of free memory, and boards need {SPARED + 5 * 8 * cells >> 20}")
    return int(min(TOGETHER, fit))
