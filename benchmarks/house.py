"""A full house: 200 tables with three seats each, all driven at once over WebSocket.

    python -m benchmarks.house [SECONDS]

The server is a process of its own that runs what `houseway serve` runs: the same application, ledger, writer and
uvicorn settings. Two things are lifted, here only: a room has at most 15 tables by law (RCW 9.46.0282), and one
address may not open 600 sockets. The tables are those of the default room over and over, all five games. Everyone bets
the least on everything, is ready, and makes the first legal choice at once, so nobody waits for a person; the clients
are one more process on the same machine and take their share of it.

One table alone on the same ledger is the baseline of the same run. Then the 200 play as fast as they are answered,
which shows what the house can do, and at the pace of people who think four seconds, which shows what they feel. From
command to view is the time from sending a command until its sender has the view that shows it: checked, on disk (SQLite
with full sync), answered, told. Where other work takes the cores away the clients are late themselves: they watch their
own clock, and the p99 is also told of what was under way while that was on time. CPU is the servers' own for each
command, which other work on the machine hardly changes; MB is the most they ever had in memory.

On PostgreSQL two server processes share the tables: at each, two seats play through one and the third through the
other, so everything is told across.
"""

import asyncio
import gc
import json
import multiprocessing
import os
import random
import secrets
import sys
import tempfile
import time
import urllib.request
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

TABLES, SEATS = 200, 3
SECONDS = 6.0
THINKING_S = 4.0  # on average, at the pace of people
SETTLING_S = 3.0  # after a change of pace
WARM_UP_S = 120.0  # at most, until every table has had a round
SEATING_AT_ONCE = 50  # people who come in at the same time
LOOK_S, STALL_S = (
    0.005,
    0.010,
)  # how often the clients look at their own clock, and by how much it is late where they stall
WIDTHS = (9, 7, 11, 9, 8, 8, 7, 7)


# --- the server, in a process of its own ---


def serve(database: str, tables: int, ready: Connection, room_of: "RoomOf") -> None:
    import uvicorn

    from houseway.web.addresses import Addresses, own_origins
    from houseway.web.app import create_app
    from houseway.web.limits import HouseLimits
    from houseway.web.logs import write_logs
    from houseway.web.open_house import open_house
    from houseway.web.serve import bound, configured

    limits = HouseLimits.lifted()
    house = open_house(database, room_of(tables))
    listening = bound("127.0.0.1", 0)
    port = listening.getsockname()[1]
    origins = own_origins("127.0.0.1", port)
    took: list[tuple[str, float]] = []
    app = create_app(house.pit, known_as=Addresses.of(origins), limits=limits)
    watch_the_floor(took)
    write_logs("error")
    server = uvicorn.Server(configured(app, limits))

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        ready.send((f"127.0.0.1:{port}", origins[0]))
        while await asyncio.to_thread(ready.recv) == "took?":  # until the benchmark is over
            ready.send(took[:])
            took.clear()
        server.should_exit = True
        await serving

    asyncio.run(run())
    house.close()


def watch_the_floor(took: list[tuple[str, float]]) -> None:
    """What each command took inside of the server: from hearing it until it is on disk and every view of it is made."""
    from houseway.web.floor import Floor

    do = Floor.do

    async def timed(floor: Any, name: str, actor: Any, command: Any) -> Any:
        begun = time.perf_counter()
        done = await do(floor, name, actor, command)
        took.append((command.do, time.perf_counter() - begun))
        return done

    Floor.do = timed  # type: ignore[method-assign]


def big_room(tables: int) -> Any:
    """The tables of the default room over and over, without bots; `model_copy` does not ask the law."""
    from houseway.house.configuration import TableConfig, default_room

    room = default_room()
    plain = [table.to_body() for table in room.tables.values() if not table.practice]
    bodies = [{**plain[number % len(plain)], "name": f"t{number}"} for number in range(tables)]
    return room.model_copy(update={"tables": {body["name"]: TableConfig.from_body(body) for body in bodies}})


RoomOf = Callable[[int], Any]  # a room with so many tables; a function that another process can find


@dataclass
class Served:
    """A server that runs."""

    process: Any
    line: Connection
    address: str
    origin: str

    @property
    def memory_mb(self) -> float:
        """The most it ever had in memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
        return float("nan")

    @property
    def cpu_s(self) -> float:
        """Used so far, all threads together."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def events(self) -> int:
        """Written so far, as the server itself counts them."""
        with urllib.request.urlopen(f"http://{self.address}/metrics") as answer:
            text = answer.read().decode()
        return int(next(line.split()[-1] for line in text.splitlines() if line.startswith("houseway_events_total")))

    def took(self) -> list[tuple[str, float]]:
        """What commands took inside of it since it was last asked, with their names."""
        self.line.send("took?")
        found: list[tuple[str, float]] = self.line.recv()
        return found

    def stop(self) -> None:
        self.line.send("stop")
        self.process.join(30)


def start(database: str, tables: int, room_of: RoomOf) -> Served:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=serve, args=(database, tables, theirs, room_of))
    process.start()
    assert ours.poll(60), "the server did not start"
    address, origin = ours.recv()
    return Served(process, ours, address, origin)


# --- the players ---


@dataclass
class Tally:
    """What happened while it was measured."""

    measuring: bool = False
    thinking_s: float = 0.0
    rounds: int = 0
    waits: list[tuple[float, float]] = field(default_factory=list)  # when each was sent, and when it was seen
    acts: list[float] = field(default_factory=list)  # of those that were acts, the seconds
    refused: int = 0  # commands that were answered otherwise
    stalls: list[tuple[float, float]] = field(default_factory=list)  # when the clients themselves stood still

    async def look_at_the_clock(self) -> None:
        """Until it is cancelled."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LOOK_S)
            now = time.perf_counter()
            if now - before > LOOK_S + STALL_S:
                self.stalls.append((before, now))

    def calm_s(self) -> list[float]:
        """Waits in which no stall of the clients fell, sorted."""
        ends = [end for _, end in self.stalls]

        def is_calm(sent: float, seen: float) -> bool:
            first = bisect_left(ends, sent)  # the first stall that ended after it was sent
            return first == len(ends) or self.stalls[first][0] > seen

        return sorted(seen - sent for sent, seen in self.waits if is_calm(sent, seen))


class Player:
    """One seat: bets, is ready, chooses; the next command when the view shows the last."""

    def __init__(self, served: Served, table: str, seat: int, tally: Tally) -> None:
        self.served, self.table, self.seat, self.tally = served, table, seat, tally
        self.view: dict[str, Any] = {}
        self.socket: ClientConnection

    async def come_in(self, bets: dict[str, int], joins: list[str], cents: int) -> None:
        cookie = await asyncio.to_thread(_session, self.served, f"{self.table} {self.seat}")
        self.socket = await connect(
            f"ws://{self.served.address}/api/tables/{self.table}/socket",
            origin=self.served.origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie},
            compression=None,
        )
        self.bets, self.cents = bets, cents
        self.beside = {"joins": joins} if joins else {}
        await self._hear()
        await self.do("sit", seat=self.seat, cents=cents)

    async def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.socket.recv())
        if message["type"] == "view":
            self.view = message["view"]
        return message

    async def do(self, command: str, **what: Any) -> bool:
        """Give a command and wait for the view that shows it; whether it was done."""
        id_ = secrets.token_hex(8)
        if self.tally.thinking_s:
            await asyncio.sleep(random.expovariate(1 / self.tally.thinking_s))
        sent = time.perf_counter()
        await self.socket.send(json.dumps({"id": id_, "do": command, "what": what}))
        while (answer := await self._hear()).get("id") != id_ or answer["type"] == "wait":
            pass
        if answer["type"] != "done":
            self.tally.refused += self.tally.measuring
            return False
        while self.view["version"] < answer["version"]:
            await self._hear()
        if self.tally.measuring:
            self.tally.waits.append((sent, time.perf_counter()))
            if command == "act":
                self.tally.acts.append(time.perf_counter() - sent)
        return True

    async def play(self) -> None:
        """Until it is cancelled."""
        readied = -1
        while True:
            view = self.view
            pending = view["pending"]
            if view["phase"] == "betting" and readied < view["round"]:
                if view["you"]["cents"] < 20 * sum(self.bets.values()):
                    await self.do("buy_in", cents=self.cents)
                if await self.do("bet", seat=self.seat, wagers=self.bets, **self.beside):
                    readied = view["round"]
                    await self.do("ready")
            elif pending and pending["you"]:
                await self.do("act", act=pending["acts"][0])
            else:
                await self._hear()
            if self.tally.measuring and self.seat == 1 and self.view["round"] > view["round"]:
                self.tally.rounds += self.view["round"] - view["round"]


def _session(served: Served, name: str) -> str:
    request = urllib.request.Request(
        f"http://{served.address}/api/session",
        data=json.dumps({"name": name}).encode(),
        headers={"origin": served.origin, "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["set-cookie"].split(";")[0])


@dataclass(frozen=True)
class Measured:
    rounds: float  # a second
    commands: float
    events: float
    p50_ms: float
    p99_ms: float
    calm_p99_ms: float  # of the commands during which the clients themselves were on time
    calm_part: float
    cpu_ms: float  # a command
    memory_mb: float
    act_p99_ms: float  # of acts alone
    inside_p99_ms: float  # of acts, inside of the server
    refused: int


async def drive(servers: Sequence[Served], room: Any, seconds: float, paces: Sequence[float]) -> list[Measured]:
    """Seats 1, 2, 3 of every table, the third through the last server; once for each pace."""
    tally = Tally()
    gate = asyncio.Semaphore(SEATING_AT_ONCE)
    players = []

    async def seat(name: str, number: int) -> None:
        config = room.tables[name]
        toke = {wager.name for wager in config.the_game.sheet.wagers if wager.toke}
        bets = {wager: limits.least_cents for wager, limits in config.limits().items() if wager not in toke}
        player = Player(servers[-1] if number == SEATS else servers[0], name, number, tally)
        async with gate:
            await player.come_in(bets, [each.name for each in config.progressives], config.buy_in_most_cents)
        players.append(player)

    await asyncio.gather(*(seat(name, number) for name in room.tables for number in range(1, SEATS + 1)))
    playing = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(WARM_UP_S):
        while min(player.view["round"] for player in players) < 2:
            await asyncio.sleep(0.1)
    gc.collect()
    gc.disable()  # the clients' own pauses are no part of what people feel
    found = []
    for pace in paces:
        tally.thinking_s = pace
        await asyncio.sleep(SETTLING_S if pace else 0)
        found.append(await watch(servers, tally, playing, seconds))
    gc.enable()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.gather(*(player.socket.close() for player in players))
    return found


async def watch(
    servers: Sequence[Served], tally: Tally, playing: "Sequence[asyncio.Task[None]]", seconds: float
) -> Measured:
    """What happens in so many seconds."""
    tally.rounds, tally.waits, tally.stalls, tally.acts, tally.refused = 0, [], [], [], 0
    for each in servers:
        each.took()  # what was before
    looking = asyncio.create_task(tally.look_at_the_clock())
    events, cpu_s = sum(each.events() for each in servers), sum(each.cpu_s for each in servers)
    begun, tally.measuring = time.perf_counter(), True
    stopped, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    tally.measuring, took = False, time.perf_counter() - begun
    looking.cancel()
    for task in stopped:
        task.result()  # raises what went wrong
    waits, calm = sorted(seen - sent for sent, seen in tally.waits), tally.calm_s()
    inside = [seconds for each in servers for command, seconds in each.took() if command == "act"]
    return Measured(
        tally.rounds / took,
        len(waits) / took,
        (sum(each.events() for each in servers) - events) / took,
        waits[len(waits) // 2] * 1000,
        p99_ms(waits),
        p99_ms(calm),
        len(calm) / len(waits),
        (sum(each.cpu_s for each in servers) - cpu_s) / len(waits) * 1000,
        sum(each.memory_mb for each in servers),
        p99_ms(tally.acts),
        p99_ms(inside),
        tally.refused,
    )


def p99_ms(seconds: Sequence[float]) -> float:
    return sorted(seconds)[len(seconds) * 99 // 100] * 1000 if seconds else float("nan")


def measure(
    database: str,
    tables: int,
    seconds: float,
    paces: Sequence[float] = (0.0,),
    processes: int = 1,
    room_of: RoomOf = big_room,
) -> list[Measured]:
    servers = [start(database, tables, room_of) for _ in range(processes)]
    try:
        return asyncio.run(drive(servers, room_of(tables), seconds, paces))
    finally:
        for each in servers:
            each.stop()


def verify(database: str) -> str:
    """What was played is what the rules say, whatever the load."""
    from houseway.house.audit.verify import verify_ledger
    from houseway.house.ledger import open_ledger

    ledger = open_ledger(database)
    some = ledger.tables()[:10]
    verdicts = verify_ledger(ledger, some)
    ledger.close()
    assert all(verdict.fault is None for verdict in verdicts), [verdict.sentence for verdict in verdicts]
    return f"{sum(verdict.rounds for verdict in verdicts):,} rounds of {len(some)} tables verified"


def show(name: str, now: Measured, ratio: float | None = None) -> None:
    told = (
        f"{now.rounds:,.1f}", f"{ratio:.1f}x" if ratio else "", f"{now.commands:,.0f}", f"{now.events:,.0f}",
        f"{now.p50_ms:,.1f}", f"{now.p99_ms:,.1f}", f"{now.cpu_ms:.2f}", f"{now.memory_mb:,.0f}",
    )  # fmt: skip
    print(f"{name:30}", *(f"{text:>{width}}" for text, width in zip(told, WIDTHS, strict=True)), flush=True)


def main() -> None:
    from tests.house.postgres_server import MISSING, binaries, postgres_server

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores shared by server and clients, load {load:.1f} before; {seconds:g} s each")
    print("one server process with a room of 200 tables: the law's 15 and the limits an address are lifted here only\n")
    titles = ("rounds/s", "ratio", "commands/s", "events/s", "p50 ms", "p99 ms", "CPU ms", "MB")
    print(" " * 30, *(f"{title:>{width}}" for title, width in zip(titles, WIDTHS, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        alone, full = Path(folder, "alone.db"), Path(folder, "full.db")
        compare("SQLite", str(alone), str(full), seconds)
    if binaries() is None:
        print(MISSING.replace("tested", "measured"))
        return
    with postgres_server() as server:
        compare("PostgreSQL, two servers", server.new_ledger(), server.new_ledger(), seconds, processes=2)


def compare(name: str, alone: str, full: str, seconds: float, processes: int = 1) -> None:
    """One table alone, then all of them flat out and at the pace of people."""
    [base] = measure(alone, 1, seconds / 2, processes=processes)
    print(name)
    show("  one table alone", base, 1)
    flat_out, paced = measure(full, TABLES, seconds, (0.0, THINKING_S), processes)
    show(f"  {TABLES} tables, flat out", flat_out, flat_out.rounds / base.rounds)
    show(f"  {TABLES} tables, people's pace", paced)
    print(f"  {verify(full)}", flush=True)


if __name__ == "__main__":
    main()
