"""Which houseway this is: its version, and a digest of everything that counts hang on.

Python, numba and the machine may differ: they change machine code, not counts.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import houseway
from houseway.games import find_game

PACKAGE = Path(houseway.__file__).parent
ROOMS = ("rules", "games", "engine", "analysis", "cluster")
ENDINGS = (".py", ".toml")
INSIDE = ""  # stands for the folder of a game that lies in the package


@dataclass(frozen=True)
class Badge:
    version: str
    sources: str  # of the package
    game: str  # of the folder of a game from outside

    @property
    def name(self) -> str:
        """As one word: what a worker has to have to be given a unit."""
        return "-".join(("houseway", self.version, self.sources, self.game))


def badge_for(slug: str) -> Badge:
    """The badge of this process, as far as a game goes."""
    folder = find_game(slug).folder
    own = INSIDE if folder.is_relative_to(PACKAGE) else digest_of([folder], folder)
    return Badge(houseway.__version__, sources(), own)


@cache
def sources() -> str:
    return digest_of([PACKAGE / room for room in ROOMS], PACKAGE)


def digest_of(folders: list[Path], base: Path) -> str:
    """Names and contents of all sources and data in these folders."""
    made = sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in ENDINGS):
        made.update(path.relative_to(base).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return made.hexdigest()[:20]


def difference(theirs: Badge, ours: Badge) -> str:
    """What another houseway has that differs from ours, in words; '' where nothing does."""
    if theirs.version != ours.version:
        return f"it has houseway {theirs.version}, and this is {ours.version}"
    if theirs.sources != ours.sources:
        return f"its houseway has other sources ({theirs.sources}, and these are {ours.sources})"
    if theirs.game != ours.game:
        return "its folder of the game is another one"
    return ""
