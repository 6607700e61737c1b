"""What players who see more win, deal by deal: exact values of the first acts, with the best play after each.

Beside it what one who does not see plays, on the same cards: whose value over all deals is known exactly, so that what
seeing adds can be told deal by deal, and decision by decision: of two who play blind up to a decision and see after it,
one sees at it and the other does not. Sums are integers: threads and batches cannot change them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards import sight_loop
from houseway.analysis.universal.boards.block_threads import BlockThreads
from houseway.analysis.universal.boards.board_steps import SENT
from houseway.analysis.universal.boards.card_sets import WAYS, pair_place
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.kept_boards import BestOnBoards
from houseway.analysis.universal.boards.sight_loop import (
    OWN,
    SEEN_MAX,
    SeenDeals,
    SightBench,
    SightCells,
    new_sight_bench,
)
from houseway.rules.cards import DECK
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words, words

CELLS_BYTES = 160_000_000  # of a thread


Moved = tuple[int, int, int]  # the step of a decision, the act without sight and the act with it


class SeenDeal(NamedTuple):
    own: tuple[int, ...]
    hidden: tuple[int, ...] = ()  # cards of the hidden hand that are seen
    others: tuple[int, ...] = ()  # cards that will not come


class SeenChoice(NamedTuple):
    """What seeing does at one decision, for who plays up to it as if nothing more were seen."""

    turned: int  # cards of the board
    worth: Fraction  # of seeing here, and not only from the next decision on
    changed: dict[tuple[int, int], Fraction]  # share of deals, by the act without that sight and with it


class SightValue(NamedTuple):
    """Of one deal, in units of the base bet."""

    worths: dict[int, Fraction]  # by first act, the best play after it with that sight
    planned: Fraction  # of one who plays as if nothing more were seen
    before: int  # the first act of that one
    choices: tuple[SeenChoice, ...]

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
        changed = words(len(tree.offers))
        wide[:] = tree.slots[: len(steps.sizes)]
        for node in tree.sent[: tree.counts[SENT]].tolist():
            if tree.offers[node]:
                planned[node] = wide[tree.home[node]]
                changed[node] = planned[node] + 1
                wide[tree.home[node]] += 1 + len(_two_acts(int(tree.offers[node])))
        at = 0
        for step, size in enumerate(steps.sizes):
            begin[step] = at
            at += comb(DECK, size) * int(wide[step])
        return SightCells(begin, wide, planned, changed)

    @cached_property
    def cells(self) -> int:
        """Of one deal."""
        return int(sum(comb(DECK, size) * n for size, n in zip(self.every.steps.sizes, self.places.wide, strict=True)))

    def _weighed(self, batch: Sequence[SeenDeal]) -> NDArray[np.int64]:
        cells = words(len(batch), self.cells)
        kernel = self.every.sight_kernel(sight_loop.weigh_sights, self._new_bench, self.plan.last_acts)
        kernel(self._rows(batch), self.places, cells)
        return cells

    def _new_bench(self) -> SightBench:
        return new_sight_bench(self.every.new_bench())

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
        return ValuedDeal(self, deal, cells).value()

    def rows(self, cells: Words, step: int) -> Words:
        """[set, slot] of a step, of one deal."""
        wide, begin = int(self.places.wide[step]), int(self.places.begin[step])
        return cells[begin : begin + comb(DECK, self.every.steps.sizes[step]) * wide].reshape(-1, wide)

    def planned_acts(self, step: int, node: int, hand: int) -> NDArray[np.int64]:
        """[set] what one who does not see more does with two cards; anything where the deck has no such set."""
        steps, tree = self.every.steps, self.every.steps.tree
        sets = steps.sets[step]
        rows = np.maximum(sets.number, 0) * int(tree.choices[step]) + int(tree.choice[node])
        at = int(tree.acts[step]) + rows * len(steps.hands.cards) + steps.hands.images[sets.way, hand]
        return np.asarray(self.plan.acts[at], dtype=np.int64)

    def send_on(self, step: int, node: int, found: Words, to: list[Words]) -> None:
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

    def deals(self, deal: SeenDeal, step: int) -> int:
        """Deals beside what is seen, and the cards that are turned at a step."""
        steps, size = self.every.steps, self.every.board.size
        left = len(self.every.asked.deck) - sum(map(len, deal)) - steps.sizes[step]
        to_come = size - steps.sizes[step]
        return comb(left, to_come) * steps.orders_from(step) * comb(left - to_come, OWN - len(deal.hidden))


class ValuedDeal:
    """One deal from the last choice back, for players who see from some step on, and act before it as if they did not.

    They are by the first step at which they see; the last of them never does.
    """

    def __init__(self, sights: Sights, deal: SeenDeal, cells: Words) -> None:
        self.sights, self.deal, self.cells = sights, deal, cells
        self.steps, self.tree = sights.every.steps, sights.every.steps.tree
        self.whole = len(self.steps.sizes)  # the step of the full board
        self.hand = int(self.steps.hands.number[pair_place(*sorted(deal.own))])
        self.players = [self._known(planned=first > self.whole) for first in range(self.whole + 2)]
        self.moved: dict[Moved, list[Words]] = {}  # [step][set, slot] deals
        self.won = [0] * len(self.players)
        self.changed: list[dict[tuple[int, int], int]] = [{} for _ in range(self.whole + 1)]
        self.before = 0

    def value(self) -> SightValue:
        self._move_on_full_boards()
        for step in reversed(range(self.whole)):
            for node in self.tree.chooses[(self.tree.chooses >= 0) & (self.tree.known[self.tree.chooses] == step)]:
                self._choose(step, int(node))
        deals = self.sights.deals(self.deal, 0)
        cents = deals * self.sights.every.asked.unit_cents
        worths = {
            act: Fraction(int(self.players[0][0][0, self.tree.slot[self.tree.child[0, act]]]), cents)
            for act in acts_in(int(self.tree.offers[0]))
        }
        turned = (*self.steps.sizes, self.sights.every.board.size)
        choices = tuple(
            SeenChoice(
                turned[step],
                Fraction(self.won[step] - self.won[step + 1], cents),
                {acts: Fraction(many, deals) for acts, many in self.changed[step].items()},
            )
            for step in range(self.whole + 1)
        )
        return SightValue(worths, Fraction(self.won[-1], cents), self.before, choices)

    def _known(self, *, planned: bool) -> list[Words]:
        """[set, slot] of every step: full boards acted as is best, or as planned."""
        found, places = [], self.sights.places
        for step in range(self.whole):
            rows = self.sights.rows(self.cells, step)
            each = rows[:, : int(self.tree.slots[step])].copy()
            if planned:
                for node in np.flatnonzero((places.planned >= 0) & (self.tree.home == step)).tolist():
                    each[:, self.tree.slot[node]] = rows[:, places.planned[node]]
            found.append(each)
        return found

    def _move_on_full_boards(self) -> None:
        """Boards on which seeing changes an act, by the choices that lead there."""
        places, hidden = self.sights.places, OWN - len(self.deal.hidden)
        left = len(self.sights.every.asked.deck) - sum(map(len, self.deal)) - self.sights.every.board.size
        for node in np.flatnonzero(places.planned >= 0).tolist():
            step = int(self.tree.home[node])
            rows = self.sights.rows(self.cells, step)
            for k, acts in enumerate(_two_acts(int(self.tree.offers[node]))):
                boards = rows[:, places.changed[node] + k] * comb(left, hidden)
                self._moves(self.whole, acts)[step][:, self.tree.slot[node]] += boards

    def _moves(self, step: int, acts: tuple[int, int]) -> list[Words]:
        return self.moved.setdefault((step, *acts), [np.zeros_like(each) for each in self.players[0]])

    def _choose(self, step: int, node: int) -> None:
        offered = list(acts_in(int(self.tree.offers[node])))
        planned = self.sights.planned_acts(step, node, self.hand)
        slots = self.tree.slot[self.tree.child[node, planned]]
        for first, known in enumerate(self.players):
            found = _taken(known[step], slots)
            if first <= step:
                children = np.stack([known[step][:, self.tree.slot[self.tree.child[node, act]]] for act in offered])
                if first == step:
                    better = (planned, found, children)
                found = children.max(axis=0)
            if self.tree.home[node] < 0:
                self.won[first] = int(found[0])
            else:
                self.sights.send_on(step, node, found, known)
        for moved, deals in self.moved.items():
            self._send_moves(step, node, moved, _taken(deals[step], slots))
        self._note_moves(step, node, *better)
        if self.tree.home[node] < 0:
            self.before = int(planned[0])

    def _note_moves(self, step: int, node: int, planned: NDArray[np.int64], found: Words, children: Words) -> None:
        """Where another act is better than the planned one."""
        offered = np.array(list(acts_in(int(self.tree.offers[node]))))
        best = offered[children.argmax(axis=0)]
        is_moved = children.max(axis=0) > found
        for acts in _two_acts(int(self.tree.offers[node])):
            those = is_moved & (planned == acts[0]) & (best == acts[1])
            if those.any():
                deals = those.astype(np.int64) * self.sights.deals(self.deal, step)
                self._moves(step, acts)
                self._send_moves(step, node, (step, *acts), deals)

    def _send_moves(self, step: int, node: int, moved: Moved, deals: Words) -> None:
        """To the choice from which one who does not see comes here."""
        home, slot = int(self.tree.home[node]), self.tree.slot[node]
        if home == step:
            self.moved[moved][step][:, slot] += deals
        elif home >= 0:
            self.sights.send_on(step, node, deals, self.moved[moved])
        elif deals[0]:
            changed = self.changed[moved[0]]
            changed[moved[1:]] = changed.get(moved[1:], 0) + int(deals[0])


def _taken(rows: Words, slots: NDArray[np.int64]) -> Words:
    """[set] of each row one slot."""
    return np.take_along_axis(rows, slots[:, None], axis=1)[:, 0]


def _two_acts(options: int) -> list[tuple[int, int]]:
    """Every two different acts of those offered, in the order of their numbers."""
    return list(permutations(acts_in(options), 2))
