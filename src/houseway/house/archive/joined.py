"""A ledger with its archives: every stream reads as if nothing had ever been taken out of it. It cannot be written."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from houseway.house.archive.file import ArchiveFile, archives_at
from houseway.house.cut import SHELF, Cut, cut_of
from houseway.house.ledger import open_inside
from houseway.house.ledger.around import Around, Unwritten
from houseway.house.ledger.key import find_key
from houseway.house.ledger.seal import Seal
from houseway.house.ledger.sealed import SealedLedger
from houseway.house.ledger.store import EMPTY, Head, Ledger, Stored, Text
from houseway.rules.refused import Refused


class JoinedLedger(Unwritten, Around):
    """Around a ledger as it is stored (`open_inside`). Of a stream with older archives that were not given, as far."""

    shared = False
    address = ""  # no other process can open it
    kept_as_it_is = "a ledger with its archives"

    def __init__(self, inside: Ledger, files: Sequence[ArchiveFile]) -> None:
        super().__init__(inside)
        self._files: dict[str, list[ArchiveFile]] = {}
        for file in sorted(files, key=lambda each: (each.table, each.first)):
            self._files.setdefault(file.table, []).append(file)
        for name, own in self._files.items():
            _verify_files(name, own, cut_of(inside, name))

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        found: list[Stored] = []
        for file in self._files.get(table, ()):
            if file.last > after and (limit is None or len(found) < limit):
                found += file.read(after, None if limit is None else limit - len(found))
                after = found[-1].version
        if limit is None or len(found) < limit:
            found += self._inside.read(table, after, None if limit is None else limit - len(found))
        return found

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        found: list[Text] = []
        for file in self._files.get(table, ()):
            if file.last > after and after < upto:
                rows = file.read(after, upto - after)
                found += [(row.version, row.at, row.kind, row.text) for row in rows if row.kind in kinds]
                after = rows[-1].version
        return found + (self._inside.skim(table, after, upto, kinds) if after < upto else [])

    def get(self, shelf: str, key: str) -> str | None:
        """Where a stream begins is where the first archive that was given does."""
        if shelf == SHELF and (files := self._files.get(key)):
            return self._begins(key, files[0].first)
        return self._inside.get(shelf, key)

    def _begins(self, table: str, first: int) -> str | None:
        if first == 1:
            return None
        cut = cut_of(self._inside, table)
        before = [piece for piece in cut.pieces if piece.last == first - 1] if cut else []
        if not before:
            raise Refused(f"table {table}: no archive before event {first} is known: give it, or those behind it only")
        return str(before[0].cut)

    def tables(self) -> list[str]:
        return sorted({*self._inside.tables(), *self._files})

    def head(self, table: str) -> Head:
        head = self._inside.head(table)
        if head == EMPTY and (files := self._files.get(table)):
            return Head(files[-1].last, files[-1].contents.head)
        return head

    def listen(self, heard: Callable[[str], None]) -> None:
        """Nobody waits for news of what was."""

    def close(self) -> None:
        for files in self._files.values():
            for file in files:
                file.close()
        self._inside.close()


def open_joined(url: str, paths: Sequence[Path]) -> Ledger:
    """A ledger to read with the archives at these places; cards are opened where there is a key."""
    files = archives_at(paths)
    try:
        inside = open_inside(url, read_only=True)
        try:
            key = find_key()
            return SealedLedger.to_read(JoinedLedger(inside, files), Seal(key) if key else None)
        except BaseException:
            inside.close()
            raise
    except BaseException:
        for file in files:
            file.close()
        raise


def _verify_files(name: str, files: Sequence[ArchiveFile], cut: Cut | None) -> None:
    """One behind the other, and where the ledger knows them, those that were sealed."""
    for one, other in pairwise(files):
        if other.first != one.last + 1:
            raise Refused(
                f"table {name}: {one.path.name} ends with event {one.last} and {other.path.name} begins with "
                f"{other.first}: give those between, and none twice"
            )
    known = {(piece.first, piece.last): piece.digest for piece in cut.pieces} if cut else {}
    for file in files:
        if known.get((file.first, file.last), file.digest) != file.digest:
            raise Refused(f"{file.path} is not the archive that was sealed: its digest is {file.digest}")
