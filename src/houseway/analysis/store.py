"""Figures kept between runs, each under the digest of everything that computed it.

A digest covers the sources of the vocabulary, of the game and of the shared mathematics, the rules in force and the
strategy: change any of them and the figure is computed anew. Standard figures ship with the package; others are kept in
the user's cache. A stored solution has no plan; whoever wants to play it solves again. What a game answers to a claim
in words is stored in the same way.
"""

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from houseway.analysis.exact.places import PACKAGE, SHIPPED, kept
from houseway.analysis.exact.solution import Figure, Row, Solution, WagerSolution
from houseway.games.game import Game, Settings
from houseway.games.sheet import GAMES, Claim

# What declares, and figures that nobody keeps: at other pays, and of a round at a table.
COMPUTE_NOTHING_STORED = ("solver.py", "prices.py", "solve_pays.py", "solve_whole.py", "solve_whole_envy.py")


def digest(game: Game, settings: Settings, strategy: str) -> str:
    """What a figure depends on, in forty letters."""
    made = hashlib.sha256(sources_digest(game).encode())
    made.update(repr((sorted(settings.items()), strategy)).encode())
    for name, part in zip(game.table.Rules._fields, game.rules(settings), strict=True):
        if name != "ranks":  # made from the sources alone
            made.update(name.encode() + np.asarray(part).tobytes())
    return made.hexdigest()[:40]


@cache
def sources_digest(game: Game) -> str:
    """Of the vocabulary, the shared mathematics, and the game's folder, wherever that lies."""
    sources = {f"rules/{path.name}": path for path in (PACKAGE / "rules").glob("*.py")}
    sources |= {f"analysis/exact/{path.name}": path for path in (PACKAGE / "analysis" / "exact").glob("*.py")}
    if not (game.folder / "solver.py").exists():
        room = PACKAGE / "analysis" / "universal"
        sources |= {f"analysis/universal/{path.name}": path for path in room.glob("*.py")}
    sources["games/charts.py"] = PACKAGE / "games" / "charts.py"
    own = [*game.folder.glob("*.py"), *game.folder.glob("strategy.toml")]
    sources |= {f"games/{game.slug}/{path.name}": path for path in own if path.name not in COMPUTE_NOTHING_STORED}
    made = hashlib.sha256()
    for name in sorted(sources, key=lambda name: name.split("/")):
        made.update(name.encode() + sources[name].read_bytes())
    return made.hexdigest()


def stored(game: Game, settings: Settings, strategy: str) -> Solution | None:
    """The figures under this digest, shipped or kept by this user."""
    key = digest(game, settings, strategy)
    found = _shipped(shipped_path(game)).get(key)
    if found is None and (path := kept() / f"{key}.json").exists():
        found = json.loads(path.read_text())
    return None if found is None else _read(found)


def shipped_settings(game: Game, strategy: str) -> list[tuple[Settings, tuple[str, ...]]]:
    """Options whose figures ship, and of which wagers; `stored` says whether they are still of these sources."""
    entries = _shipped(shipped_path(game)).values()
    return [(entry["settings"], tuple(entry["wagers"])) for entry in entries if entry.get("strategy") == strategy]


def keep(solution: Solution, game: Game) -> None:
    """Keep a solution for this user; a folder that cannot be written is no reason to fail."""
    path = kept() / f"{digest(game, solution.settings, solution.strategy)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(written(solution)))
    except OSError:
        pass


def stored_answer(game: Game, settings: Settings, claim: Claim) -> str | None:
    """What the game answers to a claim in words, if it ships."""
    found: dict[str, str] = _shipped(shipped_path(game)).get(answer_digest(game, settings, claim), {})
    return found.get("answer")


def answer_digest(game: Game, settings: Settings, claim: Claim) -> str:
    """What an answer depends on: whatever figures do, and what is claimed."""
    return digest(game, settings, f"claim {claim.id}: {claim.value}")


def ship(game: Game, solutions: list[Solution], answers: Mapping[str, str]) -> None:
    """Write the figures, and answers by their digest, that ship with the package; used by `make figures`."""
    path = shipped_path(game)
    path.parent.mkdir(exist_ok=True)
    entries = {digest(game, each.settings, each.strategy): written(each) for each in solutions}
    entries |= {key: {"answer": answer} for key, answer in answers.items()}
    path.write_text(json.dumps(entries, indent=1, sort_keys=True) + "\n")


def shipped_path(game: Game) -> Path:
    """Where the figures of a game lie: ours together, those of one from outside beside it."""
    return SHIPPED / f"{game.slug}.json" if game.folder.parent == GAMES else game.folder / "figures.json"


@cache
def _shipped(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def written(solution: Solution) -> dict[str, Any]:
    """A solution without its plan, as JSON: Fractions as 'a/b'."""
    return {
        "slug": solution.slug,
        "settings": dict(solution.settings),
        "strategy": solution.strategy,
        "notes": {name: str(value) for name, value in solution.notes.items()},
        "wagers": {name: _written_wager(wager) for name, wager in solution.wagers.items()},
    }


def _written_wager(wager: WagerSolution) -> dict[str, Any]:
    figures = {name: getattr(wager, name) for name in ("edge", "hit", "variance", "action")}
    return {
        **{name: [str(figure.value), figure.se] for name, figure in figures.items()},
        "rows": [[row.outcome, str(row.won), str(row.probability)] for row in wager.rows],
    }


def _read(found: dict[str, Any]) -> Solution:
    notes = {name: Fraction(value) for name, value in found["notes"].items()}
    wagers = {name: _read_wager(name, wager) for name, wager in found["wagers"].items()}
    return Solution(found["slug"], found["settings"], found["strategy"], wagers, None, notes)


def _read_wager(name: str, found: dict[str, Any]) -> WagerSolution:
    edge, hit, variance, action = (
        Figure(Fraction(value), se) for value, se in (found[key] for key in ("edge", "hit", "variance", "action"))
    )
    rows = tuple(Row(outcome, Fraction(won), Fraction(probability)) for outcome, won, probability in found["rows"])
    return WagerSolution(name, edge, hit, variance, action, rows)
