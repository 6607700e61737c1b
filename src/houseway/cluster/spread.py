"""The loop that hands units out to workers and gathers what they counted.

A worker that is killed, added or slow changes no count: a unit that does not come back is handed out again. Units go
only to workers that have the badge of this process; each new one is asked for it, and refused by name where it
differs. When the scheduler goes away what is done is kept, and the rest is handed out when one answers again.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from houseway.cluster.badge import Badge, badge_for, difference
from houseway.cluster.door import Open
from houseway.rules.refused import Refused

LOOK_S = 0.5  # between two looks at who is there
AHEAD = 2  # units for each core of a worker: one that is played and one that waits
FETCH_S = 10  # for what a worker has counted; if it died with that, nobody else brings it
PATIENCE_S = 300  # for a scheduler that went away
ENOUGH = 1e9  # of its badge a worker has for as many units as it likes
GONE = (OSError, CancelledError, asyncio.CancelledError)

Tell = Callable[[str], None]


class Errand(Protocol):
    """Work in units that can be lost and done again."""

    game: str  # that workers must know as we do

    @property
    def done(self) -> bool:
        """Whether any unit is."""

    @property
    def left(self) -> int:
        """How much nobody has taken."""

    def take(self, workers: int) -> Any:
        """The next unit, for one of so many workers; None where all are taken."""

    def give_back(self, unit: Any) -> None:
        """It was lost."""

    def call(self, unit: Any) -> tuple[Any, ...]:
        """What a worker does for it: a function that it knows by name, and what it is given."""

    def take_in(self, unit: Any, found: Any) -> None:
        """It came back."""


def spread(opened: Open, errand: Errand, badge: Badge, tell: Tell) -> bool:
    """Do what is left of an errand; whether it came to its end. Ctrl-C ends it early; what is done is kept."""
    work = _Spread(opened, errand, badge, tell)
    try:
        work.run()
    except KeyboardInterrupt:
        return False
    finally:
        work.close()
    return True


class _Spread:
    def __init__(self, opened: Open, errand: Errand, badge: Badge, tell: Tell) -> None:
        self.open, self.errand, self.badge, self.tell = opened, errand, badge, tell
        self.out: dict[Any, Any] = {}  # futures, and the units that they will bring
        self.back: SimpleQueue[Any] = SimpleQueue()
        self.cores: dict[str, int] = {}  # of the workers that may be given units
        self.refused: dict[str, str] = {}
        self.client: Any = None
        self.alone = False  # nobody is there to work
        self.looked = -LOOK_S

    def run(self) -> None:
        self.client = self.open()
        while self.errand.left or self.out:
            self.look_around()
            self.hand_out()
            try:
                self.take_in(self.back.get(timeout=LOOK_S))
            except Empty:
                continue

    def close(self) -> None:
        if self.client is not None and self.client.status == "running":
            self.client.cancel(list(self.out))
            self.client.close()

    def look_around(self) -> None:
        """Who is there now? Whoever is new shows their badge."""
        if time.monotonic() < self.looked + LOOK_S:
            return
        try:
            cores = self.client.nthreads()
            new = [address for address in cores if address not in self.cores and address not in self.refused]
            shown = self.signed_in(new)
        except GONE:
            self.wait_for_scheduler()
            return
        for address in new:
            self.judge(address, shown.get(address))
        if self.cores.keys().isdisjoint(cores):
            self.call_back()
        self.cores = {address: n for address, n in cores.items() if address not in self.refused}
        self.looked = time.monotonic()
        if self.refused and not self.cores and not self.errand.done:
            raise Refused(next(iter(self.refused.values())))
        if not self.cores and not self.alone:
            self.tell("no worker is there; waiting for one (Ctrl-C ends with what is done)")
        self.alone = not self.cores

    def call_back(self) -> None:
        """None of those who were given units is left: what is out is taken off the scheduler, and whoever comes is
        given it anew."""
        lost = list(self.out)
        self.lose_all()
        self.forget(lost)

    def forget(self, futures: list[Any]) -> None:
        with suppress(*GONE):  # nor is the scheduler there, as the next look will tell
            self.client.cancel(futures)

    def lose_all(self) -> None:
        for unit in self.out.values():
            self.errand.give_back(unit)
        self.out.clear()

    def signed_in(self, new: list[str]) -> dict[str, Any]:
        """What each of these workers says of itself."""
        if not new:
            return {}
        shown: dict[str, Any] = self.client.run(sign_in, self.badge, self.errand.game, workers=new, on_error="return")
        return shown

    def judge(self, address: str, shown: Any) -> None:
        """Whether a worker may be given units; said by name where it may not."""
        if isinstance(shown, tuple):
            host, badge = shown
            why = difference(badge, self.badge)
        else:
            host, why = "", f"it could not say which houseway it has ({type(shown).__name__}: {shown})"
        if why:
            named = f"{address} on {host}" if host else address
            self.refused[address] = f"the worker {named} is refused: {why}"
            self.tell(self.refused[address])

    def hand_out(self) -> None:
        cores = sum(self.cores.values())
        while cores and len(self.out) < AHEAD * cores and (unit := self.errand.take(cores)) is not None:
            try:
                future = self.client.submit(*self.errand.call(unit), pure=False, resources={self.badge.name: 1})
            except GONE:
                self.errand.give_back(unit)
                return
            self.out[future] = unit
            future.add_done_callback(self.back.put)

    def take_in(self, future: Any) -> None:
        """What came back: counts, or nothing because it was lost."""
        unit = self.out.pop(future, None)
        if unit is None:
            return  # of a scheduler that is gone
        try:
            found = future.result(timeout=FETCH_S)
        except GONE:
            self.errand.give_back(unit)
            self.forget([future])
            return
        self.errand.take_in(unit, found)

    def wait_for_scheduler(self) -> None:
        """It does not answer: everything that is out is lost. One that is started again is given the rest."""
        self.lose_all()
        self.cores.clear()
        self.refused.clear()
        self.tell("the scheduler does not answer; waiting for it (Ctrl-C ends with what is done)")
        self.client.close(timeout=1)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.client = self.open()
                return
            except Refused:
                if time.monotonic() > until:
                    self.tell("no scheduler came back")
                    raise KeyboardInterrupt from None
                time.sleep(LOOK_S)


async def sign_in(badge: Badge, game: str, dask_worker: Any) -> tuple[str, Badge]:
    """On a worker: where it is and which houseway it has. Where that is ours, it may be given units."""
    own = badge_for(game)
    if own == badge:
        await dask_worker.set_resources(**{badge.name: ENOUGH})
    return socket.gethostname(), own
