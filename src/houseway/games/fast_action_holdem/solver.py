"""What is known of Fast Action Hold'em beside its play."""

from houseway.analysis.solver import Caps, EffectParts, Hints, Solver
from houseway.games.fast_action_holdem.solve import advise, recount, recount_on_gpu, solve, standard, takes_minutes
from houseway.games.fast_action_holdem.solve_effects import bonus_edge, envy_cents, plan_without_cap, settlements
from houseway.games.fast_action_holdem.solve_guide import guide
from houseway.games.fast_action_holdem.solve_hints import BASE, ranker
from houseway.games.fast_action_holdem.solve_mixes import parts
from houseway.games.fast_action_holdem.solve_pays import solve_with_pays
from houseway.games.fast_action_holdem.solve_units import in_units
from houseway.games.fast_action_holdem.solve_whole import rest

SOLVER = Solver(
    solve=solve,
    advise=advise,
    takes_minutes=takes_minutes,
    recount=recount,
    recount_on_gpu=recount_on_gpu,
    in_units=in_units,
    counts_extra="counts",
    standard=standard,
    with_pays=solve_with_pays,
    effects=EffectParts(settlements, envy_cents, Caps(bonus_edge, plan_without_cap)),
    guide=guide,
    mixes=parts,
    hints=Hints(BASE, ranker),
    whole=rest,
)
