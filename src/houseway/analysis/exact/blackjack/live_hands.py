"""What every act is worth to a blackjack hand at a live table.

A whole hand is looked up in the values from which the best plan was chosen. A hand after a split is valued as a whole
hand of another game: one whose shoe lacks the cards of the seat's other hands, and in which a hand may do what hands
after a split may do here. That is what its player knows, where a plan has one act for all such hands, whatever lies in
the others; so a hint may now and then know better than the plan.

Other seats' cards are left out of account, as they are in every plan. Values are for this hand alone (all that comes of
it by splitting), in units of its first bet, before any rounding of pays.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from houseway.analysis.exact.blackjack.choices import Chosen, Floats, identity_classes
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.turns import WHOLE, Leaves, hand_of
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranked, Spot
from houseway.engine.packed import packed
from houseway.rules.blackjack import BEST, DOUBLE, STAND, is_ace, points
from houseway.rules.choice import acts_in

NO_HAND = -1  # stands where the number of a natural would: there is none after a split
SPLIT_GAMES = 64  # that are kept: several choices of one hand come one after another


@dataclass(frozen=True)
class Insurance:
    """The side bet on a dealer's blackjack, by the numbers that a game has for its parts."""

    insure: int
    decline: int
    wager: int
    win: int
    lose: int


class LiveHands:
    """The hands of one game's blackjack."""

    def __init__(self, blackjack: Blackjack, insurance: Insurance) -> None:
        self.blackjack = blackjack
        self.insurance = insurance
        self.split_game = lru_cache(maxsize=SPLIT_GAMES)(self._split_game)
        blackjack.best  # noqa: B018 - solved here and now, not at the first hand

    def rank(self, spot: Spot) -> Ranked:
        """Every legal act with its value."""
        up = points(spot.dealer[0])
        if spot.options >> self.insurance.insure & 1:
            return self._insurance(spot, up)
        number = hand_of([points(card) for card in spot.cards])
        if len(spot.hands) == 1:
            game, chosen = self.blackjack, self.blackjack.best[up]
        else:
            game, chosen = self._after_split(spot, up)
        alive = game.no_blackjack(up, number)
        doubled = spot.staked["blackjack"] > spot.wagers["blackjack"]
        worth = (chosen.worth_doubled[number] if doubled else chosen.worth[WHOLE, number]).copy()
        if number == game.turns.natural:
            self._price_natural(spot, worth, alive)
        elif alive > 0:
            worth /= alive
        assert not any(np.isnan(worth[act]) for act in acts_in(spot.options)), "a legal act without a value"
        return [(act, float(worth[act])) for act in acts_in(spot.options)]

    def _price_natural(self, spot: Spot, worth: Floats, alive: float) -> None:
        """A natural in front of us has suits, and may be asked before the dealer has looked for a blackjack."""
        leaves = self.blackjack.leaves
        worth[STAND] = alive * self._pay(leaves.natural_outcome(*spot.cards))
        if spot.checked:
            worth /= alive
        else:
            paid = self._pay(leaves.against_blackjack(*spot.cards))
            worth += (1 - alive) * paid
            if leaves.doubled_natural_beaten is not None:
                worth[DOUBLE] += (1 - alive) * (2 * self._pay(leaves.doubled_natural_beaten) - paid)

    def _pay(self, outcome: int) -> float:
        return float(pay_of(self.blackjack.leaves.rules, self.blackjack.leaves.wager, outcome))

    def _insurance(self, spot: Spot, up: int) -> Ranked:
        """Half the bet, on what the dealer's other card may be as far as this player knows."""
        rules, wager = self.blackjack.leaves.rules, self.insurance.wager
        number = hand_of([points(card) for card in spot.cards])
        blackjack = 1 - self.blackjack.no_blackjack(up, number)
        won = float(pay_of(rules, wager, self.insurance.win))
        lost = float(pay_of(rules, wager, self.insurance.lose))
        bet = spot.wagers["blackjack"]
        part = (bet // 2) / bet
        return [
            (self.insurance.insure, part * (blackjack * won + (1 - blackjack) * lost)),
            (self.insurance.decline, 0.0),
        ]

    def _after_split(self, spot: Spot, up: int) -> tuple[Blackjack, Chosen]:
        others = (card for i, cards in enumerate(spot.hands) if i != spot.hand for card in cards)
        gone = tuple(sorted(points(card) for card in others))
        return self.split_game(up, gone, len(spot.hands), is_ace(spot.cards[0]))

    def _split_game(self, up: int, gone: tuple[int, ...], hands: int, from_ace: bool) -> tuple[Blackjack, Chosen]:
        game = SplitHand(self.blackjack, gone, hands, from_ace)
        return game, game.choose(identity_classes(), (up,))[up]


class SplitHand(Blackjack):
    """A game whose whole hands are a seat's hands after a split: one of `hands` it has, with other cards gone."""

    def __init__(self, whole: Blackjack, gone: Sequence[int], hands: int, from_ace: bool) -> None:
        endless = not whole.turns.step
        deck = whole.deck if endless else without(whole.deck, gone)
        super().__init__(_split_leaves(whole.leaves, hands, from_ace), deck, endless=endless)
        self.turns = self.turns._replace(natural=NO_HAND)
        self.packed_turns = packed(self.turns)


def _split_leaves(leaves: Leaves, hands: int, from_ace: bool) -> Leaves:
    def turn_acts(cards: int, total: int, soft: bool, pair: bool, more: int, _: bool) -> int:
        return leaves.turn_acts(cards, total, soft, pair, hands - 1 + more, from_ace)

    return replace(leaves, turn_acts=turn_acts, natural_acts=turn_acts(2, BEST, True, False, 1, from_ace))


def without(deck: Sequence[int], gone: Sequence[int]) -> list[int]:
    """A deck without some cards, by points."""
    left = Counter(gone)
    rest: list[int] = []
    for card in deck:
        if left[points(card)] > 0:
            left[points(card)] -= 1
        else:
            rest.append(card)
    return rest
