"""Practice tables of people's own: opened when their player comes, forgotten when nobody is there.

The stream stays in the ledger; whoever comes back finds the table as it was left.
"""

import asyncio

from houseway import __version__
from houseway.house.alone import own_table, owner_of
from houseway.house.configuration import TableConfig
from houseway.house.draft import Actor
from houseway.web.archive import Archive
from houseway.web.floor import Busy, Floor
from houseway.web.journal import Journal

LOOK_AGAIN_S = 60.0


class OwnTables:
    def __init__(self, floor: Floor, archive: Archive, journal: Journal, most: int) -> None:
        self._floor = floor
        self._keepers = (archive, journal)
        self._most = most
        self._open: set[str] = set()
        self._gate = asyncio.Lock()

    async def open(self, slug: str, player: Actor) -> str:
        """The player's own table of a game; its name."""
        config = own_table(self._floor.pit.room, slug, player.id)
        await self._bring(config.name, player, config)
        return config.name

    async def come(self, name: str, player: Actor) -> None:
        """Its player comes to a table that was forgotten, or that the server left when it stopped."""
        if name not in self._open and player.id and owner_of(name) == player.id:
            head = await asyncio.to_thread(self._floor.pit.ledger.head, name)
            if head.version:
                await self._bring(name, player, None)

    async def _bring(self, name: str, player: Actor, config: TableConfig | None) -> None:
        async with self._gate:
            if name in self._open:
                return
            if len(self._open) >= self._most:
                raise Busy("every practice table is in use: try again in a while, or sit down at a table of the room")
            opening = {"config": config.to_body(), "software": __version__} if config else None
            await self._floor.bring(name, opening)
            self._open.add(name)
            self._floor.hear_of(name, player)
            self._look_later(name)

    def _look_later(self, name: str) -> None:
        asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._look, name)

    def _look(self, name: str) -> None:
        if self._floor.closing:
            return
        if self._floor.forget(name):
            self._open.discard(name)
            for keeper in self._keepers:
                keeper.forget(name)
        else:
            self._look_later(name)
