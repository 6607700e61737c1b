"""An exact count on a cluster, of whatever game declares its count in units."""

from pathlib import Path

from houseway.analysis.exact.holdem.crew import Paused
from houseway.analysis.solver import CountInUnits
from houseway.cluster.badge import badge_for
from houseway.cluster.door import cluster_at
from houseway.cluster.library import load
from houseway.cluster.spread import Tell, spread


def count_on(where: str, token_file: Path | None, units: CountInUnits, tell: Tell) -> None:
    """Count the units that are missing; when somebody stops it, what is done is saved and said."""
    load()
    with cluster_at(where, token_file) as opened:
        if not spread(opened, units, badge_for(units.game), tell):
            units.save()
            raise Paused(f"stopped after {units.so_far}, and the same command goes on from there")
