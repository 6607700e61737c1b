"""How likely a bet is to hit each tier: read from the exact figures of the game, for one way to play it.

The progressive does not change the play: a meter may be so high that another choice would be better, and these are the
chances of one who plays as the figures say.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

from houseway.analysis.design import prices_of
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.analysis.solve import OPTIMAL, solve
from houseway.games.game import Game, Settings
from houseway.progressives.hits import tier_by_outcome
from houseway.progressives.jackpot import Progressive, verify_in_force
from houseway.rules.refused import Refused

SEVERAL_HANDS = "several_hands"  # as tables of outcomes call a wager that was settled on two hands, with what both won
MISS = -1


def chances_of(
    game: Game, settings: Settings, progressive: Progressive, strategy: str = OPTIMAL
) -> tuple[Fraction, ...]:
    """The probability of each tier a round, in the order of the tiers, for a seat with the bet."""
    verify_in_force(game, progressive, settings)
    return chances_from(game, solve(game, settings, strategy), progressive)


def chances_from(game: Game, solution: Solution, progressive: Progressive) -> tuple[Fraction, ...]:
    """The same from figures that are at hand."""
    return chances_in(game, solution.settings, solution.wagers, progressive)


def chances_in(
    game: Game, settings: Settings, wagers: Mapping[str, WagerSolution], progressive: Progressive
) -> tuple[Fraction, ...]:
    """The same from as much as is known of the game, wager by wager."""
    found = wagers.get(progressive.wager)
    if found is None or not found.rows:
        raise Refused(f"{game.title} has no table of outcomes for {progressive.wager} under these options")
    by_outcome = tier_by_outcome(progressive)
    chances = [Fraction(0)] * len(progressive.tiers)
    for row in found.rows:
        if row.outcome == SEVERAL_HANDS:
            tier = _best_of_two(game, settings, progressive, row.won)
        else:
            tier = by_outcome.get(row.outcome, MISS)
        if tier != MISS:
            chances[tier] += row.probability
    return tuple(chances)


def _best_of_two(game: Game, settings: Settings, progressive: Progressive, won: Fraction) -> int:
    """The tier of the better of two hands that won so much together, where that can be told."""
    by_outcome = tier_by_outcome(progressive)
    prices = [(name, price) for name, price in prices_of(game, game.rules(settings), progressive.wager).items()]
    could_be = {
        min((by_outcome[name] for name, _ in both if name in by_outcome), default=MISS)
        for both in combinations_with_replacement(prices, 2)
        if sum(price for _, price in both) == won
    }
    if len(could_be) != 1:
        raise Refused(
            f"what two hands of {progressive.wager} won together does not tell which tier of "
            f"{progressive.title} they hit: {game.title} has no exact chances for it under these options"
        )
    return could_be.pop()
