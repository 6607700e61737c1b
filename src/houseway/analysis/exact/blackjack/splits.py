"""Splits, exactly: one hand at a time, and which cards other hands are known to hold.

Every hand after a split plays by its own cards alone, so cards that other hands take matter to it only as far as they
are known. Three remarks make the expectation of a split exact.

1. A card may be thought to come from any undealt place of the shuffled shoe. Let second cards of hands come from one
   pile, later cards of each hand from a pile of its own, and the dealer's from another: the chances stay the same. What
   hands come into being depends on the first pile only, so that one hand and the dealer do not care how other hands
   were played, only which second cards were pair cards (each of them made another hand, or joined a pair that could not
   be split any more) and which were not.
2. That a card is not a pair card is "any card" less "a pair card". So the chance of any event with m second cards that
   are no pair cards is an alternating sum over how many of them are pair cards after all; a card that may be any card
   might as well be left in the shoe.
3. Hence all that is needed is the expectation of a hand that begins with one card of the pair while q further pair
   cards are gone besides the other one: A(q) if its second card is not of the pair, B(q) if it is and stays. The
   expectation of the split is

       sum over q of  w(q) (without(q) A(q) + paired(q) B(q)),

   where w(q) is the chance that q cards of the shoe are pair cards, and the whole numbers without(q) and paired(q)
   depend only on how many hands a pair may become. (For two hands: 2 A(0) + 2 B(0). For three:
   2 A(0) + 4 A(1) - 2 A(2) + 5 B(1) - 2 B(2).)
"""

from collections import Counter
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.turns import HANDS, HANDS_MAX
from houseway.rules.compositions import BUSTED, POINTS, compositions
from houseway.rules.shapes import Words, words

GONE = 2 * HANDS_MAX - 3  # q runs from 0 to GONE - 1
SLOTS = 1 + (POINTS - 1) * GONE  # hands that are whole, and those split from each pair with q of its cards gone


class Ways(NamedTuple):
    without: Words  # [hands at most, q]
    paired: Words


@cache
def ways_to_split() -> Ways:
    """The whole numbers of remark 3, for every limit on the number of hands."""
    wide = 2 * HANDS_MAX
    ways = Ways(words(HANDS_MAX + 1, wide), words(HANDS_MAX + 1, wide))
    for limit in range(2, HANDS_MAX + 1):
        for (hands, plain, pairs), orders in _second_cards(limit).items():
            split_off = hands - 2
            for i in range(plain):  # one of the plain hands, and i others that are "any" less "pair"
                ways.without[limit, split_off + pairs + i] += orders * plain * (-1) ** i * comb(plain - 1, i)
            for i in range(plain + 1 if pairs else 0):
                ways.paired[limit, split_off + pairs - 1 + i] += orders * pairs * (-1) ** i * comb(plain, i)
    assert not ways.without[:, GONE:].any(), "the highest terms cancel"
    assert not ways.paired[:, GONE:].any()
    return Ways(ways.without[:, :GONE], ways.paired[:, :GONE])


def _second_cards(limit: int) -> Counter[tuple[int, int, int]]:
    """In how many orders second cards lead to so many hands, of them plain ones, of them pairs at the limit."""
    done: Counter[tuple[int, int, int]] = Counter()
    growing = {(2, 0, 0): 1}
    while growing:
        grown: Counter[tuple[int, int, int]] = Counter()
        for (hands, plain, pairs), orders in growing.items():
            if plain + pairs == hands:
                done[hands, plain, pairs] += orders
                continue
            grown[hands, plain + 1, pairs] += orders
            grown[(hands, plain, pairs + 1) if hands == limit else (hands + 1, plain, pairs)] += orders
        growing = dict(grown)
    return done


# --- What the dealer's chances depend on: all cards that are gone ---

_ENDS = int(((compositions().tree[:, 1:] == BUSTED) & (compositions().held[:, 1:] > 0)).sum())
ROWS = HANDS + _ENDS * GONE


class Rows(NamedTuple):
    """Every set of cards that can be known to be gone: a hand, and up to GONE more cards of one of its kinds.

    A hand with one more card of a kind is mostly another hand; only where that would bust is a row of its own needed.
    """

    beyond: NDArray[np.int32]  # [hand, kind] the row of the hand with one more of that kind; -1: that is a hand
    hand: NDArray[np.int32]  # [row]
    kind: NDArray[np.int8]  # [row]
    more: NDArray[np.int8]  # [row] cards of that kind besides the hand


@cache
def rows() -> Rows:
    book = compositions()
    ends = (book.tree == BUSTED) & (book.held > 0)
    beyond = np.full((HANDS, POINTS), -1, dtype=np.int32)
    beyond[ends] = HANDS + GONE * np.arange(_ENDS)
    hands, kinds = np.nonzero(ends)
    hand = np.concatenate([np.arange(HANDS), np.repeat(hands, GONE)]).astype(np.int32)
    kind = np.concatenate([np.zeros(HANDS), np.repeat(kinds, GONE)]).astype(np.int8)
    more = np.concatenate([np.zeros(HANDS), np.tile(np.arange(1, GONE + 1), _ENDS)]).astype(np.int8)
    return Rows(beyond, hand, kind, more)


def slot_of(pair: int, q: int) -> int:
    """Where hands split from a pair with q more of its cards gone are kept; whole hands are in slot 0."""
    return 1 + (pair - 1) * GONE + q
