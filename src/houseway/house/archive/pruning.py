"""Pruning: rows that an archive holds leave the ledger, some at a time, after the archive was verified from disk again.

Interrupted at any moment nothing is lost: the rows are in the archive, the stream says where it is cut, and whoever
opens the ledger begins there, however many of the rows before it are still left. The house may be open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from houseway.house.archive.file import ArchiveFile
from houseway.house.archive.sealing import Told, newest_cut, untold
from houseway.house.audit.fold import Fold, is_same
from houseway.house.audit.marks import forget_marks
from houseway.house.cut import SHELF, Cut, Piece, cut_of
from houseway.house.ledger.store import Head, Ledger
from houseway.rules.refused import Refused

AT_ONCE = 2000  # rows a transaction: a server that waits does not wait long

Find = Callable[[Piece], Path]


@dataclass(frozen=True)
class Pruned:
    cut: Cut
    rows: int  # that left


def prune(ledger: Ledger, name: str, find: Find, told: Told = untold) -> Pruned | None:
    """All that is sealed of a stream; None: nothing is, or all of it has left."""
    cut = newest_cut(ledger, name)
    rows = ledger.read(name, 0, 1)
    if cut is None or not rows or rows[0].version > cut.last:
        return None
    _verify_archives(ledger, cut, rows[0].version, find)
    ledger.put(SHELF, name, str(cut.row.version))
    total, done = cut.last - rows[0].version + 1, 0
    while taken := ledger.take_out(name, cut.last, AT_ONCE):
        done += taken
        told(done, total)
    forget_marks(ledger, name, cut.rounds, cut.cycles)
    return Pruned(cut, done)


def _verify_archives(ledger: Ledger, cut: Cut, first: int, find: Find) -> None:
    """Each file that holds rows which are still here: its bytes, its chain, and what its rows come to."""
    begins = cut_of(ledger, cut.name)
    here = [piece for piece in cut.pieces if piece.last >= first]
    if begins and begins.row.version == cut.row.version:  # a pruning that was interrupted: the fold was compared then
        for piece in here:
            _opened(ledger, piece, find).close()
        return
    fold = Fold.begun(begins) if begins else Fold(cut.name)
    for piece in here:
        if piece.last <= fold.table.version:
            _opened(ledger, piece, find).close()
            continue
        file = _opened(ledger, piece, find)
        try:
            _verify_fold(ledger, cut.name, piece, file, fold)
        finally:
            file.close()


def _opened(ledger: Ledger, piece: Piece, find: Find) -> ArchiveFile:
    file = ArchiveFile(find(piece))
    try:
        said = file.contents
        if file.digest != piece.digest or (said.first, said.last, said.head) != (piece.first, piece.last, piece.head):
            raise Refused(f"{file.path} is not the archive that was sealed: nothing is taken out of the ledger")
        file.verify()
        rows = ledger.read(said.table, piece.last - 1, 1)
        if not rows or rows[0].place != Head(piece.last, piece.head):
            raise Refused(f"table {said.table}: event {piece.last} is not the one that {file.path} ends with")
    except BaseException:
        file.close()
        raise
    return file


def _verify_fold(ledger: Ledger, name: str, piece: Piece, file: ArchiveFile, fold: Fold) -> None:
    at = piece.first - 1
    while at < piece.last:
        rows = file.read(at, AT_ONCE)
        for row in rows:
            fold.hear(row)
        at = rows[-1].version
    (row,) = ledger.read(name, piece.cut - 1, 1)
    if not fold.is_cut_here or not is_same(Cut(row).state, fold.state()):
        raise Refused(f"table {name}: what event {piece.cut} says of {file.path} is not so: nothing is taken out")
