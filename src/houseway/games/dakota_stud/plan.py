"""How a strategy for Dakota Stud is written and followed: for every three and four cards, leave or take back."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.dakota_stud.play import LEAVE_ONE, LEAVE_TWO, TAKE_BACK_ONE, TAKE_BACK_TWO, Rules
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.cards import ACE, DECK, FIVE, TEN
from houseway.rules.choice import bit
from houseway.rules.combos import index_3, index_4
from houseway.rules.felt import COMMUNITY, HOUSE, Felt
from houseway.rules.shapes import Words

Marks = NDArray[np.bool_]
Leaves = NDArray[np.int8]

_WRITTEN = read_strategies("dakota_stud")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    first: Leaves  # [number of three cards] 1: leave (1)
    second: Leaves  # [number of four cards] 1: leave (2) and (3)


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    own = felt.cards[seat, hand]
    if options & bit(LEAVE_ONE):
        return LEAVE_ONE if plan.first[index_3(own[0], own[1], own[2])] else TAKE_BACK_ONE
    shown = felt.cards[HOUSE, COMMUNITY, 0]
    return LEAVE_TWO if plan.second[index_4(own[0], own[1], own[2], shown)] else TAKE_BACK_TWO


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    """The plan of a strategy in strategy.toml: every holding judged once."""
    written = _WRITTEN[strategy]
    first, second = tuple(written["first"]), tuple(written["second"])
    return Plan(_leaves(3, first, rules.lowest_pair), _leaves(4, second, rules.lowest_pair))


@cache
def _leaves(k: int, holdings: tuple[str, ...], lowest_pair: int) -> Leaves:
    """For each set of k cards, whether it is one of the holdings."""
    sets = sets_of(k)
    leaves = np.zeros(len(sets), dtype=bool)
    for name in holdings:
        leaves |= HOLDINGS[name](sets, lowest_pair)
    return leaves.astype(np.int8)


@cache
def sets_of(k: int) -> Words:
    """[number, place] every k cards in rising order, in the order of their numbers."""
    sets = np.array(list(combinations(range(DECK), k)), dtype=np.int64)
    return sets[np.lexsort(sets.T)]


def _counts(sets: Words) -> Words:
    """[set, rank] cards of each rank."""
    counts: Words = (sets[:, :, None] >> 2 == np.arange(13)).sum(axis=1)
    return counts


def anything(sets: Words, lowest_pair: int) -> Marks:
    return np.ones(len(sets), dtype=bool)


def winner(sets: Words, lowest_pair: int) -> Marks:
    """Already wins: a pair that is high enough, two pair, three or four of a kind."""
    counts = _counts(sets)
    high_pair = (counts[:, lowest_pair:] >= 2).any(axis=1)
    return np.asarray(high_pair | (counts >= 3).any(axis=1) | ((counts >= 2).sum(axis=1) >= 2))


def pair(sets: Words, lowest_pair: int) -> Marks:
    return np.asarray((_counts(sets) >= 2).any(axis=1))


def one_suit(sets: Words, lowest_pair: int) -> Marks:
    return np.asarray((sets & 3 == sets[:, :1] & 3).all(axis=1))


def run(sets: Words, lowest_pair: int) -> Marks:
    """Cards of consecutive ranks, with room at both ends."""
    ranks = sets >> 2
    return np.asarray((np.diff(ranks, axis=1) == 1).all(axis=1) & (ranks[:, -1] < ACE))


def run_in_suit(sets: Words, lowest_pair: int) -> Marks:
    """Three of a suit in a row, none below a five."""
    return one_suit(sets, lowest_pair) & run(sets, lowest_pair) & (sets[:, 0] >> 2 >= FIVE)


def royal_draw(sets: Words, lowest_pair: int) -> Marks:
    return one_suit(sets, lowest_pair) & (sets[:, 0] >> 2 >= TEN)


def all_high(sets: Words, lowest_pair: int) -> Marks:
    """No card below the lowest pair that wins."""
    return sets[:, 0] >> 2 >= lowest_pair


HOLDINGS = {
    holding.__name__: holding for holding in (anything, winner, pair, one_suit, run, run_in_suit, royal_draw, all_high)
}
