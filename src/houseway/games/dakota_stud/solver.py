"""What is known of Dakota Stud beside its play."""

from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.games.dakota_stud.solve import advise, solve
from houseway.games.dakota_stud.solve_effects import settlements
from houseway.games.dakota_stud.solve_guide import guide
from houseway.games.dakota_stud.solve_hints import BASE, ranker
from houseway.games.dakota_stud.solve_mixes import parts
from houseway.games.dakota_stud.solve_whole import rest

SOLVER = Solver(
    solve=solve,
    advise=advise,
    effects=EffectParts(settlements),
    guide=guide,
    mixes=parts,
    hints=Hints(BASE, ranker),
    whole=rest,
)
