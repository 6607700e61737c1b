"""Stolen cookies that stay good, and strangers who lock a supervisor out."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.web import sessions
from tests.web.conftest import PASSWORD
from tests.web.running import FREE, NO_TLS, Client, Server, eventually, running, small_room

ROLES = (("Sam", "supervisor"), ("Ada", "auditor"))


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("dakota"), seed=7) as made:
        for name, role in ROLES:
            made.hall.staff.add(name, role, PASSWORD)
        yield made


def thief(server: Server, client: Client) -> Client:
    """Somebody with a copy of the cookie."""
    stolen = server.client()
    stolen.http.headers["cookie"] = client.cookie
    stolen.http.headers["x-csrf"] = client.csrf
    return stolen


def role(client: Client) -> str:
    answer: str = client.get("/api/session")["role"]
    return answer


def test_a_player_who_logs_out_ends_the_session_for_whoever_has_the_cookie(server: Server) -> None:
    ann = server.client("Ann")
    stolen = thief(server, ann)
    seat = ann.at("dakota")
    assert role(stolen) == "player"
    assert ann.http.delete("/api/session").status_code == 200
    assert role(stolen) == "guest"
    assert stolen.command("dakota", "sit").status_code == 403
    assert seat.is_closed()


def test_a_supervisor_signs_a_player_out(server: Server) -> None:
    ann, ben = server.client("Ann"), server.client("Ben")
    sam = server.client().log_in("Sam", PASSWORD)
    seat, other = ann.at("dakota"), ben.at("dakota")
    seat.do("sit", cents=100_000)
    for asking in (ben, server.client().log_in("Ada", PASSWORD)):
        assert asking.http.post("/api/staff/sign-out", json={"who": ann.id}).status_code == 403
    assert sam.http.post("/api/staff/sign-out", json={"who": ann.id}).status_code == 200
    assert role(ann) == "guest"
    assert seat.is_closed()
    other.until_view(lambda view: bool(view["seats"][0].get("gone")))  # her seat is kept as for a lost connection
    assert other.do("sit")["type"] == "done"
    other.close()


def test_staff_log_out_everywhere(server: Server) -> None:
    here, there, ada = (server.client().log_in(name, PASSWORD) for name in ("Sam", "Sam", "Ada"))
    assert here.http.delete("/api/session?everywhere=true").status_code == 200
    assert [role(each) for each in (here, there, ada)] == ["guest", "guest", "auditor"]
    assert role(server.client().log_in("Sam", PASSWORD)) == "supervisor"


def test_a_supervisor_signs_out_somebody_of_the_staff(server: Server) -> None:
    sam, ada = (server.client().log_in(name, PASSWORD) for name in ("Sam", "Ada"))
    assert sam.get("/api/staff") == [{"name": name, "role": each} for name, each in sorted(ROLES)]
    assert sam.http.post("/api/staff/sign-out", json={"who": "staff:Ada"}).status_code == 200
    assert (role(ada), role(sam)) == ("guest", "supervisor")
    assert sam.http.post("/api/staff/sign-out", json={"who": "staff:Nobody"}).status_code == 409
    assert ada.http.get("/api/staff").status_code == 403


def test_sessions_are_ended_beside_a_running_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`houseway staff revoke`, as another process: one account at once, everybody's within READ_AGAIN_S."""
    monkeypatch.setattr(sessions, "READ_AGAIN_S", 0.1)
    database = str(tmp_path / "house.sqlite")
    with running(small_room("dakota"), database) as server:
        for name, each in ROLES:
            server.hall.staff.add(name, each, PASSWORD)
        sam, ada = (server.client().log_in(name, PASSWORD) for name in ("Sam", "Ada"))
        ann = server.client("Ann")
        seat = ann.at("dakota")

        def revoke(*words: str) -> str:
            done = CliRunner().invoke(app, ["staff", "revoke", *words, "--database", database])
            assert done.exit_code == 0, done.output
            return done.stdout

        assert revoke("Sam") == "Sam is logged out everywhere.\n"
        assert [role(each) for each in (sam, ada, ann)] == ["guest", "auditor", "player"]
        assert revoke("--everybody") == "Nobody is signed in any more.\n"
        eventually(lambda: [role(each) for each in (sam, ada, ann)] == ["guest"] * 3)
        answer = seat.do("sit")
        assert (answer["code"], answer["reason"]) == ("forbidden", "your session has ended: sign in again")
        assert role(server.client("Ben")) == "player"
        seat.close()


def test_another_server_closes_the_sockets_of_a_player_who_was_signed_out(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What one process ended, another hears of from the shelf."""
    monkeypatch.setattr(sessions, "READ_AGAIN_S", 0.1)
    ann = server.client("Ann")
    seat = ann.at("dakota")
    sessions.Sessions(server.house.ledger).end_player(ann.id)
    eventually(lambda: role(ann) == "guest")
    assert seat.is_closed()


def test_what_ended_long_ago_is_not_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "LIFETIME_S", {"player": -1})
    kept = sessions.Sessions(server.house.ledger)
    kept.end_player("ann")
    assert list(server.house.ledger.shelf(sessions.ENDED_PLAYERS)) == ["ann"]
    sessions.Sessions(server.house.ledger)
    assert server.house.ledger.shelf(sessions.ENDED_PLAYERS) == {}


# --- a stranger who guesses ---


def at(server: Server, address: str) -> httpx.Client:
    """Somebody at another address of this machine."""
    way = httpx.HTTPTransport(local_address=address, verify=NO_TLS)
    return httpx.Client(
        base_url=f"http://{server.address}", headers={"origin": server.origin}, transport=way, timeout=60
    )


def log_in(client: httpx.Client, name: str, password: str) -> int:
    return client.post("/api/staff/login", json={"name": name, "password": password}).status_code


def test_a_stranger_who_guesses_does_not_lock_a_supervisor_out() -> None:
    with running(small_room("dakota"), limits=replace(FREE, logins_a_minute=3, logins_a_minute_an_address=6)) as server:
        for name, each in ROLES:
            server.hall.staff.add(name, each, PASSWORD)
        stranger, sam = at(server, "127.0.0.2"), at(server, "127.0.0.1")
        assert [log_in(stranger, "Sam", f"guess {number}") for number in range(5)] == [403] * 3 + [429] * 2
        assert log_in(sam, "Sam", PASSWORD) == 200
        # From one address neither one account nor one after the other can be tried for long.
        assert log_in(stranger, "Sam", PASSWORD) == 429
        assert log_in(stranger, "Ada", "guess") == 429
        assert log_in(sam, "Ada", PASSWORD) == 200
