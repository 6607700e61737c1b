"""What acts are worth in Fast Action Hold'em, near enough to choose by: every four cards, every act, any bets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.holdings import holdings_of
from houseway.analysis.exact.holdem.spot_counts import Counts
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.plan import Acts, Plan, four_cards
from houseway.games.fast_action_holdem.play import (
    ACTS,
    ANTE,
    BONUS,
    CAP_PER_EACH_HAND,
    LOSE,
    SPLIT_ANTE,
    WIN,
    Rules,
    capped,
    first_two,
    legal_acts,
    odds_won,
    splits_ante,
    splits_bonus,
)
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Hands:
    """Every four cards of a deck, in the order of a plan's tables, with what was counted of them."""

    counts: Counts

    @cached_property
    def numbers(self) -> Words:
        """Those of all four cards of several decks that this deck has."""
        return np.flatnonzero(self._all_spots[0] >= 0)

    @cached_property
    def spots(self) -> Words:
        """[two, hand] the spot, seen from each two of the four cards."""
        return self._all_spots[:, self.numbers]

    @cached_property
    def ways(self) -> Words:
        """[hand] physical ways to hold these cards."""
        return np.asarray(self.counts.partings.ways[self.spots[0]])

    @cached_property
    def _all_spots(self) -> Words:
        fours = four_cards()
        twos = [holdings_of(fours[:, LEFT[two]], fours[:, RIGHT[two]]) for two in range(TWOS)]
        spots = [self.counts.partings.spots[twos[two], twos[TWOS - 1 - two]] for two in range(TWOS)]
        return np.array(spots, dtype=np.int64)


@dataclass(frozen=True)
class Bets:
    """A player's bets under the rules of the house: what each hand wins."""

    rules: Rules
    ante_cents: int
    bonus_cents: int

    def ante(self, wins: bool) -> int:
        return int(odds_won(self.rules, ANTE, WIN if wins else LOSE, self.ante_cents))

    def bonus(self, *made: int) -> int:
        """What the Bonus wins on one hand or on two, capped as the house reads it: each by itself, or together."""
        won = [int(odds_won(self.rules, BONUS, each, self.bonus_cents)) for each in made]
        if self.rules.cap_per == CAP_PER_EACH_HAND:
            return sum(capped(self.rules, each, each) for each in won)
        owed = sum(max(each, 0) for each in won)
        return sum(capped(self.rules, each, owed) for each in won)


def worths(counts: Counts, bets: Bets) -> tuple[Values, Values]:
    """[spot] cents that p wins on average on the Ante, and on the Bonus."""
    ante = bets.ante(True) * counts.beats + bets.ante(False) * (1 - counts.beats)
    bonus = np.array([bets.bonus(made) for made in counts.made.tolist()], dtype=np.float64) @ counts.makes
    return ante, np.asarray(bonus)


def best_acts(hands: Hands, options: int, ante: Values, bonus: Values) -> Acts:
    """[hand] the act that wins most."""
    return best_and_worth(hands, options, ante, bonus)[0]


def best_and_worth(hands: Hands, options: int, ante: Values, bonus: Values) -> tuple[Acts, Values]:
    """[hand] the act that wins most, and what it wins; of equals the one with the fewest bets, of those the first."""
    antes, bonuses = ante[hands.spots], bonus[hands.spots]
    best = np.zeros(len(hands.numbers), dtype=np.int8)
    most = np.full(len(hands.numbers), -np.inf)
    for act in sorted(acts_in(options), key=bets_made):
        worth = worth_of(antes, act, splits_ante(act)) + worth_of(bonuses, act, splits_bonus(act))
        better = worth > most
        best[better] = act
        most[better] = worth[better]
    return best, most


def bets_made(act: int) -> int:
    return 2 + splits_ante(act) + splits_bonus(act)


def best_plan(hands: Hands, bets: Bets) -> Plan:
    ante, bonus = worths(hands.counts, bets)
    with_bonus = best_acts(hands, legal_acts(bets.rules, True), ante, bonus)
    alone = best_acts(hands, legal_acts(bets.rules, False), ante, 0 * bonus)
    return Plan(in_table(hands, with_bonus), in_table(hands, alone))


def in_table(hands: Hands, acts: Acts) -> Acts:
    """By number of the four cards; those the deck has not never come up."""
    table = np.zeros(len(four_cards()), dtype=np.int8)
    table[hands.numbers] = acts
    return table


def worth_splitting(hands: Hands, every: Sequence[Rules], plans: Sequence[Plan]) -> Words:
    """The spots of which splits must be known in full: those that are best under one of these rules at any ratio of
    Bonus to Ante, and those of these plans.
    """
    found = np.zeros(len(hands.counts.partings.spot_codes), dtype=np.bool_)

    def mark(act: int, mine: NDArray[Any]) -> None:
        found[hands.spots[first_two(act), mine]] = True
        found[hands.spots[TWOS - 1 - first_two(act), mine]] = True

    for rules in every:
        for act, best in _splits_best_at_any_ratio(hands, Bets(rules, 1000, 1000)):
            mark(act, best)
    for plan in plans:
        for table in plan:
            for act in range(SPLIT_ANTE, len(ACTS)):
                mark(act, table[hands.numbers] == act)
    return np.flatnonzero(found)


def _splits_best_at_any_ratio(hands: Hands, bets: Bets) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Each split with the hands for which some range of ratios t makes it the best act.

    It is worth ante + t * bonus, so every other act gives t a least or a greatest value, or rules the split out.
    """
    ante, bonus = worths(hands.counts, bets)
    acts = acts_in(legal_acts(bets.rules, True))
    antes = {act: worth_of(ante[hands.spots], act, splits_ante(act)) for act in acts}
    bonuses = {act: worth_of(bonus[hands.spots], act, splits_bonus(act)) for act in acts}
    for act in acts:
        if act < SPLIT_ANTE:
            continue
        least, most = np.zeros(len(hands.numbers)), np.full(len(hands.numbers), np.inf)
        for other in acts:
            ahead, behind = antes[act] - antes[other], bonuses[other] - bonuses[act]
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = ahead / behind
            most = np.where(behind > 0, np.minimum(most, ratio), most)
            least = np.where(behind < 0, np.maximum(least, ratio), least)
            most = np.where((behind == 0) & (ahead < 0), -np.inf, most)
        yield act, least < most


def worth_of(worth: Values, act: int, split: bool) -> Values:
    """[hand] what an act wins on a bet that it splits or not, of what each two wins."""
    first = worth[first_two(act)]
    return np.asarray(first + worth[TWOS - 1 - first_two(act)] if split else first)
