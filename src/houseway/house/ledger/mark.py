"""A server's own mark, kept outside of the ledger: which ledger it served, and the last row that it wrote there.

A ledger that is put back from a copy, or that is a copy, still holds shoes in their order, and those who were at the
tables since may know it. The ledger itself cannot tell; whoever served it can. At a start the ledger must have the
name that was noted here and must hold the row that was noted here. Where it does not, or where nothing was noted, it
is not what was served last: every card that it has not dealt counts as known.

The mark is written in place after every commit, before anybody hears of it, and not synced: it survives the death of
the server, and a power cut can only leave an older row in it, or nothing. An older row may be in a copy too, so where a
ledger has one server each start gives it a new name, which is synced: a copy from before that start has another.
"""

import json
import os
import secrets
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from houseway.house.cut import cut_of
from houseway.house.ledger.rights import PRIVATE
from houseway.house.ledger.store import Ledger, LedgerFailed, Stored
from houseway.rules.refused import Refused

SHELF, KEY = "house", "incarnation"
SIZE = 1024  # bytes, always as many: writing over them needs no more disk
PUT_BACK = "the ledger was put back to an earlier state: cards that it had not dealt may have been shown"
UNKNOWN = "the ledger was restored, moved or copied: cards that it had not dealt may have been shown"


@dataclass(frozen=True)
class Noted:
    incarnation: str = ""  # of the ledger; '': nothing was noted
    table: str = ""  # of the last row; '': none was written
    version: int = 0
    hash: str = ""


class Mark:
    """Of one server at one ledger. Until `adopt` nothing is noted, so that a start that fails is begun again whole."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._noted = _read(path) if path else Noted()
        self._file: int | None = None

    def doubt(self, ledger: Ledger, *, alone: bool = True) -> str:
        """Why cards of this ledger may be known elsewhere; '' is not at all.

        Beside another server, which has asked itself that, only a row of our own that is missing counts.
        """
        if self.path is None:
            return ""
        if self._is_missed(ledger):
            return PUT_BACK
        known = ledger.get(SHELF, KEY) == self._noted.incarnation != ""
        return UNKNOWN if alone and not known and ledger.tables() else ""

    def _is_missed(self, ledger: Ledger) -> bool:
        noted = self._noted
        if not noted.table:
            return False
        rows = ledger.read(noted.table, noted.version - 1, 1)
        if rows and rows[0].version == noted.version:
            return rows[0].hash != noted.hash
        return not _is_archived(ledger, noted)

    def adopt(self, ledger: Ledger, doubt: str, *, alone: bool = True) -> None:
        """From now on this is the ledger that is served, under a name that no copy has unless others serve it too."""
        if self.path is None:
            return
        before = name = ledger.get(SHELF, KEY)
        if not name or (doubt and alone) or not ledger.shared:
            name = secrets.token_hex(16)
            ledger.put(SHELF, KEY, name)
        row = {} if doubt or before != self._noted.incarnation else asdict(self._noted)
        self._noted = Noted(**{**row, "incarnation": name})
        self._file = _opened(self.path)
        self._write(synced=True)

    def note(self, row: Stored) -> None:
        """The last row of a commit."""
        if self._file is not None:
            self._noted = Noted(self._noted.incarnation, row.table, row.version, row.hash)
            self._write()

    def verify_not_put_back(self, ledger: Ledger) -> None:
        """For whoever archives: the row that would tell a ledger which was put back must not leave it unseen."""
        if self._is_missed(ledger):
            raise Refused(f"{PUT_BACK}; start the house once, so that those are thrown away, and archive then")

    def verify(self, ledger: Ledger) -> None:
        """While it is served the ledger is not exchanged."""
        if self._file is not None and self._is_missed(ledger):
            raise LedgerFailed(f"{PUT_BACK}; stop the house and start it again")

    def _write(self, *, synced: bool = False) -> None:
        assert self._file is not None
        try:
            os.pwrite(self._file, json.dumps(asdict(self._noted)).encode().ljust(SIZE), 0)
            if synced:
                os.fsync(self._file)
        except OSError as error:
            raise LedgerFailed(f"the mark {self.path} cannot be written: {error.strerror}") from error

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _is_archived(ledger: Ledger, noted: Noted) -> bool:
    """Whether the row went into an archive: the stream has gone on from it, and where it was the last one, says so."""
    cut = cut_of(ledger, noted.table)
    if cut is None or noted.version > cut.last:
        return False
    return all(noted.hash == piece.head for piece in cut.pieces if noted.version == piece.last)


def _read(path: Path) -> Noted:
    """What cannot be read says nothing, and the ledger is doubted."""
    try:
        return Noted(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Noted()


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise Refused(
            f"{path} cannot be written ({error.strerror}), and without it a restored ledger is not known from the one "
            "that was served: name another file with --mark"
        ) from None


def default_mark(database: str) -> Path | None:
    """In the user's state folder, apart from the ledger's: who puts a folder back does not put this one back."""
    if database == "memory:":
        return None
    if database.startswith(("postgresql://", "postgres://")):
        url = urlsplit(database)
        place = f"{url.hostname}:{url.port}{url.path}?{url.query}"  # whoever logs in
    else:
        place = str(Path(database.removeprefix("sqlite:///")).resolve())
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "houseway" / f"{sha256(place.encode()).hexdigest()[:16]}.mark"
