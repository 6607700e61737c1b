"""The chain of hashes: how a row is bound to the one before it, and how a stream is found to be changed.

Every row's hash covers all of its fields and the hash of the row before. The head, kept apart, says where a stream
ends, so that a row taken from the tail is missed. What no chain can notice: a row added, or rows rewritten, by someone
who may write to the database and computes all later hashes and the head anew. Against that, note a head elsewhere (on
paper, at the regulator's) and pass it as `noted`: a stream that was rewritten no longer leads through it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

from houseway.house.ledger.store import ANYWHERE, EMPTY, Answer, Batch, Conflict, Head, Ledger, Stored

SCHEME = "houseway ledger 1"  # of hashing, not of storage: rows keep the hash they were written with
PAGE = 1000  # rows verified at a time: a stream may be larger than memory
BEFORE_ALL = -(2**63)  # a forged row may have a version below the first
Noted = Mapping[int, str]  # hashes by version, noted outside of the ledger


NOT_AS_WRITTEN = "this row is not what was written: its hash does not fit it"


class Tampered(Exception):
    """A stream is not what was written. Names the first wrong row."""

    def __init__(self, table: str, version: int, reason: str) -> None:
        super().__init__(f"table {table!r}, version {version}: {reason}")
        self.table = table
        self.version = version
        self.reason = reason


def row_hash(table: str, version: int, at: int, kind: str, text: str, command: str, before: str) -> str:
    """Each field goes in behind its length, so that no two rows spell the same bytes."""
    spelled = bytearray()
    for part in (SCHEME, table, str(version), str(at), kind, text, command, before):
        raw = part.encode(errors="surrogateescape")  # a tampered row may hold bytes that are no text
        spelled += len(raw).to_bytes(8, "big") + raw
    return sha256(spelled).hexdigest()


def linked(batch: Batch, head: Head) -> list[Stored]:
    """The rows of a batch behind the head of its stream."""
    rows: list[Stored] = []
    version, before = head
    for event, text in zip(batch.events, batch.texts, strict=True):
        version += 1
        made = row_hash(batch.table, version, batch.at, event.kind, text, batch.command, before)
        rows.append(Stored(batch.table, version, batch.at, event.kind, text, batch.command, before, made))
        before = made
    return rows


def answers(batches: Sequence[Batch], heads: dict[str, Head], seen: Mapping[tuple[str, str], int]) -> list[Answer]:
    """What becomes of each batch, given where the streams end and which (table, command) they hold. Moves the heads.

    `seen` has for each such command the version after it.
    """
    given: list[Answer] = []
    commanded = dict(seen)
    for batch in batches:
        done = commanded.get((batch.table, batch.command), 0) if batch.command else 0
        if done or any(each.expected not in (ANYWHERE, heads[each.table].version) for each in batch.together):
            given.append(Conflict(batch.table, heads[batch.table].version, bool(done), done))
            continue
        rows: list[Stored] = []
        for each in batch.together:
            rows += linked(each, heads[each.table])
            heads[each.table] = rows[-1].place
        commanded[batch.table, batch.command] = rows[-1].version
        given.append(rows)
    return given


def streams_of(batches: Sequence[Batch]) -> set[str]:
    """All streams that the batches go to."""
    return {each.table for batch in batches for each in batch.together}


def rows_of(given: Sequence[Answer]) -> list[Stored]:
    """The rows to write."""
    return [row for answer in given if not isinstance(answer, Conflict) for row in answer]


def verify_rows(table: str, rows: Iterable[Stored], head: Head, noted: Noted | None = None) -> None:
    """A whole stream in the order of its versions, against its head."""
    last = followed(table, rows, EMPTY, noted or {})
    verify_end(table, last, head, noted or {})


def verify_stream(
    ledger: Ledger,
    table: str,
    noted: Noted | None = None,
    cut: Head = EMPTY,
    heard: Callable[[Stored], None] = lambda _: None,
) -> Head:
    """The stream as the ledger holds it now, also while others write to it; answers the head that it leads to.

    Rows up to a cut may be missing from its beginning; those that are there lead to it.
    """
    marked = dict(noted or {}) | ({cut.version: cut.hash} if cut.version else {})
    rows = ledger.read(table, BEFORE_ALL, PAGE)
    last = _before(rows, cut)
    while True:
        if not rows:
            head = ledger.head(table)  # read behind the rows: it may be further on, and then there are more rows
            rows = ledger.read(table, last.version, PAGE) if head.version > last.version else []
            if not rows:
                verify_end(table, last, head, marked)
                return last
        last = followed(table, rows, last, marked)
        for row in rows:
            heard(row)
        rows = ledger.read(table, last.version, PAGE)


def _before(rows: Sequence[Stored], cut: Head) -> Head:
    """What the first row must stand behind."""
    first = rows[0].version if rows else 1
    if not cut.version or not 1 < first <= cut.version + 1:
        return EMPTY
    return cut if first == cut.version + 1 else Head(first - 1, rows[0].before)


def followed(table: str, rows: Iterable[Stored], last: Head, noted: Noted) -> Head:
    """Go along the chain from one place to where the rows end."""
    for row in rows:
        verify_row(table, row, last, noted)
        last = row.place
    return last


def is_as_written(row: Stored) -> bool:
    return row.hash == row_hash(row.table, row.version, row.at, row.kind, row.text, row.command, row.before)


def verify_row(table: str, row: Stored, last: Head, noted: Noted) -> None:
    version = last.version + 1
    if row.table != table:
        raise Tampered(table, version, f"this row belongs to table {row.table!r}")
    if row.version != version:
        missing = f"this row is missing; the next one is {row.version}"
        raise Tampered(table, version, missing if row.version > version else f"before it stands version {row.version}")
    if not is_as_written(row):
        raise Tampered(table, version, NOT_AS_WRITTEN)
    if row.before != last.hash:
        raise Tampered(table, version, "this row was not written behind the one that stands before it")
    if row.hash != noted.get(version, row.hash):
        raise Tampered(table, version, "this row is not the one whose hash was noted")


def verify_end(table: str, last: Head, head: Head, noted: Noted) -> None:
    end = max([head.version, *noted])
    if last.version < end:
        raise Tampered(table, last.version + 1, f"this row is missing; the stream went on to {end}")
    if head.version < last.version:
        lost = "its head is missing" if head == EMPTY else f"its head is {head.version}"
        raise Tampered(table, head.version + 1, f"the stream has {last.version} rows, but {lost}")
    if head.hash != last.hash:
        raise Tampered(table, last.version, "the head of the stream is not this row's hash")
