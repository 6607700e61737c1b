"""Chance for the school: lots drawn from a seed, the same on any machine.

It is the chance of simulation (Philox), counted by round, with a stream of its own for whatever is drawn beside cards.
"""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from houseway.rules.shoe import below, lazy_shoe, open_round

T = TypeVar("T")
STREAM_SHIFT = 48  # bits of a round's number below those that name the stream
# Streams; cards are drawn by `seeded_order`, which knows only the first.
CARDS, BETS, ACTS, ASKED, PLANTED, IRREGULAR, RACK = range(7)


class Lots:
    """Lots of one round of a seed, in one stream."""

    def __init__(self, seed: int, number: int, stream: int) -> None:
        self.shoe = lazy_shoe((0,))  # its chance is used, not its cards
        open_round(self.shoe, seed, number | stream << STREAM_SHIFT)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return below(self.shoe, n)

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def pick(self, some: Sequence[T]) -> T:
        return some[self.below(len(some))]

    def shuffled(self, some: Iterable[T]) -> list[T]:
        left = list(some)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
