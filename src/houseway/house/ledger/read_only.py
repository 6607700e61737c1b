"""A SQLite ledger to look at: of an auditor who may not write, on a disk that cannot be written, beside a server."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

import apsw

from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Answer, Batch, Head, LedgerFailed
from houseway.rules.refused import Refused

READ = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI


class ReadOnlyLedger(SqliteLedger):
    """Nothing beside the file is made or changed where that cannot be; no rights are, anywhere."""

    def _open(self) -> None:
        with self._told():
            self._writer = self._connect(READ)
            try:
                self._verify_ours(self._writer)
            except BaseException:
                self._writer.close()
                raise

    def _connect(self, flags: int) -> apsw.Connection:
        """As a reader beside others; where the index of its log cannot be made, as a file that nobody changes."""
        connection = super()._connect(flags)
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018  the first look makes it
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            connection.close()
            return self._connect_still(flags)
        return connection

    def _connect_still(self, flags: int) -> apsw.Connection:
        log = Path(self._path + "-wal")
        if log.exists() and log.stat().st_size:
            raise Refused(
                f"{self._path} was not closed, and its log cannot be read from a folder that cannot be written: "
                "copy both to another folder"
            )
        return apsw.Connection(f"file:{quote(self._path)}?immutable=1", flags=flags | READ)

    def _refuse(self) -> NoReturn:
        raise LedgerFailed(f"the ledger {self._path} was opened to be read only")

    def append(self, batches: Sequence[Batch]) -> list[Answer]:  # noqa: ARG002
        self._refuse()

    def put_all(self, shelf: str, kept: Mapping[str, str]) -> None:  # noqa: ARG002
        self._refuse()

    def put_new(self, shelf: str, key: str, value: str) -> bool:  # noqa: ARG002
        self._refuse()

    def remove(self, shelf: str, key: str) -> None:  # noqa: ARG002
        self._refuse()

    def remove_before(self, shelf: str, key: str) -> None:  # noqa: ARG002
        self._refuse()

    def begin(self, table: str, head: Head) -> None:  # noqa: ARG002
        self._refuse()

    def take_out(self, table: str, last: int, most: int) -> int:  # noqa: ARG002
        self._refuse()
