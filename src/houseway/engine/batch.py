"""Many poker hands in one call: an array of cards in, an array of values out."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.engine.compiled import compiled
from houseway.rules.cards import DECK
from houseway.rules.poker import Ranks, five, ranks, seven, six


def rank_hands(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The value (see `houseway.rules.poker`) of each line of five, six or seven cards, of one deck or of several.

    Cards are 0 to 51. Arrays of another integer type are taken too, after a copy.
    """
    cards = np.asarray(cards)
    if cards.ndim != 2 or cards.shape[1] not in _KERNELS:
        raise ValueError(f"hands are lines of five, six or seven cards; this array has the shape {cards.shape}")
    if cards.dtype.kind not in "iu":
        raise ValueError(f"cards are integers; this array holds {cards.dtype}")
    if cards.size and (cards.max() >= DECK or cards.min() < 0):
        raise ValueError(f"cards are 0 to {DECK - 1}; this array holds {cards.min()} to {cards.max()}")
    values = np.empty(len(cards), dtype=np.int32)
    _kernel(cards.shape[1])(ranks(), np.ascontiguousarray(cards, dtype=np.uint8), values)
    return values


@cache
def _kernel(size: int) -> Callable[..., Any]:
    return compiled(_KERNELS[size], keep=_KERNELS[size].__name__)


# The compiled code checks no bounds: `rank_hands` does, before it calls these.


def rank_fives(ranks: Ranks, hands: NDArray[np.uint8], values: NDArray[np.int32]) -> None:
    for i in range(len(hands)):
        values[i] = five(ranks, hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4])


def rank_sixes(ranks: Ranks, hands: NDArray[np.uint8], values: NDArray[np.int32]) -> None:
    for i in range(len(hands)):
        values[i] = six(ranks, hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5])


def rank_sevens(ranks: Ranks, hands: NDArray[np.uint8], values: NDArray[np.int32]) -> None:
    for i in range(len(hands)):
        values[i] = seven(
            ranks, hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5], hands[i, 6]
        )


_KERNELS: dict[int, Callable[..., None]] = {5: rank_fives, 6: rank_sixes, 7: rank_sevens}
