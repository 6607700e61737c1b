"""A table's stream, read a page at a time: it may be larger than memory."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from houseway.house import events
from houseway.house.cut import SHELF, cut_of
from houseway.house.ledger.store import STAFF_BOOK, Ledger, Stored, is_apart
from houseway.house.own_tables import owner_of
from houseway.rules.refused import Refused

PAGE = 2000  # rows
LIKE = 0.6  # of 1: how near a name is to one that was meant
BACK = 25  # rows read at a time, towards the round before
BOOK_IS_NO_TABLE = (
    f"{STAFF_BOOK} is the staff book, not a table: `houseway staff book` and the page's Staff show it, "
    "`audit verify` and `audit export` take it by this name"
)

Source = Ledger | Sequence[Stored]  # where to read a stream, or rows of it


class TakenOut(Refused):
    """Rows went into an archive while they were read: whoever asks again begins behind them."""


def rows_of(source: Source, table: str, after: int = 0, page: int = PAGE) -> Iterator[Stored]:
    """The rows of a table behind a version, as far as there are any now; whoever wants few reads smaller pages."""
    if isinstance(source, Sequence):
        yield from (row for row in source if row.table == table and row.version > after)
        return
    while rows := source.read(table, after, page):
        if rows[0].version > after + 1 and source.get(SHELF, table) is not None:
            raise TakenOut(f"table {table}: events up to {rows[0].version - 1:,} were just archived: ask again")
        yield from rows
        after = rows[-1].version


def since_the_last_round(ledger: Ledger, table: str, version: int) -> int:
    """Up to a version between rounds: the version at which the last round ended, or where the stream begins."""
    cut = cut_of(ledger, table)
    least = cut.last if cut else 0
    while version > least:
        after = max(least, version - BACK)
        ended = [row.version for row in ledger.read(table, after, version - after) if row.kind in events.ENDS]
        if ended:
            return ended[-1]
        version = after
    return least


def verify_is_table(name: str) -> None:
    """The staff book is a stream, but nobody plays at it."""
    if name == STAFF_BOOK:
        raise Refused(BOOK_IS_NO_TABLE)
    if is_apart(name):
        raise Refused(f"{name} is the stream of a link, not a table: `audit verify` takes it by this name")


def chosen_tables(ledger: Ledger, wanted: Sequence[str]) -> list[str]:
    """The tables that were asked for, or all; one that is not there is refused."""
    there = ledger.tables()
    for name in wanted:
        verify_is_table(name)
        if name not in there:
            raise no_such_table(name, there)
    return list(wanted) or there


def no_such_table(name: str, there: Sequence[str]) -> Refused:
    """With the name that was meant, or all there are; people's own practice tables are not worth listing."""
    named = [each for each in there if not owner_of(each)] or list(there)
    close = get_close_matches(name, named, n=3, cutoff=LIKE)
    meant = f"did you mean {' or '.join(close)}?" if close else f"it has {', '.join(named) or 'none at all'}"
    return Refused(f"the ledger has no table '{name}'; {meant}")
