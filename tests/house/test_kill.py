"""kill -9 of a house that plays, at random moments and at every event of a round: nothing answered is lost.

The child is a real process with the real writer thread and a real file; it tells each answer through a pipe only after
the house gave it. The parent kills it, opens the file again and compares. (The whole server is killed the same way in
tests/web.)
"""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.house.audit.verify import verify_ledger
from houseway.house.draft import Actor, Command, own_id
from houseway.house.ledger.chain import followed, verify_end
from houseway.house.ledger.sqlite import SqliteLedger
from houseway.house.ledger.store import EMPTY, Batch, Ledger, LedgerFailed
from houseway.house.ledger.writer import Writer
from houseway.house.pit import Broken, Done, Pit
from houseway.house.table import Table
from houseway.house.table_view import table_view
from tests.house.table_kit import ANNA, BEN, House, least_bets, room_with, table_of

TABLES = ("dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky")
KILLS, MANY_KILLS = 150, 1000
BLOCKS = 10


def play_forever(pit: Pit, name: str, rng: random.Random, tell: Callable[[str, int], None]) -> Iterator[None]:
    """Two people play on from wherever the table is; yields after each answer."""
    numbers = iter(range(10**9))
    start = pit.tables[name].version
    bets = least_bets(pit.tables[name].set_up)
    cents = pit.tables[name].set_up.buy_in_most_cents

    def do(person: Actor, what: str, **said: Any) -> None:
        command = Command(f"{start}-{next(numbers)}", what, None, said)
        tell(own_id(person, command), pit.do(name, person, command).version)

    while True:
        table = pit.tables[name]
        if table.playing:
            waits = table.round.owners[table.round.pending.seat - 1]  # type: ignore[union-attr]
            acts = table_view(table, waits)["pending"]["acts"]
            do(ANNA if waits == ANNA.id else BEN, "act", act=rng.choice(acts))
        else:
            for person in (ANNA, BEN):
                if person.id not in pit.tables[name].players:
                    do(person, "sit", cents=cents)
                    yield
                elif pit.tables[name].chips(person.id) < cents // 4:
                    do(person, "buy_in", cents=cents)
                    yield
                do(person, "bet", seat=pit.tables[name].players[person.id].seats[0], wagers=bets)
                yield
            do(ANNA, "ready")
            yield
            do(BEN, "ready")
        yield


Through = Callable[[Ledger], Callable[[Batch], Any]]


def child(path: Path, name: str, seed: int, pipe: int, through: Through) -> None:
    ledger = SqliteLedger(path)
    pit = Pit(ledger, through(ledger), room_with(table_of(name)))
    pit.open_room(software="kill")

    def tell(command: str, version: int) -> None:
        os.write(pipe, f"{command} {version}\n".encode())

    for _ in play_forever(pit, name, random.Random(seed), tell):
        pass


def spawn(run: Callable[[int], None]) -> tuple[int, int]:
    """A forked child; the parent's end of its pipe."""
    parent_end, child_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(parent_end)
            run(child_end)
        finally:
            os._exit(3)
    os.close(child_end)
    return pid, parent_end


def heard_of(pipe: int, answers: int) -> bytes:
    """What the child tells until it has given so many answers."""
    told = b""
    while told.count(b"\n") < answers and (chunk := os.read(pipe, 65536)):
        told += chunk
    return told


def answers_of(pipe: int, before: bytes = b"") -> dict[str, int]:
    """Everything the child told before it died; half a line was not told."""
    told = bytearray(before)
    while chunk := os.read(pipe, 65536):
        told += chunk
    os.close(pipe)
    lines = told.decode().split("\n")[:-1]
    return {command: int(version) for command, version in (line.split() for line in lines)}


class Witness:
    """Follows a stream from kill to kill: what it has seen stays, and everything told is in it."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.table = Table(name)
        self._head = EMPTY
        self.stored: dict[str, int] = {}

    def verify(self, told: dict[str, int]) -> Table:
        ledger = SqliteLedger(self.path)
        name = self.table.name
        rows = ledger.read(name, self._head.version)
        self._head = followed(name, rows, self._head, {})
        verify_end(name, self._head, ledger.head(name), {})
        ledger.close()
        for row in rows:
            assert self.stored.get(row.command, row.version - 1) == row.version - 1, f"{row.command} happened twice"
            self.stored[row.command] = row.version
            self.table.learn(row)
            assert sum(self.table.accounts.values()) == 0
        lost = {command: version for command, version in told.items() if self.stored.get(command) != version}
        assert not lost, f"answered but not stored: {lost}"
        return self.table

    def verify_all(self) -> None:
        """From the first event on, as an auditor does."""
        ledger = SqliteLedger(self.path)
        (verdict,) = verify_ledger(ledger)
        ledger.close()
        assert verdict.fault is None, verdict.sentence
        assert verdict.head == self._head


@cache
def warm_up(name: str) -> None:
    """Read here what every child would read anew: sheets, rules, ranks of hands."""
    house = House(table_of(name))
    for _, _ in zip(range(20), play_forever(house.pit, name, random.Random(1), lambda *_: None), strict=False):
        pass


def through_writer(ledger: Ledger) -> Callable[[Batch], Any]:
    return Writer(ledger).submit


@pytest.mark.parametrize("block", range(BLOCKS))
def test_kill_9_at_a_random_moment_loses_nothing_answered(block: int, quick_folder: Path) -> None:
    kill_at_random(block, KILLS // BLOCKS, quick_folder)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS, 2 * BLOCKS))
def test_a_thousand_times_kill_9_at_a_random_moment_lose_nothing_answered(block: int, quick_folder: Path) -> None:
    kill_at_random(block, MANY_KILLS // BLOCKS, quick_folder)


def kill_at_random(block: int, kills: int, quick_folder: Path) -> None:
    rng = random.Random(block)
    name = TABLES[block % len(TABLES)]
    warm_up(name)
    path = quick_folder / "ledger.db"
    witness = Witness(path, name)
    heard = 0
    for kill in range(kills):
        seed = block * MANY_KILLS + kill
        pid, pipe = spawn(lambda end, seed=seed: child(path, name, seed, end, through_writer))  # type: ignore[misc]
        before = heard_of(pipe, rng.randrange(6)) if kill % 10 else b""  # or while it is still starting
        time.sleep(rng.expovariate(400))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        told = answers_of(pipe, before)
        heard += len(told)
        if path.exists():
            witness.verify(told)
    witness.verify_all()
    assert heard > kills, "the children did too little for the kills to matter"
    assert witness.table.rounds > kills // 20


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("after", [False, True], ids=["before_the_disk", "after_the_disk"])
def test_kill_9_at_every_event_boundary_of_a_round(name: str, after: bool, quick_folder: Path) -> None:
    """The n-th batch is the last thing the process does, or does not, for every n of the first rounds."""
    warm_up(name)
    for number in range(1, 13):
        path = quick_folder / f"{number}.db"

        def dying(ledger: Ledger, number: int = number) -> Callable[[Batch], Any]:
            writer = Writer(ledger)
            count = iter(range(1, 10**6))

            def submit(batch: Batch) -> Any:
                last = next(count) == number
                if last and not after:
                    os.kill(os.getpid(), signal.SIGKILL)
                answer = writer.submit(batch)
                if last:
                    answer.result()
                    os.kill(os.getpid(), signal.SIGKILL)
                return answer

            return submit

        pid, pipe = spawn(lambda end, path=path, dying=dying: child(path, name, 7, end, dying))  # type: ignore[misc]
        told = answers_of(pipe)
        assert os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL
        witness = Witness(path, name)
        accounts, version = dict(witness.verify(told).accounts), witness.table.version
        assert len(told) == max(0, number - 2)  # the first batch opens the table, the last is not answered
        # Whatever is stored is answered when it is said again, and not done twice; then play goes on from there.
        ledger = SqliteLedger(path)
        pit = Pit(ledger, Writer(ledger).submit, room_with(table_of(name)))
        pit.open_room(software="kill")
        for key, done in witness.stored.items():
            player, _, id = key.partition(":")
            for person in (ANNA, BEN):
                if player == person.id:
                    assert pit.do(name, person, Command(id, "leave")) == Done(done, repeated=True)
        assert pit.tables[name].accounts == accounts
        again: dict[str, int] = {}
        for _, _ in zip(range(8), play_forever(pit, name, random.Random(8), again.__setitem__), strict=False):
            pass
        assert pit.tables[name].version > version
        ledger.close()
        witness.verify(again)
        witness.verify_all()


def test_a_writer_that_failed_takes_nothing_more(tmp_path: Path) -> None:
    ledger = SqliteLedger(tmp_path / "ledger.db")
    writer = Writer(ledger)
    pit = Pit(ledger, writer.submit, room_with(table_of("dakota")))
    pit.open_room()
    ledger.close()
    with pytest.raises(Broken, match="nothing already answered is lost"):
        pit.do("dakota", ANNA, Command("a", "sit"))
    with pytest.raises(Broken):
        pit.do("dakota", BEN, Command("b", "sit"))
    assert isinstance(writer.failed, LedgerFailed)
