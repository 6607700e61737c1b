"""A whole house in one thread, run by a seed: people, clock, network, disk and servers, each of which may fail.

    World(seed, folder).run()      # raises what it found; the seed runs the same history again

People speak over a wire that delays, reorders, doubles and drops messages, both ways. One server or two, each with its
own picture of the tables, have commands under way at the same time, also on the same table, and what waits goes to
disk in one transaction. The disk fills up, breaks, forgets and loses power; servers die before or after something is
stored and are started again; somebody sets the clock. What must hold: whatever was answered is in the ledger,
once, at the version that was told; the chain is whole; no cent appears or is lost; every server has the table that the
ledger has; and an auditor finds that everything could have happened.
"""

import random
from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.house.audit.verify import verify_ledger
from houseway.house.clock import SteadyClock
from houseway.house.draft import THE_HOUSE, Actor, Command, own_id
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Answer, Batch, Conflict, LedgerFailed, Stored
from houseway.house.pit import Done, Intent, Pit
from houseway.house.shuffler.slips import slips
from houseway.house.table import Table
from houseway.house.table_view import table_view
from houseway.rules.refused import Refused
from tests.house.faulty_disk import Fault, FaultyDisk
from tests.house.person import Person, Wish
from tests.house.table_kit import SUPERVISOR, room_with, table_of

TABLES = ("dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky", "dakota-practice", "lucky-practice")
STEPS = 300
SECOND = 1_000_000
YEAR = 365 * 86_400 * SECOND


class ServerDied(Exception):
    """The process is gone, before or after the disk had what it wrote."""


@dataclass(eq=False)
class Server:
    """One process: its tables, and the command under way at each."""

    pit: Pit
    under_way: dict[str, "UnderWay"] = field(default_factory=dict)


@dataclass(eq=False)
class UnderWay:
    """A command that was checked and waits for the disk."""

    server: Server
    table: str
    actor: Actor
    command: Command
    intent: Intent
    person: Person | None


@dataclass
class World:
    seed: int
    folder: Path
    now: int = 1_700_000_000 * SECOND  # by a steady clock
    wall_off: int = 0  # what the wall clock, which people set, says more
    latest: int = 0  # no event may be behind it: the last wall clock that a server opened by, and the time since
    wire: list[tuple[Person, Any]] = field(default_factory=list)  # a command to the house, or what it answered
    queue: list[UnderWay] = field(default_factory=list)
    told: dict[tuple[str, str], int] = field(default_factory=dict)  # table and command: version that was answered
    seen: Counter[str] = field(default_factory=Counter)  # what this history was worth

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        policy = rng.choice(["go_on", "void"])
        self.configs = {name: table_of(name, on_restart=policy) for name in rng.sample(TABLES, rng.choice([1, 1, 2]))}
        self.people = [
            Person(Actor(f"p{i}", f"P{i}", "player"), rng.choice(list(self.configs.values()))) for i in range(3)
        ]
        self.processes = rng.choice([1, 2])
        self.servers: list[Server] = []
        self.disk = FaultyDisk(self.folder, rng)
        self._open()

    def run(self) -> None:
        for _ in range(STEPS):
            try:
                self._step()
            except (LedgerFailed, ServerDied):
                self.restart()
        self.disk.schedule = {}
        self.restart()
        for verdict in verify_ledger(self.ledger):
            assert verdict.fault is None, verdict.sentence

    @property
    def rounds(self) -> int:
        return sum(table.rounds for table in self.servers[0].pit.tables.values())

    # --- servers ---

    def _open(self) -> None:
        """Open the ledger and the house; a disk that fails meanwhile is another reason to start again."""
        while True:
            self.seen["starts"] += 1
            try:
                self.ledger = SqliteLedger(self.disk.path, vfs=self.disk.name)
                while len(self.servers) < self.processes:
                    self._start()
            except (LedgerFailed, ServerDied):
                self._close()
            else:
                return

    def _start(self) -> None:
        """One more process; only one that is alone goes on with the rounds that were on."""
        chance = random.Random(self.rng.random()).randrange
        slip = slips(200, random.Random(self.rng.random()).randrange)
        room = room_with(*self.configs.values())
        self.latest = max(self.latest, self.now + self.wall_off)
        clock = SteadyClock(lambda: (self.now + self.wall_off) * 1000, lambda: self.now * 1000)
        pit = Pit(self.ledger, self._store, room, clock=clock, chance=chance, slip=slip)
        try:
            pit.open_room(software="world", restarted=not self.servers)
        except Refused as refusal:  # the disk failed: the reason is its cause
            raise refusal.__cause__ or refusal from None
        self.servers.append(Server(pit))

    def restart(self) -> None:
        """Everything stops, and everything comes back."""
        self._close()
        self._open()
        self.verify()

    def _close(self) -> None:
        self.servers, self.queue = [], []
        self.disk.halt()
        if hasattr(self, "ledger"):
            self.ledger.close()
        self.disk.restart(power_cut=self.rng.random() < 0.5)

    def _lose(self, server: Server) -> None:
        """One process dies beside another; what it has under way is stored, or not, and answered to nobody."""
        if len(self.servers) == 1:
            raise ServerDied
        self.seen["lone deaths"] += 1
        self.servers.remove(server)
        self.queue = [each for each in self.queue if each.server is not server or self.rng.random() < 0.5]
        self._start()

    def _store(self, batch: Batch) -> "Future[Answer]":
        """What a server stores while it opens, waiting for it."""
        future: Future[Answer] = Future()
        try:
            future.set_result(self._append([batch])[0])
        except LedgerFailed as failed:
            future.set_exception(failed)
        return future

    def _append(self, batches: list[Batch]) -> list[Answer]:
        """To disk, unless everything dies before, or after."""
        if self.rng.random() < 0.004:
            raise ServerDied
        given = self.ledger.append(batches)
        if self.rng.random() < 0.004:
            raise ServerDied
        self.seen["together"] += len(given) > 1
        self.seen["conflicts"] += sum(isinstance(answer, Conflict) for answer in given)
        self.seen["stored elsewhere"] += sum(isinstance(answer, Conflict) and answer.repeated for answer in given)
        return given

    # --- what may happen next ---

    def _step(self) -> None:
        rng, chance = self.rng, self.rng.random()
        server, table = rng.choice(self.servers), rng.choice(list(self.configs))
        if chance < 0.25:
            person = rng.choice(self.people)
            if person.waiting is None or rng.random() < 0.3:  # somebody who waits says it again now and then
                self.wire.append((person, person.say(rng)))
        elif chance < 0.7:
            self._deliver(server)
        elif chance < 0.9:
            self._write()
        elif chance < 0.93:
            self._time_passes(rng.randrange(60 * SECOND))
            self._hear(server, table, THE_HOUSE, "tick", {})
        elif chance < 0.945:
            what = {"player": rng.choice(self.people).actor.id}
            self._hear(server, table, THE_HOUSE, rng.choice(["gone", "come_back"]), what)
        elif chance < 0.96:
            self._hear(server, table, SUPERVISOR, *self._staff_wish(table))
        elif chance < 0.97:
            if table not in server.under_way:
                server.pit.refresh(table)
        elif chance < 0.98:
            self.disk.schedule[self.disk.steps + rng.randrange(1, 40)] = rng.choice(list(Fault))
        elif chance < 0.987:
            self._lose(server)

    def _time_passes(self, while_: int) -> None:
        """And now and then somebody sets the wall clock."""
        self.now += while_
        self.latest += while_
        if self.rng.random() < 0.2:
            self.wall_off += self.rng.choice([-1, 1]) * self.rng.choice([5 * SECOND, 3600 * SECOND, YEAR])
            self.seen["clock jumps"] += 1

    def _staff_wish(self, table: str) -> Wish:
        clocks = self.configs[table].to_body() | {"decision_clock_s": self.rng.randrange(5, 60)}
        return self.rng.choice([
            ("void", {"reason": "a card fell"}), ("close", {"reason": "a new deck"}), *[("reopen", {})] * 4,
            ("configure", {"config": clocks, "reason": "another clock"}), ("add_bot", {}), ("remove_bot", {"seat": 5}),
            ("deck", {"deck": self.rng.choice("AB"), "missing": "7h", "reason": "on the floor"}),
            *[("deck", {"reason": "a new deck"})] * 3,
        ])  # fmt: skip

    def _deliver(self, server: Server) -> None:
        """Any message on the wire: so they overtake each other. Some are lost, some arrive twice."""
        if not self.wire:
            return
        at = self.rng.randrange(len(self.wire))
        person, what = self.wire[at] if self.rng.random() < 0.15 else self.wire.pop(at)
        if self.rng.random() < 0.1:
            return
        if not isinstance(what, Command):
            person.hear(*what)
        elif person.config.name in server.under_way:
            self.wire.append((person, what))  # it waits for the one before it
        else:
            self._begin(server, person.config.name, person.actor, what, person)

    def _hear(self, server: Server, table: str, actor: Actor, do: str, what: dict[str, Any]) -> None:
        """What staff and the house itself do."""
        if table not in server.under_way:
            self._begin(server, table, actor, Command(str(self.rng.random()), do, None, what), None)

    def _begin(self, server: Server, table: str, actor: Actor, command: Command, person: Person | None) -> None:
        try:
            begun = server.pit.begin(table, actor, command)
        except Refused:
            self._answer(server, table, command, person)
            return
        if isinstance(begun, Done):
            self._done(server, table, actor, command, person, begun)
        else:
            server.under_way[table] = UnderWay(server, table, actor, command, begun, person)
            self.queue.append(server.under_way[table])

    def _write(self) -> None:
        """Group commit: whatever waits, in one transaction. Then each is answered, or begins again."""
        group, self.queue = self.queue, []
        if not group:
            return
        for each, answer in zip(group, self._append([each.intent.batch for each in group]), strict=True):
            if each.server not in self.servers:
                continue
            del each.server.under_way[each.table]
            done = each.server.pit.finish(each.table, each.intent, answer)
            if done is None:
                self._begin(each.server, each.table, each.actor, each.command, each.person)
            else:
                self._done(each.server, each.table, each.actor, each.command, each.person, done)

    def _done(
        self, server: Server, table: str, actor: Actor, command: Command, person: Person | None, done: Done
    ) -> None:
        key = (table, own_id(actor, command))
        if done.repeated:
            self.seen["repeats"] += 1
            assert self.told.get(key, done.version) == done.version, "a repeat got another answer"
        self.told[key] = done.version
        self._answer(server, table, command, person)

    def _answer(self, server: Server, table: str, command: Command, person: Person | None) -> None:
        if person is not None:
            view = table_view(server.pit.tables[table], person.actor.id)
            self.wire.append((person, (command.id, view)))

    # --- what must hold ---

    def verify(self) -> None:
        for name in self.configs:
            verify_stream(self.ledger, name)
            rows = self.ledger.read(name)
            self._verify_answers(name, rows)
            assert all(row.at <= self.latest for row in rows), "a wall clock that was set was written"
            table = _table_of(name, rows)
            for server in self.servers:
                assert server.pit.refresh(name) == table

    def _verify_answers(self, name: str, rows: list[Stored]) -> None:
        last: dict[str, int] = {}
        previous = ""
        for row in rows:
            assert row.command == previous or row.command not in last, f"{row.command} happened twice"
            last[row.command] = row.version
            previous = row.command
        for (table, command), version in self.told.items():
            if table == name:
                stored = last.get(command)
                silent = stored is None and not command.startswith("p")  # a tick or a door that changed nothing
                assert silent or stored == version, f"{command} was answered {version}, stored {stored}"


def _table_of(name: str, rows: list[Stored]) -> Table:
    """The table read anew, with its money counted after every event."""
    table = Table(name)
    for row in rows:
        table.learn(row)
        assert sum(table.accounts.values()) == 0
        short = {account for account, cents in table.accounts.items() if cents < 0}
        assert short <= {"cage", "house", "breakage"}
    lying = sum(sum(bets.values()) for bets in table.bets.values())
    assert table.playing or table.accounts["felt"] == lying
    assert table.accounts["felt"] == table.put_up["felt"]
    return table
