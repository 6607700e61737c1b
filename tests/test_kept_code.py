"""Machine code that several processes kept: whoever loads it all counts as one who compiled everything himself.

A process that had simulated one seat and another that had simulated three left machine code that went by the same name;
one that did both, as a lab does, counted falsely or crashed.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.engine.compiled import compiled

SIMULATED = """
import json, sys
from houseway import simulate

for seats in map(int, sys.argv[1:]):
    found = simulate("casino_war", 20_000, seed=5, bets=[{"bet": 1000}] * seats)
    print(json.dumps([seats, found.to_dict()], sort_keys=True, default=str))
"""


def simulated(folder: Path, *seats: int) -> dict[int, object]:
    """A process of its own, by the machine code that is kept in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, *map(str, seats)],
        capture_output=True, text=True, timeout=300, check=True, env={**os.environ, "HOUSEWAY_CACHE": str(folder)},
    )  # fmt: skip
    return dict(json.loads(line) for line in done.stdout.splitlines())


def test_code_that_processes_kept_apart_is_loaded_together(tmp_path: Path) -> None:
    one, three = simulated(tmp_path / "kept", 1), simulated(tmp_path / "kept", 3)
    assert simulated(tmp_path / "kept", 1, 3) == one | three
    assert simulated(tmp_path / "kept", 3, 1) == one | three


def shared(cents: int, seats: int) -> int:
    return cents // seats


def shared_twice(cents: int, seats: int) -> int:
    """A rule that calls one that may fail, as any rule may."""
    if cents < 0:
        raise ValueError("no cents")
    return shared(cents, seats) + shared(cents, seats + 1)


def paid(cents: int, seats: int) -> int:
    return 2 * shared_twice(cents, seats)


@pytest.mark.parametrize("start", ["made", "kept"])
def test_what_goes_wrong_deep_in_the_rules_is_told(start: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Rules are read into what calls them, and have no machine code of their own; their errors come out nonetheless."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.getbasetemp() / "deep"))
        twin = compiled(paid, keep="paid")
    assert twin(100, 3) == paid(100, 3) == 116
    assert sum(twin.stats.cache_hits.values()) == (start == "kept")  # type: ignore[attr-defined]
    with pytest.raises(ZeroDivisionError):
        twin(100, 0)
    with pytest.raises(ValueError, match="no cents"):
        twin(-7, 1)
