"""A machine's log, with its model, cycles, what was delivered, and faults, read from the table's stream."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.house import events
from houseway.house.configuration import TableConfig
from houseway.house.shuffler.counting import Fault, verify_count
from houseway.house.shuffler.modes import MODES

CHANGES_KEPT = 50


@dataclass(frozen=True)
class Change:
    """Another machine, another setting of it, or other cards in it."""

    at: int  # microseconds since 1970
    by: str
    reason: str
    words: str


@dataclass(frozen=True)
class Log:
    machine: str = ""  # model and version that stand there now
    mode: str = ""
    cycles: int = 0
    decks: Mapping[str, int] | None = None  # cycles by deck, where the stream says of which they were
    rounds: int = 0
    packets: int = 0  # handed out; single cards count one each
    cards: int = 0
    dispensed: int = 0  # cards that remained when a round had its packets
    faults: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()  # the last ones, in order


class Logbook:
    """Written on as the stream grows. A voided round counts as not delivered."""

    def __init__(self) -> None:
        self._machine, self._mode_words = "", ""
        self._cycles = self._rounds = self._packets = self._cards = self._dispensed = 0
        self._decks: Counter[str] = Counter()
        self._faults: list[str] = []
        self._changes: list[Change] = []
        self._mode, self._size = MODES["single_cards"], 0
        self._deck: list[int] = []  # as it must be

    def hear(self, kind: str, body: Mapping[str, Any], at: int = 0) -> None:
        if kind in (events.OPENED, events.CONFIGURED):
            self._set_up(body, at)
        elif kind == events.SHUFFLED:
            self._cycles += 1
            self._decks.update([body["deck"]] if "deck" in body else [])
            self._mode, self._size = MODES[body["mode"]], len(body["order"]) // 2
        elif kind == events.SETTLED:
            self._rounds += 1
            self._packets += self._mode.delivered(body["drawn"])
            self._cards += body["drawn"]
            self._dispensed += self._mode.dispensed(self._size, body["drawn"])
        elif kind == events.LOADED:
            self._change(at, body, f"deck {body['deck']}: {_counted(bytes.fromhex(body['tray']), self._deck)}")
        elif kind == events.FAULTED:
            self._faults.append(body["reason"])

    def _set_up(self, body: Mapping[str, Any], at: int) -> None:
        config = TableConfig.recorded(body["config"])
        self._deck = config.the_game.deck(config.options)
        machine, mode = config.shuffler_words(), config.shuffler_mode().about
        if (machine, mode) != (self._machine, self._mode_words):
            self._machine, self._mode_words = machine, mode
            self._change(at, body, f"{machine}: {mode}")

    def _change(self, at: int, body: Mapping[str, Any], words: str) -> None:
        self._changes.append(Change(at, body.get("by", "the house"), body.get("reason", "the table opened"), words))
        del self._changes[:-CHANGES_KEPT]

    @property
    def log(self) -> Log:
        return Log(
            machine=self._machine,
            mode=self._mode_words,
            cycles=self._cycles,
            decks=dict(sorted(self._decks.items())) or None,
            rounds=self._rounds,
            packets=self._packets,
            cards=self._cards,
            dispensed=self._dispensed,
            faults=tuple(self._faults),
            changes=tuple(self._changes),
        )


def _counted(tray: bytes, deck: Sequence[int]) -> str:
    try:
        verify_count(tray, deck)
    except Fault as fault:
        return str(fault)
    return f"whole, {len(tray)} cards"


def log_of(stream: Iterable[tuple[str, Mapping[str, Any]]]) -> Log:
    """The log of a table's machine from (kind, body) of its events."""
    book = Logbook()
    for kind, body in stream:
        book.hear(kind, body)
    return book.log
