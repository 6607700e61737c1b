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
    KEPT,
    MONEY,
    MOST,
    NODES,
    NODES_MAX,
    STEPS,
    STEPS_MAX,
    SUBSETS_MAX,
    VALUE,
    Tree,
)
from houseway.analysis.universal.boards.board_values import VALUES_MAX, Pairs, Values, lay_board, new_pairs
from houseway.analysis.universal.boards.card_sets import PAIRS, place_of_set
from houseway.analysis.universal.boards.value_plays import STRETCHES_MAX, Stretches
from houseway.analysis.universal.recalled import CLASSES_MAX
from houseway.rules.cards import DECK
from houseway.rules.felt import ACTS_MAX
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
    won: Any  # [class, node] cents
    money: Any  # [class, node] cents in action
    acts: Any  # the best before the full board; none while they are sought


class Bench(NamedTuple):
    """The working space of a thread."""

    pairs: Pairs
    fits: Fits
    value: Words  # [node] of one two cards: cents won,
    money: Words  # [node] in action,
    most: Words  # [node] and in action where equals are bet
    act: Words  # [node] the best on a full board
    chains: Words  # [node] ways to turn the board that end there
    known: Words  # [node, what, i] of every two cards, for the cells
    numbers: Words  # [step, subset]
    ways: Words  # [step, subset]
    cards: Words  # [i] room for one set
    hidden: Words  # [i] hidden hands by stretch


def new_bench() -> Bench:
    def small(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    fits = Fits(
        small(VALUES_MAX + 1), small(VALUES_MAX + 1), small(PAIRS), small(PAIRS + 1),
        np.zeros((PAIRS + 1, DECK), dtype=np.int16), small(PAIRS), small(PAIRS, STRETCHES_MAX),
        small(PAIRS, STRETCHES_MAX), small(PAIRS, STRETCHES_MAX),
    )  # fmt: skip
    return Bench(
        new_pairs(), fits, words(NODES_MAX), words(NODES_MAX), words(NODES_MAX), words(NODES_MAX), words(NODES_MAX),
        words(NODES_MAX, KEPT, PAIRS), words(STEPS_MAX, SUBSETS_MAX), words(STEPS_MAX, SUBSETS_MAX), words(8), words(STRETCHES_MAX),
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
    rules: Any, tree: Tree, bench: Bench, values: Values, stretches: Stretches, ground: Ground, board: Any
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


def take_best(tree: Tree, bench: Bench, node: int) -> int:
    """The act that wins most; of equals the one with less money in action, and of those the first."""
    best, its_act = -1, 0
    for act in range(ACTS_MAX):
        child = tree.child[node, act]
        if child >= 0:
            better = best < 0 or bench.value[child] > bench.value[best]
            if not better and bench.value[child] == bench.value[best]:
                better = bench.money[child] < bench.money[best]
            if better:
                best, its_act = child, act
    most = bench.most[best]
    for act in range(ACTS_MAX):
        child = tree.child[node, act]
        if child >= 0 and bench.value[child] == bench.value[best]:
            most = max(most, bench.most[child])
    bench.value[node] = bench.value[best]
    bench.money[node] = bench.money[best]
    bench.most[node] = most
    return its_act


def act_last(tree: Tree, bench: Bench, ground: Ground, i: int) -> None:
    """What every end comes to with the i-th two cards, over all hands that may be hidden; best choices on the board."""
    for end in range(tree.counts[ENDS]):
        bench.value[tree.ends[end]] = 0
        bench.money[tree.ends[end]] = 0
    group = bench.fits.group[i]
    for stretch in range(bench.fits.many[group]):
        hands = hidden_hands(bench.pairs, bench.fits, i, stretch)
        bench.hidden[stretch] = hands
        number = bench.fits.classes[group, stretch]
        for end in range(tree.counts[ENDS]):
            node = tree.ends[end]
            bench.value[node] += hands * ground.won[number, node]
            bench.money[node] += hands * ground.money[number, node]
    for end in range(tree.counts[ENDS]):
        bench.most[tree.ends[end]] = bench.money[tree.ends[end]]
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        bench.act[tree.chooses[k]] = take_best(tree, bench, tree.chooses[k])
        k += 1


def weigh_boards(
    rules: Any,
    tree: Tree,
    bench: Bench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    weights: Any,
    cells: Any,
) -> None:
    """Add to the cells what every node that is known on these boards comes to."""
    for at in range(len(boards)):
        open_board(rules, tree, bench, values, stretches, ground, boards[at])
        for i in range(bench.pairs.many[0]):
            act_last(tree, bench, ground, i)
            for node in range(1, tree.counts[NODES]):
                if is_sent_on(tree, node):
                    weight = weights[at] * tree.ways[node]
                    bench.known[node, VALUE, i] = weight * bench.value[node]
                    bench.known[node, MONEY, i] = weight * bench.money[node]
                    bench.known[node, MOST, i] = weight * bench.most[node]
        for node in range(1, tree.counts[NODES]):
            if is_sent_on(tree, node):
                for subset in range(tree.subsets[tree.home[node]]):
                    add_known(tree, bench, ground, node, subset, cells)


def is_sent_on(tree: Tree, node: int) -> bool:
    """Whether a node is known on the full board and chosen before it."""
    return tree.known[node] == tree.counts[STEPS] and tree.home[node] < tree.counts[STEPS]


def add_known(tree: Tree, bench: Bench, ground: Ground, node: int, subset: int, cells: Any) -> None:
    """What a node is known to come to, into the cells of one set of cards."""
    home = tree.home[node]
    row = bench.numbers[home, subset] * tree.slots[home] + tree.slot[node]
    begin = tree.cells[home] + row * KEPT * PAIRS
    name = bench.ways[home, subset]
    for i in range(bench.pairs.many[0]):
        place = begin + ground.images[name, bench.pairs.place[i]]
        cells[place] += bench.known[node, VALUE, i]
        cells[place + PAIRS] += bench.known[node, MONEY, i]
        cells[place + 2 * PAIRS] += bench.known[node, MOST, i]


# --- results ---


def count_boards(
    rules: Any,
    tree: Tree,
    bench: Bench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    weights: Any,
    last_acts: Any,
    counts: Any,
) -> None:
    """Add to the counts by node and class the deals that end so under the best acts, and note those on the full boards."""
    for at in range(len(boards)):
        open_board(rules, tree, bench, values, stretches, ground, boards[at])
        for i in range(bench.pairs.many[0]):
            act_last(tree, bench, ground, i)
            note_last(tree, bench, i, last_acts[at])
            end_chains(tree, bench, ground, i)
            group = bench.fits.group[i]
            for end in range(tree.counts[ENDS]):
                node = tree.ends[end]
                deals = bench.chains[node] * weights[at]
                if deals:
                    bench.chains[node] = 0
                    for stretch in range(bench.fits.many[group]):
                        counts[node * CLASSES_MAX + bench.fits.classes[group, stretch]] += deals * bench.hidden[stretch]


def note_last(tree: Tree, bench: Bench, i: int, last_acts: Any) -> None:
    """Which of the acts that are offered on a full board is best, a few bits each."""
    bits = tree.counts[BITS]
    at = bench.pairs.place[i] * bits
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        node = tree.chooses[k]
        which = 0
        for act in range(bench.act[node]):
            which += tree.offers[node] >> act & 1
        last_acts[tree.choice[node], at >> 3] |= which << (at & 7)
        k += 1


def end_chains(tree: Tree, bench: Bench, ground: Ground, i: int) -> None:
    """At which ends the i-th two cards come out, for every way in which the board is turned."""
    pair = bench.pairs.place[i]
    for chain in range(tree.counts[CHAINS]):
        node = 0
        while tree.offers[node]:
            step = tree.known[node]
            if step == tree.counts[STEPS]:
                act = bench.act[node]
            else:
                subset = tree.chains[chain, step]
                row = bench.numbers[step, subset] * tree.choices[step] + tree.choice[node]
                act = ground.acts[tree.acts[step] + row * PAIRS + ground.images[bench.ways[step, subset], pair]]
            node = tree.child[node, act]
        bench.chains[node] += 1
