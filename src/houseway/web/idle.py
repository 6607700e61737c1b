"""Who has done nothing for a long time: a seat at a table is for those who play, and is given up by time.

A connection that is open and silent keeps nothing. What counts is a command of the player's own, or that they look at
the table anew; the house's clocks, which play a silent hand, do not.
"""

import asyncio
import time
from collections.abc import Callable

from houseway.web.floor import Floor
from houseway.web.limits import HouseLimits
from houseway.web.logs import log

LOOKS = 4  # in the time that a seat is kept
AWAY = (
    "the house put you off because you did nothing for {:.0f} minutes: your seat is free again, and your chips are in "
    "the cage"
)
SOON = "you have done nothing for a while: your seat is given up soon unless you bet or act"


class Idle:
    def __init__(self, floor: Floor, limits: HouseLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self._floor = floor
        self._limits = limits
        self._clock = clock
        self._heard: dict[tuple[str, str], float] = {}  # of a player at a table
        self._at_table: dict[str, float] = {}

    def heard(self, table: str, player: str) -> None:
        """A player came, or gave a command."""
        self._heard[table, player] = self._at_table[table] = self._clock()

    def silent_s(self, table: str) -> float:
        """For how long nobody has done anything at a table."""
        return self._clock() - self._at_table.setdefault(table, self._clock())

    def forget(self, table: str) -> None:
        self._at_table.pop(table, None)

    def begin(self) -> None:
        """Look from now on, until the house closes."""
        if not self._floor.closing:
            self._floor.start(self.look())
            again_s = self._limits.idle_seat_s / LOOKS
            asyncio.get_running_loop().call_later(again_s, self.begin)

    async def look(self) -> None:
        """See off whoever sits here, connected to this server, and has been silent for too long."""
        now, seated = self._clock(), set()
        for name, table in list(self._floor.pit.tables.items()):
            for player in list(table.players.values()):
                if player.bot or player.leaving or not self._floor.gallery.of(name, player.id):
                    continue
                seated.add((name, player.id))
                silent_s = now - self._heard.setdefault((name, player.id), now)
                if silent_s >= self._limits.idle_seat_s:
                    await self._see_off(name, player.id)
                elif silent_s >= self._limits.idle_seat_s * (LOOKS - 1) / LOOKS:
                    self._tell(name, player.id, {"type": "wait", "id": "", "reason": SOON})
        self._heard = {key: at for key, at in self._heard.items() if key in seated or now - at < 1}

    async def _see_off(self, table: str, player: str) -> None:
        self._floor.metrics.limited("idle_seat_s")
        log.info("idle seat given up", table=table)
        await self._floor.house(table, "see_off", player=player)
        reason = AWAY.format(self._limits.idle_seat_s / 60)
        self._tell(table, player, {"type": "refused", "id": "", "code": "idle", "reason": reason})

    def _tell(self, table: str, player: str, message: dict[str, str]) -> None:
        for watcher in self._floor.gallery.of(table, player):
            watcher.outbox.answer(message)
