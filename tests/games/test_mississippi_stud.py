"""Mississippi Stud, a game without a line of solver: each test of a paragraph is named after it, and its figures."""

from typing import Any

import pytest

from houseway import Round
from houseway.analysis.claims import verify
from houseway.analysis.solve import solve
from houseway.analysis.universal.proof import prove
from houseway.games import find_game
from houseway.games.sheet import Toy
from houseway.rules.cards import cards_of
from tests.exact.every_deal import best_mean

GAME = find_game("mississippi_stud")


def won(cards: str, *acts: str, **options: Any) -> int:
    """Cents on an Ante of 500."""
    return Round.deal(GAME, {"ante": 500}, cards=cards, options=options).act(*acts).net_cents()


ONES = ("bet_one",) * 3


def test_play_1__the_ante_is_bet() -> None:
    assert won("2c 7d 9h Jc 4s", "fold") == -500


def test_play_2__the_community_lies_face_down() -> None:
    seen = str(Round.deal(GAME, {"ante": 500}, cards="2c 7d 9h Jc 4s").seen_by(1))
    assert "2c" in seen
    assert not any(card in seen for card in ("9h", "Jc", "4s"))


def test_play_3__one_two_or_three_antes_before_each_community_card() -> None:
    assert won("Jc Jd 9h 7c 4s", "bet_three", "bet_two", "bet_one") == 500 * (1 + 3 + 2 + 1)


def test_play_4__who_folds_loses_every_bet_so_far() -> None:
    assert won("2c 7d 9h Jc 4s", "bet_three", "bet_one", "fold") == -500 * (1 + 3 + 1)


@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("TcJcQcKcAc", 500), ("9cTcJcQcKc", 100), ("9c9d9h9sKc", 40), ("9c9d9hKsKc", 10), ("2c9c7cQcKc", 6),
        ("9cTdJcQcKc", 4), ("9c9d9h2sKc", 3), ("9c9d2h2sKc", 2), ("JcJd2h3sKc", 1), ("TcTd2h3sKc", 0),
        ("6c6d2h3sKc", 0), ("5c5d2h3sKc", -1), ("Ac5d2h3sKc", -1),
    ],
)  # fmt: skip
def test_play_5__every_bet_is_paid_by_the_hand(cards: str, odds: int) -> None:
    assert won(cards, *ONES) == 500 * 4 * odds


def test_play_5__a_straight_pays_what_the_house_says() -> None:
    assert won("9cTdJcQcKc", *ONES, straight_pays="5") == 500 * 4 * 5


@pytest.mark.parametrize("toy", GAME.sheet.toys, ids=lambda toy: toy.name)
def test_a_toy_deck_comes_out_as_over_every_order_of_it(toy: Toy) -> None:
    settings, deck = GAME.settings(toy.options), cards_of(toy.cards)[:6]
    proof = prove(GAME, settings, deck=deck)
    bets = {"ante": proof.asked.unit_cents}
    assert -proof.wagers()["round"].edge.value == best_mean(GAME, settings, deck, 5, bets) / bets["ante"]


def test_the_round_comes_out_as_published() -> None:
    solution = solve(GAME)
    assert str(solution.wagers["round"].edge.value) == "53223/1082900"  # 4.91486 %
    assert [each.verdict for each in verify(GAME)] == ["reproduced"] * 2 + [
        "reproduced under the published assumption"
    ] * 2


def test_of_equal_choices_the_one_with_less_money_is_taken_and_what_the_other_bets_is_noted() -> None:
    """The same loss of the Ante, on more money."""
    solution = solve(GAME)
    least, most = solution.wagers["round"].action.value, solution.notes["round.in_action_if_equal_choices_are_bet"]
    assert (f"{float(least):.4f}", f"{float(most):.2f}") == ("3.4836", "3.59")
    risk = solution.notes["round.element_of_risk_if_equal_choices_are_bet"]
    assert risk * most == solution.wagers["round"].edge.value


@pytest.mark.slow  # compiles its walk
def test_the_full_deck_is_walked_in_few_plays() -> None:
    """155,937,600 deals in 7,560,540 that differ; leaf rules say the same of most, which are played once."""
    proof = prove(GAME, GAME.settings())
    assert proof.wagers()["round"] == solve(GAME).wagers["round"]
    assert proof.asked.deals == 155_937_600
    assert proof.counted.walked == 7_560_540
    assert proof.counted.plays < 2_000_000
