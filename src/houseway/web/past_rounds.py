"""What was: rounds and shuffles of each table. Marks are made as streams grow: nothing is read from its beginning."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from houseway.games import find_game
from houseway.house import events
from houseway.house.audit.marks import Marker, version_before_cycle
from houseway.house.audit.memory import FEW, Memory
from houseway.house.audit.recall import Recall, cards_chosen_on, last_rounds, recalled
from houseway.house.audit.stream import rows_of
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger
from houseway.house.second_look import SecondLook, second_look
from houseway.rules.refused import Refused
from houseway.web.refusals import Missing

TABLES_KEPT = 64
KEEP_AT_ONCE = 100  # marks; an old ledger has many to make


class Archive:
    """Asked by one clerk, one question at a time. Tables that nobody asked about for long are forgotten."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._shelf = lru_cache(TABLES_KEPT)(_Shelf)

    def rounds(self, table: str, limit: int) -> list[Recall]:
        """The last ones, the newest first."""
        return last_rounds(self._shelf(table).catch_up(self._ledger), limit)

    def round(self, table: str, number: int) -> Recall:
        memory = self._shelf(table).catch_up(self._ledger)
        try:
            return recalled(memory, memory.find(number, self._ledger))
        except Refused as refusal:
            raise Missing(str(refusal)) from None

    def chosen_on(self, table: str, numbers: set[int]) -> dict[int, list[int]]:
        """What choices that name cards were made on, as far as anyone may know it, by the version of the choice."""
        found: dict[int, list[int]] = {}
        # A game that is not here is told by places, and so is a stream that is not as written: folding it may fail
        # anywhere, and whoever looks into it must see its events.
        with suppress(Exception):
            memory = self._shelf(table).catch_up(self._ledger)
            if any(act.way for act in find_game(memory.table.set_up.game).sheet.acts):
                for number in sorted(numbers):
                    found |= cards_chosen_on(memory, memory.find(number, self._ledger))
        return found

    def second_look(self, table: str, number: int) -> SecondLook:
        """A finished round, to ask what its choices were worth and what others would have brought."""
        memory = self._shelf(table).catch_up(self._ledger)
        try:
            kept = memory.find(number, self._ledger)
        except Refused as refusal:
            raise Missing(str(refusal)) from None
        return second_look(kept, revealed=memory.is_public(kept))

    def shuffle(self, table: str, cycle: int) -> dict[str, Any]:
        """Order, key and commitment of a shuffle, once they were revealed."""
        now = self._shelf(table).catch_up(self._ledger).table
        if cycle in now.discarded:
            raise Missing(f"shuffle {cycle} of table '{table}' was thrown away: its order is shown to nobody")
        if not now.is_shown(cycle):
            raise Missing(f"shuffle {cycle} of table '{table}' is not revealed: its cards may still be dealt")
        if cut := cut_of(self._ledger, table):
            try:
                cut.verify_cycle(cycle)
            except Refused as refusal:
                raise Missing(str(refusal)) from None
        rows = rows_of(self._ledger, table, version_before_cycle(self._ledger, table, cycle), FEW)
        return next(row.body for row in rows if row.kind == events.SHUFFLED and row.body["cycle"] == cycle)


class _Shelf:
    def __init__(self, table: str) -> None:
        self._name = table
        self._memory: Memory | None = None

    def catch_up(self, ledger: Ledger) -> Memory:
        if self._memory is None:
            self._memory = Memory.of_the_last(ledger, self._name)
            self._marker = Marker(self._memory.table)
        memory = self._memory
        for row in rows_of(ledger, self._name, memory.table.version):
            self._marker.hear(row, memory.table, memory.pins)
            memory.hear(row)
            self._marker.keep(ledger, self._name, at_least=KEEP_AT_ONCE)
        self._marker.keep(ledger, self._name)
        return memory
