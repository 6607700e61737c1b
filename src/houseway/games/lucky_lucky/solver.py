"""What is known of Lucky Lucky and Lucky Break beside their play."""

from houseway.analysis.solver import EffectParts, Hints, Solver, Threes
from houseway.games.lucky_lucky.answers import answer
from houseway.games.lucky_lucky.solve import advise, solve, standard
from houseway.games.lucky_lucky.solve_effects import settlements
from houseway.games.lucky_lucky.solve_hints import BASE, ranker
from houseway.games.lucky_lucky.solve_mixes import parts
from houseway.games.lucky_lucky.solve_threes import STUDIED, WAGER, worth_of_threes
from houseway.games.lucky_lucky.solve_whole import rest

SOLVER = Solver(
    solve=solve,
    advise=advise,
    standard=standard,
    effects=EffectParts(settlements),
    mixes=parts,
    hints=Hints(BASE, ranker),
    whole=rest,
    threes=Threes(WAGER, STUDIED, worth_of_threes),
    answer=answer,
)
