"""Games from outside the package: folders named in HOUSEWAY_GAMES (or by `--game PATH`), and installed packages.

A folder is a game's, or has games' folders in it. It is imported as `houseway.games.<its name>`, as if it lay here. A
package declares an entry point of the group `houseway.games` that names its `Game`. One that cannot be played is said
in a sentence, once, and everything else works.
"""

import logging
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from houseway.games.complete import first_fault
from houseway.games.game import Game
from houseway.rules.refused import Refused

FOLDERS = "HOUSEWAY_GAMES"
GROUP = "houseway.games"
NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")

log = logging.getLogger(__name__)


def add_folders(folders: Collection[Path]) -> None:
    """Name folders for this process and for those that it starts."""
    named = [os.environ[FOLDERS]] if os.environ.get(FOLDERS) else []
    os.environ[FOLDERS] = os.pathsep.join([*named, *(str(folder.resolve()) for folder in folders)])


def games_from_outside(taken: Collection[str]) -> dict[str, Game]:
    """Every one that can be played, by name; the names that are taken are ours."""
    found: dict[str, Game] = {}
    for said, load in _offered():
        try:
            game = load()
            if game.slug in (*taken, *found):
                raise Refused(f"there is a game '{game.slug}' already: give it another name")
            if fault := first_fault(game):
                raise Refused(fault)
        except Exception as error:  # whatever a stranger's code does, the rest works
            log.warning("houseway: the game %s cannot be played: %s", said, told(error))
        else:
            found[game.slug] = game
    return found


def told(error: Exception) -> str:
    """What went wrong, in one line."""
    words = " ".join(str(error).split())
    return words if isinstance(error, Refused) else f"{type(error).__name__}: {words}"


def folders_named() -> list[Path]:
    """The folder of each game that was named so."""
    named = filter(None, os.environ.get(FOLDERS, "").split(os.pathsep))
    return [folder for text in named for folder in _folders_in(Path(text))]


def _offered() -> Iterator[tuple[str, Callable[[], Game]]]:
    for folder in folders_named():
        yield f"in {folder}", lambda folder=folder: game_in(folder)  # type: ignore[misc]
    for entry in entry_points(group=GROUP):
        yield f"'{entry.name}' of {entry.value}", lambda entry=entry: _game(entry.load())  # type: ignore[misc]


def _folders_in(named: Path) -> list[Path]:
    """The folder itself, or those in it that have a play.py."""
    inside = sorted(path.parent for path in named.glob("*/play.py"))
    return [named] if (named / "play.py").exists() or not inside else inside


def game_in(folder: Path) -> Game:
    """The game whose folder this is, imported under its name."""
    slug = folder.resolve().name
    if not folder.is_dir():
        raise Refused("there is no such folder")
    if not (folder / "play.py").exists():
        raise Refused("it has no play.py; `houseway new NAME` writes a folder to begin with")
    if not NAME.fullmatch(slug):
        raise Refused(f"'{slug}' is no name for a game: write small letters, digits and _, as in my_game")
    name = f"houseway.games.{slug}"
    loaded = sys.modules.get(name)
    if loaded is None and find_spec(name) is None:
        _import(spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)]))
    elif loaded is None or Path(str(loaded.__file__)).parent.resolve() != folder.resolve():
        raise Refused(f"there is a '{slug}' among houseway's own games and files: give the folder another name")
    return _game(sys.modules[name])


def _import(spec: ModuleSpec | None) -> None:
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except FileNotFoundError:
        _forget(spec.name)
        raise Refused("it has no __init__.py that says GAME = Game(...)") from None
    except BaseException:
        _forget(spec.name)
        raise


def _forget(name: str) -> None:
    """A game that failed to load leaves nothing behind."""
    for each in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
        del sys.modules[each]


def _game(found: Any) -> Game:
    """An entry point may name the game, or the package that has it."""
    game = found if isinstance(found, Game) else vars(found).get("GAME")
    if not isinstance(game, Game):
        raise Refused("its __init__.py does not say GAME = Game(...)")
    return game
