"""Whole walks through the house over HTTP, each with its own server: what is asked in order, and every answer with its
status, its headers, and each key and value. Clocks stand still until a walk moves them, and whatever is drawn by lot
comes from one seed, so that a walk is the same on any day."""

import json
import random
import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.house.shuffler import Chance
from tests.approved import _rounded, hold
from tests.approved.conftest import MOMENT
from tests.approved.test_answers import without_what_varies
from tests.approved.test_specimen import lines_of
from tests.house.table_kit import arranged, room_with
from tests.house.test_links import BOARD, LOW, with_royal
from tests.web.conftest import PASSWORD
from tests.web.running import FREE, Client, Server, running, small_room

WALKS = Path(__file__).parent / "walks"
HEADERS = ("content-type", "content-disposition", "cache-control", "retry-after", "location", "set-cookie")
LIMITS = {"hurried": replace(FREE, drills_a_minute=0, notes_a_minute=0)}  # of walks that have their own
ROOMS = {"meters": lambda: room_with(with_royal())}
HOUR_US = 3_600_000_000


def chance_of(walk: str) -> Chance:
    """By which cards are shuffled."""
    return arranged(with_royal(), f"{BOARD} {LOW}") if walk == "meters" else random.Random(7).randrange


@pytest.fixture
def by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids, secrets and seeds of questions, from a seed."""
    lot = random.Random(17)
    monkeypatch.setattr(secrets, "token_hex", lambda count=32: lot.randbytes(count).hex())
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: lot.randbytes(count))
    monkeypatch.setattr(secrets, "randbits", lot.getrandbits)
    monkeypatch.setattr(secrets, "randbelow", lot.randrange)


class Walk:
    """Who asks what, in order. `{name}` in an address or a body is what an earlier answer was remembered for."""

    def __init__(self, server: Server, clock: list[int]) -> None:
        self.server, self.clock = server, clock
        self.clients: dict[str, Client] = {"nobody": server.client()}
        self.known: dict[str, str] = {}
        self.lines: list[str] = []

    def go(self, line: str) -> None:
        """'Ann POST /api/you/keep {...} > name=key': a line of a walk."""
        if not line.strip() or line.startswith("#"):
            self.lines.append(line)
            return
        who, method, *rest = line.split(None, 3)
        if method == "waits":
            self.clock[0] += round(float(rest[0]) * HOUR_US)
            self.lines.append(line)
            return
        if method == "logs":
            self.clients[who] = self.server.client().log_in(who, PASSWORD)
            return
        path, body = rest[0], rest[1] if len(rest) > 1 else ""
        body, _, remembered = body.partition(" > ") if " > " in body else (body, "", "")
        client = self.clients.setdefault(who, self.clients["nobody"])
        given = json.loads(self._filled(body)) if body and body != "-" else None
        answer = client.http.request(method, self._filled(path), json=given)
        self.lines += [f"{who} {method} {path} {body}".rstrip(), *self._told(answer)]
        if "csrf" in answer.text and answer.headers["content-type"].startswith("application/json"):
            if csrf := answer.json().get("csrf"):
                client.http.headers["x-csrf"] = csrf
        for each in remembered.split():
            name, _, key = each.partition("=")
            found = answer.json()
            assert answer.status_code == 200, (line, answer.text)
            for part in key.split("."):
                found = found[int(part) if part.isdecimal() else part]
            self.known[name] = str(found).rpartition("/")[2]  # of a link its end

    def _filled(self, text: str) -> str:
        return re.sub(r"\$(\w+)", lambda found: self.known[found[1]], text)

    def _told(self, answer: Any) -> Iterator[str]:
        heads = {name: answer.headers[name] for name in HEADERS if name in answer.headers}
        if "set-cookie" in heads:
            heads["set-cookie"] = re.sub(r"houseway=[^;]*|(?<=expires=)[^;]*", "...", heads["set-cookie"])
        yield f"  {answer.status_code} {', '.join(f'{name}: {said}' for name, said in heads.items())}"
        if heads.get("content-type") == "application/json":
            found = _rounded(without_what_varies(answer.json()))
            yield from lines_of(found, "    ")
        elif not _of_scripts(answer):
            yield from (f"    {line}" for line in answer.text.splitlines()[:40])


def _of_scripts(answer: Any) -> bool:
    """A page whose words come from its scripts; it names them, which `tests/browser` holds."""
    return answer.status_code == 200 and "/main.js" in answer.text


@pytest.mark.parametrize("walk", sorted(path.stem for path in WALKS.glob("*.walk")))
def test_a_walk(walk: str, by_lot: None) -> None:  # noqa: ARG001
    clock, room = [MOMENT], ROOMS.get(walk, lambda: small_room("dakota", "super-fun", "dakota-practice"))()
    with running(room, clock=lambda: clock[0], limits=LIMITS.get(walk, FREE), chance=chance_of(walk)) as server:
        for name, role in (("Sam", "supervisor"), ("Sue", "supervisor"), ("Ada", "auditor"), ("Tea", "teacher")):
            server.hall.staff.add(name, role, PASSWORD)
        walked = Walk(server, clock)
        for name in ("Sam", "Sue", "Ada", "Tea"):
            walked.clients[name] = server.client().log_in(name, PASSWORD)
        for name in ("Ann", "Ben"):
            walked.clients[name] = server.client(name)
        for name in ("eve", "fox"):
            walked.clients[name] = server.client()
        for line in (WALKS / f"{walk}.walk").read_text(encoding="utf-8").splitlines():
            walked.go(line)
    hold(f"walk.{walk}.txt", "\n".join(walked.lines))
