"""A simulation on a cluster: its door, its journal and the rounds that are still to be played."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from houseway.analysis.simulate import Progress
from houseway.analysis.simulation import Simulation
from houseway.analysis.until import PlayOn
from houseway.cluster.assignment import Assignment, Unit, UnitCounts, assignment_of, play_unit
from houseway.cluster.badge import Badge, badge_for
from houseway.cluster.door import Open, cluster_at
from houseway.cluster.kept_units import KeptUnits, journal
from houseway.cluster.library import load
from houseway.cluster.pile import Pile
from houseway.cluster.spread import Tell, spread


@contextmanager
def on_cluster(
    where: str,
    token_file: Path | None,
    result: Simulation,
    path: Path | None,
    *,
    resume: bool,
    progress: Progress,
    tell: Tell,
) -> Iterator[PlayOn]:
    """Yields what plays a simulation on a cluster on; what is done is kept in a journal, if one is named."""
    load()
    assignment, badge = assignment_of(result), badge_for(result.game.slug)
    with journal(path, result, assignment, badge, resume=resume) as kept, cluster_at(where, token_file) as opened:
        yield lambda rounds: play_on(opened, assignment, badge, kept, rounds, progress, tell)


class RoundsErrand(Pile):
    """The errand of a simulation: the rounds that are missing, handed out by number."""

    def __init__(self, assignment: Assignment, kept: KeptUnits, rounds: int, progress: Progress) -> None:
        super().__init__(rounds, kept.units)
        self.game, self.assignment, self.kept, self.progress = assignment.game, assignment, kept, progress
        progress(kept.result.rounds)

    @property
    def done(self) -> bool:
        return bool(self.kept.units)

    def call(self, unit: Unit) -> tuple[Any, ...]:
        return play_unit, self.assignment, unit

    def take_in(self, unit: Unit, found: UnitCounts) -> None:
        self.kept.add(unit, found)
        self.learn(unit, found.seconds)
        self.progress(self.kept.result.rounds)


def play_on(
    opened: Open, assignment: Assignment, badge: Badge, kept: KeptUnits, rounds: int, progress: Progress, tell: Tell
) -> None:
    """Play what is missing of so many rounds. Ctrl-C ends it early; what is done is kept."""
    kept.result.interrupted = not spread(opened, RoundsErrand(assignment, kept, rounds, progress), badge, tell)
