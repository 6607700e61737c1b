"""Who serves a ledger. A server that comes back alone may go on with the rounds that were on; beside others it may not.

A file has one server: a second one is refused. It is told by a lock on a file beside the ledger, which the system lets
go of when the server dies, however it does. On PostgreSQL every listening server has a share of one advisory lock.
"""

from typing import Protocol

from houseway.house.ledger.missing import cannot_open
from houseway.house.ledger.rights import make_private
from houseway.rules.refused import Refused

SERVED = "hashtext('houseway ledger served')"  # the advisory lock
SHARE = f"SELECT pg_advisory_lock_shared({SERVED})"


class Place(Protocol):
    """A server's place at a ledger."""

    @property
    def alone(self) -> bool: ...

    def close(self) -> None: ...


def take_place(url: str) -> Place:
    """Before the ledger is listened to. `alone` says whether no other server was there then."""
    if url.startswith(("postgresql://", "postgres://")):
        return _Shared(url)
    return _OnlyOne(url.removeprefix("sqlite:///"))


class _OnlyOne:
    """The one server of a file."""

    alone = True

    def __init__(self, path: str) -> None:
        import apsw

        beside = f"{path}-served"
        if path != "memory:":
            make_private(beside)
        try:
            self._lock = apsw.Connection(":memory:" if path == "memory:" else beside)
        except apsw.CantOpenError:
            raise cannot_open(path, made=True) from None
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except apsw.BusyError:
            self._lock.close()
            raise Refused(f"{path} is served already: stop the other houseway, or name another --database") from None

    def close(self) -> None:
        self._lock.close()


class _Shared:
    """One of several, or the first."""

    def __init__(self, url: str) -> None:
        import psycopg

        with psycopg.connect(url, autocommit=True, connect_timeout=10) as connection:  # closing it lets go of the lock
            found = connection.execute(f"SELECT pg_try_advisory_lock({SERVED})").fetchone()
        self.alone = bool(found and found[0])

    def close(self) -> None:
        """The share is the listening connection's."""
