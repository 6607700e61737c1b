"""Figures: sampled by playing millions of rounds, or exact.

    sampled = simulate("lucky_lucky", 1_000_000, seed=1)
    exact = solve("lucky_lucky")
    print(exact["lucky_lucky"].edge, sampled["lucky_lucky"].edge)

Both are tables of wagers: `rows()` is what pandas.DataFrame and polars.DataFrame take, `to_dict()` has everything.
An edge is positive when the house is ahead, and is of the initial wager.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, TypeVar

from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.simulate import simulate as run
from houseway.analysis.simulation import Simulation, WagerFigures, as_json
from houseway.analysis.solve import solve as solved
from houseway.api.naming import Bets, Options, game_of, options_of, seats_of, whole
from houseway.games.game import Game, nearest
from houseway.games.sheet import Setting
from houseway.rules.refused import Refused

Found = TypeVar("Found")


@dataclass(frozen=True)
class ExactOutcome:
    """One way a wager can end."""

    name: str
    won: Fraction  # in units of the initial wager; negative: lost
    probability: Fraction


@dataclass(frozen=True)
class ExactWager:
    """The exact figures of one wager."""

    name: str
    edge: Fraction
    hit: Fraction  # how often it wins something
    variance: Fraction  # in squared units
    action: Fraction  # units finally staked, for one at first; 0 for what is paid without a bet of its own
    outcomes: tuple[ExactOutcome, ...]  # none where only the figures are known; rare ones are sampled where "hit" is
    sampled: Mapping[str, float]  # "edge", "hit", "variance": standard errors of what is not exact, mostly nothing

    @property
    def standard_deviation(self) -> float:
        """In units of the initial wager."""
        return sqrt(self.variance)

    @property
    def element_of_risk(self) -> Fraction | None:
        """The edge of all that is staked, not of the initial wager alone; None where nothing is."""
        return self.edge / self.action if self.action else None


class _ByWager(Mapping[str, Found]):
    """Figures by the name of their wager; one that is not there is refused with those that are."""

    wagers: Mapping[str, Found]

    def __getitem__(self, wager: str) -> Found:
        if wager not in self.wagers:
            raise Refused(f"there are no figures of '{wager}'{nearest(str(wager), self.wagers)}")
        return self.wagers[wager]

    def __contains__(self, wager: object) -> bool:
        return wager in self.wagers

    def get(self, wager: str, default: Any = None) -> Any:
        """The figures of a wager, or something else where there is no such wager."""
        return self.wagers.get(wager, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)


@dataclass(frozen=True)
class Exact(_ByWager[ExactWager]):
    """A game solved: its wagers by name."""

    game: str
    options: Mapping[str, Setting]
    strategy: str
    wagers: Mapping[str, ExactWager]
    notes: Mapping[str, Fraction]  # further figures, by name

    def rows(self) -> list[dict[str, str | float | None]]:
        """One row a wager, in decimals."""
        return [
            {
                "wager": each.name,
                "edge": float(each.edge),
                "hit": float(each.hit),
                "standard_deviation": each.standard_deviation,
                "action": float(each.action),
                "element_of_risk": None if each.element_of_risk is None else float(each.element_of_risk),
            }
            for each in self.wagers.values()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything, fractions as text ('-2339/8330')."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "strategy": self.strategy,
            "wagers": {
                each.name: {
                    "edge": str(each.edge),
                    "hit": str(each.hit),
                    "variance": str(each.variance),
                    "action": str(each.action),
                    "sampled": dict(each.sampled),
                    "outcomes": [
                        {"outcome": way.name, "won": str(way.won), "probability": str(way.probability)}
                        for way in each.outcomes
                    ],
                }
                for each in self.wagers.values()
            },
            "notes": {name: str(value) for name, value in self.notes.items()},
        }


@dataclass(frozen=True)
class Sampled(_ByWager[WagerFigures]):
    """A simulation: its wagers by name, and 'round' for all of a seat's together."""

    simulation: Simulation
    wagers: Mapping[str, WagerFigures]

    @property
    def rounds(self) -> int:
        """How many were played."""
        return self.simulation.rounds

    @property
    def seed(self) -> int:
        """Of their chance."""
        return self.simulation.seed

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it early; what was done by then is counted."""
        return self.simulation.interrupted

    def rows(self) -> list[dict[str, str | float]]:
        """One row a wager."""
        return [
            {
                "wager": each.name,
                "edge": each.edge,
                "standard_error": each.standard_error,
                "hit": each.hit,
                "standard_deviation": each.standard_deviation,
                "action": each.action,
                "seen": each.seen,
            }
            for each in self.wagers.values()
        ]

    def to_dict(self) -> dict[str, Any]:
        """Everything, with the count of every outcome."""
        return as_json(self.simulation)


def simulate(
    game: Game | str,
    rounds: int,
    *,
    seed: int = 1,
    options: Options | None = None,
    strategy: str = "basic",
    bets: Bets | Sequence[Bets] | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sampled:
    """Play so many rounds. The counts of a seed are the same on any number of threads.

    `bets` are cents by wager, of one seat or of several; by default $10 on everything. Ctrl-C ends it early.
    By default the game's basic strategy is played; "optimal" is the one whose figures `solve` has, solved first.
    """
    table = game_of(game)
    found = run(
        table,
        whole(rounds, "rounds"),
        whole(seed, "seed"),
        settings=options_of(options),
        strategy=strategy,
        wagers=None if bets is None else seats_of(bets, table),
        threads=None if threads is None else whole(threads, "threads"),
        progress=progress,
    )
    return Sampled(found, {each.name: each for each in found.figures()})


def solve(
    game: Game | str,
    *,
    options: Options | None = None,
    strategy: str = "optimal",
    fresh: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Exact:
    """The exact figures of a game. What ships is looked up; `fresh` computes it from nothing."""
    table = game_of(game)
    found: Solution = solved(table, options_of(options), strategy, fresh=fresh, progress=progress)
    wagers = {name: _exact(found.told[name]) for name in table.as_on_the_felt(found.told)}
    return Exact(found.slug, found.settings, found.strategy, wagers, found.notes)


def _exact(wager: WagerSolution) -> ExactWager:
    measures = {"edge": wager.edge, "hit": wager.hit, "variance": wager.variance}
    return ExactWager(
        name=wager.name,
        edge=wager.edge.value,
        hit=wager.hit.value,
        variance=wager.variance.value,
        action=wager.action.value,
        outcomes=tuple(ExactOutcome(row.outcome, row.won, row.probability) for row in wager.rows),
        sampled={name: figure.se for name, figure in measures.items() if figure.se is not None},
    )
