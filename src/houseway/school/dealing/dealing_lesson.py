"""A lesson: one seeded round, dealt deed by deed, each told beforehand with the paragraph it stands on."""

from dataclasses import dataclass
from typing import Any

from houseway.school.dealing.by_learner import DealingState, DealtByLearner


@dataclass(frozen=True)
class DealingLesson(DealtByLearner):
    rounds: int = 1

    def to_json(self, state: DealingState) -> dict[str, Any]:
        """What a page shows: the felt, what is due and why, and what can be done."""
        due = None if self.is_over(state) else self._due(state)
        return super().to_json(state) | {"due": due}

    def _due(self, state: DealingState) -> dict[str, Any]:
        because, cites = self.reasons(state, state.step)
        words = self.round(state).deed_words(self.due(state), state.step)
        return {"words": f"{words}.", "because": because, "cites": list(cites)}
