"""Rounds of a sheaf that begin alike are played beside each other on a GPU: no round is lost, no count changes."""

import pytest

from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import standard_wagers
from houseway.engine.device import sheaves
from houseway.engine.device.lanes import seams
from houseway.engine.device.sheaves import (
    DEALERS,
    HANDS,
    LIKES,
    Places,
    Sheaf,
    dealer_like,
    first_places,
    hand_like,
    likeness,
    play_sheaves,
    put_in_order,
)  # fmt: skip
from houseway.engine.swapped import swapped
from houseway.games import find_game
from houseway.games.game import place_wagers
from houseway.rules.shapes import words
from houseway.rules.shoe import seeded_order
from tests.test_device import SEED, counted, lane_tally, seeded


def sheaf(rounds: int) -> Sheaf:
    return Sheaf(words(rounds), words(rounds), words(LIKES))  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("slug", ["lucky_lucky", "super_fun_21", "triple_shot_bonus"])
def test_sheaves_count_what_the_processor_counts(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two blocks of one lane; the last sheaf is a short one."""
    monkeypatch.setattr(sheaves, "SHEAF", 16)
    game, rounds = find_game(slug), 77
    settings, wagers = game.settings(), [standard_wagers(game)] * seats
    felt = game.felt(seats, taped=False)
    place_wagers(game, felt, wagers)
    shoe, tally, places = seeded(game, settings), lane_tally(len(game.wagers)), first_places(game, settings, wagers)
    assert places is not None
    walk = swapped(play_sheaves, seams(game.play, game.follow))
    for block in range(2):
        plan = game.plan("basic", settings)
        walk(game.rules(settings), shoe, plan, felt, tally, sheaf(16), places, 0, 1, block, 2, 0, rounds)
    found = counted(game, settings, "basic", wagers, tally)
    expected = simulate(game, rounds, SEED, wagers=wagers, threads=1)
    assert (found.counts, found.action) == (expected.counts, expected.action)


def test_every_round_of_a_sheaf_stands_once_and_beside_those_like_it() -> None:
    game = find_game("lucky_lucky")
    settings = game.settings()
    shoe, here, places = seeded(game, settings), sheaf(300), Places(0, 2, 1, 3)
    put_in_order(shoe, here, places, 0, 1, 40, 300)
    assert sorted(here.order) == list(range(300))
    likes = [likeness(shoe, places, 40 + int(i)) for i in here.order]
    assert likes == sorted(likes)
    assert len(set(likes)) > 50


def test_a_likeness_is_of_the_cards_that_are_dealt() -> None:
    """One deck, hands of different cards: a card that was dealt before is not looked for, so few are misread."""
    game = find_game("triple_shot_bonus")
    settings = game.settings()
    shoe, right = seeded(game, settings), 0
    for number in range(200):
        own, up, second, hole = (
            sheaves.points_of(card) for card in seeded_order(game.deck(settings), SEED, number)[:4]
        )
        like = likeness(shoe, Places(0, 2, 1, 3), number)
        right += like == hand_like(own, second) * DEALERS + dealer_like(up, hole)
    assert 170 <= right < 200


def test_no_two_hands_are_called_alike_that_are_played_apart() -> None:
    """A pair, a hand with an ace and any other of the same total have numbers of their own, all in range."""
    hands = {(a, b): hand_like(a, b) for a in range(2, 12) for b in range(2, 12)}
    kind = {pair: (pair[0] == pair[1], 11 in pair, sum(pair)) for pair in hands}
    assert all((hands[one] == hands[other]) == (kind[one] == kind[other]) for one in hands for other in hands)
    assert (min(hands.values()), max(hands.values())) == (0, HANDS - 1)
    dealers = {dealer_like(a, b) for a in range(2, 12) for b in range(2, 12)}
    assert dealers == set(range(DEALERS))
    assert HANDS * DEALERS <= LIKES
    assert dealer_like(10, 7) < dealer_like(10, 6) < dealer_like(9, 2)
    assert dealer_like(10, 5) != dealer_like(5, 10)


@pytest.mark.parametrize(
    ("slug", "expected"),
    [("lucky_lucky", Places(0, 2, 1, 3)), ("three_card_poker", Places(0, 1, 3, 4)), ("casino_war", None)],
)
def test_the_first_cards_are_found_by_dealing_a_round(slug: str, expected: Places | None) -> None:
    game = find_game(slug)
    assert first_places(game, game.settings(), [standard_wagers(game)]) == expected
    assert first_places(game, game.settings(), [{}]) is None
