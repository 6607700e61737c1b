"""The solver of a game that declares none: everything from its play.

Loading it brings the compiler with it; whether a game can have it is asked of `shape` alone (`can_be_proved`). It only
declares, as a game's own `solver.py` does: what it names beside `solve` is among no figure's sources.
"""

from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.analysis.universal.advice import advise, base_wager, ranker
from houseway.analysis.universal.aside_bets import rest
from houseway.analysis.universal.boards.board_plan import follow_board
from houseway.analysis.universal.cost import MINUTES_S, by_boards, cost_of, is_in_lots
from houseway.analysis.universal.planned import follow
from houseway.analysis.universal.question import question
from houseway.analysis.universal.settled_rows import settlements
from houseway.analysis.universal.solving import OPTIMAL, cost, forget_boards, solve
from houseway.analysis.universal.worded.in_words import guide
from houseway.analysis.universal.worded.on_boards import board_guide
from houseway.games.game import Game, Settings


def solver_for(game: Game) -> Solver:
    def takes_minutes(settings: Settings) -> bool:
        asked = question(game, settings)
        return cost_of(asked).seconds > MINUTES_S or is_in_lots(asked)

    board = by_boards(question(game, game.settings()))
    return Solver(
        solve=solve,
        advise=advise,
        takes_minutes=takes_minutes,
        followed_otherwise={OPTIMAL: follow_board if board else follow},
        effects=EffectParts(settlements),
        hints=Hints(base_wager(game), ranker),
        words=board_guide if board else guide,
        whole=rest,
        cost=cost,
        recount=forget_boards if board else None,
    )
