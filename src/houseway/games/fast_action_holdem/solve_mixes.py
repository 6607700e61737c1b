"""Ante and Bonus of Fast Action Hold'em in any mix, and what other players' hands are worth by Envy.

Every four cards are played by the act that wins most at these bets, so the best play changes with the ratio of Ante to
Bonus. A cap is taken as it meets a seat by itself: where a round's players share it, they win less than is said here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.exact.shared.mixes import Others, Part, Worth, period_of
from houseway.games.betting import Limits, equal_to, is_required
from houseway.games.fast_action_holdem.plan import Acts
from houseway.games.fast_action_holdem.play import ANTE, BONUS, WAGERS, Rules, legal_acts, splits_ante, splits_bonus
from houseway.games.fast_action_holdem.solve import bonus_won, endings_of
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_and_worth, worth_of, worths
from houseway.games.fast_action_holdem.solve_counts import counts_of
from houseway.games.fast_action_holdem.solve_envy import Envy, envy_of_others
from houseway.games.fast_action_holdem.solve_means import ante_mean, bonus_mean
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused

NAMES = (WAGERS[ANTE], WAGERS[BONUS])


def parts(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> list[Part]:
    rules: Rules = game.rules(settings)
    hands = Hands(counts_of(game, settings))
    both = _Both(rules, hands, Envy(hands, rules._replace(cap_cents=0, grain_cents=1)))
    others = None
    if rules.envy and NAMES[1] in limits:
        bonus = next(wager for wager in game.sheet.wagers if wager.name == NAMES[1])
        equal, needed = equal_to(bonus, settings) == NAMES[0], is_required(bonus, settings)
        each, bets = envy_of_others(both.envy, limits, equal=equal, alone=not needed)
        others = Others(NAMES[1], rules.envy_least_cents, each, bets, both.in_league)
    periods = {name: period_of(rules, wager) for wager, name in enumerate(NAMES)}
    return [Part(NAMES, both.exact, both.most, periods, {NAMES[1]: both.thresholds()}, others)]


@dataclass(frozen=True)
class _Both:
    rules: Rules
    hands: Hands
    envy: Envy

    def thresholds(self) -> list[int]:
        """Where a Bonus begins to earn Envy, and where the cap begins to cut each pay."""
        found = {self.rules.envy_least_cents} if self.rules.envy else set()
        if self.rules.cap_cents:
            pays = (Fraction(int(num), int(den)) for num, den in self.rules.pays[BONUS])
            found |= {-(-self.rules.cap_cents // odds) for odds in pays if odds > 0}
        return sorted(found)

    def most(self, bets: Wagers) -> float:
        """By floats; they choose the acts in any case."""
        if not bets.get(NAMES[0]):
            return 0.0
        return self._best(self._bets(bets))[1]

    def exact(self, bets: Wagers) -> Worth:
        if not bets.get(NAMES[0]):
            return Worth(Fraction(0), Fraction(0))
        placed = self._bets(bets)
        acts, _ = self._best(placed)
        ante = ante_mean(self.hands, acts, placed)[0]
        if not placed.bonus_cents:
            return Worth(ante, ante)
        bonus = bonus_mean(self.hands, acts, placed)[0]
        return Worth(ante + self._both_hands_capped(acts, placed, bonus), ante + bonus)

    def in_league(self, bets: Wagers, lammers: int) -> float:
        """At most, where the hand is played for its own bets and for so many lammers of others together."""
        placed = self._bets(bets)
        ante, bonus = worths(self.hands.counts, placed)
        antes, bonuses = ante[self.hands.spots], (bonus if placed.bonus_cents else 0 * bonus)[self.hands.spots]
        most = np.full(len(self.hands.numbers), -np.inf)
        for act in acts_in(legal_acts(self.rules, placed.bonus_cents > 0)):
            own = worth_of(antes, act, splits_ante(act)) + worth_of(bonuses, act, splits_bonus(act))
            most = np.maximum(most, own + lammers * self.envy.of_act(act))
        return float(most @ self.hands.ways / self.hands.ways.sum())

    def _both_hands_capped(self, acts: Acts, placed: Bets, apart: Fraction) -> Fraction:
        """What the Bonus wins where both hands of a split share the cap; `apart` as if each had its own."""
        top = max(placed.bonus(made) for made in self.hands.counts.made.tolist())
        if not self.rules.cap_cents or 2 * top <= self.rules.cap_cents:
            return apart
        try:
            endings = endings_of(self.hands, acts)
        except Refused:  # the ends of some of these splits are not stored
            return apart
        cents = deals = 0
        for (_, split), ends in endings.items():
            cents += sum(bonus_won(placed, end, split) * times for end, times in ends.items())
            deals += sum(ends.values())
        return Fraction(cents, deals)

    def _bets(self, bets: Wagers) -> Bets:
        return Bets(self.rules, bets[NAMES[0]], bets.get(NAMES[1], 0))

    def _best(self, placed: Bets) -> tuple[Acts, float]:
        """The best acts, and the cents they win a round."""
        ante, bonus = worths(self.hands.counts, placed)
        options = legal_acts(self.rules, placed.bonus_cents > 0)
        acts, won = best_and_worth(self.hands, options, ante, bonus if placed.bonus_cents else 0 * bonus)
        return acts, float(won @ self.hands.ways / self.hands.ways.sum())
