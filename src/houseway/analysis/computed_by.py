"""What a game's figures come from, as digests: the sources that computed them, and the rules in force.

Of the sources all counts that the solver reaches (`exact/shared/sources.py`), the compiler and the simulator among it.
Where the solver begins is read in `solver.py`.
"""

import ast
import json
import tomllib
from functools import cache
from hashlib import sha256

import numpy as np

from houseway.analysis.exact.shared.sources import sources_digest
from houseway.analysis.solver import FILE
from houseway.analysis.universal.shape import can_be_proved
from houseway.games.game import Game, Settings
from houseway.games.source_tree import tree_of

# For games that have no solver of their own: those whose cards lie alike whatever is done, and the others.
FROM_PLAY, FROM_SHOE = "houseway.analysis.universal.solving", "houseway.analysis.universal.kinds.from_shoe"
# They read the data files: what they make of them, the rules in force, has a digest of its own. The last make digests.
NOT_COMPUTING = (
    "houseway.games.sheet", "houseway.games.options", "houseway.games.words", "houseway.analysis.exact.shared.sources",
    "houseway.analysis.computed_by",
)  # fmt: skip


@cache
def computed_by(game: Game) -> str:
    """All sources of a game's figures and answers, and its written strategies."""
    path = game.folder / "strategy.toml"
    strategies = tomllib.loads(path.read_text()) if path.exists() else {}
    return hashed(solver_digest(game, "solve", "answer"), json.dumps(strategies, sort_keys=True, default=str))


def solver_digest(game: Game, *parts: str) -> str:
    """The sources of some parts of a solver, and of the game itself."""
    own = [game.table.__name__, f"{game.package}.plan"]
    return sources_digest([*own, *sorted(modules_of(game, *parts))], NOT_COMPUTING)


def modules_of(game: Game, *parts: str) -> set[str]:
    """Where parts of a solver lie. Its `solver.py` is read, not loaded: that would bring the compiler."""
    path = game.folder / f"{FILE}.py"
    if not path.exists():
        return {FROM_PLAY if can_be_proved(game) else FROM_SHOE}
    body = tree_of(path.read_bytes()).body
    come_from = {
        alias.asname or alias.name: node.module
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
        for alias in node.names
    }
    calls = [node.value for node in body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    given = {keyword.arg: keyword.value for call in calls for keyword in call.keywords}
    named = [
        come_from.get(value.id) if isinstance(value := given[part], ast.Name) else None
        for part in parts
        if part in given
    ]
    known = {module for module in named if module}
    return known if known and None not in named else {f"{game.package}.{FILE}"}  # said otherwise: all that it imports


def rules_digest(game: Game, settings: Settings) -> str:
    """The rules in force: options as the rules read them, and every pay."""
    made = sha256()
    for name, part in zip(game.table.Rules._fields, game.rules(settings), strict=True):
        if name != "ranks":  # made from the sources alone
            made.update(name.encode() + np.asarray(part).tobytes())
    return made.hexdigest()[:16]


def hashed(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:40]
