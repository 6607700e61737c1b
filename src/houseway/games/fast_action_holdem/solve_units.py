"""The exact count of Fast Action Hold'em in units that can be lost and done again: blocks of boards, for a cluster.

Blocks have many cells in common, so that their sum is less to send than each by itself: a unit is several blocks, and
the worker adds them up. Units get smaller towards the end, down to single blocks, so that nobody waits for a last one.

What is done lies in the file in which the count of one machine waits when it is stopped, so that either goes on with
what the other has begun.
"""

from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.exact.holdem.crew import BLOCKS_A_SAVE, Progress, boards_of, resume, save
from houseway.analysis.exact.holdem.every_deal import Totals, Work, for_one_hand
from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.exact.holdem.spot_counts import Counts
from houseway.analysis.exact.shared.places import kept
from houseway.games import find_game
from houseway.games.fast_action_holdem.play import OUTCOMES, WIN
from houseway.games.fast_action_holdem.solve_counts import counts_digest, leaves, store_counts, stored_counts
from houseway.games.game import Game, Settings
from houseway.rules.shapes import Words, words

HOLDEM = "fast_action_holdem"
BLOCKS_MAX = 8  # of a unit: what a worker that is lost has counted for nothing
SHARES = 2  # of what is left, for each worker: units get smaller towards the end
Deck = tuple[int, ...]
Blocks = tuple[int, ...]


class BlockSum(NamedTuple):
    """What some blocks came to together, where it is not zero."""

    cells: Words
    high: Words
    low: Words
    dealt: Words
    checks: Words  # of each block


@lru_cache(maxsize=2)
def _laid_out(decks: int, deck: Deck) -> Work:
    """What a process needs for any block of a deck; nobody adds to it."""
    game = find_game(HOLDEM)
    return Work(game.rules(game.settings({"decks": decks})), Partings(list(deck)), leaves(), len(OUTCOMES), WIN)


def new_work(decks: int, deck: Deck) -> Work:
    """The same with totals of its own."""
    work = copy(_laid_out(decks, deck))
    work.totals = Totals(*(words(work.cells) for _ in Totals._fields))
    work.checks = words(len(work.blocks))
    return work


def count_blocks(decks: int, deck: Deck, blocks: Blocks) -> BlockSum:
    """On a worker: count the boards of some blocks, and add them up."""
    work = new_work(decks, deck)
    bench, counts = work.new_space()
    for block in blocks:
        work.count(block, bench, counts, lambda: False)
        work.add(block, counts)
    cells = np.flatnonzero(work.totals.dealt)
    high, low, dealt = (total[cells] for total in work.totals)
    return BlockSum(cells, high, low, dealt, work.checks[list(blocks)])


def in_units(game: Game, settings: Settings, progress: Progress) -> "BoardUnits":
    """The count of a game's decks, as `edge --fresh` makes it on one machine."""
    decks = int(settings["decks"])
    kept().mkdir(parents=True, exist_ok=True)
    partial = kept() / f"{game.slug}_{decks}.{counts_digest()}.begun"
    return BoardUnits(decks, tuple(game.deck(settings)), partial, progress)


class BoardUnits:
    """The blocks of boards that are not counted yet."""

    def __init__(self, decks: int, deck: Deck, partial: Path, progress: Progress) -> None:
        self.game, self.decks, self.deck, self.partial, self.progress = HOLDEM, decks, deck, partial, progress
        self.work = new_work(decks, deck)
        self.counted = np.zeros(len(self.work.blocks), dtype=np.bool_)
        if partial.exists():
            resume(partial, self.counted, self.work)
        self._waiting: list[int] = np.flatnonzero(~self.counted).tolist()
        self._saved = int(self.counted.sum())
        progress(*self.boards())

    @property
    def done(self) -> bool:
        return bool(self.counted.any())

    @property
    def left(self) -> int:
        return len(self._waiting)

    def take(self, workers: int) -> Blocks | None:
        several = min(max(1, len(self._waiting) // (SHARES * workers)), BLOCKS_MAX)
        taken, self._waiting = self._waiting[:several], self._waiting[several:]
        return tuple(taken) or None

    def give_back(self, blocks: Blocks) -> None:
        self._waiting[:0] = blocks

    def call(self, blocks: Blocks) -> tuple[Any, ...]:
        return count_blocks, self.decks, self.deck, blocks

    def take_in(self, blocks: Blocks, found: BlockSum) -> None:
        for total, more in zip(self.work.totals, (found.high, found.low, found.dealt), strict=True):
            total[found.cells] += more
        self.work.checks[list(blocks)] = found.checks
        self.counted[list(blocks)] = True
        if self.counted.sum() >= self._saved + BLOCKS_A_SAVE:
            self._saved = int(self.counted.sum())
            self.save()
        self.progress(*self.boards())

    def save(self) -> None:
        save(self.partial, self.counted, self.work)

    def boards(self) -> tuple[int, int]:
        """Boards done, and boards in all."""
        return boards_of(self.work, self.counted)

    @property
    def so_far(self) -> str:
        done, total = self.boards()
        return f"{done:,} of {total:,} boards; they are kept in {self.partial}"

    def counts(self) -> Counts:
        """All of them, when every block is counted."""
        return for_one_hand(self.work)

    def keep(self) -> None:
        store_counts(kept(), find_game(HOLDEM), self.decks, self.counts())
        self.partial.unlink(missing_ok=True)
        stored_counts.cache_clear()
