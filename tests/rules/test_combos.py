"""Numbers for sets of cards: every set has one, no two share one, and none is left over."""

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rules.cards import DECK
from houseway.rules.combos import index_3, index_4, index_4_repeated, sorted_4

cards = st.integers(0, DECK - 1)


@pytest.mark.parametrize(("k", "index"), [(3, index_3), (4, index_4)])
def test_different_cards_are_numbered_without_gaps(k: int, index: Callable[..., int]) -> None:
    assert sorted(index(*cards) for cards in combinations(range(DECK), k)) == list(range(comb(DECK, k)))


def test_repeated_cards_are_numbered_without_gaps() -> None:
    sets = combinations_with_replacement(range(DECK), 4)
    assert sorted(index_4_repeated(*cards) for cards in sets) == list(range(comb(DECK + 3, 4)))


def test_the_ends_of_the_numbering() -> None:
    assert (index_3(0, 1, 2), index_3(49, 50, 51)) == (0, 22_099)
    assert (index_4(0, 1, 2, 3), index_4(48, 49, 50, 51)) == (0, 270_724)
    assert (index_4_repeated(0, 0, 0, 0), index_4_repeated(51, 51, 51, 51)) == (0, 341_054)


def test_sets_are_numbered_by_their_highest_card_first() -> None:
    """Whoever lists sets in this order (as plans do) may read the list by number."""
    listed = sorted(combinations(range(9), 3), key=lambda cards: cards[::-1])
    assert [index_3(*cards) for cards in listed] == list(range(comb(9, 3)))
    listed_4 = sorted(combinations(range(9), 4), key=lambda cards: cards[::-1])
    assert [index_4(*cards) for cards in listed_4] == list(range(comb(9, 4)))


@given(st.lists(cards, min_size=3, max_size=3, unique=True))
def test_the_order_dealt_does_not_matter_to_three(three: list[int]) -> None:
    assert len({index_3(*order) for order in permutations(three)}) == 1


@given(st.lists(cards, min_size=4, max_size=4, unique=True))
def test_the_order_dealt_does_not_matter_to_four(four: list[int]) -> None:
    assert len({index_4(*order) for order in permutations(four)}) == 1


@given(st.lists(cards, min_size=4, max_size=4))
def test_the_order_dealt_does_not_matter_to_repeated_cards(four: list[int]) -> None:
    assert len({index_4_repeated(*order) for order in permutations(four)}) == 1


@given(st.lists(cards, min_size=4, max_size=4))
def test_four_cards_are_sorted(four: list[int]) -> None:
    assert list(sorted_4(*four)) == sorted(four)
