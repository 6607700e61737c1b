"""What can be told at a glance of two cards and of what is turned of a board, as digits of one number.

Compiled with the loops over boards. No digit knows a game: pairs, draws and high cards are those of any poker, and a
card that beats a hand alone is one with which the lowest hidden hand is still better.
"""

from typing import Any, NamedTuple

from houseway.analysis.universal.boards.board_steps import CARDS, CHAINS, STEPS, ActTree
from houseway.analysis.universal.boards.board_values import Values
from houseway.analysis.universal.boards.one_board import (
    BoardBench,
    Ground,
    act_before,
    act_last,
    open_board,
)
from houseway.analysis.universal.boards.value_plays import Stretches
from houseway.rules.cards import ACE, DECK
from houseway.rules.shapes import Words, words

# Digits: what is made, its rank, the other card's, four of a suit, four of a straight; pairs, suit, run of the board;
# and, on the full board, cards that beat the hand alone.
MADE, RANK, OTHER, SUITED, RUN, BOARD_PAIRS, BOARD_SUIT, BOARD_RUN, BEATEN = range(9)
DIGITS = 9
NOTHING, ONE_PAIRED, POCKET_PAIR, MORE, FIVE = range(5)  # what is made with a card of one's own
BEFORE = (5, 13, 13, 14, 3, 3, 1, 1, 1)  # so many of each digit before the full board
FULL = (5, 13, 1, 1, 1, 3, 3, 3, 46)  # ... and on it
STRAIGHT = 5
WINDOWS = 10  # straights, the lowest from the ace up

# Columns of sums: behind what acts are worth the deals in which each of them is as good as the best.
DEALS, BEST, WORTH = range(3)


class WordBench(NamedTuple):
    """The working space of a thread."""

    bench: BoardBench
    digits: Words
    floor: Words  # [card] the lowest value of two cards with it
    sizes: Words  # [digit]
    wide: Words  # [0] columns of sums


def new_word_bench(bench: BoardBench, wide: int) -> WordBench:
    made = WordBench(bench, words(DIGITS), words(DECK), words(DIGITS), words(1))
    made.sizes[:] = FULL
    made.wide[0] = wide
    return made


def held_in(cards: Any, size: int, card_rank: int) -> int:
    found = 0
    for i in range(size):
        if cards[i] >> 2 == card_rank:
            found += 1
    return found


def of_suit(cards: Any, size: int, suit: int) -> int:
    found = 0
    for i in range(size):
        if cards[i] & 3 == suit:
            found += 1
    return found


def rank_bits(cards: Any, size: int) -> int:
    """A bit a rank, the ace also below the deuce."""
    bits = 0
    for i in range(size):
        bits |= rank_bit(cards[i] >> 2)
    return bits


def rank_bit(card_rank: int) -> int:
    return 1 << (card_rank + 1) | (1 if card_rank == ACE else 0)


def bits_in(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def tell_cards(one: int, other: int, cards: Any, size: int, digits: Any) -> None:
    """The digits of two cards with so many of the board."""
    high, low = max(one >> 2, other >> 2), min(one >> 2, other >> 2)
    on_high, on_low = held_in(cards, size, high), held_in(cards, size, low)
    digits[RANK], digits[OTHER] = high, low
    if high == low:
        digits[MADE] = MORE if on_high else POCKET_PAIR
    elif on_high + on_low == 0:
        digits[MADE] = NOTHING
    elif on_high + on_low > 1:
        digits[MADE] = MORE
    else:
        digits[MADE] = ONE_PAIRED
        if on_low:
            digits[RANK], digits[OTHER] = low, high
    tell_suits(one, other, cards, size, digits)
    tell_runs(one, other, cards, size, digits)
    if digits[MADE] == FIVE:  # what is made is drawn to no more
        digits[SUITED], digits[RUN] = 0, 0
    tell_board_pairs(cards, size, digits)


def tell_suits(one: int, other: int, cards: Any, size: int, digits: Any) -> None:
    """Four of a suit, by one's own highest of it; five are made."""
    digits[SUITED] = 0
    for card in (one, other):
        held = of_suit(cards, size, card & 3) + (2 if one & 3 == other & 3 else 1)
        if held >= STRAIGHT:
            digits[MADE] = FIVE
        elif held == STRAIGHT - 1:
            digits[SUITED] = max(digits[SUITED], (card >> 2) + 1)
    most = 0
    for suit in range(4):
        most = max(most, of_suit(cards, size, suit))
    digits[BOARD_SUIT] = min(max(most - 2, 0), 2)


def tell_runs(one: int, other: int, cards: Any, size: int, digits: Any) -> None:
    """Four of a straight that need a card of one's own, by the ranks that would make it; five are made."""
    board = rank_bits(cards, size)
    own = (rank_bit(one >> 2) | rank_bit(other >> 2)) & ~board
    missing, most = 0, 0
    for low in range(WINDOWS):
        window = 31 << low
        held = bits_in((board | own) & window)
        most = max(most, bits_in(board & window))
        if own & window:
            if held == STRAIGHT:
                digits[MADE] = FIVE
            elif held == STRAIGHT - 1:
                missing |= window & ~(board | own)
    if missing & 1:  # the ace, low and high, is one rank
        missing = missing & ~1 | rank_bit(ACE) & ~1
    digits[RUN] = min(bits_in(missing), 2)
    digits[BOARD_RUN] = min(max(most - 2, 0), 2)


def tell_board_pairs(cards: Any, size: int, digits: Any) -> None:
    pairs = 0
    for i in range(size):
        for k in range(i):
            if cards[i] >> 2 == cards[k] >> 2:
                pairs += 1
    digits[BOARD_PAIRS] = min(pairs, 2)


def number_told(digits: Any, sizes: Any) -> int:
    """One number of all digits; those that are not told here count for nothing."""
    number = 0
    for i in range(DIGITS):
        number = number * sizes[i] + (digits[i] if sizes[i] > 1 else 0)
    return number


def tell_hands(hands: Any, cards: Any, size: int, sizes: Any, digits: Any, told: Any) -> None:
    """[hand] what is told of every two cards with a set of the board; -1: the set holds one of them."""
    for i in range(len(hands)):
        told[i] = -1
        if not holds(cards, size, hands[i, 0]) and not holds(cards, size, hands[i, 1]):
            tell_cards(hands[i, 0], hands[i, 1], cards, size, digits)
            told[i] = number_told(digits, sizes)


def holds(cards: Any, size: int, card: int) -> bool:
    for i in range(size):
        if cards[i] == card:
            return True
    return False


# --- the full board ---


def weigh_words(
    rules: Any,
    tree: ActTree,
    space: WordBench,
    values: Values,
    stretches: Stretches,
    ground: Ground,
    boards: Any,
    weights: Any,
    last_acts: Any,  # noqa: ARG001 - a loop over boards like the others
    sums: Any,
) -> None:
    """Add to the sums what acts on full boards are worth, by what is told, where `ground.acts` lead to a choice."""
    bench = space.bench
    for at in range(len(boards)):
        open_board(rules, tree, bench, values, stretches, ground, boards[at])
        lay_floor(space)
        for i in range(bench.hands.many[0]):
            if lead_chains(tree, bench, ground, bench.hands.number[i]):
                act_last(tree, bench, ground, i)
                cards = bench.hands.cards[i]
                tell_cards(cards[0], cards[1], boards[at], tree.counts[CARDS], space.digits)
                space.digits[BEATEN] = beaten_by(space, i)
                add_choices(tree, space, number_told(space.digits, space.sizes), weights[at], sums)


def lay_floor(space: WordBench) -> None:
    hands = space.bench.hands
    for card in range(DECK):
        space.floor[card] = 1 << 30
    for i in range(hands.many[0]):
        for k in range(2):
            card = hands.cards[i, k]
            space.floor[card] = min(space.floor[card], hands.value[i])


def beaten_by(space: WordBench, i: int) -> int:
    """Cards that beat the i-th two alone: whatever lies beside one, it is more."""
    hands = space.bench.hands
    found = 0
    for k in range(len(space.floor)):
        if hands.value[i] < space.floor[k] < 1 << 30 and k != hands.cards[i, 0] and k != hands.cards[i, 1]:
            found += 1
    return min(found, FULL[BEATEN] - 1)


def lead_chains(tree: ActTree, bench: BoardBench, ground: Ground, hand: int) -> bool:
    """By how many ways to turn the board two cards come to each choice on it; whether to any."""
    k = 0
    while tree.chooses[k] >= 0:
        bench.chains[tree.chooses[k]] = 0
        k += 1
    found = False
    for chain in range(tree.counts[CHAINS]):
        node = 0
        while tree.offers[node] and tree.known[node] < tree.counts[STEPS]:
            node = tree.child[node, act_before(tree, bench, ground, node, chain, hand)]
        if tree.offers[node]:
            bench.chains[node] += 1
            found = True
    return found


def add_choices(tree: ActTree, space: WordBench, told: int, weight: int, sums: Any) -> None:
    bench = space.bench
    k = 0
    while tree.chooses[k] >= 0 and tree.known[tree.chooses[k]] == tree.counts[STEPS]:
        node = tree.chooses[k]
        times = weight * bench.chains[node]
        if times:
            row = (tree.choice[node] * len_told(space.sizes) + told) * space.wide[0]
            acts = tree.offered[node]
            sums[row + DEALS] += times
            sums[row + BEST] += times * bench.value[node]
            for i in range(acts):
                worth = bench.value[tree.child[node, tree.acts_offered[node, i]]]
                sums[row + WORTH + i] += times * worth
                if worth == bench.value[node]:
                    sums[row + WORTH + acts + i] += times
        k += 1


def len_told(sizes: Any) -> int:
    many = 1
    for i in range(DIGITS):
        many *= sizes[i]
    return many
