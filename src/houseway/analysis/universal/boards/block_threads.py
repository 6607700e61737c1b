"""Threads that take blocks of work until there are none left, each with a space of its own; Ctrl-C ends them soon."""

import os
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, TypeVar

THREADS_MAX = 4  # a space may be of 100 MB

Space = TypeVar("Space")


def threads() -> int:
    return min(os.cpu_count() or 1, THREADS_MAX)


@dataclass
class BlockThreads(Generic[Space]):
    """Threads that take blocks until there are none left; each has a space of its own."""

    new_space: Callable[[], Space]
    work: Callable[[Space, int, int], None]
    tell: Callable[[int, int], None]  # done, of so many
    spaces: list[tuple[Space, list[tuple[int, int]]]] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    done: int = 0
    many: int = 0

    def work_off(self, many: int, block: int, before: Collection[int] = ()) -> "BlockThreads[Space]":
        """All blocks but those done `before`, by their first."""
        self.many = many
        blocks = [(first, min(first + block, many)) for first in range(0, many, block)]
        waiting = iter([each for each in blocks if each[0] not in before])
        self.done = sum(last - first for first, last in blocks if first in before)
        with ThreadPoolExecutor(threads()) as pool:
            try:
                for each in [pool.submit(self._run, waiting) for _ in range(threads())]:
                    each.result()
            finally:
                self.stopped.set()
        return self

    def _run(self, waiting: Iterator[tuple[int, int]]) -> None:
        space, taken = self.new_space(), list[tuple[int, int]]()
        self.spaces.append((space, taken))
        while not self.stopped.is_set():
            with self.lock:
                first, last = next(waiting, (0, 0))
            if first == last:
                return
            self.work(space, first, last)
            taken.append((first, last))
            with self.lock:
                self.done += last - first
                self.tell(self.done, self.many)
