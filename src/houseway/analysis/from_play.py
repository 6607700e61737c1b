"""Figures from `play` alone, beside those that are kept of a game: the third way.

The whole round is proved where that is in reach, with the best play or a strategy that is written down; elsewhere wager
by wager, as far as no choice bears on one. What cannot be proved so is named with the reason. A game without a solver
has the figures of such wagers and no others (`edge_from_play`).
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.solve import OPTIMAL, TakesMinutes, has_own_mathematics, proof_of, solve, verify_strategy
from houseway.analysis.solver import Progress
from houseway.analysis.store import stored
from houseway.games.game import Game, Settings
from houseway.games.wager_titles import ROUND
from houseway.rules.refused import Refused

EQUAL, DIFFERENT = "equal", "different"
ANY = "any"  # strategy
FIGURES = ("edge", "hit", "variance", "action")
OUTCOMES = "outcomes"

Tell = Callable[[str], object]  # what is said beforehand


@dataclass(frozen=True)
class Beside:
    """One figure from `play`, and what is kept of it."""

    figure: str
    proved: Fraction  # how many, of outcomes
    kept: Fraction | None  # None: the game's own mathematics does not know the wager
    is_equal: bool

    @property
    def verdict(self) -> str:
        return "" if self.kept is None else EQUAL if self.is_equal else DIFFERENT


@dataclass
class FromPlay:
    """What came out so far."""

    game: Game
    settings: Settings
    strategy: str
    why_not_whole: str = ""  # '' where the whole round was proved
    proved: dict[str, WagerSolution] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # wagers, and why
    kept: Mapping[str, WagerSolution] = field(default_factory=dict)

    @property
    def left(self) -> list[str]:
        """Wagers that nobody came to."""
        if not self.why_not_whole and self.proved:
            return []
        return [name for name in self.game.wagers if name not in self.proved and name not in self.refused]

    @property
    def done(self) -> str:
        proved, left = len(self.proved), len(self.left)
        return (
            f"of {len(self.game.wagers)} wagers {proved} {is_or_are(proved)} proved and {left} {is_or_are(left)} left"
        )

    def beside(self, wager: str) -> list[Beside]:
        """Each figure of a wager, and all its outcomes."""
        proved, kept = self.proved[wager], self.kept.get(wager)
        found = []
        for name in FIGURES:
            ours, theirs = getattr(proved, name).value, getattr(kept, name).value if kept else None
            found.append(Beside(name, ours, theirs, ours == theirs))
        ours, theirs = _ends(proved), _ends(kept) if kept else None
        many = None if theirs is None else Fraction(len(theirs))
        return [*found, Beside(OUTCOMES, Fraction(len(ours)), many, ours == theirs)]

    @property
    def differs(self) -> bool:
        return any(each.verdict == DIFFERENT for wager in self.proved for each in self.beside(wager))


def is_or_are(many: int) -> str:
    return "is" if many == 1 else "are"


def _ends(wager: WagerSolution) -> dict[Any, Fraction]:
    """How likely each end is; of a whole round by what it wins, since its ends have names only in a solver."""
    found: dict[Any, Fraction] = {}
    for row in wager.rows:
        end = row.won if wager.name == ROUND else (row.outcome, row.won)
        found[end] = found.get(end, Fraction(0)) + row.probability
    return found


def begin_from_play(game: Game, settings: Mapping[str, Any] | None, strategy: str = OPTIMAL) -> FromPlay:
    """With what is kept of the game, by its own mathematics or by an earlier proof."""
    full = game.settings(settings)
    verify_strategy(game, strategy)
    kept = stored(game, full, strategy)
    if kept is None and has_own_mathematics(game):
        with suppress(TakesMinutes):
            kept = solve(game, full, strategy)
    return FromPlay(game, full, strategy, kept=kept.wagers if kept else {})


def prove_from_play(found: FromPlay, tell: Tell, progress: Progress | None = None) -> None:
    """The whole round, or wager by wager; Ctrl-C leaves in `found` what is done."""
    game, settings = found.game, found.settings
    try:
        solver = proof_of(game)
        if solver.cost:
            tell(solver.cost(game, settings))
        found.proved |= solver.solve(game, settings, found.strategy, progress).wagers
    except Refused as refused:
        found.why_not_whole = str(refused)
        prove_wagers_apart(found, tell, progress)


def prove_wagers_apart(found: FromPlay, tell: Tell, progress: Progress | None = None) -> None:
    from houseway.analysis.universal.apart.one_wager import NotApart, apart_of  # it brings the compiler with it

    for wager in found.left:
        try:
            apart = apart_of(found.game, found.settings, wager)
        except NotApart as refused:
            found.refused[wager] = refused.why
            continue
        tell(f"{wager}: {apart.cost}")
        found.proved[wager] = apart.figures(progress)


def edge_from_play(
    game: Game, settings: Mapping[str, Any] | None, why: Refused, tell: Tell, progress: Progress | None = None
) -> tuple[Solution, FromPlay]:
    """The wagers of a game without a solver whose whole round was refused, or that refusal where there are none."""
    full = game.settings(settings)
    found = FromPlay(game, full, ANY, str(why))
    prove_wagers_apart(found, tell, progress)
    if not found.proved:
        raise why
    return Solution(game.slug, full, ANY, found.proved), found
