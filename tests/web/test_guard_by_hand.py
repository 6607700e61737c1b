"""The guard before the server by itself: what it refuses, in which order, what it counts, and what passes untouched."""

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.datastructures import Headers

from houseway.web.addresses import Addresses
from houseway.web.guard import Guard, _announced, cookie_of
from houseway.web.limits import HouseLimits
from houseway.web.metrics import Metrics

ORIGIN, HOST = "http://house.example", "house.example"
OURS = {"host": HOST, "origin": ORIGIN, "x-csrf": "right"}


class People:
    """One session, known by its cookie."""

    async def of(self, cookie: str) -> Any:
        return SimpleNamespace(id="ann" if cookie == "c" else "")

    def csrf(self, session: Any) -> str:
        return "right" if session.id else ""


class Door:
    """A guard and what stands behind it; `heard` is what came through."""

    def __init__(self, **limits: Any) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.metrics = Metrics()
        self.guard = Guard(
            self._app,
            known_as=Addresses.of([ORIGIN]),
            sessions=People(),  # type: ignore[arg-type]
            limits=replace(HouseLimits(), **limits),
            metrics=self.metrics,
        )
        self.cookie = f"a=b; {self.guard.cookie}=c"

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"] if scope["method"] not in ("GET", "HEAD") else b""
        self.heard.append((scope["path"], body))
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def ask(self, method: str, path: str, *parts: Any, place: str = "10.0.0.1", **headers: str) -> tuple[int, Any]:
        """The status and, where there is one, code and reason. A part that is no bytes is what else comes."""
        told = {"cookie": self.cookie, **OURS, **{name.replace("_", "-"): value for name, value in headers.items()}}
        raw = [(name.encode(), value.encode()) for name, value in told.items() if value]
        scope: Any = {
            "type": "http", "method": method, "path": path, "headers": raw, "client": (place, 5), "extensions": {},
        }  # fmt: skip
        coming = list(parts or [b""])
        sent: list[Any] = []

        async def receive() -> Any:
            if not coming:
                await asyncio.Event().wait()
            part = coming.pop(0)
            if isinstance(part, bytes):
                return {"type": "http.request", "body": part, "more_body": bool(coming)}
            return {"type": part}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(asyncio.wait_for(self.guard(scope, receive, send), 20))
        if not sent:
            return 0, None
        body = sent[1]["body"]
        return sent[0]["status"], tuple(json.loads(body).values()) if body else None

    @property
    def limited(self) -> dict[str, int]:
        return {limit: count for ((_, limit),), count in self.metrics.limits.items()}


HOSTS = (421, ("misdirected", "this house is not known by that name: its operator adds names with --origin"))
ORIGINS = (403, ("forbidden", "this page may not change anything here: its origin is not the house's"))
NOBODY = (403, ("forbidden", "nobody is signed in: give a name first (POST /api/session)"))
CSRF = (403, ("forbidden", "the X-CSRF header is missing or wrong: GET /api/session tells it"))


@pytest.mark.parametrize(
    ("method", "path", "headers", "answer"),
    [
        ("GET", "/", {}, (204, None)),
        ("GET", "/api/room", {"origin": "", "x_csrf": "", "cookie": ""}, (204, None)),
        ("GET", "/", {"host": "evil.example"}, HOSTS),
        ("GET", "/", {"host": ""}, HOSTS),
        ("GET", "/", {"host": "HOUSE.example"}, (204, None)),
        ("POST", "/api/tables/a/commands", {}, (204, None)),
        ("POST", "/api/tables/a/commands", {"origin": "http://evil.example"}, ORIGINS),
        ("POST", "/api/tables/a/commands", {"origin": ""}, ORIGINS),
        ("POST", "/api/tables/a/commands", {"cookie": ""}, NOBODY),
        ("POST", "/api/tables/a/commands", {"x_csrf": "wrong"}, CSRF),
        ("POST", "/api/tables/a/commands", {"x_csrf": ""}, CSRF),
        ("DELETE", "/api/session", {"x_csrf": ""}, CSRF),
        ("POST", "/api/session", {"x_csrf": "", "cookie": ""}, (204, None)),
        ("POST", "/api/session", {"x_csrf": "", "origin": "null"}, ORIGINS),
        ("POST", "/api/you/return", {"x_csrf": ""}, (204, None)),
        ("POST", "/api/staff/login", {"x_csrf": ""}, (204, None)),
    ],
)
def test_who_comes_through(method: str, path: str, headers: dict[str, str], answer: tuple[int, Any]) -> None:
    door = Door()
    assert door.ask(method, path, **headers) == answer
    assert len(door.heard) == (answer[0] == 204)
    assert door.metrics.requests == {(("method", method), ("status", str(answer[0]))): 1}


@pytest.mark.parametrize("speaks_http", [True, False])
@pytest.mark.parametrize(
    ("headers", "status", "counted"),
    [
        ({"host": "evil.example"}, 421, ("misdirected", "host")),
        ({"origin": "http://evil.example"}, 403, ("forbidden", "origin")),
        ({"origin": ""}, 403, ("forbidden", "origin")),
        ({}, 0, None),
    ],
)
def test_sockets_of_strangers_are_refused_and_counted(
    headers: dict[str, str], status: int, counted: Any, *, speaks_http: bool
) -> None:
    """With an answer where the server can give one."""
    door, sent, opened = Door(), list[Any](), list[Any]()

    async def app(scope: Any, *_: Any) -> None:
        opened.append(scope["state"]["session"] is not None)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    told = {"cookie": door.cookie, **OURS, **headers}
    raw = [(name.encode(), value.encode()) for name, value in told.items() if value]
    extensions: Any = {"websocket.http.response": {}} if speaks_http else {}
    scope: Any = {
        "type": "websocket",
        "path": "/s",
        "headers": raw,
        "client": ("10.0.0.1", 5),
        "extensions": extensions,
    }
    door.guard.app = app
    asyncio.run(door.guard(scope, receive, send))
    assert door.metrics.refusals == ({(("code", counted[0]), ("why", counted[1])): 1} if counted else {})
    assert opened == ([] if counted else [True])
    kinds = [(message["type"], message.get("status"), message.get("code")) for message in sent]
    refused = [("websocket.http.response.start", status, None), ("websocket.http.response.body", None, None)]
    closed = [("websocket.close", None, 1008)]
    assert kinds == ((refused if speaks_http else closed) if counted else [])


def test_a_body_comes_whole_within_its_bytes_or_not_at_all() -> None:
    door = Door(body_bytes_max=6)
    assert door.ask("POST", "/api/session", b"abc", b"def") == (204, None)
    assert door.heard == [("/api/session", b"abcdef")]
    too_large = (413, ("too_large", "a request has at most 6 bytes"))
    assert door.ask("POST", "/api/session", b"abc", b"defg") == too_large
    assert door.ask("POST", "/api/session", b"", content_length="7") == too_large
    assert door.ask("POST", "/api/session", b"", content_length="6") == (204, None)
    assert door.ask("POST", "/api/session", b"abc", "http.disconnect") == (0, None), "they have gone"
    assert len(door.heard) == 2


def test_whoever_asks_too_often_is_told_to_wait_and_it_is_counted_by_limit() -> None:
    too_fast = (429, ("too_fast", "that is too fast: wait a second"))
    door = Door(requests_at_once=2, requests_a_second=0.001)
    assert [door.ask("GET", "/api/room")[0] for _ in range(2)] == [204, 204]
    assert door.ask("GET", "/api/room") == too_fast
    assert door.ask("GET", "/js/table.js") == (204, None), "a session's requests are those of the API"
    assert door.ask("GET", "/api/room", cookie="") == (204, None), "somebody else at the same address"
    assert door.limited == {"requests_a_second": 1}
    crowd = Door(requests_at_once_an_address=1, requests_a_second_an_address=0.001)
    assert crowd.ask("GET", "/") == (204, None)
    assert crowd.ask("GET", "/") == too_fast
    assert crowd.ask("GET", "/", place="10.0.0.2") == (204, None)
    assert crowd.limited == {"requests_a_second_an_address": 1}


def test_a_body_that_does_not_come_in_time_is_counted() -> None:
    door = Door(body_within_s=0.01)
    told = door.ask("POST", "/api/session", b"abc", b"", content_length="9")
    assert told == (204, None)
    door.ask("POST", "/api/session", "http.disconnect")

    async def never() -> Any:
        await asyncio.Event().wait()

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(asyncio.wait_for(door.guard._pass({"method": "POST"}, never, send), 20))
    assert json.loads(sent[1]["body"]) == {"code": "too_slow", "reason": "a request comes within 0 seconds"}
    assert (b"connection", b"close") in sent[0]["headers"]
    assert door.limited == {"body_within_s": 1}


def test_a_cookie_is_found_among_others_and_is_empty_where_there_is_none() -> None:
    for text, found in (("a=1; b=2", "2"), ("b=2=3;a=1", "2=3"), ("bb=2", ""), ("", ""), ("b", "")):
        assert cookie_of(Headers({"cookie": text}), "b") == found
    assert cookie_of(Headers({}), "b") == ""


@pytest.mark.parametrize(
    ("text", "length"),
    [("12", 12), ("-5", 0), ("x", 0), ("²", 0), ("9" * 15, 10**15 - 1), ("9" * 16, 0)],
)
def test_a_length_is_read_where_it_is_one(text: str, length: int) -> None:
    assert _announced(Headers({"content-length": text})) == length
    assert _announced(Headers({})) == 0
