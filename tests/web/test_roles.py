"""Who may do what: every role with every command, over the socket and over HTTP; and what each may read."""

from typing import Any

import pytest

from houseway.house.commands import MAY
from houseway.house.events import CAME_BACK, GONE
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Server

ROLES = ("guest", "player", "supervisor", "auditor", "teacher")
COMMANDS = sorted(MAY)
WHAT = {"reason": "a test", "seat": 1, "player": "nobody", "act": "none", "cents": 100_000, "wagers": {}, "config": {}}


def what(do: str) -> dict[str, Any]:
    """Enough to be heard; a table that is retired is nobody's next cell."""
    return {**WHAT, "reason": ""} if do == "retire" else WHAT


every_cell = pytest.mark.parametrize(("role", "do"), [(role, do) for role in ROLES for do in COMMANDS])


def state(server: Server) -> list[tuple[int, str]]:
    return [server.house.ledger.head(name) for name in server.house.pit.tables]


@every_cell
def test_a_command_over_the_socket_needs_its_role(server: Server, roles: dict[str, Client], role: str, do: str) -> None:
    seat = roles[role].at("dakota")
    before = server.house.ledger.head("dakota").version
    answer = seat.do(do, **what(do))
    seat.close()
    if role in MAY[do]:
        assert answer["type"] == "done" or answer["code"] == "refused"
    else:
        assert answer["code"] == "forbidden"
        happened = {event.kind for event in server.house.ledger.read("dakota", after=before)}
        assert happened <= {GONE, CAME_BACK}, "only the doors, as sockets of the last cell close and this one opens"


@every_cell
def test_a_command_over_http_needs_its_role(server: Server, roles: dict[str, Client], role: str, do: str) -> None:
    before = state(server)
    answer = roles[role].command("super-fun", do, **what(do))
    if role in MAY[do]:
        assert answer.status_code in (200, 409), answer.text
    else:
        assert answer.status_code == 403, answer.text
        assert answer.json()["code"] == "forbidden"
        assert state(server) == before


def test_every_command_of_the_house_is_forbidden_to_everyone() -> None:
    assert {do for do in MAY if not set(MAY[do]) & set(ROLES)} == {
        "tick",
        "gone",
        "come_back",
        "see_off",
        "restart",
        "unstick",
        "discard",
    }


READS = {
    "/api/room": ROLES,
    "/api/session": ROLES,
    "/api/games": ROLES,
    "/api/links": ROLES,
    "/api/tables/dakota": ROLES,
    "/api/tables/dakota/sign": ROLES,
    "/api/tables/dakota/rounds": ROLES,
    "/api/you": ("player",),
    "/api/you/rounds": ("player",),
    "/api/you/export": ("player",),
    "/api/you/settings": ("player",),
    "/api/you/score": ("player",),
    "/health": ROLES,
    "/health/live": ROLES,
    "/health/ready": ROLES,
    "/metrics": ROLES,
    "/api/school": ROLES,
    "/api/school/key": ROLES,
    "/api/school/exams": ROLES,
    "/api/school/classes": ROLES,
    "/api/school/certificates": ROLES,
    "/api/school/games/dakota_stud": ROLES,
    "/api/school/progress": ("player",),
    "/api/house": ("supervisor", "auditor"),
    "/api/house/form": ("supervisor", "auditor"),
    "/api/house/pattern/dakota_stud": ("supervisor", "auditor"),
    "/api/house/ahead": ("supervisor", "auditor"),
    "/api/house/links": ("supervisor", "auditor"),
    "/api/house/totals": ("supervisor", "auditor"),
    "/api/house/books": ("supervisor", "auditor"),
    "/api/house/books/file": ("supervisor", "auditor"),
    "/api/house/books/rounds": ("supervisor", "auditor"),
    "/api/audit/hold": ("supervisor", "auditor"),
    "/api/audit/hold.csv": ("supervisor", "auditor"),
    "/api/staff": ("supervisor", "auditor"),
    "/api/staff/book": ("supervisor", "auditor"),
    "/api/audit/verify": ("auditor",),
    "/api/audit/streams": ("auditor",),
    "/api/audit/export": ("auditor",),
    "/api/audit/rounds?player=nobody": ("auditor",),
    "/api/audit/tables": ("auditor",),
    "/api/audit/tables/dakota/events": ("auditor",),
    "/api/audit/tables/dakota/search": ("auditor",),
    "/api/audit/tables/dakota/rounds": ("auditor",),
}


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("role", ROLES)
def test_a_page_needs_its_role(roles: dict[str, Client], role: str, path: str) -> None:
    answer = roles[role].http.get(path)
    assert answer.status_code == (200 if role in READS[path] else 403), answer.text


def test_every_path_that_is_only_read_is_in_the_matrix(server: Server) -> None:
    described = server.app.openapi()["paths"]
    paths = {
        path.replace("{name}", "dakota")
        .replace("pattern/{slug}", "pattern/dakota_stud")
        .replace("{game}", "dakota_stud")
        for path, does in described.items()
        if "get" in does
    }
    public = {path for path in paths if path.startswith(("/api/games/", "/api/lab"))}  # about games, not this house
    public |= {"/api/tables/dakota/rounds/{number}", "/api/tables/dakota/shuffles/{cycle}"}  # see test_rounds.py
    public |= {
        f"/api/tables/dakota/rounds/{{number}}/{what}" for what in ("worths", "what-if", "what-if/worths", "report")
    }  # test_second_look.py, test_rounds.py
    public |= {
        f"/api/school/{what}"
        for what in (
            "challenge/{day}", "lesson/{id}", "table/{id}", "exams/{id}", "exams/{id}/certificate", "classes/{id}",
            "classes/{id}/export",
        )
    }  # fmt: skip  # test_school.py, test_school_exams.py, test_school_classes.py
    assert paths - public == {path.partition("?")[0] for path in READS}


def test_a_guest_watches_only_where_spectators_are_allowed(server: Server, roles: dict[str, Client]) -> None:
    table = server.house.pit.tables["super-fun"]
    body = {**table.set_up.to_body(), "spectators": False}
    answer = roles["supervisor"].command("super-fun", "configure", config=body, reason="private")
    assert answer.status_code == 200, answer.text
    for path in ("/api/tables/super-fun", "/api/tables/super-fun/rounds"):
        assert roles["guest"].http.get(path).status_code == 403
        assert roles["player"].http.get(path).status_code == 200
    with pytest.raises(Exception, match="403"):
        roles["guest"].at("super-fun")
    roles["player"].at("super-fun").close()


def test_staff_who_are_let_go_are_nobody_at_once(server: Server) -> None:
    server.hall.staff.add("Tom", "supervisor", PASSWORD)
    tom = server.client().log_in("Tom", PASSWORD)
    seat = tom.at("dakota")
    assert tom.http.get("/api/house").status_code == 200
    server.hall.staff.remove("Tom")
    assert tom.get("/api/session")["role"] == "guest"
    assert tom.http.get("/api/house").status_code == 403
    assert seat.do("close", reason="revenge")["code"] == "forbidden"
    seat.close()


def test_a_new_password_ends_the_sessions_of_the_old_one(server: Server) -> None:
    server.hall.staff.add("Uma", "auditor", PASSWORD)
    uma = server.client().log_in("Uma", PASSWORD)
    server.hall.staff.add("Uma", "auditor", PASSWORD + " 2")
    assert uma.get("/api/session")["role"] == "guest"


def test_logging_out_ends_a_staff_session_wherever_its_cookie_went(server: Server) -> None:
    ada = server.client().log_in("Ada", PASSWORD)
    stolen = server.client()
    stolen.http.cookies = ada.http.cookies.__class__(ada.http.cookies)
    assert stolen.get("/api/session")["role"] == "auditor"
    assert ada.http.delete("/api/session").json()["role"] == "guest"
    assert stolen.get("/api/session")["role"] == "guest"
    assert ada.get("/api/session")["role"] == "guest"
