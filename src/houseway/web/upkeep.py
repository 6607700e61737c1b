"""The books are kept up while the house runs: a clerk reads what is new, so that a report need not.

Soon after it opens, so that no ledger of a house stays unread, wherever it came from; and then once an hour.
"""

import asyncio

from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused
from houseway.web.desk import Desk
from houseway.web.floor import Floor
from houseway.web.logs import log

FIRST_S = 60.0
EVERY_S = 3600.0
PLACE = "the house"  # who asks


class Upkeep:
    def __init__(
        self, floor: Floor, desk: Desk, ledger: Ledger, first_s: float = FIRST_S, every_s: float = EVERY_S
    ) -> None:
        self._floor = floor
        self._desk = desk
        self._kept = bool(ledger.address)  # nothing is kept of a ledger that ends with the house
        self._first_s = first_s
        self._every_s = every_s

    def begin(self) -> None:
        """Until the house closes."""
        if self._kept:
            asyncio.get_running_loop().call_later(self._first_s, self._go)

    def _go(self) -> None:
        if not self._floor.closing:
            self._floor.start(self.keep_up())
            asyncio.get_running_loop().call_later(self._every_s, self._go)

    async def keep_up(self) -> None:
        try:
            await self._desk.ask("books_kept_up", PLACE)
        except Refused as refusal:  # a desk that is busy, or a ledger with faults: the report says it
            log.warning("cannot keep up the books", reason=str(refusal))
