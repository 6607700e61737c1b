"""How much one person may ask of the house."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class HouseLimits:
    body_bytes_max: int = 65_536  # of an HTTP request
    message_bytes_max: int = 4_096  # of a message on a socket; longer ones are refused
    frame_bytes_max: int = 65_536  # ... and these end the connection
    requests_a_second: float = 20.0
    requests_at_once: int = 100
    messages_a_second: float = 10.0
    messages_at_once: int = 40
    logins_a_minute: int = 5  # by address, and by name
    sessions_a_minute: int = 60  # new players, by address
    drills_a_minute: int = 60  # by session, or by address of those who have none
    own_tables_max: int = 100  # practice tables of people's own that are open at a time
    sockets_a_session: int = 12
    sockets_an_address: int = 60
    sockets_in_all: int = 5_000
    strikes_max: int = 30  # messages in a row that were no command
    send_within_s: float = 20.0  # or the reader is too slow


class Buckets:
    """Token buckets by whom they are for; the longest unused are forgotten."""

    KEPT_MAX = 10_000

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = a_second
        self._size = float(at_once)
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str) -> bool:
        """Whether there was one left."""
        now = self._clock()
        level, at = self._levels.pop(whose, (self._size, now))
        level = min(self._size, level + (now - at) * self._rate)
        taken = level >= 1
        self._levels[whose] = (level - taken, now)
        if len(self._levels) > self.KEPT_MAX:
            self._levels.popitem(last=False)
        return taken


class SocketCount:
    """Open sockets, in all and by whom."""

    def __init__(self, limits: HouseLimits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self.total = 0

    def enter(self, session: str, address: str) -> bool:
        """Whether there is room for one more."""
        full = (
            self.total >= self._limits.sockets_in_all
            or self._open[f"at {address}"] >= self._limits.sockets_an_address
            or (session and self._open[f"of {session}"] >= self._limits.sockets_a_session)
        )
        if not full:
            self._count(session, address, 1)
        return not full

    def leave(self, session: str, address: str) -> None:
        self._count(session, address, -1)

    def _count(self, session: str, address: str, by: int) -> None:
        self.total += by
        for key in (f"at {address}", f"of {session}"):
            self._open[key] += by
            if not self._open[key]:
                del self._open[key]
