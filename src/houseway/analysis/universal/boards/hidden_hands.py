"""How many hands may be hidden beside each of one's own on a board, by stretches of their values.

Hands of one value are a group, and a stretch begins and ends between groups. Of the hands of the groups below some edge
those that hold none of one's own cards are, by inclusion and exclusion: all of them, less those that hold one card of
one's own, and again those that hold two, and so on, with one's own hand itself at last. So groups are gone through from
the lowest up, with counters for every card, every two and every three, and each edge is asked for when it is passed.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_values import VALUES_MAX, BoardHands
from houseway.analysis.universal.boards.card_sets import pair_place, triple_place
from houseway.analysis.universal.boards.value_plays import STRETCHES_MAX, Stretches
from houseway.rules.cards import DECK


class Fits(NamedTuple):
    """The groups of a board, which of them a stretch of hidden values is, and the hands below each edge."""

    times: NDArray[np.int32]  # [value] hands that have it; empty between boards
    below: NDArray[np.int32]  # [value] groups below it
    group: NDArray[np.int32]  # [i] of the i-th hand
    upto: NDArray[np.int32]  # [group] hands of the groups below it
    order: NDArray[np.int32]  # [k] hands, group after group
    many: NDArray[np.int32]  # [group] stretches that the board has
    edges: NDArray[np.int32]  # [group, s] the group at which a stretch begins, and where the last ends
    classes: NDArray[np.int32]  # [group, s]
    first: NDArray[np.int32]  # [edge] the first that asks for it: its group and stretch in one, and 1; 0: nobody does
    after: NDArray[np.int32]  # [group, s] who asks for the same edge after it
    ones: NDArray[np.int32]  # [card] hands below the edge that hold it
    twos: NDArray[np.int32]  # [two cards]
    threes: NDArray[np.int32]  # [three cards]
    free: NDArray[np.int32]  # [s, i] hands below the edge at which a stretch begins that the i-th hand leaves


def new_fits(hands: int, held: int) -> Fits:
    """Room for so many hands of so many cards."""

    def small(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    groups = min(hands, VALUES_MAX)
    return Fits(
        small(VALUES_MAX + 1), small(VALUES_MAX + 1), small(hands), small(groups + 1), small(hands), small(groups),
        small(groups, STRETCHES_MAX + 1), small(groups, STRETCHES_MAX), small(groups + 1),
        small(groups, STRETCHES_MAX), small(DECK), small(comb(DECK, 2) if held > 2 else 1),
        small(comb(DECK, 3) if held > 3 else 1), small(STRETCHES_MAX + 1, hands),
    )  # fmt: skip


# --- groups ---


def group_up(hands: BoardHands, fits: Fits, stretches: Stretches, values: int) -> int:
    """The groups of a board from its lowest value up, and the stretches of each; how many groups there are."""
    many = hands.many[0]
    for i in range(many):
        fits.times[hands.value[i]] += 1
    groups, upto = 0, 0
    for value in range(values):
        fits.below[value] = groups
        if fits.times[value]:
            fits.upto[groups] = upto
            upto += fits.times[value]
            groups += 1
    fits.below[values] = groups
    for i in range(many):
        value = hands.value[i]
        group = fits.below[value]
        if fits.times[value]:
            fits.times[value] = 0
            fit_stretches(fits, stretches, value)
        fits.group[i] = group
        fits.order[fits.upto[group]] = i
        fits.upto[group] += 1
    for group in range(groups, 0, -1):  # each stands now where its hands end
        fits.upto[group] = fits.upto[group - 1]
    fits.upto[0] = 0
    return groups


def fit_stretches(fits: Fits, stretches: Stretches, value: int) -> None:
    """The stretches of a value that hold a group of the board."""
    group = fits.below[value]
    many = 0
    for i in range(stretches.many[value]):
        first = fits.below[stretches.begin[value, i]]
        last = fits.below[stretches.begin[value, i + 1]]
        if first < last:
            fits.edges[group, many] = first
            fits.edges[group, many + 1] = last
            fits.classes[group, many] = stretches.classes[value, i]
            many += 1
    fits.many[group] = many


# --- hands that one's own leaves ---


def count_free(hands: BoardHands, fits: Fits, groups: int, held: int, whole: int) -> None:
    """The hands below every edge that is asked for; `whole` are all that one's own hand leaves."""
    clear_counters(fits, held)
    for group in range(groups):
        for s in range(1, fits.many[group]):
            edge = fits.edges[group, s]
            fits.after[group, s] = fits.first[edge]
            fits.first[edge] = group * STRETCHES_MAX + s + 1
    for edge in range(groups):
        asks = fits.first[edge] - 1
        fits.first[edge] = 0
        while asks >= 0:
            group, s = asks // STRETCHES_MAX, asks % STRETCHES_MAX
            for k in range(fits.upto[group], fits.upto[group + 1]):
                i = fits.order[k]
                if hands.number[i] >= 0:
                    fits.free[s, i] = free_below(hands, fits, i, edge, held)
            asks = fits.after[group, s] - 1
        for k in range(fits.upto[edge], fits.upto[edge + 1]):
            add_hand(hands, fits, fits.order[k], held)
    for i in range(hands.many[0]):
        fits.free[0, i] = 0
        fits.free[fits.many[fits.group[i]], i] = whole


def clear_counters(fits: Fits, held: int) -> None:
    for card in range(DECK):
        fits.ones[card] = 0
    if held > 2:
        for place in range(len(fits.twos)):
            fits.twos[place] = 0
    if held > 3:
        for place in range(len(fits.threes)):
            fits.threes[place] = 0


def add_hand(hands: BoardHands, fits: Fits, i: int, held: int) -> None:
    """A hand is below the edge from now on: all that it holds, but for itself."""
    cards = hands.cards[i]
    for k in range(held):
        fits.ones[cards[k]] += 1
        if held > 2:
            for m in range(k):
                fits.twos[pair_place(cards[m], cards[k])] += 1
                if held > 3:
                    for n in range(m):
                        fits.threes[triple_place(cards[n], cards[m], cards[k])] += 1


def free_below(hands: BoardHands, fits: Fits, i: int, edge: int, held: int) -> int:
    """Hands of the groups below an edge that hold no card of the i-th."""
    cards = hands.cards[i]
    found = fits.upto[edge]
    for k in range(held):
        found -= fits.ones[cards[k]]
        if held > 2:
            for m in range(k):
                found += fits.twos[pair_place(cards[m], cards[k])]
                if held > 3:
                    for n in range(m):
                        found -= fits.threes[triple_place(cards[n], cards[m], cards[k])]
    if fits.group[i] < edge:
        found += 1 - 2 * (held & 1)
    return found  # type: ignore[no-any-return]


def hidden_hands(fits: Fits, i: int, stretch: int) -> int:
    """Hands that may be hidden beside the i-th, of one stretch."""
    return fits.free[stretch + 1, i] - fits.free[stretch, i]  # type: ignore[no-any-return]
