"""The steps on the way to a full board: at which of them each choice is made, and where what its acts came to is kept.

A *step* is a number of cards of the board that some choice sees. For every step before the full board there is a row of
cells for each set of so many cards (`card_sets`) and each node of the tree of acts whose choice is made there: what the
node came to, by the player's hand. A set that stands for others is filled from all of them by the names of suits.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards.card_sets import CardSets, card_sets
from houseway.analysis.universal.boards.common_board import BOARD_MAX, CommonBoard
from houseway.analysis.universal.boards.own_hands import ALL_HANDS, Lot, OwnHands, own_hands
from houseway.analysis.universal.question import Question
from houseway.rules.choice import acts_in
from houseway.rules.felt import ACTS_MAX
from houseway.rules.shapes import Words, words

NODES_MAX = 64
STEPS_MAX = 4
SUBSETS_MAX = 10  # of a board's five cards
CHAINS_MAX = 120
VALUE, MONEY, MORE = range(3)  # what is kept of a node: cents won, in action, and how many more if equals are bet
KEPT = 3

NODES, ENDS, STEPS, CHAINS, CARDS, BITS, HIDDEN, SENT, HELD, HANDS = range(10)  # the words of `ActTree.counts`


class ActTree(NamedTuple):
    """The tree of acts as boards are counted."""

    counts: Words
    offers: Words  # [node] the acts that are legal; 0: the round is over
    offered: Words  # [node] how many those are
    acts_offered: Words  # [node, i]
    child: Words  # [node, act] or -1
    money: Words  # [node] cents in action at an end
    ends: Words  # [i] nodes that are ends
    sent: Words  # [i] nodes that are known on the full board and chosen before it
    chooses: Words  # [i] nodes that are choices, the latest first, and where they end a -1
    known: Words  # [node] the step at which its choice is made; STEPS for one on the full board, and for an end
    home: Words  # [node] the step at which it is chosen; -1 for the first
    slot: Words  # [node] its row among those of its home
    slots: Words  # [step]
    row: Words  # [node] the first of its cells' rows among those of its home: one for each thing that is kept
    rows: Words  # [step]
    choice: Words  # [node] its row among the choices of its step
    choices: Words  # [step]; one more for the full board
    ways: Words  # [node] in how many ways a board comes from a set of its home, for what is known on the board
    sizes: Words  # [step] cards of the board; one more for the full board
    subsets: Words  # [step] how many sets of so many cards a board has
    masks: Words  # [step, i] which of its cards they are
    chains: Words  # [chain, step] which subset; a chain is a way in which a board is turned, part by part
    cells: Words  # [step] where its cells begin
    acts: Words  # [step] where its acts do
    sets: Words  # [step] where its numbers of sets do, and at last those of full boards


def new_act_tree() -> ActTree:
    def of_nodes(*shape: int) -> Words:
        return words(NODES_MAX, *shape)

    steps = STEPS_MAX + 1
    return ActTree(
        counts=words(10), offers=of_nodes(), offered=of_nodes(), acts_offered=of_nodes(ACTS_MAX),
        child=of_nodes(ACTS_MAX) - 1, money=of_nodes(), ends=of_nodes(), sent=of_nodes(),
        chooses=words(NODES_MAX + 1) - 1, known=of_nodes(), home=of_nodes(), slot=of_nodes(), slots=words(steps),
        row=of_nodes(), rows=words(steps), choice=of_nodes(), choices=words(steps), ways=of_nodes(), sizes=words(steps),
        subsets=words(steps), masks=words(steps, SUBSETS_MAX), chains=words(CHAINS_MAX, steps), cells=words(steps),
        acts=words(steps), sets=words(steps),
    )  # fmt: skip


def rows_of(options: int) -> int:
    """What is kept of a node; what an end has in action is known."""
    return KEPT if options else 1


@dataclass(frozen=True)
class Steps:
    """The tree, and the sets of cards of every step before the full board."""

    asked: Question
    board: CommonBoard
    lot: Lot = ALL_HANDS  # of one's own

    @cached_property
    def images(self) -> Words:
        return images_of(self.asked.alike.names)

    @cached_property
    def hands(self) -> OwnHands:
        return own_hands(self.asked.deck, self.images, self.board.held, self.lot)

    @cached_property
    def hands_beside(self) -> int:
        """Hands that a full board leaves."""
        return comb(len(self.asked.deck) - self.board.size, self.board.held)

    @cached_property
    def sizes(self) -> list[int]:
        """Cards of the board, step by step, without the full board."""
        return [size for size in sorted(set(self.board.seen)) if size < self.board.size]

    @cached_property
    def sets(self) -> list[CardSets]:
        return [self._sets(size) for size in self.sizes]

    @cached_property
    def boards(self) -> CardSets:
        return self._sets(self.board.size)

    def _sets(self, size: int) -> CardSets:
        return card_sets(self.asked.deck, self.images.tobytes(), size)

    @cached_property
    def numbers(self) -> NDArray[np.int32]:
        """Of sets by their places, step after step."""
        return np.concatenate([np.zeros(0, dtype=np.int32), *(each.number for each in self.sets)])

    @cached_property
    def ways(self) -> NDArray[np.int8]:
        return np.concatenate([np.zeros(0, dtype=np.int8), *(each.way for each in self.sets)])

    @cached_property
    def cells(self) -> int:
        """How many there are."""
        rows = sum(len(s.cards) * int(n) for s, n in zip(self.sets, self.tree.rows, strict=False))
        return len(self.hands.cards) * rows

    @cached_property
    def acts(self) -> int:
        """How many choices there are before the full board."""
        return len(self.hands.cards) * int(
            sum(len(s.cards) * n for s, n in zip(self.sets, self.tree.choices, strict=False))
        )

    @cached_property
    def hidden(self) -> int:
        """Hands that may be hidden beside the player's on a board."""
        return comb(len(self.asked.deck) - self.board.size - self.board.held, self.board.held)

    def deals(self, step: int) -> int:
        """Deals beside one's own cards and a set of a step."""
        size, held = self.sizes[step], self.board.held
        return comb(len(self.asked.deck) - held - size, self.board.size - size) * self.orders_from(step) * self.hidden

    @cached_property
    def last_acts(self) -> tuple[int, int, int]:
        """The shape of the acts on full boards: boards, choices, bytes."""
        choices = int(self.tree.choices[len(self.sizes)])
        return len(self.boards.cards), choices, -(-len(self.hands.cards) * self.bits // 8)

    @cached_property
    def bits(self) -> int:
        """That say which act it is of those offered on the full board: 1, 2, 4 or 8."""
        last, nodes = len(self.sizes), self.asked.shape.nodes
        offers = [
            each.options.bit_count() for acts, each in nodes.items() if each.options and self.step(len(acts)) == last
        ]
        return 1 << ((max([2, *offers]) - 1).bit_length() - 1).bit_length()

    def step(self, choice: int) -> int:
        seen = self.board.seen[choice]
        return self.sizes.index(seen) if seen in self.sizes else len(self.sizes)

    @cached_property
    def tree(self) -> ActTree:
        numbers, nodes, steps = self.asked.numbers, self.asked.shape.nodes, len(self.sizes)
        tree = new_act_tree()
        for acts, number in numbers.items():
            options = nodes[acts].options
            tree.offers[number] = options
            tree.home[number] = self.step(len(acts) - 1) if acts else -1
            tree.known[number] = self.step(len(acts)) if options else steps
            if acts and tree.home[number] < steps:
                tree.slot[number] = tree.slots[tree.home[number]]
                tree.slots[tree.home[number]] += 1
                tree.row[number] = tree.rows[tree.home[number]]
                tree.rows[tree.home[number]] += rows_of(options)
                tree.ways[number] = self.orders_from(int(tree.home[number])) if not options else 1
            if options:
                tree.choice[number] = tree.choices[tree.known[number]]
                tree.choices[tree.known[number]] += 1
            tree.offered[number] = options.bit_count()
            for i, act in enumerate(acts_in(options)):
                tree.acts_offered[number, i] = act
                tree.child[number, act] = numbers[(*acts, act)]
        tree.ends[: len(self.asked.ends)] = [numbers[acts] for acts in self.asked.ends]
        chooses = sorted((acts for acts in numbers if nodes[acts].options), key=len, reverse=True)
        tree.chooses[: len(chooses)] = [numbers[acts] for acts in chooses]
        self._lay_sets(tree)
        chains, ends = self._lay_chains(tree), len(self.asked.ends)
        sent = [node for node in range(1, len(numbers)) if tree.home[node] < steps == tree.known[node]]
        tree.sent[: len(sent)] = sent
        of_board = self.board.size, self.bits, self.hidden, len(sent), self.board.held, len(self.hands.cards)
        tree.counts[:] = len(numbers), ends, steps, chains, *of_board
        return tree

    def orders_from(self, step: int) -> int:
        """The ways to turn what a step leaves of a board, part by part."""
        left, size = list(self.board.parts), self.sizes[step]
        while sum(self.board.parts) - sum(left) < size:
            left.pop(0)
        return factorial(sum(left)) // prod(map(factorial, left))

    def _lay_sets(self, tree: ActTree) -> None:
        cells, acts, sets = 0, 0, 0
        for step, (size, each) in enumerate(zip(self.sizes, self.sets, strict=True)):
            masks = [sum(1 << i for i in places) for places in combinations(range(self.board.size), size)]
            tree.sizes[step], tree.subsets[step] = size, len(masks)
            tree.masks[step, : len(masks)] = masks
            tree.cells[step], tree.acts[step], tree.sets[step] = cells, acts, sets
            cells += len(each.cards) * int(tree.rows[step]) * len(self.hands.cards)
            acts += len(each.cards) * int(tree.choices[step]) * len(self.hands.cards)
            sets += len(each.number)
        tree.sizes[len(self.sizes)], tree.sets[len(self.sizes)] = self.board.size, sets

    def _lay_chains(self, tree: ActTree) -> int:
        """Every way in which the parts of a board are turned one after another."""
        chains: list[tuple[int, ...]] = [()]
        for step in range(len(self.sizes)):
            masks = tree.masks[step, : tree.subsets[step]].tolist()
            chains = [
                (*chain, i)
                for chain in chains
                for i, mask in enumerate(masks)
                if not chain or (before := int(tree.masks[step - 1, chain[-1]])) & mask == before
            ]
        tree.chains[: len(chains), : len(self.sizes)] = chains
        return len(chains)


assert BOARD_MAX == 5, "SUBSETS_MAX and CHAINS_MAX are of five cards"
