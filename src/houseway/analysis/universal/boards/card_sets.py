"""Sets of so many cards, by number: those that the names of the suits alone tell apart are one, with their number.

A set's *place* among all sets of its size is C(c1,1) + C(c2,2) + ... of its rising cards. Sets are gone through by
place, so the first of those that are alike is the one that stands for them.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.engine.compiled import compiled
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

SIZE_MAX = 5
INTERPRETED_MAX = 2_000  # sets that are gone through before a compiler has begun
WAYS = words(DECK, SIZE_MAX + 1)  # [card, k] C(card, k)
WAYS[:] = [[comb(card, k) for k in range(SIZE_MAX + 1)] for card in range(DECK)]


class CardSets(NamedTuple):
    cards: Words  # [set, card]
    weights: Words  # [set] how many it stands for
    number: NDArray[np.int32]  # [place] the set that stands for it
    way: NDArray[np.int8]  # [place] names of the suits by which it is that set


@cache
def card_sets(deck: tuple[int, ...], images: bytes, size: int) -> CardSets:
    """All sets of a deck; `images` are its renamings, [name, card] as bytes."""
    if not size:
        return CardSets(words(1, SIZE_MAX), words(1) + 1, np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int8))
    every = comb(DECK, size)
    number, way = np.full(every, -1, dtype=np.int32), np.zeros(every, dtype=np.int8)
    cards, weights = words(comb(len(deck), size), SIZE_MAX), words(comb(len(deck), size))
    names: Words = np.frombuffer(images, dtype=np.int64).reshape(-1, DECK)
    loop = number_sets if len(cards) <= INTERPRETED_MAX else compiled(number_sets, keep="card-sets")
    found = loop(np.array(deck), names.copy(), WAYS, size, words(2 * SIZE_MAX + 1), cards, weights, number, way)
    return CardSets(cards[:found].copy(), weights[:found].copy(), number, way)


def number_sets(
    deck: Any, images: Any, ways: Any, size: int, at: Any, cards: Any, weights: Any, number: Any, way: Any
) -> int:
    """Every set of the deck by rising place; how many there are that differ. `at` is room for one set and its image."""
    found = 0
    for i in range(size):
        at[i] = i
    at[size] = len(deck)
    while True:
        least, by, same, own = -1, 0, 0, 0
        for name in range(len(images)):
            for i in range(size):
                at[size + 1 + i] = images[name, deck[at[i]]]
            place = place_of_set(ways, at, size + 1, size)
            if name == 0:
                own = place  # the first name of every suit is its own
            if place == own:
                same += 1
            if least < 0 or place < least:
                least, by = place, name
        if least == own:
            for i in range(size):
                cards[found, i] = deck[at[i]]
            weights[found] = len(images) // same
            number[own] = found
            found += 1
        else:
            number[own] = number[least]
            way[own] = by
        i = 0
        while i < size and at[i] + 1 == at[i + 1]:
            at[i] = i
            i += 1
        if i == size:
            return found
        at[i] += 1


def place_of_set(ways: Any, cards: Any, first: int, size: int) -> int:
    """The place of the cards from `first` on, which are put in order."""
    place = 0
    for i in range(first, first + size):
        card = cards[i]
        k = i
        while k > first and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card
    for i in range(size):
        place += ways[cards[first + i], i + 1]
    return place


def pair_place(one: int, other: int) -> int:
    """The place of two cards, the lower first."""
    return one + other * (other - 1) // 2


def triple_place(one: int, other: int, third: int) -> int:
    """The place of three rising cards."""
    return pair_place(one, other) + third * (third - 1) * (third - 2) // 6


def hand_place(cards: Any, held: int) -> int:
    """The place of two, three or four rising cards."""
    place = pair_place(cards[0], cards[1])
    if held > 2:
        place = triple_place(cards[0], cards[1], cards[2])
    if held > 3:
        place += cards[3] * (cards[3] - 1) * (cards[3] - 2) * (cards[3] - 3) // 24
    return place
