"""Every hand of seven cards of a deck, counted by category, with the state of the first five or six cards kept.

Five cards are added up once for all pairs of further ones, six for all the seventh ones. Where no suit has three of the
five, or four of the six, no further card makes a flush: ranks alone matter, and the cards of a rank are one look-up.
"""

from functools import cache
from typing import Any

from houseway.engine.compiled import compiled
from houseway.rules.cards import DECK
from houseway.rules.poker import CATEGORIES, Ranks, category, ranks
from houseway.rules.poker_tables import COLUMN_BITS, COLUMN_MASK, ROW_MASK, ROWS, SEVEN_ROWS, SUIT_SHIFT
from houseway.rules.shapes import Words, words

FIVES, FOURS = 0x5555, 0x4444  # added to the counters of the suits, they set these bits where so many are of a suit:
EIGHTS = 0x8888  # three cards or more, and four or more
FLUSH_CARDS, HAND_CARDS = 5, 7


def count_sevens(cards: int = DECK) -> dict[str, int]:
    """How many hands of seven there are in each category, of the first so many cards of a deck."""
    counts = words(len(CATEGORIES))
    _counter()(ranks(), cards, counts)
    return {name: int(count) for name, count in zip(CATEGORIES, counts, strict=True) if count}


@cache
def _counter() -> Any:
    return compiled(count_every_seven, keep="count_every_seven")


def count_every_seven(ranks: Ranks, cards: int, counts: Words) -> None:
    keys = ranks.keys
    for a in range(cards):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = keys[a] + keys[b] + keys[c] + keys[d]
                    for e in range(d):
                        five = four + keys[e]
                        if not (five >> SUIT_SHIFT) + FIVES & EIGHTS:
                            count_two_more(ranks, five, e, counts)
                            continue
                        for f in range(e):
                            six = five + keys[f]
                            if (six >> SUIT_SHIFT) + FOURS & EIGHTS:
                                hand = (keys[a], keys[b], keys[c], keys[d], keys[e], keys[f])
                                count_one_suited(ranks, six, hand, f, counts)
                            else:
                                count_one_more(ranks, six, f, counts)


def count_two_more(ranks: Ranks, five: int, card: int, counts: Words) -> None:
    """All pairs of cards below this one, by rank; those of its own rank may not be four."""
    keys = ranks.keys
    rank, others = card >> 2, card & 3
    for high in range(rank):
        six = five + keys[high << 2]
        counts[plain_category(ranks, six + keys[high << 2])] += 6
        for low in range(high):
            counts[plain_category(ranks, six + keys[low << 2])] += 16
    if others:
        six = five + keys[rank << 2]
        for low in range(rank):
            counts[plain_category(ranks, six + keys[low << 2])] += 4 * others
        counts[plain_category(ranks, six + keys[rank << 2])] += others * (others - 1) // 2


def count_one_more(ranks: Ranks, six: int, card: int, counts: Words) -> None:
    """All cards below this one, by rank."""
    keys = ranks.keys
    for rank in range(card >> 2):
        counts[plain_category(ranks, six + keys[rank << 2])] += 4
    if card & 3:
        counts[plain_category(ranks, six + keys[card & ~3])] += card & 3


def count_one_suited(ranks: Ranks, six: int, hand: tuple[int, ...], card: int, counts: Words) -> None:
    """All cards below this one, one by one, where four or more are of a suit; a flush is the best then."""
    keys = ranks.keys
    one = ((six >> SUIT_SHIFT) + FOURS & EIGHTS) >> 3 << SUIT_SHIFT  # what a card of that suit adds to its counter
    held = many = 0
    for key in hand:
        if key & one:
            held += key
            many += 1
    for last in range(card):
        suited = keys[last] & one != 0
        if many + suited < FLUSH_CARDS:
            counts[plain_category(ranks, six + keys[last])] += 1
        else:
            marks = held + keys[last] * suited
            row = ROWS * (HAND_CARDS - many - suited) + (marks >> COLUMN_BITS & ROW_MASK)
            counts[category(int(ranks.suited[ranks.offsets[row] + (marks & COLUMN_MASK)]))] += 1


def plain_category(ranks: Ranks, total: int) -> int:
    """The category of seven cards by the sum of their keys, suits ignored."""
    place = ranks.offsets[SEVEN_ROWS + (total >> COLUMN_BITS & ROW_MASK)] + (total & COLUMN_MASK)
    return category(int(ranks.plain[place]))
