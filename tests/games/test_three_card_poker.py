"""Three Card Poker, a game without a line of solver: each test of a paragraph is named after it, and its figures."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from houseway import Round
from houseway.analysis.solve import solve
from houseway.analysis.universal.proof import prove
from houseway.games import find_game
from houseway.games.sheet import Toy
from houseway.rules.cards import cards_of
from houseway.rules.three_cards import is_mini_royal, made, three_value
from tests.exact.every_deal import best_mean

GAME = find_game("three_card_poker")
BETS = {"ante": 500, "pair_plus": 500, "six_card_bonus": 500}


def played(cards: str, act: str = "play", **options: Any) -> Round:
    return Round.deal(GAME, BETS, cards=cards, options=options).act(act)


def won(cards: str, act: str = "play", **options: Any) -> dict[str, int]:
    """Cents by wager."""
    return {name: cents for name in GAME.wagers if (cents := played(cards, act, **options).net_cents(wager=name))}


def value(cards: str) -> int:
    return int(three_value(*cards_of(cards)))


def test_play_4__hands_rank_from_the_straight_flush_down() -> None:
    hands = (
        "AhKhQh",
        "3h2hAh",
        "AcAdAh",
        "2c2d2h",
        "AcKdQh",
        "Ac2d3h",
        "AhKhJh",
        "AcAdKh",
        "2c2d3h",
        "AcKdJh",
        "5c3d2h",
    )
    values = [value(cards) for cards in hands]
    assert values == sorted(values, reverse=True)
    assert value("KcAd2h") < value("2c2d3h")  # no straight runs round the ace


def test_play_4__of_22100_hands_so_many_make_each() -> None:
    counts = Counter(made(three_value(*hand)) for hand in combinations(range(52), 3))
    assert [counts[kind] for kind in (5, 4, 3, 2, 1, 0)] == [48, 52, 720, 1096, 3744, 16440]


def test_play_1__the_ante_is_bet_and_the_others_if_one_likes() -> None:
    assert Round.deal(GAME, {"ante": 500}, cards="Kc 9d 2h Qc 5d 3h").act("play").net_cents() == 1000


def test_play_2__three_cards_each_and_the_dealers_lie_face_down() -> None:
    seen = str(Round.deal(GAME, BETS, cards="Kc 9d 2h Qc 5d 3h").seen_by(1))
    assert all(card in seen for card in ("Kc", "9d", "2h"))
    assert not any(card in seen for card in ("Qc", "5d", "3h"))


def test_play_3__who_plays_puts_up_as_much_as_the_ante() -> None:
    assert won("Kc 9d 2h Qc 5d 3h") == {"ante": 500, "play": 500, "pair_plus": -500, "six_card_bonus": -500}


def test_play_3__who_folds_loses_the_ante_and_the_side_bets_stand() -> None:
    assert won("7c 7d 2h 7h 5d 3h", "fold") == {"ante": -500, "pair_plus": 500, "six_card_bonus": 2500}


def test_play_3__the_house_may_have_the_six_card_bonus_fold_too() -> None:
    cards = "7c 7d 2h 7h 5d 3h"
    assert won(cards, "fold", six_card_after_fold=False) == {"ante": -500, "pair_plus": 500, "six_card_bonus": -500}


def test_play_5__a_dealer_without_a_queen_pays_the_ante_alone() -> None:
    assert won("Kc 9d 2h Jc 5d 3h") == {"ante": 500, "pair_plus": -500, "six_card_bonus": -500}


def test_play_5__equal_hands_push_both() -> None:
    assert won("Kc 9d 2h Kd 9h 2s") == {"pair_plus": -500, "six_card_bonus": -500}


def test_play_5__the_bonus_is_paid_to_a_hand_that_loses() -> None:
    assert won("4c 5d 6h 5h 6d 7s") == {
        "ante": -500, "play": -500, "ante_bonus": 500, "pair_plus": 3000, "six_card_bonus": -500,
    }  # fmt: skip


@pytest.mark.parametrize(("table", "cents"), [("5-4-1", 2500), ("4-3-1", 2000), ("3-2-1", 1500)])
def test_play_5__the_bonus_is_paid_by_its_table(table: str, cents: int) -> None:
    assert won("4c 5c 6c 2h 6d 7s", ante_bonus_pays=table)["ante_bonus"] == cents


@pytest.mark.parametrize(
    ("cards", "odds"), [("AcKcQc", 40), ("9c9d9h", 30), ("AcKdQh", 6), ("AcTc2c", 4), ("9c9d2h", 1), ("Ac9d2h", -1)]
)
def test_play_6__pair_plus_pays_by_what_ones_own_cards_make(cards: str, odds: int) -> None:
    assert won(f"{cards} 7s 5s 3d")["pair_plus"] == 500 * odds


@pytest.mark.parametrize(("row", "odds"), [("none", 40), ("50 to 1", 50), ("100 to 1", 100)])
def test_play_6__a_house_may_have_a_row_for_ace_king_and_queen_of_one_suit(row: str, odds: int) -> None:
    assert won("QhKhAh 7s 5s 3d", mini_royal=row)["pair_plus"] == 500 * odds
    assert won("QhKhJh 7s 5s 3d", mini_royal=row)["pair_plus"] == 500 * 40
    assert won("QhKdAh 7s 5s 3d", mini_royal=row)["pair_plus"] == 500 * 6


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("AcKcQc JcTc2d", 1000), ("9c8c7c 6c5cAd", 200), ("9c9d9h 9s5cAd", 50), ("9c9d9h 5s5cAd", 25),
        ("Ac9c7c 6c2cAd", 20), ("9c8d7c 6s5cAd", 10), ("9c9dAh 9s5c2d", 5), ("AcAd9h 9s5c2d", -1),
    ],
)  # fmt: skip
def test_play_7__the_six_card_bonus_pays_by_the_best_five_of_six(cards: str, odds: int) -> None:
    assert won(cards)["six_card_bonus"] == 500 * odds


@pytest.mark.parametrize("toy", GAME.sheet.toys[:2], ids=lambda toy: toy.name)
def test_a_toy_deck_comes_out_as_over_every_order_of_it(toy: Toy) -> None:
    settings, deck = GAME.settings(toy.options), cards_of(toy.cards)
    proof = prove(GAME, settings, deck=deck)
    bets = {"ante": proof.asked.unit_cents}
    assert -proof.wagers()["round"].edge.value == best_mean(GAME, settings, deck, 6, bets) / bets["ante"]


# --- the figures that ship, by another way ---


def pays(wager: str, **options: Any) -> dict[str, Fraction]:
    w = GAME.wagers.index(wager)
    rows = GAME.rules(GAME.settings(options)).pays[w].tolist()
    return {outcome: Fraction(num, den) for outcome, (num, den) in zip(GAME.outcomes, rows, strict=True)}


@pytest.mark.parametrize(
    ("table", "printed"), [("40-30-6-4-1", "2.3167%"), ("40-30-6-3-1", "7.2760%"), ("40-30-5-4-1", "5.5747%")]
)
def test_pair_plus_is_what_all_22100_hands_come_to(table: str, printed: str) -> None:
    odds = pays("pair_plus", pair_plus_pays=table)
    hands = [GAME.outcomes[made(three_value(*hand))] for hand in combinations(range(52), 3)]
    edge = -sum((odds[hand] for hand in hands), Fraction(0)) / 22_100
    assert f"{float(edge):.4%}" == printed
    assert solve(GAME, {"pair_plus_pays": table}).wagers["pair_plus"].edge.value == edge


def test_four_hands_of_three_are_a_mini_royal() -> None:
    assert sum(is_mini_royal(three_value(*hand)) for hand in combinations(range(52), 3)) == 4


def test_the_six_card_bonus_is_what_all_sets_of_six_come_to() -> None:
    """Of 20,358,520 sets so many have each best five: by hand-made counts of six-card poker."""
    sets = {
        "royal_flush": 188, "straight_flush": 1_656, "four_of_a_kind": 14_664, "full_house": 165_984,
        "flush": 205_792, "straight": 361_620, "three_of_a_kind": 732_160,
    }  # fmt: skip
    sets["lose"] = 20_358_520 - sum(sets.values())
    odds = pays("six_card_bonus")
    edge = -sum((odds[hand] * many for hand, many in sets.items()), Fraction(0)) / 20_358_520
    found = solve(GAME).wagers["six_card_bonus"]
    assert found.edge.value == edge
    assert {row.outcome: row.probability * 20_358_520 for row in found.rows} == sets


def test_the_round_comes_out_as_published() -> None:
    """686689/20358520 of the Ante, from 407,170,400 deals."""
    solution = solve(GAME)
    found = solution.wagers["round"]
    assert str(found.edge.value) == "686689/20358520"  # 3.37298 %
    assert f"{float(found.measure('element_of_risk')[1]):.4%}" == "2.0147%"
    assert round(found.measure("sd")[1], 4) == 1.6393
    assert f"{float(solution.notes['round.ahead']):.4%}" == "44.9127%"


def test_queen_six_four_is_the_best_play() -> None:
    """The written strategy earns the same, and no other that is written does."""
    best = solve(GAME).wagers["round"].edge.value
    assert solve(GAME, strategy="basic").wagers["round"].edge.value == best
    assert all(solve(GAME, strategy=each).wagers["round"].edge.value > best for each in ("as_the_dealer", "blind"))


@pytest.mark.slow  # 37 million plays
def test_a_player_who_sees_a_card_of_the_dealers_is_ahead() -> None:
    """Published: +3.4829 %."""
    proof = prove(GAME, GAME.settings(), sees="dealer:1")
    assert f"{-float(proof.wagers()['round'].edge.value):.4%}" == "3.4829%"
