"""The compiled loops that ask a plan: once at every set of turned cards and every hand of one's own, up to suits."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_steps import BITS, CARDS, CHAINS, HANDS, NODES_MAX, STEPS, ActTree
from houseway.analysis.universal.boards.board_values import Values
from houseway.analysis.universal.boards.one_board import BoardBench, Ground, act_before, place_sets
from houseway.analysis.universal.boards.value_plays import Stretches
from houseway.analysis.universal.watch import decide
from houseway.rules.cards import DECK
from houseway.rules.felt import HOUSE, Felt
from houseway.rules.shapes import Words

SEAT, NODE, FAULT = range(3)  # the words of `PlanBench.at`
HAND, PLACE = 1, 2  # the words of a card's place


class PlanBench(NamedTuple):
    """The working space of a thread that asks a plan."""

    bench: BoardBench
    felt: Felt
    plan: Any
    at: Words
    hands: Words  # [node] the hand that is asked
    stakes: Words  # [node, seat, hand, wager] the felt at the node's choice
    action: Words  # [node, seat, wager]
    held: Words  # [node, seat, hand]
    own: Words  # [card, word] where one's own cards lie
    board: Words  # [card, word] and those of the board, as they are turned
    used: Words  # [card] 1: on the board, or not in the deck
    reached: Words  # [node] 1: the plan comes there with these cards


def ask(room: PlanBench, tree: ActTree, node: int) -> int:
    """What the plan does with the cards that lie on the felt."""
    if room.at[NODE] != node:
        room.at[NODE] = node
        set_felt(room, node)
    act = decide(room.plan, room.felt, room.at[SEAT], room.hands[node], tree.offers[node])
    if not tree.offers[node] >> act & 1:
        room.at[FAULT] = 1
        return tree.acts_offered[node, 0]  # type: ignore[no-any-return]
    return act


def set_felt(room: PlanBench, node: int) -> None:
    """What is in action and how many cards are held where this choice is asked for."""
    felt = room.felt
    for seat in range(felt.stakes.shape[0]):
        for wager in range(felt.stakes.shape[2]):
            felt.action[seat, wager] = room.action[node, seat, wager]
            for hand in range(felt.stakes.shape[1]):
                felt.stakes[seat, hand, wager] = room.stakes[node, seat, hand, wager]
        for hand in range(felt.stakes.shape[1]):
            felt.held[seat, hand] = room.held[node, seat, hand]


def lay_board_out(room: PlanBench, deck: Any, board: Any, size: int) -> None:
    """The cards that are turned, in any order."""
    for card in range(DECK):
        room.used[card] = 1
    for i in range(len(deck)):
        room.used[deck[i]] = 0
    for i in range(size):
        room.used[board[i]] = 1
        room.felt.cards[HOUSE, room.board[i, HAND], room.board[i, PLACE]] = board[i]


def hold(room: PlanBench, cards: Any) -> bool:
    """A hand of one's own; whether none of its cards lies on the board."""
    seat = room.at[SEAT]
    is_left = True
    for i in range(len(room.own)):
        room.felt.cards[seat, room.own[i, HAND], room.own[i, PLACE]] = cards[i]
        if room.used[cards[i]]:
            is_left = False
    return is_left


def ask_before(
    room: PlanBench, tree: ActTree, deck: Any, hands: Any, step: int, sets: Any, acts: NDArray[np.int8]
) -> bool:
    """Every choice at these sets of a step before the full board; whether all acts are legal."""
    for number in range(len(sets)):
        lay_board_out(room, deck, sets[number], tree.sizes[step])
        for hand in range(len(hands)):
            if hold(room, hands[hand]):
                k = 0
                while tree.chooses[k] >= 0:
                    node = tree.chooses[k]
                    if tree.known[node] == step:
                        row = number * tree.choices[step] + tree.choice[node]
                        acts[row * tree.counts[HANDS] + hand] = ask(room, tree, node)
                    k += 1
    return room.at[FAULT] == 0  # type: ignore[no-any-return]


def ask_on_boards(
    rules: Any,  # noqa: ARG001 - one shape of loops over boards
    tree: ActTree,
    room: PlanBench,
    values: Values,  # noqa: ARG001
    stretches: Stretches,  # noqa: ARG001
    ground: Ground,
    boards: Any,
    weights: Any,  # noqa: ARG001
    last_acts: Any,
    faults: Any,
) -> None:
    """Note what the plan does on these boards wherever it comes to a choice there."""
    for at in range(len(boards)):
        board = boards[at]
        place_sets(tree, room.bench, ground, board)
        lay_board_out(room, ground.deck, board, tree.counts[CARDS])
        for hand in range(tree.counts[HANDS]):
            if hold(room, ground.own[hand]):
                ask_where_reached(tree, room, ground, hand, last_acts[at])
    faults[0] += room.at[FAULT]
    room.at[FAULT] = 0


def ask_where_reached(tree: ActTree, room: PlanBench, ground: Ground, hand: int, last_acts: Any) -> None:
    """The choices of the full board that some way to turn it leads to, those before others first."""
    steps = tree.counts[STEPS]
    for node in range(NODES_MAX):
        room.reached[node] = 0
    for chain in range(tree.counts[CHAINS]):
        node = 0
        while tree.offers[node] and tree.known[node] < steps:
            node = tree.child[node, act_before(tree, room.bench, ground, node, chain, hand)]
        if tree.offers[node]:
            room.reached[node] = 1
    k = 0
    while tree.chooses[k] >= 0:
        k += 1
    while k > 0:  # the earliest first: what a choice leads to is reached
        k -= 1
        node = tree.chooses[k]
        if room.reached[node]:
            act = ask(room, tree, node)
            note_act(tree, node, act, hand, last_acts)
            room.reached[tree.child[node, act]] = tree.offers[tree.child[node, act]] > 0


def note_act(tree: ActTree, node: int, act: int, hand: int, last_acts: Any) -> None:
    """Which of the acts that are offered on a full board it is, a few bits each."""
    which = 0
    while tree.acts_offered[node, which] != act:
        which += 1
    at = hand * tree.counts[BITS]
    last_acts[tree.choice[node], at >> 3] |= which << (at & 7)
