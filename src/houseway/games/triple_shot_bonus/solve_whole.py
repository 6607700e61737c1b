"""Triple Shot Bonus: Poker beside every choice, Blackjack and the Hat Trick beside an insurance; War is settled.

The six cards of Poker have the same chances whatever the blackjack hand does: which cards of the shoe they are is said
before each of them is seen. The dealer's hole card is one of those that cannot come; what the dealer's look for a
blackjack has told of it is taken into account.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.blackjack.turns import blackjack_holes
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.whole.dealing import without
from houseway.analysis.whole.hands import BLACKJACK, OtherHands
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.engine.batch import rank_hands
from houseway.games.game import Game, Settings
from houseway.games.triple_shot_bonus.play import (
    DECLINE,
    HAT_TRICK,
    INSURANCE,
    INSURE,
    LOSE,
    NATURAL,
    OUTCOMES,
    POKER,
    SIX,
    WAGERS,
    WIN,
    Rules,
    poker_outcome,
)
from houseway.games.triple_shot_bonus.solve_blackjack import blackjack_of
from houseway.rules.blackjack import points

THE_HAND, THE_HAT_TRICK, THE_POKER = Bet(BLACKJACK, 0), Bet(WAGERS[HAT_TRICK], 0), Bet(WAGERS[POKER], 0)
SIXES_KEPT = 64  # choices of one round come one after another

Floats = NDArray[np.float64]


def rest(game: Game, settings: Settings, rank: Ranker) -> "OtherBets":
    live = LiveHands(blackjack_of(game, settings), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE))
    return OtherBets(OtherHands(live, rank), Sixes(game.rules(settings), tuple(game.deck(settings))))


class Sixes:
    """What six cards make at Poker when some of them are known."""

    def __init__(self, rules: Rules, deck: tuple[int, ...]) -> None:
        self.rules = rules
        self.deck = deck
        self.ends = lru_cache(SIXES_KEPT)(self._ends)

    def _ends(self, own: tuple[int, ...], up: int) -> Floats:
        """[whether the dealer has a blackjack, outcome] chances, with these cards of one's own and this up-card."""
        left = np.array(without(self.deck, [*own, up]), dtype=np.uint8)
        more = left[_places(len(left), SIX - len(own))]
        sixes = np.hstack([np.tile(np.array(own, dtype=np.uint8), (len(more), 1)), more])
        values, numbers = np.unique(rank_hands(sixes), return_inverse=True)
        outcomes = np.array([poker_outcome(int(value)) for value in values])[numbers]
        hole = int(blackjack_holes()[points(up)])
        makes = np.array([points(card) == hole for card in range(max(self.deck) + 1)])
        blackjacks = makes[left].sum() - makes[more].sum(axis=1)  # of the cards that are left to the dealer
        others = len(left) - (SIX - len(own)) - blackjacks
        found = np.array([np.bincount(outcomes, weight, len(OUTCOMES)) for weight in (others, blackjacks)])
        return np.asarray(found / found.sum())

    def poker(self, ends: Floats) -> float:
        """Units that Poker wins."""
        pays = [float(pay_of(self.rules, POKER, outcome)) for outcome in range(len(OUTCOMES))]
        return float(ends @ np.array(pays) / ends.sum())

    def hat_trick(self, ends: Floats) -> float:
        """Units that a Hat Trick wins, by these chances, that hangs on Poker alone."""
        won, lost = (float(pay_of(self.rules, HAT_TRICK, outcome)) for outcome in (WIN, LOSE))
        return float(won * (ends.sum() - ends[LOSE]) + lost * ends[LOSE])


@dataclass(frozen=True)
class OtherBets:
    hands: OtherHands
    sixes: Sixes

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        return self.hands.hang(seen) if self.hands.asks_insurance(seen) else (BLACKJACK, WAGERS[HAT_TRICK])

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:  # noqa: ARG002 - split hands are never asked
        without_blackjack, with_blackjack = self.sixes.ends(tuple(sorted(seen.spot.cards)), seen.spot.dealer[0])
        if not self.hands.asks_insurance(seen):
            return [BetsTogether((THE_POKER,), seen.open[THE_POKER] * self.sixes.poker(without_blackjack))]
        both = without_blackjack + with_blackjack
        poker = BetsTogether((THE_POKER,), seen.open[THE_POKER] * self.sixes.poker(both))
        if THE_HAT_TRICK not in seen.open:
            return [poker, self.hands.before_check(seen, waits=True)]
        return [poker, self._with_hat_trick(seen, without_blackjack, with_blackjack)]

    def _with_hat_trick(self, seen: SeenRound, without_blackjack: Floats, with_blackjack: Floats) -> BetsTogether:
        """Blackjack and the Hat Trick while insurance is asked: a natural leaves it to Poker, even against its like."""
        spot = self.hands.turn(seen.spot)
        bet, hat_trick = seen.open[THE_HAND], seen.open[THE_HAT_TRICK]
        alive, rules = float(without_blackjack.sum()), self.sixes.rules
        if self.hands.is_natural(spot):
            natural = float(pay_of(rules, self.hands.live.blackjack.leaves.wager, NATURAL))
            cents = bet * (alive * natural + (1 - alive) * self.hands.beaten(spot))
            cents += hat_trick * self.sixes.hat_trick(without_blackjack + with_blackjack)
        else:
            best = max(float(value) for _, value in self.hands.rank(spot))
            lost = bet * self.hands.beaten(spot) + hat_trick * float(pay_of(rules, HAT_TRICK, LOSE))
            cents = alive * best * bet + (1 - alive) * lost
        return BetsTogether((THE_HAND, THE_HAT_TRICK), cents)


@lru_cache(8)
def _places(cards: int, more: int) -> NDArray[np.uint8]:
    """Every way to take so many of the cards that are left."""
    flat = np.fromiter(chain.from_iterable(combinations(range(cards), more)), dtype=np.uint8)
    return flat.reshape(-1, more)
