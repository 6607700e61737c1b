"""What is known of Super Fun 21 beside its play."""

from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.games.super_fun_21.solve import advise, solve
from houseway.games.super_fun_21.solve_effects import settlements
from houseway.games.super_fun_21.solve_hints import BASE, ranker
from houseway.games.super_fun_21.solve_mixes import parts
from houseway.games.super_fun_21.solve_whole import rest

SOLVER = Solver(
    solve=solve, advise=advise, effects=EffectParts(settlements), mixes=parts, hints=Hints(BASE, ranker), whole=rest
)
