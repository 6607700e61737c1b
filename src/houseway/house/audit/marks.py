"""Marks: a table as it stood before some of its rounds, kept beside its stream, so that an old round is found at once.

To recall a round one needs the table around it: who sat there, with how many chips, under which configuration, at which
card of the shoe. Without marks that is known only to whoever reads the stream from its first event. A mark says it in a
few hundred bytes, every so many rounds and events; what a stream says once and keeps (configurations, orders of cards)
is named by its version and read there, so no mark holds a secret.

Marks follow from the stream: they can be made again at any time, `audit verify` holds them against it, and nothing that
is dealt or paid ever looks at one.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from houseway.house import events
from houseway.house.audit.stream import Source
from houseway.house.configuration import TableConfig
from houseway.house.cut import cut_of
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.store import Ledger, Stored, canonical
from houseway.house.standing import from_plain, plain
from houseway.house.table import Shuffle, Table

EVERY_ROUNDS, EVERY_EVENTS = 20, 200  # a round is at most so far from a mark
_LAST = 10**15


@dataclass
class Pins:
    """Which events the table's configuration and its cards were read from."""

    configured: int = 0
    shuffled: int = 0
    software: str = ""  # that opened the table

    def hear(self, row: Stored) -> None:
        if row.kind in events.SETS_UP:
            self.configured = row.version
            self.software = row.body.get("software", self.software)
        elif row.kind == events.SHUFFLED:
            self.shuffled = row.version


class Marker:
    """Hears a stream and makes marks; whoever has a ledger to keep them in calls `keep`."""

    def __init__(self, table: Table) -> None:
        self._round, self._version = table.rounds, table.version
        self._fresh: list[tuple[int, int, int, str]] = []  # round, cycles and version before it, the mark

    def hear(self, row: Stored, table: Table, pins: Pins) -> None:
        """The next event, and the table before it."""
        if row.kind == events.DEALT and self._is_due(table):
            self._round, self._version = table.rounds, table.version
            self._fresh.append((table.rounds + 1, table.cycles, table.version, mark_of(table, pins)))

    def _is_due(self, table: Table) -> bool:
        return table.rounds >= self._round + EVERY_ROUNDS or table.version >= self._version + EVERY_EVENTS

    def keep(self, ledger: Ledger, name: str, at_least: int = 1) -> None:
        """On the ledger, if there are so many new ones."""
        if len(self._fresh) >= at_least:
            fresh, self._fresh = self._fresh, []
            ledger.put_all(rounds_shelf(name), {_key(number): text for number, _, _, text in fresh})
            ledger.put_all(cycles_shelf(name), {_key(cycles): str(version) for _, cycles, version, _ in fresh})


def rounds_shelf(name: str) -> str:
    return f"marks {name}"


def cycles_shelf(name: str) -> str:
    return f"cycles {name}"


def _key(number: int) -> str:
    """Sorted as numbers are."""
    return f"{number:015d}"


# --- a table as a mark, and back ---


def mark_of(table: Table, pins: Pins) -> str:
    """Of a table between rounds."""
    said = plain(table)
    if not table.discarded:  # marks made before there were any stay as they are
        del said["discarded"]
    pinned = {**asdict(pins), "shuffled": pins.shuffled if table.shuffle else 0}
    return canonical({**said, **pinned, "drawn": table.shuffle.drawn if table.shuffle else 0})


def restored(source: Ledger, name: str, mark: str) -> tuple[Table, Pins]:
    """The table that a mark is of."""
    said: dict[str, Any] = json.loads(mark)
    pins = Pins(said.pop("configured"), said.pop("shuffled"), said.pop("software"))
    drawn = said.pop("drawn")
    table = from_plain(name, said)
    table.config = _config(source, name, pins.configured)
    if pins.shuffled:
        before = Table(name)
        before.apply(events.SHUFFLED, _body(source, name, pins.shuffled), 0)
        table.shuffle = _dealt_from(before.shuffle, drawn)
    return table, pins


def _config(source: Ledger, name: str, version: int) -> TableConfig | None:
    """Of the event that a mark names; where that one is archived, what the cut says was in force."""
    cut = cut_of(source, name)
    if cut is not None and version <= cut.last:
        return cut.table().config
    return TableConfig.recorded(_body(source, name, version)["config"])


def _dealt_from(shuffle: Shuffle | None, drawn: int) -> Shuffle:
    assert shuffle is not None
    return replace(shuffle, drawn=drawn)


def _body(source: Ledger, name: str, version: int) -> Mapping[str, Any]:
    (row,) = source.read(name, version - 1, 1)
    return row.body


def verify_mark(marks: Mapping[str, str], dealt: Stored, table: Table, pins: Pins) -> None:
    """What is kept of the table before a deal is what its stream says of it."""
    found = marks.get(_key(table.rounds + 1))
    if found is not None and found != mark_of(table, pins):
        raise Tampered(table.name, dealt.version, "what is kept of the table beside its stream (a mark) is not so")


# --- finding ---


def table_before(source: Source, name: str, number: int = _LAST) -> tuple[Table, Pins]:
    """The table at the last mark that is not behind a round; where there is none, as its stream begins."""
    if isinstance(source, Sequence):
        return Table(name), Pins()  # rows in a list have nothing beside them
    found, cut = source.nearest(rounds_shelf(name), _key(number)), cut_of(source, name)
    if found and (cut is None or json.loads(found[1])["version"] > cut.last):
        return restored(source, name, found[1])
    return (cut.table(), Pins(**cut.pins)) if cut else (Table(name), Pins())


def version_before_cycle(source: Ledger, name: str, cycle: int) -> int:
    """A version shortly before a shuffle; where no mark is, before all that the ledger has."""
    found, cut = source.nearest(cycles_shelf(name), _key(cycle - 1)), cut_of(source, name)
    return max(int(found[1]) if found else 0, cut.last if cut else 0)


def forget_marks(ledger: Ledger, name: str, rounds: int, cycles: int) -> None:
    """Of rounds and shuffles that are in an archive: nothing here leads to them any more."""
    ledger.remove_before(rounds_shelf(name), _key(rounds + 1))
    ledger.remove_before(cycles_shelf(name), _key(cycles + 1))
