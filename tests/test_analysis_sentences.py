"""Sentences of the analysis with a number in them: each with one that another rounding, unit or bound would show."""

import itertools
import time
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis import ship, store, target, until
from houseway.analysis.universal import cost
from houseway.analysis.universal.boards.every_board import StoppedOnBoards
from houseway.analysis.universal.cost import Cost
from houseway.analysis.universal.kinds import shoe_question
from houseway.games import find_game
from houseway.progressives.jackpot import DENOMINATOR_MAX
from houseway.rules.refused import Refused

WAR = find_game("casino_war")


def refusal(call: Any, *given: Any) -> str:
    with pytest.raises(Refused) as refused:
        call(*given)
    return str(refused.value)


@pytest.mark.parametrize(
    ("leaves", "why_not", "said"),
    [
        (shoe_question.LEAVES_MAX, "", ""),
        (shoe_question.LEAVES_MAX + 1, "", "with about 1e+10 ways to go: try less"),
        (2_640_000_000_000, "no kinds", "with about 3e+12 ways to go (no kinds): try less"),
    ],
)
def test_why_a_shoe_is_not_walked(leaves: int, why_not: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = SimpleNamespace(
        probed=SimpleNamespace(leaves=leaves), faces=SimpleNamespace(why_not=why_not), to_try="try less"
    )
    monkeypatch.setattr(shoe_question, "shoe_question", lambda game, settings: asked if settings else game)
    title = f"{WAR.title} is out of reach of the proof from play, " if said else ""
    assert shoe_question.why_not_walked(WAR) == title + said

    def refused(*_: Any) -> None:
        raise Refused("it has two seats")

    monkeypatch.setattr(shoe_question, "shoe_question", refused)
    assert shoe_question.why_not_walked(WAR) == "it has two seats"


@pytest.mark.parametrize("by", ["boards", "walk"])
def test_what_takes_hours_is_refused_with_its_cost(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Any = SimpleNamespace(game=WAR, to_try="try less", alike=SimpleNamespace(why_not="suits tell"))
    spent = Cost(10**9, 10**9, cost.REACH_S)
    monkeypatch.setattr(cost, "boards_cost", lambda *_: spent)
    monkeypatch.setattr(cost, "walk_cost", lambda *_: spent)
    call, given = (cost.verify_boards_reach, (asked, None)) if by == "boards" else (cost.verify_reach, (asked,))
    call(*given)  # as long as that may take
    spent = Cost(2 * 10**12, 2 * 10**12, cost.REACH_S + 1)
    where = "on boards" if by == "boards" else "of the proof from play"
    why = "" if by == "boards" else " (suits tell)"
    assert refusal(call, *given) == f"{WAR.title} is out of reach {where}, with {spent}{why}: try less"


def test_boards_that_were_done() -> None:
    stopped = StoppedOnBoards(True, 1_234, 134_459)
    assert (str(stopped), stopped.is_kept) == ("1,234 of 134,459 boards are done", True)


def test_seconds_of_a_figure_that_ships(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = itertools.count(100.0, 2.34)
    monkeypatch.setattr(time, "perf_counter", lambda: next(now))
    monkeypatch.setattr(ship, "within_minutes", lambda _: [(WAR.settings(), "basic")])
    monkeypatch.setattr(ship, "computed", lambda *given: given)
    assert list[object](ship.shipped_solutions(WAR)) == [(WAR, WAR.settings(), "basic")]
    words = store.in_words(WAR, WAR.settings(), "basic")
    assert capsys.readouterr().out == f"casino_war {words}: 2.3 s\n"


def test_more_rounds_than_anybody_plays() -> None:
    assert until._verified(until.ROUNDS_MAX, 0.1) == until.ROUNDS_MAX
    rounds = 12_345 * until.ROUNDS_MAX
    said = f"a standard error of 1e-09 takes {rounds:.1e} rounds, more than anybody plays"
    assert refusal(until._verified, rounds, 1e-9) == said
    assert [until.rounds_for(*each) for each in ((1.5, 0.1), (1.5, 0.5), (1.51, 0.5))] == [225, 9, 10]


@pytest.mark.parametrize("grid", [0, DENOMINATOR_MAX + 1])
def test_a_grid_that_is_none(grid: int) -> None:
    said = f"a grid of 1/{grid} is not possible: choose from 1 to {DENOMINATOR_MAX:,}"
    assert refusal(target._by_bisection, Fraction, Fraction(1), Fraction(1), grid, None) == said
