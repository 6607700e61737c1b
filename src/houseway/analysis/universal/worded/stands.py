"""Choices as those meet them who play by rules: at the nodes that their own acts before have led to.

What rules give up in all is what they give up at each node that they lead to, each time against the best play from
there on. So every choice can be looked at by itself, the first before the next, and the sums are exact.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.shared.guide import suit_classes
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof
from houseway.analysis.universal.packets import CARD_BITS
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.reads import Place
from houseway.analysis.universal.worded.every_act import EveryAct
from houseway.rules.choice import acts_in
from houseway.rules.felt import DEALER, HOUSE
from houseway.rules.shapes import Words


@dataclass(frozen=True)
class Stands:
    """The stands at which one choice is made: cards as they are seen, and what each act is worth."""

    number: int  # of the choice in a round, from 0
    acts: tuple[int, ...]  # that are offered
    hand: Words  # [stand, card] one's own and those of the community, in rising order
    dealer: Words  # [stand, card] those of the dealer that are seen
    worth: Words  # [stand, act] cents, over all deals that lead here
    deals: Words  # [stand]
    has_suits: bool = True  # whether the cards are cards, or kinds whose suits say nothing


class HandClasses(NamedTuple):
    """Stands that no word tells apart, added up."""

    hand: Words  # [class, card] one of them
    dealer: Words  # [class, card]
    worth: Words  # [class, act]
    best: Words  # [class] what the best play makes of it
    right: Words  # [class, act] deals in which the act is as good as the best
    deals: Words  # [class]
    number: Words  # [stand] its class


def classes_of(stands: Stands) -> HandClasses:
    """Hands that differ in suits alone, against the same ranks of the dealer, are one class."""
    many = len(stands.deals)
    number = suit_classes(stands.hand)[1] if stands.hand.shape[1] else np.zeros(many, dtype=np.int64)
    for place in range(stands.dealer.shape[1]):
        number = number * 13 + (stands.dealer[:, place] >> 2)
    _, first, number = np.unique(number, return_index=True, return_inverse=True)
    best = stands.worth.max(axis=1)
    is_right = stands.worth == best[:, None]

    def summed(values: Words) -> Words:
        sums = np.zeros((len(first), *values.shape[1:]), dtype=np.int64)
        np.add.at(sums, number, values)
        return sums

    return HandClasses(
        stands.hand[first], stands.dealer[first], summed(stands.worth), summed(best),
        summed(is_right * stands.deals[:, None]), summed(stands.deals), number,
    )  # fmt: skip


class _Led(NamedTuple):
    """Where rules have led: keys in rising order, each with its node."""

    choice: int
    keys: Words
    nodes: Words


class Way:
    """The way through a round of packets: all stands of a choice, then, by the acts taken there, those of the next."""

    def __init__(self, asked: Question, every: EveryAct) -> None:
        self.asked = asked
        self.every = every
        self.acts_of = {number: acts for acts, number in asked.numbers.items()}
        self.entries: dict[int, tuple[Words, Words]] = {}  # by node: its keys in rising order, and where they stand
        for node in np.unique(every.nodes).tolist():
            at = np.flatnonzero(every.nodes == node)
            at = at[np.argsort(every.keys[at])]
            self.entries[node] = (every.keys[at], at)
        root = asked.numbers[()]
        keys = self.entries[root][0] if root in self.entries else np.zeros(0, dtype=np.int64)
        self.led = _Led(0, keys, np.full(len(keys), root))

    def stands(self) -> list[tuple[Words, Stands]]:
        """Those of the choice that comes now, by what is offered, with their places in the way; none after the last."""
        shape = self.asked.shape
        offered = {node: shape.nodes[self.acts_of[node]].options for node in np.unique(self.led.nodes).tolist()}
        options = np.array([offered[node] for node in self.led.nodes.tolist()], dtype=np.int64)
        found = []
        for each in sorted(set(options.tolist())):
            rows = np.flatnonzero(options == each)
            found.append((rows, self._stands(rows, acts_in(each))))
        return found

    def _stands(self, rows: Words, acts: list[int]) -> Stands:
        keys, nodes = self.led.keys[rows], self.led.nodes[rows]
        at = np.zeros(len(rows), dtype=np.int64)
        for node in np.unique(nodes).tolist():
            known, where = self.entries[node]
            mine = nodes == node
            at[mine] = where[np.searchsorted(known, keys[mine])]
        assert (self.every.keys[at] == keys).all(), "a choice that the walk has not met"
        seen = [draw for packet in self.asked.alike.packets[: self.asked.seen[self.led.choice]] for draw in packet]
        cards = keys[:, None] >> CARD_BITS * np.arange(len(seen))[::-1] & (1 << CARD_BITS) - 1
        hand, dealer = parted(cards, [self.asked.shape.places[draw] for draw in seen])
        return Stands(
            self.led.choice, tuple(acts), hand, dealer, self.every.worth[at][:, : len(acts)], self.every.deals[at]
        )

    def go_on(self, acts: Words) -> None:
        """To the next choice, by the act taken at each place of the way."""
        before, choice = self.led, self.led.choice + 1
        sizes = [sum(len(each) for each in self.asked.alike.packets[:many]) for many in self.asked.seen]
        keys: list[Words] = []
        nodes: list[Words] = []
        for node in sorted(set(before.nodes.tolist())):
            for act in sorted(set(acts[before.nodes == node].tolist())):
                child = self.asked.numbers[(*self.acts_of[node], act)]
                if child in self.entries:
                    led = before.keys[(before.nodes == node) & (acts == act)]
                    known = self.entries[child][0]
                    reached = known[np.isin(known >> CARD_BITS * (sizes[choice] - sizes[choice - 1]), led)]
                    keys.append(reached)
                    nodes.append(np.full(len(reached), child))
        found = np.concatenate([*keys, np.zeros(0, dtype=np.int64)])
        order = np.argsort(found)
        self.led = _Led(choice, found[order], np.concatenate([*nodes, np.zeros(0, dtype=np.int64)])[order])

    @property
    def is_over(self) -> bool:
        return len(self.led.keys) == 0


def parted(cards: Words, places: list[Place]) -> tuple[Words, Words]:
    """The hand as it is so far, in rising order, and what is seen of the dealer's; who has no cards plays those."""
    is_dealers = np.array([(seat, hand) == (HOUSE, DEALER) for seat, hand, _ in places], dtype=bool)
    if is_dealers.all():
        is_dealers[:] = False
    return np.sort(cards[:, ~is_dealers], axis=1), cards[:, is_dealers]


def shoe_stands(proof: ShoeProof) -> list[Stands] | None:
    """Those of a game that is dealt from a shoe, where one choice is all that a round asks for and the cards tell what
    is known there; else None."""
    found = []
    sorts: dict[tuple[int, tuple[Place, ...]], list[int]] = {}
    for i, stand in enumerate(proof.stands):
        sorts.setdefault((stand.options, tuple(place for place, _ in stand.cards)), []).append(i)
    seen = [tuple(card for _, card in stand.cards) for stand in proof.stands]
    if len(set(seen)) < len(seen) or any(stand.before for stand in proof.stands):
        return None
    for (options, places), rows in sorts.items():
        acts = acts_in(options)
        stands = [proof.stands[i] for i in rows]
        hand, dealer = parted(np.array([seen[i] for i in rows], dtype=np.int64), list(places))
        worth = np.array([[stand.values[act] for act in acts] for stand in stands], dtype=np.int64)
        deals = np.array([stand.mass for stand in stands], dtype=np.int64)
        found.append(Stands(0, tuple(acts), hand, dealer, worth, deals, proof.asked.faces.kinds == 52))
    return found
