"""A player's six cards beside a dealer's hand, from one deck: orders of the one times draws of the other, in integers.

The six cards are a set, dealt in any of 720 orders; the dealer draws from what they leave. Because cards come in any
order with equal chances, it does not matter that the dealer's are dealt between the player's. By points there are about
5,000 sets of six. For each, and each up-card, two sums:

- the dealer's ends: over all hands the dealer can end with, orders times draws. Draws of different length are brought
  to one denominator by drawing on to `depth` cards, whatever they are.
- the player's ends: over all ways a turn can end, orders of points times the cards of the set they can be, times the
  orders of the cards that are left. Counted for one given first card, because that one also plays War.

With 52 cards the greatest sum is 120 times 45 x 44 x ... x 37, or 3.9e16: 64-bit integers hold it.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from houseway.engine.compiled import compiled
from houseway.rules.shapes import Words, words


def draws(count: int, drawn: int) -> int:
    """Ways to draw so many of `count` cards in order; none if there are not enough."""
    ways = 1
    for i in range(drawn):
        ways *= max(0, count - i)
    return ways


def count_dealer(
    deck: Words, sixes: Words, up: int, depth: int, held: Words, orders: Words, final: Words, table: Words
) -> None:
    """table[set of six, final]: ways for the dealer, showing `up`, to end in each final (a number of the caller's)."""
    for s in range(len(sixes)):
        rest = -1
        for kind in range(deck.shape[0]):
            rest += deck[kind] - sixes[s, kind]
        for h in range(len(held)):
            ways = orders[h]
            drawn = -1  # the up-card lies already
            for kind in range(deck.shape[0]):
                count = held[h, kind]
                if count > 0 and ways > 0:
                    left = deck[kind] - sixes[s, kind]
                    if kind == up:
                        left -= 1
                        count -= 1
                    ways *= draws(left, count)
                drawn += held[h, kind]
            if ways > 0:
                table[s, final[h]] += ways * draws(rest - drawn, depth - drawn)


def count_turns(
    sixes: Words, dealer: Words, held: Words, first: Words, orders: Words, kinds: Words, table: Words
) -> None:
    """table[set of six, first card's points, kind]: ways of both, for one given first card.

    kinds[end, final] says of what kind the result is when a turn that ends so meets a dealer who ends so.
    """
    for s in range(len(sixes)):
        for e in range(len(held)):
            ways = orders[e]
            left = 6
            for kind in range(held.shape[1]):
                count, have = held[e, kind], sixes[s, kind]
                if count > have:
                    ways = 0
                    break
                left -= count
                if kind == first[e]:
                    count, have = count - 1, have - 1
                ways *= draws(have, count)
            if ways > 0:
                ways *= draws(left, left)
                for final in range(dealer.shape[1]):
                    table[s, first[e], kinds[e, final]] += ways * dealer[s, final]


@cache
def _kernel(loop: Callable[..., None]) -> Callable[..., None]:
    return compiled(loop, keep=loop.__name__)


def dealer_table(
    deck: Words, sixes: Words, up: int, depth: int, hands: list[tuple[tuple[int, ...], int, int]], finals: int
) -> Words:
    """The table of `count_dealer` for hands given as (cards by points, orders, final)."""
    table = words(len(sixes), finals)
    held, orders, final = (np.array(part, dtype=np.int64) for part in zip(*hands, strict=True))
    _kernel(count_dealer)(deck, sixes, up, depth, held, orders, final, table)
    return table


def turn_table(
    sixes: Words, dealer: Words, ends: list[tuple[tuple[int, ...], int, int]], kinds: Words, kinds_count: int
) -> Words:
    """The table of `count_turns` for ends given as (cards by points, first card's points, orders)."""
    table = words(len(sixes), sixes.shape[1], kinds_count)
    held, first, orders = (np.array(part, dtype=np.int64) for part in zip(*ends, strict=True))
    _kernel(count_turns)(sixes, dealer, held, first, orders, kinds, table)
    return table


def weighed(weights: Words, ways: Words) -> int:
    """The sum of products of two tables as an exact integer: the greater factor goes in two halves."""
    assert int(weights.sum()) < 2**33
    half = 29
    high, low = ways >> half, ways & ((1 << half) - 1)
    return (int((weights * high).sum()) << half) + int((weights * low).sum())
