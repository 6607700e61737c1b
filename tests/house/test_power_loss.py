"""The power goes at every step that a few rounds make the disk take: whatever was answered is there afterwards.

The rounds are played once, on a disk that remembers before every step what a power cut there would leave to chance:
unsynced writes that are lost, that land in another order, or that land in part (any 512-byte sectors of a page), and
names in the folder. Then the power goes at each of those moments, in several ways.
"""

import random
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import sqlite
from houseway.house.ledger.chain import Tampered, verify_stream
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Answer, Batch, LedgerFailed, Stored
from houseway.house.pit import Pit, Submit
from houseway.rules.refused import Refused
from tests.house.batches import stored
from tests.house.faulty_disk import SECTOR, FaultyDisk, Kept, Risk, survived
from tests.house.table_kit import at_once, room_with, table_of
from tests.house.test_kill import play_forever

SHELF = "kept"


@dataclass(frozen=True)
class Moment:
    """What a power cut finds, and what people know by then."""

    risk: Risk
    rows: tuple[Stored, ...]  # of everything that was answered
    kept: int  # the last thing that was put on the shelf


@dataclass
class Recording:
    """Rounds at one table, with the moments at which the power may go."""

    disk: FaultyDisk
    table: str
    careless: str = ""  # a setting that we do not ship
    moments: list[Moment] = field(default_factory=list)
    rows: list[Stored] = field(default_factory=list)
    kept: int = 0
    _seen: object = None

    def live(self, answers: int) -> None:
        """A server from its start to its end."""
        self.disk.before_step = self._look
        ledger = SqliteLedger(self.disk.path, vfs=self.disk.name)
        if self.careless:
            ledger._writer.execute(self.careless)
        room, rng = room_with(table_of(self.table)), random.Random(len(self.rows))
        pit = Pit(ledger, self._answering(ledger), room, clock=lambda: 10**15 + len(self.rows), chance=rng.randrange)
        pit.open_room(software="power")
        playing = play_forever(pit, self.table, rng, lambda *_: None)
        for answer in range(answers):
            next(playing)
            if answer % 4 == 0:
                ledger.put(SHELF, "last", str(self.kept + 1))
                self.kept += 1
        ledger.close()
        self.disk.before_step = lambda: None

    def _answering(self, ledger: SqliteLedger) -> Submit:
        store = at_once(ledger)

        def submit(batch: Batch) -> "Future[Answer]":
            future: Future[Answer] = store(batch)
            self.rows += stored(future.result(60))
            return future

        return submit

    def _look(self) -> None:
        """Reading changes nothing, so it makes no new moment."""
        now = (self.disk.changes, len(self.rows), self.kept)
        if now != self._seen:
            self._seen = now
            self.moments.append(Moment(self.disk.at_risk(), tuple(self.rows), self.kept))


def found_lost(recording: Recording, folder: Path, cuts: int) -> list[str]:
    """What was answered and is not there, after so many power cuts at every moment."""
    rng = random.Random(1)
    lost = []
    for number, moment in enumerate(recording.moments):
        for _ in range(cuts):
            left = moment.risk.cut(rng)
            for path in folder.iterdir():
                path.unlink()
            for path, content in left.items():
                (folder / path.name).write_bytes(content)
            try:
                _verify(folder / recording.disk.path.name, recording.table, moment, audited=number % 16 == 0)
            except (AssertionError, LedgerFailed, Refused, Tampered) as fault:
                lost.append(f"moment {number}: {fault!r}")
    return lost


def _verify(path: Path, table: str, moment: Moment, *, audited: bool) -> None:
    ledger = SqliteLedger(path)
    try:
        there = tuple(ledger.read(table))
        assert there[: len(moment.rows)] == moment.rows, "a row that was answered is gone"
        more = there[len(moment.rows) :]
        assert len({row.command for row in more}) <= 1, "more than was under way is there"
        assert int(ledger.get(SHELF, "last") or 0) in (moment.kept, moment.kept + 1), "what was kept is gone"
        verify_stream(ledger, table)
        assert not audited or all(verdict.fault is None for verdict in verify_ledger(ledger))
    finally:
        ledger.close()


def recorded(folder: Path, table: str, careless: str = "") -> Recording:
    (folder / "first").mkdir()
    (folder / "after").mkdir()
    recording = Recording(FaultyDisk(folder / "first", random.Random(1)), table, careless)
    recording.live(14)
    recording.live(4)
    return recording


@pytest.mark.parametrize("checkpoint_pages", [sqlite.CHECKPOINT_PAGES, 20], ids=["as_shipped", "checkpoints_often"])
def test_the_power_may_go_at_any_step_of_a_round(
    quick_folder: Path, checkpoint_pages: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", checkpoint_pages)
    recording = recorded(quick_folder, "holdem-six")
    assert len(recording.moments) > 250
    assert sum(row.kind == "dealt" for row in recording.rows) > 1
    assert found_lost(recording, quick_folder / "after", cuts=3) == []


@pytest.mark.parametrize("careless", ["PRAGMA synchronous = normal", "PRAGMA synchronous = off"])
def test_with_fewer_syncs_than_we_ship_the_same_power_cuts_lose_what_was_answered(
    quick_folder: Path, careless: str
) -> None:
    """So they would be noticed."""
    recording = recorded(quick_folder, "dakota", careless)
    recording.moments = recording.moments[-40:]
    assert any("is gone" in fault for fault in found_lost(recording, quick_folder / "after", cuts=2))


def test_a_power_cut_loses_reorders_and_tears() -> None:
    """A page that is written twice, and the file made longer: what may be left of it."""
    old, one, two = (bytes([letter]) * 4 * SECTOR for letter in b"o12")
    kept = Kept(bytearray(old), [(0, one), (0, two), (4 * SECTOR, one)])
    outcomes = {survived(kept, random.Random(seed)) for seed in range(400)}
    whole = {old, one, two, two + one}
    assert whole <= outcomes
    first = [{left[at] for left in outcomes} for at in range(0, 4 * SECTOR, SECTOR)]
    assert first == [{*b"o12"}] * 4, "each sector by itself"
    assert any(left[0] == ord("1") and left[SECTOR] == ord("2") for left in outcomes), "older over newer, in part"
    assert any(len(left) == 8 * SECTOR and left[4 * SECTOR] == 0 for left in outcomes), "longer, and nothing there"
    assert all(left[at] == left[at + SECTOR - 1] for left in outcomes for at in range(0, len(left), SECTOR))


def test_a_name_in_the_folder_is_safe_when_the_folder_is_synced(quick_folder: Path) -> None:
    """A log that was deleted comes back, one that is new is gone, until the first sync of the next log."""
    disk = FaultyDisk(quick_folder, random.Random(1))
    log = quick_folder / "ledger.db-wal"
    SqliteLedger(disk.path, vfs=disk.name).close()
    cuts = [disk.at_risk().cut(random.Random(seed)) for seed in range(20)]
    assert {log in left for left in cuts} == {False, True}
    ledger = SqliteLedger(disk.path, vfs=disk.name)
    ledger.put(SHELF, "last", "1")
    assert all(log in disk.at_risk().cut(random.Random(seed)) for seed in range(20))
    ledger.close()
