"""The poker ranks are proved three ways: by counting every hand of a deck, by a second evaluator written from the words
of the rules, and by a public one."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import phevaluator
import pytest
from numpy.typing import NDArray

from houseway.engine.batch import rank_hands
from houseway.engine.compiled import compiled
from houseway.rules.cards import cards_of, new_decks
from houseway.rules.poker import (
    CATEGORIES,
    FIVE_OF_A_KIND,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITED_FIVE_OF_A_KIND,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Ranks,
    category,
    describe,
    five,
    five_ranks,
    ranks,
    seven,
    six,
)
from houseway.rules.poker_tables import build_ranks

EVALUATORS: dict[int, Callable[..., int]] = {5: five, 6: six, 7: seven}

# Of every hand of one deck: the counts to be found in any book on poker odds, royal flushes last.
ONE_DECK = [
    HIGH_CARD, PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH,
    ROYAL_FLUSH,
]  # fmt: skip
KNOWN_COUNTS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324],
}
KNOWN_DISTINCT_VALUES = {5: 7_462, 6: 6_075, 7: 4_824}


def value_of(text: str) -> int:
    cards = cards_of(text)
    return EVALUATORS[len(cards)](ranks(), *cards)


# --- a second evaluator, written another way: pick the best five-card hand, naming each as a person would ---


def read_five(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The category of five cards and their ranks in order of significance."""
    held = Counter(card // 4 for card in cards)
    in_order = sorted(held.items(), key=lambda item: (-item[1], -item[0]))
    laid_out = tuple(rank for rank, count in in_order for _ in range(count))
    shape = tuple(count for _, count in in_order)
    suited = len({card % 4 for card in cards}) == 1
    if shape == (5,):
        return (SUITED_FIVE_OF_A_KIND if suited else FIVE_OF_A_KIND), laid_out
    in_sequence = len(held) == 5 and laid_out[0] - laid_out[4] == 4
    if laid_out == (12, 3, 2, 1, 0):
        in_sequence, laid_out = True, (3, 2, 1, 0, 12)
    if suited:
        if in_sequence:
            return (ROYAL_FLUSH if laid_out[0] == 12 else STRAIGHT_FLUSH), laid_out
        if shape not in ((4, 1), (3, 2)):
            return FLUSH, tuple(sorted((card // 4 for card in cards), reverse=True))
    if in_sequence:
        return STRAIGHT, laid_out
    shapes = {
        (4, 1): FOUR_OF_A_KIND, (3, 2): FULL_HOUSE, (3, 1, 1): THREE_OF_A_KIND, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR,
        (1, 1, 1, 1, 1): HIGH_CARD,
    }  # fmt: skip
    return shapes[shape], laid_out


def read_best(cards: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    return max(read_five(hand) for hand in combinations(cards, 5))


def decode(value: int) -> tuple[int, tuple[int, ...]]:
    return category(value), five_ranks(value)


def hands_from(shoe: Sequence[int], size: int, number: int, seed: int) -> NDArray[np.uint8]:
    """Hands dealt without replacement from a shoe."""
    draw = np.random.default_rng(seed).random((number, len(shoe))).argpartition(size, axis=1)[:, :size]
    return np.array(shoe, dtype=np.uint8)[draw]


def assert_read_alike(hands: NDArray[np.uint8]) -> set[int]:
    """Our values decode to what the second evaluator reads; returns the categories met."""
    met = set()
    for hand, value in zip(hands.tolist(), rank_hands(hands).tolist(), strict=True):
        assert decode(value) == read_best(hand), hand
        met.add(category(value))
    return met


# --- every hand of one deck ---


def count_fives(ranks: Ranks, counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[five(ranks, a, b, c, d, e)] += 1


def count_sixes(ranks: Ranks, counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            counts[six(ranks, a, b, c, d, e, f)] += 1


def count_sevens(ranks: Ranks, counts: NDArray[np.int64]) -> None:
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                counts[seven(ranks, a, b, c, d, e, f, g)] += 1


@pytest.mark.parametrize(("size", "count_all"), [(5, count_fives), (6, count_sixes), (7, count_sevens)])
def test_every_hand_of_one_deck_falls_in_the_known_categories(size: int, count_all: Callable[..., Any]) -> None:
    by_value = np.zeros(len(CATEGORIES) << 20, dtype=np.int64)
    compiled(count_all)(ranks(), by_value)
    counts = by_value.reshape(len(CATEGORIES), -1).sum(axis=1)
    assert counts[ONE_DECK].tolist() == KNOWN_COUNTS[size]
    assert counts[[FIVE_OF_A_KIND, SUITED_FIVE_OF_A_KIND]].tolist() == [0, 0]
    assert np.count_nonzero(by_value) == KNOWN_DISTINCT_VALUES[size]


# --- the order of hands ---


@pytest.mark.parametrize(("size", "number"), [(5, 5_000), (6, 5_000), (7, 20_000)])
def test_one_deck_is_read_as_the_second_evaluator_reads_it(size: int, number: int) -> None:
    assert_read_alike(hands_from(new_decks(1), size, number, seed=size))


@pytest.mark.parametrize(("size", "number"), [(5, 5_000), (6, 5_000), (7, 20_000)])
def test_six_decks_are_read_as_the_second_evaluator_reads_them(size: int, number: int) -> None:
    assert_read_alike(hands_from(new_decks(6), size, number, seed=10 + size))


def test_shoes_of_few_cards_bring_every_category_and_are_read_alike() -> None:
    """Six decks of two to nine neighbouring ranks in two suits: duplicates everywhere, flushes with pairs in them."""
    met = set()
    for seed in range(60):
        low = seed * 7 % 12
        cards = [4 * (rank % 13) + suit for rank in range(low, low + 2 + seed % 8) for suit in (seed % 3, 3)]
        for size in (5, 6, 7):
            met |= assert_read_alike(hands_from(cards * 6, size, 40, seed))
    assert met == set(range(len(CATEGORIES)))


@pytest.mark.parametrize("size", [5, 6])
def test_every_set_of_ranks_is_read_alike_in_one_suit_and_in_many(size: int) -> None:
    sets = np.array(list(combinations_with_replacement(range(13), size)), dtype=np.uint8)
    for suits in ([0, 1, 2, 3, 0, 1], [2] * 6):
        assert_read_alike(sets * 4 + np.array(suits[:size], dtype=np.uint8))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_is_that_of_phevaluator(size: int) -> None:
    hands = hands_from(new_decks(1), size, 10_000, seed=20 + size)
    ours = rank_hands(hands).tolist()
    theirs = [-phevaluator.evaluate_cards(*hand) for hand in hands.tolist()]
    in_order = sorted(zip(theirs, ours, strict=True))
    for (their_low, our_low), (their_high, our_high) in pairwise(in_order):
        assert (their_low < their_high) == (our_low < our_high)
        assert our_low <= our_high


@pytest.mark.parametrize(
    ("winner", "loser"),
    [
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),  # the wheel is the lowest straight
        ("5c 4d 3h 2s Ac", "Ac Ad Ah Ks Qc"),
        ("6c 5c 4c 3c 2c", "5c 4c 3c 2c Ac"),
        ("Ah Ah Kh Qh Jh", "Ah Kh Qh Jh 9h"),  # duplicates count in a flush
        ("Ah Ah Ah 3h 2h", "Ah Ah Kh Qh Jh"),
        ("2c 2c 2c 2d 3h", "Ah Ah Kh Kh Kd"),  # four of a kind over a full house, duplicates or not
        ("2c 2d 2h 2s 2s", "Ac Ad Ah As Kc"),  # five of a kind above four
        ("5c 4c 3c 2c Ac", "Ac Ad Ah As As"),  # and below the lowest straight flush
        ("Ac Kc Qc Jc Tc", "Kc Qc Jc Tc 9c"),
        ("2c 2c 2c 2c 2c", "Ac Kc Qc Jc Tc"),  # suited five of a kind above everything
        ("7h 7h 7h 7d Ah Kh 2c", "Ah Kh Qh Jh 9h 2c 2d"),  # four sevens beat the flush they stand in
        ("Kc Kd Qc Qd 2c 2d Ah", "Kc Kd Qc Qd 9c 9d Jh"),  # the kicker comes from outside a third pair
        ("2c 2d 2h 2s 3c 3d Ah", "2c 2d 2h 2s Kc Kd Kh"),  # or from outside a pair
        ("Ac Ad Ah Kc Kd Kh 2c", "Ac Ad Ah Qc Qd Qh Ks"),  # the second triple serves as a pair
    ],
)
def test_the_better_hand_has_the_greater_value(winner: str, loser: str) -> None:
    assert value_of(winner) > value_of(loser)


def test_cards_beyond_the_best_five_do_not_break_a_tie() -> None:
    assert value_of("Ac Kd Qh Js Tc 3d 2h") == value_of("Ad Kh Qs Jc Td 9d Ah") == value_of("As Kc Qd Jh Ts")


# --- one source, interpreted and compiled ---


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("kind", [int, np.int64, np.uint8])
def test_interpreted_values_equal_compiled_ones(size: int, kind: Callable[[int], int]) -> None:
    hands = np.concatenate(
        [hands_from(new_decks(6), size, 500, seed=1), hands_from([0, 4, 4, 8, 12, 16, 20, 21] * 3, size, 500, seed=2)]
    )
    interpreted = [EVALUATORS[size](ranks(), *map(kind, hand)) for hand in hands.tolist()]
    assert interpreted == rank_hands(hands).tolist()
    assert {type(value) for value in interpreted} == {int}


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (np.zeros((2, 4), dtype=np.uint8), "shape"),
        (np.zeros(7, dtype=np.uint8), "shape"),
        (np.full((2, 7), 52, dtype=np.uint8), "0 to 51"),
        (np.full((2, 7), -1, dtype=np.int64), "0 to 51"),
        (np.zeros((2, 7)), "integers"),
    ],
)
def test_rank_hands_refuses_what_is_not_a_hand(cards: NDArray[Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        rank_hands(cards)


def test_rank_hands_takes_any_layout_of_integers_and_no_hands_at_all() -> None:
    hands = hands_from(new_decks(1), 7, 50, seed=3)
    values = rank_hands(hands).tolist()
    assert rank_hands(np.asfortranarray(hands).astype(np.int64)).tolist() == values
    assert rank_hands(hands[::-2]).tolist() == values[::-2]
    assert rank_hands(hands[:0]).tolist() == []


# --- tables and words ---


def test_the_tables_are_small_and_always_the_same() -> None:
    assert sum(table.nbytes for table in ranks()) < 1_000_000
    for kept, fresh in zip(ranks(), build_ranks(), strict=True):
        assert np.array_equal(np.asarray(kept), np.asarray(fresh))


def five_cards_of(value: int) -> Iterator[int]:
    """Five cards with the ranks of a value: of one suit where its category asks for that."""
    suited = category(value) in (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH, SUITED_FIVE_OF_A_KIND)
    for place, rank in enumerate(five_ranks(value)):
        yield 4 * rank + (0 if suited else place & 1)


def test_every_value_decodes_to_five_cards_that_have_it() -> None:
    tables = ranks()
    better = np.maximum(tables.plain, tables.suited)  # a flush of 3 2 2 2 2 never counts: it is four deuces
    values = sorted({*tables.plain.tolist(), *better.tolist()} - {0})
    for value in values:
        assert five(tables, *five_cards_of(value)) == value
    assert {category(value) for value in values} == set(range(len(CATEGORIES)))
    assert len({describe(value) for value in values if category(value) == FULL_HOUSE}) == 13 * 12


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Kc Jd 9h 4s 2c", "king high"),
        ("Jc Jd 9h 4s 2c", "pair of jacks"),
        ("6c 6d 9h 4s 2c", "pair of sixes"),
        ("Kc Kd 4h 4s Ac", "two pair, kings and fours"),
        ("2c 2d 2h 4s Ac", "three deuces"),
        ("9c 8d 7h 6s 5c", "straight, nine high"),
        ("5c 4d 3h 2s Ac", "straight, five high"),
        ("Ah Jh 9h 4h 2h", "ace-high flush"),
        ("Tc Td Th 3s 3c", "full house, tens over threes"),
        ("Ac Ad Ah As 3c", "four aces"),
        ("Kc Qc Jc Tc 9c", "king-high straight flush"),
        ("5d 4d 3d 2d Ad", "five-high straight flush"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("7c 7d 7h 7s 7s", "five sevens"),
        ("7c 7c 7c 7c 7c", "five suited sevens"),
    ],
)
def test_values_are_described_in_plain_words(cards: str, words: str) -> None:
    assert describe(value_of(cards)) == words


def test_categories_are_named_in_order() -> None:
    assert CATEGORIES[HIGH_CARD] == "high_card"
    assert CATEGORIES[FIVE_OF_A_KIND] == "five_of_a_kind"
    assert CATEGORIES[SUITED_FIVE_OF_A_KIND] == "suited_five_of_a_kind"
    assert len(CATEGORIES) == 12
