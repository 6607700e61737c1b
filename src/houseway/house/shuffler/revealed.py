"""A shuffle that has been shown, as a player gets it, and whether it is what was promised."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.house.shuffler.commitment import verify_commitment
from houseway.house.shuffler.counting import Fault, verify_count
from houseway.rules.cards import DECK, cards_of, new_decks
from houseway.rules.refused import Refused

KEYS = ("table", "cycle", "order", "key", "commitment")


@dataclass(frozen=True)
class Revealed:
    table: str
    cycle: int
    order: tuple[int, ...]
    key: bytes
    commitment: str

    @property
    def decks(self) -> int:
        """How many decks so many cards can be; a shoe that lacks a card is still held against whole decks."""
        return max(1, round(len(self.order) / DECK))

    def faults(self) -> list[str]:
        """Everything that is wrong with it, a sentence each; none is good."""
        found = []
        try:
            verify_commitment(self.table, self.cycle, self.order, self.key, self.commitment)
        except Refused as refusal:
            found.append(str(refusal))
        try:
            verify_count(self.order, new_decks(self.decks))
        except Fault as fault:
            found.append(f"shuffle {self.cycle} of table '{self.table}' is no whole deck: {fault}")
        return found


def read_revealed(text: str, source: str) -> list[Revealed]:
    """One shuffle or a list of them, as JSON."""
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(f"{source} is not JSON: {error}") from None
    entries = parsed if isinstance(parsed, list) else [parsed]
    if not entries:
        raise Refused(f"{source} has no shuffle in it: give one or more with {', '.join(KEYS)}")
    return [_read(entry, source) for entry in entries]


def _read(entry: Any, source: str) -> Revealed:
    if not isinstance(entry, Mapping):
        raise Refused(f"{source}: a shuffle is an object with {', '.join(KEYS)}, not {entry!r}")
    for key in KEYS:
        if key not in entry:
            raise Refused(f"{source}: {key} is missing: a shuffle has {', '.join(KEYS)}")
    cycle = entry["cycle"]
    if not isinstance(cycle, int) or isinstance(cycle, bool):
        raise Refused(f"{source}: cycle is {cycle!r}: write the number of the shuffle")
    order = _order(entry["order"], source)
    try:
        secret = bytes.fromhex(str(entry["key"]))
    except ValueError:
        raise Refused(f"{source}: key is not hexadecimal: copy it as the table showed it") from None
    return Revealed(str(entry["table"]), cycle, order, secret, str(entry["commitment"]))


def _order(written: Any, source: str) -> tuple[int, ...]:
    """Hexadecimal as in the ledger, cards as people write them, or a list of numbers."""
    try:
        if isinstance(written, list):
            return tuple(bytes(written))
        if not isinstance(written, str):
            raise TypeError(f"{written!r}")
        try:
            return tuple(bytes.fromhex(written))
        except ValueError:
            return tuple(cards_of(written))
    except (TypeError, ValueError) as error:
        raise Refused(
            f"{source}: order is not a list of cards ({error}): write two hexadecimal digits a card, or 'Ah Kd'"
        ) from None
