"""Turns of Triple Shot Bonus by the ranks of the cards, as far as they hang on the rules and the deck, not on the odds.

By node (`rank_play.py`): what may be done there and how a turn ends, and in how many deals the dealer ends in each
final, with six cards of the player's that win at Poker and with any. Those are integers of up to 86 bits, kept in two
parts; averages over what is still to come are added up once, from the sets of six cards back.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.rank_play import NO_CODE, Codes, nodes, turn_ends
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.stud.six_cards import SIX
from houseway.games.triple_shot_bonus.play import (
    BLACKJACK,
    LOSE,
    NATURAL,
    PLAYS_ON,
    Rules,
    ended_at_once,
    turn_acts,
    war_outcome,
)
from houseway.games.triple_shot_bonus.rank_plan import WAR_KEPT, WAR_LOST
from houseway.games.triple_shot_bonus.solve_together import NATURAL_TOTAL, POINTS_OF_RANK, Deals
from houseway.games.triple_shot_bonus.turns import LOST, kind_of
from houseway.rules.blackjack import BEST, STAND, against_blackjack, make_natural, outcome_against, points
from houseway.rules.cards import ACE, RANKS
from houseway.rules.choice import bit
from houseway.rules.compositions import BUSTED, EMPTY, compositions
from houseway.rules.shapes import Words, words

Values = NDArray[np.float64]

WON, ANY = range(2)  # six cards that win at Poker, and any
HALF = 25  # bits of the lower part of a number
UPS = 16  # up-cards kept


class Finish(NamedTuple):
    """How a turn ended."""

    settled: int  # an outcome, or PLAYS_ON: the dealer's hand decides
    totals: tuple[int, ...]
    bets: int  # on each hand

    def won(self, rules: Rules, dealer: int) -> Fraction:
        """Units won at Blackjack against the dealer's total."""
        if dealer == NATURAL_TOTAL:  # nobody has played
            return pay_of(rules, BLACKJACK, against_blackjack(self.settled == NATURAL))
        if self.settled != PLAYS_ON:
            return self.bets * pay_of(rules, BLACKJACK, self.settled)
        pays = (pay_of(rules, BLACKJACK, outcome_against(total, dealer)) for total in self.totals)
        return self.bets * sum(pays, Fraction(0))

    def kept(self, dealer: int) -> bool:
        """Whether the Hat Trick is still up."""
        return kind_of(self.settled, self.totals, dealer, dealer == NATURAL_TOTAL) != LOST


@dataclass(frozen=True, eq=False)
class RankTables:
    """Of a deck, under the rules in force."""

    deals: Deals

    # --- the rules by node ---

    @cached_property
    def hands(self) -> list[int]:
        """[node] the hand by points, a number of `compositions`, or BUSTED."""
        tree = compositions().tree
        hands = []
        for ranks in nodes().held.tolist():
            number = EMPTY
            for kind, count in enumerate(np.array(ranks) @ POINTS_OF_RANK):
                for _ in range(count):
                    number = int(tree[number, kind]) if number != BUSTED else BUSTED
            hands.append(number)
        return hands

    @cached_property
    def book(self) -> tuple[Codes, list[Finish]]:
        """Codes of ends by node, and what they stand for."""
        held, _, first = nodes()
        total_of = compositions().total
        finishes: dict[Finish, int] = {}

        def code(finish: Finish) -> int:
            return finishes.setdefault(finish, len(finishes))

        dealt, stood, hit, doubled = (np.full(len(held), NO_CODE) for _ in range(4))
        codes = Codes(dealt, stood, hit, doubled, words(len(RANKS), len(RANKS)))
        for node in range(first[2], len(held)):
            cards = int(held[node].sum())
            number = self.hands[node]
            total = BEST + 1 if number == BUSTED else int(total_of[number])
            ended = ended_at_once(cards, total)
            codes.stood[node] = code(Finish(PLAYS_ON, (total,), 1))
            codes.doubled[node] = code(Finish(ended, (total,), 2))
            if ended != PLAYS_ON:
                codes.hit[node] = code(Finish(ended, (total,), 1))
            one, *more = np.repeat(np.arange(len(RANKS)), held[node]).tolist()
            if cards == 2 and make_natural(one * 4, more[0] * 4):
                codes.dealt[node] = code(Finish(NATURAL, (total,), 1))
        ace = compositions().tree[EMPTY, points(ACE * 4)]
        for a in range(len(RANKS)):
            for b in range(len(RANKS)):
                totals = tuple(int(total_of[compositions().tree[ace, points(card * 4)]]) for card in (a, b))
                codes.split[a, b] = code(Finish(PLAYS_ON, totals, 1))
        return codes, list(finishes)

    @cached_property
    def options(self) -> Words:
        """[node] what a hand of two to five cards may do, as bits."""
        book = compositions()
        held, _, first = nodes()
        options = np.full(len(held), bit(STAND))
        for node in range(first[2], first[SIX]):
            number = self.hands[node]
            if number != BUSTED:
                cards, total, soft = int(held[node].sum()), int(book.total[number]), bool(book.soft[number])
                aces = cards == 2 and int(held[node, ACE]) == 2
                options[node] = turn_acts(cards, total, soft, aces, 1)
        return options

    def situation(self, up: int) -> Words:
        """[rank of the first card] whether War is lost against an up-card."""
        lost = [war_outcome(own * 4, up * 4) == LOSE for own in range(len(RANKS))]
        return np.where(lost, WAR_LOST, WAR_KEPT)

    # --- what follows a node ---

    def deals_of(self, up: int) -> Words:
        """[node, final, WON or ANY, lower or higher part] deals in the orders of ranks that begin so."""
        return np.concatenate([self._before_six(up), self._sixes(up)])

    @cached_property
    def _before_six(self) -> Callable[[int], Words]:
        return lru_cache(UPS)(self._averaged_back)

    def _averaged_back(self, up: int) -> Words:
        _, child, first = nodes()
        found = words(first[SIX], len(self.deals.finals), 2, 2)
        after, begins = self._sixes(up), first[SIX]
        for size in range(SIX - 1, -1, -1):
            at = np.arange(first[size], first[size + 1])
            found[at] = after[child[at] - begins].sum(axis=1)
            after, begins = found[at], first[size]
        return found

    def _sixes(self, up: int) -> Words:
        """Of whole sets of six: cards in each order of their ranks, up-cards that are left, and the dealer's draws."""
        held = nodes().held[nodes().first[SIX] :]
        won, lost = self.deals.poker_sets
        _, place_of = self.deals.by_points
        orders = np.array([factorial(count) for count in range(SIX + 1)])[held].prod(axis=1)
        left = orders * np.maximum(0, self.deals.ranks[up] - held[:, up])
        cards = np.stack([won * left, (won + lost) * left], axis=1)
        dealer = self.deals.dealer_ways(points(up * 4))[place_of]
        assert int(cards.sum()) < 2**37
        assert int(dealer.max()) < 2 ** (2 * HALF)
        parts = np.stack([dealer & ((1 << HALF) - 1), dealer >> HALF], axis=-1)
        return np.asarray(cards[:, None, :, None] * parts[:, :, None, :])

    @cached_property
    def averages(self) -> Callable[[int], tuple[Values, Values]]:
        """[node, final] chances of the dealer's finals, all of them and those with six cards that win at Poker."""
        return lru_cache(1)(self._averages)  # both situations of an up-card are looked at together

    def _averages(self, up: int) -> tuple[Values, Values]:
        deals = self.deals_of(up).astype(np.float64) @ (1.0, float(1 << HALF))
        every = np.maximum(1.0, deals[:, :, ANY].sum(axis=1, keepdims=True))
        return deals[:, :, ANY] / every, deals[:, :, WON] / every

    def tallied(self, acts: Words) -> list[Any]:
        """By situation: [code, final, WON or ANY] deals in which turns end so under a plan, as Python's integers."""
        codes, finishes = self.book
        tallies = [np.zeros((len(finishes), len(self.deals.finals), 2), dtype=object) for _ in (WAR_LOST, WAR_KEPT)]
        for up in np.flatnonzero(self.deals.ranks).tolist():
            deals = self.deals_of(up)
            for tally, ends in zip(tallies, turn_ends(acts[up], self.situation(up), codes), strict=True):
                table = words(*tally.shape, 2)
                np.add.at(table, ends.code, ends.orders[:, None, None, None] * deals[ends.node])
                tally += table[..., 0].astype(object) + (table[..., 1].astype(object) << HALF)
        return tallies
