"""A house that runs in this process, on a port of its own, and clients who speak to it as programs do."""

import asyncio
import json
import random
import re
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed, ConnectionClosedError
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from houseway.house.configuration import Room, TableConfig, default_room
from houseway.web.addresses import Addresses, own_origins
from houseway.web.app import create_app
from houseway.web.edge_watch import Ahead
from houseway.web.hall import Hall
from houseway.web.limits import HouseLimits
from houseway.web.open_house import House, open_house
from houseway.web.serve import bound, configured

FREE = HouseLimits.lifted()
WITHIN_S = 120  # for what must come; a test that passes does not wait so long


def small_room(*names: str, **changes: Any) -> Room:
    """Some tables of the room that ships, with changes."""
    room = default_room()
    chosen = {name: room.tables[name] for name in names or room.tables}
    tables = {name: TableConfig.from_body({**table.to_body(), **changes}) for name, table in chosen.items()}
    return room.model_copy(update={"tables": tables})


QUICK_HASHES = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # nobody guesses at tests' passwords for long


class Server:
    """The application of a house in a thread."""

    def __init__(
        self, house: House, limits: HouseLimits = FREE, port: int = 0, proxies: Sequence[str] = ()
    ) -> None:  # fmt: skip
        self.house = house
        self.listening = bound("127.0.0.1", port)
        port = self.listening.getsockname()[1]
        self.origin = own_origins("127.0.0.1", port)[0]
        self.address = f"127.0.0.1:{port}"
        known_as = Addresses.of(own_origins("127.0.0.1", port))
        self.app = create_app(house.pit, known_as=known_as, limits=limits, proxies=proxies)
        self.hall.staff._hasher = self.hall.regulars._hashes._hasher = QUICK_HASHES
        self._server = uvicorn.Server(configured(self.app, limits, proxies))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + WITHIN_S
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.01)

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def client(self, name: str = "", **headers: str) -> "Client":
        return Client(self.address, self.origin, name, **headers)

    def close_doors(self) -> None:
        """What the first step of closing is: everyone is told."""
        asyncio.run_coroutine_threadsafe(self._close_doors(), self._loop).result(WITHIN_S)

    async def _close_doors(self) -> None:
        self.hall.floor.close()

    def _run(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self.listening])

        asyncio.run(serve())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive(), "the server did not stop in time"


@contextmanager
def running(
    room: Room | None = None,
    database: str = "memory:",
    *,
    seed: int = 1,
    limits: HouseLimits = FREE,
    proxies: Sequence[str] = (),
    mixes: bool = False,
    **given: Any,
) -> Iterator[Server]:
    """The cards are those of the seed, the same every time; `open_house` takes what else is given, such as a `chance`.

    Who is ahead at a table is worked out with `mixes`; otherwise the house is, and that is known at once.
    """
    given.setdefault("chance", random.Random(seed).randrange)
    house = open_house(database, room or default_room(), **given)
    try:
        server = Server(house, limits, proxies=proxies)
        if not mixes:
            server.hall.ahead = Ahead(hire_one_who_knows)
        try:
            yield server
        finally:
            server.stop()
    finally:
        house.close()


class Knows:
    """Works out that the house is ahead, whatever it is asked."""

    is_alive = True
    wagers: list[str]

    async def ask(self, line: str) -> None:
        self.wagers = list(json.loads(line)["table"]["wagers"])

    async def hear(self, within_s: float) -> dict[str, Any]:  # noqa: ARG002
        mix = {"bets": dict.fromkeys(self.wagers, 500), "players": 1, "others": ["0", "0"], "others_bet": {}}
        won = {"won": [[self.wagers, ["-10", "-10"]]]}
        return {"answer": {"by_share": mix | won, "by_round": mix | won, "at_most": -0.01}}

    async def end(self) -> None:
        pass


NO_TLS = False  # these houses speak plain http: to read the certificates of the world would take 20 ms a client


async def hire_one_who_knows() -> Any:
    return Knows()


class Client:
    """A browser, as far as the server can tell."""

    def __init__(self, address: str, origin: str, name: str = "", **headers: str) -> None:
        self.address, self.origin = address, origin
        origins = {"origin": origin, **headers}
        self.http = httpx.Client(base_url=f"http://{address}", headers=origins, timeout=20, verify=NO_TLS)
        self.csrf, self.id = "", ""
        if name:
            self._remember(self.http.post("/api/session", json={"name": name}))

    def log_in(self, name: str, password: str) -> "Client":
        self._remember(self.http.post("/api/staff/login", json={"name": name, "password": password}))
        return self

    def _remember(self, answer: httpx.Response) -> None:
        assert answer.status_code == 200, answer.text
        self.csrf, self.id = answer.json()["csrf"], answer.json()["id"]
        self.http.headers["x-csrf"] = self.csrf

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def command(self, table: str, do: str, seen: int | None = None, **what: Any) -> httpx.Response:
        body = {"id": uuid.uuid4().hex, "do": do, "seen": seen, "what": what}
        return self.http.post(f"/api/tables/{table}/commands", json=body)

    def at(self, table: str, origin: str | None = None, pause_s: float = 0) -> "Seat":
        headers = {"Cookie": self.cookie} if self.cookie else {}
        url = f"ws://{self.address}/api/tables/{table}/socket"
        allowed = Origin(origin or self.origin)
        opening = connect(url, origin=allowed, additional_headers=headers, compression=None)
        socket = opening.__enter__()  # closed by its test
        try:
            return Seat(socket, pause_s)
        except ConnectionClosedError as closed:
            raise TurnedAway(f"{socket.close_code} {socket.close_reason}") from closed


class TurnedAway(Exception):
    """Code and reason with which a socket was closed before anything was shown."""


class Seat:
    """A socket at a table; it remembers the newest view, and may pause before each message as a person does."""

    def __init__(self, socket: ClientConnection, pause_s: float = 0) -> None:
        self.socket = socket
        self.pause_s = pause_s
        self.view: dict[str, Any] = {}
        self.hints: dict[str, Any] = {}
        self.heard: list[str] = []  # everything, as it came
        self.until(lambda message: message["type"] == "view")

    def next(self, timeout: float = 10) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "view":
            self.view = message["view"]
        elif message["type"] == "hints":
            self.hints = message
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := self.next()):
            pass
        return message

    def send(self, message: Any) -> None:
        time.sleep(self.pause_s)
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def do(self, do: str, *, id: str = "", seen: int | None = None, **what: Any) -> dict[str, Any]:
        """Give a command and wait for its answer; when it was done, for the view that shows it."""
        id = id or uuid.uuid4().hex
        self.send({"id": id, "do": do, "what": what, **({} if seen is None else {"seen": seen})})
        answer = self.until(lambda message: message.get("id") == id and message["type"] != "wait")  # a slow machine
        if answer["type"] == "done":
            self.until_version(answer["version"])
        return answer

    def until_version(self, version: int) -> None:
        while self.view["version"] < version:
            self.next()

    def until_view(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(self.view):
            self.next()
        return self.view

    def look(self) -> dict[str, Any]:
        self.send({"do": "look"})
        self.until(lambda message: message["type"] == "view")
        return self.view

    def close(self) -> None:
        self.socket.close()

    def is_closed(self) -> bool:
        try:
            while True:
                self.next(5)
        except ConnectionClosed:
            return True
        except TimeoutError:
            return False


def eventually(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def heard(process: "subprocess.Popen[str]", wanted: str) -> tuple[re.Match[str], list[str]]:
    """What a process was to say on stderr, and every line until then. One that does not say it in time is killed."""
    said: list[str] = []
    deadline = threading.Timer(WITHIN_S, process.kill)
    deadline.start()
    try:
        for line in process.stderr or ():
            said.append(line)
            if found := re.search(wanted, line):
                return found, said
    finally:
        deadline.cancel()
    raise AssertionError("".join(said) or "it said nothing")


def bets_of(facts: dict[str, Any]) -> dict[str, int]:
    """The least bet on every wager that is not for the dealers."""
    return {wager["name"]: wager["least_cents"] for wager in facts["wagers"] if not wager["toke"]}


def play_rounds(client: Client, table: str, rounds: int, rng: random.Random) -> tuple[Seat, dict[str, int]]:
    """Somebody sits down with all the chips that one may have, and plays; the seat, and what is bet there."""
    facts = client.get(f"/api/tables/{table}")["facts"]
    seat = client.at(table)
    seat.do("sit", cents=facts["buy_in"][1])
    for _ in range(rounds):
        play_round(seat, bets_of(facts), rng.choice)
    return seat, bets_of(facts)


def play_round(seat: Seat, bets: dict[str, int], choose: Callable[[list[str]], str]) -> None:
    """Bet, deal, and choose until the round is over."""
    assert seat.do("bet", wagers=bets)["type"] == "done"
    round_ = seat.view["round"]
    assert seat.do("ready")["type"] == "done"
    while seat.view["round"] == round_ or seat.view["phase"] == "playing":
        pending = seat.view["pending"]
        if pending and pending["you"]:
            answer = seat.do("act", seen=seat.view["version"], act=choose(pending["acts"]))
            assert answer["type"] == "done", answer
        else:
            seat.next()
