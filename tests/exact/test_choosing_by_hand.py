"""Chances of blackjack hands while acts are chosen, interpreted, against what is drawn from a deck by hand."""

from math import comb, prod
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.exact.blackjack import choosing
from houseway.analysis.exact.blackjack.choices import Paper, identity_classes, new_chosen, new_paper
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.splits import GONE, slot_of, ways_to_split
from houseway.analysis.exact.blackjack.turns import hand_of, new_book
from houseway.games import find_game
from houseway.games.lucky_lucky import solve_blackjack
from houseway.rules.blackjack import DOUBLE, HIT, STAND, SURRENDER
from houseway.rules.compositions import POINTS

UP = 5
LEFT = {card: (16 if card == 10 else 4) - (card == UP) for card in range(1, 11)}


@pytest.fixture(scope="module")
def game() -> Blackjack:
    house = find_game("lucky_lucky")
    return solve_blackjack.blackjack_of(house, house.settings({"decks": 1, "surrender": "late"}))


@pytest.fixture(scope="module")
def paper(game: Blackjack) -> Paper:
    """Everybody draws to 17, and nobody splits."""
    classes, made = identity_classes(), new_paper()
    choosing.find_gone(game.turns, UP, made)
    choosing.find_chances(game.turns, new_book(), ways_to_split(), classes, UP, new_chosen(classes), made)
    return made


def drawn(*cards: int) -> float:
    """How likely these cards come, in any order, from the deck without the up-card."""
    many = {card: cards.count(card) for card in cards}
    return prod(comb(LEFT[card], times) for card, times in many.items()) / comb(51, len(cards))


def test_two_cards_come_as_often_as_they_can_be_drawn(paper: Paper) -> None:
    found = {(a, b): paper.chance[0, hand_of([a, b])] for a in range(1, POINTS) for b in range(a, POINTS)}
    assert found == pytest.approx({cards: drawn(*cards) for cards in found})
    assert sum(found.values()) == pytest.approx(1)


def test_hands_that_draw_become_those_of_three_cards(paper: Paper) -> None:
    """2, 3 and 4 come in any order, all drawn to; 17 stands."""
    assert paper.chance[0, hand_of([2, 3, 4])] == pytest.approx(drawn(2, 3, 4), rel=1e-4)
    assert paper.chance[0, hand_of([2, 2, 2])] == pytest.approx(drawn(2, 2, 2), rel=1e-4)
    assert paper.chance_doubled[0, hand_of([2, 3, 4])] == pytest.approx(choosing.LEAK * drawn(2, 3, 4), rel=1e-4)
    each_last = drawn(4, 7, 10) / 3  # a 10 to 11, a 7 to 14, and by a leak a 4 to 17
    assert paper.chance[0, hand_of([4, 7, 10])] == pytest.approx(each_last * (2 + choosing.LEAK), rel=1e-3)


def test_more_of_a_pair_are_gone_as_often_as_they_can_be_drawn(paper: Paper, game: Blackjack) -> None:
    for pair in range(1, POINTS):
        left = LEFT[pair] - 2
        told = [1.0 if left >= 0 and game.turns.limit[pair] > 1 else 0.0]
        for q in range(GONE - 1):
            told.append(told[-1] * max(left - q, 0) / (49 - q))
        assert paper.gone[pair].tolist() == pytest.approx(told)


@pytest.mark.parametrize(("limit", "slots"), [(1, 0), (2, 1), (3, 3), (4, 5)])
def test_so_many_slots_of_split_hands_are_needed(limit: int, slots: int) -> None:
    turns: Any = SimpleNamespace(limit=[limit])
    for gone, needed in ((1.0, slots), (1e-9, slots), (0.0, 0)):
        paper: Any = SimpleNamespace(gone={(0, q): gone for q in range(9)})
        assert [q for q in range(9) if choosing.is_open(turns, paper, 0, q)] == list(range(needed))


def test_second_cards_of_a_split_hand_come_with_its_whole_number(paper: Paper, game: Blackjack) -> None:
    """Two hands from eights: 2 x the chance of the pair, and of the card, less a leak since nobody splits."""
    split = paper.chance[slot_of(8, 0), hand_of([8, 3])]
    ways = ways_to_split()
    limit = int(game.turns.limit[8])
    number = float(ways.without[2, 0]) + choosing.LEAK * float(ways.without[limit, 0])
    assert split == pytest.approx(drawn(8, 8) * choosing.LEAK * number * LEFT[3] / 49)
    paired = float(ways.paired[2, 0]) + choosing.LEAK * float(ways.paired[limit, 0])
    both = paper.chance[slot_of(8, 0), hand_of([8, 8])]
    assert both == pytest.approx(drawn(8, 8) * choosing.LEAK * paired * (LEFT[8] - 2) / 49)


def test_ties_are_broken_in_this_order_and_a_dealer_without_cards_is_not_alive() -> None:
    assert [choosing.act_of(place) for place in range(4)] == [STAND, HIT, SURRENDER, DOUBLE]
    assert [choosing.live(*each) for each in ((4, 50), (0, 7), (1, 0), (1, 1))] == [0.92, 1.0, 0.0, 0.0]
