"""Real servers as people start them: stopped, killed, started again, and two on one PostgreSQL."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import open_ledger
from houseway.web.serve import _listen
from tests.house.postgres_server import PostgresServer
from tests.web.running import Client, Seat, heard

DAKOTA = {"dollar": 500, "one": 500, "two": 500, "three": 500}
SERVE = (sys.executable, "-m", "houseway", "serve")
ROOM = """
name = "A small room"
disputes = "Say so."

[tables.dakota]
game = "dakota_stud"
wagers.dollar = { least_cents = 500, most_cents = 10000, step_cents = 100 }
buy_in_most_cents = 500000
"""


class Server:
    """`houseway serve` in a process of its own."""

    def __init__(self, database: str, house: Path) -> None:
        command = (*SERVE, "--database", database, "--house", str(house), "--port", "0")
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        found, self.said = heard(self.process, r"at (http://localhost:(\d+))")
        self.origin, port = found.groups()
        self.address = f"127.0.0.1:{port}"
        self._reading = threading.Thread(target=lambda: self.said.extend(self.process.stderr or ()), daemon=True)
        self._reading.start()

    def client(self, name: str = "") -> Client:
        return Client(self.address, self.origin, name)

    def end(self, sig: signal.Signals) -> int:
        """Its exit code, when all it had to say was said."""
        self.process.send_signal(sig)
        code = self.process.wait(20)
        self._reading.join(5)
        return code


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "room.toml"
    path.write_text(ROOM)
    return path


@pytest.fixture
def start(house: Path) -> Iterator[Any]:
    begun: list[Server] = []

    def one_more(database: str) -> Server:
        begun.append(Server(database, house))
        return begun[-1]

    yield one_more
    for server in begun:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait(10)


def good(database: str) -> None:
    """Nothing in the ledger is wrong."""
    ledger = open_ledger(database)
    assert [verdict.sentence for verdict in verify_ledger(ledger) if verdict.fault] == []
    ledger.close()


def seated(client: Client, number: int) -> Seat:
    seat = client.at("dakota")
    assert seat.do("sit", seat=number, cents=100_000)["type"] == "done"
    return seat


@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_house_in_order(start: Any, tmp_path: Path, sig: signal.Signals) -> None:
    database = str(tmp_path / "house.sqlite")
    server = start(database)
    ann = seated(server.client("Ann"), 1)
    ann.do("bet", wagers=DAKOTA)
    assert server.end(sig) == 0
    assert "closing" in ann.until(lambda heard: heard["type"] == "closing")["reason"]
    with pytest.raises(ConnectionClosed):
        ann.until(lambda _: False)
    said = "".join(server.said)
    assert f"closing the house ({sig.name})" in said
    closed = said.partition("the house is closed: ")[2]
    assert closed.startswith("connections told: 1,")
    assert "events written: 4;" in closed
    assert "Traceback" not in said
    ledger = open_ledger(database)
    kinds = [row.kind for row in ledger.read("dakota")]
    ledger.close()
    assert kinds[-3:] == ["bought_in", "bet", "gone"]
    good(database)


def test_a_house_that_was_killed_goes_on_in_the_middle_of_the_round(start: Any, tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    server = start(database)
    client = server.client("Ann")
    ann = seated(client, 3)
    ann.do("bet", wagers=DAKOTA)
    ann.do("ready")
    answer = ann.do("act", act=ann.view["pending"]["acts"][0], id="first-choice")
    before = ann.view
    assert before["phase"] == "playing"
    server.end(signal.SIGKILL)

    again = start(database)
    client.address, client.origin = again.address, again.origin
    back = client.at("dakota")
    back.until_view(lambda view: not view["seats"][2]["gone"])
    assert back.view["notice"] == "the server was restarted; the round goes on where it was"
    for part in ("tape", "round", "owners", "phase", "shuffle"):
        assert back.view[part] == before[part]
    assert back.view["pending"]["acts"] == before["pending"]["acts"]
    assert back.do("act", act="anything", id="first-choice") == answer  # it was answered before the end
    while back.view["phase"] == "playing":
        assert back.do("act", act=back.view["pending"]["acts"][0])["type"] == "done"
    back.close()
    assert again.end(signal.SIGTERM) == 0
    good(database)


def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(start: Any, tmp_path: Path, house: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    server = start(database)
    assert sentence("--database", database, "--house", str(house), "--port", "0") == (
        f"houseway: {database} is served already: stop the other houseway, or name another --database\n"
    )
    assert server.client().get("/health")["ok"]


def sentence(*options: str) -> str:
    done = subprocess.run((*SERVE, *options), capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, house: Path) -> None:
    house.write_text(ROOM.replace("least_cents = 500,", "least_cents = 0,"))
    assert "wagers.dollar.least_cents" in sentence("--house", str(house), "--database", "memory:")
    assert "write it as https://" in sentence("--origin", "house.example", "--database", "memory:")
    newer = tmp_path / "newer.sqlite"
    open_ledger(str(newer)).close()
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    assert "format 99" in sentence("--database", str(newer), "--port", "0")
    taken = _listen("127.0.0.1", 0, 0)
    port = taken.getsockname()[1]
    assert sentence("--port", str(port), "--database", "memory:") == (
        f"houseway: port {port} is taken: choose another with --port\n"
    )
    taken.close()


def test_the_usual_port_gives_way_to_a_free_one(capfd: pytest.CaptureFixture[str]) -> None:
    taken = _listen("127.0.0.1", 0, 0)
    port = taken.getsockname()[1]
    other = _listen("127.0.0.1", None, port)
    assert other.getsockname()[1] not in (0, port)
    assert f"port {port} is taken" in capfd.readouterr().err
    for each in (taken, other):
        each.close()


def test_two_servers_on_one_postgresql_play_one_table(start: Any, postgres: PostgresServer) -> None:
    database = postgres.new_ledger()
    one, two = start(database), start(database)
    ann, ben = seated(one.client("Ann"), 1), seated(two.client("Ben"), 2)
    watchers = [server.client().at("dakota") for server in (one, two)]
    for number in range(1, 6):
        steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": DAKOTA}), ("ready", {})]
        for do, what in steps:
            for seat in (ann, ben):
                assert seat.do(do, **what)["type"] == "done"
        for seat in (ann, ben):
            seat.until_view(lambda view, number=number: view["round"] == number)  # type: ignore[misc]
        while (turn := _whose(ann, ben)) is not None:
            assert turn.do("act", act=turn.view["pending"]["acts"][0])["type"] == "done"
    version = max(ann.view["version"], ben.view["version"])
    for each in (ann, ben, *watchers):
        each.until_version(version)
    assert watchers[0].view == watchers[1].view
    assert ann.view["shuffle"] == ben.view["shuffle"]

    # A cookie is good at either; who is cut off at one and comes to the other has the seat.
    assert ann.socket.request is not None
    cookie = ann.socket.request.headers["Cookie"]
    ann.close()
    watchers[1].until_view(lambda view: view["seats"][0]["gone"])
    moved = Client(two.address, two.origin)
    moved.http.cookies.set(*cookie.split("=", 1))
    back = moved.at("dakota")
    back.until_view(lambda view: not view["seats"][0]["gone"])
    assert back.view["you"]["name"] == "Ann"

    # A server that comes beside another leaves the rounds alone.
    back.do("bet", wagers=DAKOTA)
    for seat in (ben, back):
        seat.do("ready")
    back.until_view(lambda view: view["phase"] == "playing")
    third = start(database)
    assert third.client().at("dakota").view["notice"] == ""
    for seat in (ben, back, *watchers):
        seat.close()
    assert [server.end(signal.SIGTERM) for server in (one, two, third)] == [0, 0, 0]
    good(database)


def _whose(*seats: Seat) -> Seat | None:
    """Whose turn it is, when all have heard of everything; None: the round is over."""
    version = max(seat.view["version"] for seat in seats)
    for seat in seats:
        seat.until_version(version)
    if seats[0].view["phase"] != "playing":
        return None
    return next(seat for seat in seats if seat.view["pending"]["you"])


def test_both_servers_of_a_table_may_be_asked_at_the_same_moment(start: Any, postgres: PostgresServer) -> None:
    """Everyone buys in at once at both servers: each command counts once, whoever wrote first."""
    database = postgres.new_ledger()
    servers = (start(database), start(database))
    clients = [servers[number % 2].client(f"Player {number}") for number in range(6)]
    answers: list[Any] = []

    def busy(client: Client, number: int) -> None:
        seat = seated(client, number + 1)
        answers.extend(seat.do("buy_in", cents=20_000) for _ in range(10))
        seat.close()

    threads = [threading.Thread(target=busy, args=each) for each in zip(clients, range(6), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [answer["type"] for answer in answers] == ["done"] * 60
    assert len({answer["version"] for answer in answers}) == 60
    last = max(answer["version"] for answer in answers)
    while (table := clients[0].get("/api/tables/dakota")["view"])["version"] < last:
        time.sleep(0.02)  # the other server's last word is on its way
    assert [seat["cents"] for seat in table["seats"][:6]] == [300_000] * 6
    assert [server.end(signal.SIGTERM) for server in servers] == [0, 0]
    good(database)


def test_no_environment_is_needed(tmp_path: Path) -> None:
    """The ledger lies in the user's own folder unless one is named."""
    from houseway.cli.arguments import default_database

    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(tmp_path)
    try:
        assert default_database() == str(tmp_path / "houseway" / "house.sqlite")
    finally:
        os.environ.pop("XDG_DATA_HOME") if before is None else os.environ.update(XDG_DATA_HOME=before)
