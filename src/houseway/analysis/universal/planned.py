"""The best play as a plan: for every node of the tree of acts, the best act by the cards seen.

Cards are looked up as the walk met them: packets in rising order, by the names of the suits that make them least.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.count import ACT, KEY, NODE, Counted
from houseway.analysis.universal.looked_up import act_for, sort_of
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
    rows = counted.chosen()
    plan = Planned(
        words(many), words(many, wagers), words(many), words(many + 1),
        rows[:, KEY].copy(), rows[:, ACT].astype(np.int8), words(choices, cards, 3),
        words(choices, len(asked.alike.packets)), images_of(asked.alike.names), words(2),
    )  # fmt: skip
    for i, acts in enumerate(nodes):
        node, number = asked.shape.nodes[acts], asked.numbers[acts]
        plan.options[i], plan.choice[i] = node.options, len(acts)
        plan.action[i] = asked.looked_at(node.action)
        plan.begins[i : i + 2] = np.searchsorted(rows[:, NODE], (number, number + 1))
    for choice, seen in enumerate(asked.seen):
        packets = asked.alike.packets[:seen]
        plan.sizes[choice, : len(packets)] = [len(packet) for packet in packets]
        for k, draw in enumerate(draw for packet in packets for draw in packet):
            plan.places[choice, k] = asked.shape.places[draw]
    plan.base[:] = asked.base, asked.unit_cents
    return plan


def follow(plan: Planned, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    node = sort_of(plan, felt, seat, options)
    return act_for(plan, node, least_key(plan, felt, seat, plan.choice[node]))


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
