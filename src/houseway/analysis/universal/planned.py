"""The best play as a plan: for every node of the tree of acts, the best act by the cards seen.

Cards are looked up as the walk met them: packets in rising order, by the names of the suits that make them least.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.count import Counted
from houseway.analysis.universal.packets import CARD_BITS
from houseway.analysis.universal.question import Question
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words


class Planned(NamedTuple):
    options: Words  # [node]
    action: Words  # [node, wager] cents in action, of a bet of `unit` cents; -1: the node does not look
    choice: Words  # [node]
    begins: Words  # [node] its first key, and where the next node's begin
    keys: Words
    acts: NDArray[np.int8]
    places: Words  # [choice, card, word] where the cards seen lie, packet by packet
    sizes: Words  # [choice, packet]
    images: Words  # [name, card]
    base: Words  # [0] the wager whose size is the unit, [1] cents of the unit


def planned(asked: Question, counted: Counted) -> Planned:
    """A plan that `follow` plays."""
    nodes = [acts for acts in asked.numbers if asked.shape.nodes[acts].options]
    wagers, many = len(asked.game.wagers), max(len(nodes), 1)
    cards = max((len(seen) for seen in asked.shape.seen), default=1)
    choices = max(asked.shape.choices, 1)
    by_node: dict[int, list[tuple[int, int]]] = {}
    for (number, key), act in counted.plan.items():
        by_node.setdefault(number, []).append((key, act))
    entries = [entry for acts in nodes for entry in sorted(by_node.get(asked.numbers[acts], []))]
    plan = Planned(
        words(many), words(many, wagers), words(many), words(many + 1),
        np.array([key for key, _ in entries], dtype=np.int64), np.array([act for _, act in entries], dtype=np.int8),
        words(choices, cards, 3), words(choices, len(asked.alike.packets)), images_of(asked.alike.names), words(2),
    )  # fmt: skip
    for i, acts in enumerate(nodes):
        node = asked.shape.nodes[acts]
        plan.options[i], plan.choice[i] = node.options, len(acts)
        plan.action[i] = [-1 if aside else cents for aside, cents in zip(asked.aside, node.action, strict=True)]
        plan.begins[i + 1] = plan.begins[i] + len(by_node.get(asked.numbers[acts], []))
    for choice, seen in enumerate(asked.seen):
        packets = asked.alike.packets[:seen]
        plan.sizes[choice, : len(packets)] = [len(packet) for packet in packets]
        for k, draw in enumerate(draw for packet in packets for draw in packet):
            plan.places[choice, k] = asked.shape.places[draw]
    plan.base[:] = base_of(asked), asked.unit_cents
    return plan


def base_of(asked: Question) -> int:
    """The wager in whose size all others are told: the first that choices look at."""
    return next(w for w, name in enumerate(asked.game.wagers) if name in asked.bets and not asked.aside[w])


def follow(plan: Planned, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    node = node_of(plan, felt, seat, options)
    key = least_key(plan, felt, seat, plan.choice[node])
    low, high = plan.begins[node], plan.begins[node + 1]
    while low < high:
        middle = (low + high) // 2
        if plan.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    assert plan.keys[low] == key, "cards that the plan does not know"
    return int(plan.acts[low])


def node_of(plan: Planned, felt: Felt, seat: int, options: int) -> int:
    """By what is offered and what is in action for each unit of the base bet; by the offer alone where none fits."""
    found = -1
    bet = felt.wagers[seat, plan.base[0]]
    for node in range(plan.options.shape[0]):
        if plan.options[node] == options:
            fits = True
            for wager in range(plan.action.shape[1]):
                if plan.action[node, wager] >= 0:
                    fits = fits and felt.action[seat, wager] * plan.base[1] == plan.action[node, wager] * bet
            if fits:
                return node
            if found < 0:
                found = node
    assert found >= 0, "an offer that the plan does not know"
    return found


def least_key(plan: Planned, felt: Felt, seat: int, choice: int) -> int:
    """The number of the cards seen, by the names of the suits that make it least."""
    least = -1
    for name in range(plan.images.shape[0]):
        key = 1
        first = 0
        for packet in range(plan.sizes.shape[1]):
            size = plan.sizes[choice, packet]
            last = -1
            for _ in range(size):
                card = 64
                for k in range(first, first + size):
                    at = plan.places[choice, k, 0]
                    lies = felt.cards[seat if at > 0 else 0, plan.places[choice, k, 1], plan.places[choice, k, 2]]
                    renamed = plan.images[name, lies]
                    if last < renamed < card:
                        card = renamed
                last = card
                key = key << CARD_BITS | card
            first += size
        if least < 0 or key < least:
            least = key
    return least
