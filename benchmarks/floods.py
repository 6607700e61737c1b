"""Floods from one address against `houseway serve`, and what everyone else feels of them.

    python -m benchmarks.floods [SECONDS] [ROUNDS]

Each flood meets a server of its own, as it ships, on a file with as few open files as most systems give (1024). The
attacker is a process of its own at 127.0.0.1; a player at 127.0.0.2 plays round after round and a guest at 127.0.0.3
asks for the front page, both as they do without a flood. An act is from sending a command until its sender has the view
that shows it. Everything shares this machine. To compare two versions, run the same file with each on PYTHONPATH.

The floods are those that stopped the house before it had limits by address: silent connections, old rounds of a table
with ROUNDS rounds behind it, strategies, sessions that take seats and practice tables, questions for the lab, and bets
placed and taken back. Two came later: guessing the passphrase of a regular, and asking for one's own past.
"""

import asyncio
import http.client
import json
import multiprocessing
import os
import re
import resource
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

SECONDS, ROUNDS = 10.0, 400
ATTACKER, PLAYER, GUEST = "127.0.0.1", "127.0.0.2", "127.0.0.3"
FILES = 1024
BETS = {"dollar": 500, "one": 500, "two": 500, "three": 500}
OLD = "super-fun"
GAMES = ("dakota_stud", "super_fun_21", "lucky_lucky", "fast_action_holdem", "triple_shot_bonus")
WIDTHS = (8, 8, 8, 8, 8, 8, 9)


# --- the server ---


class Served:
    def __init__(self, folder: Path, database: Path) -> None:
        self.log = folder / "log"
        self.database = database
        command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--database", str(database)]
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(command, stderr=out, preexec_fn=_few_files)
        deadline = time.monotonic() + 120
        while not (found := re.search(r"http://localhost:(\d+)", self.log.read_text())):
            assert time.monotonic() < deadline, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        self.port = int(found[1])

    def written(self) -> tuple[int, int]:
        """Events in the ledger, and the bytes of their rows."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)) as ledger:
            count, size = ledger.execute(
                "SELECT count(*), sum(length(body) + length(command) + 2 * length(hash) + 60) FROM events"
            ).fetchone()
        return count, size

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


# --- whoever speaks to it ---


class Browser:
    """One session at one address."""

    def __init__(self, port: int, source: str, name: str = "", timeout_s: float = 120.0) -> None:
        self.port, self.source, self.timeout_s = port, source, timeout_s
        self.headers = {"host": f"localhost:{port}", "origin": f"http://localhost:{port}"}
        if name:
            status, body, cookie = self.ask("POST", "/api/session", {"name": name})
            if status == 200:
                self.headers |= {"cookie": cookie.split(";")[0], "x-csrf": json.loads(body)["csrf"]}

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, self.timeout_s, source_address=(self.source, 0))
        try:
            given = None if body is None else json.dumps(body)
            line.request(method, path, given, {**self.headers, "content-type": "application/json"})
            answer = line.getresponse()
            return answer.status, answer.read(), answer.headers.get("set-cookie", "")
        except OSError:
            return 0, b"", ""
        finally:
            line.close()

    def command(self, table: str, do: str, **what: Any) -> int:
        said = {"id": secrets.token_hex(8), "do": do, "what": what}
        return self.ask("POST", f"/api/tables/{table}/commands", said)[0]


async def play(port: int, waits: list[float], until: float) -> None:
    """Round after round at a table of one's own pace; how long each command took."""
    me = Browser(port, PLAYER, "Pia")
    address = f"ws://127.0.0.1:{port}/api/tables/dakota/socket"
    async with connect(
        address, origin=me.headers["origin"], additional_headers={"Cookie": me.headers["cookie"]}, compression=None,  # type: ignore[arg-type]
        local_addr=(PLAYER, 0), open_timeout=60,
    ) as line:  # fmt: skip
        view: dict[str, Any] = {}

        async def hear() -> dict[str, Any]:
            nonlocal view
            message: dict[str, Any] = json.loads(await line.recv())
            if message["type"] == "view":
                view = message["view"]
            return message

        async def do(command: str, **what: Any) -> None:
            sent, id_ = time.perf_counter(), secrets.token_hex(8)
            await line.send(json.dumps({"id": id_, "do": command, "what": what}))
            while (answer := await hear()).get("id") != id_:
                pass
            while answer["type"] == "done" and view["version"] < answer["version"]:
                await hear()
            if command in ("act", "bet"):
                waits.append(time.perf_counter() - sent)
            await asyncio.sleep(0.1)

        while not view:
            await hear()
        await do("sit", cents=500_000)
        while time.monotonic() < until:
            if view["phase"] == "betting":
                await do("bet", wagers=BETS)
                await do("ready")
            elif view["pending"] and view["pending"]["you"]:
                await do("act", act=view["pending"]["acts"][0])
            else:
                await hear()


def visit(port: int, waits: list[float], until: float) -> None:
    guest = Browser(port, GUEST)
    while time.monotonic() < until:
        begun = time.perf_counter()
        status, _, _ = guest.ask("GET", "/")
        waits.append(time.perf_counter() - begun if status == 200 else guest.timeout_s)
        time.sleep(0.1)


# --- the floods, each in a process of its own ---


def silence(port: int, until: float) -> dict[str, int]:
    held = []
    for _ in range(1_100):
        with suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", port), 5, source_address=(ATTACKER, 0)))
    time.sleep(max(until - time.monotonic(), 0))
    return {"connections": len(held)}


def old_rounds(port: int, until: float) -> dict[str, int]:
    def ask(number: int) -> int:
        return Browser(port, ATTACKER).ask("GET", f"/api/tables/{OLD}/rounds/{1 + number % ROUNDS}")[0]

    return _by_many(60, ask, until)


def strategies(port: int, until: float) -> dict[str, int]:
    sessions = [Browser(port, ATTACKER, f"Visitor {number}") for number in range(15)]
    cases = [(hands, decks, soft) for hands in (1, 2, 3, 4) for decks in (1, 2) for soft in ("stand", "hit")]

    def ask(number: int) -> int:
        hands, decks, soft = cases[number % len(cases)]
        path = f"/api/games/super_fun_21/strategy?set=hands_max={hands}&set=decks={decks}&set=soft_17={soft}"
        return sessions[number % 15].ask("GET", path)[0]

    return _by_many(15, ask, until)


def seats(port: int, until: float) -> dict[str, int]:
    tables = [each["table"] for each in json.loads(Browser(port, ATTACKER).ask("GET", "/api/room")[1])["tables"]]
    taken, own = 0, 0
    for number in range(21):
        bot = Browser(port, ATTACKER, f"Visitor {number}")
        own += sum(bot.ask("POST", "/api/practice", {"game": game})[0] == 200 for game in GAMES)
        taken += sum(bot.command(table, "sit") == 200 for table in tables)
    time.sleep(max(until - time.monotonic(), 0))
    return {"seats held": taken, "practice tables": own}


def lab(port: int, until: float) -> dict[str, int]:
    codes: Counter[int] = Counter()
    for number in range(5):
        bot = Browser(port, ATTACKER, f"Visitor {number}")
        for seed in range(3):
            path = f"/api/lab/games/dakota_stud/simulate?rounds=50000000&seed={10 * number + seed}"
            codes[bot.ask("GET", path)[0]] += 1
    other = Browser(port, GUEST).ask("GET", "/api/lab/games/dakota_stud/simulate?rounds=1000&seed=77")[0]
    time.sleep(max(until - time.monotonic(), 0))
    return {"jobs taken": codes[202], "another address is told": other}


def bets(port: int, until: float) -> dict[str, int]:
    async def one(number: int) -> int:
        bot, done = await asyncio.to_thread(Browser, port, ATTACKER, f"Visitor {number}"), 0
        table = ("super-fun", "lucky", "triple-shot")[number % 3]
        wagers = {"triple-shot": {"war": 500, "blackjack": 500, "poker": 500}}.get(table, {"blackjack": 500})
        with suppress(Exception):
            async with connect(
                f"ws://127.0.0.1:{port}/api/tables/{table}/socket", origin=bot.headers["origin"],  # type: ignore[arg-type]
                additional_headers={"Cookie": bot.headers["cookie"]}, compression=None,
            ) as line:  # fmt: skip
                said: list[tuple[str, dict[str, Any]]] = [("sit", {"cents": 50_000})]
                while time.monotonic() < until:
                    for do, what in said or [("bet", {"wagers": wagers}), ("take_back", {})]:
                        id_ = secrets.token_hex(8)
                        await line.send(json.dumps({"id": id_, "do": do, "what": what}))
                        while (answer := json.loads(await line.recv())).get("id") != id_:
                            pass
                        done += answer["type"] == "done"
                        await asyncio.sleep(0.11)  # just under ten messages a second
                    said = []
        return done

    async def all_() -> int:
        return sum(await asyncio.gather(*(one(number) for number in range(12))))

    return {"commands done": asyncio.run(all_())}


def passphrases(port: int, until: float) -> dict[str, int]:
    guess = {"name": "Pia", "passphrase": "four words that are wrong"}
    return _by_many(16, lambda _: Browser(port, ATTACKER).ask("POST", "/api/you/return", guess)[0], until)


def diaries(port: int, until: float) -> dict[str, int]:
    sessions = [Browser(port, ATTACKER, f"Visitor {number}") for number in range(16)]
    return _by_many(16, lambda number: sessions[number % 16].ask("GET", "/api/you")[0], until)


def _by_many(count: int, ask: Callable[[int], int], until: float) -> dict[str, int]:
    codes: Counter[int] = Counter()

    def loop(first: int) -> None:
        number = first
        while time.monotonic() < until:
            code = ask(number)
            codes[code] += 1
            number += count
            if code in (429, 503):
                time.sleep(0.2)

    threads = [threading.Thread(target=loop, args=(number,)) for number in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return {f"answers {code or 'none'}": codes[code] for code in sorted(codes)}


FLOODS: dict[str, Callable[[int, float], dict[str, int]]] = {
    "1,100 silent connections": silence,
    "60 ask for old rounds": old_rounds,
    "15 ask for strategies": strategies,
    "21 sessions take seats": seats,
    "5 sessions fill the lab": lab,
    "12 bet and take back": bets,
    "16 guess a passphrase": passphrases,
    "16 ask for their diary": diaries,
}


def _flood(name: str, port: int, seconds: float, told: Any) -> None:
    told.send(FLOODS[name](port, time.monotonic() + seconds))


# --- measuring ---


def measure(name: str, database: Path, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), Path(shutil.copy(database, Path(folder, "house.sqlite"))))
        try:
            time.sleep(3)  # plans are made
            show(name, *watch(name, served, seconds), served)
        finally:
            served.stop()


def watch(name: str, served: Served, seconds: float) -> tuple[list[float], list[float], dict[str, int]]:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    attacker = spawn.Process(target=_flood, args=(name, served.port, seconds, theirs))
    if name in FLOODS:
        attacker.start()
        time.sleep(2)
    pages: list[float] = []
    acts: list[float] = []
    until = time.monotonic() + seconds
    visitor = threading.Thread(target=visit, args=(served.port, pages, until))
    visitor.start()
    halves: list[tuple[int, int]] = []
    counting = [threading.Timer(seconds * part, lambda: halves.append(served.written())) for part in (0.5, 0.98)]
    for each in counting:
        each.start()
    try:
        asyncio.run(asyncio.wait_for(play(served.port, acts, until), seconds + 120))
    except Exception as error:
        print(f"{'':26} the player could not go on: {error!r}")
    visitor.join()
    found: dict[str, int] = {}
    if name in FLOODS:
        found = ours.recv() if ours.poll(240) else {"the attacker": -1}
        attacker.join(10)
        attacker.kill()
    for each in counting:
        each.join()
    (events, size), (events_after, size_after) = halves
    found["events a minute"] = round((events_after - events) / (0.48 * seconds) * 60)
    found["kB a minute"] = round((size_after - size) / 1024 / (0.48 * seconds) * 60)
    return pages, acts, found


def show(name: str, pages: list[float], acts: list[float], found: dict[str, int], served: Served) -> None:
    def at(waits: list[float], part: float) -> str:
        return f"{sorted(waits)[min(int(len(waits) * part), len(waits) - 1)] * 1000:,.0f}" if waits else "none"

    waits = (at(pages, 0.5), at(pages, 0.99), at(pages, 1), at(acts, 0.5), at(acts, 0.99))
    told = (*waits, f"{len(acts)}", f"{served.log.stat().st_size:,}")
    words = ", ".join(f"{what} {count:,}" for what, count in found.items())
    print(
        f"{name:26}", *(f"{text:>{width}}" for text, width in zip(told, WIDTHS, strict=True)), f" {words}", flush=True
    )


def past(folder: Path, rounds: int) -> Path:
    """A ledger with a past: one table with so many rounds."""
    from benchmarks.memory import play as play_at
    from houseway.house.configuration import default_room
    from houseway.house.draft import Actor
    from houseway.web.open_house import open_house

    path = folder / "house.sqlite"
    house = open_house(str(path), default_room())
    inside: Any = getattr(house.ledger, "_inside", house.ledger)
    inside._writer.execute("PRAGMA synchronous = off")  # nobody needs this past after a power cut
    play_at(house.pit, OLD, [Actor(f"{number:016x}", f"P{number}", "player") for number in range(2)], rounds)
    house.close()
    return path


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before; {seconds:g} s each, {rounds} old rounds; ms")
    titles = ("page 50", "page 99", "page max", "act 50", "act 99", "acts", "log bytes")
    print(" " * 26, *(f"{title:>{width}}" for title, width in zip(titles, WIDTHS, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        made = past(Path(folder), rounds)
        for name in ("no flood", *FLOODS):
            measure(name, made, seconds)


if __name__ == "__main__":
    main()
