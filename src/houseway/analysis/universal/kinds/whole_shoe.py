"""All leaves of a shoe: the best play in two walks, or a strategy in one.

The first walk does every act and finds the best act of each information set; the second takes those and counts results.
For a strategy that is written down, cards are of one kind where what follows it cannot tell them apart either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from houseway.analysis.universal.cost import Cost
from houseway.analysis.universal.count import Counted, Progress, emptied
from houseway.analysis.universal.kinds import all_leaves
from houseway.analysis.universal.kinds.best_acts import Stand, folded
from houseway.analysis.universal.kinds.forks import (
    DONE,
    ENDED,
    EVERY_ACT,
    FAULT,
    GOING_ON,
    KNOWN_BEST,
    MODE,
    MORE_CARDS,
    NO_ROOM,
    STRATEGY,
    Forks,
    share_done,
)
from houseway.analysis.universal.kinds.kept_leaves import keep_leaves, leaves_kept
from houseway.analysis.universal.kinds.known import Known
from houseway.analysis.universal.kinds.shoe_question import LEAVES_MAX, ShoeQuestion, shoe_question, stand_ins
from houseway.analysis.universal.node_cells import TOO_LARGE, Cells, new_cells
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.unfinished import forget_arrays, stopped_here, work_key
from houseway.analysis.universal.watch import NoPlan
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.swapped import swapped
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused

INTERPRETED_MAX = 20_000  # leaves that are walked before a compiler has begun
INTERPRETED_A_SECOND = 10_000
LEAVES_A_SECOND = 3_000_000  # of one core, measured by benchmarks/universal.py
PORTION = 1 << 18  # leaves between two looks at the clock
PORTION_INTERPRETED = 200
KEPT_FROM_S = 5  # what takes less is not kept when it is stopped
PARTS_TOLD = 1 << 20  # in which progress is told
OPTIMAL = "optimal"


@cache
def _kernel(play: Callable[..., Any], follow: Decide | None, is_long: bool) -> Callable[..., int]:
    swap = stand_ins(play, follow)
    if not is_long:
        return swapped(all_leaves.walk_on, swap)
    name = f"{follow.__module__}.{follow.__name__}" if follow else "best"
    return compiled(all_leaves.walk_on, swap, keep=f"leaves-{play.__module__}-{name}")


def cost_of(asked: ShoeQuestion) -> Cost:
    """About what a walk takes; each leaf is a deal that differs."""
    many = asked.probed.leaves * (2 if asked.probed.chooses else 1)
    rate = INTERPRETED_A_SECOND if many <= INTERPRETED_MAX else LEAVES_A_SECOND
    return Cost(asked.probed.leaves, many, many / rate)


def verify_reach(asked: ShoeQuestion) -> None:
    """Refuse what would take hours."""
    cost = cost_of(asked)
    if cost.deals > LEAVES_MAX:
        why = f" ({asked.faces.why_not})" if asked.faces.why_not else ""
        raise Refused(
            f"{asked.game.title} is out of reach of the proof from play, with about {cost}{why}: {asked.to_try}"
        )


@dataclass(frozen=True)
class ShoeProof(Proof[ShoeQuestion]):
    """What a walk of all leaves came to."""

    stands: tuple[Stand, ...] = ()  # every choice that can come up, where the best play was sought


def prove_by_kinds(
    game: Game,
    settings: Settings,
    strategy: Strategy | None = None,
    progress: Progress | None = None,
    *,
    deck: Sequence[int] | None = None,
    merged: bool = True,
) -> ShoeProof:
    """Exact figures from `play` alone; without a strategy, those of the best play.

    Ctrl-C keeps what is done of a long walk, and the same question goes on from there.
    """
    asked = shoe_question(game, settings, deck, strategy, merged=merged)
    verify_reach(asked)
    if strategy is not None:
        walk = ShoeWalk(asked, progress, (STRATEGY,), strategy.name)
        walk.verify(walk.run(STRATEGY))
        return ShoeProof(asked, walk.finished(), strategy.name)
    if not asked.probed.chooses:
        walk = ShoeWalk(asked, progress, (KNOWN_BEST,), "nobody chooses")
        if not walk.run(KNOWN_BEST):
            return ShoeProof(asked, walk.finished(), OPTIMAL)
    walk = ShoeWalk(asked, progress, work=OPTIMAL)
    stands = best_of_walk(walk)
    walk.take([stand.best for stand in stands])
    walk.verify(walk.run(KNOWN_BEST))
    return ShoeProof(asked, walk.finished(), OPTIMAL, tuple(stands))


def best_of_walk(walk: "ShoeWalk") -> list[Stand]:
    """Every choice with its best act, after every act was done."""
    walk.verify(walk.run(EVERY_ACT))
    known = Known(*(part.copy() for part in walk.known))  # the walk keeps what it found as it is
    return folded(known, len(walk.asked.game.wagers))


class ShoeWalk:
    """All leaves, gone through once or twice (`modes`), in portions. What has a name is kept when it is stopped."""

    def __init__(
        self,
        asked: ShoeQuestion,
        progress: Progress | None,
        modes: Sequence[int] = (EVERY_ACT, KNOWN_BEST),
        work: str = "",
        *,
        is_long: bool | None = None,
    ) -> None:
        self.asked = asked
        follow = asked.strategy.follow if asked.strategy else None
        self.progress = progress
        self.modes = modes
        cost = cost_of(asked)
        self.is_long = cost.plays > INTERPRETED_MAX if is_long is None else is_long
        self.loop = _kernel(asked.game.play, follow, self.is_long)
        self.portion = PORTION if self.is_long else PORTION_INTERPRETED
        self.plan = asked.strategy.plan if asked.strategy else NoPlan()
        self.faced = asked.probed.faced
        is_kept = work and self.is_long and cost.seconds >= KEPT_FROM_S
        self.key = work_key(asked, f"{work}, {asked.merged}, leaves") if is_kept else ""
        self.open()
        self.taken_up = self._take_up()

    def open(self) -> None:
        of: Any = packed if self.is_long else _as_it_is
        asked = self.asked
        self.forks = of(asked.forks(self.plan, self.faced, small=not self.is_long))
        self.rules, self.felt = of(asked.rules), of(asked.table())
        self.cells = of(new_cells(len(asked.game.wagers)))

    def _take_up(self) -> int | None:
        """Go on where this walk was stopped; in which mode that was."""
        found = leaves_kept(self.key) if self.key else None
        if found is None:
            return None
        self.faced = found.faced
        self.open()
        found.lay_into(self._parts)
        return int(self._way[MODE])

    @property
    def _parts(self) -> tuple[Forks, Known, Cells]:
        """All that the walk knows; what is written there, the walk reads."""
        forks = opened(self.forks, Forks) if self.is_long else self.forks
        cells = opened(self.cells, Cells) if self.is_long else self.cells
        return forks, self.known, cells

    @property
    def _way(self) -> Any:
        return self.forks["way"] if self.is_long else self.forks.way

    @property
    def known(self) -> Known:
        return opened(self.forks["known"], Known) if self.is_long else self.forks.known

    def take(self, best: list[int]) -> None:
        (self.forks["best"] if self.is_long else self.forks.best)[: len(best)] = best

    def run(self, mode: int) -> int:
        """All leaves. Where a round deals more cards than the probes found, the walk begins again with more."""
        if self.taken_up not in (None, mode):
            return 0  # it is done
        if self.taken_up is None:
            self._way[MODE], self._way[ENDED] = mode, GOING_ON
        self.taken_up = None
        faults = 0
        try:
            while self._way[ENDED] == GOING_ON:
                faults = self.loop(self.rules, self.forks, self.felt, self.cells, self.portion)
                self._tell(mode)
        except KeyboardInterrupt:
            self._stop(mode)
            raise
        fault = int(self._way[FAULT])
        if fault == MORE_CARDS:
            self.faced += 1
            self.asked.verify_cards(self.faced)
            self.open()
            return self.run(mode)
        if self._way[ENDED] == NO_ROOM:
            said = "pays are so large that sums over all deals would not fit in 64 bits"
            if faults != TOO_LARGE:
                said = "a wager has more different results than the proof from play has room for"
            raise Refused(f"{self.asked.game.title}: {said}")
        return fault

    def verify(self, fault: int) -> None:
        self.asked.verify_fault(fault)

    def _stop(self, mode: int) -> None:
        """Keep what is done, where that is worth it; a short walk is simply left."""
        if self.key:
            is_kept = keep_leaves(self.key, self.faced, self._parts)
            told = f"about {self._done(mode):.2%} of all leaves are done"
            raise stopped_here(told, is_kept=is_kept) from None

    def _done(self, mode: int) -> float:
        """The share of all that is to be gone through."""
        here = 1.0 if self._way[ENDED] == DONE else share_done(self._parts[0])
        return (self.modes.index(mode) + here) / len(self.modes)

    def _tell(self, mode: int) -> None:
        if self.progress:
            self.progress(round(self._done(mode) * PARTS_TOLD), PARTS_TOLD)

    def finished(self) -> Counted:
        """What all leaves came to."""
        if self.key:
            forget_arrays(self.key)
        return self.counted()

    def counted(self) -> Counted:
        found = emptied(self._parts[2], 0)
        whole = self.asked.denominator(self.faced)
        rounds = sum(n for (wager, _, _), n in found.times.items() if wager == len(self.asked.game.wagers))
        assert rounds == whole, "the weights of the leaves do not add up to all deals"
        found.plays = found.walked
        return found


def _as_it_is(value: Any) -> Any:
    return value
