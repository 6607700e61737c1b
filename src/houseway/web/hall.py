"""What the parts of the server share: the floor, sessions, staff and limits; and who may look at a table."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext

from fastapi import Request

from houseway.house.audit.stream import verify_is_table
from houseway.house.draft import GUEST, PLAYER, SUPERVISOR, Command, Forbidden
from houseway.house.ledger.store import Ledger, LedgerFailed, is_apart
from houseway.house.own_tables import owner_of
from houseway.house.pit import Done, Pit
from houseway.house.table import Table
from houseway.web.budget import Budget, Seating
from houseway.web.desk import Desks
from houseway.web.doorman import Doorman
from houseway.web.edge_watch import Ahead
from houseway.web.floor import Floor
from houseway.web.idle import Idle
from houseway.web.lapses import Lapses
from houseway.web.limits import HouseLimits, Rates, SocketCount
from houseway.web.logs import log
from houseway.web.practice_tables import OwnTables
from houseway.web.refusals import Missing
from houseway.web.regulars import Regulars
from houseway.web.school.office import School
from houseway.web.sessions import STAFF_ROLES, Session, Sessions
from houseway.web.staff_accounts import Staff
from houseway.web.upkeep import Upkeep
from houseway.web.whereabouts import Proxies

SETS_UP = ("configure", "open")  # commands that bring a new configuration
HASHED_AT_ONCE = 2  # passphrases: each takes 64 MB for a moment, so a crowd waits


class Hall:
    def __init__(
        self, pit: Pit, limits: HouseLimits, *, secure: bool = False, proxies: Sequence[str] = ()
    ) -> None:  # fmt: skip
        self.secure = secure  # every page comes by https, so the cookie goes by it only
        self.floor = Floor(pit)
        self.limits = limits
        self.sessions = Sessions(pit.ledger, pit.clock)
        self.sessions.when_ended.append(self.floor.gallery.turn_out)
        self.staff = Staff(pit.ledger, pit.clock)
        self.regulars = Regulars(pit.ledger)
        self.lapses = Lapses(self.floor, self.regulars, self.sessions)
        self.hashing = asyncio.Semaphore(HASHED_AT_ONCE)
        self.desks = Desks(pit.ledger, self.floor.metrics)
        self.school = School(self.regulars, self.desks)
        self.upkeep = Upkeep(self.floor, self.desks.books, pit.ledger)
        self.doorman = Doorman(limits, self.floor.metrics, Proxies(proxies))
        self.idle = Idle(self.floor, limits)
        self.own_tables = OwnTables(self.floor, self.idle, limits)
        self.budget = Budget(limits, self.floor.metrics)
        self.seating = Seating(pit, limits, self.floor.metrics)
        self.ahead = Ahead()
        self.sockets = SocketCount(limits)
        self.rates = Rates(limits, self.floor.metrics)

    @property
    def ledger(self) -> Ledger:
        return self.floor.pit.ledger

    async def come_to(self, name: str, session: Session, place: str) -> Table:
        """A table that somebody comes to; one of their own may have to be opened."""
        await self.own_tables.come(name, session.actor, place)
        table = self.table(name)
        if table.retired and session.role not in STAFF_ROLES:
            raise Missing(f"table '{name[:40]}' was retired: its rounds stay to be looked at, others are in the lobby")
        return table

    def table(self, name: str) -> Table:
        table = self.floor.pit.tables.get(name)
        if table is None or table.config is None:
            raise Missing(f"there is no table '{name[:40]}'")
        return table

    async def has_stream(self, name: str) -> bool:
        """Whether the ledger has such a table's stream, open or put away."""
        if is_apart(name):
            return False
        table = self.floor.pit.tables.get(name)
        if table is not None and table.config is not None:
            return True
        return (await asyncio.to_thread(self.ledger.head, name)).version > 0

    async def verify_stream(self, name: str) -> None:
        verify_is_table(name)
        if not await self.has_stream(name):
            raise Missing(f"there is no table '{name[:40]}'")

    async def verify_may_recall(self, name: str, session: Session) -> None:
        """Staff may look at what a table was that is put away; for others it is not there."""
        if session.role in STAFF_ROLES:
            await self.verify_stream(name)
        else:
            verify_may_watch(self.table(name), session)

    async def do(self, name: str, session: Session, command: Command, place: str) -> Done:
        """A command of a person's, within what they may hold and cause to be written.

        Whoever would put the player ahead is warned first.
        """
        actor = session.actor
        if session.role == SUPERVISOR and command.do in SETS_UP:
            command = await self.ahead.noted(command, self.table(name).config)
        if session.role != PLAYER:
            return await self.floor.do(name, actor, command)
        self.budget.verify(self.table(name), actor, command, place)
        if command.do == "sit":  # the name may have become somebody's since the cookie was given
            await self.verify_name_free(actor.name, actor.id)
        self.idle.heard(name, actor.id)
        with self.seating.taking(name, actor.id, place) if command.do == "sit" else nullcontext():
            done = await self.floor.do(name, actor, command)
            self.seating.came(name, actor.id, place)
        self.budget.spend(actor.id, place, done.events)
        return done

    async def open_table(self, name: str, session: Session, command: Command) -> Done:
        """A supervisor opens a table that is not there yet, or one that was retired."""
        return await self.floor.open_table(name, session.actor, await self.ahead.noted(command))

    async def verify_name_free(self, name: str, id_: str = "") -> None:
        """Nobody else keeps it. A ledger that is away keeps nobody out: names are asked for again at the table."""
        try:
            await asyncio.to_thread(self.regulars.verify_name_free, name, id_)
        except LedgerFailed as failure:
            log.warning("cannot read the names of regulars", reason=str(failure))

    async def is_current(self, session: Session) -> bool:
        """Whether a session that was good when its socket opened still is."""
        return (await self.sessions.of(session.token)).role == session.role


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def session_of(request: Request) -> Session:
    session: Session = request.state.session
    return session


def verify_may_watch(table: Table, session: Session) -> None:
    """A guest sees a table only where spectators are allowed; a player must look to sit down, and sees the seats."""
    verify_not_anothers(table, session)
    if session.role == GUEST and not table.set_up.spectators:
        raise Forbidden("this table has no spectators: give a name to sit down")


def verify_not_anothers(table: Table, session: Session) -> None:
    """A practice table of one's own is for its player, and for staff."""
    if owner_of(table.name) not in ("", session.id) and session.role not in STAFF_ROLES:
        raise Forbidden("this is somebody's own practice table: open yours in the lobby")


def verify_role_is(session: Session, *roles: str) -> None:
    if session.role not in roles:
        raise Forbidden(f"this is for the {' and the '.join(roles)}; you are here as {session.role}")
