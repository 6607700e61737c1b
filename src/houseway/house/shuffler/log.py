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
class MachineLog:
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
    voids: int = 0  # rounds whose cards left the machine too; how many, their events do not say: in none of the counts


class Logbook:
    """Written on as the stream grows. A voided round counts as not delivered, and is counted apart."""

    def __init__(self) -> None:
        self._cycles = self._voids = 0
        self._decks: Counter[str] = Counter()
        self._delivered: Counter[tuple[str, int, int]] = Counter()  # rounds by mode, size of the deck, cards drawn
        self._faults: list[str] = []
        self._changes: list[tuple[str, Mapping[str, Any], int]] = []  # the events that made them: kind, body, when
        self._mode, self._size = "single_cards", 0
        self._config: TableConfig | None = None

    def hear(self, kind: str, body: Mapping[str, Any], at: int = 0) -> None:
        if kind in events.SETS_UP:
            before, self._config = self._config, TableConfig.recorded(body["config"])
            if before is None or _machine(before) != _machine(self._config):
                self._change(kind, body, at)
        elif kind == events.SHUFFLED:
            self._cycles += 1
            self._decks.update([body["deck"]] if "deck" in body else [])
            self._mode = body["mode"]
            self._size = len(body["order"]) // 2 if "order" in body else len(self._deck)
        elif kind == events.SETTLED:
            self._delivered[self._mode, self._size, body["drawn"]] += 1
        elif kind == events.VOIDED:
            self._voids += 1
        elif kind == events.LOADED:
            self._change(kind, {**body, "of": bytes(self._deck).hex()}, at)
        elif kind == events.FAULTED:
            self._faults.append(body["reason"])

    @property
    def _deck(self) -> list[int]:
        """As it must be."""
        return self._config.the_game.deck(self._config.settings()) if self._config else []

    def _change(self, kind: str, body: Mapping[str, Any], at: int) -> None:
        kept = ("by", "reason", "config") if kind != events.LOADED else ("by", "reason", "deck", "tray", "of")
        self._changes.append((kind, {name: body[name] for name in kept if name in body}, at))
        del self._changes[:-CHANGES_KEPT]

    @property
    def log(self) -> MachineLog:
        config, rounds = self._config, self._delivered.items()
        return MachineLog(
            machine=config.shuffler_words() if config else "",
            mode=config.shuffler_mode().about if config else "",
            cycles=self._cycles,
            decks=dict(sorted(self._decks.items())) or None,
            rounds=self._delivered.total(),
            packets=sum(times * MODES[mode].delivered(drawn) for (mode, _, drawn), times in rounds),
            cards=sum(times * drawn for (_, _, drawn), times in rounds),
            dispensed=sum(times * MODES[mode].dispensed(size, drawn) for (mode, size, drawn), times in rounds),
            faults=tuple(self._faults),
            changes=tuple(_told(*each) for each in self._changes),
            voids=self._voids,
        )

    def to_json(self) -> dict[str, Any]:
        """What was written so far, for whoever goes on from here; no shuffle is under way."""
        return {
            "cycles": self._cycles,
            "decks": dict(self._decks),
            "delivered": [[*key, times] for key, times in self._delivered.items()],
            "voids": self._voids,
            "faults": self._faults,
            "changes": [list(each) for each in self._changes],
            "config": self._config.to_body() if self._config else None,
        }

    def go_on_from(self, said: Mapping[str, Any]) -> None:
        self._cycles, self._decks = said["cycles"], Counter(said["decks"])
        self._delivered = Counter({(mode, size, drawn): times for mode, size, drawn, times in said["delivered"]})
        self._voids = said.get("voids", 0)  # older cuts do not say it
        self._faults = list(said["faults"])
        self._changes = [(kind, body, at) for kind, body, at in said["changes"]]
        self._config = TableConfig.recorded(said["config"]) if said["config"] else None


def _machine(config: TableConfig) -> tuple[object, str]:
    return config.shuffler, config.shuffler_mode().name


def _told(kind: str, body: Mapping[str, Any], at: int) -> Change:
    if kind == events.LOADED:
        words = f"deck {body['deck']}: {_counted(bytes.fromhex(body['tray']), bytes.fromhex(body['of']))}"
    else:
        config = TableConfig.recorded(body["config"])
        words = f"{config.shuffler_words()}: {config.shuffler_mode().about}"
    return Change(at, body.get("by", "the house"), body.get("reason", "the table opened"), words)


def _counted(tray: bytes, deck: Sequence[int]) -> str:
    try:
        verify_count(tray, deck)
    except Fault as fault:
        return str(fault)
    return f"whole, {len(tray)} cards"


def log_of(stream: Iterable[tuple[str, Mapping[str, Any]]]) -> MachineLog:
    """The log of a table's machine from (kind, body) of its events."""
    book = Logbook()
    for kind, body in stream:
        book.hear(kind, body)
    return book.log
