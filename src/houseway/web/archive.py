"""What was: rounds and shuffles of each table, remembered as its stream grows, so that nothing is read twice."""

import threading
from typing import Any

from houseway.house import events
from houseway.house.audit.memory import Memory
from houseway.house.audit.recall import Recall, last_rounds, recalled
from houseway.house.audit.stream import rows_of
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused
from houseway.web.refusals import Missing


class Archive:
    """Asked from many threads; a table's stream is read by one at a time."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._gate = threading.Lock()
        self._shelves: dict[str, _Shelf] = {}

    def _shelf(self, table: str) -> "_Shelf":
        with self._gate:
            return self._shelves.setdefault(table, _Shelf(table))

    def forget(self, table: str) -> None:
        with self._gate:
            self._shelves.pop(table, None)

    def rounds(self, table: str, limit: int) -> list[Recall]:
        """The last ones, the newest first."""
        shelf = self._shelf(table)
        with shelf.lock:
            return last_rounds(shelf.catch_up(self._ledger), limit)

    def round(self, table: str, number: int) -> Recall:
        shelf = self._shelf(table)
        with shelf.lock:
            memory = shelf.catch_up(self._ledger)
            try:
                return recalled(memory, memory.find(number, self._ledger))
            except Refused as refusal:
                raise Missing(str(refusal)) from None

    def shuffle(self, table: str, cycle: int) -> dict[str, Any]:
        """Order, key and commitment of a shuffle, once they were revealed."""
        shelf = self._shelf(table)
        with shelf.lock:
            shelf.catch_up(self._ledger)
            version = shelf.shuffled.get(cycle, 0)
            if not version or cycle not in shelf.revealed:
                raise Missing(f"shuffle {cycle} of table '{table}' is not revealed: its cards may still be dealt")
            (row,) = self._ledger.read(table, version - 1, 1)
        return row.body


class _Shelf:
    def __init__(self, table: str) -> None:
        self.lock = threading.Lock()
        self._memory = Memory(table)
        self.shuffled: dict[int, int] = {}  # version of its event, by cycle
        self.revealed: set[int] = set()

    def catch_up(self, ledger: Ledger) -> Memory:
        memory = self._memory
        for row in rows_of(ledger, memory.table.name, memory.table.version):
            memory.hear(row)
            if row.kind == events.SHUFFLED:
                self.shuffled[row.body["cycle"]] = row.version
            elif row.kind == events.REVEALED:
                self.revealed.add(row.body["cycle"])
        return memory
