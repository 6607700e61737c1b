"""The contract of a game: what its folder must offer, and how a strategy is one value.

    from houseway.games.game import Game
    from houseway.games.my_game import plan, play

    GAME = Game("my_game", play, plan)

`play` and `plan` are modules, held against `Table` and `Playing` by mypy. What else a game may have is declared in its
`solver.py` (`analysis.solver.Solver`). `houseway check my_game` says in words what is missing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from houseway.games.options import Setting
from houseway.rules.choice import Decide
from houseway.rules.felt import Felt
from houseway.rules.shoe import Shoe


class Table(Protocol):
    """play.py: the one function and its leaf rules, and names in the order of rules.toml."""

    __name__: str
    __file__: str | None

    @property
    def WAGERS(self) -> tuple[str, ...]: ...  # noqa: N802 - constants of a module

    @property
    def ACTS(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def OUTCOMES(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def HANDS_MAX(self) -> int: ...  # noqa: N802

    @property
    def CARDS_MAX(self) -> int: ...  # noqa: N802

    @property
    def Rules(self) -> Any: ...  # noqa: N802 - a NamedTuple, filled by the names of its fields

    def play(self, rules: Any, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None: ...


class Playing(Protocol):
    """plan.py: the strategies that are written down, the plan of each (a NamedTuple of arrays), and what follows it."""

    @property
    def STRATEGIES(self) -> tuple[str, ...]: ...  # noqa: N802

    def new_plan(self, strategy: str, rules: Any, settings: Mapping[str, Setting]) -> Any: ...

    def follow(self, plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int: ...


@dataclass(frozen=True)
class Strategy:
    """A plan with what follows it. Apart they are of no use: a plan of one kind cannot be followed by another."""

    name: str
    plan: Any
    follow: Decide

    def act(self, felt: Felt, seat: int, hand: int, options: int) -> int:
        """What it does among these acts, having seen what the seat sees."""
        return int(self.follow(self.plan, felt, seat, hand, options))
