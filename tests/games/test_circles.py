"""Rules that lead back to themselves are said in a sentence, those of play and those of a strategy."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from houseway.games import all_games
from houseway.games.circles import circles

OWN = __name__.partition(".")[0]


def ends(plan: Any) -> int:
    return int(plan.size)


def leads_on(plan: Any) -> int:
    return ends(plan)


def begins(plan: Any) -> int:
    return comes_back(plan) + ends(plan)


def comes_back(plan: Any) -> int:
    return begins(plan)


def fights(plan: Any) -> int:
    return int(plan.fights)


def said(play: Callable[..., Any], follow: Callable[..., Any]) -> list[str]:
    game: Any = SimpleNamespace(package=OWN, table=SimpleNamespace(play=play), strategy=SimpleNamespace(follow=follow))
    return list(circles(game))


def at(rule: Any) -> str:
    return f"(test_circles.py, line {rule.__code__.co_firstlineno})"


def test_rules_that_end_are_no_circle() -> None:
    assert said(leads_on, ends) == []
    assert [list(circles(game)) for game in all_games()] == [[]] * len(all_games())


def test_what_is_no_function_of_python_is_left_to_whoever_says_that() -> None:
    assert said(print, SimpleNamespace()) == []  # type: ignore[arg-type]


def test_a_circle_is_told_with_every_rule_of_it_once_for_play_and_once_for_a_strategy() -> None:
    told = (
        "begins() calls comes_back() calls begins(): a rule that leads back to itself cannot be compiled, "
        f"write a loop {at(begins)}"
    )
    assert said(begins, ends) == said(leads_on, begins) == [told]
    assert said(begins, begins) == [told, told]


def test_a_field_with_the_name_of_a_rule_is_told_by_its_name() -> None:
    told = (
        "fights() reads a field '.fights', and there is a rule fights() that is called 'fights' there: "
        f"give the field or the rule another name {at(fights)}"
    )
    assert said(fights, ends) == [told]
