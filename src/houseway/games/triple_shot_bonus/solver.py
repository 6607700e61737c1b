"""What is known of Triple Shot Bonus beside its play."""

from houseway.analysis.exact.blackjack.declared import less_cards_of, settled
from houseway.analysis.solver import EffectParts, Hints, Solver
from houseway.games.triple_shot_bonus.answers import answer
from houseway.games.triple_shot_bonus.solve import FOLLOWED_OTHERWISE, advise, solve
from houseway.games.triple_shot_bonus.solve_blackjack import blackjack_of
from houseway.games.triple_shot_bonus.solve_hints import BASE, INSURED, ranker
from houseway.games.triple_shot_bonus.solve_mixes import parts
from houseway.games.triple_shot_bonus.solve_whole import rest

SOLVER = Solver(
    solve=solve,
    advise=advise,
    followed_otherwise=FOLLOWED_OTHERWISE,
    effects=EffectParts(settled(blackjack_of, solve)),
    mixes=parts,
    hints=Hints(BASE, ranker),
    whole=rest,
    less_cards=less_cards_of(blackjack_of, INSURED),
    answer=answer,
)
