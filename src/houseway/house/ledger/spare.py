"""Connections for reading: as many as there are readers at one time, kept for the next ones."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from houseway.house.ledger.store import LedgerFailed


class Closes(Protocol):
    def close(self) -> None: ...


Connection = TypeVar("Connection", bound=Closes)


class Spare(Generic[Connection]):
    """Lends connections, each to one reader at a time. One on which a reader failed is not lent again."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._idle: list[Connection] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        with self._lock:
            if self._closed:
                raise LedgerFailed("the ledger is closed")
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()

    def clear(self) -> None:
        """Close what lies idle: it was opened to a server that is gone."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self.clear()
