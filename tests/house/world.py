"""A whole house in one thread, run by a seed: people, clock, network, disk and server, each of which may fail.

    World(seed, folder).run()      # raises what it found; the seed runs the same history again

People speak over a wire that delays, reorders, doubles and drops messages, both ways. The disk fills up, breaks,
forgets and loses power; the server dies before or after it has stored something and is started again. What must hold:
whatever was answered is in the ledger, once, at the version that was told; the chain is whole; no cent appears or is
lost; and the table read from the ledger is the table that was played at.
"""

import random
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway.house.configuration import TableConfig
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import Answer, Batch, LedgerFailed
from houseway.house.pit import Broken, Pit
from houseway.house.table import Table
from houseway.house.table_view import View, table_view
from houseway.rules.refused import Refused
from tests.house.faulty_disk import Fault, FaultyDisk
from tests.house.table_kit import least_bets, room_with, table_of

TABLES = ("dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky", "dakota-practice", "lucky-practice")
STEPS = 220
SECOND = 1_000_000


class ServerDied(Exception):
    """The process is gone, before or after the disk had what it wrote."""


@dataclass
class Person:
    """Knows the last view it was sent, says one thing at a time, and says it again until it is answered."""

    actor: Actor
    view: View | None = None
    waiting: Command | None = None
    sent: int = 0

    def next_command(self, rng: random.Random, config: TableConfig) -> Command:
        self.sent += 1
        do, what = self._wish(rng, config)
        seen = self.view["version"] if self.view and rng.random() < 0.9 else None
        return Command(f"{self.actor.id}-{self.sent}", do, seen, what)

    def _wish(self, rng: random.Random, config: TableConfig) -> tuple[str, dict[str, Any]]:
        view = self.view
        if view is None or view["you"] is None:
            return "sit", {"cents": config.buy_in_most_cents} if rng.random() < 0.8 else {"seat": rng.randrange(-1, 9)}
        if rng.random() < 0.05:
            return rng.choice([("leave", {}), ("void", {}), ("fly", {}), ("buy_in", {"cents": 10**9})])
        pending = view["pending"]
        if pending and pending["you"]:
            return "act", {"act": rng.choice(pending["acts"]) if rng.random() < 0.95 else "wave"}
        seat = view["you"]["seats"][0]
        if view["seats"][seat - 1]["bets"]:
            return ("ready", {}) if rng.random() < 0.8 else ("take_back", {"seat": seat})
        if view["you"]["cents"] < 20_000 and rng.random() < 0.5:
            return "buy_in", {"cents": config.buy_in_most_cents}
        return "bet", {"seat": seat, "wagers": least_bets(config, all_wagers=rng.random() < 0.7)}


@dataclass
class World:
    seed: int
    folder: Path
    steps: int = STEPS
    now: int = 1_700_000_000 * SECOND
    wire: list[tuple[str, Person, Any]] = field(default_factory=list)  # ("to house" or "to person", who, what)
    told: dict[str, int] = field(default_factory=dict)  # command: version that was answered
    starts: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        policy = self.rng.choice(["go_on", "void"])
        self.config = table_of(self.rng.choice(TABLES), on_restart=policy)
        self.people = [Person(Actor(f"p{i}", f"P{i}", "player")) for i in range(3)]
        self.disk = FaultyDisk(self.folder, self.rng)
        self.start()

    def run(self) -> None:
        for _ in range(self.steps):
            try:
                self._step()
            except (LedgerFailed, Broken, ServerDied):
                self.restart()
        self.disk.schedule = {}
        self.restart()
        self.verify()

    # --- the server ---

    def start(self) -> None:
        """Open the ledger and the room; a disk that fails meanwhile is another reason to start again."""
        self.starts += 1
        while True:
            try:
                self.ledger = SqliteLedger(self.disk.path, vfs=self.disk.name)
                room = room_with(self.config)
                chance = random.Random(self.rng.random()).randrange
                self.pit = Pit(self.ledger, self.submit, room, clock=lambda: self.now, chance=chance)
                self.pit.open_room(software="world")
            except (LedgerFailed, Broken, ServerDied):
                self._die()
            else:
                return

    def restart(self) -> None:
        self._die()
        self.start()
        self.verify()

    def _die(self) -> None:
        self.disk.halt()
        if hasattr(self, "ledger"):
            self.ledger.close()
        self.disk.restart(power_cut=self.rng.random() < 0.5)

    def submit(self, batch: Batch) -> "Future[Answer]":
        """To disk, unless the server dies before, or after."""
        if self.rng.random() < 0.005:
            raise ServerDied
        future: Future[Answer] = Future()
        try:
            future.set_result(self.ledger.append([batch])[0])
        except LedgerFailed as failed:
            future.set_exception(failed)
        if self.rng.random() < 0.005:
            raise ServerDied
        return future

    @property
    def table(self) -> Table:
        return self.pit.tables[self.config.name]

    # --- what may happen next ---

    def _step(self) -> None:
        chance = self.rng.random()
        if chance < 0.35:
            self._speak(self.rng.choice(self.people))
        elif chance < 0.9 and self.wire:
            self._deliver()
        elif chance < 0.94:
            self.now += self.rng.randrange(60 * SECOND)
            self._hear(THE_HOUSE, Command(f"tick-{self.now}-{self.rng.random()}", "tick"))
        elif chance < 0.96:
            person = self.rng.choice(self.people)
            do = self.rng.choice(["gone", "come_back"])
            self._hear(THE_HOUSE, Command(f"door-{self.rng.random()}", do, what={"player": person.actor.id}))
        elif chance < 0.98:
            self.disk.schedule[self.disk.steps + self.rng.randrange(1, 40)] = self.rng.choice(list(Fault))
        elif chance < 0.985:
            raise ServerDied

    def _speak(self, person: Person) -> None:
        """Something new, or the same again if there was no answer yet."""
        if person.waiting is None:
            person.waiting = person.next_command(self.rng, self.config)
        self.wire.append(("to house", person, person.waiting))

    def _deliver(self) -> None:
        """Any message on the wire: so they overtake each other. Some are lost, some arrive twice."""
        at = self.rng.randrange(len(self.wire))
        way, person, what = self.wire[at] if self.rng.random() < 0.15 else self.wire.pop(at)
        if self.rng.random() < 0.1:
            return
        if way == "to house":
            self._answer(person, what)
        else:
            self._listen(person, what)

    def _answer(self, person: Person, command: Command) -> None:
        verdict = self._hear(person.actor, command)
        view = table_view(self.table, person.actor.id)
        self.wire.append(("to person", person, (command.id, verdict, view)))

    def _hear(self, actor: Actor, command: Command) -> int | str:
        try:
            done = self.pit.do(self.config.name, actor, command)
        except Broken:
            raise
        except Refused as refusal:
            return str(refusal)
        if done.repeated:
            assert self.told.get(command.id, done.version) == done.version, "a repeat got another answer"
        self.told[command.id] = done.version
        return done.version

    def _listen(self, person: Person, what: tuple[str, int | str, View]) -> None:
        command, _, view = what
        if person.waiting is not None and person.waiting.id == command:
            person.waiting = None
        if person.view is None or view["version"] >= person.view["version"]:
            person.view = view

    # --- what must hold ---

    def verify(self) -> None:
        verify_stream(self.ledger, self.config.name)
        rows = self.ledger.read(self.config.name)
        last: dict[str, int] = {}
        previous = ""
        for row in rows:
            if row.command != previous and row.command:
                assert row.command not in last, f"{row.command} happened twice"
            last[row.command] = row.version
            previous = row.command
        for command, version in self.told.items():
            silent = command not in last  # it changed nothing: a tick, a door
            assert silent or last[command] == version, f"{command} was answered {version}, stored {last[command]}"
            assert not (silent and command.startswith("p")), f"{command} was answered and is lost"
        self._verify_money(rows)

    def _verify_money(self, rows: list[Any]) -> None:
        table = Table(self.config.name)
        for row in rows:
            table.learn(row)
            assert sum(table.accounts.values()) == 0
            players = {name: cents for name, cents in table.accounts.items() if name.startswith("player:")}
            assert min(players.values(), default=0) >= 0
            assert table.accounts["felt"] >= 0
        assert table == self.table
        if not table.playing:
            assert table.accounts["felt"] == sum(sum(bets.values()) for bets in table.bets.values())
