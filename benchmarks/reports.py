"""How long a report takes: each game in each format, every one a command of its own, the first included.

    python -m benchmarks.reports [GAME ...]
    python -W error -m benchmarks.reports --all [GAME ...]

The second builds every shipped option set of the games in every format, on both papers; a warning ends it.
"""

import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from houseway.analysis.ship import standard
from houseway.games import SLUGS, find_game
from houseway.report.paper.game_report import game_report
from houseway.report.paper.press import FORMATS, printed
from houseway.report.paper.subject import subject_of

GOAL_S = 5


def main(games: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for slug in games:
            for form in FORMATS:
                path = Path(folder) / f"{slug}.{form}"
                command = [sys.executable, "-m", "houseway", "report", slug, "--out", str(path)]
                before, begun = os.times(), time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                took, after = time.perf_counter() - begun, os.times()
                worked = after.children_user + after.children_system - before.children_user - before.children_system
                size = path.stat().st_size / 1024
                print(f"{slug:20} {form:5} {size:7.0f} kB {took:6.2f} s ({worked:.2f} s of work)   goal {GOAL_S} s")


def build_all(games: Sequence[str]) -> None:
    warnings.simplefilter("error")
    for slug in games:
        begun, sets, written = time.process_time(), 0, 0
        for settings, strategy in standard(find_game(slug)):
            made = game_report(subject_of(find_game(slug), dict(settings), strategy=strategy))
            written += sum(len(printed(made, form)) for form in FORMATS) + len(printed(made, "pdf", "us-letter"))
            sets += 1
        took = time.process_time() - begun
        print(f"{slug:20} {sets} option sets, {sets * (len(FORMATS) + 1)} documents, {written / 2**20:.0f} MB", end="")
        print(f", no warning ({took:.0f} s of work)", flush=True)


if __name__ == "__main__":
    chosen = [word for word in sys.argv[1:] if word != "--all"] or SLUGS
    build_all(chosen) if "--all" in sys.argv else main(chosen)
