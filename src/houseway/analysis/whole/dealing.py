"""How a blackjack dealer may end, given what has left the shoe: every final hand by points, with its chance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.dealer_hands import dealer_hands
from houseway.analysis.exact.blackjack.turns import blackjack_holes
from houseway.rules.blackjack import points
from houseway.rules.compositions import POINTS
from houseway.rules.shapes import Words, words

Floats = NDArray[np.float64]
DRAWS_MAX = 16  # more than any dealer draws


@dataclass(frozen=True)
class Finals:
    """The dealer's final hands from one up-card, the blackjack apart."""

    drawn: Words  # [hand, points] cards after the up-card
    count: Words  # [hand] how many
    total: Words  # [hand]
    orders: Words  # [hand]

    def chances(self, left: Words, size: int, *, endless: bool) -> Floats:
        """[hand] with so many cards of each points left among `size`; joint with "no blackjack"."""
        step = 0 if endless else 1
        ways = np.maximum(left[:, None] - step * np.arange(DRAWS_MAX), 0).astype(np.float64)
        falling = np.hstack([np.ones((POINTS, 1)), np.cumprod(ways, axis=1)])
        cards = np.concatenate([[1.0], np.cumprod(np.maximum(size - step * np.arange(DRAWS_MAX), 1.0))])
        each = falling[np.arange(POINTS), self.drawn].prod(axis=1)
        return np.asarray(self.orders * each / cards[self.count])


@cache
def finals_of(up: int, soft_17: int) -> Finals:
    """`up` by its points."""
    found = []
    for hand in dealer_hands(soft_17):
        drawn = list(hand.held)
        drawn[up] -= 1
        blackjack = hand.cards == 2 and drawn[blackjack_holes()[up]] == 1
        if hand.up == up and not (blackjack and blackjack_holes()[up]):
            found.append((drawn, hand.cards - 1, hand.total, hand.orders))
    return Finals(*(np.array(column, dtype=np.int64) for column in zip(*found, strict=True)))


def by_points(cards: Iterable[int]) -> Words:
    counts = words(POINTS)
    for card in cards:
        counts[points(card)] += 1
    return counts


def without(deck: Sequence[int], gone: Iterable[int], *, endless: bool = False) -> list[int]:
    """A deck less some cards; a shoe without end lacks nothing, and a deck with a wrong card not more than it has."""
    left = list(deck)
    if not endless:
        for card in gone:
            if card in left:
                left.remove(card)
    return left


def no_blackjack(left: Sequence[int], up: int) -> float:
    """The chance that none of these cards under an up-card by its points makes a blackjack."""
    hole = int(blackjack_holes()[up])
    return 1 - sum(points(card) == hole for card in left) / len(left) if hole else 1.0
