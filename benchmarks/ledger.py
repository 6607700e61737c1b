"""How fast events reach the disk: one command at a time, and grouped by the writer, on SQLite and on PostgreSQL.

    python -m benchmarks.ledger [FOLDER]

Every commit is synced. Two hundred tables play at once, each waiting for its last command before it sends the next, as
tables do; a command has three events of the size of a real one. The same tables one command at a time are the baseline
of the same run, and bare syncs of a file show what the disk (of FOLDER, or of the temporary folder) allows. PostgreSQL
is started here from the installed binaries; two writers are two processes on the same tables of one server.
"""

import multiprocessing
import os
import sys
import tempfile
import threading
import time
from multiprocessing.synchronize import Barrier
from pathlib import Path

from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.store import Batch, Conflict, Happened, Ledger
from houseway.house.ledger.writer import Writer
from tests.house.postgres_server import MISSING, binaries, postgres_server

TABLES = [f"table {number}" for number in range(200)]
COMMANDS = 8000
SINGLE = 400  # commands one at a time: each costs a sync
EVENTS = 3
RUNS = 3
BODY = {
    "round": 1234,
    "seat": 3,
    "hand": 0,
    "act": "double",
    "by": "player-0123456789",
    "postings": {"felt": 1000, "player:0123456789abcdef": -1000},
    "order": list(range(52)),
}


def command(table: str, expected: int, sender: str) -> Batch:
    return Batch(table, expected, time.time_ns() // 1000, f"{sender}-{expected}", (Happened("chose", BODY),) * EVENTS)


def one_at_a_time(ledger: Ledger, sender: str) -> float:
    """Commands a second."""
    heads = {table: ledger.head(table).version for table in TABLES}
    start = time.perf_counter()
    for number in range(SINGLE):
        table = TABLES[number % len(TABLES)]
        [answer] = ledger.append([command(table, heads[table], sender)])
        assert not isinstance(answer, Conflict)
        heads[table] += EVENTS
    return SINGLE / (time.perf_counter() - start)


def grouped(ledger: Ledger, sender: str) -> float:
    """Commands a second that are written; one that met a conflict is sent again on the version it was told."""
    writer = Writer(ledger)
    left = threading.Semaphore(0)

    def send(table: str, version: int, times: int) -> None:
        def answered(future: object) -> None:
            answer = future.result()  # type: ignore[attr-defined]
            if isinstance(answer, Conflict):
                send(table, answer.version, times)
            elif times > 1:
                send(table, answer[-1].version, times - 1)
            else:
                left.release()

        writer.submit(command(table, version, sender)).add_done_callback(answered)

    heads = {table: ledger.head(table).version for table in TABLES}
    start = time.perf_counter()
    for table in TABLES:
        send(table, heads[table], COMMANDS // len(TABLES))
    for _ in TABLES:
        left.acquire()
    took = time.perf_counter() - start
    writer.close()
    return COMMANDS / took


def writing_side(url: str, sender: str, gate: Barrier, speeds: "multiprocessing.Queue[float]") -> None:
    ledger = open_ledger(url)
    gate.wait()
    speeds.put(grouped(ledger, sender))
    ledger.close()


def two_processes(url: str, run: int) -> float:
    """Both on all tables: a table's commands from two sides, so there are conflicts, answered and sent again."""
    spawn = multiprocessing.get_context("spawn")
    gate, speeds = spawn.Barrier(2), spawn.Queue()
    started = [spawn.Process(target=writing_side, args=(url, f"{run}-{name}", gate, speeds)) for name in "ab"]
    for each in started:
        each.start()
    for each in started:
        each.join()
        assert each.exitcode == 0
    return float(sum(speeds.get() for _ in started))


def bare_syncs(folder: str) -> float:
    """Syncs a second of four kilobytes each: no store can commit more often."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        start = time.perf_counter()
        for _ in range(SINGLE):
            file.write(bytes(4096))
            file.flush()
            os.fdatasync(file.fileno())
        return SINGLE / (time.perf_counter() - start)


def verified(ledger: Ledger) -> float:
    """Rows a second, read and their hashes computed anew."""
    start = time.perf_counter()
    rows = sum(verify_stream(ledger, table).version for table in TABLES)
    return rows / (time.perf_counter() - start)


def measure(name: str, url: str) -> None:
    ledger = open_ledger(url)
    single = max(one_at_a_time(ledger, f"s{run}") for run in range(RUNS))
    group = max(grouped(ledger, f"g{run}") for run in range(RUNS))
    speeds = f"{single:13,.0f} {group:10,.0f} {group / single:7.1f}x {group * EVENTS:10,.0f}"
    print(f"{name:12} {speeds} {verified(ledger):16,.0f}")
    ledger.close()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        print(f"{len(TABLES)} tables, {EVENTS} events a command; commands a second, each synced; best of {RUNS}")
        print(f"bare syncs of this disk: {bare_syncs(folder):,.0f} a second\n")
        print(f"{'':12} {'one at a time':>13} {'grouped':>10} {'ratio':>8} {'events/s':>10} {'verified rows/s':>16}")
        measure("SQLite", str(Path(folder) / "ledger.db"))
        if binaries() is None:
            print(MISSING.replace("tested", "measured"))
            return
        with postgres_server() as server:
            url = server.new_ledger()
            measure("PostgreSQL", url)
            both = max(two_processes(url, run) for run in range(RUNS))
            print(f"{'':12} {'two processes':>13} {both:10,.0f} {'':8} {both * EVENTS:10,.0f}")


if __name__ == "__main__":
    main()
