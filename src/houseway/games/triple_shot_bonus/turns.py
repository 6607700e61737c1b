"""Every way a player's turn at blackjack can end under a plan, by the points of its cards."""

from dataclasses import dataclass
from typing import NamedTuple

from houseway.games.charts import Plan, planned_act
from houseway.games.triple_shot_bonus.play import (
    BUST,
    LOSE,
    NATURAL,
    PLAYS_ON,
    PUSH,
    WIN,
    ended_at_once,
    split_outcome,
    turn_acts,
)
from houseway.rules.blackjack import BEST, DOUBLE, SPLIT, STAND, against_blackjack, make_natural, outcome_against
from houseway.rules.cards import ACE
from houseway.rules.choice import bit
from houseway.rules.compositions import BUSTED, EMPTY, POINTS, compositions

LOST, TIED, WON, SPLIT_KEPT = range(4)  # the blackjack bet as the Hat Trick sees it; SPLIT_KEPT: two hands, not lost
KINDS = 4

Held = tuple[int, ...]  # cards by points, 0 to 10


class End(NamedTuple):
    """A turn that is over."""

    held: Held  # cards of the turn, both hands of split aces together
    first: int  # points of the first card
    settled: int  # NATURAL, SIX_CARDS, BUST, or PLAYS_ON: the dealer's hand decides
    totals: tuple[int, ...]  # of each hand


def kind_of(settled: int, totals: tuple[int, ...], dealer: int, blackjack: bool) -> int:
    """What becomes of the bet of a turn that is over, against the dealer's total."""
    if blackjack:
        return KIND_OF[against_blackjack(settled == NATURAL)]
    if settled == BUST:
        return LOST
    if settled != PLAYS_ON:
        return WON
    outcomes = [outcome_against(total, dealer) for total in totals]
    if len(outcomes) == 1:
        return KIND_OF[outcomes[0]]
    return SPLIT_KEPT if split_outcome(*outcomes) != LOSE else LOST


KIND_OF = {LOSE: LOST, PUSH: TIED, WIN: WON}


@dataclass
class Turns:
    """The ends of all turns against one up-card, each with the orders of points that lead to it."""

    plan: Plan
    up: int
    ends: dict[End, int]

    def add(self, held: Held, first: int, settled: int, totals: tuple[int, ...], orders: int) -> None:
        end = End(held, first, settled, totals)
        self.ends[end] = self.ends.get(end, 0) + orders


def turns_of(plan: Plan, up: int) -> dict[End, int]:
    """How turns end against an up-card of so many points, and in how many orders of points."""
    turns = Turns(plan, up, {})
    tree = compositions().tree
    growing: dict[tuple[int, int], int] = {}  # (hand by number, points of the first card) -> orders
    for first in range(1, POINTS):
        for second in range(1, POINTS):
            number = int(tree[tree[EMPTY, first], second])
            if make_natural(card_of_points(first), card_of_points(second)):
                turns.add(_held(number), first, NATURAL, (BEST,), 1)
            else:
                growing[number, first] = growing.get((number, first), 0) + 1
    while growing:
        grown: dict[tuple[int, int], int] = {}
        for (number, first), orders in growing.items():
            _act(turns, number, first, orders, grown)
        growing = grown
    return turns.ends


def _act(turns: Turns, number: int, first: int, orders: int, grown: dict[tuple[int, int], int]) -> None:
    """One act of the plan: the turn ends, or the hand grows by a card."""
    book = compositions()
    held = _held(number)
    total, cards = int(book.total[number]), int(book.cards[number])
    aces = cards == 2 and held[1] == 2
    options = turn_acts(cards, total, bool(book.soft[number]), aces, 1)
    act = STAND if options == bit(STAND) else planned_act(turns.plan, False, number, turns.up, options)
    if act == STAND:
        turns.add(held, first, PLAYS_ON, (total,), orders)
    elif act == SPLIT:
        _split(turns, number, orders)
    else:
        for kind in range(1, POINTS):
            more = int(book.tree[number, kind])
            after = int(book.total[more]) if more != BUSTED else BEST + 1
            ended = ended_at_once(cards + 1, after)
            if ended != PLAYS_ON or act == DOUBLE:
                turns.add(_with(held, kind), first, ended, (after,), orders)
            else:
                grown[more, first] = grown.get((more, first), 0) + orders


def _split(turns: Turns, number: int, orders: int) -> None:
    """One card to each of two equal ones."""
    book = compositions()
    held = _held(number)
    one = held.index(2)
    for a in range(1, POINTS):
        for b in range(1, POINTS):
            totals = tuple(int(book.total[book.tree[book.tree[EMPTY, one], kind]]) for kind in (a, b))
            turns.add(_with(_with(held, a), b), one, PLAYS_ON, totals, orders)


def _held(number: int) -> Held:
    return tuple(map(int, compositions().held[number]))


def _with(held: Held, kind: int) -> Held:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


def card_of_points(kind: int) -> int:
    """A card that counts so many points."""
    return 4 * (ACE if kind == 1 else kind - 2)
