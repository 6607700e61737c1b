"""Whether a SQLite file is what was written to it, byte by byte as far as bytes mean anything.

Rows of streams have their chain. This looks at all else: pages and indexes (SQLite's own checks, every index against
its table), the schema, the format, and what lies on the shelves, each against a sum kept beside it.
"""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import chain

import apsw

from houseway.house.ledger.store import FORMAT

QUICK_MAX_BYTES = 1 << 28  # a larger file is looked at by `audit verify` only: a start would take too long
DAMAGED = "the file is damaged; restore it from a copy"

# Whoever writes to a shelf without its sum takes the sum away: what an older houseway kept is not covered, nor wrong.
SUMS = """
CREATE TABLE IF NOT EXISTS sums (
    shelf TEXT NOT NULL, key TEXT NOT NULL, sum TEXT NOT NULL, PRIMARY KEY (shelf, key)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS put AFTER INSERT ON shelves
BEGIN DELETE FROM sums WHERE shelf = new.shelf AND key = new.key; END;
CREATE TRIGGER IF NOT EXISTS put_again AFTER UPDATE ON shelves
BEGIN DELETE FROM sums WHERE shelf = new.shelf AND key = new.key; END;
CREATE TRIGGER IF NOT EXISTS removed AFTER DELETE ON shelves
BEGIN DELETE FROM sums WHERE shelf = old.shelf AND key = old.key; END;
"""


def sum_of(shelf: str, key: str, value: str) -> str:
    spelled = b"".join(len(raw).to_bytes(8, "big") + raw for raw in (part.encode() for part in (shelf, key, value)))
    return sha256(spelled).hexdigest()[:16]


def faults_of(connection: apsw.Connection, schema: str, *, quick: bool) -> list[str]:
    """What is wrong with the file, a sentence each. Quickly: without holding indexes against their tables."""
    try:
        pages = _pages(connection, "quick_check" if quick else "integrity_check")
        return list(chain(pages, _format(connection), _schema(connection, schema), _shelves(connection)))
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, UnicodeDecodeError) as error:
        return [f"{DAMAGED} ({error})"]


def _pages(connection: apsw.Connection, check: str) -> Iterator[str]:
    for (found,) in connection.execute(f"PRAGMA {check}"):
        if found != "ok":
            yield f"{DAMAGED} ({found})"


def _format(connection: apsw.Connection) -> Iterator[str]:
    kept = dict(connection.execute("SELECT key, value FROM meta"))
    format_ = kept.pop("format", "")
    if not format_.isdecimal() or not 1 <= int(format_) <= FORMAT or kept:
        yield f"{DAMAGED} (its format cannot be read)"


def _schema(connection: apsw.Connection, schema: str) -> Iterator[str]:
    """Every table, index and trigger is as we make it; one that an older houseway did not have may be missing."""
    for each in _objects(connection):
        if each not in _made_by(schema):
            yield f"{DAMAGED} (its {each[0]} {each[1]} is not as it was made)"


@cache
def _made_by(schema: str) -> frozenset[tuple[str, ...]]:
    ours = apsw.Connection(":memory:")
    ours.execute(schema)
    wanted = frozenset(_objects(ours))
    ours.close()
    return wanted


def _objects(connection: apsw.Connection) -> list[tuple[str, ...]]:
    """As they are written, whatever the space between the words."""
    query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
    return [(kind, name, of, " ".join(sql.split())) for kind, name, of, sql in connection.execute(query)]


def _shelves(connection: apsw.Connection) -> Iterator[str]:
    if not connection.table_exists(None, "sums"):
        return
    query = "SELECT shelf, key, value, sum FROM sums LEFT JOIN shelves USING (shelf, key)"
    for shelf, key, value, kept in connection.execute(query):
        if value is None or sum_of(shelf, key, value) != kept:
            yield f"{DAMAGED} (what lies on shelf {shelf!r} under {key!r} is not what was put there)"
