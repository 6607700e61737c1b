"""Turns that are played by the ranks of the cards, counted over every set of six cards a player may get.

Sets of up to six ranks are *nodes* of a tree: `child[node, rank]` is the set with one more. A turn comes to a node in a
number of orders of ranks; what the plan does there moves those orders to larger sets or ends them. What follows an end
is the caller's, by node: how many deals there are of all that is still to come.

The rules come in as tables by node: the code of the end there, if the turn ends by standing, by a card that was hit, or
by a card that was doubled for; codes and what they mean are the caller's.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.stud.six_cards import SIX, rank_sets
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT, STAND
from houseway.rules.cards import RANKS
from houseway.rules.shapes import Words, words

NO_CODE = -1
EMPTY_HAND = 0  # a node


class Nodes(NamedTuple):
    held: Words  # [node, rank] cards of each rank
    child: Words  # [node, rank] the node with that card more; of six cards: none
    first: tuple[int, ...]  # by size: its first node; one more for the end


@cache
def nodes() -> Nodes:
    """All sets of up to six ranks, smaller ones first."""
    levels = [rank_sets(size) for size in range(SIX + 1)]
    first = [0]
    for level in levels:
        first.append(first[-1] + len(level))
    held = np.concatenate(levels)
    numbers = {tuple(ranks): node for node, ranks in enumerate(held.tolist())}
    child = words(*held.shape)
    for node in range(first[SIX]):
        ranks = held[node].tolist()
        for rank in range(len(RANKS)):
            ranks[rank] += 1
            child[node, rank] = numbers[tuple(ranks)]
            ranks[rank] -= 1
    return Nodes(held, child, tuple(first))


class Codes(NamedTuple):
    """Codes of ends by node; NO_CODE where the turn does not end so."""

    dealt: Words  # with the first two cards
    stood: Words
    hit: Words  # by the card just taken
    doubled: Words
    split: Words  # [rank, rank] by the cards on two aces


class TurnEnds(NamedTuple):
    """How turns end: the node, the code of the end, and in how many orders of ranks a turn comes there."""

    node: Words
    code: Words
    orders: Words


def turn_ends(acts: Words, situation: Words, codes: Codes) -> list[TurnEnds]:
    """By situation 0 and 1. situation[rank]: by the first card; acts[situation, node]: what the plan does."""
    return [_ends_of(acts[which], situation == which, codes) for which in range(2)]


def _ends_of(acts: Words, begins: NDArray[np.bool_], codes: Codes) -> TurnEnds:
    """The ends of turns whose first card is one of these ranks."""
    _, child, first = nodes()
    ends: list[TurnEnds] = []
    orders = words(len(child))
    np.add.at(orders, child[child[EMPTY_HAND, begins]], 1)
    for size in range(2, SIX):
        at = np.arange(first[size], first[size + 1])
        at = at[orders[at] > 0]
        dealt = codes.dealt[at] != NO_CODE
        stands = ~dealt & (acts[at] == STAND)
        goes_on = at[~dealt & (acts[at] != STAND) & (acts[at] != SPLIT)]
        ends.append(TurnEnds(at[dealt], codes.dealt[at[dealt]], orders[at[dealt]]))
        ends.append(TurnEnds(at[stands], codes.stood[at[stands]], orders[at[stands]]))
        for node in at[~dealt & (acts[at] == SPLIT)]:
            after = child[child[node]]
            ends.append(TurnEnds(after.ravel(), codes.split.ravel(), np.full(after.size, orders[node])))
        after = child[goes_on]
        ended = np.where((acts[goes_on] == DOUBLE)[:, None], codes.doubled[after], codes.hit[after])
        came = np.broadcast_to(orders[goes_on][:, None], after.shape)
        over = ended != NO_CODE
        ends.append(TurnEnds(after[over], ended[over], came[over]))
        np.add.at(orders, after[~over], came[~over])
    assert not orders[first[SIX] :].any(), "a turn of six cards is over"
    return TurnEnds(*map(np.concatenate, zip(*ends, strict=True)))


ACTS = (STAND, HIT, DOUBLE, SPLIT)  # what a plan may do; of equal acts the first is taken
