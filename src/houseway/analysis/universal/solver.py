"""The solver of a game that declares none: everything from its play.

Loading it brings the compiler with it; whether a game can have it is asked of `shape` alone (`can_be_proved`).
"""

import hashlib
from pathlib import Path

from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.settlements import Settlements, of_rows
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solver import EffectParts, Hints, Progress, Solver
from houseway.analysis.universal import unfinished
from houseway.analysis.universal.advice import advise, base_wager, ranker
from houseway.analysis.universal.cost import MINUTES_S, cost_of, verify_reach
from houseway.analysis.universal.count import Stopped, count
from houseway.analysis.universal.planned import follow, planned
from houseway.analysis.universal.proof import ROUND, Proof
from houseway.analysis.universal.question import question
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

OPTIMAL, PUBLISHED = "optimal", "published"


class StoppedHere(KeyboardInterrupt):
    """Ctrl-C, with what is done kept."""


def solver_for(game: Game) -> Solver:
    def takes_minutes(settings: Settings) -> bool:
        return cost_of(question(game, settings)).seconds > MINUTES_S

    return Solver(
        solve=solve,
        advise=advise,
        takes_minutes=takes_minutes,
        followed_otherwise={OPTIMAL: follow},
        effects=EffectParts(settlements),
        hints=Hints(base_wager(game), ranker),
        cost=cost,
    )


def cost(game: Game, settings: Settings) -> str:
    """What solving will take, in words."""
    return str(cost_of(question(game, settings)))


def solve_seeing(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> Solution:
    """The best play of a player who sees more than the rules show."""
    asked = question(game, settings, sees=sees)
    verify_reach(asked)
    proof = Proof(asked, count(asked, None, progress), OPTIMAL)
    return Solution(game.slug, settings, f"{OPTIMAL}, seeing {sees}", proof.wagers(), None, proof.notes())


def solve(game: Game, settings: Settings, strategy: str = OPTIMAL, progress: Progress | None = None) -> Solution:
    """Best play or a written strategy. Ctrl-C keeps what is done, and the same question goes on from there."""
    if strategy == PUBLISHED:
        raise Refused(f"{game.title} has no published strategy that a solver could find")
    asked = question(game, settings)
    verify_reach(asked)
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    key = _key(game, settings, strategy)
    try:
        counted = count(asked, chosen, progress, before=unfinished.taken_up(key))
    except Stopped as stopped:
        done = unfinished.keep(key, stopped.counted)
        after = "; the same command goes on from there" if done else ", and could not be kept"
        raise StoppedHere(f"stopped: {stopped}{after}") from None
    unfinished.forget(key)
    proof = Proof(asked, counted, strategy)
    plan = chosen.plan if chosen else planned(asked, counted) if asked.planned() else None
    return Solution(game.slug, settings, strategy, proof.wagers(), plan, proof.notes())


def settlements(game: Game, settings: Settings, strategy: str) -> Settlements:
    return settled(game, settings, solve(game, settings, strategy))


def settled(game: Game, settings: Settings, solution: Solution) -> Settlements:
    """Of wagers that are one bet on one hand; where a stake may be of several sizes, rows do not tell them apart."""
    wagers = {name: wager for name, wager in solution.wagers.items() if name != ROUND}
    rules = game.rules(settings)
    for name, wager in wagers.items():
        w = game.wagers.index(name)
        pays = {game.outcomes[i]: pay_of(rules, w, i) for i in range(len(game.outcomes))}
        if any(row.won != pays.get(row.outcome, 0) for row in wager.rows):
            raise Refused(f"{game.title} has no exact effects yet")
    return {name: of_rows(wager) for name, wager in wagers.items()}


def _key(game: Game, settings: Settings, strategy: str) -> str:
    """What unfinished work hangs on: every source of this room and of the game, the settings, the strategy."""
    made = hashlib.sha256(repr((game.slug, sorted(settings.items()), strategy)).encode())
    made.update(game.rules(settings).pays.tobytes())
    rooms = (Path(__file__).parent, Path(__file__).parents[2] / "rules", game.folder)
    for path in sorted(path for room in rooms for path in room.glob("*.py")):
        made.update(path.name.encode() + path.read_bytes())
    return made.hexdigest()[:40]
