"""What a bet on blackjack wins by its size: the best play at the odds that this size is really paid at.

Rounding can change the play: half of $5 given up for $2 makes surrender better than it was. So a size is solved with
the odds it is paid at. Where it is a multiple of the grain, those depend on the outcome alone, and the play is the best
there is. Where it is not, doubled hands are rounded otherwise than single ones: then the play is chosen at the better
odds of both, which no play can beat, and what it really wins is counted hand by hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import Any

from houseway.analysis.exact.blackjack.plans import Blackjack, Endings
from houseway.analysis.exact.blackjack.turns import Leaves
from houseway.analysis.exact.blackjack.wager_figures import ACE_POINTS, means_of
from houseway.analysis.exact.shared.mixes import (
    NOTHING,
    Part,
    Worth,
    clamp_of,
    most_by_rounding,
    odds_at,
    period_of,
    won_at,
)
from houseway.games.charts import Plan
from houseway.games.game import Game, Settings

DOUBLED = 2  # units on a doubled hand


@dataclass(frozen=True)
class Insured:
    """The insurance bet and its two outcomes."""

    wager: int
    win: int
    lose: int


@dataclass(frozen=True)
class BlackjackBet:
    """The blackjack bet of a game under its settings."""

    game: Game
    settings: Settings
    leaves_of: Callable[[Any], Leaves]
    insured: Insured | None  # None: no insurance is offered
    hands_max: int

    @cached_property
    def rules(self) -> Any:
        return self.game.rules(self.settings)

    @cached_property
    def leaves(self) -> Leaves:
        return self.leaves_of(self.rules)

    @property
    def wager(self) -> int:
        return self.leaves.wager

    @property
    def name(self) -> str:
        return self.game.wagers[self.wager]

    # --- by size ---

    def worth(self, stake: int) -> Worth:
        """What the best play wins on a bet of so many cents, insurance with it."""
        if not stake:
            return NOTHING
        solved = self.solved(stake)
        cents = Fraction(0)
        for side in (solved.endings.whole, solved.endings.split):
            for (outcome, units), often in side.items():
                cents += often * won_at(self.rules, self.wager, outcome, units * stake)
        return Worth(cents, max(cents, solved.mean * stake)) + self.insurance(stake)

    def most(self, stake: int) -> float:
        if not stake:
            return 0.0
        gained = most_by_rounding(self.rules, self.wager, (stake, DOUBLED * stake)) * self.hands_max
        return float(self.as_printed.mean * stake + gained + self.insurance(stake).cents)

    def part(self) -> Part:
        return Part(
            (self.name,),
            lambda bets: self.worth(bets.get(self.name, 0)),
            lambda bets: self.most(bets.get(self.name, 0)),
            {self.name: self.period},
            {self.name: clamp_of(self.rules)},
        )

    @property
    def period(self) -> int:
        """Half the bet is insured, so insurance repeats after twice as much."""
        own = period_of(self.rules, self.wager)
        return lcm(own, 2 * period_of(self.rules, self.insured.wager)) if self.insured else own

    @property
    def as_printed(self) -> "Solved":
        """At the odds alone."""
        return solved_at(self, tuple((int(num), int(den)) for num, den in self.rules.pays[self.wager]))

    def solved(self, stake: int) -> "Solved":
        odds = [self._odds(outcome, stake).as_integer_ratio() for outcome in range(len(self.game.outcomes))]
        return solved_at(self, tuple(odds))

    def _odds(self, outcome: int, stake: int) -> Fraction:
        """At which a stake of this size is paid; where doubled hands are paid otherwise, the better for the player."""
        doubled = odds_at(self.rules, self.wager, outcome, DOUBLED * stake)
        if outcome == self.leaves.rescued != self.leaves.surrendered:
            return doubled  # only doubled hands are rescued
        single = odds_at(self.rules, self.wager, outcome, stake)
        return single if stake % int(self.rules.grain_cents) == 0 else max(single, doubled)

    # --- insurance ---

    def insurance(self, stake: int) -> Worth:
        """Half the bet for whoever takes it with those two cards only with which it wins money."""
        half = stake // 2
        if self.insured is None or half == 0:
            return NOTHING
        win = won_at(self.rules, self.insured.wager, self.insured.win, half)
        lose = won_at(self.rules, self.insured.wager, self.insured.lose, half)
        cents = Fraction(0)
        for likely, blackjack in self._under_an_ace:
            cents += likely * max(Fraction(0), blackjack * win + (1 - blackjack) * lose)
        return Worth(cents, cents)

    @cached_property
    def _under_an_ace(self) -> list[tuple[Fraction, Fraction]]:
        """By tens among the own two cards: how likely with an ace as up-card, and then the chance of its blackjack."""
        turns = self.as_printed.blackjack.turns
        aces, tens, size = int(turns.counts[ACE_POINTS]), int(turns.counts[turns.hole[ACE_POINTS]]), int(turns.size)
        if not turns.step:
            return [(Fraction(aces, size), Fraction(tens, size))]
        found = []
        for held in range(3):
            ways = comb(tens, held) * comb(size - 1 - tens, 2 - held)
            likely = Fraction(aces, size) * Fraction(ways, comb(size - 1, 2))
            if likely:
                found.append((likely, Fraction(tens - held, size - 3)))
        return found


@dataclass(frozen=True)
class Solved:
    blackjack: Blackjack
    plan: Plan
    endings: Endings
    mean: Fraction  # units won a round, at the odds it was solved for


@lru_cache(maxsize=64)
def solved_at(bet: BlackjackBet, odds: tuple[tuple[int, int], ...]) -> Solved:
    pays = bet.rules.pays.copy()
    pays[bet.wager] = odds
    leaves = bet.leaves_of(bet.rules._replace(pays=pays))
    blackjack = Blackjack(leaves, bet.game.deck(bet.settings), endless=bet.game.endless(bet.settings))
    plan = blackjack.plan()
    endings = blackjack.endings(plan)
    return Solved(blackjack, plan, endings, means_of(blackjack, endings).won)


def blackjack_bet(game: Game, settings: Settings, leaves_of: Callable[[Any], Leaves], insured: Insured) -> BlackjackBet:
    """The bet, with insurance where the house offers it."""
    offered = insured if settings["insurance"] else None
    return BlackjackBet(game, settings, leaves_of, offered, int(game.table.HANDS_MAX))


__all__ = ["BlackjackBet", "Insured", "blackjack_bet"]
