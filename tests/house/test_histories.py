"""Thousands of histories in which everything fails at some time; a seed that fails is printed and runs again.

`make soak` runs them for as long as one likes: `python -m tests.house.test_histories 60` (minutes).
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.house.world import World

HISTORIES = 2000
BLOCKS = 10  # tests, so that several cores share the work


def run_history(seed: int) -> World:
    """One history; whatever it finds is told with its seed."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            world = World(seed, Path(folder))
            world.run()
        except Exception as error:
            raise AssertionError(f"history {seed} fails: {error!r}; run it again with run_history({seed})") from error
        world.ledger.close()
        return world


@pytest.mark.parametrize("block", range(BLOCKS))
def test_nothing_answered_is_lost_and_no_cent_appears_whatever_fails(block: int) -> None:
    each = HISTORIES // BLOCKS
    worlds = [run_history(seed) for seed in range(block * each, (block + 1) * each)]
    # The histories are worth their name: servers died, alone and together, disks failed, processes met on one table,
    # commands went to disk together and were repeated, and rounds were played.
    seen = sum((world.seen for world in worlds), Counter())
    assert seen["starts"] > 2 * each
    assert seen["lone deaths"] > each / 2
    assert seen["together"] > each
    assert seen["conflicts"] > each
    assert seen["stored elsewhere"] > each / 10
    assert seen["repeats"] > each
    assert seen["clock jumps"] > each
    assert sum(len(world.disk.happened) for world in worlds) > each / 2
    assert sum(world.rounds for world in worlds) > each


def soak(minutes: float) -> None:
    """New seeds until the time is over."""
    seed = first = time.time_ns() % 10**9 * 1000
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        run_history(seed)
        seed += 1
        if seed % 100 == 0:
            print(f"\r{seed - first:,} histories from seed {first}, none failed", end="", flush=True)
    print(f"\n{seed - first:,} histories from seed {first}, none failed")


if __name__ == "__main__":
    soak(float(sys.argv[1]) if len(sys.argv) > 1 else 10)
