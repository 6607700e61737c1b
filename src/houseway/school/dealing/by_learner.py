"""Dealing by a learner: rounds of a seed, gone through deed by deed, each checked against what the rules have next.

A wrong deed changes nothing on the table: the learner hears what comes first and why, and tries again. A dealing is
its game, settings, seed and seats, and the deeds so far: nothing else is kept, and nothing here has a clock.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused
from houseway.school.dealing.deed import CLEAR, RULE, DealerDeed
from houseway.school.dealing.duty_round import DutyRound, practised
from houseway.school.dealing.irregular import Incident, cited_for
from houseway.school.dealing.manual import Cited, cited_paragraphs
from houseway.school.dealing.offered import OfferedDeed
from houseway.school.dealing.ruling_words import RULINGS

SLIPS_MAX = 200  # that are remembered word for word


@dataclass(frozen=True)
class Slip:
    """A deed that was wrong: where, what was done, and what was due; deeds by their keys."""

    round: int
    step: int
    did: str
    due: str


@dataclass(frozen=True)
class DealingState:
    """How far a learner has come."""

    round: int = 1
    step: int = 0  # duties done in this round
    ruled: bool = False  # what went wrong in this round has been handled
    errors: int = 0
    slips: tuple[Slip, ...] = ()  # the last of them

    def erred(self, did: DealerDeed, due: DealerDeed) -> Self:
        slips = (*self.slips, Slip(self.round, self.step, did.key, due.key))
        return replace(self, errors=self.errors + 1, slips=slips[-SLIPS_MAX:])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        slips = tuple(Slip(**slip) for slip in kept["slips"])
        return cls(kept["round"], kept["step"], kept["ruled"], kept["errors"], slips)


@dataclass(frozen=True)
class Taught:
    """What the learner hears after a deed."""

    right: bool
    words: str
    because: str
    cites: tuple[Cited, ...]
    state: DealingState

    def to_json(self) -> dict[str, Any]:
        return {"right": self.right, "words": self.words, "because": self.because, "cites": list(self.cites)}


@dataclass(frozen=True)
class DealtByLearner:
    """Rounds dealt by a learner; `rounds` 0 is without end."""

    game: Game
    settings: Settings
    seed: int
    seats: int = 2
    rounds: int = 1

    def __post_init__(self) -> None:
        most = self.game.seats_max(self.settings)
        if not 1 <= self.seats <= most:
            raise Refused(f"{self.game.title} has 1 to {most} seats, not {self.seats}")

    def round(self, state: DealingState) -> DutyRound:
        return practised(self.game, self.settings, self.seed, state.round, self.seats)

    def is_over(self, state: DealingState) -> bool:
        """The last bet of the last round is settled, or that round was called off."""
        return 0 < self.rounds <= self.rounds_done(state)

    def rounds_done(self, state: DealingState) -> int:
        return state.round - 1 + self._all_settled(state)

    def _all_settled(self, state: DealingState) -> bool:
        return state.step == len(self.round(state).duties) and not self.irregular(state)

    def incident(self, state: DealingState) -> Incident | None:  # noqa: ARG002 - at a table there may be one
        """What goes wrong in this round, sooner or later."""
        return None

    def irregular(self, state: DealingState) -> Incident | None:
        """What went wrong just now, and waits to be handled."""
        found = None if state.ruled else self.incident(state)
        return found if found and found.step == state.step else None

    # --- what is due, and what can be done ---

    def due(self, state: DealingState) -> DealerDeed:
        now = self.irregular(state)
        if now:
            return now.deed
        return DealerDeed(CLEAR) if self._all_settled(state) else self.round(state).duties[state.step].deed

    def offered(self, state: DealingState) -> list[OfferedDeed]:
        """At a table the learner might also clear it, or rule on what went wrong."""
        if self.is_over(state):
            return []
        beside = [DealerDeed(CLEAR)] if self.rounds != 1 else []
        if self.irregular(state):
            beside += [DealerDeed(RULE, wager=name) for name in RULINGS]
        return [*self.round(state).offered(state.step), *map(OfferedDeed, beside)]

    def next_step(self, state: DealingState, deed: DealerDeed) -> Taught:
        """Do a deed: right, and the round goes on; wrong, and it is said what comes first, and why."""
        if self.is_over(state):
            raise Refused("the last round is over: every bet is settled")
        if not any(each.allows(deed) for each in self.offered(state)):
            raise Refused("that cannot be done now: do one of the deeds that are offered")
        due, words = self.due(state), self.round(state).deed_words
        if deed == due:
            return Taught(True, f"{words(due, state.step)}.", *self._reasons(state), self._after(state))
        told = f"Not now: {words(deed, state.step)}. What is due: {words(due, state.step)}."
        return Taught(False, told, *self._reasons(state), state.erred(deed, due))

    def _after(self, state: DealingState) -> DealingState:
        """The state when what is due is done."""
        now = self.irregular(state)
        if now and not now.ends_round:
            return replace(state, ruled=True)
        if now or self._all_settled(state):
            return replace(state, round=state.round + 1, step=0, ruled=False)
        return replace(state, step=state.step + 1)

    def _reasons(self, state: DealingState) -> tuple[str, tuple[Cited, ...]]:
        """Why it is due, and the paragraphs."""
        if now := self.irregular(state):
            return now.because, cited_paragraphs(self.game, cited_for(self.game, now.sort))
        if self._all_settled(state):
            return "", ()
        round_ = self.round(state)
        return round_.because(state.step), round_.cited(state.step)

    def after(self, deeds: Iterable[str]) -> DealingState:
        """The state that deeds, by their keys, lead to."""
        state = DealingState()
        for key in deeds:
            state = self.next_step(state, DealerDeed.from_key(key)).state
        return state

    def to_json(self, state: DealingState) -> dict[str, Any]:
        """What a page shows: the felt as the dealer sees it, what was heard, and what can be done."""
        over = self.is_over(state)
        told = self.round(state).told(state.step, self.offered(state))
        if over and state.step == 0:
            told |= {"tape": [], "happened": []}  # the last round was called off, and no other is dealt
        return told | {
            "done": over,
            "seats": self.seats,
            "round": state.round,
            "rounds": self.rounds_done(state),
            "errors": state.errors,
        }
