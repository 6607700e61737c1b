"""Turns that are played by the ranks of the cards, counted over every set of six cards a player may get.

Sets of up to six ranks are *nodes* of a tree: `child[node, rank]` is the set with one more. Of six given cards every
order is equally likely, so a turn visits some of the 64 subsets of them: a subset is reached in a number of orders, and
what the plan does there moves those orders to larger subsets or ends them. That takes 64 steps instead of 720 orders.

The rules come in as tables by node: the code of the end there, if the turn ends by standing, by a card that was hit, or
by a card that was doubled for; codes and what they mean are the caller's.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.stud.six_cards import SIX, rank_sets
from houseway.engine.compiled import compiled
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT, STAND
from houseway.rules.cards import RANKS
from houseway.rules.shapes import Words, words

NO_CODE = -1
SUBSETS = 1 << SIX


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


def count_ranks(
    sets: Words, child: Words, acts: Words, situation: Words, codes: Codes, dealer: Words, classes: Words, table: Words,
    node: Words, orders: Words,
) -> None:  # fmt: skip
    """table[set, situation, class]: orders of six cards times ways of the dealer.

    sets[set, place]: six ranks; situation[rank]: 0 or 1, by the first card; acts[situation, node]: what the plan does;
    dealer[set, final]; classes[code, final]: the class of a result. `node` and `orders` are room to work in, by subset.
    """
    full = SUBSETS - 1
    for s in range(len(sets)):
        for subset in range(1, SUBSETS):
            high = 0
            while subset >> (high + 1):
                high += 1
            node[subset] = child[node[subset ^ (1 << high)], sets[s, high]]
            orders[0, subset] = 0
            orders[1, subset] = 0
        for a in range(SIX):
            for b in range(SIX):
                if a != b:
                    orders[situation[sets[s, a]], 1 << a | 1 << b] += 1
        for which in range(2):
            for subset in range(3, full):
                count = orders[which, subset]
                if count == 0:
                    continue
                at = node[subset]
                left = 0
                for place in range(SIX):
                    left += 1 - (subset >> place & 1)
                rest = 1  # orders of the cards beyond the next
                for i in range(2, left):
                    rest *= i
                act = acts[which, at]
                if codes.dealt[at] != NO_CODE:
                    end_turn(table, s, which, classes, codes.dealt[at], dealer, count * rest * left)
                elif act == STAND:
                    end_turn(table, s, which, classes, codes.stood[at], dealer, count * rest * left)
                elif act == SPLIT:
                    for i in range(SIX):
                        for j in range(SIX):
                            if i != j and subset >> i & 1 == 0 and subset >> j & 1 == 0:
                                code = codes.split[sets[s, i], sets[s, j]]
                                end_turn(table, s, which, classes, code, dealer, count * rest // (left - 1))
                else:
                    for place in range(SIX):
                        if subset >> place & 1 == 0:
                            more = subset | 1 << place
                            code = codes.doubled[node[more]] if act == DOUBLE else codes.hit[node[more]]
                            if code != NO_CODE:
                                end_turn(table, s, which, classes, code, dealer, count * rest)
                            else:
                                orders[which, more] += count


def end_turn(table: Words, s: int, which: int, classes: Words, code: int, dealer: Words, ways: int) -> None:
    for final in range(dealer.shape[1]):
        table[s, which, classes[code, final]] += ways * dealer[s, final]


@cache
def _kernel() -> Callable[..., None]:
    return compiled(count_ranks, keep="count_ranks")


def rank_table(
    sets: Words, acts: Words, situation: Words, codes: Codes, dealer: Words, classes: Words, classes_count: int
) -> Words:
    """The table of `count_ranks` for sets of six given as cards of each rank."""
    places = np.repeat(np.tile(np.arange(len(RANKS)), len(sets)), sets.ravel()).reshape(len(sets), SIX)
    table = words(len(sets), 2, classes_count)
    room = words(SUBSETS), words(2, SUBSETS)
    _kernel()(places, nodes().child, acts, situation, codes, dealer, classes, table, *room)
    return table


ACTS = (STAND, HIT, DOUBLE, SPLIT)  # what a plan may do; of equal acts the first is taken
