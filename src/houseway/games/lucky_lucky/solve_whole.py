"""Lucky Lucky: the hand beside an insurance, the other hands of a split, and Lucky Break.

Lucky Lucky itself is settled before the first choice. Lucky Break hangs on the dealer's hand, and is lost if the player
goes over its limit: by a hit, since the best play never draws where that could happen; or, where the house says so, by
a surrender.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.whole.dealing import Floats, by_points, finals_of, no_blackjack, without
from houseway.analysis.whole.hands import OtherHands
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import (
    INSURANCE,
    LOSE,
    LUCKY_BREAK,
    LUCKY_BREAK_SPLIT_ANY_HAND,
    LUCKY_BREAK_SPLIT_EVERY_HAND,
    WAGERS,
    WIN,
    Rules,
    lucky_break_pay,
    lucky_break_wins,
    surrender_loses_lucky_break,
)
from houseway.games.lucky_lucky.solve_blackjack import blackjack_of
from houseway.rules.blackjack import BEST, DECLINE, DOUBLE, HIT, INSURE, SURRENDER, points

THE_BET = Bet(WAGERS[LUCKY_BREAK], 0)
HIGHEST = 10  # points of a card


def rest(game: Game, settings: Settings, rank: Ranker) -> "OtherBets":
    live = LiveHands(blackjack_of(game, settings), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE))
    return OtherBets(OtherHands(live, rank), game.rules(settings), game.deck(settings), endless=game.endless(settings))


class OtherBets:
    def __init__(self, hands: OtherHands, rules: Rules, deck: Sequence[int], *, endless: bool) -> None:
        self.hands = hands
        self.rules = rules
        self.deck = tuple(deck)
        self.endless = endless
        self.pays = cache(self._pays)

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        return self.hands.hang(seen)

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        insurance = self.hands.asks_insurance(seen)
        found = [self.hands.before_check(seen, waits=True)] if insurance else self.hands.split_hands(seen, act)
        if THE_BET in seen.open:
            worth = self._before_check(seen) if insurance else self._lucky_break(seen, act)
            found.append(BetsTogether((THE_BET,), seen.open[THE_BET] * worth))
        return found

    # --- Lucky Break, in units of its bet ---

    def _before_check(self, seen: SeenRound) -> float:
        """Lost to a blackjack; else as the best play goes on."""
        ranked = self.hands.rank(self.hands.turn(seen.spot))
        best = max(ranked, key=lambda each: each[1])[0]
        alive = no_blackjack(self._left(seen), points(seen.spot.dealer[0]))
        return alive * self._lucky_break(seen, best) + (1 - alive) * self._lost

    def _lucky_break(self, seen: SeenRound, act: int) -> float:
        if act == SURRENDER and surrender_loses_lucky_break(self.rules):
            return self._lost
        totals = [_hard(cards) for cards in seen.spot.hands]
        left = self._left(seen)
        own = totals[seen.asked]
        up_card = seen.spot.dealer[0]
        if act not in (HIT, DOUBLE) or self._wins(own + HIGHEST):
            if not self._stays(totals):
                return self._lost
            won, alive = self._won(left, up_card)
            return won / alive
        worth = mass = 0.0
        copies_of = Counter((points(card), card & 3 == up_card & 3) for card in left)
        alike = {(points(card), card & 3 == up_card & 3): card for card in left}
        for kind, copies in copies_of.items():  # the one card that may take this hand over
            totals[seen.asked] = own + points(alike[kind])
            won, alive = self._won(without(left, [alike[kind]], endless=self.endless), up_card)
            worth += copies * (won if self._stays(totals) else alive * self._lost)
            mass += copies * alive
        return worth / mass

    @property
    def _lost(self) -> float:
        return float(pay_of(self.rules, LUCKY_BREAK, LOSE))

    def _left(self, seen: SeenRound) -> list[int]:
        """Cards that may still come, as far as the player knows."""
        spot = seen.spot
        out = [*spot.dealer, *spot.community, *(card for cards in spot.hands for card in cards)]
        return without(self.deck, out, endless=self.endless)

    def _wins(self, total: int) -> bool:
        return lucky_break_wins(total, BEST + 1)

    def _stays(self, totals: list[int]) -> bool:
        """Whether hands with these hard totals leave the bet to the dealer."""
        if self.rules.lucky_break_split == LUCKY_BREAK_SPLIT_ANY_HAND:
            return self._wins(min(totals))
        if self.rules.lucky_break_split == LUCKY_BREAK_SPLIT_EVERY_HAND:
            return self._wins(max(totals))
        return self._wins(totals[0])

    def _won(self, left: list[int], up_card: int) -> tuple[float, float]:
        """What the bet wins on the dealer's hands without a blackjack, times their chance; and that chance."""
        up = points(up_card)
        finals = finals_of(up, self.rules.soft_17)
        every = finals.chances(by_points(left), len(left), endless=self.endless)
        suit = by_points(card for card in left if card & 3 == up_card & 3)
        suited = finals.chances(suit, len(left), endless=self.endless)
        plain, in_suit = self.pays(up)
        return float(every @ plain + suited @ (in_suit - plain)), no_blackjack(left, up)

    def _pays(self, up: int) -> tuple[Floats, Floats]:
        """[final hand] what the bet wins, its suits aside; and if all of its cards are of one suit."""
        finals = finals_of(up, self.rules.soft_17)
        plain, in_suit = np.full(len(finals.total), self._lost), np.full(len(finals.total), self._lost)
        for i in np.flatnonzero(finals.total > BEST):
            total, cards = int(finals.total[i]), int(finals.count[i]) + 1
            plain[i], in_suit[i] = self._pay(total, 0), self._pay(total, cards)
        return plain, in_suit

    def _pay(self, total: int, suited: int) -> float:
        _, num, den = lucky_break_pay(self.rules, LUCKY_BREAK, total, suited)
        return float(Fraction(int(num), int(den)))


def _hard(cards: tuple[int, ...]) -> int:
    return sum(points(card) for card in cards)
