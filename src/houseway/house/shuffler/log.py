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


def log_of(stream: Iterable[tuple[str, Mapping[str, Any]]]) -> Log:
    """The log of a table's machine from (kind, body) of its events. A voided round counts as not delivered."""
    cycles = rounds = packets = cards = 0
    faults: list[str] = []
    mode, size, drawn = MODES["single_cards"], 0, 0
    for kind, body in stream:
        if kind == events.SHUFFLED:
            cycles += 1
            mode, size, drawn = MODES[body["mode"]], len(bytes.fromhex(body["order"])), 0
        elif kind == events.SETTLED:
            rounds += 1
            packets += mode.packets_in(size, drawn + body["drawn"]) - mode.packets_in(size, drawn)
            drawn += body["drawn"]
            cards += body["drawn"]
        elif kind == events.FAULTED:
            faults.append(body["reason"])
    return Log(cycles, rounds, packets, cards, tuple(faults))
