"""Machine code that several processes kept: whoever loads it all counts as one who compiled everything himself.

A process that had simulated one seat and another that had simulated three left machine code that went by the same name;
one that did both, as a lab does, counted falsely or crashed.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

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
