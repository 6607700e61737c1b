"""The edge by number of other seats whose cards are seen, at a game that is not walked with cards laid down.

Cards of others will not come. Their cards alone are dealt: all that differ where they are few, else some by chance.
What is left of the shoe is solved anew for each, and the best play there is held against the play of one who sees
nothing more.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod

from houseway.analysis.exact.shared.less_cards import LessCards, SeenGone
from houseway.analysis.universal.asked import Asked
from houseway.analysis.universal.cost import REACH_S, in_time, many_of
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.seats.beside import cards_by_chance
from houseway.analysis.universal.seats.deals_done import DealsDone, DealsOf
from houseway.analysis.universal.seats.gained import FaceUp
from houseway.analysis.universal.unfinished import work_key
from houseway.rules.refused import Refused
from houseway.rules.shoe import draw, lazy_shoe, open_round

DEALS = 1_000  # by chance; where no more than these differ, all are gone through
SEED = 2026

Gone = tuple[int, ...]  # cards that others hold, each by the first card of its kind


@dataclass(frozen=True)
class DeadCost:
    deals: int
    seconds: float

    def __str__(self) -> str:
        told = f"{many_of(self.deals)} deals of others' cards, what is left of the shoe solved anew for each"
        return f"{told}, about {in_time(self.seconds)} here"


@dataclass(frozen=True)
class DeadCards:
    """A study of one game, with one to so many other seats seen."""

    asked: Asked
    less: LessCards
    seats: int
    deals: int = DEALS  # by chance
    seed: int = SEED

    @cached_property
    def held(self) -> list[int]:
        """Cards of others, by number of seats."""
        return [cards_by_chance(self.asked, each) for each in range(1, self.seats + 1)]

    @cached_property
    def dealt(self) -> list[tuple[Gone, int]]:
        """Cards of others, for one number of seats after another, each with the number of deals they stand for."""
        return [each for held in self.held for each in (self._every(held) if self.is_exact(held) else self._some(held))]

    def cost(self) -> DeadCost:
        different = {gone for gone, _ in self.dealt}
        return DeadCost(len(self.dealt), len(different) * self.less.seconds / min(os.cpu_count() or 1, 2))

    def found(self, progress: Progress | None = None) -> list[FaceUp]:
        """By number of seats; the same deals by chance for each, so that they compare."""
        cost = self.cost()
        if cost.seconds > REACH_S:
            raise Refused(
                f"{self.asked.game.title} with the cards of other seats seen is out of reach, with {cost}: ask for "
                f"fewer seats, or for fewer decks with `--set decks=N`, where the game has them"
            )
        parts, first = list[DealsOf](), 0
        for seats, held in enumerate(self.held, 1):
            many = self.different(held) if self.is_exact(held) else self.deals
            weights = [weight for _, weight in self.dealt[first : first + many]]
            parts.append(DealsOf(seats, held, weights, self.is_exact(held)))
            first += many
        known: dict[Gone, SeenGone] = {}

        def value(number: int) -> SeenGone:
            gone = self.dealt[number][0]
            if gone not in known:
                known[gone] = self.less.seen(gone)
            return known[gone]

        return DealsDone(self._key, parts, progress).go_through(value, threads=1)

    def is_exact(self, held: int) -> bool:
        return self.different(held) <= self.deals

    def different(self, held: int) -> int:
        """Cards of others that differ in kind."""
        ways = [1] + [0] * held
        for copies in self._copies.values():
            ways = [sum(ways[many - taken] for taken in range(min(copies, many) + 1)) for many in range(held + 1)]
        return ways[held]

    @cached_property
    def _copies(self) -> dict[int, int]:
        """By the first card of a kind: how many of it there are."""
        return dict(Counter(self._first[self.less.kinds[card]] for card in self.asked.deck))

    @cached_property
    def _first(self) -> dict[int, int]:
        """[kind] its first card."""
        return {self.less.kinds[card]: card for card in reversed(self.asked.deck)}

    def _every(self, held: int) -> Iterator[tuple[Gone, int]]:
        for gone in combinations_with_replacement(sorted(self._copies), held):
            ways = prod(comb(self._copies[card], many) for card, many in Counter(gone).items())
            if ways:
                yield gone, ways

    def _some(self, held: int) -> Iterator[tuple[Gone, int]]:
        shoe = lazy_shoe(self.asked.deck)
        for number in range(self.deals):
            open_round(shoe, self.seed, number)
            drawn = [draw(shoe) for _ in range(held)]
            yield tuple(sorted(self._first[self.less.kinds[card]] for card in drawn)), 1

    @cached_property
    def _key(self) -> str:
        by = type(self.less).__module__, __name__
        return work_key(self.asked, f"{self.seats} seats seen, {self.deals} deals, seed {self.seed}", *by)
