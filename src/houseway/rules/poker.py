"""Poker ranks: five, six or seven cards as one comparable integer, the same for one deck and for several.

A value is `category << 20 | r1 << 16 | r2 << 12 | r3 << 8 | r4 << 4 | r5`: the category, then the ranks (0 the deuce to
12 the ace) of the best five cards, the most significant first. A pair of kings with ace, seven, deuce has the ranks
K K A 7 2. Straights run down from their highest card; the lowest one is 5 4 3 2 A, its ace written as 12 in the last
place, so that five high is below six high. The greater value wins, equal values tie.

Several decks add three things. Five of a kind stands between four of a kind and the straight flush; five identical
cards (suited five of a kind) stand above everything; a flush may hold the same card twice, and is compared by its five
highest cards with duplicates counted: A A K Q J of hearts beats A K Q J 9. With one deck none of them occurs, and the
scale is the usual one.

How a hand is valued, so that it can be checked:

1. Every card has a 64-bit key: the mark of its rank in the low bits, a one in the counter of its suit above bit 32. The
   keys of a hand are added; that is all the work a card costs.
2. Each suit's counter starts at three, so that its bit of eight is set exactly when five or more cards are of the suit.
3. If none is set, only ranks matter. The sum of marks is different for every set of ranks, and two look-ups take it to
   the value: a row (upper bits) gives an offset, offset and column (lower bits) give the place. `poker_tables` makes
   the tables from the rules of poker, for every set of ranks whether one deck can deal it or not.
4. If one is set, the keys of that suit's cards alone are added, which leads in the same way to the value they have as
   suited cards. The better of the two values counts (with one deck that is always the flush; with several, four sevens
   may beat it).

The tables are an argument because compiled code would otherwise take a copy of them in as constants.
"""

from functools import cache

from houseway.rules.poker_tables import (
    CATEGORY_SHIFT,
    COLUMN_BITS,
    COLUMN_MASK,
    FIVE_OF_A_KIND,
    FIVE_ROWS,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    RANK_BITS,
    ROW_MASK,
    ROWS,
    ROYAL_FLUSH,
    SEVEN_ROWS,
    SIX_ROWS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUIT_BITS,
    SUIT_SHIFT,
    SUITED_FIVE_OF_A_KIND,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Ranks,
    build_ranks,
)

__all__ = [
    "CATEGORIES", "FIVE_OF_A_KIND", "FLUSH", "FOUR_OF_A_KIND", "FULL_HOUSE", "HIGH_CARD", "PAIR", "ROYAL_FLUSH",
    "STRAIGHT", "STRAIGHT_FLUSH", "SUITED_FIVE_OF_A_KIND", "THREE_OF_A_KIND", "TWO_PAIR", "Ranks", "category",
    "describe", "five", "five_ranks", "ranks", "seven", "six",
]  # fmt: skip

CATEGORIES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "five_of_a_kind", "straight_flush", "royal_flush", "suited_five_of_a_kind",
)  # fmt: skip

_THREES = 0x3333 << SUIT_SHIFT  # the counters of the four suits at their start
_EIGHTS = 0x8888 << SUIT_SHIFT  # a counter of eight or more: five or more cards of the suit


@cache
def ranks() -> Ranks:
    """The tables every evaluator takes first; made once a run, in less than a fifth of a second."""
    return build_ranks()


def five(ranks: Ranks, a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards."""
    keys = ranks.keys
    total = _THREES + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    place = ranks.offsets[FIVE_ROWS + (total >> COLUMN_BITS & ROW_MASK)] + (total & COLUMN_MASK)
    if total & _EIGHTS:
        return int(max(ranks.plain[place], ranks.suited[place]))
    return int(ranks.plain[place])


def six(ranks: Ranks, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The value of the best five of six cards."""
    keys = ranks.keys
    total = _THREES + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
    place = ranks.offsets[SIX_ROWS + (total >> COLUMN_BITS & ROW_MASK)] + (total & COLUMN_MASK)
    value = int(ranks.plain[place])
    if total & _EIGHTS:
        return max(value, _flush(ranks, total, (keys[a], keys[b], keys[c], keys[d], keys[e], keys[f])))
    return value


def seven(ranks: Ranks, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The value of the best five of seven cards."""
    keys = ranks.keys
    total = _THREES + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    place = ranks.offsets[SEVEN_ROWS + (total >> COLUMN_BITS & ROW_MASK)] + (total & COLUMN_MASK)
    value = int(ranks.plain[place])
    if total & _EIGHTS:
        return max(value, _flush(ranks, total, (keys[a], keys[b], keys[c], keys[d], keys[e], keys[f], keys[g])))
    return value


def _flush(ranks: Ranks, total: int, hand: tuple[int, ...]) -> int:
    """The value of the cards of the long suit (seven cards have room for one only), given the keys of the hand."""
    one = (total & _EIGHTS) >> 3  # what a card of the long suit adds to its counter
    held = 0
    for key in hand:
        if key & one:
            held += key
    count = held >> SUIT_SHIFT  # the counters; all but one are empty, so fold the four into the first
    count |= count >> 2 * SUIT_BITS
    count |= count >> SUIT_BITS
    row = ROWS * (~count & 3) + (held >> COLUMN_BITS & ROW_MASK)  # 7 - count, for a count of 5, 6 or 7
    return int(ranks.suited[ranks.offsets[row] + (held & COLUMN_MASK)])


def category(value: int) -> int:
    """HIGH_CARD to SUITED_FIVE_OF_A_KIND."""
    return value >> CATEGORY_SHIFT


def five_ranks(value: int) -> tuple[int, int, int, int, int]:
    """The ranks of the five cards that count, the most significant first."""
    mask = (1 << RANK_BITS) - 1
    return value >> 16 & mask, value >> 12 & mask, value >> 8 & mask, value >> 4 & mask, value & mask


_ONE = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY = tuple(name + ("es" if name == "six" else "s") for name in _ONE)


def describe(value: int) -> str:
    """A value in the words of the dealer: 'two pair, kings and fours'."""
    kind = category(value)
    first, _, third, fourth, _ = five_ranks(value)
    return (
        f"{_ONE[first]} high",
        f"pair of {_MANY[first]}",
        f"two pair, {_MANY[first]} and {_MANY[third]}",
        f"three {_MANY[first]}",
        f"straight, {_ONE[first]} high",
        f"{_ONE[first]}-high flush",
        f"full house, {_MANY[first]} over {_MANY[fourth]}",
        f"four {_MANY[first]}",
        f"five {_MANY[first]}",
        f"{_ONE[first]}-high straight flush",
        "royal flush",
        f"five suited {_MANY[first]}",
    )[kind]
