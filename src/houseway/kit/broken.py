"""What a check says of a game that fails it."""

import re
import traceback
from pathlib import Path

from houseway.engine.playthrough import show
from houseway.games.game import Game
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

LINE_MAX = 200


class Nonconforming(Exception):
    """A check failed; the message says in a sentence what is wrong and what to do about it."""


def must(holds: bool, sentence: str) -> None:
    if not holds:
        raise Nonconforming(sentence)


def in_words(game: Game, error: Exception) -> str:
    """An error of a game's own code: what it is, and the line that it came from."""
    if isinstance(error, Nonconforming | Refused):
        return str(error)
    frames = [(frame.filename, str(frame.lineno)) for frame in traceback.extract_tb(error.__traceback__)]
    if type(error).__module__.startswith("numba"):
        said = "play() cannot be compiled: keep to integers, if, while and for ... in range"
        frames = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    elif isinstance(error, IndexError):
        said = "there are more cards or hands than there is room for, by CARDS_MAX and HANDS_MAX"
    else:
        lines = str(error).strip().splitlines() or [""]
        said = f"{type(error).__name__}: {lines[0]}".rstrip(": ")[:LINE_MAX]
    own = [f"{Path(name).name}, line {line}" for name, line in frames if Path(name).parent.name == game.folder.name]
    return f"{said} ({own[-1]})" if own else said


def told(game: Game, tape: Words, rows: int = 6) -> str:
    """The end of a tape, for a sentence about it."""
    return "; ".join(show(game, tape).splitlines()[-rows:])
