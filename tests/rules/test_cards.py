"""Cards as integers and as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rules.cards import (
    ACE,
    DECK,
    DEUCE,
    RANKS,
    SPADES,
    SUITS,
    TEN,
    UNSEEN,
    card_of,
    card_text,
    cards_of,
    cards_text,
    new_decks,
    rank,
    suit,
)

cards = st.integers(0, DECK - 1)


def test_a_card_is_its_rank_above_its_suit() -> None:
    assert [(rank(card), suit(card)) for card in range(DECK)] == [(r, s) for r in range(13) for s in range(4)]


def test_order_of_integers_is_order_of_ranks() -> None:
    assert sorted(cards_of("Ac 2s Td Kh 2c")) == cards_of("2c 2s Td Kh Ac")
    assert (rank(card_of("2c")), rank(card_of("Th")), rank(card_of("As"))) == (DEUCE, TEN, ACE)
    assert suit(card_of("As")) == SPADES


def test_the_names_of_all_cards() -> None:
    names = [card_text(card) for card in range(DECK)]
    assert len(set(names)) == DECK
    assert set(names) == {r + s for r in RANKS for s in SUITS}


@given(cards)
def test_a_card_reads_back_however_it_is_written(card: int) -> None:
    name = card_text(card)
    for written in (name, name.lower(), name.upper(), f" {name} ", name.replace("T", "10")):
        assert card_of(written) == card


@given(st.lists(cards))
def test_cards_read_back_with_blanks_and_without(some: list[int]) -> None:
    text = cards_text(some)
    for written in (text, text.replace(" ", ""), text.replace(" ", ", "), text.replace("T", "10")):
        assert cards_of(written) == some


def test_a_card_nobody_may_see() -> None:
    assert card_text(UNSEEN) == "??"
    assert cards_of("Ah ??") == [card_of("Ah"), UNSEEN]


@pytest.mark.parametrize("written", ["", "A", "Ax", "1h", "AhK", "11h", "hA", "Ahh"])
def test_what_is_no_card_is_refused_by_name(written: str) -> None:
    with pytest.raises(ValueError, match=f"'{written}' is not a card"):
        card_of(written)


def test_half_a_card_in_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="'K' is not a card"):
        cards_of("AhK")


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_new_decks_hold_every_card_once_a_deck(decks: int) -> None:
    fresh = new_decks(decks)
    assert len(fresh) == decks * DECK
    assert all(fresh.count(card) == decks for card in range(DECK))
