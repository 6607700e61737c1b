"""The play that is best for Blackjack and the Hat Trick together.

A player who has bet on the Hat Trick plays for two things: the blackjack hand, and six cards that win at Poker while
Blackjack is not lost. With `ratio` the Hat Trick's bet in units of the Blackjack bet, the best play maximises

    units won at Blackjack + ratio x (pay + 1) x chance that none of the three games is lost.

Once War is lost the second part is gone. So a plan says what to do with a hand by the *ranks* of its cards and of the
up-card, with War lost and with War not lost. Suits are not looked at (a flush is 1 % of hands), nor is the order of the
cards, which tells nothing more. Within that class the plan is the best: cards are added one at a time, values are
averaged back from the sets of six cards, and at every set of two to five ranks the best act is taken.

Values that choose the act are floats; what the plan then earns is counted in integers (`solve_rank_tables.py`).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.rank_play import ACTS, NO_CODE, nodes
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.stud.six_cards import SIX
from houseway.games.charts import Plan, planned_act
from houseway.games.triple_shot_bonus.play import HAT_TRICK, LOSE, WIN, Rules
from houseway.games.triple_shot_bonus.rank_plan import WAR_KEPT, WAR_LOST, RankPlan
from houseway.games.triple_shot_bonus.solve_rank_tables import ANY, WON, RankTables, Values
from houseway.games.triple_shot_bonus.solve_together import NATURAL_TOTAL, Deals
from houseway.rules.blackjack import DOUBLE, HIT, STAND, points
from houseway.rules.cards import RANKS
from houseway.rules.choice import bit
from houseway.rules.shapes import Words

Acts = NDArray[np.int64]  # [up-card's rank, situation, node] an act


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
    """Turns of a deck played by ranks, paid as bets of these sizes are."""

    tables: RankTables
    rules: Rules

    @classmethod
    def of(cls, deals: Deals) -> "RankPlay":
        """At the odds that are printed."""
        return cls(RankTables(deals), deals.rules)

    @property
    def deals(self) -> Deals:
        return self.tables.deals

    # --- plans ---

    def by_points(self, plan: Plan) -> Acts:
        """A plan that looks at points alone, as one by ranks."""
        _, _, first = nodes()
        acts = np.full((len(RANKS), 2, first[SIX]), STAND)
        for up in range(len(RANKS)):
            for node in range(first[2], first[SIX]):
                options = int(self.tables.options[node])
                if options != bit(STAND):
                    acts[up, :, node] = planned_act(plan, False, self.tables.hands[node], points(up * 4), options)
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
        rules = self.rules
        return ratio * (pay_of(rules, HAT_TRICK, WIN) - pay_of(rules, HAT_TRICK, LOSE))

    def worths(self, up: int, swing: float) -> tuple[Values, Values]:
        """[act of ACTS, node] what each act is worth against an up-card, a Hat Trick being worth so many units.

        All of it joint with "the dealer has no blackjack", whose chance [node] is given too. An act that is not legal
        is worth minus infinity; where nothing is asked, standing is all there is.
        """
        _, _, first = nodes()
        by_card = self.tables.book[0].hit
        table = np.full((len(ACTS), first[SIX]), -np.inf)
        table[ACTS.index(STAND)] = 0
        values = _Values(swing, self._likely(up), *self.tables.averages(up), np.zeros(first[SIX + 1]))
        for size in range(SIX, 1, -1):
            at = np.arange(first[size], first[size + 1])
            if size < SIX:
                for i, act in enumerate(ACTS):
                    legal = self.tables.options[at] >> act & 1 > 0
                    if legal.any():
                        table[i, at] = np.where(legal, self._worth(act, at, values), -np.inf)
                values.best[at] = table[:, at].max(axis=0)
            over = at[by_card[at] != NO_CODE]
            values.best[over] = self._ended(over, by_card[over], values)
        played = np.array([final != NATURAL_TOTAL for final in self.deals.finals])
        return table, np.asarray(values.ways[: first[SIX]] @ played)

    def _worth(self, act: int, at: Words, values: _Values) -> Values:
        """What an act is worth at these nodes, the best being done afterwards."""
        codes, _ = self.tables.book
        after, chance = nodes().child[at], values.likely[at]
        if act == STAND:
            return self._ended(at, codes.stood[at], values)
        if act == HIT:
            return np.asarray((chance * values.best[after]).sum(axis=1))
        if act == DOUBLE:
            size = int(nodes().held[at[0]].sum())
            one_more = np.arange(nodes().first[size + 1], nodes().first[size + 2])
            doubled = self._ended(one_more, codes.doubled[one_more], values)
            return np.asarray((chance * doubled[after - one_more[0]]).sum(axis=1))
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

    @cached_property
    def _pays(self) -> tuple[Values, Values]:
        """[code, final] units won and whether the Hat Trick is up; nothing where the dealer has blackjack."""
        _, finishes = self.tables.book
        finals = self.deals.finals
        rules = self.rules
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
        finals, finishes = self.deals.finals, self.tables.book[1]
        lost, kept = self.tables.tallied(acts)
        blackjack, hat_trick = Fraction(0), 0
        for code, finish in enumerate(finishes):
            for place, final in enumerate(finals):
                blackjack += finish.won(self.rules, final) * int(lost[code, place, ANY] + kept[code, place, ANY])
                hat_trick += int(kept[code, place, WON]) * finish.kept(final)
        return Joint(blackjack / self.deals.total, Fraction(hat_trick, self.deals.total))
