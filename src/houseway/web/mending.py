"""Tables that closed because the ledger could not be written, opened again when it can be.

What was answered is in the ledger; what was under way is there whole or not at all, and whoever asks again with the
same id is answered once. So a table is read on from where it was, and goes on.
"""

import asyncio
from typing import TYPE_CHECKING

from houseway.house.ledger.store import LedgerFailed
from houseway.rules.refused import Refused
from houseway.web.logs import log

if TYPE_CHECKING:
    from houseway.web.floor import Floor

FIRST_S, MOST_S = 0.5, 5.0  # between tries; each takes as long as the one before and as long again


class Mending:
    def __init__(self, floor: "Floor") -> None:
        self._floor = floor
        self._at_work = False
        self.missed: set[tuple[str, str]] = set()  # players who went while their table could not be written

    def begin(self) -> None:
        if not self._at_work and not self._floor.closing:
            self._at_work = True
            self._floor.start(self._run())

    async def _run(self) -> None:
        try:
            wait_s = FIRST_S
            while self._floor.pit.broken and await self._floor.pause(wait_s):
                wait_s = FIRST_S if await self._try() else min(2 * wait_s, MOST_S)
        finally:
            self._at_work = False

    async def _try(self) -> bool:
        """Whether every table is open again."""
        try:
            await asyncio.to_thread(self._floor.pit.recover)
            for name in list(self._floor.pit.broken):
                await self._floor.reopen(name)
                log.info("table open again", table=name)
        except (LedgerFailed, Refused) as failure:
            log.debug("the ledger cannot be written yet", reason=str(failure))
            return False
        missed, self.missed = self.missed, set()
        for name, player in missed:
            if not self._floor.gallery.of(name, player):
                await self._floor.house(name, "gone", player=player)
        return True
