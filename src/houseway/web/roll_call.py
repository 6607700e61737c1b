"""Several servers on one ledger: each says every few seconds who is there through it. Who is nobody's is gone.

A server that dies says nothing more: its players lose their connections though nobody tells. The others hear it: its
beat stands still. Beats are counted, never timed against another machine's clock, and only looks that succeeded count:
while PostgreSQL is away nobody's beat moves.
"""

import asyncio
import json
import secrets
from collections import Counter
from typing import TYPE_CHECKING

from houseway.house.ledger.store import LedgerFailed
from houseway.web.logs import log

if TYPE_CHECKING:
    from houseway.web.floor import Floor

SHELF = "servers"
BEAT_S = 2.0
SILENT_MAX = 4  # looks at a beat that stands still, then its server is dead
MISSED_MAX = 3  # looks at a player whom no server has, then they are gone

Present = dict[str, set[str]]  # players by table


class RollCall:
    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        self._me = secrets.token_hex(8)
        self._beat = 0
        self._beats: dict[str, int] = {}  # of the others, as last seen
        self._silent: Counter[str] = Counter()
        self._missed: Counter[tuple[str, str]] = Counter()

    async def run(self) -> None:
        while await self._floor.pause(BEAT_S):
            try:
                here = {name: sorted(self._floor.here(name)) for name in self._floor.pit.tables}
                present = self._heard(await asyncio.to_thread(self._call, here))
            except LedgerFailed as failure:
                log.debug("no roll call", reason=str(failure))
            else:
                await self._miss(present)
        try:
            await asyncio.to_thread(self._floor.pit.ledger.remove, SHELF, self._me)
        except LedgerFailed:
            return  # the others will hear that it is silent

    def _call(self, here: dict[str, list[str]]) -> dict[str, str]:
        """Say who is here; everyone's answers."""
        self._beat += 1
        said = {"beat": self._beat, "here": {name: ids for name, ids in here.items() if ids}}
        ledger = self._floor.pit.ledger
        ledger.put(SHELF, self._me, json.dumps(said))
        rows = ledger.shelf(SHELF)
        for dead in [server for server, silent in self._silent.items() if silent >= SILENT_MAX]:
            ledger.remove(SHELF, dead)
            rows.pop(dead, None)
            del self._silent[dead]
            log.warning("a server fell silent", server=dead)
        return rows

    def _heard(self, rows: dict[str, str]) -> Present:
        """Who is there through a server that lives."""
        present: Present = {}
        for server, text in rows.items():
            said = json.loads(text)
            if server != self._me:
                still = self._beats.get(server) == said["beat"]
                self._silent[server] = self._silent[server] + 1 if still else 0
                self._beats[server] = said["beat"]
            if self._silent[server] < SILENT_MAX:
                for name, ids in said["here"].items():
                    present.setdefault(name, set()).update(ids)
        return present

    async def _miss(self, present: Present) -> None:
        for name, table in list(self._floor.pit.tables.items()):
            for player in list(table.players.values()):
                key = (name, player.id)
                there = player.bot or player.gone_at or player.id in present.get(name, ())
                self._missed[key] = 0 if there else self._missed[key] + 1
                if self._missed[key] >= MISSED_MAX:
                    await self._floor.house(name, "gone", player=player.id)
                if not self._missed[key]:
                    del self._missed[key]
