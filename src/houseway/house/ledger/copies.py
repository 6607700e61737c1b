"""A ledger copied into another, row by row, through the same door that every event comes in by.

Every hash is computed anew on the way, so a copy that is whole has the same heads; it is read again before it counts.
Sealed cards stay sealed, and what was archived stays in its archives. The first ledger may be served meanwhile: all
streams are copied to where they ended at one moment, so that the meters of a link are what its tables' bets made them,
and what is kept beside the streams is copied before that moment, so that nothing there is ahead of its stream.
"""

import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby, islice, takewhile
from pathlib import Path

from houseway.house.audit.stream import rows_of
from houseway.house.cut import SHELF as ARCHIVES
from houseway.house.cut import cut_of
from houseway.house.ledger import open_inside
from houseway.house.ledger.chain import Tampered, verify_stream
from houseway.house.ledger.mark import KEY, SHELF
from houseway.house.ledger.store import (
    EMPTY,
    STAFF_BOOK,
    Batch,
    Conflict,
    Happened,
    Head,
    Ledger,
    Stored,
    is_apart,
)
from houseway.rules.refused import Refused

AT_ONCE = 200  # commands in one transaction


@dataclass(frozen=True)
class Copied:
    tables: int
    events: int


def copied(source: Ledger, target: Ledger) -> Copied:
    """All of one ledger into one that is empty, verified. The copy has no name yet, so a server will doubt it."""
    if target.tables():
        raise Refused("there is a ledger with tables already: name an empty place, or move that one away")
    for shelf in source.shelves():
        if shelf != ARCHIVES:
            kept = {key: value for key, value in source.shelf(shelf).items() if (shelf, key) != (SHELF, KEY)}
            target.put_all(shelf, kept)
    tables = source.tables()  # asked for first: one that is opened now is in the next copy
    ends = {name: head.version for name, head in source.heads().items()}
    for name in sorted({STAFF_BOOK, *filter(is_apart, ends)}):
        _verify(target, name, _copy_stream(source, target, name, ends.get(name)))
    heads = {name: _copy_stream(source, target, name, ends.get(name)) for name in tables}
    copied_events = sum(_verify(target, name, head) for name, head in heads.items())
    if faults := target.faults():
        raise Refused(f"the copy is not good: {faults[0]}")
    return Copied(len(heads), copied_events)


def _copy_stream(source: Ledger, target: Ledger, name: str, end: int | None) -> Head:
    """From its first row that is not only in an archive, to an end where its head says one.

    The cut of the source is the copy's, if it is in the copy.
    """
    first = source.read(name, 0, 1)
    head = Head(first[0].version - 1, first[0].before) if first else EMPTY
    if head.version > 0:
        target.begin(name, head)
    head = _copy_rows(source, target, name, head, end)
    cut = source.get(ARCHIVES, name)  # read behind the rows: it may be newer than when they were begun
    if cut is not None and target.read(name, int(cut) - 1, 1):
        target.put(ARCHIVES, name, cut)
    return head


def _copy_rows(source: Ledger, target: Ledger, name: str, head: Head, end: int | None) -> Head:
    commands = _commands(source, name, head.version, end)
    while group := list(islice(commands, AT_ONCE)):
        answers = target.append([_batch(rows) for rows in group])
        if any(isinstance(answer, Conflict) for answer in answers):
            raise Refused(f"table {name}: a command stands there twice; `houseway audit verify` says more")
        head = group[-1][-1].place
    return head


def _commands(source: Ledger, name: str, after: int, end: int | None) -> Iterator[list[Stored]]:
    """The rows of each command, as they were written together."""
    there = takewhile(lambda row: end is None or row.version <= end, rows_of(source, name, after))
    for _, rows in groupby(there, key=lambda row: (row.command, row.at)):
        yield list(rows)


def _batch(rows: list[Stored]) -> Batch:
    first = rows[0]
    try:
        events = tuple(Happened(row.kind, json.loads(row.text)) for row in rows)
        return Batch(first.table, first.version - 1, first.at, first.command, events)
    except (ValueError, AttributeError, AssertionError):
        raise Refused(
            f"table {first.table}, event {first.version}: it cannot be read; `houseway audit verify` says more"
        ) from None


def _verify(target: Ledger, name: str, head: Head) -> int:
    """How many rows of a stream are there, in a chain that leads to its head."""
    rows: list[int] = []
    try:
        cut = cut_of(target, name)
        found = verify_stream(target, name, None, cut.head if cut else EMPTY, lambda row: rows.append(row.version))
    except Tampered as fault:
        raise Refused(f"the copy is not good: {fault}") from None
    if found != head:
        what = "the staff book" if name == STAFF_BOOK else f"table {name}"
        raise Refused(f"{what} is not what was written; `houseway audit verify` says more")
    return len(rows)


def write_backup(source: Ledger, path: Path) -> Copied:
    """A file that is there only when it is whole: written under another name, verified, synced, and then named.

    It has no log beside it, and whoever only reads it leaves none: it can be moved and burnt as it is.
    """
    from houseway.house.ledger.sqlite import SqliteLedger

    if path.exists():
        raise Refused(f"{path} is there already: name a new file")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    target = SqliteLedger(part)
    try:
        done = copied(source, target)
        target.fold_log()
    except BaseException:
        target.close()
        part.unlink(missing_ok=True)
        raise
    target.close()
    part.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return done


def restored_into(url: str, source: Ledger) -> Copied:
    """A copy as the ledger of an empty place: a file that is not there yet, or an empty PostgreSQL database."""
    if url.startswith(("postgresql://", "postgres://")):
        with closing(open_inside(url)) as target:
            return copied(source, target)
    return write_backup(source, Path(url.removeprefix("sqlite:///")))
