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
from houseway.analysis.universal.kinds.all_leaves import DONE, GOING_ON, NO_ROOM, WRONG
from houseway.analysis.universal.kinds.best_acts import Stand, folded
from houseway.analysis.universal.kinds.forks import EVERY_ACT, FAULT, KNOWN_BEST, MODE, MORE_CARDS, STRATEGY, Forks
from houseway.analysis.universal.kinds.known import Known
from houseway.analysis.universal.kinds.shoe_question import LEAVES_MAX, ShoeQuestion, shoe_question, stand_ins
from houseway.analysis.universal.node_cells import TOO_LARGE, Cells, new_cells
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.watch import NoPlan
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.swapped import swapped
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused
from houseway.rules.shapes import words

INTERPRETED_MAX = 20_000  # leaves that are walked before a compiler has begun
INTERPRETED_A_SECOND = 10_000
LEAVES_A_SECOND = 3_000_000  # of one core, measured by benchmarks/universal.py
PORTION = 1 << 18  # leaves between two looks at the clock
PORTION_INTERPRETED = 200
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
    """Exact figures from `play` alone; without a strategy, those of the best play."""
    asked = shoe_question(game, settings, deck, strategy, merged=merged)
    verify_reach(asked)
    walk = _Walk(asked, progress)
    if strategy is not None:
        walk.verify(walk.run(STRATEGY))
        return ShoeProof(asked, walk.counted(), strategy.name)
    if not asked.probed.chooses and not walk.run(KNOWN_BEST):  # nobody chooses
        return ShoeProof(asked, walk.counted(), OPTIMAL)
    walk.open()
    walk.verify(walk.run(EVERY_ACT))
    stands = folded(walk.known, len(game.wagers))
    walk.take([stand.best for stand in stands])
    walk.verify(walk.run(KNOWN_BEST))
    return ShoeProof(asked, walk.counted(), OPTIMAL, tuple(stands))


class _Walk:
    def __init__(self, asked: ShoeQuestion, progress: Progress | None) -> None:
        self.asked = asked
        follow = asked.strategy.follow if asked.strategy else None
        self.progress = progress
        self.is_long = cost_of(asked).plays > INTERPRETED_MAX
        self.loop = _kernel(asked.game.play, follow, self.is_long)
        self.portion = PORTION if self.is_long else PORTION_INTERPRETED
        self.plan = asked.strategy.plan if asked.strategy else NoPlan()
        self.faced = asked.probed.faced
        self.open()

    def open(self) -> None:
        of: Any = packed if self.is_long else _as_it_is
        asked = self.asked
        self.forks = of(asked.forks(self.plan, self.faced, small=not self.is_long))
        self.rules, self.felt = of(asked.rules), of(asked.table())
        self.cells = of(new_cells(len(asked.game.wagers)))

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
        ended = words(1)
        self._way[MODE] = mode
        ends = GOING_ON
        while ends == GOING_ON:
            ends = self.loop(self.rules, self.forks, self.felt, self.cells, self.portion, ended)
            if self.progress and ends != WRONG:
                self._tell(ends == DONE)
        fault = int(self._way[FAULT])
        if fault == MORE_CARDS:
            self.faced += 1
            self.asked.verify_cards(self.faced)
            self.open()
            return self.run(mode)
        if ends == NO_ROOM:
            said = "pays are so large that sums over all deals would not fit in 64 bits"
            if ended[0] != TOO_LARGE:
                said = "a wager has more different results than the proof from play has room for"
            raise Refused(f"{self.asked.game.title}: {said}")
        return fault

    def verify(self, fault: int) -> None:
        self.asked.verify_fault(fault)

    def _tell(self, done: bool) -> None:
        assert self.progress is not None
        forks = opened(self.forks, Forks) if self.is_long else self.forks
        kinds = self.asked.faces.kinds
        self.progress(kinds if done else int(forks.branch[0]), kinds)

    def counted(self) -> Counted:
        found = emptied(opened(self.cells, Cells) if self.is_long else self.cells, 0)
        whole = self.asked.denominator(self.faced)
        rounds = sum(n for (wager, _, _), n in found.times.items() if wager == len(self.asked.game.wagers))
        assert rounds == whole, "the weights of the leaves do not add up to all deals"
        found.plays = found.walked
        return found


def _as_it_is(value: Any) -> Any:
    return value
