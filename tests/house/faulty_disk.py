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
"""

import itertools
import random
from enum import Enum
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512  # a power cut tears a write at a multiple of it
NAMES = itertools.count()
Write = tuple[int, bytes | None]  # at this offset these bytes; None: the file ends here


class Fault(Enum):
    FULL = "the disk is full"
    WRITE = "a write fails"
    SHORT = "a write fails with half of it done"
    SYNC = "a sync fails and forgets"
    READ = "a read fails"
    HALT = "the server dies"


class FaultyDisk(apsw.VFS):
    """Counts its steps (reads, writes, syncs, resizes, deletions) and goes wrong at those in the schedule."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.name = f"faulty-{next(NAMES)}"
        self.path = folder / "ledger.db"
        self.schedule: dict[int, Fault] = {}
        self.steps = 0
        self.happened: list[Fault] = []
        self.halted = False
        self.full = False  # for as long as this is so
        self._rng = rng
        self._safe: dict[Path, bytearray] = {}  # what survives for certain
        self._unsafe: dict[Path, list[Write]] = {}  # what has not been synced, in order
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> "FaultyFile":  # noqa: N802
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        if path not in self._safe:
            self._safe[path], self._unsafe[path] = bytearray(path.read_bytes() if path.exists() else b""), []
        return FaultyFile(self, path, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        """Taken as safe at once: a log is deleted only after what it held was synced elsewhere."""
        self.step({Fault.WRITE})
        super().xDelete(name, sync)
        self._safe.pop(Path(name), None)

    def excepthook(self, *_: object) -> None:
        """What SQLite need not tell anyone, such as a checkpoint that it will try again, is not printed."""

    def step(self, faults: set[Fault]) -> Fault | None:
        """Whether something goes wrong now, of the things that can here."""
        if self.halted:
            raise _broken(apsw.SQLITE_IOERR)
        self.steps += 1
        if self.full and Fault.FULL in faults:
            raise apsw.FullError(Fault.FULL.value)
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
        self._unsafe[path].append((offset, chunk))

    def synced(self, path: Path) -> None:
        for write in self._unsafe[path]:
            _apply(self._safe[path], write)
        self._unsafe[path] = []

    def forgot(self, path: Path) -> None:
        self._unsafe[path] = []

    def halt(self) -> None:
        """From now on everything fails; close the ledger, so that it lets go of its files, then restart."""
        self.halted = True

    def restart(self, power_cut: bool) -> None:
        """Without a power cut only the server died, and everything it wrote can be read."""
        if power_cut:
            self._lose()
        self.path.with_name(self.path.name + "-shm").unlink(missing_ok=True)
        self.schedule = {}
        self.halted = False

    def _lose(self) -> None:
        """Each unsynced write has reached the disk, or has not, or is torn."""
        for path, content in self._safe.items():
            for offset, chunk in self._unsafe[path]:
                if self._rng.random() < 0.5:
                    _apply(content, (offset, chunk))
                elif chunk is not None and self._rng.random() < 0.5:
                    _apply(content, (offset, chunk[: self._rng.randrange(len(chunk) // SECTOR + 1) * SECTOR]))
            self._unsafe[path] = []
            path.write_bytes(content)


class FaultyFile(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, path: Path, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = path
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


def _apply(content: bytearray, write: Write) -> None:
    offset, chunk = write
    if chunk is None:
        del content[offset:]
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(chunk)] = chunk


def _broken(extended: int) -> apsw.IOError:
    error = apsw.IOError("the disk is broken")
    error.extendedresult = extended
    return error
