"""Solve a game: from the figures kept, or anew by the game's own solver."""

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from houseway.analysis import store
from houseway.analysis.exact.solution import Solution
from houseway.games.game import Game, Settings, nearest
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused

OPTIMAL, PUBLISHED = "optimal", "published"
SOLVED = (OPTIMAL, PUBLISHED)  # strategies that a solver finds where none is written down
WORTH_KEEPING_S = 1.0

Progress = Callable[[int, int], None]  # done, total


def solver_of(game: Game) -> ModuleType:
    """The game's solve.py, or a refusal."""
    name = f"houseway.games.{game.slug}.solve"
    if find_spec(name) is None:
        raise Refused(f"{game.title} has no exact solver yet; `houseway simulate {game.slug}` gives sampled figures")
    return import_module(name)


def solve(
    game: Game,
    settings: Mapping[str, Any] | None = None,
    strategy: str = OPTIMAL,
    *,
    fresh: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """The exact figures of a game under these settings. `fresh` computes them from nothing, whatever is kept."""
    full = game.settings(settings)
    verify_strategy(game, strategy)
    if not fresh and (found := store.stored(game, full, strategy)) is not None:
        return found
    solver = solver_of(game)
    if not fresh:
        refuse_if_long(game, solver, full)
    elif hasattr(solver, "recount"):
        solver.recount(game, full, progress)
    begun = time.perf_counter()
    solution = computed(game, full, strategy, progress)
    if time.perf_counter() - begun > WORTH_KEEPING_S:
        store.keep(solution, game)
    return solution


def verify_strategy(game: Game, strategy: str) -> None:
    """A strategy that is written down, or that the solver finds; what follows a colon is the solver's own matter."""
    if strategy in (*SOLVED, *game.strategies):
        return  # known without loading the solver
    known = dict.fromkeys((*SOLVED, *game.strategies, *_followed_otherwise(game)))
    if strategy.partition(":")[0] not in _followed_otherwise(game):
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")


def _followed_otherwise(game: Game) -> Mapping[str, Decide]:
    """Strategies with a plan of another kind, and what plays it."""
    if find_spec(f"houseway.games.{game.slug}.solve") is None:
        return {}
    found: Mapping[str, Decide] = getattr(solver_of(game), "FOLLOWED_OTHERWISE", {})
    return found


def follow_of(game: Game, strategy: str) -> Decide:
    """What plays the plan of a strategy; one that is written down needs no solver."""
    if strategy in game.strategies:
        return game.follow
    return _followed_otherwise(game).get(strategy.partition(":")[0], game.follow)


def computed(game: Game, settings: Settings, strategy: str, progress: Progress | None = None) -> Solution:
    """A solution with its plan, worked out now; counts of many minutes are taken from where they lie."""
    solution: Solution = solver_of(game).solve(game, settings, strategy, progress)
    return solution


def plan_of(game: Game, strategy: str, settings: Settings) -> Any:
    """The plan of a strategy: one that is written down, or the solver's.

    What is written down needs no solver: loading one brings the compiler, a third of all memory that a server has.
    """
    if strategy in game.strategies:
        return game.plan(strategy, settings)
    solved = strategy in SOLVED or strategy.partition(":")[0] in _followed_otherwise(game)
    if not solved:
        return game.plan(strategy, settings)
    refuse_if_long(game, solver_of(game), settings)
    return computed(game, settings, strategy).plan


def refuse_if_long(game: Game, solver: ModuleType, settings: Settings) -> None:
    """Work of many minutes is not begun unasked."""
    if hasattr(solver, "takes_minutes") and solver.takes_minutes(settings):
        wish = f"--set decks={settings['decks']}" if "decks" in settings else ""
        raise Refused(
            f"{game.title} under these options is not in the store, and solving it takes many minutes: "
            f"`houseway edge {game.slug} {wish} --fresh` begins it"
        )


def advise(game: Game, settings: Mapping[str, Any] | None, text: str) -> list[tuple[str, Any]]:
    """Every legal act for a concrete hand with its expected value, the best first."""
    ranked: list[tuple[str, Any]] = solver_of(game).advise(game, game.settings(settings), text)
    return ranked
