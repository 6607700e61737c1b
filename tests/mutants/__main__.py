"""`python -m tests.mutants [ROOM ...] --seed 1 --count 20`: the sample, one fault after another, and the table.

What is known is kept in build/mutants: a run that was stopped goes on where it was. Those that survived are tried again
with --again; one that changes nothing anybody could see is explained in explained.toml.
"""

import argparse
import json
import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.mutants import trial
from tests.mutants.choice import BUDGET_S, read_seen
from tests.mutants.fault import Fault, read
from tests.mutants.likely import likely
from tests.mutants.measure import KEPT, measure, test_files
from tests.mutants.near import importing, nearest
from tests.mutants.rooms import CONCERN, ROOMS, held_by
from tests.mutants.sample import sample
from tests.mutants.working_copy import ROOT, copy_at, forget_what_a_fault_left

RESULTS = KEPT.parent / "results.jsonl"
UNCLEAR = "unclear"
NO_TEST = "no test calls it"
AT_A_TIME = 3  # test files that are measured before a fault meets their tests
EXPLAINED = Path(__file__).parent / "explained.toml"


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    asked.add_argument("rooms", nargs="*", choices=[[], *ROOMS], metavar="ROOM", help=", ".join(ROOMS))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=20, help="faults a room")
    asked.add_argument("--again", action="store_true", help="try survivors again, and whatever was out of time")
    asked.add_argument("--seconds", type=float, default=BUDGET_S, help="of test time that a fault meets at most")
    asked.add_argument("--tests", nargs="*", help="only test files whose paths begin so")
    asked.add_argument("--also", nargs="*", default=[], metavar="TEST", help="tests that every fault meets first")
    asked.add_argument("--files", type=int, default=12, help="that are measured for a fault at most, the nearest first")
    asked.add_argument("--copy", default="copy", help="its name: two runs at once need two")
    asked.add_argument("--table", action="store_true", help="run nothing, print what is known")
    given = asked.parse_args()
    rooms = given.rooms or list(ROOMS)
    drawn = {room: sample(room, ROOT, given.seed, given.count) for room in rooms}
    if not given.table:
        trial.load()
        for room in rooms:
            try_room(room, drawn[room], given)
    print_table(drawn)


def try_room(room: str, faults: list[Fault], given: argparse.Namespace) -> None:
    known = results()
    left = [fault for fault in faults if _is_left(known.get(fault.id), given.again)]
    if not left:
        return
    place = copy_at(given.copy)
    begins = CONCERN[room] if given.tests is None else tuple(given.tests)
    concerned = [name for name in test_files(place) if name.startswith(begins)]
    sound: set[str] = set()
    for fault in left:
        print(f"{room}: {fault.told()}", flush=True)
        ended, by = meet(place, fault, concerned, given, sound)
        print(f"    {ended} {by}", flush=True)
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        with RESULTS.open("a") as file:
            file.write(json.dumps({"id": fault.id, "ended": ended, "by": by, "told": fault.told()}) + "\n")


def meet(
    place: Path, fault: Fault, concerned: list[str], given: argparse.Namespace, sound: set[str]
) -> tuple[str, str]:
    """One choice of tests after another, until a test fails."""
    met: set[str] = set()
    ended, by = "survived", NO_TEST
    for chosen in choices(place, fault, concerned, given):
        tests = [test for test in chosen if not {test.partition("[")[0], test.partition("::")[0]} & met]
        met |= {test for test in tests if "[" not in test}
        while tests:
            ended, by = try_fault(place, fault, tests, sound)
            if ended not in ("survived", UNCLEAR):
                return ended, by
            tests = [test for test in tests if not by.startswith(test)] if ended == UNCLEAR and "::" in by else []
    return ended, by


def choices(place: Path, fault: Fault, concerned: list[str], given: argparse.Namespace) -> Iterator[list[str]]:
    """Likely tests of the room, those that hold whole pages of its part, files that import its own, likely ones
    anywhere, those of files that were measured before; then near files are measured, a few at a time. A script meets
    whole pages first: they need no server, as its other tests do."""
    held = [[test] for test in held_by(fault.path) if (place / test.partition("::")[0]).exists()]
    first = [[*given.also, *likely(fault, place, concerned)]]
    yield from (*held, *first) if fault.path.endswith(".js") else (*first, *held)
    if given.tests is None:
        yield from ([name] for name in importing(fault, place, test_files(place)))
        yield likely(fault, place, test_files(place))
    yield read_seen(KEPT.glob("*.json")).chosen(fault, given.seconds)
    near = nearest(fault, place, concerned)[: given.files]
    for at in range(0, len(near), AT_A_TIME):
        if measure(place, near[at : at + AT_A_TIME]):
            yield read_seen(KEPT.glob("*.json")).chosen(fault, given.seconds)


def _is_left(known: dict[str, str] | None, again: bool) -> bool:
    return known is None or (again and known["ended"] != "killed")


def try_fault(place: Path, fault: Fault, tests: list[str], sound: set[str]) -> tuple[str, str]:
    """Put the fault into the copy, run its tests, take it out; whatever failed must pass without it: `sound` are those
    of which that is known. A browser's test must fail with it twice: on a busy machine one may fail for nothing."""
    ended, by = _run_with(place, fault, tests)
    if ended != "survived" and by not in sound:
        if trial.run(place, [by] if "::" in by else tests)[0] != "survived":
            return UNCLEAR, f"{by} fails without it too" if by else "they do not end in time without it either"
        sound |= {by} & set(tests)
    if "/browser/" in by and _run_with(place, fault, [by])[0] == "survived":
        return UNCLEAR, f"{by} fails now and then"
    return ended, by


def _run_with(place: Path, fault: Fault, tests: list[str]) -> tuple[str, str]:
    text = read(place, fault.path)
    before = (place / fault.path).stat()
    (place / fault.path).write_text(fault.put(text), encoding="utf-8")
    try:
        return trial.run(place, tests)
    finally:
        (place / fault.path).write_text(text, encoding="utf-8")
        os.utime(place / fault.path, ns=(before.st_atime_ns, before.st_mtime_ns))  # or machine code is made anew
        forget_what_a_fault_left(place)


def results() -> dict[str, dict[str, str]]:
    if not RESULTS.exists():
        return {}
    return {line["id"]: line for line in map(json.loads, RESULTS.read_text().splitlines())}


def print_table(drawn: dict[str, list[Fault]]) -> None:
    known = results()
    explained = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    print(f"\n{'room':20}{'faults':>7}{'killed':>7}{'late':>6}{'same':>6}{'left':>6}{'rate':>7}")
    survivors: list[str] = []
    for room, faults in drawn.items():
        ends: Counter[str] = Counter()
        for fault in faults:
            ended = known.get(fault.id, {}).get("ended", "not tried")
            if ended != "killed" and fault.id in explained:
                ended = "same"
            ends[ended] += 1
            if ended in ("survived", UNCLEAR):
                survivors.append(f"{fault.id} {fault.told()}: {known[fault.id]['by'] or ended}")
        killed, late, same, left = (ends[name] for name in ("killed", "out of time", "same", "survived"))
        tried = killed + late + left
        rate = f"{(killed + late) / tried:6.0%}" if tried else "     -"
        print(f"{room:20}{tried + same:7}{killed:7}{late:6}{same:6}{left:6}{rate:>7}")
    print("\nlate: the tests did not end in time. same: explained in explained.toml. Survivors:")
    print("\n".join(survivors) or "none")


if __name__ == "__main__":
    main()
