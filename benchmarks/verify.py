"""How long it takes to verify a ledger: chain, cards, pays and money of every round, and how that grows.

    python -m benchmarks.verify [ROUNDS]

One table of Super Fun 21 with two players, on SQLite, verified as `houseway audit verify` does it. Time is the
processor's, so that what else runs here counts little; the wall's is beside it. A million rounds are reasoned from the
slope between the last two sizes, and say so.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.floods import past
from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import open_ledger

ROUNDS = 25_000
MILLION = 1_000_000


def verified(rounds: int) -> tuple[float, float, int]:
    """Seconds of the processor, seconds on the wall, events."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(str(past(Path(folder), rounds)))
        cpu, wall = time.process_time(), time.perf_counter()
        verdicts = verify_ledger(ledger)
        spent = time.process_time() - cpu, time.perf_counter() - wall
        ledger.close()
    wrong = [each.sentence for each in verdicts if each.fault]
    assert not wrong, wrong
    assert max(each.rounds for each in verdicts) == rounds
    return *spent, sum(each.events for each in verdicts)


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'rounds':>10} {'events':>10} {'CPU s':>8} {'wall s':>8} {'us a round':>11} {'peak MB':>8}")
    found = []
    for rounds in (most // 25, most // 5, most):
        cpu, wall, events = verified(rounds)
        peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append((rounds, cpu))
        each_us = cpu / rounds * 1e6
        print(f"{rounds:10,} {events:10,} {cpu:8.2f} {wall:8.2f} {each_us:11.0f} {peak_mb:8.0f}", flush=True)
    (fewer, before), (more, after) = found[-2:]
    slope = (after - before) / (more - fewer)
    print(f"{MILLION:10,} reasoned from the last two: {after + slope * (MILLION - more):,.0f} s of one core")


if __name__ == "__main__":
    main()
