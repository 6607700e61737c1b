"""What a leaf rule says of all cards that may lie in its places, each with the number of deals.

Up to three cards are dealt in order, and nothing is taken for alike. Of more, a poker value of them all is taken of
sets: its order does not matter, and its suits are gone through as they are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.alike import POKER
from houseway.analysis.universal.apart.felt_acts import Otherwise
from houseway.analysis.universal.apart.leaf_words import is_rules, value_of
from houseway.analysis.universal.apart.worths import DealtCard, LeafWord, Worth
from houseway.engine.batch import rank_hands
from houseway.rules.poker import Ranks, ranks

IN_ORDER_MAX = 3  # cards: 140,608 hands
SETS_MAX = 2 * 10**8  # half a minute


def times_said(said: Worth, rules: Any, deck: Sequence[int], *, endless: bool) -> Counter[int]:
    """How often an outcome comes up, over all deals of the cards that it hangs on."""
    if not isinstance(said, LeafWord):
        return Counter({said: 1})
    cards = sorted(set(said.cards()), key=repr)
    if len(cards) <= IN_ORDER_MAX:
        return _in_order(said, rules, cards, deck, endless=endless)
    return _as_sets(said, rules, cards, deck, endless=endless)


def _in_order(
    said: LeafWord, rules: Any, cards: list[DealtCard], deck: Sequence[int], *, endless: bool
) -> Counter[int]:
    copies = Counter(deck)
    faces = sorted(copies)
    found: Counter[int] = Counter()
    judged = _judged(said, tuple(cards), tuple(faces)) if not _asks_rules(said) else None
    for i, hand in enumerate(product(faces, repeat=len(cards))):
        ways = 1
        for place, face in enumerate(hand):
            ways *= copies[face] if endless else copies[face] - hand[:place].count(face)
        if ways:
            found[judged[i] if judged else _heard(said, rules, dict(zip(cards, hand, strict=True)))] += ways
    return found


@lru_cache(maxsize=8)
def _judged(said: LeafWord, cards: tuple[DealtCard, ...], faces: tuple[int, ...]) -> list[int]:
    """Of a leaf rule that asks nothing but cards, the same for all paytables and numbers of decks."""
    return [_heard(said, None, dict(zip(cards, hand, strict=True))) for hand in product(faces, repeat=len(cards))]


def _asks_rules(said: LeafWord) -> bool:
    return any(is_rules(each) or (isinstance(each, LeafWord) and _asks_rules(each)) for each in said.given)


def _heard(worth: Worth, rules: Any, known: Mapping[Worth, int]) -> Any:
    """What is said where so much is known: cards by their faces, or a poker hand by its value."""
    if worth in known:
        return known[worth]
    if isinstance(worth, LeafWord):
        return worth.rule(*(_heard(each, rules, known) for each in worth.given))
    return value_of(worth, rules)


def _as_sets(said: LeafWord, rules: Any, cards: list[DealtCard], deck: Sequence[int], *, endless: bool) -> Counter[int]:
    """A poker hand of all the cards, and what other rules make of its value."""
    value: Worth = said
    while isinstance(value, LeafWord) and value.rule not in POKER and len(value.given) == 1:
        value = value.given[0]
    is_hand = isinstance(value, LeafWord) and value.rule in POKER and list(value.given[1:]) == cards
    if not is_hand or endless or not _as_in_the_vocabulary(value_of(value.given[0], rules)):
        raise Otherwise(f"hangs on {len(cards)} cards, and not on a poker hand of one shoe alone")
    if (sets := comb(len(deck), len(cards))) > SETS_MAX:
        raise Otherwise(f"hangs on {sets:,} sets of cards, too many to go through")
    found: Counter[int] = Counter()
    for worth, times in poker_values(tuple(sorted(deck)), len(cards)).items():
        found[_heard(said, rules, {value: worth})] += times
    return found


def _as_in_the_vocabulary(given: Any) -> bool:
    """Values are counted by the vocabulary's own table of ranks."""
    return isinstance(given, Ranks) and all(
        np.array_equal(getattr(given, name), getattr(ranks(), name)) for name in Ranks._fields
    )


@lru_cache(maxsize=2)
def poker_values(deck: tuple[int, ...], size: int) -> dict[int, int]:
    """Sets of so many cards of a deck by their value.

    Sets of the places 0 to n - 1 are the first of all sets in the order used here, so one list of sets serves all
    lowest cards.
    """
    faces = np.array(deck, dtype=np.uint8)
    above = _sets(len(deck) - 1, size - 1)
    found: Counter[int] = Counter()
    for lowest in range(len(deck) - size + 1):
        rest = above[: comb(len(deck) - 1 - lowest, size - 1)]
        hands = np.empty((len(rest), size), dtype=np.uint8)
        hands[:, 0] = faces[lowest]
        hands[:, 1:] = faces[rest + (lowest + 1)]
        values, times = np.unique(rank_hands(hands), return_counts=True)
        found.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
    return dict(found)


def _sets(many: int, size: int) -> NDArray[np.uint8]:
    """[set, i] all sets of so many of the places 0 to many - 1, those with the lower highest place first."""
    if size == 0:
        return np.empty((1, 0), dtype=np.uint8)
    lower = _sets(many - 1, size - 1)
    blocks = []
    for highest in range(size - 1, many):
        rest = lower[: comb(highest, size - 1)]
        blocks.append(np.column_stack([rest, np.full(len(rest), highest, dtype=np.uint8)]))
    return np.concatenate(blocks)
