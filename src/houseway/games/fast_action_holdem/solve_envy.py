"""What another player's hand is worth to a lammer, when that player, too, plays best for bets of their own.

A player with an Ante of one and a Bonus of t takes for every four cards the act with the highest A + t B. As t grows
the best act of a hand passes along the upper edge of these lines, so what the hand is worth by Envy is a step function
of t, and what all hands are worth is the sum of its steps. Its highest place among the ratios that the limits allow is
found by looking at all of them. All of it is for odds paid in full, without a cap.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.analysis.exact.holdem.spot_counts import LOWER
from houseway.games.betting import Limits
from houseway.games.fast_action_holdem.house_way import TWOS
from houseway.games.fast_action_holdem.play import (
    ANTE,
    BONUS,
    WAGERS,
    Rules,
    first_two,
    legal_acts,
    splits_ante,
    splits_bonus,
)
from houseway.games.fast_action_holdem.solve import envy_worth
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, Values, best_acts, worth_of, worths
from houseway.games.game import Wagers
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words

UNIT_CENTS = 1000
BETS_MAX = 1000  # sizes of a bet that are looked at: all of them, or where there are more so many spread evenly


def envy_of_others(envy: "Envy", limits: Mapping[str, Limits], *, equal: bool, alone: bool) -> tuple[Fraction, Wagers]:
    """Cents by Envy for each other player, and the bets of theirs at which they are worth most.

    `equal`: a Bonus equals its Ante. `alone`: an Ante may be bet without one.
    """
    ante, bonus = (WAGERS[ANTE], WAGERS[BONUS])
    mixes: list[Wagers] = [{ante: limits[ante].least_cents}] if alone else []
    mixes.append(_equal(limits, ante, bonus) if equal else envy.best_mix(_sizes(limits[ante]), _sizes(limits[bonus])))
    worth = [envy.exact(bets.get(ante, 0), bets.get(bonus, 0)) for bets in mixes]
    best = max(range(len(mixes)), key=lambda i: worth[i])
    return worth[best], mixes[best]


def _equal(limits: Mapping[str, Limits], *names: str) -> Wagers:
    return dict.fromkeys(names, max(limits[name].least_cents for name in names))


def _sizes(limits: Limits) -> Words:
    count = (limits.most_cents - limits.least_cents) // limits.step_cents + 1
    places = np.unique(np.linspace(0, count - 1, min(count, BETS_MAX)).astype(np.int64))
    return np.asarray(limits.least_cents + limits.step_cents * places)


@dataclass(frozen=True)
class Envy:
    hands: Hands
    rules: Rules  # without a cap, and paid to the cent

    def exact(self, ante: int, bonus: int) -> Fraction:
        """Cents from a player with these bets who plays best for them."""
        bets = Bets(self.rules, ante, bonus)
        worth, more = worths(self.hands.counts, bets)
        acts = best_acts(self.hands, legal_acts(self.rules, bonus > 0), worth, more if bonus else 0 * more)
        return envy_worth(self.hands, acts, self.rules)

    @cached_property
    def of_one(self) -> Values:
        """[spot] cents for what p makes."""
        return np.asarray(self.rules.envy_cents[self.hands.counts.made] @ self.hands.counts.makes)

    # --- as a function of the ratio of Bonus to Ante ---

    def best_mix(self, antes: Words, bonuses: Words) -> Wagers:
        """The Ante and Bonus of a player who plays best for them and whose hands are worth most."""
        ratios = (bonuses[None, :] / antes[:, None]).ravel()
        steps, sums = self.steps(float(ratios.min()), float(ratios.max()))
        best = int(np.argmax(sums[np.searchsorted(steps, ratios)]))
        ante, bonus = divmod(best, len(bonuses))
        return {WAGERS[ANTE]: int(antes[ante]), WAGERS[BONUS]: int(bonuses[bonus])}

    def steps(self, least: float, most: float) -> tuple[Values, Values]:
        """Where the sum over all hands changes, rising, and what it is before the first, after the first, ..."""
        lines, slopes, envies = self._acts
        ways = self.hands.ways
        now = np.argmax(lines + least * slopes, axis=0)
        at = np.full(len(ways), least)
        places, changes = [np.zeros(0)], [np.zeros(0)]
        first = float(np.take_along_axis(envies, now[None, :], axis=0)[0] @ ways)
        moving = np.arange(len(ways))
        while len(moving):
            here = now[moving][None, :]
            line, slope, envy = (np.take_along_axis(each[:, moving], here, axis=0)[0] for each in self._acts)
            rises = slopes[:, moving] - slope
            with np.errstate(divide="ignore", invalid="ignore"):
                meets = np.where(rises > 0, (line - lines[:, moving]) / rises, np.inf)
            then = np.argmin(np.maximum(meets, at[moving]), axis=0)
            place = np.maximum(np.take_along_axis(meets, then[None, :], axis=0)[0], at[moving])
            moves = place < most
            moving, then, place = moving[moves], then[moves], place[moves]
            after = np.take_along_axis(envies[:, moving], then[None, :], axis=0)[0]
            places.append(place)
            changes.append((after - envy[moves]) * ways[moving])
            now[moving], at[moving] = then, place
        order = np.argsort(np.concatenate(places), kind="stable")
        sums = first + np.concatenate([[0.0], np.cumsum(np.concatenate(changes)[order])])
        return np.concatenate(places)[order], sums / ways.sum()

    @cached_property
    def _acts(self) -> tuple[Values, Values, Values]:
        """[act, hand] what each legal act wins on an Ante of one, on a Bonus of one, and is worth by Envy."""
        ante, bonus = worths(self.hands.counts, Bets(self.rules, UNIT_CENTS, UNIT_CENTS))
        antes, bonuses = ante[self.hands.spots], bonus[self.hands.spots]
        acts = acts_in(legal_acts(self.rules, True))
        return (
            np.stack([worth_of(antes, act, splits_ante(act)) for act in acts]),
            np.stack([worth_of(bonuses, act, splits_bonus(act)) for act in acts]),
            np.stack([self.of_act(act) for act in acts]),
        )

    def of_act(self, act: int) -> Values:
        """[hand] cents for the better of the hands that an act plays; never too little.

        How two hands end together is stored for splits that are worth it at some ratio of bets. Others are paid no more
        than both of their hands would be.
        """
        if act not in self._of_acts:
            first, other = self.hands.spots[first_two(act)], self.hands.spots[TWOS - 1 - first_two(act)]
            worth = self.of_one[first]
            if splits_ante(act) or splits_bonus(act):
                places = self.hands.counts.places[first]
                worth = np.where(places >= 0, self._of_two[places], worth + self.of_one[other])
            self._of_acts[act] = np.asarray(worth)
        return self._of_acts[act]

    @cached_property
    def _of_acts(self) -> dict[int, Values]:
        """Those already asked for."""
        return {}

    @cached_property
    def _of_two(self) -> Values:
        """[place] cents for the better of two hands."""
        counts = self.hands.counts
        made, other, level = counts.planes.T
        best = np.where(level == LOWER, other, made)
        return np.asarray(self.rules.envy_cents[best] @ counts.joint_boards / counts.rest)
