"""Who sees more at a game of boards: every deal of what is seen where that is in reach, else deals by chance.

The value of a deal is counted over all boards (`boards.sights`), so it is exact whichever way deals are chosen. What
is averaged is what seeing adds to the play of one who does not see, on the same cards.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from houseway.analysis.universal.alike import images_of
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.boards.first_choice import keep_first
from houseway.analysis.universal.boards.kept_boards import BestOnBoards, best_kept, keep_best
from houseway.analysis.universal.boards.sight_loop import OWN, SEEN_MAX
from houseway.analysis.universal.boards.sights import SeenDeal, Sights, SightValue
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.seats.gained import DecisionSeen, FaceUp, SightCost
from houseway.analysis.universal.seats.kept_sights import keep_values, values_kept
from houseway.analysis.universal.stops import told_when_stopped
from houseway.analysis.universal.unfinished import stopped_here, work_key
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


@dataclass
class Averaged:
    """What deals come to, each with the number of those it stands for."""

    weights: list[int]
    values: dict[int, SightValue] = field(default_factory=dict)

    @property
    def gain(self) -> Fraction:
        return self._mean(lambda each: each.gain)

    @property
    def se(self) -> float:
        """Of deals by chance."""
        many, mean = sum(self.weights[i] for i in self.values), float(self.gain)
        squares = sum(self.weights[i] * (float(each.gain) - mean) ** 2 for i, each in self.values.items())
        return float((squares / max(many - 1, 1) / max(many, 1)) ** 0.5)

    @property
    def planned(self) -> Fraction:
        """What one wins who plays as if nothing more were seen."""
        return self._mean(lambda each: each.planned)

    def decisions(self, acts: tuple[str, ...]) -> tuple[DecisionSeen, ...]:
        """From the first to the last."""
        some = next(iter(self.values.values()), None)
        return tuple(self._decision(step, each.turned, acts) for step, each in enumerate(some.choices if some else ()))

    def _decision(self, step: int, turned: int, acts: tuple[str, ...]) -> DecisionSeen:
        found: dict[tuple[str, str], Fraction] = {}
        for i, each in self.values.items():
            for (before, after), share in each.choices[step].changed.items():
                pair = acts[before], acts[after]
                found[pair] = found.get(pair, Fraction(0)) + self.weights[i] * share
        many = sum(self.weights[i] for i in self.values)
        changed = {pair: share / many for pair, share in sorted(found.items(), key=lambda each: -each[1])}
        return DecisionSeen(turned, self._mean(lambda each: each.choices[step].worth), changed)

    def _mean(self, what: Callable[[SightValue], Fraction]) -> Fraction:
        sums = sum((self.weights[i] * what(each) for i, each in self.values.items()), Fraction(0))
        return sums / max(sum(self.weights[i] for i in self.values), 1)


@dataclass
class SightStudy:
    """One game of boards, seen more or less of."""

    asked: Question
    board: CommonBoard
    by_chance: int  # deals
    seed: int
    progress: Progress | None = None
    exact_s: float = EXACT_S
    most: int = 0  # cards that are dealt beside one's own where deals are by chance

    def __post_init__(self) -> None:
        if self.board.held != OWN:
            raise Refused(
                f"{self.asked.game.title} has {self.board.held} own cards, and what is seen of hidden hands and of "
                "other seats is counted on boards for two alone: the edge of one who sees nothing more, or cards of "
                "the board before they are turned (`--sees community:1`), is counted for any"
            )

    def cost(self, sights: list[BoardSight]) -> SightCost:
        """Beforehand."""
        deals = sum(self._about(sight) if self.is_exact(sight) else self.by_chance for sight in sights)
        cards = len(self.asked.deck) - OWN - sights[0].cards
        if sights[-1].cards + OWN > SEEN_MAX or len(self.asked.deck) - 2 * OWN < sights[-1].cards + self.board.size:
            raise Refused(f"{self.asked.game.title} has too few cards for so many seats")
        inner = comb(cards, self.board.size) * comb(cards - self.board.size, OWN - sights[0].hidden)
        seen = "the dealer's cards" if sights[0].hidden else "others' cards"
        return SightCost(deals, inner, BEFORE_S + deals * DEAL_S / (os.cpu_count() or 1), seen)

    def is_exact(self, sight: BoardSight) -> bool:
        return self._about(sight) * DEAL_S <= self.exact_s

    def _all(self, sight: BoardSight) -> int:
        cards = len(self.asked.deck)
        return comb(cards, OWN) * comb(cards - OWN, sight.cards)

    def _about(self, sight: BoardSight) -> int:
        """Deals that differ in more than the names of suits; where there are very many, at least so many."""
        names = self.asked.alike.names
        if self._all(sight) > LISTED_MAX:
            return -(-self._all(sight) // len(names))
        return len(every_sight(self.asked.deck, sight, names))

    def found(self, sights: list[BoardSight]) -> list[FaceUp]:
        """Of each; the same deals by chance for all, so that they compare."""
        self.most = sights[-1].cards
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
        averaged, exact = Averaged(list(deals.values()), self._kept(sight)), self.is_exact(sight)
        left = [(i, deal) for i, deal in enumerate(deals) if i not in averaged.values]

        def done(first: int, values: list[SightValue]) -> None:
            numbers = [i for i, _ in left[first : first + len(values)]]
            averaged.values.update(zip(numbers, values, strict=True))
            if self.progress:
                self.progress(before + len(averaged.values), many)

        try:
            study.values([deal for _, deal in left], done)
        except KeyboardInterrupt:
            is_kept = keep_values(self._key(sight), averaged.values)
            told = self._done(averaged, before, many, is_exact=exact)
            raise stopped_here(told, is_kept=is_kept) from None
        if left:
            keep_values(self._key(sight), averaged.values)
        if exact:
            wins = Fraction(study.plan.counted.value, self.asked.deals * self.asked.unit_cents)
            assert averaged.planned == wins, "who plays as if nothing were seen does not win what boards say"
        decisions = averaged.decisions(tuple(self.asked.game.acts))
        se = 0.0 if exact else averaged.se
        return FaceUp(
            sight.seats, sight.cards, averaged.gain, se, exact, deals.total(), decisions[0].changed, decisions
        )

    def _done(self, averaged: Averaged, before: int, many: int, *, is_exact: bool) -> str:
        told = f"{before + len(averaged.values):,} of {many:,} deals are done"
        if averaged.values and not is_exact:
            told += (
                f"; the last {len(averaged.values):,} say that seeing adds {float(averaged.gain):.4%} ± "
                f"{averaged.se:.4%}"
            )
        return told

    def _key(self, sight: BoardSight) -> str:
        """Deals by chance hang on the seed and on the most seats that are asked for, whose cards are dealt too."""
        dealt = "every deal" if self.is_exact(sight) else f"{self.by_chance} deals, seed {self.seed}, of {self.most}"
        return work_key(self.asked, f"seeing {sight}, {dealt}")

    def _kept(self, sight: BoardSight) -> dict[int, SightValue]:
        return values_kept(self._key(sight))

    def _dealt(self, sight: BoardSight, most: BoardSight) -> "Counter[SeenDeal]":
        if self.is_exact(sight):
            found = every_sight(self.asked.deck, sight, self.asked.alike.names)
            assert found.total() == self._all(sight), "deals that differ do not stand for all deals"
            return found
        return Counter(self._by_chance(sight, most))

    def _by_chance(self, sight: BoardSight, most: BoardSight) -> Iterator[SeenDeal]:
        luck = random.Random(self.seed)
        for _ in range(self.by_chance):
            dealt = luck.sample(self.asked.deck, OWN + most.cards)
            seen = tuple(dealt[OWN : OWN + sight.cards])
            yield SeenDeal(tuple(dealt[:OWN]), *((seen, ()) if sight.hidden else ((), seen)))


@cache
def every_sight(deck: tuple[int, ...], sight: BoardSight, suits: tuple[tuple[int, ...], ...]) -> "Counter[SeenDeal]":
    """Every deal of what is seen, those that differ in the names of suits as one."""
    images = images_of(suits).tolist()
    found: Counter[SeenDeal] = Counter()
    for own in combinations(deck, OWN):
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
        with told_when_stopped():
            best = every.best
        keep_first(every)
        keep_best(every.asked, best)
    return best
