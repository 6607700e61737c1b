"""Who has done nothing for a long time: a seat at a table is for those who play, and is given up by time.

A connection that is open and silent keeps nothing, nor does one that comes again or only looks. What counts is a
command of the player's own, or that they say that they are here; the house's clocks, which play a silent hand, do not.
Before a seat is given up its player is warned, and has a quarter of the time to answer.
"""

import asyncio
import time
from collections.abc import Callable, Mapping

from houseway.web.floor import SECOND, Floor
from houseway.web.limits import HouseLimits
from houseway.web.logs import log
from houseway.web.messages import IDLE
from houseway.web.refusals import refused_message

WARNING = 1 / 4  # of the time that a seat is kept
LOOKS = 4  # in that time at least
AWAY = (
    "the house put you off because you did nothing for {:.0f} minutes: your seat is free again, and your chips are in "
    "the cage"
)
SOON = "you have done nothing for a while"

Key = tuple[str, str]  # table and player


class Idle:
    def __init__(self, floor: Floor, limits: HouseLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._floor = floor
        self._limits = limits
        self._clock = clock
        self._heard: dict[Key, float] = {}
        self._ends: dict[Key, float] = {}  # when the seat of somebody who was warned is given up
        self._at_table: dict[str, float] = {}

    def came(self, table: str, player: str) -> None:
        """A player opened a line. That keeps no seat; who was warned on another line is warned here."""
        self._at_table[table] = self._clock()
        self._heard.setdefault((table, player), self._clock())
        if (table, player) in self._ends:
            self._warn((table, player))

    def heard(self, table: str, player: str) -> None:
        """A player gave a command, or says that they are here."""
        self._heard[table, player] = self._at_table[table] = self._clock()
        if self._ends.pop((table, player), None) is not None:
            self._tell((table, player), self._message(0, ""))

    def silent_s(self, table: str) -> float:
        """For how long nobody has done anything at a table."""
        return self._clock() - self._at_table.setdefault(table, self._clock())

    def forget(self, table: str) -> None:
        self._at_table.pop(table, None)

    def begin(self) -> None:
        """Look from now on, until the house closes."""
        if not self._floor.closing:
            self._floor.start(self._look_on())

    async def _look_on(self) -> None:
        await self.look()
        asyncio.get_running_loop().call_later(self._again_s(), self.begin)

    def _again_s(self) -> float:
        """Until somebody must be warned, or their seat is given up."""
        warned_s = self._limits.idle_seat_s * (1 - WARNING)
        here = [key for key in self._heard if self._floor.gallery.of(*key)]
        due = [self._ends.get(key, self._heard[key] + warned_s) for key in here]
        least_s = self._limits.idle_seat_s / LOOKS
        return min([least_s, *(max(moment - self._clock(), 1.0) for moment in due)])

    async def look(self) -> None:
        """Warn whoever sits here, connected to this server, and has been silent for long; see them off in the end."""
        now, known = self._clock(), set()
        for name, table in list(self._floor.pit.tables.items()):
            for player in list(table.players.values()):
                key = (name, player.id)
                if player.bot or player.leaving:
                    continue
                known.add(key)
                silent_s = now - self._heard.setdefault(key, now)
                if not self._floor.gallery.of(*key) or silent_s < self._limits.idle_seat_s * (1 - WARNING):
                    continue
                if now >= self._ends.setdefault(key, now + self._limits.idle_seat_s * WARNING):
                    await self._see_off(*key)
                else:
                    self._warn(key)
        self._heard = {key: at for key, at in self._heard.items() if key in known or now - at < 1}
        self._ends = {key: at for key, at in self._ends.items() if key in known}

    def _warn(self, key: Key) -> None:
        left_s = max(self._ends[key] - self._clock(), 0.0)
        self._tell(key, self._message(self._floor.pit.clock() + int(left_s * SECOND), SOON))

    def _message(self, until: int, reason: str) -> dict[str, object]:
        return {"type": IDLE, "now": self._floor.pit.clock(), "until": until, "reason": reason}

    async def _see_off(self, table: str, player: str) -> None:
        self._floor.metrics.limited("idle_seat_s")
        log.info("idle seat given up", table=table)
        self._ends.pop((table, player), None)
        await self._floor.house(table, "see_off", player=player)
        reason = AWAY.format(self._limits.idle_seat_s / 60)
        self._tell((table, player), refused_message("", "idle", reason))

    def _tell(self, key: Key, message: Mapping[str, object]) -> None:
        for watcher in self._floor.gallery.of(*key):
            watcher.outbox.answer(message)
