"""The house's own time: the wall clock as it was when the house opened, and a steady clock from then on.

A wall clock may be set while the house is open, by mistake a year ahead. Events are kept for ever and never go back in
time, so what such a clock says is not written: the jump is named, in the log and in the stream of every table where
something happens since (`clock_set`), and the house keeps its own time until it is opened again. Where a stream is
already ahead (another server wrote it, or this one when its clock was wrong), time goes on from its last event, so that
no table waits for the world to catch up.
"""

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

Clock = Callable[[], int]  # microseconds since 1970
JUMP_US = 2_000_000  # less is how clocks are kept right


def steady_ns() -> int:
    """Goes on while the machine sleeps, where the system has such a clock, and cannot be set."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic_ns()


class SteadyClock:
    def __init__(self, wall_ns: Clock = time.time_ns, steady: Clock = steady_ns) -> None:
        self._wall_ns, self._steady = wall_ns, steady
        self._offset_ns = wall_ns() - steady()
        self.off_us = 0  # of the wall clock, as it was named last
        self.jumps = 0

    def __call__(self) -> int:
        now_us = (self._steady() + self._offset_ns) // 1000
        self._look(self._wall_ns() // 1000 - now_us)
        return now_us

    def _look(self, off_us: int) -> None:
        """Name a jump once, however often it is seen."""
        if abs(off_us - self.off_us) > JUMP_US:
            jumped_us, self.off_us = off_us - self.off_us, off_us
            self.jumps += 1
            log.warning(
                "the wall clock jumped by %.0f s: the house keeps its own time, %.0f s from it, until it opens again",
                jumped_us / 1e6, -off_us / 1e6,
            )  # fmt: skip


class HouseTime:
    """Of one pit: a clock that is never before an event that was heard."""

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock or SteadyClock()
        self.ahead_us = 0  # of its clock

    def __call__(self) -> int:
        return self._clock() + self.ahead_us

    def not_before(self, at: int) -> None:
        """An event of that time was heard."""
        behind = at - self()
        if behind > 0:
            self.ahead_us += behind
            if behind > JUMP_US:
                log.warning("the last event is %.0f s ahead of the clock: time goes on from there", behind / 1e6)

    @property
    def jumps(self) -> int:
        """Of the wall clock, since the house opened."""
        return getattr(self._clock, "jumps", 0)

    @property
    def off_us(self) -> int:
        """How far the wall clock was from the house's own time when it was last set; 0: it never was."""
        return getattr(self._clock, "off_us", 0)
