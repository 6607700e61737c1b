"""kill -9 of processes in the middle of bets and hits on one link: no meter loses a cent, no award is lost or doubled.

On SQLite one process plays both tables, on PostgreSQL each table has a process of its own and either may die. Each
tells its answers through a pipe only after the house gave them.
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from houseway.house.draft import Actor, Command, own_id
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Ledger
from houseway.house.ledger.writer import Writer
from houseway.house.pit import Pit
from tests.house.linked_world import LINKED, linked_config
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, at_once, least_bets, room_with
from tests.house.test_kill import answers_of, heard_of, spawn

KILLS, MANY_KILLS = 12, 1000
BLOCKS = 20  # a ledger each: whoever starts reads all of it, which would come to be most of the time
JOINS = ["royal"]
Tell = Callable[[str, str, int], None]


def play_on(pit: Pit, name: str, rng: random.Random, tell: Tell) -> Iterator[None]:
    """Two people with the progressive bet, and a supervisor who pays by hand, from wherever the table is."""
    numbers, start = iter(range(10**9)), f"{pit.tables[name].version}-{rng.randrange(10**9)}"
    config = pit.tables[name].set_up
    bets, cents = least_bets(config), config.buy_in_most_cents

    def do(person: Actor, what: str, **said: Any) -> None:
        command = Command(f"{start}-{next(numbers)}", what, None, said)
        tell(name, own_id(person, command), pit.do(name, person, command).version)

    while True:
        table = pit.tables[name]
        if table.playing:
            assert table.round is not None
            assert table.round.pending is not None
            acts = [table.game.acts[act] for act in table.round.acts_within(0)]
            owner = table.round.owners[table.round.pending.seat - 1]
            do(ANNA if owner == ANNA.id else BEN, "act", act=rng.choice(acts))
        elif table.dues:
            do(SUPERVISOR, "hand_pay", seat=table.players[table.dues[0]["player"]].seats[0])
        else:
            for person in (ANNA, BEN):
                if person.id not in pit.tables[name].players:
                    do(person, "sit", cents=cents)
                elif pit.tables[name].chips(person.id) < cents // 4:
                    do(person, "buy_in", cents=cents)
                seat = pit.tables[name].players[person.id].seats[0]
                do(person, "bet", seat=seat, wagers=bets, joins=JOINS)
                yield
            for person in (ANNA, BEN):
                do(person, "ready")
                yield
        yield


@cache
def warm_up() -> None:
    """Read here what every child would read anew: sheets, rules, ranks of hands, figures of the link."""
    ledger = open_ledger("memory:")
    pit = Pit(ledger, at_once(ledger), room_with(*(linked_config(name, "go_on") for name in LINKED)))
    pit.open_room(software="kill")
    for _ in zip(range(20), play_on(pit, LINKED[0], random.Random(1), lambda *_: None), strict=False):
        pass


def child(url: str, names: tuple[str, ...], seed: int, pipe: int) -> None:
    ledger = open_ledger(url)
    configs = [linked_config(name, "go_on") for name in LINKED]
    pit = Pit(ledger, Writer(ledger).submit, room_with(*configs))
    pit.open_room(software="kill", restarted=False)

    def tell(table: str, command: str, version: int) -> None:
        os.write(pipe, f"{table}/{command} {version}\n".encode())

    rng = random.Random(seed)
    playing = [play_on(pit, name, rng, tell) for name in names]
    while True:
        next(rng.choice(playing))


def stored(ledger: Ledger) -> dict[str, int]:
    """Every command in the tables' streams with the version after it; none stands there twice."""
    found: dict[str, int] = {}
    for name in LINKED:
        for row in ledger.read(name):
            key = f"{name}/{row.command}"
            assert found.get(key, row.version - 1) == row.version - 1, f"{row.command} happened twice"
            found[key] = row.version
    return found


def verify_all(url: str, told: dict[str, int]) -> dict[str, int]:
    """As an auditor does; what was answered is there. How often each kind of entry happened."""
    ledger = open_ledger(url)
    try:
        there = stored(ledger)
        assert {command: version for command, version in told.items() if there.get(command) != version} == {}
        assert [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault] == []
        kinds = [row.kind for name in LINKED for row in ledger.read(name)]
        entries = [row.kind for row in ledger.read(":link:corner")]
        return {kind: (kinds + entries).count(kind) for kind in {*kinds, *entries}}
    finally:
        ledger.close()


def kill_at_random(url: str, kills: int, block: int = 0) -> None:
    warm_up()
    rng = random.Random(block)
    servers: list[tuple[str, ...]] = [LINKED] if url.startswith("sqlite") else [(name,) for name in LINKED]
    told: dict[str, int] = {}
    alive: dict[tuple[str, ...], tuple[int, int]] = {}
    try:
        for kill in range(kills):
            for names in servers:
                if names not in alive:
                    seed = (block * MANY_KILLS + kill) * len(servers) + servers.index(names)
                    alive[names] = spawn(lambda end, names=names, seed=seed: child(url, names, seed, end))  # type: ignore[misc]
            names = rng.choice(servers)
            pid, pipe = alive.pop(names)
            before = heard_of(pipe, rng.randrange(1, 24)) if kill % 10 else b""  # or while it is still starting
            time.sleep(rng.expovariate(400))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            told |= answers_of(pipe, before)
    finally:
        for pid, pipe in alive.values():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            told |= answers_of(pipe)
    seen = verify_all(url, told)
    assert len(told) > 2 * kills, "the children did too little for the kills to matter"
    assert seen[events.JACKPOT] == seen["won"] > kills / 10
    assert seen["grew"] == seen[events.DEALT]


def test_kill_9_in_the_middle_of_bets_and_hits_loses_and_doubles_nothing(ledger_url: str) -> None:
    kill_at_random(ledger_url, KILLS)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(1, BLOCKS + 1))
def test_a_thousand_times_kill_9_in_the_middle_of_bets_and_hits(block: int, ledger_url: str) -> None:
    kill_at_random(ledger_url, MANY_KILLS // BLOCKS, block)
