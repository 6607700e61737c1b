"""A sitting with hints: what every choice was worth, and what the chosen acts gave up against the best ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.analysis.exact.shared.spot import Spot
from houseway.analysis.hints import Advisor, Hint, spot_of
from houseway.analysis.whole import Whole
from houseway.engine.replay import Pending, Replay
from houseway.house.sitting import Sitting

TIE = 1e-9  # of the base bet: acts that are worth the same but for rounding


@dataclass(frozen=True)
class Taken:
    """A choice that was made."""

    round: int  # counted from 1
    spot: Spot
    chosen: Hint
    best: Hint
    base_cents: int  # the unit of the values

    @property
    def cost(self) -> float:
        """What it gives up on average, in units of the base bet."""
        lost = self.best.value - self.chosen.value
        return lost if lost > TIE else 0.0

    @property
    def cost_cents(self) -> float:
        return self.cost * self.base_cents


@dataclass
class Lesson:
    """Keeps account of one sitting's choices."""

    advisor: Advisor
    taken: list[Taken] = field(default_factory=list)

    def hints(self, sitting: Sitting) -> list[Hint]:
        """The acts that the person may choose from now, the best first."""
        now, wait = _waiting(sitting)
        options = sum(1 << act for act in sitting.legal())
        return self.advisor.rank(now, wait.seat, wait.hand, options)

    def whole(self, sitting: Sitting, hints: Sequence[Hint]) -> Whole | None:
        """What the round comes to after each of these hints."""
        now, wait = _waiting(sitting)
        return self.advisor.whole(now, wait.seat, wait.hand, hints)

    def base_cents(self, sitting: Sitting) -> int:
        """The unit of the hints that are given now."""
        now, wait = _waiting(sitting)
        return int(now.felt.wagers[wait.seat, sitting.game.wagers.index(self.advisor.base)])

    def choose(self, sitting: Sitting, act: int) -> Taken:
        """Make a choice and note what it cost."""
        now, wait = _waiting(sitting)
        hints, base_cents, number = self.hints(sitting), self.base_cents(sitting), sitting.rounds + 1
        sitting.choose(act)
        chosen = next(hint for hint in hints if hint.act == act)
        spot = spot_of(sitting.game, now, wait.seat, wait.hand, wait.options)
        self.taken.append(Taken(number, spot, chosen, hints[0], base_cents))
        return self.taken[-1]

    @property
    def given_up_cents(self) -> float:
        return sum(each.cost_cents for each in self.taken)

    def mistakes(self) -> list[Taken]:
        """Choices that gave something up, the dearest first."""
        return sorted((each for each in self.taken if each.cost), key=lambda each: -each.cost_cents)


def _waiting(sitting: Sitting) -> tuple[Replay, Pending]:
    assert sitting.now is not None, "no round is open"
    assert sitting.pending is not None, "nobody is asked"
    return sitting.now, sitting.pending
