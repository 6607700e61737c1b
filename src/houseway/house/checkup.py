"""What a house stands on, looked at before anything goes wrong: its files, its disk, its clock, its ledger.

Each check is a line: what is good, what to look at, what is wrong and what to do about it.
"""

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from houseway.games.words import counted
from houseway.house.cut import cut_of
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger, LedgerFailed
from houseway.rules.refused import Refused

State = Literal["good", "look", "wrong"]
FREE_LEAST, FREE_WANTED = 1 << 30, 5 << 30  # bytes of disk
SYNC_SLOW_MS = 50.0
SYNCS = 5
CLOCK_SLACK_S = 5.0
WRITTEN_IN = 2026  # this software: no clock is before that
OTHERS = stat.S_IRWXG | stat.S_IRWXO
WRITES = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True)
class Finding:
    state: State
    what: str
    sentence: str  # with what to do, where something is to be done

    def __str__(self) -> str:
        return f"{self.state.upper():5}  {self.what}: {self.sentence}"


def good(what: str, sentence: str) -> Finding:
    return Finding("good", what, sentence)


def look(what: str, sentence: str) -> Finding:
    return Finding("look", what, sentence)


def wrong(what: str, sentence: str) -> Finding:
    return Finding("wrong", what, sentence)


def examined(database: str, now: Callable[[], float] = time.time) -> Iterator[Finding]:
    """The ledger's own side: works while a server runs, and changes nothing."""
    if database.startswith(("postgresql://", "postgres://")):
        yield from _ledger(database, now)
        return
    path = Path(database.removeprefix("sqlite:///"))
    yield from _folder(path)
    if not path.parent.is_dir():
        return
    yield from _disk(path)
    if not path.exists():
        yield look("ledger", f"there is none at {path} yet: `houseway serve` makes it")
        return
    yield from _rights(path)
    yield from _ledger(database, now)


def _folder(path: Path) -> Iterator[Finding]:
    folder = path.parent
    if not folder.is_dir():
        yield wrong("folder", f"{folder} is not there: make it, for the server's user alone (mkdir -m 700)")
        return
    mode = folder.stat().st_mode
    if mode & WRITES and not mode & stat.S_ISVTX:
        yield wrong("folder", f"others may put files into {folder}: chmod go-w {folder}")
    elif not os.access(folder, os.W_OK):
        yield wrong("folder", f"{folder} cannot be written by this user: run as the user who serves, or chown it")
    else:
        yield good("folder", f"{folder} can be written by this user and no other")


def _disk(path: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(path.parent).free
    size = path.stat().st_size if path.exists() else 0
    gigabytes = f"{free / 2**30:.1f} GB free beside a ledger of {size / 2**30:.2f} GB"
    if free < FREE_LEAST:
        yield wrong("disk", f"{gigabytes}: free some now, a table closes when nothing can be written")
    elif free < max(FREE_WANTED, 2 * size):
        yield look("disk", f"{gigabytes}: a backup beside it needs as much again")
    else:
        yield good("disk", gigabytes)
    took = _sync_ms(path.parent)
    if took is None:
        yield wrong("sync", f"nothing can be written to {path.parent}: look after its rights and its disk")
    elif took > SYNC_SLOW_MS:
        yield look(
            "sync", f"a write takes {took:.0f} ms to be on disk, and every command waits for it: use a local disk"
        )
    else:
        yield good("sync", f"a write is on disk within {took:.1f} ms")


def _sync_ms(folder: Path) -> float | None:
    """The median of a few small writes."""
    took = []
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            for _ in range(SYNCS):
                begun = time.perf_counter()
                file.write(b"houseway" * 512)
                file.flush()
                os.fsync(file.fileno())
                took.append((time.perf_counter() - begun) * 1000)
    except OSError:
        return None
    return sorted(took)[SYNCS // 2]


def _rights(path: Path) -> Iterator[Finding]:
    """The ledger holds orders of cards that nobody has seen yet, keys, and hashes of passwords."""
    files = [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]
    open_to_others = [file.name for file in files if file.exists() and file.stat().st_mode & OTHERS]
    if open_to_others:
        yield wrong("rights", f"others may read {', '.join(open_to_others)}: chmod 600 {path}*")
    else:
        yield good("rights", f"{path.name} is for its owner alone")
    if path.stat().st_uid != os.getuid():
        yield look("owner", f"{path.name} belongs to another user: run the server, and this, as that one")


def _ledger(database: str, now: Callable[[], float]) -> Iterator[Finding]:
    try:
        ledger = open_ledger(database, read_only=True)
    except (Refused, LedgerFailed) as refusal:
        yield wrong("ledger", f"{refusal}")
        return
    try:
        tables = ledger.tables()
        yield good(
            "ledger", f"it opens, and has {counted(len(tables), 'table')}; `houseway audit verify` reads every event"
        )
        yield from _clock(ledger, tables, now())
        yield from _archives(ledger, tables)
    except LedgerFailed as failed:
        yield wrong("ledger", f"{failed}")
    except Refused as refusal:
        yield wrong("ledger", f"{refusal}")
    finally:
        ledger.close()


def _clock(ledger: Ledger, tables: list[str], now: float) -> Iterator[Finding]:
    """Events are never before those that were written; a clock that went back stands still until it has caught up."""
    last = max((_last_at(ledger, name) for name in tables), default=0) / 1_000_000
    told = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now))
    if time.gmtime(now).tm_year < WRITTEN_IN:
        yield wrong("clock", f"it says {told}, before this software was written: set it, and keep it by NTP")
    elif last > now + CLOCK_SLACK_S:
        ahead = last - now
        yield wrong("clock", f"it says {told}, {ahead:,.0f} s before the last event of the ledger: set it, by NTP")
    else:
        yield good("clock", f"it says {told}, later than the last event")


def _archives(ledger: Ledger, tables: list[str]) -> Iterator[Finding]:
    """What is not in the ledger any more, and what should have left it."""
    cuts = [cut for name in tables if (cut := cut_of(ledger, name))]
    left = [cut.name for cut in cuts if ledger.read(cut.name, 0, 1)[0].version <= cut.last]
    if left:
        yield look("archives", f"pruning {', '.join(left)} was not finished: `houseway house archive prune` goes on")
    if cuts:
        files = sum(len(cut.pieces) for cut in cuts)
        yield good("archives", f"{len(cuts)} tables have older rounds in {files} files: keep them, and copies of them")


def _last_at(ledger: Ledger, table: str) -> int:
    head = ledger.head(table)
    rows = ledger.read(table, head.version - 1, 1) if head.version else []
    return rows[0].at if rows else 0
