"""Mississippi Stud, a game without a line of solver: each paragraph on arranged cards, and its proof."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway import Round
from houseway.analysis.universal.proof import prove
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.kit.conformance import CHECKS

GAME = game_in(Path(__file__).parents[2] / "examples" / "mississippi_stud")
SLOW = ("interpreted_and_compiled_are_the_same", "toys_are_walked")


@pytest.mark.parametrize(
    "check", [each for each in CHECKS if each.__name__ not in SLOW], ids=lambda each: each.__name__
)
def test_the_kit(check: Callable[[Game], None]) -> None:
    check(GAME)


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


@pytest.mark.slow  # 302 million plays
def test_the_full_deck_comes_out_as_published() -> None:
    """155,937,600 deals in 7,560,540 that differ. Of equal choices the one with less money is taken."""
    proof = prove(GAME, GAME.settings())
    assert str(proof.wagers()["round"].edge.value) == "53223/1082900"  # 4.91486 %
    assert proof.asked.deals == 155_937_600
    assert proof.counted.walked == 7_560_540
