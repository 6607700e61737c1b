"""A disk that fails by schedule, for SQLite through apsw: full, broken, forgetful, and cut off from power.

    disk = FaultyDisk(folder, rng)                 # registers itself with SQLite under disk.name
    ledger = SqliteLedger(disk.path, vfs=disk.name)
    disk.schedule = {disk.steps + 7: Fault.FULL}   # at that step, or the first one from there on where it can happen
    ...                                            # LedgerFailed
    disk.halt(); ledger.close()                    # the server dies: nothing reaches the disk any more
    disk.restart(power_cut=True)                   # what was synced is kept, and by chance some of what was not
    ledger = SqliteLedger(disk.path, vfs=disk.name)

SQLite works on real files in the folder, so locks and shared memory are the system's own. Beside each file the disk
remembers what of it is safe. A sync that fails forgets what it should have made safe though it can still be read, as
Linux does: a later sync that succeeds does not bring it back.

A power cut loses unsynced writes, reorders them and tears them: `survived` draws what is left of a file, sector by
sector. The folder is a file too: whatever was made or deleted in it may be undone until the folder is synced, which
SQLite does with the first sync of a log that it opened. `disk.at_risk()` is all that a power cut here and now would
leave to chance; `Risk.cut` draws one outcome.
"""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512  # a power cut tears a write at a multiple of it
LOGS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
NAMES = itertools.count()
Write = tuple[int, bytes | None]  # at this offset these bytes; None: the file ends here


class Fault(Enum):
    FULL = "the disk is full"
    WRITE = "a write fails"
    SHORT = "a write fails with half of it done"
    SYNC = "a sync fails and forgets"
    READ = "a read fails"
    HALT = "the server dies"


@dataclass
class Kept:
    """What the disk knows of one file."""

    safe: bytearray  # what survives for certain
    unsafe: list[Write] = field(default_factory=list)  # what has not been synced, in order

    def copy(self) -> "Kept":
        return Kept(bytearray(self.safe), list(self.unsafe))


@dataclass
class Risk:
    """Files as a power cut finds them."""

    files: dict[Path, Kept]
    unlisted: dict[Path, Kept | None]  # what the folder held, or did not, before what was not synced in it

    def cut(self, rng: random.Random) -> dict[Path, bytes]:
        """What one power cut leaves."""
        undone = {path: was for path, was in self.unlisted.items() if rng.random() < 0.5}
        left = {**self.files, **undone}
        return {path: survived(kept, rng) for path, kept in left.items() if kept is not None}


class FaultyDisk(apsw.VFS):
    """Counts its steps (reads, writes, syncs, resizes, deletions) and goes wrong at those in the schedule."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.name = f"faulty-{next(NAMES)}"
        self.path = folder / "ledger.db"
        self.schedule: dict[int, Fault] = {}
        self.steps = 0
        self.changes = 0  # of what a power cut would leave
        self.happened: list[Fault] = []
        self.halted = False
        self.full = False  # for as long as this is so
        self.before_step: Callable[[], None] = _look_away  # sees the disk as a power cut at this step would find it
        self._rng = rng
        self._files: dict[Path, Kept] = {}
        self._unlisted: dict[Path, Kept | None] = {}
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> "FaultyFile":  # noqa: N802
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        if path not in self._files:
            there = path.exists()
            if not there:
                self._unlisted.setdefault(path, None)
            self._files[path] = Kept(bytearray(path.read_bytes() if there else b""))
        return FaultyFile(self, path, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        """The file may come back after a power cut."""
        self.step({Fault.WRITE})
        super().xDelete(name, sync)
        self.changes += 1
        was = self._files.pop(Path(name), None)
        self._unlisted.setdefault(Path(name), was)
        if sync:
            self.synced_folder()

    def excepthook(self, *_: object) -> bool:
        """What SQLite need not tell anyone, such as a checkpoint that it will try again, is not printed."""
        return True

    def step(self, faults: set[Fault]) -> Fault | None:
        """Whether something goes wrong now, of the things that can here."""
        if self.halted:
            raise _broken(apsw.SQLITE_IOERR)
        self.before_step()
        self.steps += 1
        if self.full and Fault.FULL in faults:
            raise apsw.FullError(Fault.FULL.value)
        if not self.schedule:
            return None
        can = {*faults, Fault.HALT}
        due = next((at for at, fault in self.schedule.items() if at <= self.steps and fault in can), None)
        if due is None:
            return None
        fault = self.schedule.pop(due)
        self.happened.append(fault)
        if fault is Fault.HALT:
            self.halt()
            raise _broken(apsw.SQLITE_IOERR)
        if fault is Fault.FULL:
            raise apsw.FullError(fault.value)
        if fault in {Fault.WRITE, Fault.READ}:
            raise _broken(apsw.SQLITE_IOERR_WRITE if fault is Fault.WRITE else apsw.SQLITE_IOERR_READ)
        return fault

    def wrote(self, path: Path, offset: int, chunk: bytes | None) -> None:
        self.changes += 1
        self._files[path].unsafe.append((offset, chunk))

    def synced(self, path: Path) -> None:
        self.changes += 1
        kept = self._files[path]
        for write in kept.unsafe:
            _apply(kept.safe, write)
        kept.unsafe = []

    def synced_folder(self) -> None:
        self._unlisted = {}

    def forgot(self, path: Path) -> None:
        self._files[path].unsafe = []

    def at_risk(self) -> Risk:
        copied = {path: was and was.copy() for path, was in self._unlisted.items()}
        return Risk({path: kept.copy() for path, kept in self._files.items()}, copied)

    def halt(self) -> None:
        """From now on everything fails; close the ledger, so that it lets go of its files, then restart."""
        self.halted = True

    def restart(self, power_cut: bool) -> None:
        """Without a power cut only the server died, and everything it wrote can be read."""
        if power_cut:
            self.put_back(Risk(self._files, self._unlisted).cut(self._rng))
        self.path.with_name(self.path.name + "-shm").unlink(missing_ok=True)
        self.schedule = {}
        self.halted = False

    def files(self) -> dict[Path, bytes]:
        """What whoever copies them now gets."""
        return {path: path.read_bytes() for path in self._files if path.exists()}

    def put_back(self, files: dict[Path, bytes]) -> None:
        """These are the files now, safe, and no others."""
        for path in {*self._files, *self._unlisted} - set(files):
            path.unlink(missing_ok=True)
        for path, content in files.items():
            path.write_bytes(content)
        self._files = {path: Kept(bytearray(content)) for path, content in files.items()}
        self._unlisted = {}


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, path: Path, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = path
        # The first sync of a journal or a log that may be new syncs the folder too, as SQLite's own file does it.
        self._lists = bool(flags[0] & apsw.SQLITE_OPEN_CREATE and flags[0] & LOGS)
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.step({Fault.READ})
        return super().xRead(amount, offset)

    def xWrite(self, chunk: bytes, offset: int) -> None:  # noqa: N802
        fault = self._disk.step({Fault.FULL, Fault.WRITE, Fault.SHORT})
        written = chunk[: len(chunk) // 2] if fault is Fault.SHORT else chunk
        super().xWrite(written, offset)
        self._disk.wrote(self._path, offset, written)
        if fault is Fault.SHORT:
            raise _broken(apsw.SQLITE_IOERR_WRITE)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.step({Fault.WRITE})
        super().xTruncate(size)
        self._disk.wrote(self._path, size, None)

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        """The system's own sync would only take time: what is safe is decided here."""
        if self._disk.step({Fault.SYNC}) is Fault.SYNC:
            self._disk.forgot(self._path)
            raise _broken(apsw.SQLITE_IOERR_FSYNC)
        self._disk.synced(self._path)
        if self._lists:
            self._disk.synced_folder()
            self._lists = False


def survived(kept: Kept, rng: random.Random) -> bytes:
    """A file after a power cut: all that was written, none, the first writes with the last one torn, or any sectors."""
    content, writes = bytearray(kept.safe), kept.unsafe
    way = rng.randrange(4)
    if way == 0:
        reached = [*writes]
    elif way == 1:
        reached = []
    elif way == 2:
        whole = rng.randrange(len(writes) + 1)
        torn = [sector for write in writes[whole : whole + 1] for sector in _sectors(write)]
        reached = [*writes[:whole], *torn[: rng.randrange(len(torn) + 1)]]
    else:
        reached = [sector for write in writes for sector in _sectors(write) if rng.random() < 0.5]
        rng.shuffle(reached)
    for write in reached:
        _apply(content, write)
    return bytes(content)


def _sectors(write: Write) -> list[Write]:
    """The parts of a write that reach the disk each by itself."""
    offset, chunk = write
    if chunk is None:
        return [write]
    ends = [*range(SECTOR - offset % SECTOR, len(chunk), SECTOR), len(chunk)]
    return [(offset + begin, chunk[begin:end]) for begin, end in zip([0, *ends], ends, strict=False)]


def _look_away() -> None:
    """Nobody looks."""


def _apply(content: bytearray, write: Write) -> None:
    offset, chunk = write
    if chunk is None:
        del content[offset:]
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(chunk)] = chunk


def _broken(extended: int) -> apsw.IOError:
    error: Any = apsw.IOError("the disk is broken")
    error.extendedresult = extended
    made: apsw.IOError = error
    return made
