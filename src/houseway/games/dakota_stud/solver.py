"""What is known of Dakota Stud beside its play."""

from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.games.dakota_stud.solve import advise, solve
from houseway.games.dakota_stud.solve_guide import guide
from houseway.games.dakota_stud.solve_mixes import parts, settlements
from houseway.games.dakota_stud.solve_whole import ranker, rest

SOLVER = Solver(
    solve=solve,
    advise=advise,
    effects=EffectParts(settlements),
    guide=guide,
    mixes=parts,
    hints=Hints("dollar", ranker),
    whole=rest,
)
