"""The pit: all tables of a room on one ledger. A command is checked, stored, and only then heard of.

Each table has one command at a time. Where another server process wrote to the same stream first, the ledger answers
with a conflict: the pit reads on and decides again.
"""

import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from pydantic import ValidationError

from houseway.games.words import counted
from houseway.house.audit.stream import TakenOut, rows_of
from houseway.house.clock import Clock, HouseTime
from houseway.house.commands import decide, verify_role
from houseway.house.configuration import Room, TableConfig, places_of
from houseway.house.cut import cut_of
from houseway.house.draft import SUPERVISOR, THE_HOUSE, Actor, Command, Draft, Forbidden, own_id
from houseway.house.faults import FoundFault, sentences
from houseway.house.ledger.store import Answer, Batch, Conflict, Ledger, LedgerFailed, OutOfOrder, links_of
from houseway.house.linked.known_links import Links
from houseway.house.linked.link import Link
from houseway.house.offer import verify_offer
from houseway.house.own_tables import owner_of
from houseway.house.shuffler import Chance, Shuffler
from houseway.house.shuffler.slips import Slip, no_slip
from houseway.house.table import Table
from houseway.rules.refused import Refused

log = logging.getLogger(__name__)

TRIES = 20  # against other processes on the same table
CANNOT_WRITE = "the table is closed: the ledger cannot be written; nothing already answered is lost"

Submit = Callable[[Batch], "Future[Answer]"]


class Broken(Refused):
    """The table cannot be written; nothing that was answered is lost."""


class Gone(Refused):
    """The table was set up with options or settings that its game does not have here."""


@dataclass(frozen=True)
class Done:
    """A command that stands: the version of the table after it. A repeat gets the same."""

    version: int
    repeated: bool = False
    events: int = field(default=0, compare=False)  # that it made happen now


@dataclass(frozen=True)
class Intent:
    """A command that was checked and waits to be stored."""

    draft: Draft
    batch: Batch
    clock_off_us: int = 0  # which the table has heard of when it is stored


class Pit:
    """Tables by name. `begin` and `finish` are the halves of a command, for whoever waits for the disk in between."""

    def __init__(
        self,
        ledger: Ledger,
        submit: Submit,
        room: Room,
        *,
        clock: Clock | None = None,
        chance: Chance = secrets.randbelow,
        slip: Slip = no_slip,
    ) -> None:
        self.ledger = ledger
        self.submit = submit
        self.recover = ledger.recover  # the writer's, where there is one
        self.room = room
        self.clock = HouseTime(clock)
        self.chance = chance
        self.slip = slip
        self.tables: dict[str, Table] = {}
        self.broken: dict[str, str] = {}  # tables that could not be written, and why
        self.unread: dict[str, str] = {}  # tables of other software, whose set-up cannot be played here, and why
        self._clock_off: dict[str, int] = {}  # what each table has heard of the wall clock
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self.links = Links(ledger)
        self._shufflers: dict[str, tuple[object, Shuffler]] = {}

    def open_room(self, *, software: str = "", restarted: bool = True, restored: str = "") -> None:
        """Read every stream; open the tables that the room has and the ledger has not; go on with what was on.

        `restored` says why cards that the ledger has not dealt may be known: then none of them is dealt.
        """
        stored = [name for name in self.ledger.tables() if not owner_of(name)]  # those are read when their player comes
        for name in sorted({*self.room.tables, *stored}):
            self._bring(name)
        if restored:
            self._discard_all(restored)
        for name, config in self.room.tables.items():
            if name in self.tables and self.tables[name].config is None:
                opening = {"config": config.to_body(), "software": software}
                self.do(name, THE_HOUSE, Command(new_id(), "open", what=opening))
        if restarted:
            for name, table in self.tables.items():
                if table.playing:
                    self.do(name, THE_HOUSE, Command(new_id(), "restart"))

    def _bring(self, name: str) -> None:
        """Read a table; one that cannot be played any more stays closed."""
        try:
            self.tables[name] = self.load(name)
        except (ValidationError, Gone) as error:  # of its recorded configuration
            found = str(error) if isinstance(error, Gone) else sentences("its recorded configuration", error)[0]
            self.unread[name] = found
            log.error("table %s stays closed, this houseway cannot play it: %s", name, self.unread[name])

    def _discard_all(self, reason: str) -> None:
        """Also at tables of players who are not here: nobody may come back to such a shoe."""
        there = set(self.tables)
        for name in self.ledger.tables():
            if name not in there:
                self._bring(name)
            if name in self.tables:
                self.do(name, THE_HOUSE, Command(new_id(), "discard", what={"reason": reason}))
            if name in self.tables.keys() - there:
                self.forget(name)
        for link in links_of(self.ledger):
            self._triggers_anew(link, reason)

    def _triggers_anew(self, link: str, reason: str) -> None:
        """Until it stands: whoever writes to the link meanwhile leaves its triggers as they were."""
        for _ in range(TRIES):
            batch = self.links.triggers_anew(link, self.clock(), reason, new_id())
            if batch is None or not isinstance(self.submit(batch).result(), Conflict):
                self.links.catch_up(link)
                return
        raise Refused(f"the link '{link}' is too busy to set its triggers anew: start the house again")

    def load(self, name: str) -> Table:
        """A table from its events; where the older ones are archived, from what they came to."""
        table = Table(name)
        self._catch_up(table)
        _verify_known(table)
        for carried in table.config.progressives if table.config else ():
            self.links.look(carried.link)  # now, rather than in the middle of a round
        return table

    def make_place(self, name: str) -> None:
        """For a table that somebody means to open: what the ledger has of it, which may be nothing."""
        if owner_of(name):
            raise Refused(f"'{name}' is a name of a player's own practice table: choose another")
        if name not in self.tables and name not in self.unread:
            self.tables[name] = self.load(name)

    def clear_place(self, name: str) -> None:
        """Nothing came of it."""
        if name in self.tables and self.tables[name].config is None:
            self.forget(name)

    def open_table(self, name: str, actor: Actor, command: Command) -> Done:
        """A whole command that opens a table which may not be there yet."""
        self.make_place(name)
        try:
            return self.do(name, actor, command)
        finally:
            self.clear_place(name)

    def forget(self, name: str) -> None:
        """Let go of a table; it can be loaded again."""
        del self.tables[name]
        self._shufflers.pop(name, None)
        self._clock_off.pop(name, None)
        self._locks.pop(name, None)

    def _catch_up(self, table: Table) -> None:
        while True:
            try:
                for event in rows_of(self.ledger, table.name, table.version):
                    table.learn(event)
                break
            except TakenOut:
                self._skip_archived(table)
        self.clock.not_before(table.at)

    def _skip_archived(self, table: Table) -> None:
        cut = cut_of(self.ledger, table.name)
        if cut is None or cut.last <= table.version:
            raise Refused(f"table {table.name}: events are missing; `houseway audit verify` says more")
        vars(table).update(vars(cut.table()))  # whoever holds the table goes on with it

    def refresh(self, name: str) -> Table:
        """Hear what another process wrote."""
        with self._locks[name]:
            self._catch_up(self.tables[name])
        return self.tables[name]

    def table(self, name: str) -> Table:
        if name in self.unread:
            raise Refused(f"table '{name}' cannot be played by this houseway: {self.unread[name]}")
        if name not in self.tables:
            raise Refused(f"there is no table '{name}'")
        _verify_known(self.tables[name])  # other software may have set it up since
        return self.tables[name]

    def shuffler(self, table: Table) -> Shuffler:
        """The machine at a table, set up for its game."""
        config = table.set_up
        found = self._shufflers.get(table.name)
        if found is None or found[0] is not config:
            mode = config.shuffler_mode()
            found = (config, Shuffler(mode, config.the_game.deck(config.settings()), self.chance, self.slip))
            self._shufflers[table.name] = found
        return found[1]

    def begin(self, name: str, actor: Actor, command: Command) -> Done | Intent:
        """Check a command. What needs no event is done at once."""
        table = self.table(name)
        verify_role(actor, command.do)
        stored_as = own_id(actor, command)
        if stored_as in table.answered:
            return Done(table.answered[stored_as], repeated=True)
        if name in self.broken:
            raise Broken(self.broken[name])
        if command.seen is not None and command.seen > table.version:
            self._hear_others(table)
        self.clock.not_before(table.at)
        now, off_us = self.clock(), self.clock.off_us
        news = off_us if off_us != self._clock_off.get(name, 0) else None
        try:
            draft = decide(table, actor, command, now, self.shuffler, news, self.links.look)
            self._verify_in_room(table, draft.table, actor)
            if draft.table.config is not table.config:
                self.links.open_for(draft)
        except LedgerFailed as failure:  # a link could not be read
            raise self.fail(name) from failure
        if not draft.happened:
            return Done(table.version)
        return Intent(draft, draft.batch(stored_as), off_us)

    def _hear_others(self, table: Table) -> None:
        """Somebody has seen more of the table than this process: another may have shown it."""
        try:
            self._catch_up(table)
        except LedgerFailed as failure:
            raise self.fail(table.name) from failure

    def _verify_in_room(self, before: Table, after: Table, actor: Actor) -> None:
        """A new configuration of a table may be offered, and does not go over the room's own limits."""
        if after.config is not before.config and after.config is not None:
            if actor.role == SUPERVISOR and (before.config is None or before.retired) and not after.config.practice:
                self._verify_place()
            if actor.role == SUPERVISOR and before.config is not None and before.rounds:
                _verify_same_purpose(before.config, after.config)
            try:
                verify_offer(after.config)
                self.room.verify_limits(after.config)
            except FoundFault as wrong:
                raise Refused(f"{wrong.key} {wrong.sentence}") from None

    def _verify_place(self) -> None:
        """One more table is no more than the room may have; the house file was asked that when it was read."""
        if self.places_taken >= self.room.tables_max:
            most = counted(self.room.tables_max, "table")
            raise Refused(f"{self.room.name} may have {most} and has them (tables_max, RCW 9.46.0282): retire one")

    @property
    def places_taken(self) -> int:
        return places_of(table.config for table in self.in_room() if table.config)

    def in_room(self) -> list[Table]:
        """Tables of the room that were not retired."""
        return [
            table
            for table in self.tables.values()
            if table.config is not None and not table.retired and not owner_of(table.name)
        ]

    def finish(self, name: str, intent: Intent, answer: Answer) -> Done | None:
        """The ledger's answer: the draft becomes the table. None: the table has moved on; begin the command anew."""
        table = self.tables[name]
        if isinstance(answer, Conflict):
            self.links.catch_up_all(draft.link for draft in intent.draft.links.values())
            if answer.version > table.version:
                self._catch_up(table)
            if answer.repeated:
                table.remember(intent.batch.command, answer.done)
            return None
        self._clock_off[name] = intent.clock_off_us
        drafted = intent.draft.table
        if drafted.version != answer[-1].version:
            raise OutOfOrder(f"{name}: drafted to {drafted.version}, stored to {answer[-1].version}")
        self.links.hear(answer)
        drafted.remember(intent.batch.command, drafted.version)
        self.tables[name] = drafted
        return Done(drafted.version, events=len(intent.batch.events))

    def fail(self, name: str) -> Broken:
        """The disk did not take it: the table is closed until it does.

        Everyone at the table reads this; what failed, and where, is for the house's own log.
        """
        self.broken[name] = CANNOT_WRITE
        return Broken(CANNOT_WRITE)

    def mend(self, name: str) -> None:
        """The ledger can be written again: what is in it now is the table, and the table is open."""
        self.broken.pop(name, None)

    def do(self, name: str, actor: Actor, command: Command) -> Done:
        """A whole command, waiting for the disk."""
        self.table(name)
        with self._locks[name]:
            for _ in range(TRIES):
                begun = self.begin(name, actor, command)
                if isinstance(begun, Done):
                    return begun
                try:
                    done = self.finish(name, begun, self.submit(begun.batch).result())
                except LedgerFailed as failure:
                    raise self.fail(name) from failure
                if done is not None:
                    return done
        raise Refused("the table is too busy: try again")

    def lower_meter(self, link: str, actor: Actor, command: Command) -> Link:
        """A supervisor lowers a meter; the whole command, waiting for the disk."""
        if actor.role != SUPERVISOR:
            raise Forbidden("meters are lowered by a supervisor")
        for _ in range(TRIES):
            batch = self.links.lowering(link, actor, self.clock(), command.what, own_id(actor, command))
            answer = self.submit(batch).result()
            if not isinstance(answer, Conflict):
                self.links.hear(answer)
            elif not answer.repeated:
                continue
            return self.links.catch_up(link)
        raise Refused("the link is too busy: try again")


def _verify_same_purpose(before: TableConfig, after: TableConfig) -> None:
    """What a table has won is of the room or of practice: rounds of both in one stream would mix the two."""
    if before.practice != after.practice:
        was = "for practice" if before.practice else "of the room"
        raise Refused(f"rounds of table {after.name} were {was} and stay so: open another table under a new name")


def _verify_known(table: Table) -> None:
    """A table is not played by other rules than it was set up for."""
    if table.config is not None and table.config.gone:
        title, gone = table.config.the_game.title, table.config.gone_words
        raise Gone(f"its recorded configuration has {gone}, which {title} has not any more")


def new_id() -> str:
    """An id for a command of the house's own."""
    return secrets.token_hex(16)
