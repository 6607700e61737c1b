"""One board: every two cards of the player's against all two that may be hidden, in classes of results.

Two cards that a board leaves have a value; those of one value are a group. Hidden cards must differ from the player's,
so by inclusion and exclusion those of the groups below some group are: all of them, less those that hold either of the
player's cards, and once more the player's own two if they lie there.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_steps import (
    BITS,
    CARDS,
    CHAINS,
    ENDS,
    HIDDEN,
    KEPT,
    MONEY,
    MORE,
    NODES_MAX,
    SENT,
    STEPS,
    STEPS_MAX,
    SUBSETS_MAX,
    VALUE,
    ActTree,
)
from houseway.analysis.universal.boards.board_values import VALUES_MAX, Pairs, Values, lay_board, new_pairs
from houseway.analysis.universal.boards.card_sets import PAIRS, place_of_set
from houseway.analysis.universal.boards.value_plays import STRETCHES_MAX, Stretches
from houseway.analysis.universal.recalled import CLASSES_MAX
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words


class Fits(NamedTuple):
    """The groups of a board, and which of them a stretch of hidden values is."""

    times: NDArray[np.int32]  # [value] two cards that have it; empty between boards
    below: NDArray[np.int32]  # [value] groups below it
    group: NDArray[np.int32]  # [i] of the i-th two cards
    upto: NDArray[np.int32]  # [group] two cards of the groups below it
    holding: NDArray[np.int16]  # [group, card] those of them that hold this card
    many: NDArray[np.int32]  # [group] stretches that the board has
    first: NDArray[np.int32]  # [group, i] their first group
    last: NDArray[np.int32]  # [group, i] and the one after their last
    classes: NDArray[np.int32]  # [group, i]


class Ground(NamedTuple):
    """What is the same for all boards."""

    deck: Any  # [i]
    images: Any  # [name, pair]
    ways: Any  # [card, k] C(card, k)
    numbers: Any  # [place] of sets, step after step
    names: Any  # [place]
    won: Any  # [class, end] cents
    acts: Any  # the best before the full board; none while they are sought


class BoardBench(NamedTuple):
    """The working space of a thread."""

    pairs: Pairs
    fits: Fits
    value: Words  # [node] of one two cards: cents won,
    money: Words  # [node] in action,
    most: Words  # [node] and in action where equals are bet
    act: Words  # [node] the best on a full board
    chains: Words  # [node] ways to turn the board that end there
    known: Words  # [sent, what, i] of every two cards, for the cells
    numbers: Words  # [step, subset]
    ways: Words  # [step, subset]
    cards: Words  # [i] room for one set


def new_board_bench() -> BoardBench:
    def small(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    fits = Fits(
        small(VALUES_MAX + 1), small(VALUES_MAX + 1), small(PAIRS), small(PAIRS + 1),
        np.zeros((PAIRS + 1, DECK), dtype=np.int16), small(PAIRS), small(PAIRS, STRETCHES_MAX),
        small(PAIRS, STRETCHES_MAX), small(PAIRS, STRETCHES_MAX),
    )  # fmt: skip
    return BoardBench(
        new_pairs(), fits, words(NODES_MAX), words(NODES_MAX), words(NODES_MAX), words(NODES_MAX), words(NODES_MAX),
        words(NODES_MAX, KEPT, PAIRS), words(STEPS_MAX, SUBSETS_MAX), words(STEPS_MAX, SUBSETS_MAX), words(8),
    )  # fmt: skip


# --- groups ---


def group_up(pairs: Pairs, fits: Fits, stretches: Stretches, values: int) -> None:
    """The groups of a board from its lowest value up, and the stretches of each."""
    many = pairs.many[0]
    for i in range(many):
        fits.times[pairs.value[i]] += 1
    groups = 0
    for value in range(values):
        fits.below[value] = groups
        if fits.times[value]:
            groups += 1
    fits.below[values] = groups
    for group in range(groups + 1):
        fits.upto[group] = 0
        for card in range(DECK):
            fits.holding[group, card] = 0
    for i in range(many):
        group = fits.below[pairs.value[i]]
        fits.group[i] = group
        fits.upto[group + 1] += 1
        fits.holding[group + 1, pairs.one[i]] += 1
        fits.holding[group + 1, pairs.other[i]] += 1
    for group in range(groups):
        fits.upto[group + 1] += fits.upto[group]
        for card in range(DECK):
            fits.holding[group + 1, card] += fits.holding[group, card]
    for i in range(many):
        value = pairs.value[i]
        if fits.times[value]:
            fits.times[value] = 0
            fit_stretches(fits, stretches, value)


def fit_stretches(fits: Fits, stretches: Stretches, value: int) -> None:
    """The stretches of a value that hold a group of the board."""
    group = fits.below[value]
    many = 0
    for i in range(stretches.many[value]):
        first = fits.below[stretches.begin[value, i]]
        last = fits.below[stretches.begin[value, i + 1]]
        if first < last:
            fits.first[group, many] = first
            fits.last[group, many] = last
            fits.classes[group, many] = stretches.classes[value, i]
            many += 1
    fits.many[group] = many


def hidden_hands(pairs: Pairs, fits: Fits, i: int, stretch: int) -> int:
    """Hands that may be hidden beside the i-th two cards, of one stretch."""
    group = fits.group[i]
    first, last = fits.first[group, stretch], fits.last[group, stretch]
    one, other = pairs.one[i], pairs.other[i]
    found = fits.upto[last] - fits.upto[first]
    found -= fits.holding[last, one] - fits.holding[first, one]
    found -= fits.holding[last, other] - fits.holding[first, other]
    return found + 1 if first <= group < last else found  # type: ignore[no-any-return]


def open_board(
    rules: Any, tree: ActTree, bench: BoardBench, values: Values, stretches: Stretches, ground: Ground, board: Any
) -> None:
    lay_board(rules, ground.deck, board, tree.counts[CARDS], bench.pairs, values)
    group_up(bench.pairs, bench.fits, stretches, values.many[0])
    for step in range(tree.counts[STEPS]):
        for i in range(tree.subsets[step]):
            size = 0
            for card in range(tree.counts[CARDS]):
                if tree.masks[step, i] >> card & 1:
                    bench.cards[size] = board[card]
                    size += 1
            place = tree.sets[step] + place_of_set(ground.ways, bench.cards, 0, size)
            bench.numbers[step, i] = ground.numbers[place]
            bench.ways[step, i] = ground.names[place]


# --- what is best ---


def best_act(tree: ActTree, bench: BoardBench, node: int) -> int:
    """The act that wins most; of equals the one with less money in action, and of those the first."""
    best, its_act, most = -1, 0, 0
    for i in range(tree.offered[node]):
        act = tree.acts_offered[node, i]
        child = tree.child[node, act]
        is_equal = best >= 0 and bench.value[child] == bench.value[best]
        if best < 0 or bench.value[child] > bench.value[best]:
            best, its_act, most = child, act, bench.most[child]
        elif is_equal:
            most = max(most, bench.most[child])
            if bench.money[child] < bench.money[best]:
                best, its_act = child, act
    bench.value[node] = bench.value[best]
    bench.money[node] = bench.money[best]
    bench.most[node] = most
    return its_act


def act_last(tree: ActTree, bench: BoardBench, ground: Ground, i: int) -> None:
    """What every end comes to with the i-th two cards, over all hands that may be hidden; best choices on the board."""
    ends = tree.counts[ENDS]
    for end in range(ends):
        bench.value[tree.ends[end]] = 0
    group = bench.fits.group[i]
    for stretch in range(bench.fits.many[group]):
        hands = hidden_hands(bench.pairs, bench.fits, i, stretch)
        number = bench.fits.classes[group, stretch]
        for end in range(ends):
            bench.value[tree.ends[end]] += hands * ground.won[number, end]
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        bench.act[tree.chooses[k]] = best_act(tree, bench, tree.chooses[k])
        k += 1


def weigh_boards(
    rules: Any,
    tree: ActTree,
    bench: BoardBench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    weights: Any,
    last_acts: Any,
    cells: Any,
) -> None:
    """Add to the cells what every node that is known on these boards comes to, and note the best acts on them."""
    for end in range(tree.counts[ENDS]):
        node = tree.ends[end]
        bench.money[node] = tree.money[node] * tree.counts[HIDDEN]
        bench.most[node] = bench.money[node]
    for at in range(len(boards)):
        open_board(rules, tree, bench, values, stretches, ground, boards[at])
        for i in range(bench.pairs.many[0]):
            act_last(tree, bench, ground, i)
            note_last(tree, bench, i, last_acts[at])
            for k in range(tree.counts[SENT]):
                node = tree.sent[k]
                weight = weights[at] * tree.ways[node]
                bench.known[k, VALUE, i] = weight * bench.value[node]
                bench.known[k, MONEY, i] = weight * bench.money[node]
                bench.known[k, MORE, i] = weight * (bench.most[node] - bench.money[node])
        for k in range(tree.counts[SENT]):
            for subset in range(tree.subsets[tree.home[tree.sent[k]]]):
                add_known(tree, bench, ground, k, subset, cells)


def note_last(tree: ActTree, bench: BoardBench, i: int, last_acts: Any) -> None:
    """Which of the acts that are offered on a full board is best, a few bits each."""
    bits = tree.counts[BITS]
    at = bench.pairs.place[i] * bits
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        node = tree.chooses[k]
        which = 0
        while tree.acts_offered[node, which] != bench.act[node]:
            which += 1
        last_acts[tree.choice[node], at >> 3] |= which << (at & 7)
        k += 1


def add_known(tree: ActTree, bench: BoardBench, ground: Ground, k: int, subset: int, cells: Any) -> None:
    """What a node is known to come to, into the cells of one set of cards."""
    node = tree.sent[k]
    home = tree.home[node]
    row = bench.numbers[home, subset] * tree.slots[home] + tree.slot[node]
    begin = tree.cells[home] + row * KEPT * PAIRS
    images = ground.images[bench.ways[home, subset]]
    known = bench.known[k]
    if tree.offers[node]:
        for i in range(bench.pairs.many[0]):
            place = begin + images[bench.pairs.place[i]]
            cells[place] += known[VALUE, i]
            cells[place + PAIRS] += known[MONEY, i]
            if known[MORE, i]:
                cells[place + 2 * PAIRS] += known[MORE, i]
    else:  # what an end has in action is known without counting
        for i in range(bench.pairs.many[0]):
            cells[begin + images[bench.pairs.place[i]]] += known[VALUE, i]


# --- results ---


def count_results(
    rules: Any,
    tree: ActTree,
    bench: BoardBench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    weights: Any,
    last_acts: Any,
    counts: Any,
) -> None:
    """Add to the counts by end and class the deals that come to it under the best acts."""
    for at in range(len(boards)):
        open_board(rules, tree, bench, values, stretches, ground, boards[at])
        for i in range(bench.pairs.many[0]):
            end_chains(tree, bench, ground, last_acts[at], bench.pairs.place[i])
            group = bench.fits.group[i]
            for stretch in range(bench.fits.many[group]):
                hands = hidden_hands(bench.pairs, bench.fits, i, stretch) * weights[at]
                number = bench.fits.classes[group, stretch]
                for end in range(tree.counts[ENDS]):
                    if bench.chains[tree.ends[end]]:
                        counts[end * CLASSES_MAX + number] += hands * bench.chains[tree.ends[end]]


def end_chains(tree: ActTree, bench: BoardBench, ground: Ground, last_acts: Any, pair: int) -> None:
    """At which ends two cards come out, for every way in which the board is turned."""
    for end in range(tree.counts[ENDS]):
        bench.chains[tree.ends[end]] = 0
    begin = 0  # as long as all ways to turn the board are one
    while tree.offers[begin] and tree.known[begin] < tree.counts[STEPS] and tree.subsets[tree.known[begin]] == 1:
        begin = tree.child[begin, act_before(tree, bench, ground, begin, 0, pair)]
    if tree.offers[begin] == 0:
        bench.chains[begin] = tree.counts[CHAINS]
        return
    for chain in range(tree.counts[CHAINS]):
        node = begin
        while tree.offers[node]:
            if tree.known[node] < tree.counts[STEPS]:
                act = act_before(tree, bench, ground, node, chain, pair)
            else:
                act = act_on_board(tree, last_acts, node, pair)
            node = tree.child[node, act]
        bench.chains[node] += 1


def act_before(tree: ActTree, bench: BoardBench, ground: Ground, node: int, chain: int, pair: int) -> int:
    """The best act before the full board."""
    step = tree.known[node]
    subset = tree.chains[chain, step]
    row = bench.numbers[step, subset] * tree.choices[step] + tree.choice[node]
    return ground.acts[tree.acts[step] + row * PAIRS + ground.images[bench.ways[step, subset], pair]]  # type: ignore[no-any-return]


def act_on_board(tree: ActTree, last_acts: Any, node: int, pair: int) -> int:
    """The best act on the full board."""
    bits = tree.counts[BITS]
    at = pair * bits
    which = last_acts[tree.choice[node], at >> 3] >> (at & 7) & ((1 << bits) - 1)
    return tree.acts_offered[node, which]  # type: ignore[no-any-return]
