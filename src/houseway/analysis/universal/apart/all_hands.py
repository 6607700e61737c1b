"""What a leaf rule says of all cards that may lie in its places, each with the number of deals.

Up to three cards are dealt in order, and nothing is taken for alike. Of more, a poker value of them all is taken of
sets: its order does not matter, and its suits are gone through as they are.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.solver import Progress
from houseway.analysis.universal.apart.felt_acts import Otherwise, OutOfReach
from houseway.analysis.universal.apart.leaf_words import is_rules, is_told, value_of
from houseway.analysis.universal.apart.worths import DealtCard, LeafWord, Worth
from houseway.analysis.universal.reads import POKER
from houseway.engine.batch import rank_hands
from houseway.rules.poker import Ranks, ranks

IN_ORDER_MAX = 3  # cards: 140,608 hands
SETS_MAX = 2 * 10**8  # half a minute
ORDERS_A_SECOND, SETS_A_SECOND = 150_000, 8_000_000  # of one core


@dataclass(frozen=True)
class HandsDealt:
    """All cards that a wager's outcome hangs on."""

    said: Worth  # the outcome
    rules: Any
    cards: tuple[DealtCard, ...]
    deck: tuple[int, ...]
    endless: bool
    value: LeafWord | None  # the poker hand of all the cards, where there are so many

    @property
    def many(self) -> int:
        """Hands that are gone through."""
        return comb(len(self.deck), len(self.cards)) if self.value else len(set(self.deck)) ** len(self.cards)

    @property
    def seconds(self) -> float:
        return self.many / (SETS_A_SECOND if self.value else ORDERS_A_SECOND)

    def times_said(self, progress: Progress | None = None) -> Counter[int]:
        """How often an outcome comes up, over all deals of the cards that it hangs on."""
        found: Counter[int] = Counter()
        if self.value:
            for worth, times in poker_values(self.deck, len(self.cards), progress).items():
                found[_heard(self.said, self.rules, {self.value: worth})] += times
            return found
        copies = Counter(self.deck)
        faces = tuple(sorted(copies))
        judged = None if _asks_rules(self.said) else _judged(self.said, self.cards, faces)
        for i, hand in enumerate(product(faces, repeat=len(self.cards))):
            ways = 1
            for place, face in enumerate(hand):
                ways *= copies[face] if self.endless else copies[face] - hand[:place].count(face)
            if ways:
                known = dict(zip(self.cards, hand, strict=True))
                found[judged[i] if judged else _heard(self.said, self.rules, known)] += ways
        return found


def hands_of(said: Worth, rules: Any, deck: tuple[int, ...], *, endless: bool) -> HandsDealt:
    """What is gone through for an outcome; too many cards are refused."""
    cards = tuple(sorted(set(said.cards()), key=repr)) if isinstance(said, LeafWord) else ()
    if len(cards) <= IN_ORDER_MAX:
        return HandsDealt(said, rules, cards, deck, endless, None)
    value = _poker_hand(said)
    if (
        value is None
        or value.given[1:] != cards
        or endless
        or not _is_of_the_vocabulary(value_of(value.given[0], rules))
    ):
        raise Otherwise(f"it hangs on {len(cards)} cards, and not on a poker hand of one shoe alone")
    if (sets := comb(len(deck), len(cards))) > SETS_MAX:
        raise OutOfReach(f"it hangs on {sets:,} sets of cards, too many to go through")
    return HandsDealt(said, rules, cards, deck, endless, value)


def _poker_hand(said: Worth) -> LeafWord | None:
    """The one through which an outcome hears of cards."""
    while isinstance(said, LeafWord) and said.rule not in POKER:
        told = [each for each in said.given if is_told([each])]
        said = told[0] if len(told) == 1 else None
    return said if isinstance(said, LeafWord) else None


@lru_cache(maxsize=8)
def _judged(said: Worth, cards: tuple[DealtCard, ...], faces: tuple[int, ...]) -> list[int]:
    """Of a leaf rule that asks nothing but cards, the same for all paytables and numbers of decks."""
    return [_heard(said, None, dict(zip(cards, hand, strict=True))) for hand in product(faces, repeat=len(cards))]


def _asks_rules(said: Worth) -> bool:
    return is_rules(said) or (isinstance(said, LeafWord) and any(map(_asks_rules, said.given)))


def _heard(worth: Worth, rules: Any, known: Mapping[Worth, int]) -> Any:
    """What is said where so much is known: cards by their faces, or a poker hand by its value."""
    if worth in known:
        return known[worth]
    if isinstance(worth, LeafWord):
        return worth.rule(*(_heard(each, rules, known) for each in worth.given))
    return value_of(worth, rules)


def _is_of_the_vocabulary(given: Any) -> bool:
    """Values are counted by the vocabulary's own table of ranks."""
    return isinstance(given, Ranks) and all(
        np.array_equal(getattr(given, name), getattr(ranks(), name)) for name in Ranks._fields
    )


_COUNTED: dict[tuple[tuple[int, ...], int], Counter[int]] = {}


def poker_values(deck: tuple[int, ...], size: int, progress: Progress | None = None) -> Counter[int]:
    """Sets of so many cards of a deck by their value.

    Sets of the places 0 to n - 1 are the first of all sets in the order used here, so one list of sets serves all
    lowest cards.
    """
    if (deck, size) in _COUNTED:
        return _COUNTED[deck, size]
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
        if progress:
            progress(comb(len(deck), size) - comb(len(deck) - lowest - 1, size), comb(len(deck), size))
    _COUNTED[deck, size] = found
    return found


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
