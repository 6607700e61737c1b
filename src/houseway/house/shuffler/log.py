"""A machine's log, with cycles, what was delivered, and faults, read from the table's stream."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.house import events
from houseway.house.shuffler.modes import MODES


@dataclass(frozen=True)
class Log:
    cycles: int = 0
    rounds: int = 0
    packets: int = 0  # handed out; single cards count one each
    cards: int = 0
    faults: tuple[str, ...] = ()


class Logbook:
    """Written on as the stream grows. A voided round counts as not delivered."""

    def __init__(self) -> None:
        self._cycles = self._rounds = self._packets = self._cards = 0
        self._faults: list[str] = []
        self._mode, self._size, self._drawn = MODES["single_cards"], 0, 0

    def hear(self, kind: str, body: Mapping[str, Any]) -> None:
        if kind == events.SHUFFLED:
            self._cycles += 1
            self._mode, self._size, self._drawn = MODES[body["mode"]], len(bytes.fromhex(body["order"])), 0
        elif kind == events.SETTLED:
            self._rounds += 1
            delivered = self._mode.packets_in(self._size, self._drawn)
            self._drawn += body["drawn"]
            self._packets += self._mode.packets_in(self._size, self._drawn) - delivered
            self._cards += body["drawn"]
        elif kind == events.FAULTED:
            self._faults.append(body["reason"])

    @property
    def log(self) -> Log:
        return Log(self._cycles, self._rounds, self._packets, self._cards, tuple(self._faults))


def log_of(stream: Iterable[tuple[str, Mapping[str, Any]]]) -> Log:
    """The log of a table's machine from (kind, body) of its events."""
    book = Logbook()
    for kind, body in stream:
        book.hear(kind, body)
    return book.log
