"""The ledger of a card room: one PostgreSQL, several server processes that serve the same tables.

Writers of one stream queue for the lock on its head, so the later one sees the earlier one's rows and meets a conflict
instead of overwriting. A commit is on the server's disk, and on its synchronous standby's if it has one. Every append
notifies the other processes from within its transaction: who hears of a row can read it.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, TypeVar

import psycopg

from houseway.house.ledger.chain import answers, rows_of, streams_of
from houseway.house.ledger.serving import SHARE
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

Done = TypeVar("Done")
Connection = psycopg.Connection[tuple[Any, ...]]
CHANNEL = "houseway_ledger"
PATIENCE_S = 15.0  # how long a server that went away may take to come back
RETRY_S = 0.1
SCHEMA = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO meta VALUES ('format', '{FORMAT}');
CREATE TABLE events (
    table_name TEXT COLLATE "C" NOT NULL, version BIGINT NOT NULL CHECK (version > 0), at BIGINT NOT NULL,
    kind TEXT NOT NULL, body TEXT NOT NULL, command TEXT NOT NULL, before TEXT NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (table_name, version)
);
CREATE INDEX commands ON events (table_name, command) WHERE command <> '';
CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a ledger is only added to'; END $$;
CREATE TRIGGER unchanged BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION only_added_to();
CREATE TABLE heads (table_name TEXT COLLATE "C" PRIMARY KEY, version BIGINT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE shelves (
    shelf TEXT NOT NULL, key TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL, PRIMARY KEY (shelf, key)
);
"""
TURN, TURN_MS = "SELECT pg_advisory_lock(hashtext('houseway turn'))", 5_000
LOCK_SCHEMA = "SELECT pg_advisory_xact_lock(hashtext('houseway ledger schema'))"
BEGIN_HEADS = f"""
INSERT INTO heads SELECT name, 0, '{EMPTY.hash}' FROM unnest(%s::text[]) AS name ON CONFLICT DO NOTHING
"""
# In the order of their names, so that two writers of several streams never wait for each other.
LOCK_HEADS = """
SELECT table_name, version, hash FROM heads WHERE table_name = ANY(%s) ORDER BY table_name FOR UPDATE
"""
HELD = """
SELECT table_name, command, max(version) FROM events
JOIN unnest(%s::text[], %s::text[]) AS asked(name, id) ON table_name = name AND command = id WHERE command <> ''
GROUP BY table_name, command
"""
INSERT = """
INSERT INTO events SELECT * FROM unnest(
    %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])
"""
MOVE_HEADS = """
UPDATE heads SET version = moved.version, hash = moved.hash
FROM unnest(%s::text[], %s::bigint[], %s::text[]) AS moved(name, version, hash) WHERE table_name = name
"""
NOTIFY = "SELECT pg_notify(%s, %s || ' ' || name) FROM unnest(%s::text[]) AS name"
READ = """
SELECT table_name, version, at, kind, body, command, before, hash FROM events
WHERE table_name = %s AND version > %s ORDER BY version LIMIT %s
"""
SKIM = """
SELECT version, at, kind, body FROM events
WHERE table_name = %s AND version > %s AND version <= %s AND kind = ANY(%s) ORDER BY version
"""
PUT = """
INSERT INTO shelves SELECT %s, key, value FROM unnest(%s::text[], %s::text[]) AS kept(key, value)
ON CONFLICT (shelf, key) DO UPDATE SET value = excluded.value
"""
PUT_NEW = "INSERT INTO shelves VALUES (%s, %s, %s) ON CONFLICT (shelf, key) DO NOTHING"
BEGIN = """
INSERT INTO heads VALUES (%s, %s, %s)
ON CONFLICT (table_name) DO UPDATE SET version = excluded.version, hash = excluded.hash WHERE heads.version = 0
"""
# Writers wait for so long; readers do not.
PUT_GUARD_ASIDE, PUT_GUARD_BACK = (f"ALTER TABLE events {what} TRIGGER unchanged" for what in ("DISABLE", "ENABLE"))
TAKE_OUT = """
DELETE FROM events WHERE table_name = %(table)s AND version <= least(
    %(last)s, (SELECT version - 1 FROM heads WHERE table_name = %(table)s),
    (SELECT min(version) + %(most)s - 1 FROM events WHERE table_name = %(table)s))
"""
NEAREST = "SELECT key, value FROM shelves WHERE shelf = %s AND key <= %s ORDER BY key DESC LIMIT 1"
TABLES = """
WITH RECURSIVE names(name) AS (  -- from one name to the next by the key, not over all rows
    SELECT min(table_name) FROM events
    UNION ALL SELECT (SELECT min(table_name) FROM events WHERE table_name > name) FROM names WHERE name IS NOT NULL
)
SELECT name FROM names WHERE name IS NOT NULL UNION SELECT table_name FROM heads WHERE version <> 0 ORDER BY 1
"""


class PostgresLedger:
    shared = True

    def __init__(self, url: str, read_only: bool = False, patience_s: float | None = None) -> None:
        self._url = url
        self._read_only = read_only
        self._patience_s = PATIENCE_S if patience_s is None else patience_s
        self._me = secrets.token_hex(8)  # so that a process does not hear itself
        self._writing = threading.Lock()
        self._begun: set[str] = set()  # streams whose heads are there to be locked
        self._readers = Spare(self._connect)
        self._closing = threading.Event()
        self._ears: list[threading.Thread] = []
        try:
            self._writer = self._connect()
        except psycopg.Error as error:
            raise Refused(f"PostgreSQL cannot be reached: {_sentence(error)}") from error
        try:
            self._prepare()
        except BaseException:
            self._writer.close()
            raise

    @property
    def address(self) -> str:
        return self._url

    def _connect(self) -> Connection:
        """Whatever the server's own way: a commit is on disk when it returns; who waited for a head reads it anew."""
        connection = psycopg.connect(self._url, autocommit=True, connect_timeout=10)
        connection.execute("SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'")
        if self._read_only:
            connection.execute("SET default_transaction_read_only = on")
        return connection

    def _prepare(self) -> None:
        for setting, wanted in (("fsync", "on"), ("server_encoding", "UTF8")):
            found = self._writer.execute("SELECT current_setting(%s)", (setting,)).fetchall()[0][0]
            if found != wanted:
                raise Refused(f"this PostgreSQL has {setting} = {found}; a ledger needs {setting} = {wanted}")
        with self._writer.transaction():
            if not self._read_only:
                self._writer.execute(LOCK_SCHEMA)
            if self._writer.execute("SELECT to_regclass('meta') IS NOT NULL").fetchall()[0][0]:
                found = self._writer.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
                verify_format("this database", found[0] if found else None)
            elif self._read_only:
                raise Refused("there is no ledger in this database: name another one")
            else:
                self._writer.execute(SCHEMA)

    def recover(self) -> None:
        """It has connected anew when this could be written."""
        self.put("house", "recovered", "")

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        def write(connection: Connection) -> list[Answer]:
            self._begin_heads(connection, streams_of(batches))
            with connection.transaction():
                return self._append(connection, batches)

        return self._written(write)

    def _begin_heads(self, connection: Connection, tables: set[str]) -> None:
        """Committed by itself: a writer that waited here while holding other heads could block one that holds this."""
        if new := sorted(tables - self._begun):
            connection.execute(BEGIN_HEADS, (new,))
            self._begun.update(new)

    def _append(self, connection: Connection, batches: Sequence[Batch]) -> list[Answer]:
        run = connection.execute
        tables = sorted(streams_of(batches))
        heads = {table: Head(version, hash_) for table, version, hash_ in run(LOCK_HEADS, (tables,))}
        before = dict(heads)
        asked = [(batch.table, batch.command) for batch in batches]
        held = run(HELD, _columns(asked)).fetchall()
        given = answers(batches, heads, {(table, command): done for table, command, done in held})
        if rows := rows_of(given):
            moved = [(table, *head) for table, head in heads.items() if head != before[table]]
            with connection.pipeline():
                fields = [(r.table, r.version, r.at, r.kind, r.text, r.command, r.before, r.hash) for r in rows]
                run(INSERT, _columns(fields))
                run(MOVE_HEADS, _columns(moved))
                run(NOTIFY, (CHANNEL, self._me, [table for table, *_ in moved]))
        return given

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        return [Stored(*row) for row in self._asked(READ, table, after, limit)]

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        return self._asked(SKIM, table, after, upto, list(kinds))

    def tables(self) -> list[str]:
        return [name for (name,) in self._asked(TABLES) if not is_apart(name)]

    def head(self, table: str) -> Head:
        found = self._asked("SELECT version, hash FROM heads WHERE table_name = %s", table)
        return Head(*found[0]) if found else EMPTY

    def heads(self) -> dict[str, Head]:
        found = self._asked("SELECT table_name, version, hash FROM heads WHERE version <> 0")
        return {name: Head(version, hash_) for name, version, hash_ in found}

    def get(self, shelf: str, key: str) -> str | None:
        found = self._asked("SELECT value FROM shelves WHERE shelf = %s AND key = %s", shelf, key)
        return found[0][0] if found else None

    def put(self, shelf: str, key: str, value: str) -> None:
        self.put_all(shelf, {key: value})

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        columns = [list(kept), list(kept.values())]
        self._written(lambda connection: connection.execute(PUT, (shelf, *columns)))

    def put_new(self, shelf: str, key: str, value: str) -> bool:
        self._written(lambda connection: connection.execute(PUT_NEW, (shelf, key, value)))
        return self.get(shelf, key) == value

    def nearest(self, shelf: str, key: str) -> tuple[str, str] | None:
        found = self._asked(NEAREST, shelf, key)
        return found[0] if found else None

    def remove(self, shelf: str, key: str) -> None:
        self.remove_all([(shelf, key)])

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:
        query = "DELETE FROM shelves WHERE (shelf, key) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"
        if keys:
            self._written(lambda connection: connection.execute(query, _columns(keys)))

    def remove_before(self, shelf: str, key: str) -> None:
        query = "DELETE FROM shelves WHERE shelf = %s AND key < %s"
        self._written(lambda connection: connection.execute(query, (shelf, key)))

    def begin(self, table: str, head: Head) -> None:
        self._written(lambda connection: connection.execute(BEGIN, (table, *head)))

    def take_out(self, table: str, last: int, most: int) -> int:
        """What keeps rows from being taken out is put aside and back in the same transaction."""

        def take(connection: Connection) -> int:
            with connection.transaction():
                connection.execute(PUT_GUARD_ASIDE)
                taken = connection.execute(TAKE_OUT, {"table": table, "last": last, "most": most}).rowcount
                connection.execute(PUT_GUARD_BACK)
            return taken

        return self._written(take)

    def shelf(self, name: str) -> dict[str, str]:
        return dict(self._asked("SELECT key, value FROM shelves WHERE shelf = %s ORDER BY key", name))

    def shelves(self) -> list[str]:
        return sorted(name for (name,) in self._asked("SELECT DISTINCT shelf FROM shelves"))

    def _asked(self, query: str, *asked: Any) -> list[Any]:
        def look() -> list[Any]:
            with self._readers.lent() as connection:
                return connection.execute(query, asked).fetchall()

        def look_anew() -> list[Any]:
            self._readers.clear()
            return look()

        return self._twice(look, look_anew)

    def _written(self, write: Callable[[Connection], Done]) -> Done:
        """By the one writer, whose connection may have gone.

        Writing again is safe when nobody knows whether the first commit was done: if it was, the stream has moved on,
        and the answer is a conflict that shows the command in the stream.
        """

        def write_anew() -> Done:
            self._writer.close()
            self._writer = self._connect()
            self._begun.clear()  # it may be another server, with less in it
            return write(self._writer)

        with self._writing:
            if self._closing.is_set():
                raise LedgerFailed("the ledger is closed")
            return self._twice(lambda: write(self._writer), write_anew)

    def _twice(self, first: Callable[[], Done], again: Callable[[], Done]) -> Done:
        """Once more on a new connection if the server went away, within our patience; then it has failed."""
        try:
            return first()
        except psycopg.Error as error:
            if not _went_away(error):
                raise _failed(error) from error
        deadline = time.monotonic() + self._patience_s
        while True:
            try:
                return again()
            except psycopg.Error as error:
                if not _went_away(error) or time.monotonic() > deadline or self._closing.wait(RETRY_S):
                    raise _failed(error) from error

    def secret(self, purpose: str) -> bytes:
        return unsealed(purpose)

    def faults(self) -> list[str]:
        """PostgreSQL looks after its own pages: `initdb --data-checksums` finds what a disk changed."""
        return []

    @contextmanager
    def turn(self) -> Iterator[None]:
        """An advisory lock of a connection of its own: a server that dies lets go of it."""
        try:
            connection = self._connect()
        except psycopg.Error as error:
            raise _failed(error) from error
        with closing(connection):
            try:
                connection.execute(f"SET lock_timeout = {TURN_MS}")
                connection.execute(TURN)
            except psycopg.errors.LockNotAvailable:
                raise Refused("another server of this house is doing the same just now: try again") from None
            except psycopg.Error as error:
                raise _failed(error) from error
            yield

    def listen(self, heard: Callable[[str], None]) -> None:
        listening = threading.Event()
        ear = threading.Thread(target=self._hear, args=(heard, listening), name="ledger ear", daemon=True)
        self._ears.append(ear)
        ear.start()
        listening.wait()

    def _hear(self, heard: Callable[[str], None], listening: threading.Event) -> None:
        """Until the ledger closes. What was said while the server was away is lost, so every table is told of then."""
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    connection.execute(SHARE)
                    if listening.is_set():
                        for table in self.tables():
                            _tell(heard, table)
                    listening.set()
                    for table in self._heard_on(connection):
                        _tell(heard, table)
            except (psycopg.Error, LedgerFailed):
                listening.set()  # nothing can be written either while the server is away
                self._closing.wait(RETRY_S)

    def _heard_on(self, connection: Connection) -> Iterator[str]:
        while not self._closing.is_set():
            for note in connection.notifies(timeout=RETRY_S):
                who, _, table = note.payload.partition(" ")
                if who != self._me:
                    yield table

    def close(self) -> None:
        self._closing.set()
        with self._writing:
            self._writer.close()
        self._readers.close()
        for ear in self._ears:
            ear.join()


def _tell(heard: Callable[[str], None], table: str) -> None:
    try:
        heard(table)
    except Exception:  # a listener's bug must not make the house deaf
        logging.getLogger(__name__).exception("a listener failed on table %r", table)


def _columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Rows as arrays, a column each: one statement for any number of them."""
    return [list(column) for column in zip(*rows, strict=True)]


def _went_away(error: psycopg.Error) -> bool:
    """The connection, not the statement: the server shut down, starts up, or cannot be reached."""
    state = error.sqlstate or "08000"
    return isinstance(error, psycopg.OperationalError) and state.startswith(("08", "57P"))


def _failed(error: psycopg.Error) -> LedgerFailed:
    return LedgerFailed(f"the ledger on PostgreSQL failed: {_sentence(error)}")


def _sentence(error: psycopg.Error) -> str:
    return " ".join(str(error).split())
