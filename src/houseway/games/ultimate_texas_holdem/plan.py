"""How a strategy for Ultimate Texas Hold'em is written and followed.

Before the flop a list says with which two cards to raise four Antes. After it one raises with two pair or better, a
pair that has a card of one's own (but not with one's own deuces), and with four of a suit of which one holds a ten or
better. At the end one raises where few unseen cards, one alone with the board, would beat one: `outs_most` of them.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from houseway.games.sheet import Setting, read_strategies
from houseway.games.ultimate_texas_holdem.play import CHECK, RAISE_FOUR, RAISE_ONE, RAISE_TWO, TO_FOLD, Rules
from houseway.rules.cards import DECK, DEUCE, RANKS, TEN, rank, suit
from houseway.rules.choice import bit
from houseway.rules.felt import COMMUNITY, HOUSE, Felt
from houseway.rules.poker import PAIR, Ranks, category, five, seven, six
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies(Path(__file__).parent)
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    raised: Words  # [higher rank, lower rank, 1: of one suit] 1: raise four Antes with these two
    outs_most: Words  # [0]
    ranks: Ranks


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    one, other, board = felt.cards[seat, hand, 0], felt.cards[seat, hand, 1], felt.cards[HOUSE, COMMUNITY]
    if options & bit(RAISE_FOUR):
        high, low = max(rank(one), rank(other)), min(rank(one), rank(other))
        return RAISE_FOUR if plan.raised[high, low, 1 if suit(one) == suit(other) else 0] else CHECK
    if options & bit(RAISE_TWO):
        made = five(plan.ranks, one, other, board[0], board[1], board[2])
        deuces = category(made) == PAIR and rank(one) == rank(other) == DEUCE
        good = category(made) > PAIR or is_paired(felt, one, other) or is_drawing(felt, one, other)
        return RAISE_TWO if good and not deuces else CHECK
    return RAISE_ONE if outs(plan, felt, one, other) <= plan.outs_most[0] else TO_FOLD


def is_paired(felt: Felt, one: int, other: int) -> bool:
    """A pair after the flop that has a card of one's own."""
    for i in range(3):
        if rank(felt.cards[HOUSE, COMMUNITY, i]) in (rank(one), rank(other)):
            return True
    return rank(one) == rank(other)


def is_drawing(felt: Felt, one: int, other: int) -> bool:
    """Four of a suit after the flop, with a ten or better of it in one's own hand."""
    for own in (one, other):
        of_suit = 2 if suit(one) == suit(other) else 1
        for i in range(3):
            if suit(felt.cards[HOUSE, COMMUNITY, i]) == suit(own):
                of_suit += 1
        if of_suit >= 4 and rank(own) >= TEN:
            return True
    return False


def outs(plan: Plan, felt: Felt, one: int, other: int) -> int:
    """Unseen cards with one of which alone the board beats the hand."""
    board = felt.cards[HOUSE, COMMUNITY]
    own = seven(plan.ranks, one, other, board[0], board[1], board[2], board[3], board[4])
    found = 0
    for card in range(DECK):
        if card not in (one, other, board[0], board[1], board[2], board[3], board[4]):
            if six(plan.ranks, card, board[0], board[1], board[2], board[3], board[4]) > own:
                found += 1
    return found


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    """The lowest second card by the first, for suited cards and others: K = "2" is any king."""
    written = _WRITTEN[strategy]
    plan = Plan(words(len(RANKS), len(RANKS), 2), words(1), rules.ranks)
    plan.outs_most[0] = written["outs_most"]
    for pair in range(RANKS.index(written["pairs_from"]), len(RANKS)):
        plan.raised[pair, pair, 0] = 1
    for suited, lowest in ((1, written["suited"]), (0, written["others"])):
        for first, second in lowest.items():
            high = RANKS.index(first)
            plan.raised[high, RANKS.index(second) : high, suited] = 1
    return plan
