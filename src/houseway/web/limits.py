"""How much one person, and everyone at one address, may ask of the house.

People share addresses, so an address has what a small crowd needs: `crowded` says for how many. No limit here depends
on cards or chips.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from houseway.web.metrics import Metrics

CROWD = 10  # people who may share an address, unless the operator says otherwise
NO_LIMIT = 10**6
DAY_S = 86_400

Seconds = Callable[[], float]  # by a clock that cannot be set


@dataclass(frozen=True)
class HouseLimits:
    # connections
    connections_an_address: int = 100
    connections_in_all: int = 8_000  # and fewer than the files that the system lets us open
    head_within_s: float = 10.0  # for the first line and the headers of a request
    body_within_s: float = 10.0
    body_bytes_max: int = 65_536  # of an HTTP request
    message_bytes_max: int = 4_096  # of a message on a socket; longer ones are refused
    frame_bytes_max: int = 65_536  # ... and these end the connection
    send_within_s: float = 20.0  # or the reader is too slow
    # requests and messages
    requests_a_second: float = 20.0
    requests_at_once: int = 100
    requests_a_second_an_address: float = 200.0
    requests_at_once_an_address: int = 1_000
    messages_a_second: float = 10.0
    messages_at_once: int = 40
    messages_a_second_an_address: float = 100.0
    strikes_max: int = 30  # messages in a row that were no command
    # people
    logins_a_minute: int = 5  # to one account from one address: a stranger elsewhere locks nobody out
    logins_a_minute_an_address: int = 20  # to all accounts from one address
    sessions_a_minute: int = 60  # new players, by address
    names_a_day_an_address: int = 10  # kept with a passphrase
    drills_a_minute: int = 60
    drills_a_minute_an_address: int = 120
    notes_a_minute: int = 120  # of settings and scores that a regular has kept
    notes_a_minute_an_address: int = 600
    sockets_a_session: int = 12
    sockets_an_address: int = 60
    sockets_in_all: int = 5_000
    sockets_a_minute: int = 60  # opened, by session
    sockets_a_minute_an_address: int = 300
    # seats and tables
    tables_a_player: int = 4  # where one player sits at a time
    seats_an_address: int = 12
    idle_seat_s: float = 300.0  # a seat whose player does nothing is given up
    own_tables_max: int = 100  # practice tables of people's own that are open at a time
    own_tables_an_address: int = 10
    own_tables_a_minute_an_address: int = 10  # opened
    idle_table_s: float = 600.0  # a practice table where nobody does anything is put away
    # what is written
    events_a_minute: int = 240  # that a player's commands may cause
    events_a_minute_an_address: int = 1_200
    second_thoughts_a_minute: int = 30  # bets changed or taken back, sitting down and getting up
    second_thoughts_a_minute_an_address: int = 90

    def crowded(self, people: int) -> "HouseLimits":
        """For a house where so many people share an address: a card room, a school."""
        named = [each.name for each in fields(self) if each.name.endswith("_an_address")]
        scaled: dict[str, Any] = {name: _times(getattr(self, name), people) for name in (*named, "sessions_a_minute")}
        return replace(self, **scaled)

    @classmethod
    def lifted(cls) -> "HouseLimits":
        """Nothing by rate or by address: for a load benchmark, whose crowd sits at one address."""
        counted = [
            each.name for each in fields(cls) if "_a_" in each.name or "_an_" in each.name or "_at_once" in each.name
        ]
        kept = ("sockets_a_session",)
        return cls(**{name: NO_LIMIT for name in counted if name not in kept})


def _times(limit: float, people: int) -> float:
    return type(limit)(max(limit * people / CROWD, 1))


class Buckets:
    """Token buckets by whom they are for; the longest unused are forgotten."""

    KEPT_MAX = 10_000

    def __init__(self, a_second: float, at_once: int, clock: Seconds = time.monotonic) -> None:
        self._rate = a_second
        self._size = float(at_once)
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @classmethod
    def a_minute(cls, count: int, minutes_at_once: float = 1, clock: Seconds = time.monotonic) -> "Buckets":
        return cls(count / 60, int(count * minutes_at_once), clock)

    def take(self, whose: str) -> bool:
        """Whether there was one left."""
        left = self.has(whose)
        if left:
            self.spend(whose, 1)
        return left

    def has(self, whose: str) -> bool:
        level, at = self._levels.get(whose, (self._size, 0.0))
        return level + (self._clock() - at) * self._rate >= 1

    def spend(self, whose: str, count: int) -> None:
        """Take so many, though there be fewer: what is owed comes off what is filled in later."""
        now = self._clock()
        level, at = self._levels.pop(whose, (self._size, now))
        self._levels[whose] = (min(self._size, level + (now - at) * self._rate) - count, now)
        if len(self._levels) > self.KEPT_MAX:
            self._levels.popitem(last=False)


class Rates:
    """How often: by whom, and by the address where they are."""

    def __init__(self, limits: HouseLimits, metrics: Metrics, clock: Seconds = time.monotonic) -> None:
        self._metrics = metrics
        self._buckets = {
            "messages_a_second": Buckets(limits.messages_a_second, limits.messages_at_once, clock),
            "messages_a_second_an_address": Buckets(
                limits.messages_a_second_an_address, int(4 * limits.messages_a_second_an_address), clock
            ),
            "names_a_day_an_address": Buckets(
                limits.names_a_day_an_address / DAY_S, limits.names_a_day_an_address, clock
            ),
            **{
                name: Buckets.a_minute(getattr(limits, name), clock=clock)
                for name in (
                    "logins_a_minute", "logins_a_minute_an_address", "sessions_a_minute", "drills_a_minute",
                    "drills_a_minute_an_address", "notes_a_minute", "notes_a_minute_an_address", "sockets_a_minute",
                    "sockets_a_minute_an_address",
                )
            },
        }  # fmt: skip

    def take(self, limit: str, whose: str) -> bool:
        """Whether there was one left under a limit."""
        left = self._buckets[limit].take(whose)
        if not left:
            self._metrics.limited(limit)
        return left

    def give_back(self, limit: str, whose: str) -> None:
        """Nothing came of what it was taken for."""
        self._buckets[limit].spend(whose, -1)

    def take_both(self, limit: str, session: str, place: str) -> bool:
        """One of a person's and one of their address's; who has no session has the address's only."""
        return (not session or self.take(limit, session)) and self.take(f"{limit}_an_address", place)


class SocketCount:
    """Open sockets, in all and by whom."""

    def __init__(self, limits: HouseLimits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self.total = 0

    def full(self, session: str, place: str) -> str:
        """The limit that leaves no room for one more; '' where there is room."""
        limits = self._limits
        if self.total >= limits.sockets_in_all:
            return "sockets_in_all"
        if self._open[f"at {place}"] >= limits.sockets_an_address:
            return "sockets_an_address"
        return "sockets_a_session" if session and self._open[f"of {session}"] >= limits.sockets_a_session else ""

    def enter(self, session: str, place: str) -> None:
        self._count(session, place, 1)

    def leave(self, session: str, place: str) -> None:
        self._count(session, place, -1)

    def _count(self, session: str, place: str, by: int) -> None:
        self.total += by
        for key in (f"at {place}", f"of {session}"):
            self._open[key] += by
            if not self._open[key]:
                del self._open[key]
