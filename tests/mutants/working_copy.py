"""A copy of the tree to put faults into; the checkout is never touched.

Figures, counts and editions lie under digests of the sources. In the copy those digests are what they are in the
checkout: else each fault in a rule would make every figure stale, and tests would fail for that and not for the fault.
Machine code is kept for all faults but those that are in it.
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
COMPILED_ROOMS = ("rules", "games", "engine", "analysis")
COMPILED = "src/houseway/engine/compiled.py"
WITH_A_FAULT = "-with-a-fault"
KEEP = """

_asked_outside, _asked_folder = _outside_digest, cache_folder
_kept_files = {files}


def _outside_digest(rules):  # type: ignore  # in the copy of `make mutants` only: made anew where a fault is in it
    rules = list(rules)
    read = {{Path(rule.__code__.co_filename) for rule in rules}} | set((PACKAGE / "rules").rglob("*.py"))
    now = {{str(path): hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in read}}
    new = "".join(sorted(now[name] for name in _kept_files.keys() & now if now[name] != _kept_files[name]))
    return _asked_outside(rules) + (f"{mark}-{{new[:16]}}" if new else "")


def cache_folder():  # type: ignore
    caches = Path("{caches}")
    given = os.environ.get("HOUSEWAY_CACHE", "")
    return caches / "code" / "{digest}" if Path(given).parent == caches else _asked_folder()
"""


def copy_at(name: str = "copy") -> Path:
    """A copy of what git knows or would know, with its digests frozen. What is there already stays, and with it the
    machine code that was made of it."""
    place = Path(tempfile.gettempdir()) / f"houseway-mutants-{sha256(str(ROOT).encode()).hexdigest()[:8]}" / name
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paths = {path for path in listed.stdout.split("\0") if path and (ROOT / path).is_file()}
    for path in sorted(paths):
        if not _is_there(ROOT / path, place / path):
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, place / path)
    for old in [path for path in place.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]:
        if old.relative_to(place).as_posix() not in paths:
            old.unlink()
    _freeze(place)
    return place


def _is_there(one: Path, other: Path) -> bool:
    if not other.exists():
        return False
    here, there = one.stat(), other.stat()
    return (here.st_size, here.st_mtime_ns) == (there.st_size, there.st_mtime_ns)


def _freeze(place: Path) -> None:
    for name, kept in digests(place).items():
        with defined_in(place, name).open("a", encoding="utf-8") as file:
            file.write(FREEZE.format(name=name, kept=kept))
    package = place / "src" / "houseway"
    found = sorted(path for room in COMPILED_ROOMS for path in (package / room).rglob("*.py"))
    files = {str(path): sha256(path.read_bytes()).hexdigest()[:16] for path in found}
    digest = sha256(repr(files).encode()).hexdigest()[:20]
    with (place / COMPILED).open("a", encoding="utf-8") as file:
        file.write(KEEP.format(files=files, mark=WITH_A_FAULT, caches=caches(place), digest=digest))


def caches(place: Path) -> Path:
    """Beside the copy: the machine code of its rules, and the figures that its tests kept."""
    return place.parent / f"{place.name}-caches"


def forget_what_a_fault_left(place: Path) -> None:
    for folder in [*caches(place).glob(f"code/*/*{WITH_A_FAULT}*"), caches(place) / "trial"]:
        shutil.rmtree(folder, ignore_errors=True)


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


def environment(place: Path, figures: str = "measured") -> dict[str, str]:
    """For processes over the copy; figures that tests compute are kept under that name."""
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "PYTHONPATH": f"{place / 'src'}{os.pathsep}{place}",
        "HOUSEWAY_CACHE": str(caches(place) / figures),
    }
