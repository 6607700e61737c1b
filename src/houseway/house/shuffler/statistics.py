"""Whether a shuffler's orders look like chance: where cards come to lie, what they lie beside, what comes again.

Each test compares a sum over many shuffles with its exact mean and covariance under uniform orders. An alarm is a
p-value under `ALARM`; a good shuffler raises one in fewer than a million runs of all the tests together.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from houseway.house.shuffler.tails import chi_square_p, normal_p
from houseway.rules.refused import Refused

ALARM = 1e-7  # six tests: together less than one false alarm in a million runs
SHUFFLES_LEAST = 2_000  # fewer would not fill the cells of the tables that are counted

Orders = npt.NDArray[np.int64]  # [shuffle, place]: the number of the card, each number once


@dataclass(frozen=True)
class ShuffleTest:
    """One test: what it asks, the number it found, the number it should be near, and how odd that is."""

    test: str
    about: str
    found: float
    expected: float
    p: float

    @property
    def good(self) -> bool:
        return self.p >= ALARM


def examine(orders: Sequence[Sequence[int]]) -> list[ShuffleTest]:
    """Every test on shuffles of cards that are numbered 0, 1, ... and begin in that order."""
    if len(orders) < SHUFFLES_LEAST:
        raise Refused(f"{len(orders)} shuffles are too few to judge: take {SHUFFLES_LEAST:,} or more")
    table = np.asarray(orders, dtype=np.int64)
    assert (np.sort(table, axis=1) == np.arange(table.shape[1])).all(), "each shuffle has each number once"
    return [position(table), adjacency(table), carried_over(table), cycles(table), rises(table), repeats(table)]


def position(orders: Orders) -> ShuffleTest:
    """Card by place. A permutation matrix less its mean has norm n - 1 in (n - 1)**2 dimensions, alike in each."""
    found, freedom = _places(orders)
    return ShuffleTest(
        "position", "every card is as often in every place", found, freedom, chi_square_p(found, freedom)
    )


def carried_over(orders: Orders) -> ShuffleTest:
    """The same count for the move from each shuffle to the next: an order must not remember the last one."""
    places = np.argsort(orders, axis=1)  # [shuffle, card]: its place
    moves = np.take_along_axis(places[1:], orders[:-1], axis=1)  # [.., old place]: new place
    found, freedom = _places(moves)
    return ShuffleTest(
        "carried over", "no place is sent to some place more than others", found, freedom, chi_square_p(found, freedom)
    )


def _places(orders: Orders) -> tuple[float, int]:
    shuffles, cards = orders.shape
    counts = _pairs(np.broadcast_to(np.arange(cards), orders.shape), orders)
    off = counts - shuffles / cards
    return float((off**2).sum() * (cards - 1) / shuffles), (cards - 1) ** 2


def adjacency(orders: Orders) -> ShuffleTest:
    """Card by the next card, the first following the last, so that a shuffle is one ring of all cards.

    For a uniform ring two different links are both there with probability q = 1 / ((n - 1)(n - 2)), or never if they
    leave or enter one card or are each other's reverse. On counts whose rows and columns sum to nothing the covariance
    of a shuffle is then p = 1 / (n - 1) for the part that is the same both ways and p + 2q for the part that differs.
    """
    shuffles, cards = orders.shape
    counts = _pairs(orders, np.roll(orders, -1, axis=1))
    p, q = 1 / (cards - 1), 1 / ((cards - 1) * (cards - 2))
    off = counts - shuffles * p * (1 - np.eye(cards))
    alike, differing = (off + off.T) / 2, (off - off.T) / 2
    found = float((alike**2).sum() / p + (differing**2).sum() / (p + 2 * q)) / shuffles
    freedom = cards * cards - 3 * cards + 1
    return ShuffleTest(
        "adjacency", "every card follows every other as often", found, freedom, chi_square_p(found, freedom)
    )


def _pairs(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How often each number of `one` stands where each number of `other` does."""
    cards = one.shape[1]
    return np.bincount((one * cards + other).ravel(), minlength=cards * cards).reshape(cards, cards)


def cycles(orders: Orders) -> ShuffleTest:
    """Cards that changed places in a ring: 1/1 + 1/2 + ... + 1/n rings a shuffle on average."""
    cards = orders.shape[1]
    lowest = np.broadcast_to(np.arange(cards), orders.shape).copy()  # of the ring that the place lies on
    at = orders.copy()
    for _ in range(cards.bit_length()):  # after k steps: the lowest of 2**k places along the ring
        lowest = np.minimum(lowest, np.take_along_axis(lowest, at, axis=1))
        at = np.take_along_axis(at, at, axis=1)
    rings = (lowest == np.arange(cards)).sum(axis=1)
    mean = sum(1 / k for k in range(1, cards + 1))
    variance = sum(1 / k - 1 / k**2 for k in range(1, cards + 1))
    return _mean_of("cycles", "rings in which cards changed places", rings, mean, variance)


def rises(orders: Orders) -> ShuffleTest:
    """Neighbours in rising order: half of them, with variance (n + 1) / 12."""
    cards = orders.shape[1]
    up = (np.diff(orders, axis=1) > 0).sum(axis=1)
    return _mean_of("rises", "neighbours in the order of the new deck", up, (cards - 1) / 2, (cards + 1) / 12)


def _mean_of(test: str, about: str, counts: npt.NDArray[np.int64], mean: float, variance: float) -> ShuffleTest:
    found = float(counts.mean())
    return ShuffleTest(test, about, found, mean, normal_p((found - mean) / math.sqrt(variance / len(counts))))


def repeats(orders: Orders) -> ShuffleTest:
    """Orders that were seen before. A generator with a short seed knows few orders; 52 cards have 8 * 10**67."""
    shuffles, cards = orders.shape
    found = shuffles - len(np.unique(orders, axis=0))
    pairs = math.log(shuffles) + math.log(shuffles - 1) - math.log(2)
    expected = math.exp(pairs - math.lgamma(cards + 1))  # of pairs that are alike, which bounds the chance of any
    return ShuffleTest("repeats", "orders that came before", found, expected, min(1.0, expected) if found else 1.0)
