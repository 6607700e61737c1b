"""Names lapse: whoever keeps one with a passphrase and does not come for long is let go, and the name is free again.
So is whoever lost the passphrase and asked for it, after a time in which it can be stopped.

Whoever sits at a table stays. It is seen twice, a day apart, before anybody is let go: a clock that somebody set wrong
costs nobody their name, if it is set right within the day. What a crash left of somebody who is not kept is taken off
the shelves on the way.
"""

import asyncio
import json
from collections.abc import Collection, Iterator

from houseway.house.ledger.store import LedgerFailed
from houseway.house.money import chips_of
from houseway.web.floor import Floor
from houseway.web.gallery import FORGOTTEN
from houseway.web.logs import log
from houseway.web.regulars import (
    DAY_US,
    LEAVING,
    NAMES,
    OF_A_PERSON,
    OVERDUE,
    REGULARS,
    VISITS,
    Regular,
    Regulars,
)
from houseway.web.sessions import Sessions

LOOK_AGAIN_S = 86_400.0


class Lapses:
    def __init__(self, floor: Floor, regulars: Regulars, sessions: Sessions) -> None:
        self._floor = floor
        self._regulars = regulars
        self._sessions = sessions

    def begin(self) -> None:
        """Look now and once a day, until the house closes."""
        if not self._floor.closing:
            self._floor.start(self.look())
            asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self.begin)

    async def look(self) -> None:
        pit = self._floor.pit
        tables = list(pit.tables.values())
        here = {account for table in tables for account, cents in table.accounts.items() if cents}
        here |= {chips_of(player) for table in tables for player in table.players}
        now, kept_us = pit.clock(), pit.room.regulars_kept_days * DAY_US
        try:
            lapsed = await asyncio.to_thread(let_go, self._regulars, now, kept_us, here)
            for each in await asyncio.to_thread(let_leave, self._regulars, now, here):
                ending = await asyncio.to_thread(self._sessions.end_player, each.id, each.mark)
                self._floor.gallery.turn_out(ending, FORGOTTEN)
                log.info("a player is forgotten", player=each.id)
        except LedgerFailed as failure:
            log.warning("cannot look for names that lapsed", reason=str(failure))
            return
        if lapsed:
            log.info("names lapsed", names=lapsed)


def let_go(regulars: Regulars, now: int, kept_us: int, here: Collection[str]) -> int:
    """Everyone who has not come for so long, has no chips at a table, and was seen so a day ago; how many they were."""
    _clear_away(regulars, now)
    ledger = regulars.ledger
    overdue = {
        each.id: each
        for each in _kept(regulars)
        if chips_of(each.id) not in here and _stays_away(regulars, each, now - kept_us)
    }
    seen = ledger.shelf(OVERDUE)
    ledger.remove_all([(OVERDUE, id_) for id_ in seen if id_ not in overdue])
    ledger.put_all(OVERDUE, {id_: str(now) for id_ in overdue if id_ not in seen})
    lapsed = [each for id_, each in overdue.items() if id_ in seen and now - int(seen[id_]) >= DAY_US]
    for each in lapsed:
        regulars.forget(each)
    return len(lapsed)


def let_leave(regulars: Regulars, now: int, here: Collection[str]) -> list[Regular]:
    """Everyone who asked for it long enough ago, and has no chips at a table."""
    due = [id_ for id_ in regulars.ledger.shelf(LEAVING) if (regulars.leaves_at(id_) or now + 1) <= now]
    leaving = [each for id_ in due if chips_of(id_) not in here and (each := regulars.find(id_))]
    for each in leaving:
        regulars.forget(each)
    return leaving


def _kept(regulars: Regulars) -> Iterator[Regular]:
    for kept in regulars.ledger.shelf(REGULARS).values():
        yield Regular(**json.loads(kept))


def _stays_away(regulars: Regulars, regular: Regular, since: int) -> bool:
    return max(regular.kept_at, int(regulars.ledger.get(VISITS, regular.id) or 0)) < since


def _clear_away(regulars: Regulars, now: int) -> None:
    """What was left of people who are not kept. A name is claimed after its owner is kept, and freed with them."""
    ledger = regulars.ledger
    for name, owner in ledger.shelf(NAMES).items():
        if ledger.get(REGULARS, owner) is None and ledger.get(NAMES, name) == owner:
            ledger.remove(NAMES, name)
    for regular in _kept(regulars):
        if regulars.find(regular.id) is None and regular.kept_at < now - DAY_US:  # or the name is being claimed
            ledger.remove(REGULARS, regular.id)
    noted = [(shelf, id_) for shelf in OF_A_PERSON for id_ in ledger.shelf(shelf)]
    kept = ledger.shelf(REGULARS)  # read behind the notes: whoever has any was kept before
    ledger.remove_all([(shelf, id_) for shelf, id_ in noted if id_ not in kept])
