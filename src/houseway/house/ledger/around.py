"""Ledgers made of ledgers: one around another, and one that cannot be written."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NoReturn

from houseway.house.ledger.store import Answer, Batch, Head, Ledger, LedgerFailed, Stored, Text


class Around:
    """Asks the ledger inside; whoever is built on it says what it does otherwise."""

    def __init__(self, inside: Ledger) -> None:
        self._inside = inside

    @property
    def address(self) -> str:
        return self._inside.address

    @property
    def shared(self) -> bool:
        return self._inside.shared

    def recover(self) -> None:
        self._inside.recover()

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        return self._inside.append(batches)

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        return self._inside.read(table, after, limit)

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        return self._inside.skim(table, after, upto, kinds)

    def tables(self) -> list[str]:
        return self._inside.tables()

    def heads(self) -> dict[str, Head]:
        return self._inside.heads()

    def head(self, table: str) -> Head:
        return self._inside.head(table)

    def begin(self, table: str, head: Head) -> None:
        self._inside.begin(table, head)

    def take_out(self, table: str, last: int, most: int) -> int:
        return self._inside.take_out(table, last, most)

    def get(self, shelf: str, key: str) -> str | None:
        return self._inside.get(shelf, key)

    def nearest(self, shelf: str, key: str) -> tuple[str, str] | None:
        return self._inside.nearest(shelf, key)

    def shelf(self, name: str) -> dict[str, str]:
        return self._inside.shelf(name)

    def shelves(self) -> list[str]:
        return self._inside.shelves()

    def put(self, shelf: str, key: str, value: str) -> None:
        self._inside.put(shelf, key, value)

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:
        self._inside.put_all(shelf, kept)

    def put_new(self, shelf: str, key: str, value: str) -> bool:
        return self._inside.put_new(shelf, key, value)

    def remove(self, shelf: str, key: str) -> None:
        self._inside.remove(shelf, key)

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:
        self._inside.remove_all(keys)

    def remove_before(self, shelf: str, key: str) -> None:
        self._inside.remove_before(shelf, key)

    def secret(self, purpose: str) -> bytes:
        return self._inside.secret(purpose)

    def faults(self) -> list[str]:
        return self._inside.faults()

    def turn(self) -> AbstractContextManager[None]:
        return self._inside.turn()

    def listen(self, heard: Callable[[str], None]) -> None:
        self._inside.listen(heard)

    def close(self) -> None:
        self._inside.close()


class Unwritten:
    """Refuses whatever would write; stands before the ledger that it keeps as it is."""

    kept_as_it_is = "the ledger"

    def _refuse(self) -> NoReturn:
        raise LedgerFailed(f"{self.kept_as_it_is} was opened to be read only")

    def append(self, batches: Sequence[Batch]) -> list[Answer]:  # noqa: ARG002
        self._refuse()

    def begin(self, table: str, head: Head) -> None:  # noqa: ARG002
        self._refuse()

    def take_out(self, table: str, last: int, most: int) -> int:  # noqa: ARG002
        self._refuse()

    def put(self, shelf: str, key: str, value: str) -> None:  # noqa: ARG002
        self._refuse()

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:  # noqa: ARG002
        self._refuse()

    def put_new(self, shelf: str, key: str, value: str) -> bool:  # noqa: ARG002
        self._refuse()

    def remove(self, shelf: str, key: str) -> None:  # noqa: ARG002
        self._refuse()

    def remove_all(self, keys: Sequence[tuple[str, str]]) -> None:  # noqa: ARG002
        self._refuse()

    def remove_before(self, shelf: str, key: str) -> None:  # noqa: ARG002
        self._refuse()
