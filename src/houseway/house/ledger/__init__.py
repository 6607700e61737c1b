"""The ledger: everything that happened at the tables, in order, chained, on disk before anyone hears of it."""

from houseway.house.ledger.rights import Say, unsaid
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused


def open_ledger(url: str, read_only: bool = False, say: Say = unsaid) -> Ledger:
    """The ledger at `sqlite:///path`, a plain path, `memory:` or `postgresql://...`; made if it is not there.

    Who opens it to be read only makes none, changes nothing and needs no right to. What was mended is said.
    """
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
