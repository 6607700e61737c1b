"""Who sees more at a game of boards: every deal of what is seen where that is in reach, else deals by chance.

The value of a deal is counted over all boards (`boards.sights`), so it is exact whichever way deals are chosen. What
is averaged is what seeing adds to the play of one who does not see, on the same cards.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards.common_board import HELD, CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.first_choice import keep_first
from houseway.analysis.universal.boards.kept_boards import BestOnBoards, best_kept, keep_best
from houseway.analysis.universal.boards.sight_loop import SEEN_MAX
from houseway.analysis.universal.boards.sights import SeenDeal, Sights, SightValue
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.seats.gained import FaceUp, SightCost
from houseway.rules.refused import Refused

DEAL_S = 0.2  # of one core, over every board of one deck
BEFORE_S = 15  # values and plays of values, before the first deal
EXACT_S = 1800  # of one core
LISTED_MAX = 100_000  # deals that are listed to say how many of them differ


@dataclass(frozen=True)
class BoardSight:
    """What is seen beside one's own cards: cards of the hidden hand, or cards of so many other seats."""

    hidden: int = 0
    seats: int = 0
    held: int = 0  # cards of those seats

    @property
    def cards(self) -> int:
        return self.hidden + self.held


class StoppedSeeing(KeyboardInterrupt):
    """Ctrl-C: this much is done."""


@dataclass
class Averaged:
    """What deals come to, each with the number of those it stands for."""

    weights: list[int]
    values: dict[int, SightValue] = field(default_factory=dict)

    @property
    def gain(self) -> Fraction:
        sums = sum((self.weights[i] * each.gain for i, each in self.values.items()), Fraction(0))
        return sums / max(sum(self.weights[i] for i in self.values), 1)

    @property
    def se(self) -> float:
        """Of deals by chance."""
        many, mean = sum(self.weights[i] for i in self.values), float(self.gain)
        squares = sum(self.weights[i] * (float(each.gain) - mean) ** 2 for i, each in self.values.items())
        return float((squares / max(many - 1, 1) / max(many, 1)) ** 0.5)

    def changed(self, acts: tuple[str, ...]) -> dict[tuple[str, str], Fraction]:
        found: Counter[tuple[str, str]] = Counter()
        for i, each in self.values.items():
            if each.best != each.before:
                found[acts[each.before], acts[each.best]] += self.weights[i]
        return {pair: Fraction(many, sum(self.weights)) for pair, many in found.most_common()}


@dataclass
class SightStudy:
    """One game of boards, seen more or less of."""

    asked: Question
    board: CommonBoard
    by_chance: int  # deals
    seed: int
    progress: Progress | None = None
    exact_s: float = EXACT_S

    def cost(self, sights: list[BoardSight]) -> SightCost:
        """Beforehand."""
        deals = sum(self._about(sight) if self.is_exact(sight) else self.by_chance for sight in sights)
        cards = len(self.asked.deck) - HELD - sights[0].cards
        if sights[-1].cards + HELD > SEEN_MAX or len(self.asked.deck) - 2 * HELD < sights[-1].cards + self.board.size:
            raise Refused(f"{self.asked.game.title} has too few cards for so many seats")
        inner = comb(cards, self.board.size) * comb(cards - self.board.size, HELD - sights[0].hidden)
        seen = "the dealer's cards" if sights[0].hidden else "others' cards"
        return SightCost(deals, inner, BEFORE_S + deals * DEAL_S / (os.cpu_count() or 1), seen)

    def is_exact(self, sight: BoardSight) -> bool:
        return self._about(sight) * DEAL_S <= self.exact_s

    def _all(self, sight: BoardSight) -> int:
        cards = len(self.asked.deck)
        return comb(cards, HELD) * comb(cards - HELD, sight.cards)

    def _about(self, sight: BoardSight) -> int:
        """Deals that differ in more than the names of suits; where there are very many, at least so many."""
        names = self.asked.alike.names
        if self._all(sight) > LISTED_MAX:
            return -(-self._all(sight) // len(names))
        return len(every_sight(self.asked.deck, sight, names))

    def found(self, sights: list[BoardSight]) -> list[FaceUp]:
        """Of each; the same deals by chance for all, so that they compare."""
        every = EveryBoard(self.asked, self.board)
        study = Sights(every, best_on(every))
        dealt = [self._dealt(sight, sights[-1]) for sight in sights]
        many, before = sum(map(len, dealt)), 0
        results = []
        for sight, deals in zip(sights, dealt, strict=True):
            results.append(self._one(study, sight, deals, before, many))
            before += len(deals)
        return results

    def _one(self, study: Sights, sight: BoardSight, deals: "Counter[SeenDeal]", before: int, many: int) -> FaceUp:
        averaged, exact = Averaged(list(deals.values())), self.is_exact(sight)

        def done(first: int, values: list[SightValue]) -> None:
            averaged.values.update(enumerate(values, first))
            if self.progress:
                self.progress(before + len(averaged.values), many)

        try:
            study.values(list(deals), done)
        except KeyboardInterrupt:
            raise self._stopped(averaged, before, many, is_exact=exact) from None
        se = 0.0 if exact else averaged.se
        changed = averaged.changed(tuple(self.asked.game.acts))
        return FaceUp(sight.seats, sight.cards, averaged.gain, se, exact, deals.total(), changed)

    def _stopped(self, averaged: Averaged, before: int, many: int, *, is_exact: bool) -> StoppedSeeing:
        told = f"stopped: {before + len(averaged.values):,} of {many:,} deals are done"
        if is_exact or not averaged.values:
            return StoppedSeeing(f"{told}; they are not kept")
        return StoppedSeeing(
            f"{told}; the last {len(averaged.values):,} say that seeing adds {float(averaged.gain):.4%} ± "
            f"{averaged.se:.4%}, and are not kept"
        )

    def _dealt(self, sight: BoardSight, most: BoardSight) -> "Counter[SeenDeal]":
        if self.is_exact(sight):
            found = every_sight(self.asked.deck, sight, self.asked.alike.names)
            assert found.total() == self._all(sight), "deals that differ do not stand for all deals"
            return found
        return Counter(self._by_chance(sight, most))

    def _by_chance(self, sight: BoardSight, most: BoardSight) -> Iterator[SeenDeal]:
        luck = random.Random(self.seed)
        for _ in range(self.by_chance):
            dealt = luck.sample(self.asked.deck, HELD + most.cards)
            seen = tuple(dealt[HELD : HELD + sight.cards])
            yield SeenDeal(tuple(dealt[:HELD]), *((seen, ()) if sight.hidden else ((), seen)))


@cache
def every_sight(deck: tuple[int, ...], sight: BoardSight, suits: tuple[tuple[int, ...], ...]) -> "Counter[SeenDeal]":
    """Every deal of what is seen, those that differ in the names of suits as one."""
    images = images_of(suits).tolist()
    found: Counter[SeenDeal] = Counter()
    for own in combinations(deck, HELD):
        names = _first_names(own, images)
        left = [card for card in deck if card not in own]
        for seen in combinations(left, sight.cards):
            mine, shown = min((named, tuple(sorted(image[card] for card in seen))) for named, image in names)
            found[SeenDeal(mine, *((shown, ()) if sight.hidden else ((), shown)))] += 1
    return found


def _first_names(own: tuple[int, ...], images: list[list[int]]) -> list[tuple[tuple[int, ...], list[int]]]:
    """The names of suits under which one's own cards come first of all."""
    named = [(tuple(sorted(image[card] for card in own)), image) for image in images]
    first = min(name for name, _ in named)
    return [(name, image) for name, image in named if name == first]


def best_on(every: EveryBoard) -> BestOnBoards:
    """The best play of one who does not see; where it was counted before it is read."""
    best = best_kept(every.asked)
    if best is None:
        best = every.best
        keep_first(every)
        keep_best(every.asked, best)
    return best
