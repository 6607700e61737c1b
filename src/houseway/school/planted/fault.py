"""What a planted fault is: a tape that departs from the rules from one row on.

Every fault is proved by replay: the same shoe and the same choices, dealt again by the rules, first differ from the
faulty tape in the row of the fault, in whatever order the bets of one hand are settled (`dealing.any_order`).
Up to `sound_to` the rest of the tape fits what went wrong; a learner sees no more.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from houseway.school.lots import Lots
from houseway.school.practice_round import PracticeRound
from houseway.school.question import Rows

Where: TypeAlias = tuple[int, ...]  # the row where a fault can be planted, then whatever its function needs


@dataclass(frozen=True)
class Planted:
    """A tape with a fault in it."""

    rows: Rows  # with the faces of all cards
    row: int  # the first that is wrong
    told_by: int  # rows that must be seen to tell what is wrong
    sound_to: int  # rows from here on do not fit what went wrong
    left_out: int | None = None  # by the rules, the row that is missing; None: the one in the wrong row's place


@dataclass(frozen=True)
class Plantable:
    """A fault that can be planted."""

    name: str
    words: str  # as a supervisor names it
    places: Callable[[PracticeRound], Sequence[Where]]
    plant: Callable[[PracticeRound, Where, Lots], Planted]


def put(dealt: PracticeRound, at: int, row: tuple[int, ...]) -> Rows:
    """The tape with another row in a place."""
    return (*dealt.tape[:at], row, *dealt.tape[at + 1 :])
