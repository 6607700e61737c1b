"""A whole house in one thread, run by a seed: people, clock, network, disk and servers, each of which may fail.

    World(seed, folder).run()      # raises what it found; the seed runs the same history again

People speak over a wire that delays, reorders, doubles and drops messages, both ways. One server or two, each with its
own picture of the tables, have commands under way at the same time, also on the same table, and what waits goes to
disk in one transaction. The disk fills up, breaks, forgets and loses power; servers die before or after something is
stored and are started again; somebody sets the clock. Copies of the ledger are made, and put back as operators do; one
address floods the house; a restart may bring other rules. What must hold: whatever was answered is in the ledger,
once, at the version that was told (after a restore: if the copy had it); no card is dealt from where it was dealt
before, in any ledger that ever was; the chain is whole; no cent appears or is lost; every server has the table that the
ledger has; nobody but who floods is told to wait; each round is of the rules in force; and an auditor finds that
everything could have happened, and says which rounds were of other rules. Where tables are `linked` they feed the
same meters, which are easily hit, and a supervisor pays by hand, lowers meters, and moves tables from link to link; no
trigger that lay in a copy is in force when the copy is put back (`linked_world`).
"""

import json
import random
from collections import Counter, deque
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from houseway.games import find_game
from houseway.games.edition import edition_of
from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from houseway.house.clock import SteadyClock
from houseway.house.configuration import TableConfig
from houseway.house.draft import THE_HOUSE, Actor, Command, own_id
from houseway.house.ledger.chain import followed, rows_of, verify_end
from houseway.house.ledger.copies import write_backup
from houseway.house.ledger.mark import SIZE, Mark, Noted
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import (
    EMPTY,
    Answer,
    Batch,
    Conflict,
    Head,
    LedgerFailed,
    Stored,
    canonical,
    is_apart,
    link_stream,
    links_of,
)
from houseway.house.pit import Done, Intent, Pit
from houseway.house.shuffler.slips import slips
from houseway.house.table import Table
from houseway.house.table_view import table_view
from houseway.rules.refused import Refused
from houseway.web.refusals import TooFast
from tests.house import flood
from tests.house.faulty_disk import Fault, FaultyDisk
from tests.house.flood import Door
from tests.house.linked_world import (
    LINKED,
    Numbers,
    another_link,
    link_of,
    linked_config,
    lowering,
    triggers_in_force,
    verify_set_anew,
    worth,
)
from tests.house.new_rules import Rulebook
from tests.house.person import Person, Wish
from tests.house.shown import Shown
from tests.house.table_kit import SUPERVISOR, room_with

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
    door: Door
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
    let_in: ExitStack


@dataclass(frozen=True)
class Copy:
    """Of the ledger, somewhere else: by `houseway house backup`, or the files themselves while no house was open."""

    files: dict[Path, bytes]
    heads: dict[str, Head] | None  # of a backup: where its streams end


@dataclass
class World:
    seed: int
    folder: Path
    linked: bool = False
    now: int = 1_700_000_000 * SECOND  # by a steady clock
    wall_off: int = 0  # what the wall clock, which people set, says more
    latest: int = 0  # no event may be behind it: the last wall clock that a server opened by, and the time since
    wire: list[tuple[Person, Any]] = field(default_factory=list)  # a command to the house, or what it answered
    queue: list[UnderWay] = field(default_factory=list)
    told: dict[tuple[str, str], int] = field(default_factory=dict)  # table and command: version that was answered
    copies: list[Copy] = field(default_factory=list)
    shown: Shown = field(default_factory=Shown)
    known_triggers: Numbers = field(default_factory=dict)  # that were in force in a copy which was put back
    last: dict[str, Stored] = field(default_factory=dict)  # of each table, the last row that a server heard of
    seen: Counter[str] = field(default_factory=Counter)  # what this history was worth

    def __post_init__(self) -> None:
        rng = self.rng = random.Random(self.seed)
        policy = rng.choice(["go_on", "void"])
        names = LINKED if self.linked else rng.sample(TABLES, rng.choice([1, 1, 2]))
        self.configs = {name: linked_config(name, policy) for name in names}
        self.people = [
            Person(Actor(f"p{i}", f"P{i}", "player"), rng.choice(list(self.configs.values()))) for i in range(3)
        ]
        self.flooders = [
            Person(Actor(f"f{i}", f"F{i}", "player"), person.config) for i, person in enumerate(self.people)
        ]
        self.processes = rng.choice([1, 2])
        self.perils = {peril for peril in ("restores", "floods", "new rules") if rng.random() < 0.3}
        self.limits = rng.choice(flood.LIMITS)
        self.rulebook = Rulebook(keeps=rng.random() < 0.5)
        self.other_rules = False
        self.mark = Mark(None)
        self.marked: deque[Noted] = deque()  # what the mark may say after a power cut
        self.servers: list[Server] = []
        self.disk = FaultyDisk(self.folder, rng)
        self._open()

    def run(self) -> None:
        with patch.object(TableConfig, "recorded", _remembered):
            self._run()

    def _run(self) -> None:
        try:
            for _ in range(STEPS):
                try:
                    self._step()
                except (LedgerFailed, ServerDied):
                    self.restart()
            self.disk.schedule = {}
            self.restart()
            self._audit()
        finally:
            self.rulebook.take_back()

    def close(self) -> None:
        self.ledger.close()
        self.mark.close()

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
                self.mark = Mark(self.folder / "house.mark")
                doubt = self.mark.doubt(self.ledger)
                self._start(doubt)
                self.mark.adopt(self.ledger, doubt)
                self.marked = deque([self.mark._noted], maxlen=50)
                while len(self.servers) < self.processes:
                    self._start()
            except (LedgerFailed, ServerDied):
                self._close()
            else:
                self.seen["doubts"] += bool(doubt)
                return

    def _start(self, doubt: str = "") -> None:
        """One more process; only one that is alone goes on with the rounds that were on."""
        chance = random.Random(self.rng.random()).randrange
        slip = slips(200, random.Random(self.rng.random()).randrange)
        room = room_with(*self.configs.values())
        self.latest = max(self.latest, self.now + self.wall_off)
        clock = SteadyClock(lambda: (self.now + self.wall_off) * 1000, lambda: self.now * 1000)
        pit = Pit(self.ledger, self._store, room, clock=clock, chance=chance, slip=slip)
        try:
            pit.open_room(software="world", restarted=not self.servers, restored=doubt)
        except Refused as refusal:  # the disk failed: the reason is its cause
            raise refusal.__cause__ or refusal from None
        self.servers.append(Server(pit, Door(pit, self.limits, lambda: self.now / SECOND)))

    def restart(self) -> None:
        """Everything stops, and everything comes back: perhaps from a copy, perhaps under other rules."""
        self._close()
        put_back = self._put_back() if "restores" in self.perils and self.rng.random() < 0.3 else None
        if "new rules" in self.perils and self.rng.random() < 0.5:
            self._change_rules()
        before = self._look_at_copy(put_back) if put_back else None
        self._open()
        if before:
            self._verify_put_back(before)
        self.verify()

    def _close(self) -> None:
        self.servers, self.queue = [], []
        self.disk.halt()
        if hasattr(self, "ledger"):
            self.ledger.close()
        self.mark.close()
        power_cut = self.rng.random() < 0.5
        self.disk.restart(power_cut=power_cut)
        if power_cut and self.marked:
            self._cut_mark()

    def _cut_mark(self) -> None:
        """It is not synced when a row is noted: an older row may be in it, or nothing."""
        older = self.rng.choice([*self.marked, None])
        text = json.dumps(asdict(older)).encode().ljust(SIZE) if older else b""
        (self.folder / "house.mark").write_bytes(text)

    def _change_rules(self) -> None:
        """The servers that start next have other software."""
        self.other_rules = not self.other_rules
        for config in self.configs.values():
            self.rulebook.put_in_force(config.game, other=self.other_rules)
        self.seen["new rules"] += 1

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
        rows = rows_of(given)
        if rows:
            self.mark.note(rows[-1])
            self.marked.append(self.mark._noted)
        if self.rng.random() < 0.002:
            raise ServerDied
        for row in rows:
            if not is_apart(row.table):
                self._heard_of(row)
        self.seen["together"] += len(given) > 1
        self.seen["conflicts"] += sum(isinstance(answer, Conflict) for answer in given)
        self.seen["stored elsewhere"] += sum(isinstance(answer, Conflict) and answer.repeated for answer in given)
        return given

    def _heard_of(self, row: Stored) -> None:
        """From now on somebody may know it."""
        self.last[row.table] = row
        if row.version > self.shown.heard.get(row.table, 0) + 1:  # a failing disk had stored what nobody was told of
            for before in self.ledger.read(row.table):
                self.shown.hear(before)
        self.shown.hear(row)
        if row.kind == events.DEALT:
            assert row.body["edition"] == edition_of(self.configs[row.table].the_game), "dealt under other rules"

    # --- copies ---

    def _copy(self) -> None:
        """A backup while the house is open."""
        path = self.folder / "backup.db"
        write_backup(self.ledger, path)
        heads = {name: self.ledger.head(name) for name in self.ledger.tables()}
        self.copies.append(Copy({self.disk.path: path.read_bytes()}, heads))
        path.unlink()

    def _put_back(self) -> Copy | None:
        """The operator copies the files, or puts an earlier copy in their place; everybody's connection is gone."""
        if not self.copies or self.rng.random() < 0.4:
            self.copies.append(Copy(self.disk.files(), None))
            return None
        copy = self.rng.choice(self.copies)
        self.disk.put_back(copy.files)
        self.wire = []
        for person in (*self.people, *self.flooders):
            person.view = None
        self.seen["restores"] += 1
        return copy

    def _look_at_copy(self, copy: Copy) -> dict[str, Table]:
        """The tables as they come back. Of what was answered, only what they hold counts from now on."""
        ledger = SqliteLedger(self.disk.path)
        found = {name: ledger.read(name) for name in self.configs}
        heads = {name: ledger.head(name) for name in ledger.tables()}
        self.known_triggers = triggers_in_force(ledger)
        ledger.close()
        self.disk.put_back(copy.files)
        assert copy.heads in (None, heads), "the backup is not what was backed up"
        there = {(name, row.command): row.version for name, rows in found.items() for row in rows}
        self.told = {key: version for key, version in self.told.items() if there.get(key) == version}
        self.shown.forget_the_streams()
        since = [row for row in self.last.values() if row not in found[row.table]]
        self.doubtful = copy.heads is not None or bool(since)
        self.last = {}
        return {name: _table_of(name, rows) for name, rows in found.items()}

    def _verify_put_back(self, before: dict[str, Table]) -> None:
        """Every shoe that lay open in the copy is thrown away, and nobody has won or lost by it.

        A start that failed meanwhile has been begun again, and has thrown away what the first one shuffled.
        """
        if self.doubtful:
            self.seen["triggers put back"] += verify_set_anew(self.known_triggers, self.ledger)
        for name, table in before.items():
            rows = self.ledger.read(name, table.version)
            thrown = [row.body["cycle"] for row in rows if row.kind == events.DISCARDED]
            open_ = [table.shuffle.cycle] if table.shuffle else []
            assert thrown[: len(open_)] == open_ or not self.doubtful, (
                f"{name}: shoe {open_} of a restored ledger is dealt from"
            )
            assert not thrown or not any(row.body["cycle"] in thrown for row in rows if row.kind == events.DEALT)
            after = _table_of(name, self.ledger.read(name))
            for account in ("house", "breakage"):
                assert after.accounts[account] == table.accounts[account], f"{name}: {account} has other chips"

    # --- what may happen next ---

    def _step(self) -> None:
        rng, chance = self.rng, self.rng.random()
        self._goes_by(SECOND // 20)
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
            if self.linked and rng.random() < 0.3:
                self._lower(server)
        elif chance < 0.97:
            if table not in server.under_way:
                server.pit.refresh(table)
        elif chance < 0.98:
            self.disk.schedule[self.disk.steps + rng.randrange(1, 40)] = rng.choice(list(Fault))
        elif chance < 0.987:
            self._lose(server)
        elif chance < 0.99 and "restores" in self.perils:
            self._copy()
        elif chance > 0.997 and "floods" in self.perils:
            self._flood(server)

    def _goes_by(self, while_: int) -> None:
        self.now += while_
        self.latest += while_

    def _time_passes(self, while_: int) -> None:
        """And now and then somebody sets the wall clock."""
        self._goes_by(while_)
        if self.rng.random() < 0.2:
            self.wall_off += self.rng.choice([-1, 1]) * self.rng.choice([5 * SECOND, 3600 * SECOND, YEAR])
            self.seen["clock jumps"] += 1

    def _staff_wish(self, table: str) -> Wish:
        clocks = self.configs[table].to_body() | {"decision_clock_s": self.rng.randrange(5, 60)}
        wishes: list[Wish] = [
            ("void", {"reason": "a card fell"}), ("close", {"reason": "a new deck"}), *[("reopen", {})] * 4,
            ("configure", {"config": clocks, "reason": "another clock"}), ("add_bot", {}), ("remove_bot", {"seat": 5}),
            ("deck", {"deck": self.rng.choice("AB"), "missing": "7h", "reason": "on the floor"}),
            *[("deck", {"reason": "a new deck"})] * 3,
        ]  # fmt: skip
        if self.linked:
            wishes = [("hand_pay", {"seat": self.rng.randrange(1, 4)})] * 12 + wishes
            wishes += [another_link(self.configs[table], self.rng)] * 12
        return self.rng.choice(wishes)

    def _lower(self, server: Server) -> None:
        link, what = self.rng.choice(links_of(self.ledger)), lowering(self.rng)
        with suppress(Refused):
            server.pit.lower_meter(link, SUPERVISOR, Command(str(self.rng.random()), "lower", None, what))

    def _flood(self, server: Server) -> None:
        """A burst from one address, at one process; others' messages come in between, and are heard."""
        for number in range(self.rng.randrange(30, 90)):
            person = self.rng.choice(self.flooders)
            table = person.config.name
            if self.rng.random() < 0.1:
                if server.door.lets_in_socket(person.actor, flood.PLACE):
                    self._hear(
                        server, table, THE_HOUSE, self.rng.choice(["gone", "come_back"]), {"player": person.actor.id}
                    )
            elif table not in server.under_way:
                do, what = flood.next_wish(person, self.rng)
                self._begin(server, table, person.actor, Command(f"{self.seen['flooded']}", do, None, what), person)
                self.seen["flooded"] += 1
            if number % 8 == 0:
                self._deliver(server)
            self._write()

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
        """A command at the door. What staff and the house do is not held up there."""
        let_in = ExitStack()
        try:
            if person is not None:
                let_in.enter_context(server.door.let_in(table, actor, command, _place_of(person)))
        except TooFast:
            assert person in self.flooders, f"{actor.name} was told to wait"
            self.seen["too fast"] += 1
            return
        except Refused:
            self._answer(server, table, command, person)
            return
        self._go_on(server, table, actor, command, person, let_in)

    def _go_on(
        self, server: Server, table: str, actor: Actor, command: Command, person: Person | None, let_in: ExitStack
    ) -> None:
        try:
            begun = server.pit.begin(table, actor, command)
        except Refused:
            let_in.close()
            self._answer(server, table, command, person)
            return
        if isinstance(begun, Done):
            let_in.close()
            self._done(server, table, actor, command, person, begun)
        else:
            server.under_way[table] = UnderWay(server, table, actor, command, begun, person, let_in)
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
                self._go_on(each.server, each.table, each.actor, each.command, each.person, each.let_in)
            else:
                each.let_in.close()
                self._done(each.server, each.table, each.actor, each.command, each.person, done)

    def _done(
        self, server: Server, table: str, actor: Actor, command: Command, person: Person | None, done: Done
    ) -> None:
        key = (table, own_id(actor, command))
        if done.repeated:
            self.seen["repeats"] += 1
            assert self.told.get(key, done.version) == done.version, "a repeat got another answer"
        self.told[key] = done.version
        if person is not None:
            server.door.spent(actor, _place_of(person), command, done.events)
        self._answer(server, table, command, person)

    def _answer(self, server: Server, table: str, command: Command, person: Person | None) -> None:
        if person in self.people:
            view = table_view(server.pit.tables[table], person.actor.id)
            self.wire.append((person, (command.id, view)))

    # --- what must hold ---

    def verify(self) -> None:
        for name in self.configs:
            rows = self.ledger.read(name)
            verify_end(name, followed(name, rows, EMPTY, {}), self.ledger.head(name), {})
            self._verify_answers(name, rows)
            for row in rows:
                self.shown.hear(row)
            assert all(row.at <= self.latest for row in rows), "a wall clock that was set was written"
            table = _table_of(name, rows)
            for server in self.servers:
                assert server.pit.refresh(name) == table
        for name in links_of(self.ledger):
            rows = self.ledger.read(link_stream(name))
            counted = link_of(name, rows)
            for server in self.servers:
                assert server.pit.links.catch_up(name).accounts == counted.accounts

    def _audit(self) -> None:
        """Everything could have happened; rounds of rules that are not kept are told apart, and no others."""
        self.seen.update(worth(self.ledger, list(self.configs)) if self.linked else {})
        for verdict in verify_ledger(self.ledger):
            assert verdict.fault is None, verdict.sentence
            if is_apart(verdict.table):
                continue
            self.seen["hits"] += sum(row.kind == events.JACKPOT for row in self.ledger.read(verdict.table))
            self.seen["must hit"] += sum(
                award["why"] == "must_hit"
                for row in self.ledger.read(verdict.table)
                if row.kind == events.JACKPOT
                for award in row.body["awards"]
            )
            self.seen["hand pays"] += sum(row.kind == events.HAND_PAID for row in self.ledger.read(verdict.table))
            game = self.configs[verdict.table].game
            dealt = [row.body["edition"] for row in self.ledger.read(verdict.table) if row.kind == events.DEALT]
            others = [edition for edition in dealt if not self.rulebook.knows(game, edition)]
            assert sorted(verdict.other_rules) == sorted(others), verdict.sentence
            self.seen["rounds of other rules"] += len(others)
            self.seen["rounds of kept rules"] += sum(
                edition != edition_of(self.configs[verdict.table].the_game) for edition in dealt
            ) - len(others)

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
                silent = stored is None and not command.startswith(("p", "f"))  # a tick or a door that changed nothing
                assert silent or stored == version, f"{command} was answered {version}, stored {stored}"


_recorded = TableConfig.recorded


@lru_cache(maxsize=1000)
def _read(text: str, edition: str) -> TableConfig:  # noqa: ARG001  of the rules that it is read by
    return _recorded(json.loads(text))


def _remembered(body: dict[str, Any]) -> TableConfig:
    """The same words are the same configuration: reading them again and again is a tenth of a history's time."""
    return _read(canonical(body), edition_of(find_game(body["game"])))


def _place_of(person: Person) -> str:
    """Those who flood have one address; the others are on the move, and have one after the other."""
    return flood.PLACE if person.actor.id.startswith("f") else f"{person.actor.id} {person.sent // 4}"


def _table_of(name: str, rows: list[Stored]) -> Table:
    """The table read anew, with its money counted after every event."""
    table = Table(name)
    for row in rows:
        table.learn(row)
        assert sum(table.accounts.values()) == 0
        short = {name for name, cents in table.accounts.items() if cents < 0 and not name.startswith("link:")}
        assert short <= {"cage", "house", "breakage"}
    lying = sum(map(table.on_felt, table.bets))
    assert table.playing or table.accounts["felt"] == lying
    assert table.accounts["felt"] == table.put_up["felt"]
    return table
