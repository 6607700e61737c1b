"""The doorman: connections before anything was said on them. Whoever stands silent in the door makes room for others.

A connection costs a file of the operating system, and there are only so many. So each address has a number of them, a
request's headers must come within some seconds, and where an address (or the house) is full the longest silent
connection is closed for a new one: silence cannot keep anybody out. What is left over is told so and hung up at once.
"""

import asyncio
import json
import resource
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from houseway.web.limits import HouseLimits
from houseway.web.metrics import Metrics
from houseway.web.whereabouts import Proxies, place_of

FILES_FOR_US = 256  # of those the system lets us open: ledger, logs, workers, and connections that are being taken
ACCEPTED_AT_ONCE = 128  # connections taken from the system before the doorman sees any; fewer than FILES_FOR_US
FULL = json.dumps({"code": "busy", "reason": "there are too many connections: try again in a while"}).encode()
TURNED_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


class Doorman:
    def __init__(self, limits: HouseLimits, metrics: Metrics, proxies: Proxies | None = None) -> None:
        self._limits = limits
        self._metrics = metrics
        self.proxies = proxies or Proxies()
        self._most = min(limits.connections_in_all, files_max() - FILES_FOR_US)
        self._at: Counter[str] = Counter()
        self._silent: dict[Door, None] = {}  # the longest silent first
        self.total = 0

    @property
    def most_at_one(self) -> int:
        return max(self._at.values(), default=0)

    def place(self, host: str) -> str:
        """'' is a proxy: its connections are many people's."""
        return "" if self.proxies.have(host) else place_of(host)

    def enter(self, door: "Door") -> bool:
        """Whether there is room, if need be that of somebody who says nothing."""
        place = door.place
        full = bool(place) and self._at[place] >= self._limits.connections_an_address
        if full and not self._make_room(place):
            return self._refuse("connections_an_address")
        if self.total >= self._most and not self._make_room(""):
            return self._refuse("connections_in_all")
        self.total += 1
        self._at[place] += 1
        self._silent[door] = None
        return True

    def _refuse(self, limit: str) -> bool:
        self._metrics.limited(limit)
        return False

    def _make_room(self, place: str) -> bool:
        """Close the longest silent connection of a place, or of all."""
        oldest = next((door for door in self._silent if not place or door.place == place), None)
        if oldest is None:
            return False
        self._metrics.limited("silent_for_another")
        self.leave(oldest)
        oldest.transport.abort()
        return True

    def heard(self, door: "Door") -> None:
        self._silent.pop(door, None)

    def waits(self, door: "Door") -> None:
        """For the next request on the same connection."""
        if door.inside:
            self._silent[door] = None

    def leave(self, door: "Door") -> None:
        """Once for each door that was entered, whoever closed it."""
        self._silent.pop(door, None)
        if door.inside:
            door.inside = False
            self.left(door.place)

    def left(self, place: str) -> None:
        self.total -= 1
        self._at[place] -= 1
        if not self._at[place]:
            del self._at[place]

    def too_slow(self) -> None:
        self._metrics.limited("head_within_s")


class Door(H11Protocol):
    """One connection as it comes in, until it is closed or becomes a socket."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        hall = self.config.app.state.hall  # type: ignore[union-attr]
        self.doorman: Doorman = hall.doorman
        self.within_s: float = hall.limits.head_within_s
        self.place = ""
        self.inside = False
        self._upgraded = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = self.doorman.place(self.client[0] if self.client else "")
        self.inside = self.doorman.enter(self)
        if self.inside:
            self._wait()
        else:
            transport.write(TURNED_AWAY)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if not self.inside:
            return
        super().data_received(data)
        if self._upgraded or (self.cycle is not None and not self.cycle.response_complete):
            self._stop_waiting()
            self.doorman.heard(self)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle is not None and self.cycle.response_complete and not self.transport.is_closing():
            self.doorman.waits(self)
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.doorman.leave(self)
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(self.within_s, self._hang_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        self.doorman.too_slow()
        self.transport.abort()


class SocketDoor(WebSocketsSansIOProtocol):
    """A connection that became a socket leaves by this door."""

    def connection_lost(self, exc: Exception | None) -> None:
        doorman: Doorman = self.config.app.state.hall.doorman  # type: ignore[union-attr]
        doorman.left(doorman.place(self.client[0] if self.client else ""))
        super().connection_lost(exc)


def files_max() -> int:
    """How many files we may have open: as many as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        wanted = hard if hard != resource.RLIM_INFINITY else 65_536
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, 65_536)), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else 65_536
