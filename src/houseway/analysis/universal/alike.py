"""Which cards are alike: draws whose order does not matter (a packet is a set), and suits that are only names.

Both are proved, never sampled. The rules read cards through leaf rules alone (`reads`), so a round stays as it is
wherever every leaf rule says the same. That two cards may change places in a leaf rule, and that it does not care what
suits are called, is tried on all its hands, or shown by its formula where those are too many (`leaf_formula`); for the
vocabulary's own poker values it follows from how they are made (`tests/exact/test_universal.py` reads it off their
source). What is not proved is not used: the walk is longer then, and as right.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from houseway.analysis.universal.leaf_formula import shown
from houseway.analysis.universal.reads import POKER, Read, Reads
from houseway.analysis.universal.shape import Shape
from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.engine.swapped import swapped
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

INTERPRETED_MAX = 2  # cards of a leaf rule whose hands are tried before a compiler has begun
HANDS_TRIED_MAX = 5  # cards of a leaf rule whose hands are all tried: 311,875,200 hands


@dataclass(frozen=True)
class Alike:
    """What was proved, and why not more."""

    packets: tuple[tuple[int, ...], ...]  # draws, from the first seen to the last
    beside: tuple[int, ...]  # draws that nothing looks at
    names: tuple[tuple[int, ...], ...]  # the suits' other names that change nothing, each a new suit by suit
    why_not: str  # '' where nothing stood in the way


def alike_of(rules: Any, shape: Shape, reads: Reads, deck: Sequence[int]) -> Alike:
    """Packets and renamings for a deck."""
    draws = range(len(shape.places))
    same_suits = ((0, 1, 2, 3),)
    if reads.otherwise:
        packets = sorted(((draw,) for draw in draws), key=lambda packet: (shape.step(packet[0]), packet))
        return Alike(tuple(packets), (), same_suits, reads.otherwise)
    calls = [(call, tuple(_draw(shape, place) for place in call.places)) for call in reads.calls]
    if any(-1 in read for _, read in calls):
        call = next(call for call, read in calls if -1 in read)
        packets = sorted(((draw,) for draw in draws), key=lambda packet: (shape.step(packet[0]), packet))
        return Alike(tuple(packets), (), same_suits, f"a card is read that is not dealt ({call.line})")
    used = {draw for _, read in calls for draw in read}
    beside = tuple(draw for draw in draws if draw not in used and shape.step(draw) == shape.choices)
    packets_left = [draw for draw in draws if draw not in beside]
    groups: list[list[int]] = []
    for draw in sorted(packets_left, key=lambda draw: (shape.step(draw), draw)):
        for group in groups:
            if shape.step(group[0]) == shape.step(draw) and _may_change(rules, calls, group[0], draw):
                group.append(draw)
                break
        else:
            groups.append([draw])
    caring = [call for call, _ in calls if not _is_blind_to_suits(rules, call)]
    names = same_suits if caring else _renamings(deck)
    why_not = f"suits matter to {caring[0].leaf.__name__} ({caring[0].line})" if caring else ""
    return Alike(tuple(map(tuple, groups)), beside, names, why_not)


def _draw(shape: Shape, place: tuple[int, int, int]) -> int:
    return shape.places.index(place) if place in shape.places else -1


def _may_change(rules: Any, calls: list[tuple[Read, tuple[int, ...]]], one: int, other: int) -> bool:
    """Whether two draws may change places: each leaf rule looks at both, in places that are alike, or at neither."""
    for call, read in calls:
        if (one in read) != (other in read):
            return False
        if one in read and not places_are_alike(rules, call, read.index(one), read.index(other)):
            return False
        if read.count(one) > 1 or read.count(other) > 1:
            return False
    return True


def _renamings(deck: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The ways to name the suits under which a deck is the same deck."""
    cards = set(deck)
    return tuple(
        names for names in permutations(range(4)) if {card >> 2 << 2 | names[card & 3] for card in cards} == cards
    )


def images_of(names: Sequence[Sequence[int]]) -> Words:
    """[renaming, card] what becomes of every card."""
    images = words(len(names), DECK)
    for i, name in enumerate(names):
        images[i] = [card >> 2 << 2 | name[card & 3] for card in range(DECK)]
    return images


def places_are_alike(rules: Any, call: Read, one: int, other: int) -> bool:
    if call.leaf in POKER:
        return True
    pairs = list(combinations(range(len(call.places)), 2))
    held = _tried(rules, call)
    return bool(held) and held[pairs.index((min(one, other), max(one, other)))]


def _is_blind_to_suits(rules: Any, call: Read) -> bool:
    return call.leaf in POKER or (bool(held := _tried(rules, call)) and held[-1])


def first_of(rules: Any, call: Read) -> Any:
    """What a leaf rule takes before its cards: the rules, or a field of them."""
    first = rules
    for name in call.first.split(".")[1:]:
        first = getattr(first, name)
    return first


_TRIED: dict[Any, tuple[bool, ...]] = {}


def _tried(rules: Any, call: Read) -> tuple[bool, ...]:
    """For each pair of places whether they are alike, and at last whether suits are names; nothing: nobody knows."""
    size, first = len(call.places), first_of(rules, call)
    block = packed(first) if isinstance(first, tuple) else np.asarray(first, dtype=np.int64)[()]
    key = (call.leaf, size, call.first, block.tobytes() if call.first else b"")
    if key not in _TRIED and size > HANDS_TRIED_MAX:
        _TRIED[key] = shown(first, call)
    if key not in _TRIED:
        alike = words(size * (size - 1) // 2 + 1) + 1
        given = block if size > INTERPRETED_MAX else first
        _kernel(call.leaf, bool(call.first), size)(given, words(size), images_of(((1, 0, 2, 3), (1, 2, 3, 0))), alike)
        _TRIED[key] = tuple(map(bool, alike.tolist()))
    return _TRIED[key]


@cache
def _kernel(rule: Callable[..., Any], takes_first: bool, size: int) -> Callable[..., None]:
    swap = {judge: _JUDGES[takes_first][size - 1], leaf: rule}
    if size <= INTERPRETED_MAX:
        return swapped(try_all, swap)
    return compiled(try_all, swap, keep=f"alike-{rule.__module__}-{rule.__name__}-{size}-{int(takes_first)}")


def leaf(*cards: Any) -> int:
    """Stands for a leaf rule; `compiled` swaps it."""
    raise NotImplementedError


def judge(first: Any, hand: Words) -> int:
    """Stands for a call of it with so many cards; `compiled` swaps it."""
    raise NotImplementedError


_JUDGES: tuple[tuple[Callable[[Any, Words], int], ...], ...] = (
    (
        lambda first, h: leaf(h[0]),  # noqa: ARG005
        lambda first, h: leaf(h[0], h[1]),  # noqa: ARG005
        lambda first, h: leaf(h[0], h[1], h[2]),  # noqa: ARG005
        lambda first, h: leaf(h[0], h[1], h[2], h[3]),  # noqa: ARG005
        lambda first, h: leaf(h[0], h[1], h[2], h[3], h[4]),  # noqa: ARG005
    ),
    (
        lambda first, h: leaf(first, h[0]),
        lambda first, h: leaf(first, h[0], h[1]),
        lambda first, h: leaf(first, h[0], h[1], h[2]),
        lambda first, h: leaf(first, h[0], h[1], h[2], h[3]),
        lambda first, h: leaf(first, h[0], h[1], h[2], h[3], h[4]),
    ),
)


def try_all(first: Any, hand: Words, images: Words, alike: Words) -> None:
    """alike[pair of places] and, last, alike of suits: 0 where some hand of different cards tells them apart."""
    size = len(hand)
    last = len(alike) - 1
    total = 1
    for _ in range(size):
        total *= DECK
    for number in range(total):
        rest = number
        for i in range(size):
            hand[i] = rest % DECK
            rest //= DECK
        if not all_differ(hand):
            continue
        value = judge(first, hand)
        pair = 0
        for i in range(size):
            for k in range(i + 1, size):
                if alike[pair] and hand[i] < hand[k]:
                    exchange(hand, i, k)
                    if judge(first, hand) != value:
                        alike[pair] = 0
                    exchange(hand, i, k)
                pair += 1
        if alike[last]:
            for name in range(len(images)):
                rest = number
                for i in range(size):
                    hand[i] = images[name, rest % DECK]
                    rest //= DECK
                if judge(first, hand) != value:
                    alike[last] = 0


def all_differ(hand: Words) -> bool:
    for i in range(len(hand)):
        for k in range(i):
            if hand[i] == hand[k]:
                return False
    return True


def exchange(hand: Words, i: int, k: int) -> None:
    card = hand[i]
    hand[i] = hand[k]
    hand[k] = card
