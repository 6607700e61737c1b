"""What is known of Lucky Lucky and Lucky Break beside their play."""

from houseway.analysis.exact.blackjack.declared import less_cards_of, ranker_of, settled
from houseway.analysis.exact.blackjack.live_hands import Insurance
from houseway.analysis.solver import EffectParts, Hints, Solver, Threes
from houseway.games.lucky_lucky.answers import answer
from houseway.games.lucky_lucky.play import INSURANCE, LOSE, WIN
from houseway.games.lucky_lucky.solve import advise, solve, standard
from houseway.games.lucky_lucky.solve_blackjack import blackjack_of
from houseway.games.lucky_lucky.solve_mixes import parts
from houseway.games.lucky_lucky.solve_threes import STUDIED, WAGER, worth_of_threes
from houseway.games.lucky_lucky.solve_whole import rest
from houseway.rules.blackjack import DECLINE, INSURE

INSURED = Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE)

SOLVER = Solver(
    solve=solve,
    advise=advise,
    standard=standard,
    effects=EffectParts(settled(blackjack_of, solve)),
    mixes=parts,
    hints=Hints("blackjack", ranker_of(blackjack_of, INSURED)),
    whole=rest,
    less_cards=less_cards_of(blackjack_of, INSURED),
    threes=Threes(WAGER, STUDIED, worth_of_threes),
    answer=answer,
)
