"""Fast Action Hold'em: Ante and Bonus hang on the one choice there is; Envy hangs on what other players make.

Another player's four cards are any four of those that this player does not hold, and are played in the way that is best
for the bets that lie there. Which of them were split is open to all, but not looked at: hints leave other seats aside.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np

from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.engine.compiled import compiled
from houseway.engine.packed import packed
from houseway.games.fast_action_holdem.play import ANTE, BONUS, ENVY, OUTCOMES, WAGERS, Rules, legal_acts
from houseway.games.fast_action_holdem.solve import counts_of
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_acts, in_table, worths
from houseway.games.fast_action_holdem.solve_whole_envy import Floats, envy_of, new_room
from houseway.games.game import Game, Settings
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words

THE_PRIZE = Bet(WAGERS[ENVY], 0)
# What the formulas of solve_whole_envy.py count, rising.
COUNTED = ("five_of_a_kind", "straight_flush", "royal_flush", "suited_five_of_a_kind")
PLANS_KEPT, WORTHS_KEPT = 16, 256
USUAL_CENTS = 1000, 1000  # an Ante and a Bonus


def rest(game: Game, settings: Settings, rank: Ranker) -> "OtherBets":  # noqa: ARG001 - no bet waits for a hint
    return OtherBets(game, settings)


class OtherBets:
    def __init__(self, game: Game, settings: Settings) -> None:
        self.rules: Rules = game.rules(settings)
        self.hands = Hands(counts_of(game, settings))
        self.copies: Words = np.bincount(np.array(game.deck(settings)), minlength=DECK).astype(np.int64)
        self.prizes: Floats = self.rules.envy_cents[[OUTCOMES.index(name) for name in COUNTED]].astype(np.float64)
        assert self.prizes.sum() == self.rules.envy_cents.sum(), "Envy is paid for hands that are not counted here"
        self.acts = lru_cache(PLANS_KEPT)(self._acts)
        self.envy = lru_cache(WORTHS_KEPT)(self._envy)
        if self.rules.envy:
            self.envy((), *USUAL_CENTS)  # compiled here and now, not at the first hand

    def hang(self, seen: SeenRound) -> tuple[str, ...]:  # noqa: ARG002 - there is one choice
        return WAGERS[ANTE], WAGERS[BONUS]

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:  # noqa: ARG002 - what others make does not hang on it
        if not (seen.lammer and seen.others):
            return []
        held = tuple(sorted(seen.spot.cards))
        return [BetsTogether((THE_PRIZE,), sum(self.envy(held, *_bets(other)) for other in seen.others))]

    def _envy(self, held: tuple[int, ...], ante: int, bonus: int) -> float:
        """Cents for a player with these bets, on average, to one who holds these cards."""
        left = self.copies - np.bincount(held, minlength=DECK)
        return float(_kernel()(left, self.acts(ante, bonus), self.prizes, packed(new_room())))

    def _acts(self, ante: int, bonus: int) -> Words:
        """[number of four cards] what is best for these bets."""
        worth, more = worths(self.hands.counts, Bets(self.rules, ante, bonus))
        chosen = best_acts(self.hands, legal_acts(self.rules, bonus > 0), worth, more if bonus else 0 * more)
        return in_table(self.hands, chosen).astype(np.int64)


def _bets(other: Mapping[str, int]) -> tuple[int, int]:
    return other[WAGERS[ANTE]], other.get(WAGERS[BONUS], 0)


@cache
def _kernel() -> Any:
    return compiled(envy_of, keep="holdem-envy")
