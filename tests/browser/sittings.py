"""The house of a page that has no server: commands, clocks and views are those of a real table (tests/house/table_kit),
asked by a call in place of a socket. What a page shows and says, step by step, is told as text."""

import difflib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.table_view import table_facts, table_view
from houseway.rules.refused import Refused
from houseway.web.refusals import Code, code_of, refused_message
from tests.approved import KEPT
from tests.house.table_kit import AUDITOR, BEN, GUEST, SUPERVISOR, House
from tests.web.conftest import PASSWORD

HERE = Path(__file__).parent
LEFT = "goes, and a minute later"  # the last step: what is gone then is no news
TITLE_MAX = 120  # letters of a step
HEADS = ("---", "+++", "@@")
SET_UP = re.compile(r'"set_up":"([0-9a-f]+)"')
Step = tuple[str, Any] | tuple[str]
Answer = dict[str, Any]


@dataclass
class FeltHouse:
    """One table, and the person whose page it is."""

    house: House
    who: Actor = GUEST
    deaf: bool = False  # whether the house answers no request
    more: dict[str, Any] = field(default_factory=dict)  # what a view has besides, such as progressives
    refuses: dict[str, tuple[Code, str]] = field(default_factory=dict)  # a command: the code and reason of its refusal
    answers: dict[str, Any] = field(default_factory=dict)  # what else is asked, by its path

    def ask(self, text: str) -> Any:
        """What the page's socket and requests come to."""
        asked = json.loads(text)
        if "look" in asked:
            return [self.view()]
        if "heard" in asked:
            return self.hear(asked["heard"])
        if "does" in asked:
            return self.does(asked["does"])
        return self.request(asked["method"], asked["path"], asked["body"])

    def view(self) -> Answer:
        return {"type": "view", "view": self.seen(), "now": self.house.now}

    def seen(self) -> Answer:
        return {**table_view(self.house.table, self.who.id), **self.more}

    def hear(self, message: Answer) -> list[Answer]:
        do, id_ = message["do"], message.get("id", "")
        if do in ("here", "ping"):
            return [{"type": "pong"}] if do == "ping" else []
        if do in self.refuses:
            return [refused_message(id_, *self.refuses.pop(do)), self.view()]
        try:
            command = Command(id_, do, message.get("seen"), message["what"])
            done = self.house.pit.do(self.house.config.name, self.who, command)
        except Refused as refusal:
            code = code_of(refusal)
            return [refused_message(id_, code, str(refusal)), *([self.view()] if code == "stale" else [])]
        return [{"type": "done", "id": id_, "version": done.version}, self.view()]

    def does(self, what: Answer) -> list[Answer]:
        """Somebody else at work: time that passes, a neighbour, a supervisor; or a whim of the house."""
        match what:
            case {"refuse": do, "code": code, "reason": reason}:
                self.refuses[do] = (code, reason)
                return []
            case {"deaf": deaf}:
                self.deaf = deaf
                return []
            case {"answers": answers}:
                self.answers |= answers
                return []
            case {"more": more}:
                self.more = more
            case {"become": name}:
                self.who = Actor(name.lower(), name, "player") if name else GUEST
                return []
            case {"change": changes}:
                body = self.house.table.set_up.to_body()
                for key, value in changes.items():
                    body[key] = merged(body[key], value)
                self.house.do(SUPERVISOR, "configure", config=body, reason="a quiet evening")
            case {"seconds": seconds}:
                self.house.now += int(seconds * 1_000_000)
                self.house.do(THE_HOUSE, "tick")
            case {"by": by, "do": do, **given}:
                actor = {"Ben": BEN, "Sam": SUPERVISOR, "house": THE_HOUSE, "own": self.who}[by]
                self.house.do(actor, do, **given)
        return [self.view()]

    def request(self, method: str, path: str, body: Any) -> Answer:
        if self.deaf:
            return {"status": 503, "answer": {"code": "busy", "reason": "the house is busy"}}
        if (found := self.known(method, path, body)) is not None:
            refused = isinstance(found, dict) and set(found) == {"code", "reason"}
            return {"status": 409 if refused else 200, "answer": found}
        return {"status": 404, "answer": {"code": "missing", "reason": f"there is no {path} here"}}

    def known(self, method: str, path: str, body: Any) -> Any:
        """The answer to a request; None where there is none."""
        plain = path.partition("?")[0]
        for each in (f"{method} {path}", f"{method} {plain}"):
            if each in self.answers:
                return self.answers[each]
        match method, plain.split("/")[2:]:
            case _, ["session" | "staff" | "you", *_] if method != "GET":
                return self.enter(method, body or {})
            case "GET", ["session"]:
                return self.session()
            case "GET", ["tables", name] if name == self.house.config.name:
                return {"facts": table_facts(self.house.table), "view": self.seen(), "now": self.house.now}
            case "GET", ["games", slug]:
                return kept_answers(slug)[""]
            case "GET", _:
                return self.answers.get(path, self.answers.get(plain))
        return None

    def enter(self, method: str, body: Answer) -> Answer | None:
        """Somebody gives a name, logs in, or goes."""
        if body.get("password", PASSWORD) != PASSWORD:
            return None
        staff = {actor.name: actor for actor in (SUPERVISOR, AUDITOR)}
        name = body.get("name", "")
        player = Actor(name.lower(), name, "player") if name else GUEST
        self.who = GUEST if method == "DELETE" else staff.get(name, player)
        return self.session()

    def session(self) -> Answer:
        return {"id": self.who.id, "name": self.who.name, "role": self.who.role, "csrf": "c", "kept": False}


def kept_answers(name: str) -> Any:
    """What the server answered, as it was approved (tests/approved/test_answers.py)."""
    return json.loads((KEPT / f"answers.{name}.json").read_text(encoding="utf-8"))


def merged(old: Any, new: Any) -> Any:
    """What is changed in a part of a configuration, however deep."""
    if not isinstance(new, dict):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def sitting(page: Page, felt: FeltHouse, steps: Sequence[Step], modules: Sequence[str], **more: Any) -> str:
    """Every step of a sitting: what the page said to the house, and which lines of it are others than before. The page
    as it is found is told too, unless `known` says that another sitting does."""
    known = more.pop("known", False)
    page.expose_function("askHouse", felt.ask)
    own = {"tag": "house-table", "attributes": {"name": felt.house.config.name}, "boxes": []}
    given = {**own, "steps": list(steps), "modules": list(modules), **more}
    drawn = page.evaluate((HERE / "sittings.js").read_text(encoding="utf-8").rstrip(), given)
    told: list[str] = []
    before: list[str] = []
    marks: dict[str, str] = {}  # what a bet is made under, by its place in the sitting: the mark itself is a digest
    for title, said, seen in drawn:
        told += [f"# {title.rstrip()[:TITLE_MAX]}", *said]
        now = seen.splitlines()
        lines = [line for line in difflib.unified_diff(before, now, n=0, lineterm="") if not line.startswith(HEADS)]
        if before or not known:
            told += [line for line in lines if title != LEFT or line.startswith("+")]
        before = now
    return SET_UP.sub(lambda mark: f'"set_up":"{marks.setdefault(mark[1], f"mark {len(marks) + 1}")}"', "\n".join(told))
