"""What players who see more win, deal by deal: exact values of the first acts, with the best play after each.

Beside it what one who does not see plays, on the same cards: whose value over all deals is known exactly, so that what
seeing adds can be told deal by deal. Sums are integers: threads and batches cannot change them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards import sight_loop
from houseway.analysis.universal.boards.block_threads import BlockThreads
from houseway.analysis.universal.boards.board_steps import SENT
from houseway.analysis.universal.boards.card_sets import PAIRS, WAYS, pair_place
from houseway.analysis.universal.boards.common_board import HELD
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.kept_boards import BestOnBoards
from houseway.analysis.universal.boards.sight_loop import SEEN_MAX, SeenDeals, SightCells, new_sight_bench
from houseway.rules.cards import DECK
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words, words

CELLS_BYTES = 100_000_000  # of a thread


class SeenDeal(NamedTuple):
    own: tuple[int, ...]
    hidden: tuple[int, ...] = ()  # cards of the hidden hand that are seen
    others: tuple[int, ...] = ()  # cards that will not come


class SightValue(NamedTuple):
    """Of one deal, in units of the base bet."""

    worths: dict[int, Fraction]  # by first act, the best play after it with that sight
    planned: Fraction  # of one who plays as if nothing more were seen
    before: int  # the first act of that one

    @property
    def best(self) -> int:
        """The best first act; of equals the one without sight."""
        most = max(self.worths.values())
        if self.worths[self.before] == most:
            return self.before
        return next(act for act, worth in self.worths.items() if worth == most)

    @property
    def gain(self) -> Fraction:
        return self.worths[self.best] - self.planned


@dataclass
class Sights:
    """Deals of a game of boards, held against every board."""

    every: EveryBoard
    plan: BestOnBoards

    def values(self, deals: Sequence[SeenDeal], done: Callable[[int, list[SightValue]], None]) -> None:
        """In batches, on threads; each is told when it is finished, by its first deal."""
        each = max(CELLS_BYTES // (8 * self.cells), 1)

        def work(space: None, first: int, last: int) -> None:  # noqa: ARG001 - a batch brings its own
            batch = deals[first:last]
            done(first, [self._value(deal, row) for deal, row in zip(batch, self._weighed(batch), strict=True)])

        self.every.values_and_plays()
        BlockThreads(lambda: None, work, lambda _done, _many: None).work_off(len(deals), each)

    # --- cells ---

    @cached_property
    def places(self) -> SightCells:
        steps, tree = self.every.steps, self.every.steps.tree
        begin, wide, planned = words(len(steps.sizes)), words(len(steps.sizes)), np.full(len(tree.offers), -1)
        wide[:] = tree.slots[: len(steps.sizes)]
        for node in tree.sent[: tree.counts[SENT]].tolist():
            if tree.offers[node]:
                planned[node] = wide[tree.home[node]]
                wide[tree.home[node]] += 1
        at = 0
        for step, size in enumerate(steps.sizes):
            begin[step] = at
            at += comb(DECK, size) * int(wide[step])
        return SightCells(begin, wide, planned)

    @cached_property
    def cells(self) -> int:
        """Of one deal."""
        return int(sum(comb(DECK, size) * n for size, n in zip(self.every.steps.sizes, self.places.wide, strict=True)))

    def _weighed(self, batch: Sequence[SeenDeal]) -> NDArray[np.int64]:
        cells = words(len(batch), self.cells)
        kernel = self.every.sight_kernel(sight_loop.weigh_sights, new_sight_bench, self.plan.last_acts)
        kernel(self._rows(batch), self.places, cells)
        return cells

    def _rows(self, batch: Sequence[SeenDeal]) -> SeenDeals:
        images = self.every.steps.images
        cards, many = words(len(images), len(batch), SEEN_MAX), words(len(batch), 2)
        masks = words(len(images), len(batch))
        back = np.argsort(images, axis=1)  # a deal is renamed as boards are renamed back
        for i, deal in enumerate(batch):
            seen = [*deal.own, *deal.hidden, *deal.others]
            many[i] = len(deal.hidden), len(seen)
            cards[:, i, : len(seen)] = back[:, seen]
            masks[:, i] = (1 << cards[:, i, : len(seen)]).sum(axis=1)
        return SeenDeals(cards, masks, many, images)

    # --- from the last choice back ---

    def _value(self, deal: SeenDeal, cells: Words) -> SightValue:
        steps, tree = self.every.steps, self.every.steps.tree
        best, plan = self._by_step(cells, planned=False), self._by_step(cells, planned=True)
        pair = pair_place(*sorted(deal.own))
        before = 0
        for step in reversed(range(len(steps.sizes))):
            for node in tree.chooses[(tree.chooses >= 0) & (tree.known[tree.chooses] == step)].tolist():
                children = [best[step][:, tree.slot[tree.child[node, a]]] for a in acts_in(int(tree.offers[node]))]
                acts = self._planned_acts(step, node, pair)
                slots = tree.slot[tree.child[node, acts]]
                planned = np.take_along_axis(plan[step], slots[:, None], axis=1)[:, 0]
                if tree.home[node] < 0:
                    before, whole = int(acts[0]), int(planned[0])
                else:
                    self._send_on(step, node, np.maximum.reduce(children), best)
                    self._send_on(step, node, planned, plan)
        denominator = self._deals(deal) * self.every.asked.unit_cents
        worths = {
            act: Fraction(int(best[0][0, tree.slot[tree.child[0, act]]]), denominator)
            for act in acts_in(int(tree.offers[0]))
        }
        return SightValue(worths, Fraction(whole, denominator), before)

    def _by_step(self, cells: Words, *, planned: bool) -> list[Words]:
        """[set, slot] of every step: nodes at their best, or with the full board acted as planned."""
        found = []
        tree, places = self.every.steps.tree, self.places
        for step, size in enumerate(self.every.steps.sizes):
            wide, begin = int(places.wide[step]), int(places.begin[step])
            rows = cells[begin : begin + comb(DECK, size) * wide].reshape(-1, wide)
            each = rows[:, : int(tree.slots[step])].copy()
            if planned:
                for node in np.flatnonzero((places.planned >= 0) & (tree.home == step)).tolist():
                    each[:, tree.slot[node]] = rows[:, places.planned[node]]
            found.append(each)
        return found

    def _planned_acts(self, step: int, node: int, pair: int) -> NDArray[np.int64]:
        """[set] what one who does not see more does with two cards; anything where the deck has no such set."""
        steps, tree = self.every.steps, self.every.steps.tree
        sets = steps.sets[step]
        rows = np.maximum(sets.number, 0) * int(tree.choices[step]) + int(tree.choice[node])
        at = int(tree.acts[step]) + rows * PAIRS + steps.pair_images[sets.way, pair]
        return np.asarray(self.plan.acts[at], dtype=np.int64)

    def _send_on(self, step: int, node: int, found: Words, to: list[Words]) -> None:
        """To the sets of the node's home that each set has."""
        tree, home = self.every.steps.tree, int(self.every.steps.tree.home[node])
        if home == step:
            to[step][:, tree.slot[node]] = found
            return
        for before in self._subsets(step):
            np.add.at(to[home][:, tree.slot[node]], before, found)

    def _subsets(self, step: int) -> list[NDArray[np.int64]]:
        """For every way to leave cards out: [set] the place of what is left of it at the step before."""
        if step not in self._left:
            size, fewer = self.every.steps.sizes[step], self.every.steps.sizes[step - 1]
            sets = np.array(list(combinations(range(DECK), size)))
            place = sum(WAYS[sets[:, i], i + 1] for i in range(size))
            found = []
            for kept in combinations(range(size), fewer):
                left = sum((WAYS[sets[:, card], i + 1] for i, card in enumerate(kept)), words(len(sets)))
                each = words(len(sets))
                each[place] = left
                found.append(each)
            self._left[step] = found
        return self._left[step]

    @cached_property
    def _left(self) -> dict[int, list[NDArray[np.int64]]]:
        return {}

    def _deals(self, deal: SeenDeal) -> int:
        """Deals beside what is seen."""
        steps, size = self.every.steps, self.every.board.size
        left = len(self.every.asked.deck) - sum(map(len, deal))
        return comb(left, size) * steps.orders_from(0) * comb(left - size, HELD - len(deal.hidden))
