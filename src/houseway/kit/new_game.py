"""Begin a game: a small complete one that passes every check, to be changed into yours."""

from pathlib import Path

from houseway.games import slugs
from houseway.games.outside import NAME
from houseway.rules.refused import Refused

FIRST_GAME = Path(__file__).parent / "first_game"


def new_game(folder: Path) -> list[Path]:
    """Write a game into a new folder of its name; the files, in the order in which one reads them."""
    slug = folder.name
    if not NAME.fullmatch(slug):
        raise Refused(f"'{slug}' is no name for a game: write small letters, digits and _, as in my_game")
    if slug in slugs():
        raise Refused(f"there is a game '{slug}' already: choose another name")
    title = slug.replace("_", " ").title()
    try:
        folder.mkdir(parents=True)
        return [_write(folder, name, slug, title) for name in FILES]
    except FileExistsError:
        raise Refused(f"{folder} is there already: choose another name") from None
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror}") from None


FILES = {
    "rules.toml": "rules.toml",
    "play.py": "play.txt",
    "strategy.toml": "strategy.toml",
    "plan.py": "plan.txt",
    "paragraphs.toml": "paragraphs.toml",
    "__init__.py": "__init__.txt",
    "test_{slug}.py": "test_game.txt",
}


def _write(folder: Path, name: str, slug: str, title: str) -> Path:
    text = (FIRST_GAME / FILES[name]).read_text(encoding="utf-8")
    path = folder / name.replace("{slug}", slug)
    path.write_text(text.replace("{slug}", slug).replace("{title}", title), encoding="utf-8")
    return path
