"""Decision by decision: what seeing more does at a game that is walked.

One plays as if nothing more were seen up to a choice, and sees from there on; another sees from the next choice on.
What the first wins more is what the best act there is worth beside the one that is taken unseeing, each with the best
play of who sees after it. All these together are what seeing adds, and every one is an integer over all deals.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from houseway.analysis.universal.advice import COMPILED_FROM, laid_out
from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.count import ACT, KEY, NODE, Counted
from houseway.analysis.universal.packets import CARD_BITS, new_state
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.recalled import new_recalled, sayer_of
from houseway.analysis.universal.seats.gained import DecisionSeen
from houseway.analysis.universal.unit import BEST
from houseway.analysis.universal.watch import NoPlan
from houseway.analysis.universal.worded.every_act import EveryAct, KeptCells, act_kernel, room_for_acts, taken
from houseway.analysis.universal.worded.stands import Stands, Way
from houseway.engine.packed import opened, packed
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.shoe import arranged_shoe

Draws = Sequence[tuple[int, ...]]  # packets, in the order in which their cards stand in a key


@dataclass
class Decided:
    """Cents and deals, by number of the choice."""

    choices: int
    deals: int = 0
    value: int = 0  # cents that one wins who sees more
    won: list[int] = field(default_factory=list)  # ... more than one who sees from the next choice on
    changed: list[Counter[tuple[int, int]]] = field(default_factory=list)  # deals, by the act without and with

    def __post_init__(self) -> None:
        self.won = self.won or [0] * self.choices
        self.changed = self.changed or [Counter() for _ in range(self.choices)]

    @property
    def gain(self) -> int:
        return sum(self.won)

    @property
    def planned(self) -> int:
        """Cents that one wins who plays as if nothing more were seen."""
        return self.value - self.gain

    def add(self, other: "Decided") -> None:
        self.deals += other.deals
        self.value += other.value
        self.won = [one + more for one, more in zip(self.won, other.won, strict=True)]
        for one, more in zip(self.changed, other.changed, strict=True):
            one.update(more)

    def decisions(self, acts: Sequence[str], unit_cents: int) -> tuple[DecisionSeen, ...]:
        return tuple(
            DecisionSeen(
                None,
                Fraction(won, self.deals * unit_cents),
                {(acts[a], acts[b]): Fraction(many, self.deals) for (a, b), many in changed.most_common()},
                choice,
            )
            for choice, (won, changed) in enumerate(zip(self.won, self.changed, strict=True))
        )


@dataclass(frozen=True)
class Blind:
    """What one does who sees no more than the rules show."""

    asked: Question
    counted: Counted

    @cached_property
    def chosen(self) -> Words:
        """[choice] node, cards seen, act."""
        return self.counted.chosen()

    @property
    def mean(self) -> Fraction:
        """Cents won a round."""
        return Fraction(self.counted.value, self.asked.deals)

    def acts(self, choice: int, nodes: Words, cards: Words, draws: Sequence[int]) -> Words:
        """[i] the act at a node with these cards, which lie at those draws."""
        keys = self._keys(choice, cards, list(draws))
        found = np.zeros(len(keys), dtype=np.int64)
        for node in np.unique(nodes).tolist():
            begin, end = np.searchsorted(self.chosen[:, NODE], (node, node + 1))
            known, mine = self.chosen[begin:end], nodes == node
            at = np.searchsorted(known[:, KEY], keys[mine])
            assert (known[at, KEY] == keys[mine]).all(), "a choice that the walk has not met"
            found[mine] = known[at, ACT]
        return found

    def _keys(self, choice: int, cards: Words, draws: list[int]) -> Words:
        """[i] the number of what is seen unseeing, by the names of the suits that make it least."""
        packets = self.asked.alike.packets[: self.asked.seen[choice]]
        least = np.full(len(cards), np.iinfo(np.int64).max)
        for image in images_of(self.asked.alike.names):
            key = np.ones(len(cards), dtype=np.int64)
            for packet in packets:
                named = np.sort(image[cards[:, [draws.index(draw) for draw in packet]]], axis=1)
                for column in named.T:
                    key = key << CARD_BITS | column
            least = np.minimum(least, key)
        return least


def decided(blind: Blind, wider: Question, every: EveryAct, draws: Draws | None = None) -> Decided:
    """All deals of a walk that wrote down every act, of one who sees more."""
    way, packets = Way(wider, every), draws or wider.alike.packets
    whole = Decided(wider.shape.choices)
    while True:
        choice = way.led.choice
        acts = np.zeros(len(way.led.keys), dtype=np.int64)
        for rows, stands in way.stands():
            acts[rows] = _unseeing(blind, way, rows, packets)
            _note(whole, stands, acts[rows])
            if not choice:
                whole.deals += int(stands.deals.sum())
                whole.value += int(stands.worth.max(axis=1).sum())
        if choice + 1 == wider.shape.choices:
            return whole
        way.go_on(acts)


def _unseeing(blind: Blind, way: Way, rows: Words, packets: Draws) -> Words:
    seen = way.asked.seen[way.led.choice] + len(packets) - len(way.asked.alike.packets)
    draws = [draw for packet in packets[:seen] for draw in packet]
    shifts = CARD_BITS * np.arange(len(draws))[::-1]
    cards = way.led.keys[rows][:, None] >> shifts & (1 << CARD_BITS) - 1
    return blind.acts(way.led.choice, way.led.nodes[rows], cards, draws)


def _note(whole: Decided, stands: Stands, planned: Words) -> None:
    """Where another act is better than the one that is taken unseeing."""
    offered = np.array(stands.acts, dtype=np.int64)
    taken_now = stands.worth[np.arange(len(planned)), np.searchsorted(offered, planned)]
    more = stands.worth.max(axis=1) - taken_now
    whole.won[stands.number] += int(more.sum())
    best = offered[stands.worth.argmax(axis=1)]
    for before, after in _pairs(planned[more > 0], best[more > 0]):
        those = (more > 0) & (planned == before) & (best == after)
        whole.changed[stands.number][before, after] += int(stands.deals[those].sum())


def _pairs(one: Words, other: Words) -> Iterator[tuple[int, int]]:
    yield from sorted(set(zip(one.tolist(), other.tolist(), strict=True)))


def decided_with(blind: Blind, asked: Question, own: Sequence[int]) -> Decided:
    """All deals that are left beside one's own cards, of a deck without the cards that are seen."""
    drawn = dict(zip(sorted(asked.shape.seen[0]), own, strict=True))
    laid = laid_out(asked, (), drawn, planned=True)
    is_long = laid.deals * len(asked.ends) > COMPILED_FROM
    of: Any = packed if is_long else _as_it_is
    cells, known = of(room_for_acts(asked)), of(new_recalled(asked))
    fault = act_kernel(asked.game.play, sayer_of(asked), is_long)(
        of(asked.rules), of(arranged_shoe(asked.deck)), of(asked.script(NoPlan())), of(asked.felt()), of(laid.layout),
        of(new_state()), cells, known, laid.first, BEST,
    )  # fmt: skip
    if fault:
        raise Refused(f"{asked.game.title}: a round goes another way with these cards")
    seen = opened(cells, KeptCells) if is_long else cells
    return decided(blind, asked, _from_first(asked, seen, laid.first[: len(drawn)], laid.deals), laid.packets)


def _from_first(asked: Question, cells: KeptCells, own: Words, deals: int) -> EveryAct:
    """The first choice, at which the walk begins, and all that come after it."""
    key = 1
    for card in own.tolist():
        key = key << CARD_BITS | card
    acts = acts_in(asked.shape.nodes[()].options)
    first = np.zeros((1, cells.worth.shape[1]), dtype=np.int64)
    first[0, : len(acts)] = [cells.value[asked.numbers[(act,)]] for act in acts]
    later = taken(cells)
    return EveryAct(
        np.append(asked.numbers[()], later.nodes), np.append(key, later.keys), np.concatenate([first, later.worth]),
        np.append(deals, later.deals),
    )  # fmt: skip


def _as_it_is(value: Any) -> Any:
    return value
