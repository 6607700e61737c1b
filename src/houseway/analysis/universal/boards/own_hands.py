"""Hands of one's own by number: every set of so many cards of a deck; where those are too many at once, a lot of them.

A lot holds whole families: with a hand all that other names of the suits make of it. What one hand comes to hangs on no
other, so lots are counted one after another, each as if there were no more.
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.card_sets import WAYS, card_sets
from houseway.rules.shapes import Words


class Lot(NamedTuple):
    """One of so many lots of about the same size."""

    number: int = 0
    many: int = 1

    def __str__(self) -> str:
        return f", lot {self.number + 1} of {self.many}" if self.many > 1 else ""


ALL_HANDS = Lot()


class OwnHands(NamedTuple):
    cards: Words  # [hand, card] rising; hands by their place
    number: NDArray[np.int32]  # [place] the hand; -1: not in the deck, or in another lot
    images: NDArray[np.int32]  # [name, hand] what becomes of it


def lots_by_family(weights: Words, many: int) -> Words:
    """[family] the number of the lot in which it is."""
    return (np.cumsum(weights) - 1) * many // weights.sum()  # type: ignore[no-any-return]


def own_hands(deck: tuple[int, ...], images: Words, held: int, lot: Lot = ALL_HANDS) -> OwnHands:
    """The hands of a lot; `images` are the deck's renamings, [name, card]."""
    families = card_sets(deck, images.tobytes(), held)
    lot_of = lots_by_family(families.weights, lot.many)
    cards = np.array(list(combinations(sorted(deck), held)), dtype=np.int64)
    places = places_of(cards)
    cards = cards[np.argsort(places)]
    cards = cards[lot_of[families.number[places_of(cards)]] == lot.number]
    number = np.full(len(families.number), -1, dtype=np.int32)
    number[places_of(cards)] = np.arange(len(cards))
    renamed = [number[places_of(np.sort(image[cards], axis=1))] for image in images]
    return OwnHands(cards, number, np.array(renamed, dtype=np.int32).reshape(len(images), -1))


def places_of(cards: Words) -> Words:
    """[set] its place among all of its size; cards rise."""
    return sum((WAYS[cards[:, i], i + 1] for i in range(cards.shape[1])), np.zeros(len(cards), dtype=np.int64))
