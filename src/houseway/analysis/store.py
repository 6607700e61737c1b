"""Figures kept between runs, each under digests of everything that computed it.

The figures that ship with the package lie in one file a game, by strategy and options in words, so that a diff can be
read. A file has one digest of the sources, and each figure one of the rules that were in force (`computed_by.py`): with
any other it is not found, and computed anew. Further figures are kept in the user's cache, in files named by all of
this. A stored solution has no plan; whoever wants to play it solves again. What a game answers to a claim in words is
stored in the same way.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from houseway.analysis.computed_by import computed_by, hashed, rules_digest
from houseway.analysis.exact.shared.places import SHIPPED, kept
from houseway.analysis.exact.shared.solution import Figure, HandRow, Row, Solution, WagerSolution
from houseway.games.game import Game, Settings
from houseway.games.sheet import GAMES, Claim

FIGURES, ANSWERS, STAMP = "figures", "answers", "computed_by"


def digest(game: Game, settings: Settings, strategy: str) -> str:
    """What a figure depends on, in forty letters."""
    return hashed(computed_by(game), rules_digest(game, settings), sorted(settings.items()), strategy)


def stored(game: Game, settings: Settings, strategy: str) -> Solution | None:
    """The figures of these rules, shipped or kept by this user."""
    found = _shipped_under(game, settings, FIGURES, in_words(game, settings, strategy))
    if found is None and (path := kept() / f"{digest(game, settings, strategy)}.json").exists():
        found = json.loads(path.read_text())
    return None if found is None else _read(game, found)


def shipped_settings(game: Game, strategy: str) -> list[tuple[Settings, tuple[str, ...]]]:
    """Options whose figures ship, and of which wagers; `stored` says whether they are still of these sources."""
    entries = _shipped(shipped_path(game)).get(FIGURES, {}).values()
    return [(Settings(entry["settings"]), tuple(entry["wagers"])) for entry in entries if entry["strategy"] == strategy]


def keep(solution: Solution, game: Game) -> None:
    """Keep a solution for this user; a folder that cannot be written is no reason to fail."""
    path = kept() / f"{digest(game, solution.settings, solution.strategy)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(written(solution)))
    except OSError:
        pass


def stored_answer(game: Game, settings: Settings, claim: Claim) -> str | None:
    """What the game answers to a claim in words, if it ships."""
    found = _shipped_under(game, settings, ANSWERS, claim.id) or {}
    answer: str | None = found.get("answer")
    return answer if found.get("claimed") == claim.value else None


def ship(game: Game, solutions: list[Solution], answers: Iterable[tuple[Claim, str]]) -> None:
    """Write the figures, and the answers to claims, that ship with the package; used by `make figures`."""
    figures = {
        in_words(game, each.settings, each.strategy): _under(game, each.settings, written(each)) for each in solutions
    }
    said = {
        claim.id: _under(game, game.settings(claim.options), {"claimed": claim.value, "answer": answer})
        for claim, answer in answers
    }
    path = shipped_path(game)
    path.parent.mkdir(exist_ok=True)
    path.write_text(as_text({STAMP: computed_by(game), FIGURES: figures, ANSWERS: said}) + "\n")


def _under(game: Game, settings: Settings, found: dict[str, Any]) -> dict[str, Any]:
    return {"rules": rules_digest(game, settings), "settings": dict(settings), **found}


def _shipped_under(game: Game, settings: Settings, kind: str, name: str) -> dict[str, Any] | None:
    """What ships under a name, if the same sources computed it under the same rules."""
    shipped = _shipped(shipped_path(game))
    found: dict[str, Any] | None = shipped.get(kind, {}).get(name)
    if found is None or shipped[STAMP] != computed_by(game):
        return None
    return found if found == found | _under(game, settings, {}) else None


def shipped_path(game: Game) -> Path:
    """Where the figures of a game lie: ours together, those of one from outside beside it."""
    return SHIPPED / f"{game.slug}.json" if game.folder.parent == GAMES else game.folder / "figures.json"


@cache
def _shipped(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def in_words(game: Game, settings: Settings, strategy: str) -> str:
    """A strategy and the options that are not as usual."""
    chosen = [f"{name}={value}" for name, value in settings.items() if value != game.options[name].default]
    return f"{strategy}: {', '.join(chosen)}" if chosen else strategy


# --- written and read ---


def written(solution: Solution) -> dict[str, Any]:
    """A solution without its plan, as JSON: Fractions as 'a/b'."""
    return {
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
        **({"hands": [_written_hand(each) for each in wager.hands]} if wager.hands else {}),
        **({"beside": {each.name: _written_wager(each) for each in wager.beside}} if wager.beside else {}),
    }


def _written_hand(hand: HandRow) -> list[str]:
    return [hand.outcome, str(hand.units), str(hand.pays), str(hand.often)]


def as_text(found: Any, margin: str = "") -> str:
    """JSON with a line for each figure and each row, names in order."""
    inner = f"{margin} "
    if isinstance(found, dict) and found:
        lines = [f"{inner}{json.dumps(name)}: {as_text(found[name], inner)}" for name in sorted(found)]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if isinstance(found, list) and any(isinstance(each, list) for each in found):
        return "[\n" + ",\n".join(inner + as_text(each, inner) for each in found) + f"\n{margin}]"
    return json.dumps(found)


def _read(game: Game, found: dict[str, Any]) -> Solution:
    notes = {name: Fraction(value) for name, value in found["notes"].items()}
    wagers = {name: _read_wager(name, wager) for name, wager in found["wagers"].items()}
    return Solution(game.slug, Settings(found["settings"]), found["strategy"], wagers, None, notes)


def _read_wager(name: str, found: dict[str, Any]) -> WagerSolution:
    edge, hit, variance, action = (
        Figure(Fraction(value), se) for value, se in (found[key] for key in ("edge", "hit", "variance", "action"))
    )
    rows = tuple(Row(outcome, Fraction(won), Fraction(probability)) for outcome, won, probability in found["rows"])
    hands = tuple(
        HandRow(outcome, int(units), Fraction(pays), Fraction(often))
        for outcome, units, pays, often in found.get("hands", ())
    )
    beside = tuple(_read_wager(each, wager) for each, wager in found.get("beside", {}).items())
    return WagerSolution(name, edge, hit, variance, action, rows, hands, beside)
