"""Which tests are run for a fault: those that call the function it is in, the quickest first, each test function once
before any comes again with other parameters."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.fault import Fault
from tests.mutants.rooms import PACKAGE

BUDGET_S = 60.0  # of what the tests took when they were measured
TESTS_MAX = 120
WIDE = ("tests/approved/", "_by_hand.py")
COMPILES = "src/houseway/engine/compiled.py::compiled"
COMPILED_ROOMS = tuple(f"{PACKAGE.as_posix()}/{room}/" for room in ("rules", "games", "engine", "analysis"))
COMPILING_S = 20.0  # what a test costs more when machine code must be made anew for a fault


@dataclass
class Seen:
    """Who calls what, as it was measured."""

    seconds: dict[str, float] = field(default_factory=dict)
    callers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def callers_of(self, fault: Fault) -> set[str]:
        """The tests that call the function of a fault; where it is in none, or nobody calls it, those that call
        anything of its file, and those that hold whole tables and pages of its room."""
        if fault.path.endswith(".js"):
            return self._callers_in_script(fault)
        if fault.function and (found := self.callers.get(f"{fault.path}::{fault.function}")):
            return found
        of_file = [name for name in self.callers if name.startswith(f"{fault.path}::")]
        own = [name for name in of_file if name.startswith(f"{fault.path}::{fault.function}")] or of_file
        room = "/".join(fault.path.split("/")[:3])
        near = [name for name in self.callers if name.startswith(f"{room}/")]
        wide = {test for name in near for test in self.callers[name] if any(each in test for each in WIDE)}
        return wide.union(*(self.callers[name] for name in own))

    def _callers_in_script(self, fault: Fault) -> set[str]:
        """Those of the innermost function around the place; a script's own text counts as one."""
        around: list[tuple[int, str]] = []
        for name in self.callers:
            path, _, where = name.partition("::")
            if path == fault.path:
                start, end = map(int, where.split("-"))
                if start <= fault.start < end:
                    around.append((end - start, name))
        return self.callers[min(around)[1]] if around else set()

    def chosen(self, fault: Fault, budget_s: float = BUDGET_S) -> list[str]:
        """In the order in which they are run."""
        costs = {test: self._cost(test, fault) for test in self.callers_of(fault)}
        turns: dict[str, int] = defaultdict(int)
        ranked = []
        for test in sorted(costs, key=lambda test: (costs[test], test)):
            function = test.partition("[")[0]
            ranked.append((turns[function], costs[test], test))
            turns[function] += 1
        chosen: list[str] = []
        spent = 0.0
        for _, cost, test in sorted(ranked)[:TESTS_MAX]:
            if chosen and spent + cost > budget_s:
                continue
            chosen.append(test)
            spent += cost
        return chosen

    def _cost(self, test: str, fault: Fault) -> float:
        compiles = fault.path.startswith(COMPILED_ROOMS) and test in self.callers.get(COMPILES, ())
        return self.seconds[test] + (COMPILING_S if compiles else 0.0)


def read_seen(paths: Iterable[Path]) -> Seen:
    seen = Seen()
    for path in paths:
        measured = json.loads(path.read_text())
        for name in measured["functions"]:
            seen.callers[name] |= set()  # known, though nobody may call it
        for test, (seconds, calls) in measured["tests"].items():
            seen.seconds[test] = seconds
            for call in calls:
                seen.callers[measured["functions"][call]].add(test)
    return seen
