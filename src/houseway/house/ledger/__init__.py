"""The ledger: everything that happened at the tables, in order, chained, on disk before anyone hears of it."""

from houseway.house.ledger.key import find_key, find_or_make_key
from houseway.house.ledger.rights import Say, unsaid
from houseway.house.ledger.seal import Seal
from houseway.house.ledger.sealed import SealedLedger
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused


def open_ledger(url: str, read_only: bool = False, say: Say = unsaid, lost_key: bool = False) -> Ledger:
    """The ledger at `sqlite:///path`, a plain path, `memory:` or `postgresql://...`; made if it is not there.

    Who opens it to be read only makes none, changes nothing and needs no right to. What was made or mended is said.
    The cards in it are sealed, but in memory; `lost_key` goes on with a new key (see `sealed.py`).
    """
    inside = open_inside(url, read_only, say)
    if url == "memory:":
        return inside
    try:
        if read_only:
            key = find_key()
            return SealedLedger.to_read(inside, Seal(key) if key else None)
        return SealedLedger(inside, Seal(find_or_make_key(say)), lost_key)
    except BaseException:
        inside.close()
        raise


def open_inside(url: str, read_only: bool = False, say: Say = unsaid) -> Ledger:
    """As it is stored: cards that are sealed stay so. For copies, which need no key."""
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from houseway.house.ledger.postgres import PostgresLedger
        except ImportError:
            raise Refused("a ledger on PostgreSQL needs psycopg: pip install 'houseway[postgres]'") from None
        return PostgresLedger(url, read_only=read_only)
    try:
        from houseway.house.ledger.read_only import ReadOnlyLedger
        from houseway.house.ledger.sqlite import IN_MEMORY, SqliteLedger
    except ImportError:
        raise Refused("a ledger on SQLite needs apsw: pip install 'houseway[web]'") from None
    if url == "memory:":
        return SqliteLedger(IN_MEMORY)
    path = url.removeprefix("sqlite:///")
    if "://" in path or not path:
        raise Refused(f"{url} is no ledger: write a file's path, sqlite:///path, memory: or postgresql://...")
    return ReadOnlyLedger(path) if read_only else SqliteLedger(path, say=say)
