"""Disk full, failed writes and syncs, torn writes, power cuts: nothing acknowledged is lost, and the house is told.

Each history is made from a seed: several lives of a ledger on one faulty disk. What was answered must be there in every
later life; what failed may be there whole or not at all.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from houseway.house.ledger import open_ledger, sqlite
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Batch, Conflict, LedgerFailed, Stored
from houseway.house.ledger.writer import Writer
from tests.house.batches import batch, stored
from tests.house.faulty_disk import Fault, FaultyDisk

HISTORIES = 300
TABLES = ("a", "b")
FAULTS = [fault for fault in Fault if fault is not Fault.HALT]


@pytest.fixture(autouse=True)
def _checkpoints_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that short histories have some."""
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 6)


@dataclass
class History:
    disk: FaultyDisk
    rng: random.Random
    rows: dict[str, list[Stored]] = field(default_factory=lambda: {table: [] for table in TABLES})
    doubtful: list[Batch] = field(default_factory=list)  # one transaction that failed
    commands: int = 0
    recovered: int = 0

    def live(self) -> None:
        """One life: open, look whether all is there, write until something breaks or enough is written, end somehow."""
        ledger = None
        fails = self.rng.random() < 0.8
        for _ in range(self.rng.randint(1, 2) if fails else 0):
            self.disk.schedule[self.disk.steps + self.rng.randint(1, 150)] = self.rng.choice([*FAULTS, Fault.HALT])
        try:
            ledger = SqliteLedger(self.disk.path, vfs=self.disk.name)
            self.verify(ledger)
            for _ in range(self.rng.randint(1, 12)):
                self.append(ledger)
        except LedgerFailed:
            assert self.disk.happened, "it failed without a fault"
            self.recover(ledger)
        self.end(ledger)

    def recover(self, ledger: SqliteLedger | None) -> None:
        """The server lives on, now and then, and goes on when the disk lets it."""
        if ledger is None or self.disk.halted or self.rng.random() < 0.5:
            return
        try:
            ledger.recover()
            self.verify(ledger)
            for _ in range(self.rng.randint(1, 4)):
                self.append(ledger)
            self.recovered += 1
        except LedgerFailed:
            return

    def append(self, ledger: SqliteLedger) -> None:
        group = self.group()
        try:
            given = ledger.append(group)
        except LedgerFailed:
            self.doubtful = group
            with pytest.raises(LedgerFailed):  # and takes nothing more
                ledger.append(group)
            raise
        for answer in given:
            rows = stored(answer)
            self.rows[rows[0].table] += rows

    def group(self) -> list[Batch]:
        made: list[Batch] = []
        versions = {table: len(self.rows[table]) for table in TABLES}
        for _ in range(self.rng.randint(1, 3)):
            table, events = self.rng.choice(TABLES), self.rng.choice([1, 2, 20])
            self.commands += 1
            made.append(batch(table, versions[table], str(self.commands), events))
            versions[table] += events
        return made

    def end(self, ledger: SqliteLedger | None) -> None:
        """The house closes in order, its server dies, or the power is cut."""
        how = self.rng.choice(["closed", "killed", "power cut"])
        if self.disk.halted or how != "closed":
            self.disk.halt()
        if ledger:
            ledger.close()
        self.disk.restart(power_cut=how == "power cut")

    def verify(self, ledger: SqliteLedger) -> None:
        """All that was answered, and of what was not all or nothing; from here on it counts as answered."""
        found = {table: ledger.read(table) for table in TABLES}
        for table in TABLES:
            assert found[table][: len(self.rows[table])] == self.rows[table], "an acknowledged event is lost"
            verify_stream(ledger, table)
        more = {row.command for table in TABLES for row in found[table][len(self.rows[table]) :]}
        assert more in (set(), {made.command for made in self.doubtful}), "a transaction was torn apart"
        events = sum(len(made.events) for made in self.doubtful) if more else 0
        assert sum(len(found[table]) - len(self.rows[table]) for table in TABLES) == events
        self.rows, self.doubtful = found, []


def test_no_fault_of_the_disk_loses_what_was_acknowledged(quick_folder: Path) -> None:
    happened: list[Fault] = []
    written = recovered = 0
    for seed in range(HISTORIES):
        rng = random.Random(seed)
        folder = quick_folder / str(seed)
        folder.mkdir()
        history = History(FaultyDisk(folder, rng), rng)
        try:
            for _ in range(4):
                history.live()
            with_care = SqliteLedger(history.disk.path, vfs=history.disk.name)
            history.verify(with_care)
            with_care.close()
        except BaseException:
            print(f"history {seed} fails")
            raise
        happened += history.disk.happened
        written += sum(len(rows) for rows in history.rows.values())
        recovered += history.recovered
    for fault in Fault:
        assert happened.count(fault) > HISTORIES // 20, f"hardly ever: {fault.value}"
    assert written > 20 * HISTORIES
    assert recovered > HISTORIES // 5


def test_a_full_disk_is_told_to_all_who_wait_and_keeps_what_was_answered(tmp_path: Path) -> None:
    disk = FaultyDisk(tmp_path, random.Random(1))
    ledger = SqliteLedger(disk.path, vfs=disk.name)
    writer = Writer(ledger)
    answered = [stored(writer.submit(batch(f"t{number}", 0, "1")).result(60))[0] for number in range(50)]
    disk.schedule = {disk.steps: Fault.FULL}
    waiting = [writer.submit(batch(f"u{number}", 0, "1")) for number in range(50)]
    assert {type(future.exception()) for future in waiting} == {LedgerFailed}
    assert "the disk is full; free some space" in str(writer.failed)
    assert ledger.read(answered[0].table) == [answered[0]], "what is there can still be read"
    writer.close()
    ledger.close()
    again = SqliteLedger(disk.path, vfs=disk.name)
    assert [again.read(row.table) for row in answered] == [[row] for row in answered]
    assert again.tables() == sorted(row.table for row in answered)
    again.close()


def test_a_ledger_takes_events_again_when_the_disk_has_space_again(tmp_path: Path) -> None:
    """Beside a reader, as a clerk is; what failed is asked for again and is there once."""
    disk = FaultyDisk(tmp_path, random.Random(1))
    ledger = SqliteLedger(disk.path, vfs=disk.name)
    writer = Writer(ledger)
    answered = stored(writer.submit(batch("a", 0, "1")).result(60))
    reader = open_ledger(str(disk.path), read_only=True)
    disk.full = True
    lost = batch("a", 1, "2", events=3)
    assert isinstance(writer.submit(lost).exception(), LedgerFailed)
    for _ in range(3):
        with pytest.raises(LedgerFailed, match="the disk is full"):
            writer.recover()
        assert isinstance(writer.submit(lost).exception(), LedgerFailed)
        assert ledger.read("a") == reader.read("a") == answered
    disk.full = False
    writer.recover()
    again = writer.submit(lost).result(60)
    rows = ledger.read("a")
    assert [row.command for row in rows] == ["1", "2", "2", "2"]
    assert again == Conflict("a", 4, repeated=True) or again == rows[1:]
    assert reader.read("a") == rows
    writer.close()
    disk.halt()
    ledger.close()
    reader.close()
    disk.restart(power_cut=True)
    after = SqliteLedger(disk.path, vfs=disk.name)
    assert after.read("a") == rows
    assert verify_stream(after, "a").version == 4
    after.close()


def test_a_disk_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    disk = FaultyDisk(tmp_path, random.Random(1))
    ledger = SqliteLedger(disk.path, vfs=disk.name)
    disk.schedule = {disk.steps: Fault.READ}
    with pytest.raises(LedgerFailed, match="failed to read or write"):
        ledger.read("a")
    assert ledger.read("a") == []
    disk.schedule = {disk.steps: Fault.READ}
    ledger.close()


def test_a_log_is_made_safe_only_by_one_who_has_it_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing it over beside a server that writes to it would put old bytes over new ones."""
    written: list[str] = []

    def write_over(file: Any) -> None:
        written.append("over")
        file.xClose()

    monkeypatch.setattr(sqlite, "_write_over", write_over)
    disk = FaultyDisk(tmp_path, random.Random(1))
    first = SqliteLedger(disk.path, vfs=disk.name)
    first.append([batch("a", 0, "1")])
    for _ in range(3):
        SqliteLedger(disk.path, vfs=disk.name).close()
    assert not written
    disk.halt()
    first.close()
    disk.restart(power_cut=False)
    SqliteLedger(disk.path, vfs=disk.name).close()
    assert written == ["over"]
