"""The door: every request and every socket passes it before anything else looks at it.

Hosts and origins are compared exactly; a missing or null origin is refused wherever something could change; the cookie
alone never is enough. Answers carry headers that keep a browser from running or framing anything that is not ours.
"""

import asyncio
import hmac
import json
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.web.addresses import Addresses
from houseway.web.limits import Buckets, HouseLimits
from houseway.web.logs import log
from houseway.web.metrics import Metrics
from houseway.web.refusals import STATUS, Code, retry_header
from houseway.web.sessions import Session, Sessions, cookie_name
from houseway.web.whereabouts import place_in

SAFE = ("GET", "HEAD", "OPTIONS")
WITHOUT_CSRF = (
    "/api/session",
    "/api/you/return",
    "/api/staff/login",
)  # POST there begins a session: nothing to protect yet
POLICY = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Guard:
    def __init__(
        self, app: ASGIApp, *, known_as: Addresses, sessions: Sessions, limits: HouseLimits, metrics: Metrics
    ) -> None:
        self.app = app
        self.known_as = known_as
        self.cookie = cookie_name(known_as.secure)
        self.sessions = sessions
        self.limits = limits
        self.metrics = metrics
        self.requests = Buckets(limits.requests_a_second, limits.requests_at_once)  # by session
        self.crowd = Buckets(limits.requests_a_second_an_address, limits.requests_at_once_an_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    # --- sockets ---

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refused = self._host_refusal(headers) or self._origin_refusal(headers, "open a socket")
        if refused is None:
            await self._know(scope, headers)
            await self.app(scope, receive, send)
            return
        await receive()
        code, reason = refused
        self._count_refusal(code, "host" if code == "misdirected" else "origin")
        if "websocket.http.response" in scope.get("extensions", {}):
            status, fields, body = _answer(code, reason)
            await send({"type": "websocket.http.response.start", "status": status, "headers": fields})
            await send({"type": "websocket.http.response.body", "body": body})
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _know(self, scope: Scope, headers: Headers) -> Session:
        """Who is asking; everyone behind the door reads it off the scope."""
        session = await self.sessions.of(cookie_of(headers, self.cookie))
        scope.setdefault("state", {})["session"] = session
        return session

    def _host_refusal(self, headers: Headers) -> tuple[Code, str] | None:
        """Exactly one Host, and one of ours: a name that an attacker points at us is not answered under."""
        found = headers.getlist("host")
        if len(found) == 1 and found[0].lower() in self.known_as.hosts:
            return None
        return "misdirected", "this house is not known by that name: its operator adds names with --origin"

    def _origin_refusal(self, headers: Headers, what: str) -> tuple[Code, str] | None:
        """Exactly one Origin, and exactly one of ours."""
        found = headers.getlist("origin")
        if len(found) == 1 and found[0] in self.known_as.origins:
            return None
        return "forbidden", f"this page may not {what} here: its origin is not the house's"

    # --- requests ---

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._dress(scope, MutableHeaders(scope=message))
            await send(message)

        try:
            if refused := await self._refusal(scope):
                await _send_answer(send_with_headers, *refused)
            else:
                await self._pass(scope, receive, send_with_headers)
        finally:
            self.metrics.requests[("method", _method(scope)), ("status", str(status))] += 1
            if scope["method"] not in SAFE and status != STATUS["too_fast"]:  # a flood is counted, not written down
                ms = round((time.perf_counter() - begun) * 1000, 1)
                log.info("request", method=_method(scope), path=scope["path"][:200], status=status, ms=ms)

    async def _refusal(self, scope: Scope) -> tuple[Code, str] | None:
        headers, path, method = Headers(scope=scope), scope["path"], scope["method"]
        if not self.crowd.take(place_in(scope)):
            return self._too_fast("requests_a_second_an_address")
        if refused := self._host_refusal(headers):
            return refused
        if _announced(headers) > self.limits.body_bytes_max:
            return "too_large", f"a request has at most {self.limits.body_bytes_max} bytes"
        session = await self._know(scope, headers)
        if path.startswith("/api/") and not self.requests.take(session.id or place_in(scope)):
            return self._too_fast("requests_a_second")
        if method in SAFE:
            return None
        if refused := self._origin_refusal(headers, "change anything"):
            return refused
        if not (method == "POST" and path in WITHOUT_CSRF):
            return self._csrf_refusal(session, headers)
        return None

    def _too_fast(self, limit: str) -> tuple[Code, str]:
        self.metrics.limited(limit)
        return "too_fast", "that is too fast: wait a second"

    def _csrf_refusal(self, session: Session, headers: Headers) -> tuple[Code, str] | None:
        wanted, given = self.sessions.csrf(session), headers.get("x-csrf", "")
        if not wanted:
            return "forbidden", "nobody is signed in: give a name first (POST /api/session)"
        if not hmac.compare_digest(wanted.encode(), given.encode()):
            return "forbidden", "the X-CSRF header is missing or wrong: GET /api/session tells it"
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in. A body is read first: it may be longer than announced, or not announced at all."""
        if scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.limits.body_within_s):
                body = await self._body(receive)
        except TimeoutError:
            self.metrics.limited("body_within_s")
            await _send_answer(send, "too_slow", f"a request comes within {self.limits.body_within_s:.0f} seconds")
            return
        if body is None:
            return
        if len(body) > self.limits.body_bytes_max:
            await _send_answer(send, "too_large", f"a request has at most {self.limits.body_bytes_max} bytes")
            return
        given = False

        async def receive_again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, receive_again, send)

    async def _body(self, receive: Receive) -> bytes | None:
        """As far as it may be read; None: they have gone."""
        body, more = b"", True
        while more and len(body) <= self.limits.body_bytes_max:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body, more = body + message.get("body", b""), message.get("more_body", False)
        return body

    def _dress(self, scope: Scope, headers: MutableHeaders) -> None:
        for name, value in HEADERS.items():
            headers[name] = value
        if self.known_as.secure:
            headers["strict-transport-security"] = "max-age=31536000"
        if scope["path"].startswith("/api/") and "cache-control" not in headers:
            headers["cache-control"] = "no-store"

    def _count_refusal(self, code: str, why: str) -> None:
        self.metrics.refusals[("code", code), ("why", why)] += 1


def cookie_of(headers: Headers, wanted: str) -> str:
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""


def _announced(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def _method(scope: Scope) -> str:
    known = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
    return scope["method"] if scope["method"] in known else "other"


def _answer(code: Code, reason: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    body = json.dumps({"code": code, "reason": reason}).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), **retry_header(code)}
    if code in ("too_fast", "too_slow"):
        headers["connection"] = "close"  # to ask again costs them a connection
    return STATUS[code], [(name.encode(), value.encode()) for name, value in headers.items()], body


async def _send_answer(send: Send, code: Code, reason: str) -> None:
    status, headers, body = _answer(code, reason)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
