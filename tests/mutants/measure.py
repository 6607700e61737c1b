"""Measures which tests call which function: one run of every test file, kept; those that changed are run again."""

import json
import os
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.mutants.traced import TO
from tests.mutants.working_copy import ROOT, environment

KEPT = ROOT / "build" / "mutants" / "traced"


def test_files(place: Path) -> list[str]:
    found = (path for path in (place / "tests").rglob("test_*.py"))
    return sorted((path.relative_to(place).as_posix() for path in found), key=lambda name: ("browser" in name, name))


def measure(place: Path, only: tuple[str, ...]) -> None:
    """Run every test file of the copy that was not measured as it is now."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name in test_files(place):
        path = KEPT / f"{name.replace('/', '.')}.json"
        digest = sha256((place / name).read_bytes()).hexdigest()
        if not name.startswith(only) or (path.exists() and json.loads(path.read_text()).get("digest") == digest):
            continue
        print(f"measuring {name}", flush=True)
        path.write_text(json.dumps({"digest": digest, **_traced(place, name)}))


def _traced(place: Path, name: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        inside = place / "tests" / "mutants" / "inside"
        env = environment(place)
        env |= {TO: folder, "PYTHONPATH": f"{inside}{os.pathsep}{env['PYTHONPATH']}"}
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.traced", "-p", "no:cacheprovider", name]
        subprocess.run(command, cwd=place, env=env, stdout=subprocess.DEVNULL, check=False, timeout=3600)
        written = Path(folder, "traced.json")
        found: dict[str, object] = (
            json.loads(written.read_text()) if written.exists() else {"functions": [], "tests": {}}
        )
        return found
