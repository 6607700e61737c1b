"""In which order the workers of a run are given the tests, so that all cores have something to do until the end.

Every worker is handed an equal stretch of the list, and whoever is through takes from the end of another's
(`--dist worksteal`). In the order of their folders one worker would get nearly all pages of a browser, which wait for
half of their time, and the others would come to help when nothing else is left to do beside them. So each worker gets
its share of what waits and of what reckons, and begins with what takes longest: a long test that begins last has the
other cores stand idle.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
WAITING = (("browser/",), ("web/", "attacks/"))  # folders whose tests wait for a browser, for a server or a clock
LONGEST = (  # files with tests of ten seconds and more
    "test_conformance.py", "house/test_house_commands.py", "test_docs.py", "exact/test_worst_mix.py",
    "browser/test_long_sitting.py", "test_simulate.py", "test_device.py", "house/test_histories.py", "test_store.py",
    "browser/test_school.py", "exact/test_triple_shot_bonus.py", "test_printed.py",
)  # fmt: skip

File = list[pytest.Item]


def in_turns(items: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """All of a file stay together and in order: they share what is made for their file."""
    files = [list(file) for _, file in groupby(items, lambda item: item.path)]
    names = [file[0].path.relative_to(TESTS).as_posix() for file in files]
    first = [file for name in LONGEST for other, file in zip(names, files, strict=True) if other == name]
    rest = [(name, file) for name, file in zip(names, files, strict=True) if name not in LONGEST]
    waiting = [[file for name, file in rest if name.startswith(kind)] for kind in WAITING]
    reckoning = [file for name, file in rest if not name.startswith(sum(WAITING, ()))]
    hands = dealt(first, workers)
    shares = [*(dealt(kind, workers) for kind in waiting), cut(reckoning, workers)]
    for hand, *more in zip(hands, *shares, strict=True):
        hand += mixed(*more)
    return [item for hand in hands for file in hand for item in file]


def dealt(files: Sequence[File], workers: int) -> list[list[File]]:
    """A share each: the next file goes to whoever has the fewest tests."""
    hands: list[list[File]] = [[] for _ in range(workers)]
    for file in files:
        min(hands, key=lambda hand: sum(map(len, hand))).append(file)
    return hands


def cut(files: Sequence[File], workers: int) -> list[list[File]]:
    """A stretch each: neighbours need the same machine code and tables, and every worker reads them for itself."""
    hands: list[list[File]] = [[] for _ in range(workers)]
    total, given = sum(map(len, files)), 0
    for file in files:
        hands[given * workers // total].append(file)
        given += len(file)
    return hands


def mixed(*kinds: list[File]) -> list[File]:
    """Files of every kind from the beginning to the end."""
    placed = [((place + 0.5) / len(kind), file) for kind in kinds for place, file in enumerate(kind)]
    return [file for _, file in sorted(placed, key=lambda each: each[0])]
