"""One simulation in words, so that any process can play rounds of it, and what a worker does for one unit.

A unit is some rounds by number. Chance hangs on the number of a round alone, so it does not matter who plays which.
"""

import json
import pickle
import time
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple
from zlib import compress, decompress

import numpy as np

from houseway.analysis.simulation import Simulation
from houseway.analysis.solve import strategy_of
from houseway.engine.counting_table import CountingTable
from houseway.engine.rounds import NO_KEY
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings


class Unit(NamedTuple):
    first: int
    rounds: int


class UnitCounts(NamedTuple):
    """What a unit came to. Plain integers, so that they can be written down."""

    keys: list[int]
    counts: list[int]
    action: list[int]  # cents, by wager
    seconds: float  # playing, without compiling


@dataclass(frozen=True)
class Assignment:
    game: str
    words: str  # options, strategy, the digest of its plan, seed and bets, as JSON
    strategy: bytes  # with its plan, packed: finding it may take longer than a unit


def assignment_of(asked: Simulation) -> Assignment:
    strategy = strategy_of(asked.game, asked.strategy, asked.settings)
    said = {
        "options": dict(asked.settings),
        "strategy": asked.strategy,
        "plan": plan_digest(strategy),
        "seed": asked.seed,
        "wagers": [dict(bets) for bets in asked.wagers],
        "exact": list(asked.known),
    }
    return Assignment(asked.game.slug, json.dumps(said, sort_keys=True), compress(pickle.dumps(strategy)))


def plan_digest(strategy: Strategy) -> str:
    made = sha256(strategy.follow.__qualname__.encode())
    _add_parts(made, strategy.plan)
    return made.hexdigest()[:20]


def _add_parts(made: Any, plan: tuple[Any, ...]) -> None:
    for part in plan:
        if isinstance(part, tuple):  # several arrays under one name
            made.update(f"{len(part)} parts".encode())
            _add_parts(made, part)
        else:
            array = np.asarray(part)
            made.update(repr((array.dtype.str, array.shape)).encode() + array.tobytes())


@lru_cache(maxsize=8)
def _understood(assignment: Assignment) -> tuple[Game, Settings, Strategy, dict[str, Any]]:
    game, said = find_game(assignment.game), json.loads(assignment.words)
    strategy: Strategy = pickle.loads(decompress(assignment.strategy))  # members of a cluster may run code anyway
    return game, game.settings(said["options"]), strategy, said


def play_unit(assignment: Assignment, unit: Unit) -> UnitCounts:
    """Play and tally the rounds of a unit, here and now."""
    game, settings, strategy, said = _understood(assignment)
    table = CountingTable(game, settings, strategy.plan, said["wagers"], follow=strategy.follow, known=said["exact"])
    table.play(said["seed"], unit.first, 0)  # compiles
    begun = time.perf_counter()
    table.play(said["seed"], unit.first, unit.rounds)
    seconds = time.perf_counter() - begun
    used = np.flatnonzero(table.tally.keys != NO_KEY)
    keys, counts = table.tally.keys[used].tolist(), table.tally.counts[used].tolist()
    return UnitCounts(keys, counts, table.tally.action.tolist(), seconds)
