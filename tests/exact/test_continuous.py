"""Machines that take the cards back after every round: the edge of a bet on three cards is that of the shoe."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from houseway.analysis.continuous import ThreesSums, shipped_studies, simulate_machine, studies_stamp, threes_of
from houseway.analysis.exact.shared.pays import pay_of
from houseway.engine.replay import Deal, play_out
from houseway.games import find_game
from houseway.games.lucky_lucky.play import LUCKY_LUCKY, lucky_lucky_outcome
from houseway.games.lucky_lucky.solve import lucky_lucky
from houseway.games.lucky_lucky.solve_threes import WAGER, worth_of_threes
from houseway.rules.cards import cards_of

GAME = find_game("lucky_lucky")
SETTINGS = GAME.settings({"shuffler": "continuous"})
RULES = GAME.rules(SETTINGS)
PLAN = GAME.plan("basic", SETTINGS)
SIX = float(lucky_lucky(GAME, RULES, tuple(GAME.deck(SETTINGS)), False).edge.value)


@pytest.fixture(scope="module")
def threes() -> ThreesSums:
    return threes_of(GAME.deck(SETTINGS), worth_of_threes(GAME, SETTINGS))


def won(three: tuple[int, ...]) -> Fraction:
    return pay_of(RULES, LUCKY_LUCKY, lucky_lucky_outcome(*three))


def orders(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every order of cards of which some are alike; each stands for as many physical ones."""
    if not +left:
        yield ()
    for card in sorted(+left):
        for rest in orders(left - Counter([card])):
            yield (card, *rest)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


@pytest.mark.parametrize("cards", ["5c 5c 6c 9d Td Td Td Td Td Td", "7c 7c 7c 5d 8c Td Td Td Td Td"])
def test_the_cards_behind_a_round_are_as_those_of_a_full_shoe(cards: str) -> None:
    """As Fractions, over every order of a small deck and the real play: a round ends at a stopping time.

    The cards behind it win what any three of the deck win, though behind short rounds alone they do not.
    """
    deck = cards_of(cards)
    behind: dict[int, list[Fraction]] = {}
    for order in orders(Counter(deck)):
        deal = Deal(GAME, GAME.settings({"hands_max": 1}), list(order), [{"blackjack": 1000}])
        used = play_out(deal, [PLAN])[0].cards_drawn
        assert used + 3 <= len(deck)
        behind.setdefault(used, []).append(won(order[used : used + 3]))
    every = [value for values in behind.values() for value in values]
    assert mean(every) == mean([won(three) for three in combinations(deck, 3)])
    assert len({mean(values) for values in behind.values()}) > 1, "what the round showed does tell something"


def test_means_beside_cards_that_are_gone_are_those_of_the_solver(threes: ThreesSums) -> None:
    deck = GAME.deck(SETTINGS)
    assert -threes.mean([], 3) == pytest.approx(SIX, abs=1e-14)
    gone = cards_of("7c 7c 7d 8h As Td Td 2c")
    left = list(deck)
    for card in gone:
        left.remove(card)
    exact = float(lucky_lucky(GAME, RULES, tuple(left), False).edge.value)
    assert -threes.mean(gone, 3) == pytest.approx(exact, abs=1e-13)
    assert -threes.mean(gone, 0) == pytest.approx(SIX, abs=1e-13)


@pytest.mark.parametrize("ready", [1, 2])
def test_means_with_fewer_cards_ready_are_counted_right(ready: int) -> None:
    """By hand on a small deck: the first cards are none of those that are gone, the others any."""
    deck = cards_of("7c 7c 7d 8h 8h 6c 5c Td Td")
    gone = [0, 3, 7]  # places
    found = [
        float(won(tuple(deck[place] for place in places)))
        for places in permutations(range(len(deck)), 3)
        if not set(places[:ready]) & set(gone)
    ]
    small = threes_of(deck, worth_of_threes(GAME, SETTINGS))
    assert small.mean([deck[place] for place in gone], ready) == pytest.approx(np.mean(found), abs=1e-12)


@pytest.mark.parametrize("buffer", [0, 1, 5, 16, 20])
def test_a_machine_with_any_buffer_has_the_edge_of_its_decks(threes: ThreesSums, buffer: int) -> None:
    found = simulate_machine(GAME, SETTINGS, PLAN, threes, WAGER, 7, buffer, 3000, seed=11)
    assert abs(found.edge - SIX) <= 4 * found.se + 1e-12
    assert (found.spread > 1e-4) == (buffer > 0), "a buffer tells something of the next round, none tells nothing"


def test_what_ships_holds_the_machine_to_six_decks_and_not_to_eight() -> None:
    studies = shipped_studies()
    assert len(studies) == 2, "their stamp is another: `python -m houseway.analysis.continuous` computes them anew"
    for study in studies:
        six, eight, endless = (float(Fraction(study["shoes"][decks])) for decks in ("6", "8", "infinite"))
        assert [each["buffer"] for each in study["machines"]] == [0, 1, 2, 4, 8, 12, 16, 20]
        for each in study["machines"]:
            assert abs(each["edge"] - six) <= 4 * each["se"] + 1e-12
        assert sum(abs(each["edge"] - eight) > 4 * each["se"] for each in study["machines"]) >= 6
        assert 0.0002 < six - eight < 0.0005, "close it is"
        assert six - endless > 3 * (six - eight), "but it is no endless shoe"


@pytest.mark.parametrize("part", ["computed_by", "rules_digest", "sources_digest"])
def test_studies_that_something_else_computed_are_not_found(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = studies_stamp()
    monkeypatch.setattr(f"houseway.analysis.continuous.{part}", lambda *_: "other")
    assert studies_stamp() != before
    assert shipped_studies() == []


def test_rules_11__six_decks_in_a_machine_are_close_to_eight_by_every_paytable() -> None:
    for paytable in "123":
        rules = GAME.rules(GAME.settings({"paytable": paytable}))
        edges = [lucky_lucky(GAME, rules, tuple(GAME.deck(GAME.settings({"decks": decks}))), False) for decks in (6, 8)]
        gap = edges[0].edge.value - edges[1].edge.value
        assert Fraction(2, 10_000) < gap < Fraction(5, 10_000)
