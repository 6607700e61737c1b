"""The compiled count for players who see more of two cards and two: every board against some deals of what is seen.

A deal is the player's two cards, cards of the hidden hand that are seen, and cards of others, which will not come. A
board that stands for others is laid out once; each of those others is the same board with the deal's suits renamed.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_steps import (
    CARDS,
    ENDS,
    NODES_MAX,
    SENT,
    STEPS,
    STEPS_MAX,
    SUBSETS_MAX,
    ActTree,
)
from houseway.analysis.universal.boards.board_values import Values, lay_board
from houseway.analysis.universal.boards.card_sets import pair_place, place_of_set
from houseway.analysis.universal.boards.hidden_hands import group_up
from houseway.analysis.universal.boards.one_board import (
    BoardBench,
    Ground,
    act_on_board,
    best_act,
)
from houseway.analysis.universal.boards.value_plays import STRETCHES_MAX, Stretches
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

OWN = 2
PAIRS = comb(DECK, OWN)
SEEN_MAX = 24  # cards of a deal
NAMES_MAX = 24
HIDDEN_SEEN, ALL_SEEN = range(2)  # the words of `SeenDeals.many`


class SeenDeals(NamedTuple):
    """Deals, as each name of the suits calls their cards: own, hidden ones that are seen, others'."""

    cards: Any  # [name, deal, i]
    masks: Any  # [name, deal] a bit a card
    many: Any  # [deal, what]
    images: Any  # [name, card] by which a board becomes the one that such a deal is held against


class SightCells(NamedTuple):
    """Where what nodes come to is added up for each deal: by step, set of cards and slot."""

    begin: Any  # [step]
    wide: Any  # [step] slots of a set: nodes at their best, then choices on the full board as they are planned
    planned: Any  # [node] the slot of a choice as it is planned; -1: none
    changed: Any  # [node] the first slot for boards on which another act is best: one for every two acts


class SightBench(NamedTuple):
    bench: BoardBench
    group: Words  # [pair]
    holding: NDArray[np.int16]  # [group, card] two cards of the groups below it that hold this card
    hands: Words  # [stretch]
    plan: Words  # [node] what it comes to if the full board is acted as planned
    moved: Words  # [node] which two acts: the planned one, and a better one; -1: the planned one is best
    rows: Words  # [step, subset] where the set's slots begin
    boards: Words  # [i] places of boards that were gone through as images of one
    cards: Words  # [i] room for one set


def new_sight_bench(bench: BoardBench) -> SightBench:
    return SightBench(
        bench, words(PAIRS), np.zeros((PAIRS + 1, DECK), dtype=np.int16), words(STRETCHES_MAX), words(NODES_MAX),
        words(NODES_MAX), words(STEPS_MAX, SUBSETS_MAX), words(NAMES_MAX), words(8),
    )  # fmt: skip


def weigh_sights(
    rules: Any,
    tree: ActTree,
    room: SightBench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    last_acts: Any,
    deals: SeenDeals,
    places: SightCells,
    cells: Any,
) -> None:
    """Add to the cells of every deal what nodes come to on these boards, and on all that each stands for."""
    bench = room.bench
    for end in range(tree.counts[ENDS]):
        bench.money[tree.ends[end]] = tree.money[tree.ends[end]]
    for at in range(len(boards)):
        board = boards[at]
        lay_board(rules, ground.deck, board, tree.counts[CARDS], OWN, bench.hands, values)
        count_holding(room, group_up(bench.hands, bench.fits, stretches, values.many[0]))
        mask = 0
        for i in range(tree.counts[CARDS]):
            mask |= 1 << board[i]
        images = 0
        for name in range(len(deals.images)):
            if is_another(tree, room, ground, deals, board, name, images):
                images += 1
                lay_rows(tree, room, ground, deals, places, board, name)
                for deal in range(len(deals.many)):
                    if not deals.masks[name, deal] & mask:
                        weigh_deal(tree, room, ground, last_acts[at], deals.cards[name, deal], deals.many[deal])
                        add_deal(tree, room, places, cells[deal])


def count_holding(room: SightBench, groups: int) -> None:
    """The groups of every two cards that a board leaves, and how many of each below hold a card."""
    hands, fits = room.bench.hands, room.bench.fits
    for card in range(DECK):
        room.holding[0, card] = 0
    for group in range(groups):
        for card in range(DECK):
            room.holding[group + 1, card] = room.holding[group, card]
        for k in range(fits.upto[group], fits.upto[group + 1]):
            i = fits.order[k]
            room.group[hands.place[i]] = group
            room.holding[group + 1, hands.cards[i, 0]] += 1
            room.holding[group + 1, hands.cards[i, 1]] += 1


def is_another(
    tree: ActTree, room: SightBench, ground: Ground, deals: SeenDeals, board: Any, name: int, images: int
) -> bool:
    """Whether a board is under this name none of those before it."""
    size = tree.counts[CARDS]
    for i in range(size):
        room.cards[i] = deals.images[name, board[i]]
    place = place_of_set(ground.ways, room.cards, 0, size)
    for i in range(images):
        if room.boards[i] == place:
            return False
    room.boards[images] = place
    return True


def lay_rows(
    tree: ActTree, room: SightBench, ground: Ground, deals: SeenDeals, places: SightCells, board: Any, name: int
) -> None:
    """Where the sets of a board under this name have their slots."""
    for step in range(tree.counts[STEPS]):
        for i in range(tree.subsets[step]):
            size = 0
            for card in range(tree.counts[CARDS]):
                if tree.masks[step, i] >> card & 1:
                    room.cards[size] = deals.images[name, board[card]]
                    size += 1
            place = place_of_set(ground.ways, room.cards, 0, size)
            room.rows[step, i] = places.begin[step] + place * places.wide[step]


def group_of(room: SightBench, one: int, other: int) -> int:
    return room.group[pair_place(min(one, other), max(one, other))]  # type: ignore[no-any-return]


def count_hands(room: SightBench, group: int, cards: Any, many: Any) -> None:
    """Hands that may be hidden, by the stretches of one's own group."""
    fits = room.bench.fits
    if many[HIDDEN_SEEN] == 2:
        for s in range(fits.many[group]):
            room.hands[s] = 0
        take_out(room, group, group_of(room, cards[OWN], cards[OWN + 1]), 1)
        return
    if many[HIDDEN_SEEN] == 1:
        shown = cards[OWN]
        for s in range(fits.many[group]):
            room.hands[s] = room.holding[fits.edges[group, s + 1], shown] - room.holding[fits.edges[group, s], shown]
        for i in range(many[ALL_SEEN]):
            if i != OWN:
                take_out(room, group, group_of(room, shown, cards[i]), -1)
        return
    for s in range(fits.many[group]):
        first, last = fits.edges[group, s], fits.edges[group, s + 1]
        hands = fits.upto[last] - fits.upto[first]
        for i in range(many[ALL_SEEN]):
            hands -= room.holding[last, cards[i]] - room.holding[first, cards[i]]
        room.hands[s] = hands
    for k in range(many[ALL_SEEN]):  # two cards that are both gone were taken out twice
        for i in range(k):
            take_out(room, group, group_of(room, cards[i], cards[k]), 1)


def take_out(room: SightBench, group: int, of: int, hands: int) -> None:
    """So many hands more or fewer of a group."""
    fits = room.bench.fits
    for s in range(fits.many[group]):
        if of < fits.edges[group, s + 1]:
            if of >= fits.edges[group, s]:
                room.hands[s] += hands
            return


def weigh_deal(tree: ActTree, room: SightBench, ground: Ground, last_acts: Any, cards: Any, many: Any) -> None:
    """What every end comes to with these cards, and every choice on the full board: at its best, and as planned."""
    bench = room.bench
    pair = pair_place(min(cards[0], cards[1]), max(cards[0], cards[1]))
    group = room.group[pair]
    count_hands(room, group, cards, many)
    for i in range(tree.counts[ENDS]):
        bench.value[tree.ends[i]] = 0
    for s in range(bench.fits.many[group]):
        if room.hands[s]:
            number = bench.fits.classes[group, s]
            for i in range(tree.counts[ENDS]):
                bench.value[tree.ends[i]] += room.hands[s] * ground.won[number, i]
    for i in range(tree.counts[ENDS]):
        room.plan[tree.ends[i]] = bench.value[tree.ends[i]]
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        node = tree.chooses[k]
        best, planned = best_act(tree, bench, node), act_on_board(tree, last_acts, node, ground.hands[pair])
        room.plan[node] = room.plan[tree.child[node, planned]]
        room.moved[node] = -1
        if bench.value[tree.child[node, planned]] < bench.value[node]:
            room.moved[node] = two_acts(tree, node, planned, best)
        k += 1


def two_acts(tree: ActTree, node: int, before: int, after: int) -> int:
    """The number of two different acts among those that a choice offers."""
    i, k = 0, 0
    while tree.acts_offered[node, i] != before:
        i += 1
    while tree.acts_offered[node, k] != after:
        k += 1
    return i * (tree.offered[node] - 1) + (k if k < i else k - 1)  # type: ignore[no-any-return]


def add_deal(tree: ActTree, room: SightBench, places: SightCells, cells: Any) -> None:
    for k in range(tree.counts[SENT]):
        node = tree.sent[k]
        home, slot, planned = tree.home[node], tree.slot[node], places.planned[node]
        value = room.bench.value[node] * tree.ways[node]
        plan = room.plan[node] * tree.ways[node]
        for i in range(tree.subsets[home]):
            cells[room.rows[home, i] + slot] += value
            if planned >= 0:
                cells[room.rows[home, i] + planned] += plan
                if room.moved[node] >= 0:
                    cells[room.rows[home, i] + places.changed[node] + room.moved[node]] += tree.ways[node]
