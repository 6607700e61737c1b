"""Evidence: what a report needs beside the figures of `houseway edge`, and what takes longer than a moment.

Strategy, what mistakes cost, what house options do, simulations held against the solution, a night at a full table.
It is kept under a digest of the rules and of the figures it goes with: standard evidence ships (`gathering.py`), other
evidence is kept in the user's cache.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from houseway.analysis.effects import Effects
from houseway.analysis.exact.shared.places import kept
from houseway.analysis.exact.shared.solution import Solution, WagerSolution
from houseway.games.edition import edition_of
from houseway.games.game import Game

SEVERAL_HANDS = "several_hands"  # an ending of a wager that was settled on more than one
SHIPPED = Path(__file__).parent / "shipped"
PLAYERS = 6  # at a full table
ROUNDS_AN_HOUR, HOURS = 50, 8
BET_CENTS = 1000


@dataclass(frozen=True)
class Score:
    """One wager: simulated against solved."""

    wager: str
    seen: int
    edge: float
    z: float  # of the mean
    rows: int  # outcomes that were counted
    z_rows: float  # the farthest of them


@dataclass(frozen=True)
class Sight:
    rounds: int
    edge: float
    se: float


@dataclass(frozen=True)
class Walk:
    """A toy deck of which every deal was walked."""

    deck: str
    cards: int
    leaves: int
    mass: str


@dataclass(frozen=True)
class Mistake:
    strategy: str
    wager: str
    edge: float
    se: float | None = None  # None: exact


@dataclass(frozen=True)
class Hand:
    hand: str
    acts: list[tuple[str, float]]  # the best first


@dataclass(frozen=True)
class Seated:
    """So many players, $10 on every spot."""

    players: int
    edge: float  # of the round, in units of the base bet
    se: float
    sd: float  # of what the table wins a round, in base bets


@dataclass(frozen=True)
class Night:
    """What the house wins in a night at a full table, in cents; every player has $10 on every spot."""

    players: int
    rounds: int
    stake_cents: int  # of one player a round
    mean_cents: float
    sd_cents: float
    quantiles: list[tuple[float, int]]  # (share of nights, win at most)
    behind: float  # share of nights in which the house does not win
    bins: list[tuple[float, float, float]]  # (from, to, share)


@dataclass(frozen=True)
class Evidence:
    rounds: int
    seed: int
    scores: list[Score]
    sights: dict[str, list[Sight]]  # by wager
    walks: list[Walk]
    chart: list[dict[str, Any]]  # lines as `houseway strategy --json` has them; none where it is played by hands
    guide: dict[str, Any]  # ... or rules in words, without the classes
    mistakes: list[Mistake]
    hands: list[Hand]
    effects: Effects | None
    seats: list[Seated]
    night: Night | None


_EVIDENCE = TypeAdapter(Evidence)


def evidence_key(game: Game, solution: Solution) -> str:
    """The rules that are played and the figures it goes with: how they were computed may change, they may not."""
    settings = sorted(solution.settings.items())
    figures = [_figures(each) for _, each in sorted(solution.wagers.items())]
    facts = [edition_of(game), game.pays(solution.settings).tolist(), settings, solution.strategy, figures]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:40]


def _figures(wager: WagerSolution) -> list[Any]:
    exact = [str(each.value) for each in (wager.edge, wager.hit, wager.variance, wager.action)]
    return [wager.name, *exact, [[row.outcome, str(row.won), str(row.probability)] for row in wager.rows]]


def kept_evidence(game: Game, solution: Solution) -> Evidence | None:
    """What ships, or is in the user's cache."""
    key = evidence_key(game, solution)
    found = _shipped(game.slug).get(key)
    if found is None and (path := _path(key)).exists():
        found = json.loads(path.read_text())
    return None if found is None else _EVIDENCE.validate_python(found)


def is_shipped(game: Game, solution: Solution) -> bool:
    return evidence_key(game, solution) in _shipped(game.slug)


def keep_evidence(game: Game, solution: Solution, found: Evidence) -> None:
    """For this user; a folder that cannot be written is no reason to fail."""
    path = _path(evidence_key(game, solution))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(as_json(found)))
    except OSError:
        pass


def as_json(found: Evidence) -> dict[str, Any]:
    written_down: dict[str, Any] = _EVIDENCE.dump_python(found, mode="json")
    return written_down


def _path(key: str) -> Path:
    return kept() / f"evidence-{key}.json"


@cache
def _shipped(slug: str) -> dict[str, Any]:
    path = SHIPPED / f"{slug}.json"
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found
