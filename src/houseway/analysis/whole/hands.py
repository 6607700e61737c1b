"""The blackjack bets of a seat that a choice is not about: before the dealer's check, and in other hands of a split.

The cards that come to the dealer, and to a hand that is played later, have the same chances whatever a hand before them
draws: a card is as likely in one place of the shoe as in another. So a hand that stands is worth what it wins against
the dealer as things lie now, exactly. A hand that is still to come is worth what it would be if it were played now: it
will know the cards of the hands before it, and share with them what splits are left, so that is near but not exact.
"""

from dataclasses import dataclass, replace

import numpy as np

from houseway.analysis.exact.blackjack.live_hands import LiveHands
from houseway.analysis.exact.blackjack.turns import LOWEST, TOTALS, WHOLE, hand_of
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranker, Spot
from houseway.analysis.whole.dealing import by_points, finals_of, no_blackjack, without
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.rules.blackjack import SPLIT, is_ace, points
from houseway.rules.compositions import POINTS, compositions

BLACKJACK = "blackjack"
INSURANCE = "insurance"


@dataclass(frozen=True)
class OtherHands:
    live: LiveHands
    rank: Ranker  # the hints of the game

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        return (INSURANCE,) if self.asks_insurance(seen) else (BLACKJACK,)

    def asks_insurance(self, seen: SeenRound) -> bool:
        return bool(seen.spot.options >> self.live.insurance.insure & 1)

    # --- before the dealer looks for a blackjack ---

    def before_check(self, seen: SeenRound, *, waits: bool) -> BetsTogether:
        """The hand itself while insurance is asked; `waits`: a natural is not asked before the check."""
        bet = Bet(BLACKJACK, 0)
        spot = self.turn(seen.spot, checked=waits)
        worth = max(float(value) for _, value in self.rank(spot))
        if waits or not self.is_natural(spot):
            alive = self.alive(spot)
            worth = alive * worth + (1 - alive) * self.beaten(spot)
        return BetsTogether((bet,), seen.open[bet] * worth)

    def turn(self, spot: Spot, *, checked: bool = True) -> Spot:
        """The hand's first choice after the insurance."""
        number = hand_of([points(card) for card in spot.cards])
        return replace(spot, options=int(self.live.blackjack.turns.options[WHOLE, number]), checked=checked)

    def is_natural(self, spot: Spot) -> bool:
        return hand_of([points(card) for card in spot.cards]) == self.live.blackjack.turns.natural

    def alive(self, spot: Spot) -> float:
        """The chance that the dealer has no blackjack."""
        number = hand_of([points(card) for card in spot.cards])
        return self.live.blackjack.no_blackjack(points(spot.dealer[0]), number)

    def beaten(self, spot: Spot) -> float:
        """What the hand wins against a blackjack."""
        leaves = self.live.blackjack.leaves
        return float(pay_of(leaves.rules, leaves.wager, leaves.against_blackjack(*spot.cards)))

    # --- after a split ---

    def split_hands(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        """Every other hand that is still in action."""
        found = []
        for hand, cards in enumerate(seen.spot.hands):
            bet = Bet(BLACKJACK, hand)
            if hand != seen.asked and bet in seen.open:
                if len(cards) == 1:
                    worth = self._to_come(seen, hand, hands=len(seen.spot.hands) + (act == SPLIT))
                    found.append(BetsTogether((bet,), seen.open[bet] * worth, exact=False))
                else:
                    found.append(BetsTogether((bet,), seen.open[bet] * self._stands(seen, hand)))
        return found

    def _stands(self, seen: SeenRound, hand: int) -> float:
        """Units that a hand wins as it stands."""
        game, up = self.live.blackjack, points(seen.spot.dealer[0])
        endless = not game.turns.step
        left = without(game.deck, [seen.spot.dealer[0], *_own(seen)], endless=endless)
        finals = finals_of(up, game.leaves.soft_17)
        chances = finals.chances(by_points(left), len(left), endless=endless)
        total = int(compositions().total[hand_of([points(card) for card in seen.spot.hands[hand]])])
        pays = game.turns.pays[game.turns.against[total, np.minimum(finals.total - LOWEST, TOTALS - 1)]]
        return float((chances @ pays) / no_blackjack(left, up))

    def _to_come(self, seen: SeenRound, hand: int, hands: int) -> float:
        """Units that a hand of one card wins, by every card that it may get, with all others of the seat gone."""
        spot, up = seen.spot, points(seen.spot.dealer[0])
        first = spot.hands[hand][0]
        gone = tuple(sorted(points(card) for i, cards in enumerate(spot.hands) if i != hand for card in cards))
        game, chosen = self.live.split_game(up, gone, hands, is_ace(first))
        left = game.turns.counts.copy()
        for kind in (up, points(first)):
            left[kind] -= game.turns.step
        worth = alive = 0.0
        for kind in range(1, POINTS):
            if left[kind] > 0:
                number = hand_of([points(first), kind])
                worth += left[kind] * float(np.nanmax(chosen.worth[WHOLE, number]))
                alive += left[kind] * game.no_blackjack(up, number)
        return worth / alive


def _own(seen: SeenRound) -> list[int]:
    return [card for cards in seen.spot.hands for card in cards]
