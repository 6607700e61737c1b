"""When something learnt comes back: FSRS-6, the Free Spaced Repetition Scheduler, with its published parameters.

A memory has a stability (days until it is recalled with 90 %) and a difficulty (1 to 10). Each answer moves both, and
the next question is due when the chance to recall has fallen to `RETENTION`. The formulas and the 21 parameters are
those of the Open Spaced Repetition project (github.com/open-spaced-repetition), and ours are held against the answers
of its own package (`tests/school/fsrs_reference.json`). We ask without its steps of minutes (what is missed is asked
again under "my mistakes") and without its random fuzz, so that the same answers give the same days everywhere.
"""

from dataclasses import asdict, dataclass
from enum import IntEnum
from math import exp, pow
from typing import Any

DAY_US = 86_400_000_000
RETENTION = 0.9
INTERVAL_MAX_DAYS = 365  # the package has 100 years; a dealer who is away for a year is asked again
W = (
    0.212, 1.2931, 2.3065, 8.2956,  # 0-3: first stability by grade, in days
    6.4133, 0.8334,  # 4, 5: first difficulty
    3.0194, 0.001,  # 6, 7: how difficulty moves, and how it goes back to that of an easy start
    1.8722, 0.1666, 0.796,  # 8-10: stability after a recall, by itself, and by how late it was
    1.4835, 0.0614, 0.2629, 1.6483,  # 11-14: stability after a lapse
    0.6014, 1.8729,  # 15, 16: less for what was hard, more for what was easy
    0.5425, 0.0912, 0.0658,  # 17-19: a second answer on the same day
    0.1542,  # 20: how forgetting slows down
)  # fmt: skip
_DECAY = -W[20]
_FACTOR = pow(0.9, 1 / _DECAY) - 1
STABILITY_LEAST, DIFFICULTY_LEAST, DIFFICULTY_MOST = 0.001, 1.0, 10.0


class Grade(IntEnum):
    AGAIN = 1  # wrong
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True)
class Retained:
    """What one person keeps of one kind of question."""

    stability: float  # days
    difficulty: float
    at: int  # when it was answered last, microseconds since 1970

    @property
    def interval_days(self) -> int:
        """Until it is due."""
        days = self.stability / _FACTOR * (pow(RETENTION, 1 / _DECAY) - 1)
        return min(max(round(days), 1), INTERVAL_MAX_DAYS)

    @property
    def due_at(self) -> int:
        return self.at + self.interval_days * DAY_US

    def recall(self, at: int) -> float:
        """How likely the next answer is right; it falls by whole days."""
        return pow(1 + _FACTOR * self._days(at) / self.stability, _DECAY)

    def _days(self, at: int) -> int:
        return max(at - self.at, 0) // DAY_US  # a clock may go back

    def is_ahead(self, at: int) -> bool:
        """It was answered on a later day than it is now: the clock was wrong then, and nobody knows how long ago it
        was. It is asked now, or it would not come back before that day."""
        return self.at - at >= DAY_US

    def answered(self, grade: Grade, at: int) -> "Retained":
        stability = self._same_day(grade) if self._days(at) < 1 else self._later(grade, at)
        answered_at = at if self.is_ahead(at) else max(at, self.at)
        return Retained(max(stability, STABILITY_LEAST), self._difficulty(grade), answered_at)

    def _same_day(self, grade: Grade) -> float:
        gain = exp(W[17] * (grade - 3 + W[18])) * pow(self.stability, -W[19])
        return self.stability * (gain if grade == Grade.AGAIN else max(gain, 1.0))

    def _later(self, grade: Grade, at: int) -> float:
        forgotten = 1 - self.recall(at)
        if grade == Grade.AGAIN:
            by_itself = pow(self.difficulty, -W[12]) * (pow(self.stability + 1, W[13]) - 1)
            lapsed = W[11] * by_itself * exp(forgotten * W[14])
            return min(lapsed, self.stability / exp(W[17] * W[18]))
        by_grade = {Grade.HARD: W[15], Grade.EASY: W[16]}.get(grade, 1.0)
        by_how_late = exp(forgotten * W[10]) - 1
        return self.stability * (
            1 + exp(W[8]) * (11 - self.difficulty) * pow(self.stability, -W[9]) * by_how_late * by_grade
        )

    def _difficulty(self, grade: Grade) -> float:
        moved = self.difficulty - W[6] * (grade - 3) * (DIFFICULTY_MOST - self.difficulty) / 9
        return _within(W[7] * _first_difficulty(Grade.EASY) + (1 - W[7]) * moved)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def first(grade: Grade, at: int) -> Retained:
    """After the first answer."""
    return Retained(W[grade - 1], _within(_first_difficulty(grade)), at)


def _first_difficulty(grade: Grade) -> float:
    return W[4] - exp(W[5] * (grade - 1)) + 1


def _within(difficulty: float) -> float:
    return min(max(difficulty, DIFFICULTY_LEAST), DIFFICULTY_MOST)
