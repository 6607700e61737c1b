"""How far a proof reaches and what it says of itself, rounds handed to threads, rounds that are watched: by hand."""

import threading
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.analysis import simulate
from houseway.analysis.computed_by import modules_of
from houseway.analysis.universal import cost, unfinished
from houseway.analysis.universal.cost import Cost, in_time, many_of
from houseway.analysis.universal.count import Counted
from houseway.analysis.universal.seats.on_boards import SightStudy
from houseway.analysis.universal.unfinished import stopped_here
from houseway.analysis.universal.watch import AT_END, watched
from houseway.rules.tape import CHOOSE, DEAL, DISCARD, MOVE, ROWS, SAY, STOPPED, TURN


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (999_999, "999,999"), (10**6, "1.0 million"), (9_949_999, "9.9 million"), (10**7, "10 million"),
        (123_456_789, "123 million"), (10**9, "1.0 billion"), (10**12, "1.0 trillion"), (10**15, "1.0 10^15"),
        (25 * 10**18, "25,000 10^15"), (0, "0"),
    ],
)  # fmt: skip
def test_many_deals_are_told_in_a_few_digits(number: int, text: str) -> None:
    assert many_of(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 s"), (119.4, "119 s"), (120, "2 minutes"), (7199, "120 minutes"), (7200, "2 hours"),
        (172_799, "48 hours"), (172_800, "2 days"), (2 * 365 * 86400 - 1, "730 days"), (2 * 365 * 86400, "2 years"),
        (365 * 86400 * 12_345, "12,345 years"),
    ],
)  # fmt: skip
def test_long_times_are_told_in_what_there_are_two_of(seconds: float, text: str) -> None:
    assert in_time(seconds) == text


def asked(deals: int, ends: int = 3, names: int = 4) -> Any:
    alike = SimpleNamespace(names=range(names), why_not="")
    game = SimpleNamespace(title="Red Dog")
    return SimpleNamespace(deals=deals, alike=alike, ends=range(ends), game=game, to_try="try fewer cards")


def test_a_walk_costs_its_plays_and_is_refused_where_it_takes_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(cost, "INTERPRETED_A_SECOND", 100)
    monkeypatch.setattr(cost, "INTERPRETED_MAX", 30)
    monkeypatch.setattr(cost, "PLAYS_A_SECOND", 6)
    assert cost.walk_cost(asked(40)) == Cost(10, 30, 0.3)
    assert cost.walk_cost(asked(41)) == Cost(11, 33, 33 / 12)
    assert str(Cost(11, 33, 7200.0)) == "11 deals, about 2 hours here"
    monkeypatch.setattr(cost, "REACH_S", 33 / 12)
    cost.verify_reach(asked(41))
    with pytest.raises(Exception, match=r"^Red Dog is out of reach .* with 12 deals, about 3 s here: try fewer cards$"):
        cost.verify_reach(asked(45))


def test_rounds_are_handed_out_until_there_are_none_left() -> None:
    work = simulate._Work.__new__(simulate._Work)
    work.total, work.taken, work.lock = 25, 3, threading.Lock()
    assert [work._take(10) for _ in range(4)] == [(3, 10), (13, 10), (23, 2), (25, 0)]


def test_work_that_was_stopped_says_how_far_it_came_and_whether_it_goes_on() -> None:
    of = SightStudy.__new__(SightStudy)
    averaged: Any = SimpleNamespace(values={1: 0, 2: 0}, gain=Fraction(123_456, 10**8), se=0.000_012_3)
    nothing: Any = SimpleNamespace(values={})
    said = [
        of._done(each, 1000, 5000, is_exact=exact)
        for each, exact in ((averaged, False), (averaged, True), (nothing, False))
    ]
    assert said == [
        "1,002 of 5,000 deals are done; the last 2 say that seeing adds 0.1235% ± 0.0012%",
        "1,002 of 5,000 deals are done",
        "1,000 of 5,000 deals are done",
    ]
    assert str(stopped_here(said[2], is_kept=True)) == f"stopped: {said[2]}; the same command goes on from there"
    assert str(stopped_here(said[2], is_kept=False)) == f"stopped: {said[2]}, and could not be kept"


def test_what_was_counted_is_taken_up_again_as_it_was(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "kept", lambda: tmp_path / "deep")
    counted = Counted(plan=[np.array([[1, 22, 4], [2, 33, 8]])])
    counted.done.update((3, 1))
    counted.value, counted.money, counted.most, counted.walked, counted.plays = 7, -8, 9, 10, 11
    counted.action.update({1: 12})
    counted.times.update({(1, 2, 100): 13})
    assert unfinished.keep("ab", counted)
    found = unfinished.taken_up("ab")
    assert found.done == {1, 3}
    assert (found.value, found.money, found.most, found.walked, found.plays) == (7, -8, 9, 10, 11)
    assert (found.action, found.times) == (counted.action, counted.times)
    assert found.chosen().tolist() == counted.chosen().tolist() == [[1, 22, 4], [2, 33, 8]]
    assert unfinished.taken_up("cd").done == set()
    monkeypatch.setattr(unfinished, "kept", lambda: tmp_path / "deep" / "ab.units.json")
    assert not unfinished.keep("ab", counted)


def test_a_round_is_watched_as_long_as_it_goes_the_way_that_is_written() -> None:
    """Each field of a row in turn is another than the written one: which of them matter hangs on the verb."""
    row = (1, 2, 3, 4, 5)
    matter = {DEAL: (0, 1, 3, 4), TURN: (0, 1, 2, 4), SAY: (0, 1, 2, 3, 4)}
    for verb, other in product(matter, (None, 0, 1, 2, 3, 4)):
        tape, at = np.zeros((4, 8), dtype=np.int64), np.zeros(8, dtype=np.int64)
        tape[1, :6] = (verb, *row)
        at[ROWS] = 1
        said = [value + (place == other) for place, value in enumerate(row)]
        watched(tape, at, verb, *said)
        assert (at[ROWS], at[STOPPED]) == ((1, 1) if other in matter[verb] else (2, 0)), (verb, other)
    tape[1, AT_END], at[STOPPED], at[ROWS] = 1, 0, 1
    watched(tape, at, SAY, *row)
    watched(tape, at, CHOOSE, *row)
    assert (at[ROWS], at[STOPPED]) == (1, 0), "behind the end only cards are looked at"
    for verb in (MOVE, DISCARD):
        at[STOPPED] = 0
        watched(tape, at, verb, *row)
        assert at[STOPPED] == 1
    watched(tape, at, DEAL, *row)
    assert at[ROWS] == 1, "whoever has stopped looks no further"


def test_where_the_parts_of_a_solver_lie_is_read_in_its_declaration(tmp_path: Path) -> None:
    game: Any = SimpleNamespace(folder=tmp_path, package="mine")
    declared = "SOLVER = Solver(solve=solve, answer=answer, more=made())\n"
    for imports, parts, lie in (
        ("from mine.a import solve\nfrom mine.b import other as answer", ("solve", "answer"), {"mine.a", "mine.b"}),
        ("from mine.a import solve\nfrom mine.b import other as answer", ("answer", "missing"), {"mine.b"}),
        ("from mine.a import solve\nfrom .b import answer", ("solve", "answer"), {"mine.solver"}),
        ("from mine.a import solve\nfrom . import answer", ("solve", "answer"), {"mine.solver"}),
        ("from mine.a import solve, answer", ("more",), {"mine.solver"}),
        ("from mine.a import solve, answer", ("missing",), {"mine.solver"}),
    ):
        (tmp_path / "solver.py").write_text(f"{imports}\n{declared}")
        assert modules_of(game, *parts) == lie, imports
