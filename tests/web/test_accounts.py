"""Staff made, changed and removed by page: by a supervisor who says their own password, on record, never locked out."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from houseway.web.limits import HouseLimits
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server, running, small_room

NEW = "another long password"


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("dakota"), seed=7) as made:
        for name, role in (("Sam", "supervisor"), ("Tom", "supervisor"), ("Ada", "auditor")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


def asks(client: Client, do: str, name: str, own: str = PASSWORD, **more: Any) -> httpx.Response:
    return client.http.post(f"/api/staff/{do}", json={"name": name, "own_password": own, **more})


def sam(server: Server) -> Client:
    return server.client().log_in("Sam", PASSWORD)


def book(client: Client) -> list[tuple[str, str, str]]:
    return [(each["did"], each["name"], each["by"]) for each in client.get("/api/staff/book")]


def test_an_account_is_made_changed_and_removed_and_all_of_it_is_on_record(server: Server) -> None:
    client = sam(server)
    assert asks(client, "make", "Eve", role="auditor", password=NEW).status_code == 200
    eve = server.client().log_in("Eve", NEW)
    assert asks(client, "change", "Eve", role="supervisor").status_code == 200
    assert eve.get("/api/session")["role"] == "guest", "the session of the old role has ended"
    eve.log_in("Eve", NEW)
    assert eve.get("/api/session")["role"] == "supervisor"
    assert asks(client, "change", "Eve", password=PASSWORD).status_code == 200
    assert eve.get("/api/session")["role"] == "guest"
    eve.log_in("Eve", PASSWORD)
    seat = eve.at("dakota")
    assert asks(client, "remove", "Eve").json() == [
        {"name": "Ada", "role": "auditor"},
        {"name": "Sam", "role": "supervisor"},
        {"name": "Tom", "role": "supervisor"},
    ]
    assert eve.get("/api/session")["role"] == "guest"
    assert seat.is_closed()
    told = book(server.client().log_in("Ada", PASSWORD))[:4]
    did = ("removed", "changed", "changed", "made")
    assert told == [(f"account_{each}", "Eve", "Sam") for each in did]


@pytest.mark.parametrize("role", ["guest", "player", "auditor"])
@pytest.mark.parametrize("do", ["make", "change", "remove", "sign-out"])
def test_only_a_supervisor_changes_accounts(server: Server, role: str, do: str) -> None:
    client = {"guest": server.client, "player": lambda: server.client("Pia")}.get(
        role, lambda: server.client().log_in("Ada", PASSWORD)
    )()
    before = server.hall.staff.book.entries()
    what = {"who": "staff:Tom"} if do == "sign-out" else {"name": "Tom", "own_password": PASSWORD}
    what |= {"role": "auditor", "password": NEW} if do == "make" else {}
    answer = client.http.post(f"/api/staff/{do}", json=what)
    assert answer.status_code == 403, answer.text
    assert server.hall.staff.book.entries() == before


@pytest.mark.parametrize("do", ["make", "change", "remove"])
def test_a_session_without_its_password_makes_no_staff(server: Server, do: str) -> None:
    what = {"role": "auditor", "password": NEW} if do != "remove" else {}
    answer = asks(sam(server), do, "Eve" if do == "make" else "Ada", own="not the password", **what)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert server.hall.staff.roles() == {"Ada": "auditor", "Sam": "supervisor", "Tom": "supervisor"}


def test_nobody_locks_themselves_or_the_house_out(server: Server) -> None:
    client = sam(server)
    assert "cannot remove your own" in asks(client, "remove", "Sam").json()["reason"]
    assert "cannot change your own role" in asks(client, "change", "Sam", role="auditor").json()["reason"]
    assert asks(client, "remove", "Tom").status_code == 200
    server.hall.staff.change("Sam", by="a test", password=NEW)
    assert server.hall.staff.roles() == {"Ada": "auditor", "Sam": "supervisor"}


def test_ones_own_new_password_ends_the_other_sessions_and_not_this_one(server: Server) -> None:
    client, elsewhere = sam(server), sam(server)
    assert asks(client, "change", "Sam", password=NEW).status_code == 200
    assert client.get("/api/session")["role"] == "supervisor"
    assert elsewhere.get("/api/session")["role"] == "guest"
    assert server.client().http.post("/api/staff/login", json={"name": "Sam", "password": PASSWORD}).status_code == 403


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ({"name": "Eve", "password": "short"}, "10 to 200 letters"),
        ({"name": "Sam", "password": NEW}, "on the staff already"),
        ({"name": "sam", "password": NEW}, "looks the same"),
        ({"name": " \u200b", "password": NEW}, "1 to 24 letters"),
    ],
)
def test_the_rules_are_those_of_the_command_line(server: Server, what: dict[str, str], says: str) -> None:
    answer = asks(sam(server), "make", role="auditor", **what)
    assert answer.status_code == 409, answer.text
    assert says in answer.json()["reason"]


def test_a_page_of_somebody_else_changes_no_account(server: Server) -> None:
    client = sam(server)
    body = {"name": "Eve", "role": "supervisor", "password": NEW, "own_password": PASSWORD}
    for headers in ({"origin": "http://evil.example"}, {"x-csrf": "0" * 64}):
        assert client.http.post("/api/staff/make", json=body, headers=headers).status_code == 403
    assert "Eve" not in server.hall.staff.roles()


def test_guesses_at_ones_own_password_are_counted_as_logins_are() -> None:
    with running(small_room("dakota"), limits=HouseLimits()) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        client = sam(server)
        codes = [asks(client, "remove", "Ada", own="a wrong one").status_code for _ in range(6)]
        assert codes[0] == 403
        assert codes[-1] == 429
