"""How long a report takes: each game in each format, every one a command of its own, the first included.

python -m benchmarks.reports
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from houseway.games import SLUGS
from houseway.report.paper.press import FORMATS

GOAL_S = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for slug in SLUGS:
            for form in FORMATS:
                path = Path(folder) / f"{slug}.{form}"
                command = [sys.executable, "-m", "houseway", "report", slug, "--out", str(path)]
                before, begun = os.times(), time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                took, after = time.perf_counter() - begun, os.times()
                worked = after.children_user + after.children_system - before.children_user - before.children_system
                size = path.stat().st_size / 1024
                print(f"{slug:20} {form:5} {size:7.0f} kB {took:6.2f} s ({worked:.2f} s of work)   goal {GOAL_S} s")


if __name__ == "__main__":
    main()
