"""Which edition of a game's rules this is: a digest of everything that decides how a round goes.

Each round at a table carries the edition it was dealt under. New software then never makes an old round look forged: it
is dealt again by the edition that dealt it (`engine/editions`), or said to be of other rules.
"""

import ast
import json
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from houseway.games.game import Game
from houseway.games.source_tree import tree_of

LETTERS = 16


@cache
def edition_of(game: Game) -> str:
    """The sources that `play` reaches, and the data that its rules are made of; words for people are not part of it."""
    made = sha256()
    for name, path in sorted(_reached(game.table.__name__).items()):
        made.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    made.update(json.dumps(_facts(game), sort_keys=True).encode())
    return made.hexdigest()[:LETTERS]


def _reached(module: str) -> dict[str, Path]:
    """A module and every module of the vocabulary, or beside it, that it imports."""
    beside = module.rpartition(".")[0]
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        spec = find_spec(name)
        if name in found or spec is None or spec.origin is None:
            continue
        found[name] = Path(spec.origin)
        for node in ast.walk(tree_of(found[name].read_bytes())):
            if isinstance(node, ast.ImportFrom):
                named = _named(node, beside)
                waiting += [each for each in named if each.startswith(("houseway.rules.", f"{beside}."))]
    return found


def _named(node: ast.ImportFrom, beside: str) -> list[str]:
    """The modules that an import names; those of a game from outside may be relative."""
    if not node.level:
        return [node.module or ""]
    return [f"{beside}.{node.module}"] if node.module else [f"{beside}.{alias.name}" for alias in node.names]


def _facts(game: Game) -> dict[str, Any]:
    sheet = game.sheet
    return {
        "options": [[each.name, list(each.choices), each.least, each.most, each.default] for each in sheet.options],
        "wagers": list(game.wagers),
        "acts": [act.name for act in sheet.acts],
        "outcomes": [outcome.name for outcome in sheet.outcomes],
        "paytables": [[list(each.wagers), each.when, [list(row) for row in each.pays]] for each in sheet.paytables],
        "prizes": [[each.name, each.when, [list(row) for row in each.amounts]] for each in sheet.prizes],
    }
