"""Every hand of seven cards of a deck, counted by category, with the state of the first six cards kept.

Six cards are added up once for all the seventh ones. Where no suit has four of the six, no seventh card makes a flush:
its rank alone matters, and the four cards of a rank are one look-up.
"""

from functools import cache
from typing import Any

from houseway.engine.compiled import compiled
from houseway.rules.cards import DECK
from houseway.rules.poker import CATEGORIES, Ranks, category, ranks, seven
from houseway.rules.poker_tables import COLUMN_BITS, COLUMN_MASK, ROW_MASK, SEVEN_ROWS, SUIT_SHIFT
from houseway.rules.shapes import Words, words

FOURS, EIGHTS = 0x4444, 0x8888  # added to the counters of the suits; set where four cards or more are of a suit


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
                        for f in range(e):
                            six = five + keys[f]
                            if (six >> SUIT_SHIFT) + FOURS & EIGHTS:
                                for g in range(f):
                                    counts[category(seven(ranks, a, b, c, d, e, f, g))] += 1
                            else:
                                for rank in range(f >> 2):
                                    counts[plain_category(ranks, six + keys[rank << 2])] += 4
                                if f & 3:
                                    counts[plain_category(ranks, six + keys[f & ~3])] += f & 3


def plain_category(ranks: Ranks, total: int) -> int:
    """The category of seven cards by the sum of their keys, suits ignored."""
    place = ranks.offsets[SEVEN_ROWS + (total >> COLUMN_BITS & ROW_MASK)] + (total & COLUMN_MASK)
    return category(int(ranks.plain[place]))
