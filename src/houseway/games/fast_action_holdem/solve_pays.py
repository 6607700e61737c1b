"""Fast Action Hold'em at pays of one's own.

What a two of the four cards is worth is known for every spot, so the best play and its edge are exact at any pays. How
two hands of a split end together is stored only for splits that the printed paytables are worth; where changed pays
make others worth it, edge and average stake stay exact, and hits and standard deviation are sampled, with their errors.
"""

from collections.abc import Callable
from fractions import Fraction
from math import lcm

import numpy as np

from houseway.analysis.convergence import played
from houseway.analysis.exact.shared.solution import Figure, Solution, WagerSolution, with_hands
from houseway.analysis.simulation import WagerFigures
from houseway.games.fast_action_holdem.house_way import TWOS
from houseway.games.fast_action_holdem.plan import Acts, Plan
from houseway.games.fast_action_holdem.play import first_two, legal_acts, splits_ante, splits_bonus
from houseway.games.fast_action_holdem.solve import ANTE_ALONE, BONUS_ALONE, OPTIMAL, ROUND, counts_of, solve
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_acts, best_plan, in_table, worths
from houseway.games.fast_action_holdem.solve_means import Means, ante_mean, bonus_mean, hands_won
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

UNIT_CENTS = 1000
SAMPLED_ROUNDS = 1 << 20
SAMPLE_SEED = 1

Progress = Callable[[int, int], None]


def solve_with_pays(game: Game, settings: Settings, strategy: str, progress: Progress | None = None) -> Solution:
    """The figures of equal bets at whatever the game pays; bets are large enough that no odds are rounded."""
    rules = game.rules(settings)
    cents = UNIT_CENTS * lcm(*(int(den) for den in rules.pays[:, :, 1].flat))
    if cents > UNIT_CENTS * 1000:
        raise Refused("odds over denominators this different cannot be bet on: write them over at most 1000 together")
    hands = Hands(counts_of(game, settings))
    bets = Bets(rules, cents, cents)
    plan: Plan = best_plan(hands, bets) if strategy == OPTIMAL else game.plan(strategy, settings)
    every = [plan.with_bonus[hands.numbers], plan.ante_alone[hands.numbers]]
    if strategy == OPTIMAL:
        ante, bonus = worths(hands.counts, bets)
        every.append(best_acts(hands, legal_acts(rules, True), 0 * ante, bonus))
    if all(are_known(hands, acts) for acts in every):
        return solve(game, settings, strategy, progress, bets={"ante": cents, "bonus": cents})
    if rules.cap_cents:
        raise Refused("under a cap, pays that make other splits worthwhile cannot be solved: set cap_cents=0")
    wagers = _wagers(game, settings, hands, bets, plan, progress)
    if strategy == OPTIMAL:
        for_bonus = Plan(in_table(hands, every[2]), plan.ante_alone)
        seen = _sampled(game, settings, for_bonus, {"ante": UNIT_CENTS, "bonus": UNIT_CENTS})
        bonus_alone = _with(BONUS_ALONE, _bonus(hands, every[2], bets), seen["bonus"])
        wagers[BONUS_ALONE] = with_hands(bonus_alone, hands_won(hands, every[2], bets)["bonus"])
    return Solution(game.slug, settings, strategy, wagers, plan)


def are_known(hands: Hands, acts: Acts) -> bool:
    """Whether the ends of every split among these acts are stored."""
    for act in np.unique(acts).tolist():
        if splits_ante(act) or splits_bonus(act):
            mine = np.flatnonzero(acts == act)
            for two in (first_two(act), TWOS - 1 - first_two(act)):
                if (hands.counts.places[hands.spots[two, mine]] < 0).any():
                    return False
    return True


def _wagers(
    game: Game, settings: Settings, hands: Hands, bets: Bets, plan: Plan, progress: Progress | None
) -> dict[str, WagerSolution]:
    both = plan.with_bonus[hands.numbers]
    seen = _sampled(game, settings, plan, {"ante": UNIT_CENTS, "bonus": UNIT_CENTS})
    if progress:
        progress(1, 2)
    alone = _sampled(game, settings, plan, {"ante": UNIT_CENTS})
    ante, bonus = _ante(hands, both, bets), _bonus(hands, both, bets)
    each_hand, ante_acts = hands_won(hands, both, bets), plan.ante_alone[hands.numbers]
    if progress:
        progress(2, 2)
    return {
        "ante": with_hands(_with("ante", ante, seen["ante"]), each_hand["ante"]),
        "bonus": with_hands(_with("bonus", bonus, seen["bonus"]), each_hand["bonus"]),
        ROUND: _with(ROUND, (ante[0] + bonus[0], ante[1] + bonus[1]), seen[ROUND]),
        ANTE_ALONE: with_hands(
            _with(ANTE_ALONE, _ante(hands, ante_acts, bets), alone["ante"]), hands_won(hands, ante_acts, bets)["ante"]
        ),
    }


def _ante(hands: Hands, acts: Acts, bets: Bets) -> Means:
    """Won and staked, in units of the first bet."""
    cents, staked = ante_mean(hands, acts, bets)
    return cents / bets.ante_cents, staked


def _bonus(hands: Hands, acts: Acts, bets: Bets) -> Means:
    cents, staked = bonus_mean(hands, acts, bets)
    return cents / bets.bonus_cents, staked


def _sampled(game: Game, settings: Settings, plan: Plan, bets: dict[str, int]) -> dict[str, WagerFigures]:
    result = played(game, settings, plan, [bets], SAMPLED_ROUNDS, SAMPLE_SEED)
    return {figures.name: figures for figures in result.figures()}


def _with(name: str, means: Means, seen: WagerFigures) -> WagerSolution:
    """Exact edge and stake beside sampled hits and variance."""
    won, staked = means
    variance = Fraction(seen.standard_deviation**2).limit_denominator(10**9)
    fourth = sum(((cents / seen.wager_cents) - seen.mean) ** 4 * n for _, cents, n in seen.outcomes) / seen.seen
    return WagerSolution(
        name,
        edge=Figure(-won),
        hit=Figure(Fraction(seen.hit).limit_denominator(seen.seen), (seen.hit * (1 - seen.hit) / seen.seen) ** 0.5),
        variance=Figure(variance, ((fourth - seen.standard_deviation**4) / seen.seen) ** 0.5),
        action=Figure(staked),
    )
