"""Solve a game: from the figures kept, or anew by the game's own solver."""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from houseway.analysis import store
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solver import FILE, Progress, Solver
from houseway.analysis.universal.kinds.shoe_question import why_not_walked
from houseway.analysis.universal.shape import can_be_proved
from houseway.games.betting import Limits
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings, nearest
from houseway.games.words import said_again
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from houseway.analysis.exact.shared.mixes import Part

OPTIMAL, PUBLISHED = "optimal", "published"
SOLVED = (OPTIMAL, PUBLISHED)  # strategies that a solver finds where none is written down
WORTH_KEEPING_S = 1.0


class TakesMinutes(Refused):
    """Work that is not begun unasked."""


def solver_of(game: Game) -> Solver:
    """The game's mathematics, or the proof from its play, or a refusal."""
    if has_own_mathematics(game):
        solver: Solver = import_module(f"{game.package}.{FILE}").SOLVER
        return solver
    return proof_of(game)


def proof_of(game: Game) -> Solver:
    """The proof from its play, whatever mathematics a game has of its own, or a refusal with the reason."""
    if why := _why_not_proved(game):
        raise Refused(why)
    return _from_play(game)


def has_solver(game: Game) -> bool:
    """Whether there is one; it is not loaded."""
    return has_own_mathematics(game) or not _why_not_proved(game)


def has_own_mathematics(game: Game) -> bool:
    """Whether a solver was written for it; others are proved from their play."""
    return _is_there(f"{game.package}.{FILE}")


@cache
def _why_not_proved(game: Game) -> str:
    return "" if can_be_proved(game) else why_not_walked(game)


@cache
def _from_play(game: Game) -> Solver:
    if can_be_proved(game):
        from houseway.analysis.universal.solver import solver_for  # it brings the compiler with it

        return replace(solver_for(game), mixes=_mixes_from_play)
    from houseway.analysis.universal.kinds.shoe_solver import shoe_solver_for

    return replace(shoe_solver_for(game), mixes=_mixes_from_play)


def _mixes_from_play(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> "list[Part]":
    from houseway.analysis.from_play_mixes import parts_from

    return parts_from(game, settings, limits, solve(game, settings))


@cache
def _is_there(name: str) -> bool:
    return find_spec(name) is not None


def solve(
    game: Game,
    settings: Mapping[str, Any] | None = None,
    strategy: str = OPTIMAL,
    *,
    fresh: bool = False,
    on_gpu: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """The exact figures of a game under these settings. `fresh` computes them from nothing, whatever is kept; `on_gpu`
    has a GPU count the deals behind them.
    """
    full = game.settings(settings)
    verify_strategy(game, strategy)
    if on_gpu and (not fresh or solver_of(game).recount_on_gpu is None):
        why = "no deals of it are counted there" if fresh else "it is for counting anew"
        raise Refused(f"{game.title} is not solved on a GPU: {why}")
    if not fresh and (found := store.stored(game, full, strategy)) is not None:
        return found
    solver = solver_of(game)
    recount = solver.recount_on_gpu if on_gpu else solver.recount
    if not fresh:
        refuse_if_long(game, solver, full)
    elif recount is not None:
        recount(game, full, progress)
    begun = time.perf_counter()
    solution = computed(game, full, strategy, progress)
    if time.perf_counter() - begun > WORTH_KEEPING_S:
        store.keep(solution, game)
    return solution


def cost_of(game: Game, settings: Mapping[str, Any] | None, strategy: str = OPTIMAL, *, fresh: bool = False) -> str:
    """What `solve` will take, in words: '32 million deals, about 6 s here'. '' where it is stored, or nobody knows."""
    full = game.settings(settings)
    if not has_solver(game) or (not fresh and store.stored(game, full, strategy) is not None):
        return ""
    cost = solver_of(game).cost
    return cost(game, full) if cost else ""


def verify_strategy(game: Game, strategy: str) -> None:
    """A strategy that is written down, or that the solver finds; what follows a colon is the solver's own matter."""
    if strategy in (*SOLVED, *game.strategies):
        return  # known without loading the solver
    known = dict.fromkeys((*SOLVED, *game.strategies, *_followed_otherwise(game)))
    if strategy.partition(":")[0] not in _followed_otherwise(game):
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")


def _followed_otherwise(game: Game) -> Mapping[str, Decide]:
    """Strategies with a plan of another kind, and what plays it."""
    return solver_of(game).followed_otherwise if has_solver(game) else {}


def computed(game: Game, settings: Settings, strategy: str, progress: Progress | None = None) -> Solution:
    """A solution with its plan, worked out now; counts of many minutes are taken from where they lie."""
    return solver_of(game).solve(game, settings, strategy, progress)


def strategy_of(game: Game, name: str, settings: Settings) -> Strategy:
    """A strategy with what follows it: one that is written down, or the solver's.

    What is written down needs no solver: loading one brings the compiler, a third of all memory that a server has.
    """
    if name in game.strategies:
        return _written(game, name, settings)
    otherwise = _followed_otherwise(game)
    kind = name.partition(":")[0]
    if name not in SOLVED and kind not in otherwise:
        known = [*game.strategies, *([OPTIMAL] if has_solver(game) else [])]
        raise Refused(f"{game.title} has no strategy '{said_again(name)}'{nearest(name, known)}")
    refuse_if_long(game, solver_of(game), settings)
    return Strategy(name, computed(game, settings, name).plan, otherwise.get(kind, game.follow))


@lru_cache(maxsize=32)
def _written(game: Game, name: str, settings: Settings) -> Strategy:
    """A chart becomes a plan once: nobody writes into it."""
    return game.written(name, settings)


def refuse_if_long(game: Game, solver: Solver, settings: Settings) -> None:
    """Work of many minutes is not begun unasked."""
    if solver.takes_minutes(settings):
        wish = f"--set decks={settings['decks']}" if "decks" in settings else ""
        install = f"`pip install houseway[{solver.counts_extra}]` brings the counts it needs; "
        raise TakesMinutes(
            f"{game.title} under these options is not in the store, and solving it takes many minutes: "
            f"{install if solver.counts_extra else ''}`houseway edge {game.slug} {wish} --fresh` begins it"
        )


def advise(game: Game, settings: Mapping[str, Any] | None, text: str) -> list[tuple[str, Any]]:
    """Every legal act for a concrete hand with its expected value, the best first."""
    return list(solver_of(game).advise(game, game.settings(settings), text))
