"""A table that the learner deals: bots, round after round, nothing told beforehand, and things that go wrong."""

from dataclasses import asdict, dataclass
from typing import Any

from houseway.engine.scene import Scene
from houseway.school.dealing.by_learner import DealingState, DealtByLearner, Slip
from houseway.school.dealing.deed import DealerDeed
from houseway.school.dealing.irregular import Incident, incident_of
from houseway.school.dealing.wording import Wording

HOUR_S = 3600


@dataclass(frozen=True)
class DealtTable(DealtByLearner):
    seats: int = 3
    rounds: int = 0  # without end

    def incident(self, state: DealingState) -> Incident | None:
        return incident_of(self.dealt(state), self.seed, state.round)

    def to_json(self, state: DealingState) -> dict[str, Any]:
        now = None if self.is_over(state) else self.irregular(state)
        told = super().to_json(state) | {"slips": [asdict(slip) | {"words": self._told(slip)} for slip in state.slips]}
        return told | {"incident": {"sort": now.sort, "words": now.words} if now else None}

    def _told(self, slip: Slip) -> str:
        did, due = (self._words.deed(DealerDeed.from_key(key), Scene()) for key in (slip.did, slip.due))
        return f"Round {slip.round}: {did}. Due was: {due}."

    @property
    def _words(self) -> Wording:
        return Wording(self.game, self.settings)

    def rounds_an_hour(self, state: DealingState, seconds: float) -> float:
        """The learner's pace so far; the clock is the asker's."""
        return self.rounds_done(state) * HOUR_S / seconds if seconds > 0 else 0.0
