"""What acts win in Fast Action Hold'em on average, exactly, at any pays and bets.

What each two of four cards makes and beats is stored for every spot, so a mean needs no more; how two hands of a split
end *together* is stored for some spots only.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb

import numpy as np

from houseway.analysis.exact.holdem.hand_endings import endings_of_one
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import HandRow
from houseway.games.fast_action_holdem.house_way import TWOS
from houseway.games.fast_action_holdem.plan import Acts
from houseway.games.fast_action_holdem.play import (
    ANTE,
    BONUS,
    LOSE,
    OUTCOMES,
    WAGERS,
    WIN,
    first_two,
    splits_ante,
    splits_bonus,
)
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands
from houseway.rules.shapes import Words

Means = tuple[Fraction, Fraction]  # cents won, and the average number of bets of the first bet's size


def ante_mean(hands: Hands, acts: Acts, bets: Bets) -> Means:
    spots, ways, staked = _played_twos(hands, acts, splits_ante)
    ends = endings_of_one(hands.counts, spots, ways)
    return _mean(hands, sum(bets.ante(end.wins) * times for end, times in ends.items())), staked


def bonus_mean(hands: Hands, acts: Acts, bets: Bets) -> Means:
    """Under a cap as if each hand met it by itself."""
    spots, ways, staked = _played_twos(hands, acts, splits_bonus)
    ends = endings_of_one(hands.counts, spots, ways)
    return _mean(hands, sum(bets.bonus(end.made) * times for end, times in ends.items())), staked


def hands_won(hands: Hands, acts: Acts, bets: Bets) -> dict[str, list[HandRow]]:
    """Hand by hand what Ante and Bonus come to, at the odds of the house."""
    deals = hands.counts.deals * comb(hands.counts.partings.cards, 4)
    found: dict[str, list[HandRow]] = {}
    for wager, splits in ((ANTE, splits_ante), (BONUS, splits_bonus)):
        spots, ways, _ = _played_twos(hands, acts, splits)
        often: Counter[int] = Counter()
        for end, times in endings_of_one(hands.counts, spots, ways).items():
            often[(WIN if end.wins else LOSE) if wager == ANTE else end.made] += times
        found[WAGERS[wager]] = [
            HandRow(OUTCOMES[outcome], 1, pay_of(bets.rules, wager, outcome), Fraction(times, deals))
            for outcome, times in often.items()
        ]
    return found


def _played_twos(hands: Hands, acts: Acts, splits: Callable[[int], bool]) -> tuple[Words, Words, Fraction]:
    """The spots on which a bet is played, one or two a hand, and the average number of bets."""
    spots: list[Words] = []
    ways: list[Words] = []
    for act in np.unique(acts).tolist():
        mine = np.flatnonzero(acts == act)
        for two in (first_two(act), TWOS - 1 - first_two(act))[: 1 + splits(act)]:
            spots.append(hands.spots[two, mine])
            ways.append(hands.ways[mine])
    played_ways = np.concatenate(ways)
    staked = Fraction(int(played_ways.sum()), int(hands.ways.sum()))
    return np.concatenate(spots), played_ways, staked


def _mean(hands: Hands, cents: int) -> Fraction:
    return Fraction(cents, hands.counts.deals * comb(hands.counts.partings.cards, 4))
