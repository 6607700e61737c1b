"""The shoe: every card once, every order equally likely, every round its own whatever went before."""

from collections import Counter
from itertools import pairwise, permutations, product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.rules.cards import DECK, new_decks
from houseway.rules.chance import BLOCK, philox
from houseway.rules.shapes import words
from houseway.rules.shoe import (
    AHEAD,
    BLANK,
    BLOCKS,
    HALF,
    HALF_MASK,
    HALVES,
    NEXT,
    SHOE_MAX,
    Shoe,
    arranged_shoe,
    below,
    draw,
    is_void,
    lazy_shoe,
    look_ahead,
    next_half,
    open_next_round,
    open_round,
    seeded_order,
)

seeds = st.integers(0, 2**64 - 1)
numbers = st.integers(0, 2**40)
HALF_VALUES = HALF_MASK + 1


def with_halves(shoe: Shoe, first: int, second: int) -> Shoe:
    """The shoe with these two halves next."""
    shoe.block[0] = first | second << 16
    shoe.at[HALF] = 0
    return shoe


def drawn(shoe: Shoe, count: int) -> list[int]:
    return [draw(shoe) for _ in range(count)]


# --- chance without bias ---


@pytest.mark.parametrize("n", [1, 3, 52, 53, 312, 416])
def test_every_result_of_below_is_equally_likely(n: int) -> None:
    """Over all 65,536 halves: each result comes from equally many, and the few left over are drawn again."""
    shoe = lazy_shoe(range(DECK))
    results: Counter[int] = Counter()
    again = 0
    for half in range(HALF_VALUES):
        result = below(with_halves(shoe, half, HALF_MASK), n)
        if shoe.at[HALF] == 1:
            results[result] += 1
        else:
            again += 1
            assert result == n - 1  # what the second half says
    assert results == dict.fromkeys(range(n), HALF_VALUES // n)
    assert again == HALF_VALUES % n


def test_halves_are_the_words_of_the_round_low_before_high() -> None:
    shoe = lazy_shoe(range(DECK))
    open_round(shoe, seed=2**40 + 5, number=2**33 + 7)
    halves = [next_half(shoe) for _ in range(2 * HALVES)]
    four = words(BLOCK)
    for block in range(2):
        philox(four, 7, 2, block, 0, 5, 2**8)
        expected = [half for word in four.tolist() for half in (word & HALF_MASK, word >> 16)]
        assert halves[block * HALVES : (block + 1) * HALVES] == expected


def test_the_lazy_shuffle_reaches_every_order_once() -> None:
    """Three cards: each pair of results below 3 and below 2 leads to another of the six orders."""
    orders = []
    for first, second in product(range(3), range(2)):
        shoe = lazy_shoe([10, 20, 30])
        open_round(shoe, 1, 1)
        halves = [ceil((first + 0.5) * HALF_VALUES / 3), ceil((second + 0.5) * HALF_VALUES / 2)]
        orders.append(tuple(drawn(with_halves(shoe, *halves), 3)))
    assert sorted(orders) == sorted(permutations([10, 20, 30]))


# --- the kinds of shoe ---


def test_an_arranged_shoe_deals_the_order_it_was_given() -> None:
    shoe = arranged_shoe([5, 3, 3, 51])
    assert drawn(shoe, 4) == [5, 3, 3, 51]
    assert not is_void(shoe)


@pytest.mark.parametrize("lazy", [False, True])
def test_a_shoe_that_runs_out_deals_blanks_and_voids_the_round(lazy: bool) -> None:
    shoe = lazy_shoe(range(DECK)) if lazy else arranged_shoe(range(DECK))
    open_round(shoe, 1, 1)
    assert sorted(drawn(shoe, DECK)) == list(range(DECK))
    assert not is_void(shoe)
    assert drawn(shoe, 3) == [BLANK] * 3
    assert is_void(shoe)
    open_round(shoe, 1, 2)
    assert not is_void(shoe)
    assert shoe.cards[:DECK].tolist() == list(range(DECK))
    assert sorted(drawn(shoe, DECK)) == list(range(DECK))


@given(seeds, numbers, st.integers(1, 8))
@settings(max_examples=25)
def test_a_lazy_shoe_deals_every_card_once(seed: int, number: int, decks: int) -> None:
    fresh = new_decks(decks)
    shoe = lazy_shoe(fresh)
    open_round(shoe, seed, number)
    assert Counter(drawn(shoe, len(fresh))) == Counter(fresh)


@given(seeds, numbers, st.integers(0, 2 * DECK))
@settings(max_examples=50)
def test_opening_a_round_puts_every_card_back(seed: int, number: int, dealt: int) -> None:
    fresh = new_decks(2)
    shoe = lazy_shoe(fresh)
    open_round(shoe, seed, number)
    drawn(shoe, dealt)
    open_round(shoe, seed, number + 1)
    assert shoe.cards[: len(fresh)].tolist() == fresh
    assert shoe.at[NEXT] == 0


@given(seeds, numbers, st.lists(st.integers(0, 30), max_size=4))
@settings(max_examples=50)
def test_a_round_does_not_depend_on_the_rounds_before(seed: int, number: int, dealt_before: list[int]) -> None:
    shoe = lazy_shoe(range(DECK))
    for earlier, count in enumerate(dealt_before):
        open_round(shoe, seed ^ 1, earlier)
        drawn(shoe, count)
    open_round(shoe, seed, number)
    assert drawn(shoe, DECK) == seeded_order(range(DECK), seed, number)


def test_rounds_and_seeds_differ() -> None:
    orders = {tuple(seeded_order(range(DECK), seed, number)) for seed in (0, 1, 2**32, 2**63) for number in range(9)}
    assert len(orders) == 36


def test_an_endless_shoe_deals_from_full_decks_for_ever() -> None:
    shoe = lazy_shoe(range(DECK), endless=True)
    open_round(shoe, 1, 1)
    cards = drawn(shoe, 40 * DECK)
    assert not is_void(shoe)
    counts = Counter(cards)
    assert set(counts) == set(range(DECK))
    assert max(counts[card] for card in cards[:DECK]) > 1
    # Chi-square with 51 degrees of freedom; 120 would be chance once in ten million seeds.
    assert sum((counts[card] - 40) ** 2 / 40 for card in range(DECK)) < 120
    assert shoe.cards[:DECK].tolist() == list(range(DECK))


def test_an_endless_shoe_may_deal_one_card_twice_running() -> None:
    order = seeded_order(range(DECK), 1, 1, endless=True)
    assert len(order) == SHOE_MAX
    assert any(a == b for a, b in pairwise(order))


@given(seeds, st.one_of(numbers, st.integers(2**32 - 2 * AHEAD, 2**32 + 2 * AHEAD)), st.booleans())
@settings(max_examples=60)
def test_open_next_round_is_open_round(seed: int, first: int, endless: bool) -> None:
    """Words made ahead are the words of the round, also past a multiple of AHEAD and of 2**32."""
    ahead, plain = lazy_shoe(range(DECK), endless=endless), lazy_shoe(range(DECK), endless=endless)
    for number in range(first, first + 3):
        if number == first or number % AHEAD == 0:
            look_ahead(ahead, seed, number)
        open_next_round(ahead, seed, number)
        open_round(plain, seed, number)
        assert drawn(ahead, 20) == drawn(plain, 20)
        assert ahead.at.tolist() == plain.at.tolist()


def test_words_made_ahead_serve_all_rounds_up_to_the_next_multiple() -> None:
    ahead, plain = lazy_shoe(range(DECK)), lazy_shoe(range(DECK))
    look_ahead(ahead, 3, 64)
    for number in range(64, 64 + AHEAD):
        open_next_round(ahead, 3, number)
        open_round(plain, 3, number)
        assert ahead.at[BLOCKS] == 1
        assert draw(ahead) == draw(plain)


def test_a_shoe_has_room_for_eight_decks_and_no_more() -> None:
    assert len(seeded_order(new_decks(8), 1, 1)) == SHOE_MAX == 416
    with pytest.raises(AssertionError, match="do not fit"):
        arranged_shoe(new_decks(9))
