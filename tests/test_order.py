"""The order in which workers are given the tests: nothing is lost, files stay whole, what takes longest comes first."""

from itertools import groupby
from types import SimpleNamespace
from typing import Any

import pytest

from tests.order import LONGEST, TESTS, WAITING, in_turns


def items_of(*names: str, each: int = 4) -> list[Any]:
    return [SimpleNamespace(path=TESTS / name, number=number) for name in names for number in range(each)]


def test_every_test_is_given_once_and_files_stay_whole_and_in_order() -> None:
    items = items_of("browser/a.py", "house/b.py", *LONGEST, "web/c.py", "test_d.py", each=7)
    given: list[Any] = list(in_turns(items, 3))
    assert sorted(map(id, given)) == sorted(map(id, items))
    files = [list(file) for _, file in groupby(given, lambda item: item.path)]
    assert len(files) == len({item.path for item in items})
    assert all([item.number for item in file] == list(range(7)) for file in files)


@pytest.mark.parametrize("workers", [1, 2, 6])
def test_each_worker_begins_with_the_longest_and_waits_no_more_than_the_others(workers: int) -> None:
    pages = [f"browser/test_{number}.py" for number in range(18)]
    sums = [f"exact/test_{number}.py" for number in range(18)]
    given = in_turns(items_of(*pages, *sums, *LONGEST), workers)
    share = len(given) // workers
    for worker in range(workers):
        names = [item.path.relative_to(TESTS).as_posix() for item in given[worker * share : (worker + 1) * share]]
        assert names[0] in LONGEST
        waits = [name.startswith(WAITING[0]) and name not in LONGEST for name in names]
        assert sum(waits) == 18 * 4 // workers
        half = waits[len(LONGEST) * 4 // workers :]
        half = half[: len(half) // 2]
        assert 0.3 < sum(half) / len(half) < 0.7


def test_what_is_said_to_take_longest_is_there() -> None:
    assert [name for name in LONGEST if not (TESTS / name).is_file()] == []
