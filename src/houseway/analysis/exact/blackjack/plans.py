"""Blackjack, exactly: the best plan for a game's rules, and the figures of any plan.

A plan is chosen in floating point (choosing.py) and then evaluated in exact arithmetic (endings.py, residues.py): the
figures are those of a strategy that can be written down and played, and no rounding enters them.

The class of strategies is: an act for every hand by all its cards and the up-card, one for whole hands and one for
hands after a split, whatever pair they come from and whatever other hands were dealt. No card counting within a round.
"""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from houseway.analysis.exact.blackjack import choosing, endings
from houseway.analysis.exact.blackjack.choices import Chosen, Classes, identity_classes, new_chosen, new_paper
from houseway.analysis.exact.blackjack.choosing import live
from houseway.analysis.exact.blackjack.dealer import DEPTH, Dealing, Numbers, dealer_tree, left_of, new_ends, shares_of
from houseway.analysis.exact.blackjack.endings import (
    BEATEN,
    ENDINGS,
    NATURAL_BEATEN,
    NATURAL_PAID,
    PLACES,
    SPLITS,
    new_sheet,
)
from houseway.analysis.exact.blackjack.splits import ROWS, rows, ways_to_split
from houseway.analysis.exact.blackjack.turns import (
    HANDS,
    HANDS_MAX,
    WHOLE,
    Leaves,
    Turns,
    card_of_points,
    naturals,
    naturals_against_blackjack,
    new_book,
    pair_hand,
    turns_of,
)
from houseway.analysis.exact.shared import residues
from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.games.charts import AFTER_DOUBLE, AFTER_SPLIT, NONE, PREFERENCES, Plan
from houseway.games.charts import WHOLE as WHOLE_HANDS
from houseway.rules.blackjack import SPLIT
from houseway.rules.compositions import POINTS, compositions, steps_by_rank
from houseway.rules.shapes import Words

T = TypeVar("T")
UPS = tuple(range(1, POINTS))
THREADS = 2


@dataclass(frozen=True)
class Endings:
    """How often a round ends in each way: (outcome, units staked) -> probability, or expected number of hands."""

    whole: dict[tuple[int, int], Fraction]  # rounds of one hand
    split: dict[tuple[int, int], Fraction]  # hands of rounds that were split
    splits: Fraction  # rounds that were


class Blackjack:
    """One game's blackjack with one shoe."""

    def __init__(self, leaves: Leaves, deck: Sequence[int], *, endless: bool = False) -> None:
        self.leaves = leaves
        self.deck = tuple(deck)
        self.turns: Turns = turns_of(leaves, deck, endless=endless)
        self.packed_turns = packed(self.turns)
        self._rows_known: dict[int, Words] = {}

    # --- Choosing ---

    @cached_property
    def best(self) -> dict[int, Chosen]:
        """The best acts against every up-card, each hand for itself."""
        return self.choose(identity_classes())

    def choose(self, classes: Classes, ups: Sequence[int] = UPS) -> dict[int, Chosen]:
        """The best acts against these up-cards, as far as the shoe has them, for hands that act alike as said."""
        grouped, shares, improve = packed(classes), shares_of(self.turns), _choose()

        def desk() -> Callable[[int], tuple[int, Chosen]]:
            dealing, paper = Dealing(exact=False), packed(new_paper())
            ends = new_ends(ROWS, exact=False)

            def against(up: int) -> tuple[int, Chosen]:
                wanted = self._rows_against(up)
                dealer_rows(self, dealing, up, wanted, len(wanted), shares, ends)
                record = packed(new_chosen(classes))
                improve(self.packed_turns, _book(), _rows(), _ways(), grouped, up, ends, record, paper)
                return up, Chosen(*(record[name].copy() for name in Chosen._fields))

            return against

        return dict(shared_out([up for up in ups if self.turns.counts[up] > 0], desk))

    def _rows_against(self, up: int) -> Words:
        """The rows that can be out of the shoe together with the up-card."""
        if up not in self._rows_known:
            self._rows_known[up] = self._rows_out(up)
        return self._rows_known[up]

    def _rows_out(self, up: int) -> Words:
        table = rows()
        if not self.turns.step:
            return np.arange(ROWS, dtype=np.int64)
        left = self.turns.counts.copy()
        left[up] -= 1
        held = compositions().held
        fits = np.all(held <= left, axis=1)[table.hand]
        room = left[table.kind] - held[table.hand, table.kind]
        fits &= table.more <= np.where(table.more > 0, room, 0)
        fits &= self.turns.limit[table.kind] > np.where(table.more > 0, 1, -1)
        out = 1 + compositions().cards[table.hand] + table.more
        return np.flatnonzero(fits & (out < self.turns.size)).astype(np.int64)

    def plan(self, best: dict[int, Chosen] | None = None, classes: Classes | None = None) -> Plan:
        """What was chosen, as a plan that can be played."""
        best, classes = best or self.best, classes or identity_classes()
        acts = np.full((3, HANDS, POINTS, PREFERENCES), NONE, dtype=np.int8)
        for up, chosen in best.items():
            acts[WHOLE_HANDS, :, up, 0] = chosen.acts[classes.whole]
            acts[AFTER_SPLIT, :, up, 0] = chosen.acts[classes.after_split]
            acts[AFTER_DOUBLE, :, up, 0] = chosen.doubled[classes.doubled]
            for situation, splits in ((WHOLE_HANDS, chosen.split), (AFTER_SPLIT, chosen.again)):
                for pair in range(1, POINTS):
                    if splits[pair]:
                        place = acts[situation, pair_hand(pair), up]
                        place[:] = [SPLIT, *place[:-1]]
        return Plan(steps_by_rank(), acts, 0)

    def no_blackjack(self, up: int, hand: int, pair: int = WHOLE, more: int = 0) -> float:
        """The chance that the dealer has no blackjack, given a hand and (after a split) more cards of its pair gone."""
        hole = int(self.turns.hole[up])
        left = left_of(self.turns, new_book(), up, hand, pair, more, hole) if hole else 0
        return live(left, self.turns.size - self.turns.step * (1 + int(new_book().cards[hand]) + more))

    # --- Evaluating ---

    def endings(self, plan: Plan) -> Endings:
        """The exact frequency of every ending under a plan."""
        below = self.denominator
        bound = HANDS_MAX * below
        primes = residues.primes_for(bound)
        tasks = [(up, prime) for prime in primes for up in UPS if self.turns.counts[up] > 0]
        sums = {prime: [[0] * PLACES, [0] * PLACES] for prime in primes}
        for (_, prime), found in shared_out(tasks, lambda: self._desk(packed(plan))):
            for side in range(2):
                for place in np.flatnonzero(found[side]):
                    sums[prime][side][place] += int(found[side][place])
        whole, split = (
            [
                Fraction(residues.rebuilt([sums[p][side][i] * below % p for p in primes], primes, bound), below)
                for i in range(PLACES)
            ]
            for side in range(2)
        )
        assert sum(whole) == 1, "endings of whole hands and splits are all there is"
        return self._named(whole, split)

    def _desk(self, plan: Any) -> Callable[[tuple[int, int]], tuple[tuple[int, int], tuple[Words, Words]]]:
        """What one thread works with: a sheet and the dealer's chances, in remainders."""
        dealing, sheet, ends = Dealing(exact=True), packed(new_sheet()), new_ends(ROWS, exact=True)
        play_out, meet_dealer = _play_out(), _meet_dealer()

        def against(task: tuple[int, int]) -> tuple[tuple[int, int], tuple[Words, Words]]:
            up, prime = task
            turns, shares, inverse = self.packed_turns, shares_of(self.turns, prime), 1.0 / prime
            play_out(turns, _book(), _rows(), _ways(), plan, up, sheet, shares, prime, inverse)
            dealer_rows(self, dealing, up, sheet["wanted"], int(sheet["used"][0]), shares, ends, prime)
            meet_dealer(turns, _book(), _rows(), sheet, ends, prime, inverse)
            return task, (sheet["whole"].copy(), sheet["split"].copy())

        return against

    @cached_property
    def denominator(self) -> int:
        """A number that every probability is a whole part of: all ways to draw as many cards as a round can look at."""
        out = 0
        for up in UPS:
            if self.turns.counts[up] > 0:
                wanted = self._rows_against(up)
                longest = int((compositions().cards[rows().hand[wanted]] + rows().more[wanted]).max(initial=2))
                out = max(out, longest + 2)
        out += DEPTH - 1
        if not self.turns.step:
            return int(self.turns.size**out)
        return math.perm(self.turns.size, min(out, self.turns.size))

    def _named(self, whole: list[Fraction], split: list[Fraction]) -> Endings:
        """Endings by outcome and stake; naturals by their suits."""
        sides: list[dict[tuple[int, int], Fraction]] = []
        for side in (whole, split):
            sides.append({(place // 2, place % 2 + 1): side[place] for place in range(ENDINGS) if side[place]})
        shares = {
            NATURAL_PAID: naturals(self.leaves, self.deck),
            NATURAL_BEATEN: naturals_against_blackjack(self.leaves, self.deck),
            BEATEN: {self.leaves.against_blackjack(card_of_points(2), card_of_points(2)): Fraction(1)},
        }
        for place, share in shares.items():
            for outcome, part in share.items():
                if whole[place]:
                    sides[0][outcome, 1] = sides[0].get((outcome, 1), Fraction(0)) + part * whole[place]
        return Endings(sides[0], sides[1], whole[SPLITS])


def dealer_rows(
    blackjack: Blackjack, dealing: Dealing, up: int, wanted: Words, count: int, shares: Numbers, ends: Numbers,
    prime: int = 1,
) -> None:  # fmt: skip
    """The dealer's chances for the first `count` rows wanted, into ends[row, place]."""
    tree = dealer_tree(up, blackjack.leaves.soft_17)
    dealing.run(blackjack.packed_turns, _book(), _rows(), tree, up, wanted, count, shares, ends, prime)


def shared_out(tasks: Sequence[Any], desk: Callable[[], Callable[[Any], T]]) -> list[T]:
    """Work on tasks with a few threads, each at a desk of its own."""
    queue: Iterator[Any] = iter(tasks)
    lock = Lock()

    def work(at: Callable[[Any], T]) -> list[T]:
        done: list[T] = []
        while True:
            with lock:
                task = next(queue, None)
            if task is None:
                return done
            done.append(at(task))

    workers = min(THREADS, os.cpu_count() or 1, len(tasks))
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(work, desk()) for _ in range(workers)]
        return [each for finished in running for each in finished.result()]


@cache
def _book() -> Any:
    return packed(new_book())


@cache
def _rows() -> Any:
    return packed(rows())


@cache
def _ways() -> Any:
    return packed(ways_to_split())


@cache
def _choose() -> Any:
    return compiled(choosing.choose_against, keep="blackjack-choose")


@cache
def _play_out() -> Any:
    return compiled(endings.play_out, keep="blackjack-play-out")


@cache
def _meet_dealer() -> Any:
    return compiled(endings.meet_dealer, keep="blackjack-meet-dealer")
