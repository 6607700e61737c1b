"""Practice tables of people's own: opened when their player comes, put away when nobody is there or nobody plays.

The stream stays in the ledger; whoever comes back finds the table as it was left. There are so many tables in all and
fewer for one address; and since every opening is written down for ever, openings have a rate too.
"""

import asyncio

from houseway import __version__
from houseway.house.configuration import TableConfig
from houseway.house.draft import Actor
from houseway.house.own_tables import own_table, owner_of
from houseway.web.floor import Busy, Floor
from houseway.web.idle import Idle
from houseway.web.limits import Buckets, HouseLimits

LOOK_AGAIN_S = 60.0
AWAY = "nobody played here for a while: the table is put away as it was; open it again in the lobby"
FULL = "every practice table is in use: try again in a while, or sit down at a table of the room"
FULL_HERE = "your address has as many practice tables as one may: close another, or try again in a while"


class OwnTables:
    def __init__(self, floor: Floor, idle: Idle, limits: HouseLimits) -> None:
        self._floor = floor
        self._idle = idle
        self._limits = limits
        self._openings = Buckets.a_minute(limits.own_tables_a_minute_an_address)
        self._open: dict[str, str] = {}  # the address it was opened from, by name
        self._gate = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._open)

    async def open(self, slug: str, player: Actor, place: str) -> str:
        """The player's own table of a game; its name."""
        config = own_table(self._floor.pit.room, slug, player.id)
        await self._bring(config.name, player, place, config)
        return config.name

    async def come(self, name: str, player: Actor, place: str) -> None:
        """Its player comes to a table that was forgotten, or that the server left when it stopped."""
        if name not in self._open and player.id and owner_of(name) == player.id:
            head = await asyncio.to_thread(self._floor.pit.ledger.head, name)
            if head.version:
                await self._bring(name, player, place, None)

    async def _bring(self, name: str, player: Actor, place: str, config: TableConfig | None) -> None:
        async with self._gate:
            if name in self._open:
                return
            self._verify_room(place)
            opening = {"config": config.to_body(), "software": __version__} if config else None
            await self._floor.bring(name, opening)
            self._open[name] = place
            self._idle.heard(name, player.id)
            self._floor.hear_of(name, player)
            self._look_later(name)

    def _verify_room(self, place: str) -> None:
        limit, reason = "", FULL_HERE
        if len(self._open) >= self._limits.own_tables_max:
            limit, reason = "own_tables_max", FULL
        elif list(self._open.values()).count(place) >= self._limits.own_tables_an_address:
            limit = "own_tables_an_address"
        elif not self._openings.take(place):
            limit = "own_tables_a_minute_an_address"
        if limit:
            self._floor.metrics.limited(limit)
            raise Busy(reason)

    def _look_later(self, name: str) -> None:
        asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._look, name)

    def _look(self, name: str) -> None:
        if self._floor.closing:
            return
        if self._floor.forget(name):
            self._open.pop(name, None)
            self._idle.forget(name)
            return
        if self._idle.silent_s(name) >= self._limits.idle_table_s:
            self._floor.metrics.limited("idle_table_s")
            self._floor.gallery.dismiss(name, AWAY)
        self._look_later(name)
