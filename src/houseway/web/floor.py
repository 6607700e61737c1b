"""The floor: the tables of the pit as many people at once play and watch them.

One command at a time a table: it is checked, its events are on disk, and only then does everyone watching hear of it,
each with the view that is theirs. Clocks are alarms, set anew whenever a table changes; nothing runs in between.
"""

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from houseway.house.dealer import prepare_plans
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.due import due_at
from houseway.house.ledger.store import LINK, Conflict, LedgerFailed, is_apart
from houseway.house.own_tables import owner_of
from houseway.house.pit import TRIES, Broken, Done, Pit, new_id
from houseway.house.table import Table
from houseway.rules.refused import Refused
from houseway.web.gallery import Gallery, Watcher
from houseway.web.logs import log
from houseway.web.mending import Mending
from houseway.web.metrics import Metrics
from houseway.web.roll_call import RollCall
from houseway.web.tidy import give_back_once

SECOND = 1_000_000
STUCK_AFTER = 3  # ticks in a row that moved nothing though something was due
METERS_S = 1.0  # between two looks of a table at the meters of its link
METERS_PAUSE_S = 0.005  # between two tables of the link that are shown it
RETIRED = "this table was retired: your chips are in the cage, and its rounds can still be looked at"
MAKING_READY = "the table is being made ready: how its bots and silent hands play is worked out; your command is kept"
AT_WORK = "the house has heard you and is still at it; your command is kept"
ALARM_AGAIN_S = 1.0  # a clock that rang for nothing is not looked at sooner


class Busy(Refused):
    """Others were faster again and again, or the house is closing."""


class Floor:
    def __init__(self, pit: Pit, metrics: Metrics | None = None) -> None:
        self.pit = pit
        self.gallery = Gallery(pit)
        self.metrics = metrics or Metrics()
        self.closing = False
        self._closed = asyncio.Event()
        self._opening = asyncio.Lock()  # one new table at a time
        self.under_way = 0  # commands of people's that have begun and not ended
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._last_heard: dict[tuple[str, str], float] = {}  # players without a socket, by table
        self._stuck: dict[str, int] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._to_read: set[str] = set()
        self._ticking: set[str] = set()  # links that will be shown anew in a moment
        self._prepared: dict[str, tuple[object, tuple[str, ...]]] = {}  # what each table's plans were made for
        self._preparing: set[str] = set()
        self.mending = Mending(self)
        self.roll_call = RollCall(self)

    # --- opening and closing ---

    async def open(self) -> None:
        """Begin to hear other processes, and to look at the clocks."""
        loop = asyncio.get_running_loop()

        def heard(name: str) -> None:
            loop.call_soon_threadsafe(self._heard, name)

        await asyncio.to_thread(self.pit.ledger.listen, heard)
        for name in list(self.pit.tables):
            await self._read_on(name)  # what was written between reading and listening
            self._set_alarm(name)
        self.start(self._prepare_all())
        if self.pit.ledger.shared:
            self.start(self.roll_call.run())

    async def _prepare_all(self) -> None:
        for name in list(self.pit.tables):
            if self.closing:
                return
            async with self._locks[name]:
                await self._prepare(name)
        await asyncio.to_thread(give_back_once)

    def stop(self) -> None:
        """Take no more commands; those that were begun go on, and are answered."""
        self.closing = True
        self._closed.set()
        for alarm in self._alarms.values():
            alarm.cancel()

    def close(self) -> int:
        """Take no more commands and tell everyone who watches; how many were told."""
        self.stop()
        return self.gallery.close()

    async def pause(self, seconds: float) -> bool:
        """Wait so long; False when the house closes meanwhile."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
        return not self.closing

    async def finish_commands(self) -> None:
        """Let every command of a person's that was begun end."""
        while self.under_way:
            await asyncio.sleep(0.01)

    async def finish(self) -> None:
        """Let everything that was begun end."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    # --- tables that come and go ---

    async def bring(self, name: str, opening: dict[str, Any] | None) -> None:
        """Read a table that is in the ledger only; with an opening, open it if it never was."""
        async with self._locks[name]:
            self.pit.tables[name] = await asyncio.to_thread(self.pit.load, name)
        table = self.pit.table(name)
        if table.config is None:
            assert opening is not None
            await self._do(name, THE_HOUSE, Command(new_id(), "open", what=opening))
        elif table.playing and (due_at(table) or 0) <= self.pit.clock():
            await self.house(name, "restart")  # its clock ran out and no server said so: none has been serving it
        self._set_alarm(name)

    async def open_table(self, name: str, actor: Actor, command: Command) -> Done:
        """A supervisor opens a table, which may not be there yet. How many the room may have holds for all servers."""
        async with self._opening, self._turn():
            await self._learn_all()
            async with self._locks[name]:
                await asyncio.to_thread(self.pit.make_place, name)
            try:
                return await self.do(name, actor, command)
            finally:
                self.pit.clear_place(name)

    @contextlib.asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """No other server of the ledger is inside."""
        turn = self.pit.ledger.turn()
        await asyncio.to_thread(turn.__enter__)
        try:
            yield
        finally:
            await asyncio.to_thread(turn.__exit__, None, None, None)

    async def _learn_all(self) -> None:
        """Every table of the room as it is now: another server's may not have been heard of yet."""
        if not self.pit.ledger.shared:
            return
        for name in await asyncio.to_thread(self.pit.ledger.tables):
            if not owner_of(name) and name not in self.pit.unread:
                async with self._locks[name]:
                    await self._learn(name)

    def forget(self, name: str) -> bool:
        """Let go of a table where nobody plays or watches; whether it is gone. Its stream stays."""
        table = self.pit.table(name)
        people = [player for player in table.players.values() if not player.bot]
        if people or table.playing or self._locks[name].locked() or not self.gallery.forget(name):
            return False
        if alarm := self._alarms.pop(name, None):
            alarm.cancel()
        self._prepared.pop(name, None)
        for key in [key for key in self._last_heard if key[0] == name]:
            del self._last_heard[key]
        del self._locks[name]
        self.pit.forget(name)
        return True

    # --- commands ---

    async def do(self, name: str, actor: Actor, command: Command) -> Done:
        """A whole command. Whoever gave it may go away meanwhile: once begun it is done."""
        begun = time.perf_counter()
        outcome = "done"
        self.under_way += 1
        try:
            self.pit.table(name)
            if self.closing:
                raise Busy("the house is closing: come back soon")
            return await asyncio.shield(self.start(self._do(name, actor, command)))
        except Refused as refusal:
            outcome = type(refusal).__name__.lower()
            raise
        except Exception:
            outcome = "fault"
            raise
        finally:
            self.under_way -= 1
            took = time.perf_counter() - begun
            self.metrics.command(command.do, outcome, took)
            log.debug("command", table=name, do=self.metrics.known(command.do), outcome=outcome, role=actor.role)

    async def _do(self, name: str, actor: Actor, command: Command) -> Done:
        async with self._locks[name]:
            await self._prepare(name)
            for _ in range(TRIES):
                try:
                    begun = self.pit.begin(name, actor, command)
                except Broken:
                    self.mending.begin()
                    raise
                if isinstance(begun, Done):
                    return begun
                try:
                    answer = await asyncio.wrap_future(self.pit.submit(begun.batch))
                    if isinstance(answer, Conflict):
                        await self._learn(name)
                        self.pit.finish(name, begun, answer)
                        continue
                except LedgerFailed as failure:
                    raise self._break(name, failure) from failure
                done = self.pit.finish(name, begun, answer)
                assert done is not None
                self.metrics.events += len(answer)
                self.metrics.bytes += sum(map(len, begun.batch.texts))
                self._show(name)
                for link in begun.draft.links:
                    self._tick_meters(link)
                return done
        raise Busy("the table is too busy: try again")

    def _break(self, name: str, failure: LedgerFailed) -> Broken:
        self.metrics.ledger_failures += 1
        log.error("ledger failed", table=name, reason=str(failure))
        broken = self.pit.fail(name)
        self.mending.begin()
        if self.pit.table(name).config is not None:  # one that was being opened has nobody to show it to
            self._show(name)
        return broken

    async def _prepare(self, name: str) -> None:
        """Plans of bots and silent hands, before the table needs them: solving must not hold up other tables."""
        table = self.pit.table(name)
        needs = (table.config, tuple(player.bot for player in table.players.values() if player.bot))
        ready = self._prepared.get(name)
        if table.config is None or (ready and ready[0] is needs[0] and ready[1] == needs[1]):
            return
        self._prepared[name] = needs
        self._preparing.add(name)
        try:
            await asyncio.to_thread(prepare_plans, table)
        except Refused as refusal:
            log.error("no plan", table=name, reason=str(refusal))
        finally:
            self._preparing.discard(name)

    def at_work_on(self, name: str) -> str:
        """Why a command takes its time, for whoever gave it."""
        return MAKING_READY if name in self._preparing else AT_WORK

    async def house(self, name: str, do: str, **what: Any) -> None:
        """A command of the house's own; nobody waits for its answer, so what goes wrong is logged."""
        try:
            await self._do(name, THE_HOUSE, Command(new_id(), do, what=what))
        except Refused as refusal:
            log.warning("house command refused", table=name, do=do, reason=str(refusal))
            if isinstance(refusal, Broken) and do == "gone":
                self.mending.missed.add((name, str(what["player"])))
        except Exception:
            log.fault("fault in a command of the house", table=name, do=do)

    def start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- who is there ---

    async def enter(self, name: str, watcher: Watcher) -> None:
        """Somebody opens a socket; a player whose connection was lost is back."""
        self.gallery.add(name, watcher)
        self._last_heard.pop((name, watcher.actor.id), None)
        await self.be_there(name, watcher.actor)
        self.gallery.show(name, watcher)

    async def be_there(self, name: str, actor: Actor) -> None:
        player = self.pit.table(name).players.get(actor.id)
        if player and player.gone_at:
            await self.house(name, "come_back", player=actor.id)

    def hear_of(self, name: str, actor: Actor) -> None:
        """A player gave a command without a socket: they are there for as long as a seat is kept."""
        if actor.id in self.pit.table(name).players and not self.gallery.of(name, actor.id):
            self._last_heard[name, actor.id] = time.monotonic()
            self._set_alarm(name)

    def exit(self, name: str, watcher: Watcher) -> None:
        """The socket is closed; with the player's last one the connection is lost."""
        self.gallery.remove(name, watcher)
        player = watcher.actor.id
        if player in self.pit.table(name).players and not self.gallery.of(name, player):
            self.start(self._lose(name, player))

    async def _lose(self, name: str, player: str) -> None:
        if not self.gallery.of(name, player):
            await self.house(name, "gone", player=player)

    # --- what everyone hears ---

    def _show(self, name: str) -> None:
        self.gallery.show_all(name)
        self._set_alarm(name)
        if self.pit.table(name).retired:
            self.gallery.dismiss(name, RETIRED)

    # --- clocks ---

    def _set_alarm(self, name: str, least_s: float = 0.0) -> None:
        if alarm := self._alarms.pop(name, None):
            alarm.cancel()
        waits = self._waits_s(name)
        if waits is not None and not self.closing and name not in self.pit.broken:
            loop = asyncio.get_running_loop()
            self._alarms[name] = loop.call_later(max(waits, least_s, 0.0), self._ring, name)

    def _waits_s(self, name: str) -> float | None:
        """Seconds until the table needs the house."""
        due = due_at(self.pit.table(name))
        ends = [] if due is None else [(due - self.pit.clock()) / SECOND]
        keep_s = self.pit.table(name).set_up.keep_seat_s
        ends += [at + keep_s - time.monotonic() for (table, _), at in self._last_heard.items() if table == name]
        return min(ends, default=None)

    def _ring(self, name: str) -> None:
        self.start(self._tick(name))

    async def _tick(self, name: str) -> None:
        keep_s = self.pit.table(name).set_up.keep_seat_s
        for (table, player), at in list(self._last_heard.items()):
            if table == name and time.monotonic() - at >= keep_s:
                del self._last_heard[table, player]
                await self._lose(name, player)
        before = self.pit.table(name).version
        await self.house(name, "tick")
        if self.pit.table(name).version == before:
            await self._watch_over(name)
            self._set_alarm(name, ALARM_AGAIN_S)
        else:
            self._stuck.pop(name, None)

    async def _watch_over(self, name: str) -> None:
        """A tick moved nothing. Where something is due all the same, again and again, the table cannot move."""
        due = due_at(self.pit.table(name))
        if due is None or due > self.pit.clock():
            self._stuck.pop(name, None)
            return
        self._stuck[name] = self._stuck.get(name, 0) + 1
        if self._stuck[name] >= STUCK_AFTER:
            del self._stuck[name]
            log.error("a table cannot move", table=name)
            await self.house(name, "unstick", reason="the table could not move: bets still in action went back")

    # --- other processes ---

    def _heard(self, name: str) -> None:
        """Another process wrote. However often it is heard, the table is read once."""
        if name.startswith(LINK):
            self.start(self._read_link(name.removeprefix(LINK)))
        if is_apart(name):
            return  # no table
        elsewhere = owner_of(name) and name not in self.pit.tables  # somebody's own table, played at another process
        if name not in self._to_read and not self.closing and not elsewhere:
            self._to_read.add(name)
            self.start(self._read_on(name))

    async def _read_link(self, name: str) -> None:
        """Another process has written to a link that tables of ours may feed."""
        try:
            await asyncio.to_thread(self.pit.links.catch_up, name)
            self._tick_meters(name)
        except (LedgerFailed, Refused) as failure:
            log.error("cannot read on", link=name, reason=str(failure))

    def _tick_meters(self, link: str) -> None:
        """Meters have moved: all tables of the link show it, at most once a second, however many bet."""
        if link not in self._ticking and not self.closing:
            self._ticking.add(link)
            asyncio.get_running_loop().call_later(METERS_S, lambda: self.start(self._show_meters(link)))

    async def _show_meters(self, link: str) -> None:
        """A table at a time, with a pause for whoever acts meanwhile: 200 tables at once would hold them all up.

        Only the meters: making every view anew was half of what a full house on one link cost.
        """
        try:
            shown = self.pit.links.look(link).version
            for table in self.pit.in_room():
                if any(carried.link == link for carried in table.set_up.progressives) and not self.closing:
                    self.gallery.tick(table.name, link)
                    await asyncio.sleep(METERS_PAUSE_S)
        finally:
            self._ticking.discard(link)
        if self.pit.links.look(link).version != shown:
            self._tick_meters(link)

    async def reopen(self, name: str) -> None:
        """The ledger can be written again. Whoever waited for a choice has the time for it anew, if it ran out."""
        async with self._locks[name]:
            await self._learn(name)
            self.pit.mend(name)
            self.pit.clear_place(name)
        if name not in self.pit.tables:
            return  # it was being opened, and nothing came of it
        await self._greet(name)
        table = self.pit.table(name)
        if table.playing and (due_at(table) or 0) <= self.pit.clock():
            await self.house(name, "restart")
        self._show(name)

    async def _read_on(self, name: str) -> None:
        async with self._locks[name]:
            self._to_read.discard(name)
            try:
                await self._learn(name)
            except (LedgerFailed, Refused) as failure:
                log.error("cannot read on", table=name, reason=str(failure))
                return
            if not self.gallery.has_seen(name):
                self._show(name)
        await self._greet(name)

    async def _greet(self, name: str) -> None:
        for player in list(self.pit.table(name).players.values()):
            if player.gone_at and self.gallery.of(name, player.id):  # lost there, and still here
                await self.house(name, "come_back", player=player.id)

    def here(self, name: str) -> set[str]:
        """Players who are at a table through this process: by a socket, or heard of lately."""
        heard = {player for (table, player) in self._last_heard if table == name}
        return {player for player in self.pit.table(name).players if self.gallery.of(name, player)} | heard

    async def _learn(self, name: str) -> None:
        table = self.pit.tables.setdefault(name, Table(name))
        for event in await asyncio.to_thread(self.pit.ledger.read, name, table.version):
            table.learn(event)
        self.pit.clock.not_before(table.at)
