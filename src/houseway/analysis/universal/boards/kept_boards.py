"""What a count of boards has come to, kept: parts that were stopped, until they are finished; and the best play found.

A best play is half a minute of work and 20 MB of acts. Whoever plays it again (a simulation, a bot, a drill) reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal import unfinished
from houseway.analysis.universal.count import Counted
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.unfinished import arrays_kept, forget_arrays, keep_arrays, work_key
from houseway.rules.shapes import Words

BEST_PLAY = "best play"
SUMS, DONE, LAST_ACTS = "sums", "done", "last_acts"


@dataclass
class PartDone:
    """Blocks of boards that a loop has been over, by their first board, and the sums it made of them."""

    sums: Words
    done: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class BestOnBoards:
    acts: NDArray[np.int8]  # before the full board
    last_acts: NDArray[np.uint8]
    counted: Counted


def keep_parts(asked: Question, work: str, parts: Mapping[str, PartDone], last_acts: NDArray[np.uint8]) -> bool:
    """Whether it could be kept."""
    arrays = {f"{name}.{SUMS}": part.sums for name, part in parts.items()}
    arrays |= {f"{name}.{DONE}": np.array(sorted(part.done)) for name, part in parts.items()}
    return keep_arrays(_stopped(asked, work), {**arrays, LAST_ACTS: last_acts})


def parts_kept(asked: Question, work: str) -> tuple[dict[str, PartDone], NDArray[np.uint8] | None]:
    """What was done before, or nothing."""
    found = arrays_kept(_stopped(asked, work))
    names = [name.removesuffix(f".{SUMS}") for name in found if name.endswith(f".{SUMS}")]
    parts = {name: PartDone(found[f"{name}.{SUMS}"], set(found[f"{name}.{DONE}"].tolist())) for name in names}
    return parts, found.get(LAST_ACTS)


def forget_parts(asked: Question, work: str) -> None:
    forget_arrays(_stopped(asked, work))


def keep_best(asked: Question, best: BestOnBoards) -> None:
    """The best play, for the next time; what was stopped is finished with it."""
    forget_parts(asked, BEST_PLAY)
    if keep_arrays(_best_key(asked), {"acts": best.acts, LAST_ACTS: best.last_acts}):
        unfinished.keep(_best_key(asked), best.counted)


def best_kept(asked: Question) -> BestOnBoards | None:
    found = arrays_kept(_best_key(asked))
    counted = unfinished.taken_up(_best_key(asked))
    return BestOnBoards(found["acts"], found[LAST_ACTS], counted) if found and counted.times else None


def forget_best(asked: Question) -> None:
    forget_arrays(_best_key(asked))
    unfinished.forget(_best_key(asked))


def _best_key(asked: Question) -> str:
    return work_key(asked, f"{BEST_PLAY} on boards")


def _stopped(asked: Question, work: str) -> str:
    return work_key(asked, f"{work}, stopped on boards")
