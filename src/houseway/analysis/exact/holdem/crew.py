"""Threads that count every deal of a deck, and what they have done so far, kept so that a stop loses little."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.every_deal import Work, for_one_hand
from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.exact.holdem.lists import Leaves
from houseway.analysis.exact.holdem.spot_counts import Counts

BLOCKS_A_SAVE = 16

Progress = Callable[[int, int], None]  # boards done, boards in all


class Paused(KeyboardInterrupt):
    """A count that somebody stopped, in words: what is done, and how it goes on."""


def count_deals(
    rules: Any,
    deck: Sequence[int],
    leaves: Leaves,
    outcomes: int,
    win: int,
    progress: Progress | None = None,
    threads: int | None = None,
    partial: Path | None = None,
    on_gpu: bool = False,
) -> Counts:
    """Count every deal of a deck. `partial` names a file in which a count that is stopped waits to go on; who has put
    the counts in their place takes it away.
    """

    def new_work() -> Work:
        return Work(rules, Partings(deck), leaves, outcomes, win)

    if on_gpu:
        from houseway.analysis.exact.holdem.gpu_crew import crew_on_gpu

        crew: Crew = crew_on_gpu(new_work, progress, partial, leaves)
    else:
        crew = Crew(new_work(), progress, partial)
    try:
        crew.work_off(threads or os.cpu_count() or 1)
    except KeyboardInterrupt:
        if partial is None:
            raise
        with crew.lock:
            save(partial, crew.done, crew.work)
            done, total = boards_of(crew.work, crew.done)
        so_far = f"stopped after {done:,} of {total:,} boards"
        raise Paused(f"{so_far}; they are kept in {partial}, and the same command goes on from there") from None
    return for_one_hand(crew.work)


class Crew:
    """Threads that take blocks until there are none left, or somebody stops them."""

    def __init__(self, work: Work, progress: Progress | None, partial: Path | None) -> None:
        self.work, self.progress, self.partial = work, progress, partial
        self.done = np.zeros(len(work.blocks), dtype=np.bool_)
        if partial and partial.exists():
            resume(partial, self.done, work)
        self.open: Iterator[int] = iter(np.flatnonzero(~self.done).tolist())
        self.lock = threading.Lock()
        self.stopped = threading.Event()

    def work_off(self, threads: int) -> None:
        self.tell()
        hands = self.hands(threads)
        with ThreadPoolExecutor(hands) as pool:
            try:
                for each in [pool.submit(self.run) for _ in range(hands)]:
                    each.result()
            finally:
                self.stopped.set()

    def hands(self, threads: int) -> int:
        """How many work at it."""
        return threads

    def run(self) -> None:
        bench, counts = self.work.new_space()
        while True:
            with self.lock:
                block = next(self.open, None)
            if block is None or not self.work.count(block, bench, counts, self.stopped.is_set):
                return
            with self.lock:
                self.work.add(block, counts)
                self.done[block] = True
                if self.partial and self.done.sum() % BLOCKS_A_SAVE == 0:
                    save(self.partial, self.done, self.work)
                self.tell()

    def tell(self) -> None:
        if self.progress:
            self.progress(*self.boards())

    def boards(self) -> tuple[int, int]:
        """Boards done, and boards in all."""
        return boards_of(self.work, self.done)


def boards_of(work: Work, done: NDArray[np.bool_]) -> tuple[int, int]:
    sizes = np.array([last - first for first, last in work.blocks])
    return int(sizes[done].sum()), int(sizes.sum())


def save(partial: Path, done: NDArray[np.bool_], work: Work) -> None:
    """What is done so far, written beside and then put in place, so that a stop never leaves half a file."""
    cells = np.flatnonzero(work.totals.dealt)
    totals = {name: total[cells] for name, total in work.totals._asdict().items()}
    beside = partial.with_suffix(".new")
    beside.parent.mkdir(parents=True, exist_ok=True)
    with beside.open("wb") as file:
        np.savez(file, done=done, checks=work.checks, cells=cells, **totals)
    beside.replace(partial)


def resume(partial: Path, done: NDArray[np.bool_], work: Work) -> None:
    with np.load(partial) as saved:
        done[:] = saved["done"]
        work.checks[:] = saved["checks"]
        for name, total in work.totals._asdict().items():
            total[saved["cells"]] = saved[name]
