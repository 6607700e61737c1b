"""Measures which tests call which function: one run of a test file, kept; one that changed is run again."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.mutants.traced import TO
from tests.mutants.working_copy import ROOT, environment

LONGEST_S, ENDING_S = 180, 60
KEPT = ROOT / "build" / "mutants" / "traced"


def test_files(place: Path) -> list[str]:
    found = (path for path in (place / "tests").rglob("test_*.py"))
    return sorted((path.relative_to(place).as_posix() for path in found), key=lambda name: ("browser" in name, name))


def measure(place: Path, files: list[str]) -> bool:
    """Run those test files of the copy that were not measured as they are now; whether there were any."""
    KEPT.mkdir(parents=True, exist_ok=True)
    any_new = False
    for name in files:
        path = KEPT / f"{name.replace('/', '.')}.json"
        digest = sha256((place / name).read_bytes()).hexdigest()
        if path.exists() and json.loads(path.read_text()).get("digest") == digest:
            continue
        print(f"    measuring {name}", flush=True)
        path.write_text(json.dumps({"digest": digest, **_traced(place, name)}))
        any_new = True
    return any_new


def _traced(place: Path, name: str) -> dict[str, object]:
    """What its tests call; of a file that takes very long, the tests so far."""
    with tempfile.TemporaryDirectory() as folder:
        inside = place / "tests" / "mutants" / "inside"
        env = environment(place)
        env |= {TO: folder, "PYTHONPATH": f"{inside}{os.pathsep}{env['PYTHONPATH']}"}
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.traced", "-p", "no:cacheprovider", name]
        running = subprocess.Popen(command, cwd=place, env=env, stdout=subprocess.DEVNULL)
        try:
            running.wait(LONGEST_S)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
            running.wait(ENDING_S)
        written = Path(folder, "traced.json")
        found: dict[str, object] = (
            json.loads(written.read_text()) if written.exists() else {"functions": [], "tests": {}}
        )
        return found
