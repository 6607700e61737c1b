"""What is known of Super Fun 21 beside its play."""

from houseway.analysis.exact.blackjack.declared import less_cards_of, ranker_of, settled
from houseway.analysis.exact.blackjack.live_hands import Insurance
from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.games.super_fun_21.play import INSURANCE, LOSE, WIN
from houseway.games.super_fun_21.solve import advise, blackjack_of, solve
from houseway.games.super_fun_21.solve_mixes import parts
from houseway.games.super_fun_21.solve_whole import rest
from houseway.rules.blackjack import DECLINE, INSURE

INSURED = Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE)

SOLVER = Solver(
    solve=solve,
    advise=advise,
    effects=EffectParts(settled(blackjack_of)),
    mixes=parts,
    hints=Hints("blackjack", ranker_of(blackjack_of, INSURED)),
    whole=rest,
    less_cards=less_cards_of(blackjack_of, INSURED),
)
