"""A lesson: one seeded round, dealt by the learner deed by deed, each told beforehand with the paragraph it stands on.

A wrong deed changes nothing on the table: the learner hears what comes next and why, and tries again. All of it
follows from (game, settings, seed, seats) and the deeds so far.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused
from houseway.school.dealing.bots import seats_for
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.duty_round import DutyRound, round_of_bots

ROUND = 1


@dataclass(frozen=True)
class Slip:
    """A deed that was wrong: where, what was done, and what was due."""

    round: int
    step: int
    did: str  # keys of deeds
    due: str

    def to_json(self) -> dict[str, Any]:
        return {"round": self.round, "step": self.step, "did": self.did, "due": self.due}


@dataclass(frozen=True)
class LessonState:
    """How far a lesson has come: duties done, and what went wrong."""

    step: int = 0
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True)
class Taught:
    """What the learner hears after a deed."""

    right: bool
    words: str
    cites: tuple[dict[str, str], ...]  # id, cites, text
    state: LessonState

    def to_json(self) -> dict[str, Any]:
        return {"right": self.right, "words": self.words, "cites": list(self.cites)}


@dataclass(frozen=True)
class DealingLesson:
    game: Game
    settings: Settings
    seed: int
    seats: int = 2

    def __post_init__(self) -> None:
        seats_for(self.game, self.settings, self.seats)

    @cached_property
    def round(self) -> DutyRound:
        return round_of_bots(self.game, self.settings, self.seed, ROUND, self.seats)

    def is_over(self, state: LessonState) -> bool:
        return state.step == len(self.round.duties)

    def next_step(self, state: LessonState, deed: DealerDeed) -> Taught:
        """Do a deed: right, and the round goes on; wrong, and the lesson says what comes first, and why."""
        if self.is_over(state):
            raise Refused("the round is over: every bet is settled")
        step, round_ = state.step, self.round
        cites = tuple(round_.cited(step))
        if round_.done_at(step, deed):
            return Taught(True, f"{round_.words(step)}.", cites, replace(state, step=step + 1))
        slip = Slip(ROUND, step, deed.key, round_.duties[step].deed.key)
        words = f'Not "{round_.deed_words(deed, step)}". First: {round_.words(step)}.'
        return Taught(False, words, cites, replace(state, slips=(*state.slips, slip)))

    def after(self, deeds: Iterable[str]) -> LessonState:
        """The state that deeds, by their keys, lead to."""
        state = LessonState()
        for key in deeds:
            state = self.next_step(state, DealerDeed.from_key(key)).state
        return state

    def to_json(self, state: LessonState) -> dict[str, Any]:
        """What a page shows: the felt, what is due and why, and what can be done."""
        over = self.is_over(state)
        due = None if over else {"words": f"{self.round.words(state.step)}.", "cites": self.round.cited(state.step)}
        return self.round.told(state.step) | {
            "done": over,
            "seats": self.seats,
            "due": due,
            "errors": len(state.slips),
        }
