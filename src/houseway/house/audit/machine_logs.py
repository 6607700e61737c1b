"""The logs of the machines, read from the streams of their tables."""

from collections.abc import Sequence

from houseway.house.audit.stream import chosen_tables, rows_of
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger
from houseway.house.shuffler.log import Logbook, MachineLog


def logs(ledger: Ledger, tables: Sequence[str] = ()) -> dict[str, MachineLog]:
    """By table: those that were asked for, or all."""
    return {name: _log(ledger, name) for name in chosen_tables(ledger, tables)}


def _log(ledger: Ledger, table: str) -> MachineLog:
    book, cut = Logbook(), cut_of(ledger, table)
    if cut:
        book.go_on_from(cut.state["log"])
    for row in rows_of(ledger, table, cut.last if cut else 0):
        book.hear(row.kind, row.body, row.at)
    return book.log
