"""Units that are done: added to a simulation, and written to a journal, so that nothing is played twice.

A journal is lines of JSON: the first says which simulation it is of, each other one has a unit with its counts and a
check on them. A line that a crash has cut short is left out, and its unit is played again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any
from zlib import crc32

from houseway.analysis.simulate import add_tally
from houseway.analysis.simulation import Simulation
from houseway.cluster.assignment import Assignment, Unit, UnitCounts
from houseway.cluster.badge import Badge
from houseway.engine.rounds import Tally
from houseway.rules.refused import Refused
from houseway.rules.shapes import words

try:
    import fcntl
except ImportError:  # not on this system: nobody looks whether two runs write to one journal
    fcntl = None  # type: ignore[assignment]

FORMAT = "houseway units 1"


class KeptUnits:
    """What is done of one simulation."""

    def __init__(self, result: Simulation, file: IO[str] | None = None) -> None:
        self.result = result
        self.units: list[Unit] = []
        self._file = file

    def add(self, unit: Unit, found: UnitCounts) -> None:
        """A unit that was just played: on disk first."""
        if self._file:
            self._file.write(line_of(unit, found))
            self._file.flush()
            os.fsync(self._file.fileno())
        self.take_over(unit, found)

    def take_over(self, unit: Unit, found: UnitCounts) -> None:
        """Add it to the simulation."""
        keys, counts = words(len(found.keys)), words(len(found.counts))
        keys[:], counts[:] = found.keys, found.counts
        action = words(len(found.action))
        action[:] = found.action
        add_tally(self.result, Tally(keys, counts, action, words(1)))
        self.result.rounds += unit.rounds
        self.units.append(unit)


@contextmanager
def journal(
    path: Path | None, result: Simulation, assignment: Assignment, badge: Badge, *, resume: bool
) -> Iterator[KeptUnits]:
    """What is kept of a simulation; with a path, in that file, going on from what is written there."""
    if path is None:
        yield KeptUnits(result)
        return
    if path.exists() and not resume:
        raise Refused(f"there is a journal {path} already: --resume goes on with it")
    if resume and not path.exists():
        raise Refused(f"there is no journal {path} to go on with")
    try:
        file = path.open("r+" if resume else "x", encoding="ascii")
    except OSError as error:
        raise Refused(f"the journal {path} cannot be written: {error.strerror}") from error
    with file:
        _alone(file, path)
        kept = KeptUnits(result, file)
        simulation = {"game": assignment.game, "words": assignment.words}
        head = {"format": FORMAT, "badge": asdict(badge), "simulation": simulation}
        if resume:
            read(file, path, head, kept)
        else:
            file.write(json.dumps(head) + "\n")
            file.flush()
        yield kept


def read(file: IO[str], path: Path, head: dict[str, Any], kept: KeptUnits) -> None:
    """Take over what is written, and cut off what a crash has left."""
    try:
        written = json.loads(file.readline())
    except ValueError:
        written = None
    if not isinstance(written, dict) or written.get("format") != FORMAT:
        raise Refused(f"{path} is no journal of units")
    if written["simulation"] != head["simulation"]:
        which = other(written["simulation"], head["simulation"])
        raise Refused(f"the journal {path} is of another simulation: {which}")
    if written != head:
        raise Refused(f"the journal {path} was written by another houseway, whose counts may differ")
    whole = file.tell()
    while line := file.readline():
        unit = unit_in(line)
        if unit is None:
            break
        kept.take_over(*unit)
        whole = file.tell()
    file.seek(whole)
    file.truncate()


def line_of(unit: Unit, found: UnitCounts) -> str:
    said = json.dumps([*unit, found.keys, found.counts, found.action])
    return f"{crc32(said.encode()):08x} {said}\n"


def unit_in(line: str) -> tuple[Unit, UnitCounts] | None:
    """The unit that a line tells; None where it is not whole."""
    check, _, said = line.rstrip("\n").partition(" ")
    if not line.endswith("\n") or check != f"{crc32(said.encode()):08x}":
        return None
    first, rounds, keys, counts, action = json.loads(said)
    return Unit(first, rounds), UnitCounts(keys, counts, action, 0.0)


def other(written: dict[str, str], ours: dict[str, str]) -> str:
    """In what two simulations differ, in words."""
    if written["game"] != ours["game"]:
        return f"of {written['game']}, not of {ours['game']}"
    theirs, own = json.loads(written["words"]), json.loads(ours["words"])
    return f"other {', '.join(name for name in own if own[name] != theirs.get(name))}"


def _alone(file: IO[str], path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Refused(f"another run writes to the journal {path}") from None
