"""How long the books of a month take: a million rounds at six tables, three shifts, voids and changes of limits.

    python -m benchmarks.books [ROUNDS] [FOLDER]

Each table has a few histories that the house itself wrote (people come, bet, choose at random, wait, vanish; rounds are
void; the table is configured anew), each from an opened table until everyone has left. The month is made of these, one
behind the other, with new numbers of rounds and shuffles, new people, other limits and later times. A small month made
in the same way is verified by the auditor first. Then the month is reported: by a process that has never seen it, by
one for each core, once more with the tallies that those kept, and beside these stands what it takes to read the same
rows and do nothing with them. At last SQLite counts every table again. With a FOLDER the ledger is kept there and used
again.
"""

import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import apsw

from houseway.house import events
from houseway.house.audit.stream import rows_of
from houseway.house.audit.verify import verify_ledger
from houseway.house.books.books import Books
from houseway.house.books.calendar import Calendar, days, month
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.ledger import open_inside, open_ledger
from houseway.house.ledger.chain import row_hash
from houseway.house.ledger.store import NO_HASH, Stored, canonical
from houseway.house.shuffler import commitment_of
from tests.house.lively import Lively
from tests.house.table_kit import SUPERVISOR, House, table_of

ROUNDS = 1_000_000
TABLES = ("dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky")
HISTORIES = 6  # of each table
LENGTH = 40  # rounds of a history
PEOPLE = {"anna": "a", "ben": "b", "cleo": "c"}
BEGINS = int(datetime(2026, 10, 1, tzinfo=UTC).timestamp()) * 1_000_000
MONTH_US = 31 * 86_400 * 1_000_000
BATCH = 1000
NUMBERS = re.compile(r'"(round|cycle)":(\d+)')


@dataclass
class History:
    """Rows that begin with the showing of the cards before, and end when everyone has left."""

    first: list[Stored]  # the opened table, and its first shuffle
    rows: list[Stored]
    rounds: int
    cycles: int
    takes_us: int


def history(name: str, seed: int) -> History:
    rng = random.Random(f"{name} {seed}")
    config = table_of(name)
    house = House(config, chance=rng.randrange)
    body = config.to_body()
    wagers = {
        wager: {**own, "most_cents": own["most_cents"] - 100 * (seed % 2)} for wager, own in body["wagers"].items()
    }
    house.do(
        SUPERVISOR, "configure", config={**body, "wagers": wagers, "keep_seat_s": 100 + seed}, reason="other limits"
    )
    lively = Lively(house, rng)
    for _ in range(LENGTH):
        lively.round()
    while not house.table.cycles % 2:  # two decks take turns, and the next history begins with the first
        lively.round()
    lively.go_home()
    rows = house.ledger.read(name)
    cut = next(at for at, row in enumerate(rows) if row.kind == events.REVEALED)
    cycles = sum(row.kind == events.SHUFFLED for row in rows[cut:])
    return History(rows[:cut], rows[cut:], house.table.rounds, cycles, rows[-1].at - rows[cut].at)


class Stream:
    """A table's month, written row by row."""

    def __init__(self, name: str, rng: random.Random) -> None:
        self.name = name
        self.rng = rng
        self.histories = [history(name, seed) for seed in range(HISTORIES)]
        self.rounds = self.cycles = self.version = 0
        self.before = NO_HASH

    def rows(self, rounds: int) -> Iterator[tuple[Any, ...]]:
        takes = sum(each.takes_us for each in self.histories) / sum(each.rounds for each in self.histories)
        spare = max(MONTH_US / rounds - takes, 0) * LENGTH * 2
        at = BEGINS
        for row in self.histories[0].first:
            yield self._row(at, row.kind, row.text, row.command)
        self.cycles = 1
        number = 0
        while self.rounds < rounds:
            told = self.rng.choice(self.histories)
            at += int(self.rng.random() * spare)
            yield from self._told(told, number, at)
            self.rounds += told.rounds
            self.cycles += told.cycles
            at += told.takes_us
            number += 1

    def _told(self, told: History, number: int, at: int) -> Iterator[tuple[Any, ...]]:
        shift = at - told.rows[0].at
        people = {own: f"{letter}{self.rng.randrange(40):03d}" for own, letter in PEOPLE.items()}
        more = {"round": self.rounds, "cycle": self.cycles - 1}

        def renumbered(found: re.Match[str]) -> str:
            return f'"{found[1]}":{int(found[2]) + more[found[1]]}'

        for row in told.rows:
            text = row.text
            if row.kind == events.SHUFFLED:
                body = json.loads(text)
                body["cycle"] += more["cycle"]
                order, key = bytes.fromhex(body["order"]), bytes.fromhex(body["key"])
                text = canonical({**body, "commitment": commitment_of(self.name, body["cycle"], order, key)})
            else:
                text = NUMBERS.sub(renumbered, text)
                for own, other in people.items():
                    text = text.replace(f'"{own}"', f'"{other}"').replace(f':{own}"', f':{other}"')
            command = f"{people.get(row.command.partition(':')[0], row.command.partition(':')[0])}"
            command += f":{row.command.partition(':')[2]}{number}" if row.command else ""
            yield self._row(row.at + shift, row.kind, text, command)

    def _row(self, at: int, kind: str, text: str, command: str) -> tuple[Any, ...]:
        self.version += 1
        made = row_hash(self.name, self.version, at, kind, text, command, self.before)
        row = (self.name, self.version, at, kind, text, command, self.before, made)
        self.before = made
        return row


def write_month(path: Path, rounds: int) -> int:
    """Straight into the file: nobody needs this month after a power cut. How many rows there are."""
    ledger: Any = open_inside(str(path))
    run, many = ledger._writer.execute, ledger._writer.executemany
    run("PRAGMA synchronous = off")
    streams = {name: Stream(name, random.Random(name)) for name in TABLES}
    going = {name: stream.rows(rounds // len(TABLES)) for name, stream in streams.items()}
    while going:
        for name in list(going):  # tables write beside each other, as in a house
            batch = list(islice(going[name], BATCH))
            run("BEGIN")
            many("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", batch)
            run("COMMIT")
            if len(batch) < BATCH:
                del going[name]
    heads = [(name, stream.version, stream.before) for name, stream in streams.items()]
    many("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", heads)
    ledger.close()
    return sum(stream.version for stream in streams.values())


def verify_small(folder: Path) -> None:
    """What is made here is what the house accepts."""
    path = folder / "small.sqlite"
    write_month(path, len(TABLES) * LENGTH * 3)
    ledger = open_ledger(str(path), read_only=True)
    verdicts = verify_ledger(ledger)
    ledger.close()
    wrong = [each.sentence for each in verdicts if each.fault]
    assert not wrong, wrong
    print(f"verified: {sum(each.rounds for each in verdicts):,} rounds made in the same way")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as made:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(made)
        verify_small(Path(made))
        path = folder / f"month-{rounds}.sqlite"
        if not path.exists():
            began = time.perf_counter()
            part = path.with_suffix(".part")
            part.unlink(missing_ok=True)
            count = write_month(part, rounds)
            part.rename(path)  # whole: what was stopped in its middle is not used again
            size = path.stat().st_size / 2**20
            print(f"written: {count:,} rows, {size:,.0f} MB in {time.perf_counter() - began:.0f} s", flush=True)
        measure(path)
        recount(path)


# Sums of what the ledger itself says, by nothing of the books: SQLite reads the bodies. Of a void round the handle is
# what was settled of it; of any other what left the felt.
RECOUNTED = (
    "rounds", "voids", "rulings", "corrections", "win_cents", "drop_cents", "out_cents", "tokes_cents",
    "corrected_cents", "handle_cents",
)  # fmt: skip
RECOUNT = """
WITH void AS (SELECT table_name, body ->> '$.round' AS round, body ->> '$.whole' AS whole
              FROM events WHERE kind = 'voided')
SELECT table_name, sum(kind = 'settled'), sum(kind = 'voided'), sum(kind = 'ruled'), sum(kind = 'corrected'),
    sum(coalesce(body ->> '$.postings.house', 0) + coalesce(body ->> '$.postings.breakage', 0)),
    sum(CASE WHEN kind = 'bought_in' THEN -(body ->> '$.postings.cage') ELSE 0 END),
    sum(CASE WHEN kind <> 'bought_in' THEN coalesce(body ->> '$.postings.cage', 0) ELSE 0 END),
    sum(coalesce(body ->> '$.postings.tokes', 0)),
    sum(CASE WHEN kind = 'corrected' THEN -(body ->> '$.cents') ELSE 0 END),
    sum(CASE
        WHEN kind NOT IN ('settled', 'paid') THEN 0
        WHEN (table_name, body ->> '$.round') NOT IN (SELECT table_name, round FROM void)
        THEN -coalesce(body ->> '$.postings.felt', 0)
        WHEN (table_name, body ->> '$.round') IN (SELECT table_name, round FROM void WHERE NOT whole)
        THEN (SELECT coalesce(sum(each.value ->> '$.stake'), 0) FROM json_each(body, '$.settled') AS each)
        ELSE 0 END)
FROM events WHERE kind IN ('settled', 'paid', 'voided', 'ruled', 'corrected', 'bought_in', 'left') GROUP BY table_name
"""


def recount(path: Path) -> None:
    """Every table's sums by another route: to the cent."""
    counted = {name: sums for name, *sums in apsw.Connection(str(path)).execute(RECOUNT)}
    ledger = open_ledger(str(path), read_only=True)
    books = Books(ledger, kept=KeptTallies(path.parent / "kept"))
    told: dict[str, list[int]] = {}
    for row in books.report(Calendar.of(), days("2026-09-01", "2026-11-30"), ("table",)).rows:
        sums = told.setdefault(row.table, [0] * len(RECOUNTED))
        told[row.table] = [sum(pair) for pair in zip(sums, (getattr(row, name) for name in RECOUNTED), strict=True)]
    ledger.close()
    assert told == counted, (told, counted)
    print(f"recounted by SQLite: {len(counted)} tables agree to the cent in {', '.join(RECOUNTED)}", flush=True)


def processor_s() -> float:
    """Of this process and of those that it began and that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def measure(path: Path) -> None:
    calendar = Calendar.of("America/Los_Angeles", ["06:00", "14:00", "22:00"])
    period = month("2026-10")
    kept = KeptTallies(path.parent / "kept")
    shutil.rmtree(path.parent / "kept", ignore_errors=True)
    spent: dict[str, float] = {}
    for told, by in (("first, one process", None), ("first, a process a core", kept), ("again", kept)):
        ledger = open_ledger(str(path), read_only=True)
        cpu, wall = processor_s(), time.perf_counter()
        report = Books(ledger, kept=by, apart=True).report(calendar, period, ("table", "shift", "week"))
        spent[told], took = processor_s() - cpu, time.perf_counter() - wall
        assert not report.faults, report.faults
        (room,) = report.totals
        print(
            f"{told}: {room.rounds:,} rounds, {room.voids:,} void, in {took:.2f} s ({spent[told]:.2f} s CPU)",
            flush=True,
        )
        ledger.close()
    ledger = open_ledger(str(path), read_only=True)
    cpu, wall = time.process_time(), time.perf_counter()
    count = sum(1 for name in ledger.tables() for _ in rows_of(ledger, name))
    alone = time.process_time() - cpu, time.perf_counter() - wall
    print(f"reading alone: {count:,} rows in {alone[1]:.2f} s ({alone[0]:.2f} s CPU)")
    for told, each in spent.items():
        print(f"{told}: {each / alone[0]:.2f} times the CPU of reading alone")
    ledger.close()


if __name__ == "__main__":
    main()
