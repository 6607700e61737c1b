"""Why a wager was won or lost: a sentence for every settlement on a tape, made from what its reader may see.

A game has its words in `why.py` of its folder, `why(end)`, made of what lies here; one without gets the sentence that
its outcomes and pays make. One source for terminal, browser and record. Nothing but the reader's own view of the tape
is read, so no sentence can know a card that its reader does not.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from houseway.engine.replay import rules_of
from houseway.engine.scene import Scene
from houseway.engine.why.settled import Because, SettledRow, Why, by_the_pays
from houseway.games.game import Game, Settings
from houseway.rules.shapes import Words
from houseway.rules.tape import COLUMNS, DEAL, SEAT, SETTLE, TURN, VERB, A, B, C

__all__ = ["YOURS", "Why", "whose_of", "whys"]

YOURS = "your"
KEPT = 128  # tapes whose sentences are remembered: a table is shown again and again after a round


def whose_of(name: str) -> str:
    """How a sentence speaks of what is somebody's: Ann's."""
    return f"{name}'s"


def whys(game: Game, settings: Settings, tape: Words, whose: Mapping[int, str], *, plain: bool = False) -> list[Why]:
    """A sentence for every settlement of these seats; `whose` has the word for what is a seat's: your, Ann's.

    `tape` is a view of the reader's. A round of another edition is told by its outcomes alone (`plain`).
    """
    rows = np.ascontiguousarray(tape, dtype=np.int64).tobytes()
    return list(_told(game, settings, rows, tuple(whose.items()), plain))


@lru_cache(KEPT)
def _told(
    game: Game, settings: Settings, rows: bytes, whose: tuple[tuple[int, str], ...], plain: bool
) -> tuple[Why, ...]:
    named = dict(whose)
    because = by_the_pays if plain else words_of(game)
    seen, laid = Scene(), Scene()  # cards, and in their places the rows that dealt them
    told = []
    for number, row in enumerate(np.frombuffer(rows, dtype=np.int64).reshape(-1, COLUMNS).tolist()):
        if row[VERB] == SETTLE and row[SEAT] in named:
            end = SettledRow(game, settings, rules_of(game, settings), seen, laid, tuple(row), named[row[SEAT]])
            told.append(end.told(number, because(end)))
        seen.hear(row)
        if row[VERB] != TURN:
            laid.hear([*row[:A], number, row[B], row[C]] if row[VERB] == DEAL else row)
    return tuple(told)


@cache
def words_of(game: Game) -> Callable[[SettledRow], Because]:
    """A game's own words for its settlements, or those that its data make."""
    name = f"{game.package}.why"
    if find_spec(name) is None:
        return by_the_pays
    words: Callable[[SettledRow], Because] = import_module(name).why
    return words
