"""Drawing from a shoe, counted: how many ways cards of given kinds can come in a given order.

From a shoe of n cards of a kind, k can be drawn one after another in n (n - 1) ... (n - k + 1) ways, from an endless
one in n ** k. Ways for several kinds multiply, whatever the order they come in; the ways to draw k cards of any kind
are the same formula with the size of the shoe. A probability is the one over the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.rules.blackjack import points
from houseway.rules.cards import SUITS, suit
from houseway.rules.compositions import POINTS

Held = tuple[int, ...]  # cards by points, 0 to 10; an ace is 1


def draws(count: int, drawn: int, endless: bool) -> int:
    """Ways to draw so many of `count` cards in order."""
    if endless:
        return int(count**drawn)
    ways = 1
    for i in range(drawn):
        ways *= count - i
    return ways if drawn <= count else 0


@dataclass(frozen=True)
class Shoe:
    """A shoe as blackjack sees it: cards by points, and by points within each suit."""

    size: int
    by_points: Held
    by_suit: tuple[Held, ...]
    endless: bool

    def ways(self, drawn: Sequence[int]) -> int:
        """Ways to draw cards of these points, in one given order of points."""
        return self.ways_beside((0,) * POINTS, drawn)

    def ways_beside(self, gone: Sequence[int], drawn: Sequence[int]) -> int:
        """The same when other cards have gone before."""
        ways = 1
        for kind, count in enumerate(drawn):
            if count:
                ways *= draws(self.left(self.by_points, gone, kind), count, self.endless)
        return ways

    def suited_ways(self, drawn: Sequence[int]) -> int:
        """Ways to draw cards of these points that are all of one suit."""
        return sum(self._in_suit(one_suit, drawn) for one_suit in self.by_suit)

    def _in_suit(self, one_suit: Held, drawn: Sequence[int]) -> int:
        ways = 1
        for kind, count in enumerate(drawn):
            if count:
                ways *= draws(one_suit[kind], count, self.endless)
        return ways

    def left(self, counts: Held, gone: Sequence[int], kind: int) -> int:
        return counts[kind] if self.endless else max(0, counts[kind] - gone[kind])

    def chance(self, ways: int, drawn: int) -> Fraction:
        """The probability of so many of the ways to draw so many cards."""
        return Fraction(ways, draws(self.size, drawn, self.endless)) if ways else Fraction(0)


def shoe_of(deck: Sequence[int], *, endless: bool = False) -> Shoe:
    """The shoe of these cards."""
    suits = [[0] * POINTS for _ in SUITS]
    for card in deck:
        suits[suit(card)][points(card)] += 1
    by_points = tuple(map(sum, zip(*suits, strict=True)))
    return Shoe(len(deck), by_points, tuple(map(tuple, suits)), endless)
