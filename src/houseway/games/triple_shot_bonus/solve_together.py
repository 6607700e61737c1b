"""War, Blackjack and Poker of one round, counted together.

All three games use the same cards, so that their results hang together. They come apart like this:

- Poker asks only for the six cards, as a set. Of every set of ranks we count the sets of cards that win and that lose
  (`six_cards.py`); suits play no part elsewhere.
- War asks for the ranks of the first card and of the dealer's. A set of six with M of a rank leaves n - M cards of that
  rank to the dealer, whatever their suits.
- Blackjack asks for points: the order of the player's cards as far as the plan looks, and the dealer's hand, drawn from
  what the six cards leave (`six_and_dealer.py`, `turns.py`). Cards that complete the six come after the dealer's, but
  cards have equal chances in any order.

For each set of six by points, first card and up-card by points, the ways of blackjack are counted once and weighed with
the number of deals by ranks that look so, for each result of War and of Poker. Everything is an integer over
C(52,6) x 720 x 46 x (45 x 44 x ...).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, prod
from typing import Any

import numpy as np

from houseway.analysis.exact.blackjack.dealer_hands import DealerHand, dealer_hands
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import Row, WagerSolution, from_rows
from houseway.analysis.exact.stud.six_and_dealer import dealer_table, draws, turn_table, weighed
from houseway.analysis.exact.stud.six_cards import SIX, rank_sets, sixes_of
from houseway.games.charts import Plan
from houseway.games.game import Game
from houseway.games.triple_shot_bonus.play import LOSE, POKER, TIE, WAR, WIN, Rules, poker_outcome, war_outcome
from houseway.games.triple_shot_bonus.turns import KINDS, SPLIT_KEPT, TIED, WON, card_of_points, kind_of, turns_of
from houseway.rules.blackjack import make_natural, points
from houseway.rules.cards import RANKS, rank
from houseway.rules.compositions import POINTS
from houseway.rules.shapes import Words, words

WARS = (LOSE, TIE, WIN)  # results of War
POKER_LOST, POKER_WON = range(2)
NATURAL_TOTAL = 0  # stands for the dealer's blackjack among the dealer's totals

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Together:
    """How likely the three games end so, together: chances[War, Blackjack, Poker] by WARS, kind and POKER_*."""

    chances: dict[tuple[int, int, int], Fraction]

    def likely(self, wars: Any = WARS, kinds: Any = range(KINDS), poker: Any = range(2)) -> Fraction:
        found = (p for (w, k, q), p in self.chances.items() if w in wars and k in kinds and q in poker)
        return sum(found, Fraction(0))

    @property
    def hat_trick(self) -> Fraction:
        return self.likely((TIE, WIN), KEPT, (POKER_WON,))

    def notes(self) -> dict[str, Fraction]:
        """Each game alone, and the product that the published figure takes for the Hat Trick."""
        alone = {
            "war.not_lost": self.likely(wars=(TIE, WIN)),
            "war.tie": self.likely(wars=(TIE,)),
            "blackjack.win": self.likely(kinds=(WON,)),
            "blackjack.tie": self.likely(kinds=(TIED,)),
            "blackjack.split_win": self.likely(kinds=(SPLIT_KEPT,)),
            "blackjack.not_lost": self.likely(kinds=KEPT),
            "poker.not_lost": self.likely(poker=(POKER_WON,)),
        }
        factors = [alone[f"{name}.not_lost"] for name in ("war", "blackjack", "poker")]
        rounded = [Fraction(round(factor * 10**6), 10**6) for factor in factors]  # 52.9412 %, as they are printed
        return {
            **alone,
            "hat_trick.hit": self.hat_trick,
            "hat_trick.hit_if_independent": prod(factors, start=Fraction(1)),
            "hat_trick.hit_of_printed_factors": prod(rounded, start=Fraction(1)),
        }


KEPT = (TIED, WON, SPLIT_KEPT)


@dataclass(frozen=True)
class Deals:
    """The deals of a deck."""

    game: Game
    rules: Rules
    deck: list[int]

    def war(self) -> WagerSolution:
        """Every pair of cards, the player's first."""
        counts = dict.fromkeys(WARS, 0)
        for i, own in enumerate(self.deck):
            for j, dealers in enumerate(self.deck):
                if i != j:
                    counts[war_outcome(own, dealers)] += 1
        return self._wager(WAR, counts)

    def poker(self) -> WagerSolution:
        return self._wager(POKER, dict(enumerate(map(int, self.sixes.sum(axis=0)))))

    def _wager(self, wager: int, counts: dict[int, int]) -> WagerSolution:
        total = sum(counts.values())
        rows = [
            Row(self.game.outcomes[end], pay_of(self.rules, wager, end), Fraction(count, total))
            for end, count in counts.items()
        ]
        return from_rows(self.game.wagers[wager], rows)

    @cached_property
    def sixes(self) -> Words:
        """[number of six ranks, outcome at Poker] sets of cards."""
        return sixes_of(self.rules, poker_outcome, len(self.game.outcomes), self.deck)

    @property
    def poker_sets(self) -> tuple[Words, Words]:
        """[number of six ranks] sets of cards that win at Poker, and that lose."""
        lost = self.sixes[:, LOSE]
        return self.sixes.sum(axis=1) - lost, lost

    @cached_property
    def ranks(self) -> Words:
        """[rank] cards of the deck."""
        counts = words(len(RANKS))
        for card in self.deck:
            counts[rank(card)] += 1
        return counts

    @cached_property
    def by_points(self) -> tuple[Words, Words]:
        """The sets of six by points that the deck holds, and the place among them of each set of ranks (-1: none)."""
        held = rank_sets() @ POINTS_OF_RANK
        real = np.flatnonzero(self.sixes.sum(axis=1))
        sets, places = np.unique(held[real], axis=0, return_inverse=True)
        place_of = np.full(len(held), -1)
        place_of[real] = places
        return sets, place_of

    def weights(self) -> Words:
        """[War, Poker, set by points, points of the first card, of the up-card] deals of six cards and an up-card."""
        sets, place_of = self.by_points
        real = np.flatnonzero(place_of >= 0)
        held, places = rank_sets()[real], place_of[real]
        won, lost = (sets[real] for sets in self.poker_sets)
        weights = words(len(WARS), 2, len(sets), POINTS, POINTS)
        for own in range(len(RANKS)):
            for dealers in range(len(RANKS)):
                war = WARS.index(war_outcome(own * 4, dealers * 4))
                pairs = held[:, own] * (self.ranks[dealers] - held[:, dealers])
                first, up = points(own * 4), points(dealers * 4)
                np.add.at(weights[war, POKER_WON, :, first, up], places, pairs * won)
                np.add.at(weights[war, POKER_LOST, :, first, up], places, pairs * lost)
        return weights

    def together(self, plan: Plan, progress: Progress | None = None) -> Together:
        """The joint chances of the three games under a plan."""
        weights = self.weights()
        sums: dict[tuple[int, int, int], int] = {}
        for up in np.flatnonzero(self.points).tolist():
            ways = self.turn_ways(plan, up)
            for w, war in enumerate(WARS):
                for poker in (POKER_LOST, POKER_WON):
                    for kind in range(KINDS):
                        found = weighed(weights[w, poker, :, :, up], ways[:, :, kind])
                        sums[war, kind, poker] = sums.get((war, kind, poker), 0) + found
            if progress:
                progress(up, POINTS - 1)
        assert sum(sums.values()) == self.total, "some deal was not counted, or the deck is too small"
        return Together({key: Fraction(count, self.total) for key, count in sums.items()})

    @property
    def total(self) -> int:
        """Deals: six cards in order, an up-card, and `depth` cards for the dealer."""
        size = len(self.deck)
        return comb(size, SIX) * draws(SIX, SIX) * (size - SIX) * draws(size - SIX - 1, self.depth)

    def turn_ways(self, plan: Plan, up: int) -> Words:
        """[set by points, first card's points, kind] orders of the other five cards times draws of the dealer."""
        sets, _ = self.by_points
        dealer = self.dealer_ways(up)
        turns = turns_of(plan, up)
        ends = [(end.held, end.first, orders) for end, orders in turns.items()]
        finals = self.finals
        kinds = [[kind_of(end.settled, end.totals, total, total == NATURAL_TOTAL) for total in finals] for end in turns]
        return turn_table(sets, dealer, ends, np.array(kinds, dtype=np.int64), KINDS)

    def dealer_ways(self, up: int) -> Words:
        """[set by points, final] draws of the dealer, each final being a total or NATURAL_TOTAL."""
        if up not in self._dealer_ways:
            sets, _ = self.by_points
            hands = [
                (hand.held, hand.orders, self.finals.index(final_of(hand))) for hand in self.hands if hand.up == up
            ]
            self._dealer_ways[up] = dealer_table(self.points, sets, up, self.depth, hands, len(self.finals))
        return self._dealer_ways[up]

    @cached_property
    def _dealer_ways(self) -> dict[int, Words]:
        """Tables already made, by up-card."""
        return {}

    @cached_property
    def points(self) -> Words:
        """[points] cards of the deck."""
        return self.ranks @ POINTS_OF_RANK

    @cached_property
    def hands(self) -> list[DealerHand]:
        """The dealer's hands that the deck can deal."""
        most = self.points.tolist()
        return [
            hand
            for hand in dealer_hands(self.rules.soft_17)
            if all(n <= m for n, m in zip(hand.held, most, strict=True))
        ]

    @cached_property
    def depth(self) -> int:
        """Cards a dealer may draw after the up-card."""
        return min(max(hand.cards for hand in self.hands) - 1, len(self.deck) - SIX - 1)

    @cached_property
    def finals(self) -> list[int]:
        return sorted({final_of(hand) for hand in self.hands})


def final_of(hand: DealerHand) -> int:
    """The dealer's total, or NATURAL_TOTAL."""
    kinds = [kind for kind, count in enumerate(hand.held) for _ in range(count)]
    if hand.cards == 2 and make_natural(card_of_points(kinds[0]), card_of_points(kinds[1])):
        return NATURAL_TOTAL
    return hand.total


POINTS_OF_RANK = np.zeros((len(RANKS), POINTS), dtype=np.int64)
for _rank in range(len(RANKS)):
    POINTS_OF_RANK[_rank, points(_rank * 4)] = 1
