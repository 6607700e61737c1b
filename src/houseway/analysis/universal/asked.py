"""What every question about a game's play has: the game as it is set, its deck, and what is bet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.analysis.exact.shared.spot import Spot
from houseway.analysis.universal.shape import units_bet
from houseway.games.game import Game, Settings, Wagers

TO_TRY = (
    "write a solve.py with the mathematics of its family, or take a sample with its error (`houseway simulate {}`; "
    "--cluster or --device gpu make it larger)"
)


@dataclass(frozen=True)
class Asked:
    game: Game
    settings: Settings
    deck: tuple[int, ...]  # in rising order
    sees = ""  # what the player sees beside what the rules show

    @cached_property
    def rules(self) -> Any:
        return self.game.rules(self.settings)

    @cached_property
    def bets(self) -> Wagers:
        return units_bet(self.game, self.rules)

    @cached_property
    def unit_cents(self) -> int:
        return next(iter(self.bets.values()))

    @cached_property
    def aside(self) -> tuple[bool, ...]:
        return tuple(wager.aside for wager in self.game.sheet.wagers)

    @cached_property
    def base(self) -> int:
        """The wager in whose size all others are told: the first that choices look at."""
        return next(w for w, name in enumerate(self.game.wagers) if name in self.bets and not self.aside[w])

    @property
    def to_try(self) -> str:
        """What else there is for a game that is out of reach."""
        has_own = (self.game.folder / "solver.py").exists()
        return "its figures come from mathematics of its own" if has_own else TO_TRY.format(self.game.slug)

    def looked_at(self, action: Sequence[int]) -> list[int]:
        """Cents in action by wager; -1 on those that choices do not look at."""
        return [-1 if aside else cents for aside, cents in zip(self.aside, action, strict=True)]

    def has_in_action(self, spot: Spot, action: Sequence[int]) -> bool:
        """Whether a seat has so much in action for each unit of its base bet."""
        bet = spot.wagers.get(self.game.wagers[self.base], 0)
        return all(
            cents < 0 or spot.staked.get(name, 0) * self.unit_cents == cents * bet
            for name, cents in zip(self.game.wagers, self.looked_at(action), strict=True)
        )
