"""The scheduler against its published one, and a year of learners who forget."""

import json
from pathlib import Path

import pytest

from houseway.school.schedule import DAY_US, INTERVAL_MAX_DAYS, RETENTION, Grade, Retained, W, first

REFERENCE = json.loads((Path(__file__).parent / "fsrs_reference.json").read_text())
HOUR_US = DAY_US // 24


def test_the_parameters_are_the_published_ones() -> None:
    assert list(W) == REFERENCE["parameters"]
    assert REFERENCE["desired_retention"] == RETENTION
    assert REFERENCE["maximum_interval"] == INTERVAL_MAX_DAYS
    assert (REFERENCE["learning_steps"], REFERENCE["relearning_steps"]) == ([], [])


def test_every_interval_is_that_of_the_published_scheduler() -> None:
    assert len(REFERENCE["histories"]) == 40
    for history in REFERENCE["histories"]:
        memory, at = None, 0
        for hours, grade, recall, stability, difficulty, days in history:
            at += hours * HOUR_US
            if memory is not None:
                assert memory.recall(at) == pytest.approx(recall, rel=1e-12)
            memory = memory.answered(Grade(grade), at) if memory else first(Grade(grade), at)
            assert memory.stability == pytest.approx(stability, rel=1e-9)
            assert memory.difficulty == pytest.approx(difficulty, rel=1e-9)
            assert memory.interval_days == days
            assert memory.due_at == at + days * DAY_US


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    known = first(Grade.GOOD, 10 * DAY_US)
    assert known.recall(0) == 1.0
    assert known.answered(Grade.GOOD, 0).stability >= known.stability
    assert known.answered(Grade.GOOD, known.at - DAY_US + 1).at == known.at


def test_what_was_answered_by_a_clock_that_was_ahead_comes_back_now_and_not_on_that_day() -> None:
    known = first(Grade.GOOD, 9_000 * DAY_US)
    assert known.is_ahead(100 * DAY_US)
    assert not known.is_ahead(known.at - DAY_US + 1)
    again = known.answered(Grade.GOOD, 100 * DAY_US)
    assert again.at == 100 * DAY_US
    assert again.due_at == (100 + again.interval_days) * DAY_US


def test_a_memory_travels_as_json() -> None:
    known = first(Grade.HARD, 5).answered(Grade.GOOD, 9 * DAY_US)
    assert Retained(**json.loads(json.dumps(known.to_json()))) == known
