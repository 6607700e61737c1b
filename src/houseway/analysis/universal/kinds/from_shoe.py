"""The solver of a game that declares none and is proved by kinds of cards: everything from its play."""

from houseway.analysis.exact.shared.settlements import Settlements
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solver import EffectParts, Hints, Progress, Solver
from houseway.analysis.universal.advice import base_wager
from houseway.analysis.universal.cost import MINUTES_S
from houseway.analysis.universal.kinds.shoe_advice import advise, follow, planned, ranker
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import OPTIMAL, cost_of, prove_by_kinds
from houseway.analysis.universal.solver import settled
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

PUBLISHED = "published"


def shoe_solver_for(game: Game) -> Solver:
    def takes_minutes(settings: Settings) -> bool:
        return cost_of(shoe_question(game, settings)).seconds > MINUTES_S

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
    return str(cost_of(shoe_question(game, settings)))


def solve(game: Game, settings: Settings, strategy: str = OPTIMAL, progress: Progress | None = None) -> Solution:
    """Best play or a written strategy."""
    if strategy == PUBLISHED:
        raise Refused(f"{game.title} has no published strategy that a solver could find")
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    proof = prove_by_kinds(game, settings, chosen, progress)
    return Solution(
        game.slug, settings, strategy, proof.wagers(), chosen.plan if chosen else planned(proof), proof.notes()
    )


def settlements(game: Game, settings: Settings, strategy: str) -> Settlements:
    return settled(game, settings, solve(game, settings, strategy))
