"""Thousands of histories in which everything fails at some time; a seed that fails is printed and runs again.

`make nightly` runs 10,000, `make soak` as many as fit into so many minutes, both with new seeds:
`python -m tests.house.test_histories --histories 10000`, `--minutes 60`, `--first SEED` for the same ones again.
"""

import argparse
import logging
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from tests.house.conftest import IN_MEMORY
from tests.house.world import World

HISTORIES = 2000
LINKED_HISTORIES = 80
BLOCKS = 10  # tests, so that several cores share the work
QUICK = 2  # of them are in every run, all with `make test-slow`
AT_ONCE = 100  # histories between two words of progress


def run_history(seed: int, *, linked: bool = False) -> World:
    """One history; whatever it finds is told with its seed."""
    logging.disable(logging.WARNING)  # a clock that jumps is no news here
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        try:
            world = World(seed, Path(folder), linked)
            world.run()
        except Exception as error:
            raise AssertionError(f"history {seed} fails: {error!r}; run it again with run_history({seed})") from error
        finally:
            logging.disable(logging.NOTSET)
        world.close()
        return world


def test_no_meter_gains_or_loses_a_cent_and_no_hit_is_paid_twice_whatever_fails() -> None:
    """Two tables on one link, one server or two: every history ends with an audit of the link against its tables."""
    seen = sum((run_history(seed, linked=True).seen for seed in range(LINKED_HISTORIES)), Counter())
    assert seen["starts"] > 2 * LINKED_HISTORIES
    assert seen["must hit"] > 0
    assert seen["hits"] > LINKED_HISTORIES / 2  # rounds are few: everything fails all the time
    assert seen["hand pays"] > 0
    assert seen["conflicts"] > LINKED_HISTORIES
    # The three that are asked for of a link by name: backups were put back, clocks set, configurations changed.
    assert seen["triggers put back"] > LINKED_HISTORIES / 20
    assert seen["clock jumps"] > LINKED_HISTORIES
    assert min(seen["off the link"], seen["on another link"]) > LINKED_HISTORIES / 40
    assert seen["lowered"] > LINKED_HISTORIES / 10


@pytest.mark.parametrize(
    "block", [*range(QUICK), *(pytest.param(block, marks=pytest.mark.slow) for block in range(QUICK, BLOCKS))]
)
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
    # Ledgers were put back, addresses flooded and were told to wait, rules changed; rounds of other rules were told
    # apart, or dealt again by the rules that were kept.
    assert seen["restores"] > each / 20
    assert seen["doubts"] > seen["restores"] / 2
    assert seen["too fast"] > each / 3
    assert seen["new rules"] > each / 5
    assert seen["rounds of other rules"] > each / 40
    assert seen["rounds of kept rules"] > each / 40
    assert sum(len(world.disk.happened) for world in worlds) > each / 2
    assert sum(world.rounds for world in worlds) > each


def soak(histories: int, minutes: float, first: int) -> None:
    """Histories until there were enough, or the time is over; the first that fails ends it, with its seed."""
    begun, done = time.monotonic(), 0
    with ProcessPoolExecutor() as cores:
        while done < histories and time.monotonic() < begun + 60 * minutes:
            seeds = range(first + done, first + min(done + AT_ONCE, histories))
            for _ in cores.map(passes, seeds, chunksize=5):
                pass
            done += len(seeds)
            took = time.monotonic() - begun
            print(f"\r{done:,} histories from seed {first}, none failed, {took / 60:.1f} minutes", end="", flush=True)
    print()


def passes(seed: int) -> None:
    run_history(seed)  # what it returns stays in its process


def main() -> None:
    asked = argparse.ArgumentParser(description="The house with everything failing, in histories that a seed repeats.")
    asked.add_argument("--histories", type=int, default=10**9)
    asked.add_argument("--minutes", type=float, default=10**6)
    asked.add_argument("--first", type=int, default=time.time_ns() % 10**9 * 1000, help="the first seed")
    said = asked.parse_args()
    soak(said.histories, said.minutes, said.first)


if __name__ == "__main__":
    main()
