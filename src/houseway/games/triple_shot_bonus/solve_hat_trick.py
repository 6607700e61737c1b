"""The play that is best for Blackjack and the Hat Trick together.

A player who has bet on the Hat Trick plays for two things: the blackjack hand, and six cards that win at Poker while
Blackjack is not lost. With `ratio` the Hat Trick's bet in units of the Blackjack bet, the best play maximises

    units won at Blackjack + ratio x (pay + 1) x chance that none of the three games is lost.

Once War is lost the second part is gone. So a plan says what to do with a hand by the *ranks* of its cards and of the
up-card, with War lost and with War not lost. Suits are not looked at (a flush is 1 % of hands), nor is the order of the
cards, which tells nothing more. Within that class the plan is the best: cards are added one at a time, values are
averaged back from the sets of six cards, and at every set of two to five ranks the best act is taken.

Values that choose the act are floats; what the plan then earns is counted in integers (`rank_play.py`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.rank_play import ACTS, NO_CODE, Codes, nodes, rank_table
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.stud.six_and_dealer import draws, weighed
from houseway.analysis.exact.stud.six_cards import SIX
from houseway.games.charts import Plan, planned_act
from houseway.games.triple_shot_bonus.play import (
    BLACKJACK,
    HAT_TRICK,
    LOSE,
    NATURAL,
    PLAYS_ON,
    WIN,
    Rules,
    ended_at_once,
    turn_acts,
    war_outcome,
)
from houseway.games.triple_shot_bonus.rank_plan import WAR_KEPT, WAR_LOST, RankPlan
from houseway.games.triple_shot_bonus.solve_together import NATURAL_TOTAL, POINTS_OF_RANK, Deals
from houseway.games.triple_shot_bonus.turns import LOST, kind_of
from houseway.rules.blackjack import BEST, DOUBLE, HIT, STAND, against_blackjack, make_natural, outcome_against, points
from houseway.rules.cards import ACE, RANKS
from houseway.rules.choice import bit
from houseway.rules.compositions import BUSTED, EMPTY, compositions
from houseway.rules.shapes import Words, words

Acts = NDArray[np.int64]  # [up-card's rank, situation, node] an act
Values = NDArray[np.float64]


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


class _Values(NamedTuple):
    """What is known of the nodes against one up-card."""

    swing: float  # what a Hat Trick is worth, in units
    likely: Values  # [node, rank] chance of the next card
    ways: Values  # [node, final] chance of the dealer's final
    winning: Values  # [node, final] ... together with six cards that win at Poker
    best: Values  # [node] value of the best play


@dataclass(frozen=True)
class Joint:
    """What a plan by ranks earns."""

    blackjack: Fraction  # units won
    hat_trick: Fraction  # the chance that none of the three is lost


@dataclass(frozen=True)
class RankPlay:
    """Turns of a deck played by ranks."""

    deals: Deals

    # --- the rules as tables by node ---

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

    # --- plans ---

    def by_points(self, plan: Plan) -> Acts:
        """A plan that looks at points alone, as one by ranks."""
        _, _, first = nodes()
        acts = np.full((len(RANKS), 2, first[SIX]), STAND)
        for up in range(len(RANKS)):
            for node in range(first[2], first[SIX]):
                options = int(self.options[node])
                if options != bit(STAND):
                    acts[up, :, node] = planned_act(plan, False, self.hands[node], points(up * 4), options)
        return acts

    def best(self, ratio: Fraction) -> Acts:
        """The best plan for a Hat Trick bet of `ratio` Blackjack bets."""
        acts = np.full((len(RANKS), 2, nodes().first[SIX]), STAND)
        for up in np.flatnonzero(self.deals.ranks).tolist():
            for situation, value in ((WAR_LOST, 0.0), (WAR_KEPT, float(self.swing(ratio)))):
                worths, _ = self.worths(up, value)
                acts[up, situation] = np.array(ACTS)[worths.argmax(axis=0)]
        return acts

    def swing(self, ratio: Fraction) -> Fraction:
        """Units between a Hat Trick that is won and one that is lost."""
        rules = self.deals.rules
        return ratio * (pay_of(rules, HAT_TRICK, WIN) - pay_of(rules, HAT_TRICK, LOSE))

    def worths(self, up: int, swing: float) -> tuple[Values, Values]:
        """[act of ACTS, node] what each act is worth against an up-card, a Hat Trick being worth so many units.

        All of it joint with "the dealer has no blackjack", whose chance [node] is given too. An act that is not legal
        is worth minus infinity; where nothing is asked, standing is all there is.
        """
        _, _, first = nodes()
        by_card = self.book[0].hit
        table = np.full((len(ACTS), first[SIX]), -np.inf)
        table[ACTS.index(STAND)] = 0
        values = _Values(swing, self._likely(up), *self._averages(up), np.zeros(first[SIX + 1]))
        for size in range(SIX, 1, -1):
            at = np.arange(first[size], first[size + 1])
            if size < SIX:
                for i, act in enumerate(ACTS):
                    legal = self.options[at] >> act & 1 > 0
                    if legal.any():
                        table[i, at] = np.where(legal, self._worth(act, at, values), -np.inf)
                values.best[at] = table[:, at].max(axis=0)
            over = at[by_card[at] != NO_CODE]
            values.best[over] = self._ended(over, by_card[over], values)
        played = np.array([final != NATURAL_TOTAL for final in self.deals.finals])
        return table, np.asarray(values.ways[: first[SIX]] @ played)

    def _worth(self, act: int, at: Words, values: _Values) -> Values:
        """What an act is worth at these nodes, the best being done afterwards."""
        codes, _ = self.book
        after, chance = nodes().child[at], values.likely[at]
        if act == STAND:
            return self._ended(at, codes.stood[at], values)
        if act == HIT:
            return np.asarray((chance * values.best[after]).sum(axis=1))
        if act == DOUBLE:
            return np.asarray((chance * self._ended(after, codes.doubled[after], values)).sum(axis=1))
        total = np.zeros(len(at))
        for a in range(len(RANKS)):  # a split: every two cards on the aces, in order
            for b in range(len(RANKS)):
                code = np.full(len(at), codes.split[a, b])
                both = chance[:, a] * values.likely[after[:, a], b]
                total += both * self._ended(nodes().child[after[:, a], b], code, values)
        return total

    def _ended(self, at: Words, code: Words, values: _Values) -> Values:
        """What turns that end here are worth."""
        won, kept = self._pays
        earned = values.ways[at] * won[code] + values.swing * values.winning[at] * kept[code]
        return np.asarray(earned.sum(axis=-1))

    def _likely(self, up: int) -> Values:
        """[node, rank] the chance that the next of a player's cards has the rank."""
        held = nodes().held
        left = self.deals.ranks - held
        left[:, up] -= 1
        unseen = np.maximum(1, len(self.deals.deck) - 1 - held.sum(axis=1))
        return np.asarray(np.maximum(0, left) / unseen[:, None])

    def _averages(self, up: int) -> tuple[Values, Values]:
        """[node, final] chances of the dealer's finals, all of them and those with a player's six cards that win."""
        held, child, first = nodes()
        likely = self._likely(up)
        won, lost = self.deals.poker_sets
        _, place_of = self.deals.by_points
        ways = np.zeros((len(held), len(self.deals.finals)))
        winning = np.zeros_like(ways)
        dealer = self.deals.dealer_ways(points(up * 4))[place_of]
        ways[first[SIX] :] = dealer / draws(len(self.deals.deck) - SIX - 1, self.deals.depth)
        winning[first[SIX] :] = ways[first[SIX] :] * (won / np.maximum(1, won + lost))[:, None]
        for size in range(SIX - 1, 1, -1):
            at = np.arange(first[size], first[size + 1])
            for table in (ways, winning):
                table[at] = (likely[at][:, :, None] * table[child[at]]).sum(axis=1)
        return ways, winning

    @cached_property
    def _pays(self) -> tuple[Values, Values]:
        """[code, final] units won and whether the Hat Trick is up; nothing where the dealer has blackjack."""
        _, finishes = self.book
        finals = self.deals.finals
        rules = self.deals.rules
        played = np.array([final != NATURAL_TOTAL for final in finals])
        won = np.array([[float(finish.won(rules, final)) for final in finals] for finish in finishes])
        kept = np.array([[float(finish.kept(final)) for final in finals] for finish in finishes])
        return won * played, kept * played

    def plan(self, acts: Acts) -> RankPlan:
        """A plan that `follow_by_ranks` plays."""
        _, child, first = nodes()
        return RankPlan(child[: first[SIX]].astype(np.int16), acts.astype(np.int8))

    # --- what a plan earns ---

    def earns(self, acts: Acts) -> Joint:
        """A plan's results, exactly."""
        deals = self.deals
        codes, finishes = self.book
        results = {
            (finish.won(deals.rules, final), finish.kept(final)) for finish in finishes for final in deals.finals
        }
        classes = sorted(results)
        class_of = [
            [classes.index((finish.won(deals.rules, final), finish.kept(final))) for final in deals.finals]
            for finish in finishes
        ]
        _, place_of = deals.by_points
        real = np.flatnonzero(place_of >= 0)
        held = nodes().held[nodes().first[SIX] :][real]
        won, lost = (sets[real] for sets in deals.poker_sets)
        blackjack, hat_trick = Fraction(0), 0
        for up in np.flatnonzero(deals.ranks).tolist():
            dealer = deals.dealer_ways(points(up * 4))[place_of[real]]
            table = rank_table(
                held, acts[up], self.situation(up), codes, dealer, np.array(class_of, dtype=np.int64), len(classes)
            )
            left = deals.ranks[up] - held[:, up]
            for i, (units, kept) in enumerate(classes):
                blackjack += units * weighed((won + lost) * left, table[:, :, i].sum(axis=1))
                hat_trick += kept * weighed(won * left, table[:, WAR_KEPT, i])
        return Joint(blackjack / deals.total, Fraction(hat_trick, deals.total))
