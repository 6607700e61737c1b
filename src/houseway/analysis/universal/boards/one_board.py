"""One board: every hand of one's own against all that may be hidden, in classes of results."""

from typing import Any, NamedTuple

from houseway.analysis.universal.boards.board_steps import (
    BITS,
    CARDS,
    CHAINS,
    ENDS,
    HANDS,
    HELD,
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
from houseway.analysis.universal.boards.board_values import BoardHands, Values, lay_board, new_hands
from houseway.analysis.universal.boards.card_sets import place_of_set
from houseway.analysis.universal.boards.hidden_hands import Fits, count_free, group_up, hidden_hands, new_fits
from houseway.analysis.universal.boards.value_plays import Stretches
from houseway.analysis.universal.recalled import CLASSES_MAX
from houseway.rules.shapes import Words, words


class Ground(NamedTuple):
    """What is the same for all boards."""

    deck: Any  # [i]
    own: Any  # [hand, card] hands of one's own that are counted
    hands: Any  # [place] the number of a hand of one's own; -1: it is not counted
    images: Any  # [name, hand] what becomes of it
    ways: Any  # [card, k] C(card, k)
    numbers: Any  # [place] of sets, step after step
    names: Any  # [place]
    won: Any  # [class, end] cents
    acts: Any  # the best before the full board; none while they are sought


class BoardBench(NamedTuple):
    """The working space of a thread."""

    hands: BoardHands
    fits: Fits
    value: Words  # [node] of one hand: cents won,
    money: Words  # [node] in action,
    most: Words  # [node] and in action where equals are bet
    act: Words  # [node] the best on a full board
    chains: Words  # [node] ways to turn the board that end there
    known: Words  # [sent, what, i] of every hand, for the cells
    numbers: Words  # [step, subset]
    ways: Words  # [step, subset]
    cards: Words  # [i] room for one set


def new_board_bench(hands: int, held: int, sent: int) -> BoardBench:
    """Room for so many hands of so many cards, and for what so many nodes come to."""
    return BoardBench(
        new_hands(hands, held), new_fits(hands, held), words(NODES_MAX), words(NODES_MAX), words(NODES_MAX),
        words(NODES_MAX), words(NODES_MAX), words(max(sent, 1), KEPT, hands), words(STEPS_MAX, SUBSETS_MAX),
        words(STEPS_MAX, SUBSETS_MAX), words(8),
    )  # fmt: skip


def open_board(
    rules: Any, tree: ActTree, bench: BoardBench, values: Values, stretches: Stretches, ground: Ground, board: Any
) -> None:
    held = tree.counts[HELD]
    lay_board(rules, ground.deck, board, tree.counts[CARDS], held, bench.hands, values)
    for i in range(bench.hands.many[0]):
        bench.hands.number[i] = ground.hands[bench.hands.place[i]]
    groups = group_up(bench.hands, bench.fits, stretches, values.many[0])
    count_free(bench.hands, bench.fits, groups, held, tree.counts[HIDDEN])
    place_sets(tree, bench, ground, board)


def place_sets(tree: ActTree, bench: BoardBench, ground: Ground, board: Any) -> None:
    """The numbers of all sets of cards that a board was turned from."""
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
    """What every end comes to with the i-th hand, over all that may be hidden; best choices on the board."""
    ends = tree.counts[ENDS]
    for end in range(ends):
        bench.value[tree.ends[end]] = 0
    group = bench.fits.group[i]
    for stretch in range(bench.fits.many[group]):
        hands = hidden_hands(bench.fits, i, stretch)
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
        for i in range(bench.hands.many[0]):
            if bench.hands.number[i] < 0:
                continue
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
    at = bench.hands.number[i] * bits
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
    row = bench.numbers[home, subset] * tree.rows[home] + tree.row[node]
    many = tree.counts[HANDS]
    begin = tree.cells[home] + row * many
    images = ground.images[bench.ways[home, subset]]
    known = bench.known[k]
    if tree.offers[node]:
        for i in range(bench.hands.many[0]):
            if bench.hands.number[i] >= 0:
                place = begin + images[bench.hands.number[i]]
                cells[place] += known[VALUE, i]
                cells[place + many] += known[MONEY, i]
                if known[MORE, i]:
                    cells[place + 2 * many] += known[MORE, i]
    else:  # what an end has in action is known without counting
        for i in range(bench.hands.many[0]):
            if bench.hands.number[i] >= 0:
                cells[begin + images[bench.hands.number[i]]] += known[VALUE, i]


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
        for i in range(bench.hands.many[0]):
            if bench.hands.number[i] < 0:
                continue
            end_chains(tree, bench, ground, last_acts[at], bench.hands.number[i])
            group = bench.fits.group[i]
            for stretch in range(bench.fits.many[group]):
                hands = hidden_hands(bench.fits, i, stretch) * weights[at]
                number = bench.fits.classes[group, stretch]
                for end in range(tree.counts[ENDS]):
                    if bench.chains[tree.ends[end]]:
                        counts[end * CLASSES_MAX + number] += hands * bench.chains[tree.ends[end]]


def end_chains(tree: ActTree, bench: BoardBench, ground: Ground, last_acts: Any, hand: int) -> None:
    """At which ends a hand comes out, for every way in which the board is turned."""
    for end in range(tree.counts[ENDS]):
        bench.chains[tree.ends[end]] = 0
    begin = 0  # as long as all ways to turn the board are one
    while tree.offers[begin] and tree.known[begin] < tree.counts[STEPS] and tree.subsets[tree.known[begin]] == 1:
        begin = tree.child[begin, act_before(tree, bench, ground, begin, 0, hand)]
    if tree.offers[begin] == 0:
        bench.chains[begin] = tree.counts[CHAINS]
        return
    for chain in range(tree.counts[CHAINS]):
        node = begin
        while tree.offers[node]:
            if tree.known[node] < tree.counts[STEPS]:
                act = act_before(tree, bench, ground, node, chain, hand)
            else:
                act = act_on_board(tree, last_acts, node, hand)
            node = tree.child[node, act]
        bench.chains[node] += 1


def act_before(tree: ActTree, bench: BoardBench, ground: Ground, node: int, chain: int, hand: int) -> int:
    """The best act before the full board."""
    step = tree.known[node]
    subset = tree.chains[chain, step]
    row = bench.numbers[step, subset] * tree.choices[step] + tree.choice[node]
    return ground.acts[tree.acts[step] + row * tree.counts[HANDS] + ground.images[bench.ways[step, subset], hand]]  # type: ignore[no-any-return]


def act_on_board(tree: ActTree, last_acts: Any, node: int, hand: int) -> int:
    """The best act on the full board."""
    bits = tree.counts[BITS]
    at = hand * bits
    which = last_acts[tree.choice[node], at >> 3] >> (at & 7) & ((1 << bits) - 1)
    return tree.acts_offered[node, which]  # type: ignore[no-any-return]
