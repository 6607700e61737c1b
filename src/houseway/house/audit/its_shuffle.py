"""What of its stream a round hangs on: the rounds of its shuffle, from the first card of that to its own end."""

from houseway.house import events
from houseway.house.ledger.store import Stored
from houseway.rules.refused import Refused

FOREVER = 10**15


class ItsShuffle:
    """Hears a stream, and knows then which of its events are of the shuffle that a round was dealt from, up to it."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._shuffled = 0
        self._first, self._last = 1, 0

    def hear(self, row: Stored) -> None:
        if row.kind == events.SHUFFLED:
            self._shuffled = row.version
        elif row.kind == events.DEALT and _round_of(row) == self._number:
            self._first, self._last = self._shuffled, FOREVER
        elif row.kind in events.ENDS and self._last == FOREVER:
            self._last = row.version

    def has(self, version: int) -> bool:
        return self._first <= version <= self._last


def _round_of(row: Stored) -> int:
    """A forged body may be anything: the judge of the whole stream says what is wrong with it."""
    try:
        return int(row.body["round"])
    except (KeyError, TypeError, ValueError, Refused):
        return 0
