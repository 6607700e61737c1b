"""Red Dog, written from the docs alone: nobody holds a card, and its figures come from play."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from rich.console import Console

from houseway import Round, find_game, solve
from houseway.analysis.drills import find_drill
from houseway.analysis.hints import Advisor
from houseway.games.game import Game
from houseway.games.outside import game_in
from houseway.games.primer import primer_of
from houseway.games.prints import odds_without
from houseway.house.lesson import Lesson
from houseway.house.sitting import Sitting
from houseway.kit.conformance import CHECKS
from houseway.report.lesson_page import lesson_page

GAME = game_in(Path(__file__).parents[2] / "examples" / "red_dog")


@pytest.mark.parametrize("check", CHECKS, ids=lambda each: each.__name__)
def test_the_kit(check: Callable[[Game], None]) -> None:
    check(GAME)


@pytest.mark.parametrize(
    ("cards", "called", "raised"),
    [
        ("5c 6d 2h", 0, 0), ("5c 5d 6h", 0, 0), ("5c 5d 5h", 1100, 1100),  # nothing to raise on
        ("5c 7d 6h", 500, 1000), ("8c 5d 6h", 400, 800), ("5c 9d 6h", 200, 400), ("2c Ad 6h", 100, 200),
        ("5c 9d 9h", -100, -200), ("5c 9d Ah", -100, -200), ("9c 5d 2h", -100, -200),
    ],
)  # fmt: skip
def test_play_2_3_4__the_third_card_pays_by_the_spread(cards: str, called: int, raised: int) -> None:
    asked = Round.deal(GAME, {"bet": 100}, cards=cards)
    assert asked.act("call").net_cents() == called
    assert asked.act("raise").net_cents() == raised


def test_its_edge_with_one_deck_comes_from_play() -> None:
    assert solve(GAME)["round"].edge == Fraction(523, 16575)  # 3.155 %, as is commonly known


def test_what_no_example_shows_is_told_by_the_odds() -> None:
    bet, raised = odds_without(GAME, GAME.settings(), shown=())
    assert (bet.title, raised.title) == ("Bet pays", "Raise pays")
    assert bet.rows[:2] == (("Three of a rank", "11 to 1"), ("A spread of one", "5 to 1"))
    assert odds_without(GAME, GAME.settings(), shown=("bet", "raise")) == ()
    dakota = find_game("dakota_stud")  # shows each with cards
    assert odds_without(dakota, dakota.settings(), {each.wager for each in primer_of(dakota).examples}) == ()


def test_a_player_who_holds_no_card_gets_advice_hints_a_lesson_and_a_drill() -> None:
    assert Round.deal(GAME, {"bet": 100}, cards="5c Kd").advise()[0].act == "raise"
    advisor = Advisor(GAME, GAME.settings())
    sitting, lesson = Sitting(GAME, GAME.settings(), 100_000, seed=4), Lesson(advisor)
    sitting.open_round([{"bet": 500}])
    worst = lesson.hints(sitting)[-1]
    assert lesson.choose(sitting, worst.act).cost > 0
    with (paper := Console(width=100)).capture() as told:
        paper.print(lesson_page(GAME, lesson))
    assert "round 1: A♦ 3♠\n    Call instead of Raise" in told.get()


def test_where_no_choice_is_hard_the_nearest_is_drilled_and_then_the_next() -> None:
    advisor = Advisor(GAME, GAME.settings())
    first = find_drill(advisor, 1)
    second = find_drill(advisor, 1, [first.id])
    assert [round(each.ranked[0].value - each.ranked[1].value, 2) for each in (first, second)] == [0.04, 0.04]
    assert first.id != second.id
