"""Two cards as a number, and four cards parted into two and two, up to suits.

A *holding* is two cards of one deck or of several, so the same card may stand in it twice: 1,378 of them, by number.
A *parting* is four cards parted into the two that are looked at and the other two, as an ordered pair of holdings.
Nothing in hold'em changes when suits trade places, as long as the deck does not: partings that turn into each other
that way are one *spot*, and whatever is counted is counted once a spot. A whole deck has 93,769 of them, several have
115,089.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from houseway.rules.cards import DECK
from houseway.rules.shapes import Words

HOLDINGS = DECK * (DECK + 1) // 2
LOW, HIGH = (np.array(column, dtype=np.int64) for column in np.triu_indices(DECK))  # the cards of each holding

Suits = tuple[int, int, int, int]  # which suit takes the place of each


def holding(x: int, y: int) -> int:
    """The number of two cards, the lower one first."""
    return x * (2 * DECK - 1 - x) // 2 + y


def holdings_of(x: Words, y: Words) -> Words:
    """The same for many, whichever is lower."""
    low, high = np.minimum(x, y), np.maximum(x, y)
    return np.asarray(low * (2 * DECK - 1 - low) // 2 + high)


class Partings:
    """What the cards of a deck alone decide: which partings there are, and which of them are the same spot."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.copies: Words = np.bincount(np.array(deck, dtype=np.int64), minlength=DECK).astype(np.int64)
        self.cards = len(deck)

    @cached_property
    def suits(self) -> list[Suits]:
        """The ways to trade suits that leave the deck as it is; all 24 for whole decks."""
        ways: list[Suits] = list(permutations(range(4)))  # type: ignore[arg-type]
        return [way for way in ways if np.array_equal(self.copies[_traded(way)], self.copies)]

    @cached_property
    def traded(self) -> Words:
        """[way, holding] the holding it becomes when suits trade places."""
        return np.array([holdings_of(_traded(way)[LOW], _traded(way)[HIGH]) for way in self.suits])

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """[holding, holding] the least code of the spot; -1 where the deck has not these four cards."""
        least = np.full((HOLDINGS, HOLDINGS), HOLDINGS**2, dtype=np.int32)
        for way in self.traded.astype(np.int32):
            np.minimum(least, way[:, None] * HOLDINGS + way[None, :], out=least)
        least[~self._dealable] = -1
        return least

    @cached_property
    def spot_codes(self) -> NDArray[np.int32]:
        """The code of every spot, rising: code // HOLDINGS is looked at, code % HOLDINGS are the other two."""
        found = np.zeros(HOLDINGS**2, dtype=np.bool_)
        found[self.codes[self.codes >= 0]] = True
        return np.flatnonzero(found).astype(np.int32)

    @cached_property
    def spots(self) -> NDArray[np.int32]:
        """[holding, holding] the number of the spot, or -1. Spots that look at the same holding stand together."""
        number = np.full(HOLDINGS**2 + 1, -1, dtype=np.int32)  # one more: code -1 reads the last
        number[self.spot_codes] = np.arange(len(self.spot_codes), dtype=np.int32)
        return np.asarray(number[self.codes])

    @cached_property
    def sizes(self) -> Words:
        """[spot] how many partings it stands for."""
        return np.bincount(self.spots[self.spots >= 0], minlength=len(self.spot_codes)).astype(np.int64)

    @cached_property
    def ways(self) -> Words:
        """[spot] the physical ways to hold its four cards."""
        p, s = self.spot_codes // HOLDINGS, self.spot_codes % HOLDINGS
        cards = np.sort(np.stack([LOW[p], HIGH[p], LOW[s], HIGH[s]], axis=1), axis=1)
        ways = np.ones(len(cards), dtype=np.int64)
        run = np.ones_like(ways)
        for place in range(4):
            if place > 0:
                run = np.where(cards[:, place] == cards[:, place - 1], run + 1, 1)
            ways = ways * (self.copies[cards[:, place]] - run + 1) // run
        return ways

    @property
    def hands(self) -> Words:
        """[spot] all physical partings it stands for."""
        return self.sizes * self.ways

    @property
    def _dealable(self) -> NDArray[np.bool_]:
        """[holding, holding] whether the deck has these four cards."""
        possible = np.ones((HOLDINGS, HOLDINGS), dtype=np.bool_)
        for card in range(DECK):
            held = np.equal(LOW, card).astype(np.int8) + np.equal(HIGH, card)
            if self.copies[card] < 4:
                possible &= held[:, None] + held[None, :] <= self.copies[card]
        return possible


def _traded(way: Suits) -> Words:
    """[card] the card with the suit that takes its suit's place."""
    cards = np.arange(DECK)
    return np.asarray(cards & ~3 | np.array(way)[cards & 3])
