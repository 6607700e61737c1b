"""A copy of the tree to put faults into; the checkout is never touched.

Figures, counts and editions lie under digests of the sources. In the copy those digests are what they are in the
checkout: else each fault in a rule would make every figure stale, and tests would fail for that and not for the fault.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
ASK = """
import json
from houseway.analysis.computed_by import computed_by
from houseway.games import all_games
from houseway.games.edition import edition_of
from houseway.games.fast_action_holdem.solve_counts import counts_digest
print(json.dumps({
    "computed_by": {game.slug: computed_by(game) for game in all_games()},
    "edition_of": {game.slug: edition_of(game) for game in all_games()},
    "counts_digest": {"": counts_digest()},
}))
"""
FREEZE = """

_asked = {name}
_kept = {kept}


def {name}(*of):  # type: ignore  # in the copy of `make mutants` only
    return _kept.get(of[0].slug if of else "", "") or _asked(*of)


{name}.cache_clear = _asked.cache_clear
"""


def copy_at(name: str = "copy") -> Path:
    """A fresh copy of what git knows or would know, with its digests frozen."""
    place = Path(tempfile.gettempdir()) / f"houseway-mutants-{sha256(str(ROOT).encode()).hexdigest()[:8]}" / name
    shutil.rmtree(place, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for path in filter(None, listed.stdout.split("\0")):
        if (ROOT / path).is_file():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, place / path)
    _freeze(place)
    return place


def _freeze(place: Path) -> None:
    for name, kept in digests(place).items():
        with defined_in(place, name).open("a", encoding="utf-8") as file:
            file.write(FREEZE.format(name=name, kept=kept))


def digests(place: Path) -> dict[str, dict[str, str]]:
    """What the functions that make digests say now, by name and game."""
    asked = subprocess.run(
        [sys.executable, "-c", ASK], cwd=place, env=environment(place), capture_output=True, text=True, check=True
    )
    found: dict[str, dict[str, str]] = json.loads(asked.stdout)
    return found


def defined_in(place: Path, name: str) -> Path:
    (path,) = (each for each in (place / "src").rglob("*.py") if f"\ndef {name}(" in each.read_text(encoding="utf-8"))
    return path


def environment(place: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{place / 'src'}{os.pathsep}{place}", "PYTHONDONTWRITEBYTECODE": "1"}
