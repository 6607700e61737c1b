"""The ledger in one SQLite file: written by one connection, synced at every commit, read beside the writing.

Write-ahead log with full sync: a commit returns when it is on disk. After a failed write or sync nobody knows what the
disk holds, so the ledger takes nothing more until it is opened anew (`recover`) and SQLite has found what is committed.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import apsw

from houseway.house.ledger.chain import answers, rows_of, streams_of
from houseway.house.ledger.missing import cannot_open
from houseway.house.ledger.rights import Say, keep_private, make_private, unsaid
from houseway.house.ledger.sound import QUICK_MAX_BYTES, SUMS, faults_of, sum_of
from houseway.house.ledger.spare import Spare
from houseway.house.ledger.store import (
    EMPTY,
    FORMAT,
    Answer,
    Batch,
    Head,
    LedgerFailed,
    Stored,
    Text,
    is_apart,
    unsealed,
    verify_format,
)
from houseway.rules.refused import Refused

IN_MEMORY = ":memory:"
CHECKPOINT_PAGES = 8000  # of the log, 32 MB, before it is copied into the file: fewer syncs under load
CHUNK = 1 << 16  # the system's file writes less than 128 KiB at a time
BUSY_MS = 10_000  # how long to wait for another program that writes to the same file
# Events have a rowid beside their key: rows of many tables go to the same last pages, a third more of them a second.
UNTAKEN = "CREATE TRIGGER untaken BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END"
SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('format', '{FORMAT}');
CREATE TABLE events (
    table_name TEXT NOT NULL, version INTEGER NOT NULL CHECK (version > 0), at INTEGER NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, command TEXT NOT NULL, before TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_name, version)
) STRICT;
CREATE INDEX commands ON events (table_name, command) WHERE command <> '';
CREATE TRIGGER unchanged BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'a ledger is only added to'); END;
{UNTAKEN};
CREATE TABLE heads (table_name TEXT PRIMARY KEY, version INTEGER NOT NULL, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE shelves (
    shelf TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;
"""
COLUMNS = ("table_name", "version", "at", "kind", "body", "command", "before", "hash")
READ = "SELECT {} FROM events WHERE table_name = ? AND version > ? ORDER BY version LIMIT ?"
SKIM = """
SELECT version, at, kind, body FROM events WHERE table_name = ? AND version > ? AND version <= ? AND kind IN ({})
ORDER BY version
"""
TABLES = """
WITH RECURSIVE names(name) AS (  -- from one name to the next by the key, not over all rows
    SELECT min(table_name) FROM events
    UNION ALL SELECT (SELECT min(table_name) FROM events WHERE table_name > name) FROM names WHERE name IS NOT NULL
)
SELECT name FROM names WHERE name IS NOT NULL UNION SELECT table_name FROM heads ORDER BY 1
"""
REASONS = {
    apsw.FullError: "the disk is full; free some space",
    apsw.IOError: "the disk failed to read or write; look after it",
    apsw.BusyError: "another program has kept the file locked; close it",
    apsw.CorruptError: "the file is damaged; restore it from a copy",
    apsw.NotADBError: "the file is damaged; restore it from a copy",
    apsw.ConnectionClosedError: "it is closed",
    UnicodeDecodeError: "it holds bytes that are no text; somebody has changed the file",
}


class SqliteLedger:
    """A file, or for tests a piece of memory. `vfs` names a registered file system to keep it on."""

    shared = False

    def __init__(self, path: str | Path, vfs: str | None = None, say: Say = unsaid) -> None:
        self._path = str(path)
        self._vfs = vfs
        self._writing = threading.Lock()
        self._failed: LedgerFailed | None = None
        self._readers = Spare(lambda: self._connect(apsw.SQLITE_OPEN_READONLY))
        self._say = say
        self._open()

    def _open(self) -> None:
        if self._path != IN_MEMORY:
            make_private(self._path)
            keep_private(self._path, self._say)
        with self._told():
            self._write_log_again()
            self._writer = self._connect(apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
            try:
                self._prepare()
            except BaseException:
                _let_go(self._writer)
                raise

    @property
    def address(self) -> str:
        return "" if self._path == IN_MEMORY or self._vfs else str(Path(self._path).resolve())

    def _connect(self, flags: int) -> apsw.Connection:
        try:
            connection = apsw.Connection(self._path, flags=flags, vfs=self._vfs)
        except apsw.CantOpenError:
            raise cannot_open(self._path, made=bool(flags & apsw.SQLITE_OPEN_CREATE)) from None
        connection.set_busy_timeout(BUSY_MS)
        return connection

    def _write_log_again(self) -> None:
        """Make safe what a server that died left in its log.

        After a failed sync Linux lets a program read what the disk does not hold, and syncs it no more. Such a
        transaction in the log would be built upon and vanish at the next power cut, with all that came after it. So the
        log is written over itself and synced, by someone who has the file alone, before anything is done with it.
        """
        log = Path(self._path + "-wal")
        if not log.exists() or not log.stat().st_size:
            return
        alone = self._connect(apsw.SQLITE_OPEN_READWRITE)
        alone.set_busy_timeout(0)
        try:
            alone.execute("PRAGMA locking_mode = exclusive")
            self._verify_ours(alone)  # takes the lock with its first look
            self._write_over_log()
        except apsw.BusyError:
            pass  # a server is at work; it did this when it came
        finally:
            _let_go(alone)

    def _write_over_log(self) -> None:
        log = Path(self._path + "-wal")
        if log.exists():
            flags = [apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_READWRITE, 0]
            _write_over(apsw.VFSFile(self._vfs or "", str(log), flags))

    def _prepare(self) -> None:
        """Look before writing: someone else's database is left as it is."""
        self._verify_ours(self._writer)
        run = self._writer.execute
        if run("PRAGMA journal_mode = wal").get != "wal" and self._path != IN_MEMORY:
            raise Refused(f"{self._path} cannot have a write-ahead log: keep the ledger on a disk of this machine")
        self._verify_sound()
        run(f"PRAGMA synchronous = full; PRAGMA fullfsync = on; PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        with self._transaction():
            if not _tables_of_schema(self._writer):
                run(SCHEMA)
            run(SUMS)

    def _verify_sound(self) -> None:
        """A damaged file is not built upon. A large one is looked at by `audit verify` only."""
        if self._path == IN_MEMORY or Path(self._path).stat().st_size > QUICK_MAX_BYTES:
            return
        if _tables_of_schema(self._writer) and (found := faults_of(self._writer, SCHEMA + SUMS, quick=True)):
            raise Refused(f"{self._path}: {found[0]}; `houseway audit verify` says more")

    def secret(self, purpose: str) -> bytes:
        return unsealed(purpose)

    def faults(self) -> list[str]:
        with self._reading() as connection:
            return faults_of(connection, SCHEMA + SUMS, quick=False)

    def _verify_ours(self, connection: apsw.Connection) -> None:
        try:
            found = _tables_of_schema(connection)
        except apsw.NotADBError:
            raise Refused(f"{self._path} is not a ledger: name another file") from None
        if not found:
            return
        if not found >= {"meta", "events", "heads", "shelves"}:
            raise Refused(f"{self._path} is a database, but not a ledger: name another file")
        verify_format(self._path, connection.execute("SELECT value FROM meta WHERE key = 'format'").get)

    def recover(self) -> None:
        """As a start of the server does, beside the clerks and auditors who read on.

        What was under way when it failed is there whole or not at all. Nobody can write while the log is written over.
        """
        with self._writing:
            if self._failed is None:
                return
            if self._path == IN_MEMORY:
                raise self._failed
            self._readers.clear()
            with self._told():
                with suppress(apsw.ConnectionClosedError):  # what is not safe yet is not copied into the file
                    self._writer.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
                _let_go(self._writer)
                self._writer = self._connect(apsw.SQLITE_OPEN_READWRITE)
                self._writer.execute("BEGIN IMMEDIATE")
                self._write_over_log()
                self._writer.execute("ROLLBACK")
                self._prepare()
                with self._transaction():
                    self._writer.execute("INSERT OR REPLACE INTO shelves VALUES ('house', 'recovered', '')")
            self._failed = None

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        with self._written():
            heads = {name: self._head(self._writer, name) for name in streams_of(batches)}
            before = dict(heads)
            given = answers(batches, heads, {(b.table, b.command): done for b in batches if (done := self._done(b))})
            rows = [(r.table, r.version, r.at, r.kind, r.text, r.command, r.before, r.hash) for r in rows_of(given)]
            self._writer.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            moved = [(table, *head) for table, head in heads.items() if head != before[table]]
            self._writer.executemany("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", moved)
        return given

    def _done(self, batch: Batch) -> int:
        """The version after the command, if its stream holds it. An empty id is nobody's and stands in no index."""
        if not batch.command:
            return 0
        # The plus keeps SQLite from going down the versions of the whole stream instead.
        query = "SELECT max(+version) FROM events WHERE table_name = ? AND command = ? AND command <> ''"
        return self._writer.execute(query, (batch.table, batch.command)).get or 0

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        bounds = (table, after, -1 if limit is None else limit)
        with self._reading() as connection:
            try:
                return [Stored(*row) for row in connection.execute(READ.format(", ".join(COLUMNS)), bounds)]
            except UnicodeDecodeError:  # tampered with; kept readable, so that the hash can tell
                raw = ", ".join(f"CAST({name} AS BLOB)" for name in COLUMNS)
                return [_decoded(row) for row in connection.execute(READ.format(raw), bounds)]

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        query = SKIM.format(", ".join("?" * len(kinds)))
        with self._reading() as connection:
            return list(connection.execute(query, (table, after, upto, *kinds)))

    def tables(self) -> list[str]:
        with self._reading() as connection:
            return [name for (name,) in connection.execute(TABLES) if not is_apart(name)]

    def head(self, table: str) -> Head:
        with self._reading() as connection:
            return self._head(connection, table)

    def heads(self) -> dict[str, Head]:
        with self._reading() as connection:
            found: Any = connection.execute("SELECT table_name, version, CAST(hash AS BLOB) FROM heads").fetchall()
        return {name: Head(version, hash_.decode(errors="surrogateescape")) for name, version, hash_ in found}

    def _head(self, connection: apsw.Connection, table: str) -> Head:
        query = "SELECT version, CAST(hash AS BLOB) FROM heads WHERE table_name = ?"
        found = connection.execute(query, (table,)).fetchone()
        return Head(found[0], found[1].decode(errors="surrogateescape")) if found else EMPTY

    def get(self, shelf: str, key: str) -> str | None:
        with self._reading() as connection:
            query = "SELECT value FROM shelves WHERE shelf = ? AND key = ?"
            found: str | None = connection.execute(query, (shelf, key)).get
            return found

    def put(self, shelf: str, key: str, value: str) -> None:
        self.put_all(shelf, {key: value})

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        with self._written():
            rows = [(shelf, key, value) for key, value in kept.items()]
            self._writer.executemany("INSERT OR REPLACE INTO shelves VALUES (?, ?, ?)", rows)
            sums = [(shelf, key, sum_of(shelf, key, value)) for key, value in kept.items()]
            self._writer.executemany("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)", sums)

    def put_new(self, shelf: str, key: str, value: str) -> bool:
        with self._written():
            self._writer.execute("INSERT OR IGNORE INTO shelves VALUES (?, ?, ?)", (shelf, key, value))
            if self._writer.changes():
                summed = (shelf, key, sum_of(shelf, key, value))
                self._writer.execute("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)", summed)
        return self.get(shelf, key) == value

    def nearest(self, shelf: str, key: str) -> tuple[str, str] | None:
        query = "SELECT key, value FROM shelves WHERE shelf = ? AND key <= ? ORDER BY key DESC LIMIT 1"
        with self._reading() as connection:
            return connection.execute(query, (shelf, key)).fetchone()

    def remove(self, shelf: str, key: str) -> None:
        self.remove_all([(shelf, key)])

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:
        with self._written():
            self._writer.executemany("DELETE FROM shelves WHERE shelf = ? AND key = ?", keys)

    def remove_before(self, shelf: str, key: str) -> None:
        with self._written():
            self._writer.execute("DELETE FROM shelves WHERE shelf = ? AND key < ?", (shelf, key))

    def begin(self, table: str, head: Head) -> None:
        with self._written():
            self._writer.execute("INSERT INTO heads VALUES (?, ?, ?)", (table, *head))

    def take_out(self, table: str, last: int, most: int) -> int:
        """What keeps rows from being taken out is put aside and back in the same transaction."""
        run = self._writer.execute
        with self._written():
            last = min(last, self._head(self._writer, table).version - 1)
            first = run("SELECT min(version) FROM events WHERE table_name = ?", (table,)).get
            upto = min(last, first + most - 1) if first is not None else 0
            if first is None or upto < first:
                return 0
            run("DROP TRIGGER untaken")
            run("DELETE FROM events WHERE table_name = ? AND version <= ?", (table, upto))
            taken = self._writer.changes()
            run(UNTAKEN)
        return int(taken)

    def shelf(self, name: str) -> dict[str, str]:
        with self._reading() as connection:
            return dict(connection.execute("SELECT key, value FROM shelves WHERE shelf = ? ORDER BY key", (name,)))

    def shelves(self) -> list[str]:
        with self._reading() as connection:
            return [name for (name,) in connection.execute("SELECT DISTINCT shelf FROM shelves ORDER BY shelf")]

    def turn(self) -> AbstractContextManager[None]:
        """One process serves a file."""
        return nullcontext()

    def listen(self, heard: Callable[[str], None]) -> None:
        """One process serves a file: there is nobody else to hear."""

    def fold_log(self) -> None:
        """One file and nothing beside it, also while somebody reads it; who writes to it next makes a log again."""
        with self._writing, self._told():
            self._readers.clear()
            if self._writer.execute("PRAGMA journal_mode = delete").get != "delete":
                raise LedgerFailed(f"the ledger {self._path} failed: its log could not be folded into it")

    def close(self) -> None:
        with self._writing:
            self._readers.close()
            _let_go(self._writer)

    @contextmanager
    def _written(self) -> Iterator[None]:
        """A transaction of the one writer; after a failure there is no other."""
        with self._writing:
            if self._failed is not None:
                raise self._failed
            try:
                with self._told(), self._transaction():
                    yield
            except LedgerFailed as failed:
                self._failed = failed
                raise

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._writer.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._writer.execute("COMMIT")
        finally:
            if self._writer.in_transaction:  # it failed; some failures have rolled back already
                self._writer.execute("ROLLBACK")

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        """A connection that sees what is committed; memory has only the writer's."""
        with self._told():
            if self._path == IN_MEMORY:
                with self._writing:
                    yield self._writer
            else:
                with self._readers.lent() as connection:
                    yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """SQLite's errors in a sentence that says what to do."""
        try:
            yield
        except (apsw.Error, UnicodeDecodeError) as error:
            reason = next((text for kind, text in REASONS.items() if isinstance(error, kind)), str(error))
            raise LedgerFailed(f"the ledger {self._path} failed: {reason}") from error


def _tables_of_schema(connection: apsw.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _let_go(connection: apsw.Connection) -> None:
    """What is committed is safe, whether or not the log can be tidied away."""
    with suppress(apsw.Error):
        connection.close()


def _write_over(file: apsw.VFSFile) -> None:
    """A file with its own bytes, synced."""
    try:
        for offset in range(0, size := file.xFileSize(), CHUNK):
            file.xWrite(file.xRead(min(CHUNK, size - offset), offset), offset)
        file.xSync(apsw.SQLITE_SYNC_FULL)
    finally:
        file.xClose()


def _decoded(row: Sequence[Any]) -> Stored:
    table, version, at, kind, text, command, before, hash_ = (raw.decode(errors="surrogateescape") for raw in row)
    return Stored(table, int(version), int(at), kind, text, command, before, hash_)
