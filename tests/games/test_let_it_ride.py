"""Let It Ride, a game without a line of solver: each test of a paragraph is named after it, and its figures."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from houseway import Round
from houseway.analysis.claims import verify
from houseway.analysis.solve import solve
from houseway.analysis.universal.proof import prove
from houseway.games import find_game
from houseway.games.sheet import Toy
from houseway.rules.cards import cards_of
from houseway.rules.three_cards import is_mini_royal, made, three_value
from tests.exact.every_deal import best_mean

GAME = find_game("let_it_ride")
BETS = {"one": 500, "two": 500, "three": 500, "three_card_bonus": 500}
RIDE = ("let_one_ride", "let_two_ride")


def played(cards: str, *acts: str, **options: Any) -> Round:
    return Round.deal(GAME, BETS, cards=cards, options=options).act(*acts)


def won(cards: str, *acts: str, **options: Any) -> dict[str, int]:
    """Cents by wager."""
    round_ = played(cards, *(acts or RIDE), **options)
    return {name: round_.net_cents(wager=name) for name in GAME.wagers}


def test_play_1__three_equal_bets_and_the_bonus_if_one_likes() -> None:
    bets = dict.fromkeys(("one", "two", "three"), 500)
    assert Round.deal(GAME, bets, cards="Tc Td 2h 3s Kc").act(*RIDE).net_cents() == 1500


def test_play_2__three_cards_of_ones_own_and_the_community_lies_face_down() -> None:
    seen = str(Round.deal(GAME, BETS, cards="Tc Td 2h 3s Kc").seen_by(1))
    assert all(card in seen for card in ("Tc", "Td", "2h"))
    assert not any(card in seen for card in ("3s", "Kc"))


def test_play_3__the_first_bet_comes_back_or_rides() -> None:
    assert won("9c Jd 2h 3s Kc", "take_back_one", "let_two_ride") == {
        "one": 0, "two": -500, "three": -500, "three_card_bonus": -500,
    }  # fmt: skip


def test_play_3__then_the_first_community_card_is_turned() -> None:
    seen = str(played("Tc Td 2h 3s Kc", "let_one_ride").seen_by(1))
    assert "3s" in seen
    assert "Kc" not in seen


def test_play_4__the_second_bet_comes_back_or_rides_and_the_third_stays() -> None:
    assert won("9c Jd 2h 3s Kc", "let_one_ride", "take_back_two") == {
        "one": -500, "two": 0, "three": -500, "three_card_bonus": -500,
    }  # fmt: skip
    assert won("9c Jd 2h 3s Kc", "take_back_one", "take_back_two")["three"] == -500


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("TcJcQcKcAc", 1000), ("9cTcJcQcKc", 200), ("9c9d9h9sKc", 50), ("9c9d9hKsKc", 11), ("2c9c7cQcKc", 8),
        ("9cTdJcQcKc", 5), ("9c9d9h2sKc", 3), ("9c9d2h2sKc", 2), ("TcTd2h3sKc", 1), ("AcAd2h3sKc", 1),
        ("9c9d2h3sKc", -1), ("Ac5d2h3sKc", -1),
    ],
)  # fmt: skip
def test_play_5__every_bet_that_rides_is_paid_by_the_hand(cards: str, odds: int) -> None:
    found = won(cards)
    assert [found[name] for name in ("one", "two", "three")] == [500 * odds] * 3


def test_play_5__a_royal_flush_pays_what_the_house_says() -> None:
    assert won("TcJcQcKcAc", royal_pays="500")["three"] == 500 * 500


@pytest.mark.parametrize(
    ("cards", "odds"),
    [("QcKcAc", 50), ("JcQcKc", 40), ("9c9d9h", 30), ("AcKdQh", 6), ("AcTc2c", 3), ("9c9d2h", 1), ("Ac9d2h", -1)],
)
def test_play_6__the_bonus_pays_by_what_ones_own_cards_make(cards: str, odds: int) -> None:
    assert won(f"{cards} 7s 5s")["three_card_bonus"] == 500 * odds


def test_play_6__a_flush_and_a_mini_royal_pay_what_the_house_says() -> None:
    assert won("AcTc2c 7s 5s", bonus_pays="40-30-6-4-1")["three_card_bonus"] == 500 * 4
    assert won("QcKcAc 7s 5s", mini_royal="none")["three_card_bonus"] == 500 * 40


@pytest.mark.parametrize("toy", [toy for toy in GAME.sheet.toys if toy.seats == 1], ids=lambda toy: toy.name)
def test_a_toy_deck_comes_out_as_over_every_order_of_it(toy: Toy) -> None:
    settings, deck = GAME.settings(toy.options), cards_of(toy.cards)[:6]
    proof = prove(GAME, settings, deck=deck)
    bets = dict.fromkeys(("one", "two", "three"), proof.asked.unit_cents)
    assert -proof.wagers()["round"].edge.value == best_mean(GAME, settings, deck, 5, bets) / bets["one"]


# --- the figures that ship, by another way ---


def pays(wager: str, **options: Any) -> dict[str, Fraction]:
    w = GAME.wagers.index(wager)
    rows = GAME.rules(GAME.settings(options)).pays[w].tolist()
    return {outcome: Fraction(num, den) for outcome, (num, den) in zip(GAME.outcomes, rows, strict=True)}


def test_the_third_bet_is_what_all_hands_of_five_come_to() -> None:
    """Of 2,598,960 hands so many make each, by the counts of five-card poker; five of 13 ranks of pairs are paid."""
    hands = {
        "royal_flush": 4, "straight_flush": 36, "four_of_a_kind": 624, "full_house": 3_744, "flush": 5_108,
        "straight": 10_200, "three_of_a_kind": 54_912, "two_pair": 123_552, "tens_or_better": 1_098_240 * 5 // 13,
    }  # fmt: skip
    hands["lose"] = 2_598_960 - sum(hands.values())
    odds = pays("three")
    found = solve(GAME).wagers["three"]
    assert found.edge.value == -sum((odds[hand] * many for hand, many in hands.items()), Fraction(0)) / 2_598_960
    assert {row.outcome: row.probability * 2_598_960 for row in found.rows} == hands


def test_the_bonus_is_what_all_22100_hands_come_to() -> None:
    values = Counter(three_value(*hand) for hand in combinations(range(52), 3))
    names = ("lose", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")
    odds = pays("three_card_bonus")
    paid = sum(
        (odds["mini_royal" if is_mini_royal(value) else names[made(value)]] * many for value, many in values.items()),
        Fraction(0),
    )
    assert solve(GAME).wagers["three_card_bonus"].edge.value == -paid / 22_100


def test_the_round_comes_out_as_published() -> None:
    assert f"{float(solve(GAME).wagers['round'].edge.value):.5%}" == "3.50568%"
    found = {each.claim.id: each.verdict for each in verify(GAME)}
    assert found.pop("round.risk") == "reproduced under the published assumption"
    assert set(found.values()) == {"reproduced"}
    assert solve(GAME).wagers["one"].action.value == Fraction(1608, 22_100)


def test_the_basic_strategy_is_the_best_play() -> None:
    """And no other that is written earns as much."""
    best = solve(GAME).wagers["round"].edge.value
    assert solve(GAME, strategy="basic").wagers["round"].edge.value == best
    assert all(solve(GAME, strategy=each).wagers["round"].edge.value > best for each in ("timid", "bold"))
