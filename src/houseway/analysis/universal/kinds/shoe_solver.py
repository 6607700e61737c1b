"""The solver of a game that declares none and is proved by kinds of cards: it only declares."""

from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.analysis.universal.advice import base_wager
from houseway.analysis.universal.cost import MINUTES_S
from houseway.analysis.universal.kinds.bets_beside import beside
from houseway.analysis.universal.kinds.from_shoe import cost, solve
from houseway.analysis.universal.kinds.shoe_advice import advise, follow, ranker
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.shoe_without import shoe_without
from houseway.analysis.universal.kinds.whole_shoe import OPTIMAL, cost_of
from houseway.analysis.universal.settled_rows import settlements
from houseway.analysis.universal.worded.in_words import shoe_guide
from houseway.games.game import Game, Settings


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
        words=shoe_guide,
        whole=beside,
        less_cards=shoe_without,
        cost=cost,
    )
