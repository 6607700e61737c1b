"""Dealing by a learner: rounds of a seed, gone through deed by deed, each checked against what the rules have next.

A wrong deed changes nothing on the table: the learner hears what comes first and why, and tries again. A dealing is
its game, settings, seed and seats, and the deeds so far: nothing else is kept, and nothing here has a clock.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused
from houseway.school.dealing.deed import CLEAR, CLOSE, PAY, RULE, TAKE, DealerDeed
from houseway.school.dealing.duty_round import Ahead, DutyRound, practised
from houseway.school.dealing.irregular import Incident, cited_for
from houseway.school.dealing.manual import Cited, cited_paragraphs
from houseway.school.dealing.offered import OfferedDeed
from houseway.school.dealing.ruling_words import RULINGS
from houseway.school.dealing.shift import BY_PRACTICE, CLOSED, CLOSING, DEALING, OPENING, ShiftDuties

WON = {TAKE: 1, PAY: -1}
NO_PARAGRAPH = "No paragraph is named for this step: it is the order in which the game's rules deal."
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
    shift: str = ""  # opening, dealing, closing, closed; '' where a table is neither opened nor closed
    won_cents: int = 0  # by the table
    ahead: Ahead = ()  # duties behind the next one that are done already: bets of one hand go in any order

    @property
    def deals(self) -> bool:
        """Rounds are dealt: the table is neither opened nor closed just now."""
        return self.shift in ("", DEALING)

    def erred(self, did: DealerDeed, due: DealerDeed) -> Self:
        slips = (*self.slips, Slip(self.round, self.step, did.key, due.key))
        return replace(self, errors=self.errors + 1, slips=slips[-SLIPS_MAX:])

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        slips = tuple(Slip(**slip) for slip in kept["slips"])
        kept = {"shift": "", "won_cents": 0, "ahead": (), **kept}  # of an earlier version: rounds alone
        return cls(**{**kept, "slips": slips, "ahead": tuple(kept["ahead"])})


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

    @staticmethod
    def begun() -> DealingState:
        """A table is opened first."""
        return DealingState(shift=OPENING)

    def verify_fits(self, state: DealingState) -> None:
        """What was kept is of this round: rules of another version may have dealt it in other steps."""
        last = len(self.round(state).duties)
        if state.step > last or any(step >= last for step in state.ahead):
            raise Refused("this round was dealt by another version of the school: begin another")

    def round(self, state: DealingState) -> DutyRound | ShiftDuties:
        """What the learner goes through now: a round, or what comes before the first and after the last."""
        if state.shift in (OPENING, CLOSING, CLOSED):
            part = OPENING if state.shift == OPENING else CLOSING
            return ShiftDuties(self.game, self.settings, self.seed, part, state.won_cents)
        return self.dealt(state)

    def dealt(self, state: DealingState) -> DutyRound:
        return practised(self.game, self.settings, self.seed, state.round, self.seats)

    def is_over(self, state: DealingState) -> bool:
        """The last bet of the last round is settled, or that round was called off; an open table is closed too."""
        return state.shift == CLOSED or (not state.shift and self._are_dealt(state))

    def _are_dealt(self, state: DealingState) -> bool:
        """All rounds that were wanted."""
        return state.deals and 0 < self.rounds <= self.rounds_done(state)

    def rounds_done(self, state: DealingState) -> int:
        return state.round - 1 + self._all_settled(state)

    def _all_settled(self, state: DealingState) -> bool:
        """All of a round."""
        return state.deals and state.step == len(self.round(state).duties) and not self.irregular(state)

    def incident(self, state: DealingState) -> Incident | None:  # noqa: ARG002 - at a table there may be one
        """What goes wrong in this round, sooner or later."""
        return None

    def irregular(self, state: DealingState) -> Incident | None:
        """What went wrong just now, and waits to be handled."""
        found = self.incident(state) if state.deals and not state.ruled else None
        return found if found and found.step <= state.step else None

    # --- what is due, and what can be done ---

    def due(self, state: DealingState) -> DealerDeed:
        now = self.irregular(state)
        if now:
            return now.deed
        if state.shift and self._are_dealt(state):
            return DealerDeed(CLOSE)
        return DealerDeed(CLEAR) if self._all_settled(state) else self.round(state).duties[state.step].deed

    def offered(self, state: DealingState) -> list[OfferedDeed]:
        """At a table the learner might also clear or close it, or rule on what went wrong."""
        if self.is_over(state):
            return []
        beside = [DealerDeed(CLEAR)] if self.rounds != 1 and state.deals else []
        if state.shift == DEALING:
            beside.append(DealerDeed(CLOSE))
        if self.irregular(state):
            beside += [DealerDeed(RULE, wager=name) for name in RULINGS]
        return [*self.round(state).offered(state.step, state.ahead), *map(OfferedDeed, beside)]

    def _done_by(self, state: DealingState, deed: DealerDeed) -> int | None:
        """The duty that a deed does, in whatever order the rules allow; None where it does none now."""
        if self.irregular(state) or self._is_between(state):
            closes = deed.kind == CLOSE and not self.rounds and self._all_settled(state)  # without end: at any time
            return state.step if deed == self.due(state) or closes else None
        round_ = self.round(state)
        may = round_.next_steps(state.step, state.ahead)
        return next((step for step in may if round_.duties[step].deed == deed), None)

    def next_step(self, state: DealingState, deed: DealerDeed) -> Taught:
        """Do a deed: right, and the round goes on; wrong, and it is said what comes first, and why."""
        if self.is_over(state):
            raise Refused("the last round is over: every bet is settled")
        if not any(each.allows(deed) for each in self.offered(state)):
            raise Refused("that cannot be done now: do one of the deeds that are offered")
        due, words, step = self.due(state), self.round(state).deed_words, self._done_by(state, deed)
        if step is not None:
            after = self._after(state, step, deed)
            return Taught(True, f"{words(deed, state.step)}.", *self.reasons(state, step), after)
        told = f"Not now: {words(deed, state.step)}. What is due: {words(due, state.step)}."
        return Taught(False, told, *self.reasons(state, state.step), state.erred(deed, due))

    def _is_between(self, state: DealingState) -> bool:
        """A round is over, or no other is dealt."""
        return self._all_settled(state) or bool(state.shift and self._are_dealt(state))

    def _after(self, state: DealingState, done: int, deed: DealerDeed) -> DealingState:
        """The state when a duty is done, the next one or another that may come before it."""
        now = self.irregular(state)
        if now and not now.ends_round:
            return replace(state, ruled=True)
        if deed.kind == CLOSE:
            return replace(state, round=1 + self.rounds_done(state), step=0, ruled=False, ahead=(), shift=CLOSING)
        if now or self._all_settled(state):
            return replace(state, round=state.round + 1, step=0, ruled=False, ahead=())
        if not state.deals:
            return self._after_shift(state)
        ahead, step = (*state.ahead, done), state.step
        while step in ahead:
            step += 1
        won_cents = state.won_cents + WON.get(deed.kind, 0) * deed.amount
        return replace(state, step=step, ahead=tuple(each for each in ahead if each > step), won_cents=won_cents)

    def _after_shift(self, state: DealingState) -> DealingState:
        """Opening and closing: the last step of the one lets the first round begin, that of the other ends it all."""
        done = replace(state, step=state.step + 1)
        if done.step < len(self.round(state).duties):
            return done
        return replace(done, shift=CLOSED) if state.shift == CLOSING else replace(done, step=0, shift=DEALING)

    def reasons(self, state: DealingState, step: int) -> tuple[str, tuple[Cited, ...]]:
        """Why a duty is due, and the paragraphs."""
        if now := self.irregular(state):
            cites = cited_paragraphs(self.game, cited_for(self.game, now.sort))
            return now.because if cites else f"{now.because} {BY_PRACTICE}", cites
        if self._is_between(state):
            return "", ()
        round_ = self.round(state)
        because, cites = round_.because(step), round_.cited(step)
        return (because if cites or not state.deals else f"{because} {NO_PARAGRAPH}".strip()), cites

    def after(self, deeds: Iterable[str]) -> DealingState:
        """The state that deeds, by their keys, lead to."""
        state = DealingState()
        for key in deeds:
            state = self.next_step(state, DealerDeed.from_key(key)).state
        return state

    def to_json(self, state: DealingState) -> dict[str, Any]:
        """What a page shows: the felt as the dealer sees it, what was heard, and what can be done."""
        over = self.is_over(state)
        told = self.round(state).told(state.step, self.offered(state), state.ahead)
        if over and state.step == 0:
            told |= {"tape": [], "happened": []}  # the last round was called off, and no other is dealt
        return told | {
            "done": over,
            "seats": self.seats,
            "shift": state.shift,
            "round": state.round,
            "rounds": self.rounds_done(state),
            "errors": state.errors,
        }
