"""Keep an edition of the rules: `python -m houseway.engine.editions.pack N [REVISION]`, in a checkout.

Do it before a change that moves the edition of a game that was dealt, also one that leaves every tape as it was: its
rounds would else be of other rules, and not be dealt again. The test of recorded streams says when that is. The sources
of the revision (by default the last commit) are packed, the same bytes every time.
"""

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from houseway.engine.editions.kept import FOLDER, MANIFEST

ROOT = Path(__file__).parents[4]
PARTS = ("__init__.py", "rules", "games", "engine/__init__.py", "engine/replay.py")
LEFT_OUT = ("solve", "answers", "claims", "paragraphs", "register", "first_hand", "turns")  # how file names begin
LONG_AGO = (2020, 1, 1, 0, 0, 0)
_EDITIONS = """
import json, sys
sys.path.insert(0, sys.argv[1])
from houseway.games import SLUGS, find_game
try:
    from houseway.games.edition import edition_of
except ImportError:
    edition_of = lambda game: ""
print(json.dumps({slug: edition_of(find_game(slug)) for slug in SLUGS}))
"""


def main() -> None:
    number, revision = sys.argv[1], (sys.argv[2:] or ["HEAD"])[0]
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        _check_out(revision, Path(folder))
        editions = subprocess.run(
            [sys.executable, "-I", "-c", _EDITIONS, folder], capture_output=True, text=True, check=True
        ).stdout
        _write(FOLDER / f"{number}.zip", Path(folder), json.loads(editions))


def _check_out(revision: str, folder: Path) -> None:
    """The rules of a revision, as a package."""
    parts = [f"src/houseway/{part}" for part in PARTS]
    packed = subprocess.run(["git", "archive", revision, *parts], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as tape:
        for member in tape.getmembers():
            if member.isfile() and not PurePosixPath(member.name).name.startswith(LEFT_OUT):
                member.name = member.name.removeprefix("src/")
                tape.extract(member, folder, filter="data")


def _write(path: Path, folder: Path, editions: dict[str, str]) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(each for each in folder.rglob("*") if each.suffix in (".py", ".toml")):
            packed.writestr(_entry(file.relative_to(folder).as_posix()), file.read_bytes())
        packed.writestr(_entry(MANIFEST), json.dumps(editions, sort_keys=True))
    print(f"{path.name}: {path.stat().st_size:,} bytes")


def _entry(name: str) -> ZipInfo:
    made = ZipInfo(name, LONG_AGO)
    made.compress_type = ZIP_DEFLATED
    return made


if __name__ == "__main__":
    main()
