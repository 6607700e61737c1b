"""A seeded sample of a room's faults: as many of each kind as of the others, no two on one line."""

import random
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.mutants import python_faults, script_faults
from tests.mutants.fault import Fault, read
from tests.mutants.rooms import files_of


@cache
def faults_of(room: str, root: Path) -> dict[str, list[Fault]]:
    """All faults of a room, by their kind."""
    kinds: dict[str, list[Fault]] = defaultdict(list)
    for path in files_of(room, root):
        find = script_faults.faults if path.endswith(".js") else python_faults.faults
        for fault in find(path, read(root, path)):
            kinds[fault.kind].append(fault)
    return kinds


def sample(room: str, root: Path, seed: int, count: int) -> list[Fault]:
    kinds = {kind: list(faults) for kind, faults in faults_of(room, root).items()}
    chance = random.Random(f"{seed} {room}")
    for kind in sorted(kinds):
        chance.shuffle(kinds[kind])
    drawn: list[Fault] = []
    lines: set[tuple[str, int]] = set()
    while len(drawn) < count and any(kinds.values()):
        for kind in sorted(kinds):
            while kinds[kind]:
                fault = kinds[kind].pop()
                if (fault.path, fault.line) not in lines:
                    lines.add((fault.path, fault.line))
                    drawn.append(fault)
                    break
    return drawn[:count]
