"""PostgreSQL away for longer than its patience, and a server that dies beside another: both mend by themselves."""

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger import open_ledger
from houseway.house.ledger import postgres as on_postgres
from houseway.web import mending
from tests.house.postgres_server import PostgresServer
from tests.web.running import Seat, running, small_room
from tests.web.test_processes import DAKOTA, Server, seated, start  # noqa: F401
from tests.web.test_processes import house as house_file  # noqa: F401

WAIT_S = 120.0


@pytest.fixture
def house(house_file: Path) -> Path:  # noqa: F811
    return house_file


def until(seat: Seat, wanted: Any) -> dict[str, Any]:
    """A view that is as wanted, however often the table is shown before."""
    deadline = time.monotonic() + WAIT_S
    while not wanted(seat.view):
        assert time.monotonic() < deadline
        try:
            seat.next(1)
        except TimeoutError:
            continue
    return seat.view


def test_tables_close_while_postgresql_is_away_and_open_again_by_themselves(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than its patience, in the middle of a round: nothing answered is lost, nothing is done twice."""
    monkeypatch.setattr(on_postgres, "PATIENCE_S", 0.2)
    monkeypatch.setattr(mending, "MOST_S", 0.5)
    url = postgres.new_ledger()
    with running(small_room("dakota", decision_clock_s=2, keep_seat_s=600), url, seed=5) as server:
        ann, ben = server.client("Ann").at("dakota"), server.client("Ben").at("dakota")
        watcher = server.client().at("dakota")
        for seat in (ann, ben):
            seat.do("sit", cents=100_000)
            seat.do("bet", wagers=DAKOTA)
        for seat in (ann, ben):
            assert seat.do("ready")["type"] == "done"
        before = server.house.ledger.read("dakota")
        postgres.stop()
        try:
            answer = ann.do("act", id="doubtful", act="leave_one")
            assert answer["code"] == "broken", answer
            assert until(watcher, lambda view: view["phase"] == "closed")["closed"] == answer["reason"]
            ben.close()  # who goes now is missed later
            assert ann.do("act", id="later", act="leave_one")["code"] == "broken"
            assert server.client().http.get("/health").status_code == 503
            time.sleep(2.5)  # the clock of the choice runs out meanwhile
        finally:
            postgres.start()
        view = until(watcher, lambda view: view["phase"] == "playing")
        assert view["closed"] == ""
        assert server.house.ledger.read("dakota")[: len(before)] == before
        assert ann.do("act", id="doubtful", act="leave_one")["type"] == "done"
        assert ann.do("act", id="doubtful", act="leave_one")["type"] == "done"  # the same answer once more
        until(watcher, lambda view: view["phase"] == "betting" and view["seats"][1].get("gone"))
        rows = server.house.ledger.read("dakota")
        assert sum(row.command.endswith(":doubtful") for row in rows) >= 1
        assert sum(row.kind == "chose" and row.command.endswith(":doubtful") for row in rows) == 1
        assert ann.do("bet", wagers=DAKOTA)["type"] == "done"
        for seat in (ann, watcher):
            seat.close()
    ledger = open_ledger(url, read_only=True)
    assert [verdict.fault for verdict in verify_ledger(ledger)] == [None]
    ledger.close()


def test_players_of_a_server_that_died_are_seen_as_gone_by_the_others(
    start: Any,  # noqa: F811
    postgres: PostgresServer,
) -> None:
    database = postgres.new_ledger()
    one, two = start(database), start(database)
    annas = one.client("Ann")
    seated(annas, 1)
    ben = seated(two.client("Ben"), 2)
    until(ben, lambda view: view["seats"][0]["name"] == "Ann")
    looking = open_ledger(database, read_only=True)
    deadline = time.monotonic() + WAIT_S
    while not any(annas.id in said for said in looking.shelf("servers").values()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    looking.close()
    one.end(signal.SIGKILL)
    view = until(ben, lambda view: view["seats"][0].get("gone"))
    assert not view["seats"][1]["gone"]
    ledger = open_ledger(database, read_only=True)
    assert [row.body["player"] for row in ledger.read("dakota") if row.kind == "gone"] == [annas.id]
    assert len(ledger.shelf("servers")) == 1
    ledger.close()
    ben.close()
    assert two.end(signal.SIGTERM) == 0
    ledger = open_ledger(database, read_only=True)
    assert ledger.shelf("servers") == {}
    assert [verdict.fault for verdict in verify_ledger(ledger)] == [None]
    ledger.close()
