"""A SQLite ledger to look at: of an auditor who may not write, on a disk that cannot be written, beside a server."""

from pathlib import Path
from urllib.parse import quote

import apsw

from houseway.house.ledger.around import Unwritten
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.rules.refused import Refused

READ = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI


class ReadOnlyLedger(Unwritten, SqliteLedger):
    """Nothing beside the file is made or changed where that cannot be; no rights are, anywhere."""

    @property
    def kept_as_it_is(self) -> str:  # type: ignore[override]
        return f"the ledger {self._path}"

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
