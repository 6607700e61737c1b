"""The best acts before the full board: one step after the other, from the last back, by what the cells came to."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_steps import ENDS, KEPT, MONEY, MORE, NODES, VALUE, Steps, rows_of
from houseway.analysis.universal.boards.card_sets import WAYS
from houseway.rules.cards import DECK
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words, words

HALF = 32  # bits


@dataclass
class Choices:
    """Cells that boards have filled, and the acts found from them."""

    steps: Steps
    cells: Words

    @property
    def hands(self) -> int:
        return len(self.steps.hands.cards)

    @property
    def acts(self) -> NDArray[np.int8]:
        """Every act before the full board, by step, set, choice and the player's hand."""
        return self._chosen[0]

    @property
    def whole(self) -> list[int]:
        """What all deals come to, under the best acts."""
        return self._chosen[1]

    @cached_property
    def _chosen(self) -> tuple[NDArray[np.int8], list[int]]:
        made, whole = np.zeros(self.steps.acts, dtype=np.int8), [0] * KEPT
        for step in reversed(range(len(self.steps.sizes))):
            for number in range(len(self.steps.sets[step].cards)):
                self._choose(step, number, made, whole)
        return made, whole

    def cells_of(self, step: int) -> Words:
        """[set, row, hand]"""
        tree, sets = self.steps.tree, self.steps.sets[step].cards
        shape = (len(sets), int(tree.rows[step]), self.hands)
        begin = int(tree.cells[step])
        return self.cells[begin : begin + int(np.prod(shape))].reshape(shape)

    def worth(self, step: int, number: int) -> Words:
        """[slot, what, hand] what came to a set, from all that it stands for."""
        tree, images = self.steps.tree, self.steps.hands.images
        cells = self.cells_of(step)[number]
        rows = words(*cells.shape)
        for name in self._keeping(step, number):
            rows += cells[:, images[name]]
        assert not (rows % len(images)).any(), "sets do not come out evenly among the names of the suits"
        rows //= len(images)
        found = words(int(tree.slots[step]), KEPT, self.hands)
        for node in np.flatnonzero(tree.home[: tree.counts[NODES]] == step).tolist():
            kept = rows_of(int(tree.offers[node]))
            found[tree.slot[node], :kept] = rows[tree.row[node] : tree.row[node] + kept]
        dealt = self._dealt(step, number) * self.steps.deals(step)
        for node in tree.ends[: tree.counts[ENDS]]:
            if tree.home[node] == step:
                found[tree.slot[node], MONEY] = tree.money[node] * dealt
        return found

    def _dealt(self, step: int, number: int) -> Words:
        """[hand] 1: the deck has these cards beside the set."""
        is_left = words(DECK)
        is_left[list(self.steps.asked.deck)] = 1
        is_left[self.steps.sets[step].cards[number, : self.steps.sizes[step]]] = 0
        return is_left[self.steps.hands.cards].min(axis=1)  # type: ignore[no-any-return]

    def _keeping(self, step: int, number: int) -> list[int]:
        """The names of suits that leave a set as it is."""
        size = self.steps.sizes[step]
        cards = self.steps.sets[step].cards[number, :size]
        renamed = np.sort(self.steps.images[:, cards], axis=1)
        return np.flatnonzero((renamed == cards).all(axis=1)).tolist()

    def _choose(self, step: int, number: int, made: NDArray[np.int8], whole: list[int]) -> None:
        tree, weight = self.steps.tree, int(self.steps.sets[step].weights[number])
        worth = self.worth(step, number)
        for node in tree.chooses[tree.known[tree.chooses] == step].tolist():
            if node < 0:
                continue
            children = {act: worth[tree.slot[tree.child[node, act]]] for act in acts_in(int(tree.offers[node]))}
            found, acts = best_by_hand(children)
            begin = int(tree.acts[step]) + (number * int(tree.choices[step]) + int(tree.choice[node])) * self.hands
            made[begin : begin + self.hands] = acts
            if tree.home[node] == step:
                worth[tree.slot[node]] = found
            elif tree.home[node] < 0:
                for what in range(KEPT):
                    whole[what] += weight * whole_sum(found[what])
            else:
                self._send_on(step, number, node, weight * found)

    def _send_on(self, step: int, number: int, node: int, found: Words) -> None:
        """To every set of the step before that this one has."""
        tree, cards = self.steps.tree, self.steps.sets[step].cards[number]
        before = self.steps.sets[step - 1]
        cells = self.cells_of(step - 1)
        size = self.steps.sizes[step]
        for mask in tree.masks[step - 1, : tree.subsets[step - 1]].tolist():
            if mask < 1 << size:
                held = [cards[i] for i in range(size) if mask >> i & 1]
                place = sum(int(WAYS[card, i + 1]) for i, card in enumerate(held))
                image = self.steps.hands.images[before.way[place]]
                row = int(tree.row[node])
                cells[before.number[place], row : row + KEPT][:, image] += found


def whole_sum(found: Words) -> int:
    """Of numbers whose sum may need more than 64 bits."""
    high, low = found >> HALF, found & ((1 << HALF) - 1)
    return (int(high.sum()) << HALF) + int(low.sum())


def best_by_hand(children: dict[int, Words]) -> tuple[Words, NDArray[np.int8]]:
    """By the player's hand: what the best act comes to, and which it is.

    The one that wins most; of equals the one with less money in action, and of those the first.
    """
    hands = next(iter(children.values())).shape[1]
    acts = np.zeros(hands, dtype=np.int8)
    best = words(KEPT, hands)
    for i, (act, child) in enumerate(children.items()):
        equal = child[VALUE] == best[VALUE]
        better = (child[VALUE] > best[VALUE]) | (equal & (child[MONEY] < best[MONEY])) | (i == 0)
        acts[better] = act
        best[:, better] = child[:, better]
    for child in children.values():
        more = child[MONEY] + child[MORE] - best[MONEY]
        best[MORE] = np.where(child[VALUE] == best[VALUE], np.maximum(best[MORE], more), best[MORE])
    return best, acts
