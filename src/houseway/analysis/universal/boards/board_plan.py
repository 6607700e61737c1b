"""The best play of a game of boards as a plan: acts by the player's hand and what is turned of the board."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_steps import HANDS, HELD, STEPS, ActTree
from houseway.analysis.universal.boards.card_sets import WAYS
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.kept_boards import BestOnBoards
from houseway.analysis.universal.boards.one_board import act_on_board
from houseway.analysis.universal.looked_up import sort_of
from houseway.analysis.universal.shape import Place
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words


class BoardPlan(NamedTuple):
    options: Words  # [sort]
    action: Words  # [sort, wager] cents in action, of a bet of the unit; -1: not looked at
    base: Words  # [0] the wager whose size is the unit, [1] cents of the unit
    nodes: Words  # [sort] in the tree
    tree: ActTree
    own: Words  # [card, word] where the player's cards lie
    board: Words  # [card, word] and those of the board, as they are turned
    ways: Words  # [card, k] C(card, k)
    numbers: NDArray[np.int32]  # [place] of sets, step after step, and of full boards
    names: NDArray[np.int8]  # [place] the names of suits that make it the set that stands for it
    hands: NDArray[np.int32]  # [place] the number of a hand of one's own
    images: NDArray[np.int32]  # [name, hand]
    acts: NDArray[np.int8]  # before the full board
    last_acts: NDArray[np.uint8]  # [board, choice, byte]


def board_plan(every: EveryBoard, best: BestOnBoards) -> BoardPlan:
    """A plan that `follow_board` plays."""
    asked, steps, board = every.asked, every.steps, every.board
    sorts = [acts for acts in asked.numbers if asked.shape.nodes[acts].options]
    turned = [draw for packet in asked.alike.packets if set(packet) <= board.shared for draw in packet]
    plan = BoardPlan(
        words(len(sorts)), words(len(sorts), len(asked.game.wagers)), words(2), words(len(sorts)), steps.tree,
        _places(asked.shape.places, board.own), _places(asked.shape.places, turned), WAYS,
        np.concatenate([steps.numbers, steps.boards.number]), np.concatenate([steps.ways, steps.boards.way]),
        steps.hands.number, steps.hands.images, best.acts, best.last_acts,
    )  # fmt: skip
    for i, acts in enumerate(sorts):
        plan.options[i], plan.nodes[i] = asked.shape.nodes[acts].options, asked.numbers[acts]
        plan.action[i] = asked.looked_at(asked.shape.nodes[acts].action)
    plan.base[:] = asked.base, asked.unit_cents
    return plan


def _places(places: Sequence[Place], draws: Sequence[int]) -> Words:
    return np.array([places[draw] for draw in draws], dtype=np.int64)


def follow_board(plan: BoardPlan, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    tree = plan.tree
    node = plan.nodes[sort_of(plan, felt, seat, options)]
    step = tree.known[node]
    place = tree.sets[step] + place_of_lying(plan.ways, felt, 0, plan.board, tree.sizes[step])
    number = plan.numbers[place]
    own = plan.hands[place_of_lying(plan.ways, felt, seat, plan.own, tree.counts[HELD])]
    hand_there = plan.images[plan.names[place], own]
    if step == tree.counts[STEPS]:
        return act_on_board(tree, plan.last_acts[number], node, hand_there)
    row = number * tree.choices[step] + tree.choice[node]
    return plan.acts[tree.acts[step] + row * tree.counts[HANDS] + hand_there]  # type: ignore[no-any-return]


def place_of_lying(ways: Words, felt: Felt, seat: int, lie: Words, size: int) -> int:
    """The place of the first cards that lie somewhere among all sets of so many."""
    place, last = 0, -1
    for i in range(size):
        card = len(ways)
        for k in range(size):
            lies = felt.cards[seat, lie[k, 1], lie[k, 2]]
            if last < lies < card:
                card = lies
        place += ways[card, i + 1]
        last = card
    return place
