"""The mathematics of a game, declared: what its `solver.py` says that it has, and of what shape each part is.

    SOLVER = Solver(solve=solve, advise=advise, mixes=parts)

Every part but `solve` and `advise` may be missing; nobody looks for one that is not declared. A game without a
`solver.py` is played and simulated all the same. What a `solver.py` declares it does not compute: it is not among the
sources of the figures (`computed_by.py`), so that a new part leaves every stored figure as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from houseway.games.betting import Limits
from houseway.games.game import Game, Settings
from houseway.games.sheet import Claim
from houseway.rules.choice import Decide

if TYPE_CHECKING:  # they bring the compiler with them, which a house that deals does not need
    import numpy as np
    from numpy.typing import NDArray

    from houseway.analysis.exact.shared.guide import Guide
    from houseway.analysis.exact.shared.less_cards import LessCards
    from houseway.analysis.exact.shared.mixes import Part
    from houseway.analysis.exact.shared.settlements import Settlements
    from houseway.analysis.exact.shared.solution import Solution
    from houseway.analysis.exact.shared.spot import Ranker
    from houseway.analysis.whole.seen import Rest

FILE = "solver"

Progress = Callable[[int, int], None]  # done, total
Advise = Callable[[Game, Settings, str], Sequence[tuple[str, Any]]]  # acts with what each is worth, the best first
Mixes = Callable[[Game, Settings, Mapping[str, Limits]], "list[Part]"]
Guided = Callable[[Game, Settings, str], "Guide"]
Worded = Callable[[Game, Settings, Progress | None, Fraction], "Guide"]  # the last: what the rules of a choice may cost
Answer = Callable[[Game, Settings, Claim], str]  # to a claim that is words
WholeRounds = Callable[[Game, Settings, "Ranker"], "Rest"]  # by the hints of the game
Sums = Callable[[Game, Settings, str], Fraction]


class Solve(Protocol):
    def __call__(self, game: Game, settings: Settings, strategy: str, progress: Progress | None, /) -> "Solution": ...


class Recount(Protocol):
    def __call__(self, game: Game, settings: Settings, progress: Progress | None, /) -> object: ...


class CountInUnits(Protocol):
    """A count whose units can be lost and done again, by other processes and on other machines."""

    game: str

    @property
    def done(self) -> bool:
        """Whether any unit is."""

    @property
    def left(self) -> int:
        """How many nobody has taken."""

    @property
    def so_far(self) -> str:
        """How much is counted, and where that is kept."""

    def take(self, workers: int, /) -> Any:
        """The next unit, for one of so many workers; None where all are taken."""

    def give_back(self, unit: Any, /) -> None:
        """It was lost."""

    def call(self, unit: Any, /) -> tuple[Any, ...]:
        """A function that a worker knows by name, and what it is given."""

    def take_in(self, unit: Any, found: Any, /) -> None:
        """It came back."""

    def save(self) -> None:
        """What is counted, for the next time."""

    def keep(self) -> None:
        """The whole count, as the figures want it."""


class BonusEdge(Protocol):
    def __call__(
        self, game: Game, settings: Settings, strategy: str, bet_cents: int, cap_cents: int, /
    ) -> Fraction: ...


@dataclass(frozen=True)
class Caps:
    """What a cap on a Bonus does: its edge under one, and the plan of those who play as if there were none."""

    bonus_edge: BonusEdge
    plan_without_cap: Callable[[Game, Settings, str], Any]


@dataclass(frozen=True)
class EffectParts:
    """What house options do to the edge."""

    settlements: Callable[[Game, Settings, str], "Settlements"]
    envy_cents: Sums | None = None  # to each player a round, for each other player
    caps: Caps | None = None


@dataclass(frozen=True)
class Threes:
    """A bet on the first three cards, as a machine that takes cards back at once deals it."""

    wager: str
    studied: tuple[Mapping[str, Any], ...]  # options under which it is studied
    worth: Callable[[Game, Settings], "NDArray[np.float64]"]


@dataclass(frozen=True)
class Hints:
    """What each act at a live table is worth, in units of a base bet."""

    base: str  # the wager whose amount is the unit
    ranker: Callable[[Game, Settings], "Ranker"]


def _never(_: Settings) -> bool:
    return False


def _nothing_else(_: Game) -> Iterable[Settings]:
    return ()


@dataclass(frozen=True)
class Solver:
    solve: Solve
    advise: Advise
    takes_minutes: Callable[[Settings], bool] = _never  # what does is begun only when it is asked for by name
    recount: Recount | None = None  # counts behind the figures, made anew by `edge --fresh`
    recount_on_gpu: Recount | None = None  # ... and by `edge --fresh --device gpu`
    in_units: Callable[[Game, Settings, Progress], CountInUnits] | None = None  # the same for a cluster
    counts_extra: str = ""  # what to install with houseway to have those counts
    standard: Callable[[Game], Iterable[Settings]] = _nothing_else  # further options whose figures ship
    followed_otherwise: Mapping[str, Decide] = field(default_factory=dict)  # strategies with a plan of another kind
    with_pays: Solve | None = None  # at changed pays, where `solve` knows the printed ones alone
    effects: EffectParts | None = None
    guide: Guided | None = None  # a strategy in words
    words: Worded | None = None  # the best play in words, where they are found and not declared
    mixes: Mixes | None = None  # wagers whose best play hangs together
    threes: Threes | None = None
    hints: Hints | None = None  # what each act of a choice at a live table is worth
    whole: WholeRounds | None = None  # the bets that do not hang on a choice
    less_cards: "Callable[[Game, Settings], LessCards] | None" = None  # what knowing cards that will not come adds
    answer: Answer | None = None
    cost: Callable[[Game, Settings], str] | None = None  # what solving will take, in words
