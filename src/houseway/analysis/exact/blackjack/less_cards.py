"""What a player of blackjack gains who knows cards that are out of the shoe, such as those of other seats.

Both plays are chosen and evaluated as everywhere here: the best one for the whole shoe, and the best one for what is
left of it. The player tells cards by their points: which of the aces and the tens are left in which suits, and what a
natural of theirs is paid, is that of the whole shoe. Insurance is half of the bet, and is taken where it wins.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.exact.blackjack.choosing import TIE
from houseway.analysis.exact.blackjack.dealer import left_of
from houseway.analysis.exact.blackjack.live_hands import Insurance, without
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.turns import WHOLE, hand_of, new_book
from houseway.analysis.exact.blackjack.wager_figures import ACE_POINTS, edge_of
from houseway.analysis.exact.shared.less_cards import ActsChanged, SeenGone
from houseway.analysis.exact.shared.pays import pay_of
from houseway.engine.packed import packed
from houseway.games.charts import WHOLE as WHOLE_HANDS
from houseway.games.charts import Plan
from houseway.rules.blackjack import points
from houseway.rules.cards import DECK
from houseway.rules.compositions import POINTS

DECK_S, SHOE_S = 0.15, 0.6  # of one core, measured: one deck, and several
HALF = Fraction(1, 2)


class FirstCards(NamedTuple):
    up: int
    number: int  # of the hand
    likely: Fraction
    blackjack: Fraction  # how likely the dealer has one then


class LeftOf(Blackjack):
    """The blackjack of a shoe that some cards are out of."""

    def __init__(self, whole: Blackjack, gone: Sequence[int]) -> None:
        super().__init__(whole.leaves, without(whole.deck, [points(card) for card in gone]))
        self.deck = whole.deck  # of which naturals are told by their suits
        self.turns = self.turns._replace(natural_pay=whole.turns.natural_pay)
        self.packed_turns = packed(self.turns)


class BlackjackLessCards:
    def __init__(self, blackjack: Blackjack, acts: Sequence[str], insurance: Insurance | None) -> None:
        self.whole = blackjack
        self.plan = blackjack.plan()
        self.acts = acts
        self.insurance = insurance
        self.why_nothing = "" if blackjack.turns.step else "it is dealt from an endless shoe"
        self.kinds = [points(card) for card in range(DECK)]
        self.seconds = DECK_S if len(blackjack.deck) <= DECK else SHOE_S

    def seen(self, gone: Sequence[int]) -> SeenGone:
        left = LeftOf(self.whole, gone)
        plan = left.plan()
        gain = edge_of(left, self.plan) - edge_of(left, plan)
        changed: ActsChanged = {}
        for first in first_cards(left):
            insured, more = self._insured(left, first)
            gain += more
            share = first.likely if insured else first.likely * (1 - first.blackjack)
            if (pair := insured or self._played(left, plan, first)) and share:  # the first act that is another
                changed[pair] = changed.get(pair, Fraction(0)) + share
        return SeenGone(gain, changed)

    def _played(self, left: Blackjack, seeing: Plan, first: FirstCards) -> tuple[str, str] | None:
        """The first act of the whole shoe's play and the better one, where that is another."""
        worth = left.best[first.up].worth[WHOLE, first.number]
        before, after = (int(plan.acts[WHOLE_HANDS, first.number, first.up, 0]) for plan in (self.plan, seeing))
        is_better = before != after and worth[after] > worth[before] + TIE
        return (self.acts[before], self.acts[after]) if is_better else None

    def _insured(self, left: Blackjack, first: FirstCards) -> tuple[tuple[str, str] | None, Fraction]:
        """Whether insurance is taken otherwise, and what that wins a round."""
        insurance = self.insurance
        if insurance is None or first.up != ACE_POINTS:
            return None, Fraction(0)
        seeing, blind = (self._insurance_worth(insurance, shoe, first.number) for shoe in (left, self.whole))
        if (seeing > 0) == (blind > 0):
            return None, Fraction(0)
        before, after = (self.acts[insurance.insure if worth > 0 else insurance.decline] for worth in (blind, seeing))
        return (before, after), first.likely * HALF * abs(seeing)

    def _insurance_worth(self, insurance: Insurance, shoe: Blackjack, number: int) -> Fraction:
        likely = blackjack_likely(shoe, ACE_POINTS, number)
        rules = shoe.leaves.rules
        won, lost = (pay_of(rules, insurance.wager, outcome) for outcome in (insurance.win, insurance.lose))
        return likely * won + (1 - likely) * lost


def first_cards(shoe: Blackjack) -> Iterator[FirstCards]:
    """Every two cards against every up-card."""
    counts, size = [int(count) for count in shoe.turns.counts], int(shoe.turns.size)
    for up in range(1, POINTS):
        for a in range(1, POINTS):
            for b in range(a, POINTS):
                ways = counts[up] * (counts[a] - (a == up)) * (counts[b] - (b == up) - (a == b))
                if ways > 0:
                    likely = Fraction(ways * (1 if a == b else 2), size * (size - 1) * (size - 2))
                    number = hand_of([a, b])
                    yield FirstCards(up, number, likely, blackjack_likely(shoe, up, number))


def blackjack_likely(shoe: Blackjack, up: int, number: int) -> Fraction:
    """That the dealer's hole card makes one, against two cards."""
    hole = int(shoe.turns.hole[up])
    if not hole:
        return Fraction(0)
    left = left_of(shoe.turns, new_book(), up, number, WHOLE, 0, hole)
    return Fraction(left, int(shoe.turns.size) - 3)
