"""A table that the learner deals: bots, round after round, nothing told beforehand, and things that go wrong."""

from dataclasses import asdict, dataclass
from typing import Any

from houseway.school.dealing.by_learner import DealingState, DealtByLearner
from houseway.school.dealing.irregular import Incident, incident_of

HOUR_S = 3600


@dataclass(frozen=True)
class DealtTable(DealtByLearner):
    seats: int = 3
    rounds: int = 0  # without end

    def incident(self, state: DealingState) -> Incident | None:
        return incident_of(self.round(state), self.seed, state.round)

    def to_json(self, state: DealingState) -> dict[str, Any]:
        now = None if self.is_over(state) else self.irregular(state)
        told = super().to_json(state) | {"slips": [asdict(slip) for slip in state.slips]}
        return told | {"incident": {"sort": now.sort, "words": now.words} if now else None}

    def rounds_an_hour(self, state: DealingState, seconds: float) -> float:
        """The learner's pace so far; the clock is the asker's."""
        return self.rounds_done(state) * HOUR_S / seconds if seconds > 0 else 0.0
