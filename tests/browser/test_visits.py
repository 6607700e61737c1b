"""The other pages of the house, each with answers that were kept (tests/approved/kept/answers.*): doors that open and
stay shut, what is asked for and when, filters, tabs and keys. Every line that changes is held word for word."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.house.draft import Actor
from tests.approved import hold
from tests.browser.at_table import alone
from tests.browser.sittings import FeltHouse, kept_answers, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.house.table_kit import AUDITOR, GUEST, SUPERVISOR, House
from tests.web.conftest import PASSWORD

LOG_IN = [("write", ["[name=name]", "Sam"]), ("write", ["[name=password]", "wrong"]), ("submit", "form.log-in"),
          ("write", ["[name=password]", PASSWORD]), ("submit", "form.log-in")]  # fmt: skip
BUSY = [("house", {"deaf": True}), ("wait", 4000), ("house", {"deaf": False}), ("wait", 4000)]
OUT = [("button", "Log out"), ("wait", 4000)]


@dataclass
class Visit:
    address: str
    tag: str
    scripts: tuple[str, ...]  # the pages' own; sittings.js loads them
    steps: list[Any]
    who: Actor = GUEST
    attributes: dict[str, str] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)


def spans(number: int) -> tuple[str, list[Any]]:
    return ("click", [".spans a", number])


def told(alert: int) -> dict[str, Any]:
    return {"said": f"alert {alert} is told", "table": "dakota" if alert else "", "wager": "one", "player": ""}


_KEPT_BOOKS: dict[str, Any] = kept_answers("books")
BOOKS = {**_KEPT_BOOKS, "books": {**_KEPT_BOOKS["books"], "today": "2023-11-15", "alerts": [told(0), told(1)],
    "missing": ["a stream is missing"], "notes": ["a note"],
    "shifts": ["day", "night"], "last": "2023-11-16"}}  # fmt: skip
_KEPT_ROOM = kept_answers("room")["/api/room"]
MORE: tuple[dict[str, Any], ...] = (
    {"free": []}, {"closed": "short of staff"}, {"departs": "no stud"}, {"departs": "for a study"},
    {"progressives": [{"name": "royal", "title": "Royal", "meters": [{"name": "grand", "cents": 123_456}]}]}, {}, {},
)  # fmt: skip
ROOM = {**_KEPT_ROOM, "tables": [{**each, **more} for each, more in zip(_KEPT_ROOM["tables"], MORE, strict=False)]}
VISITS = {
    "books": Visit("/house/books?by=table&by=wager&table=dakota", "books-view", ("/books/main.js",
        "/books/figures.js", "/books/period.js", "/house/door.js", "/house/parts.js"), [
        spans(0), spans(1), spans(-1), ("click", [".dimensions input", 2]), ("submit", "form.books-ask"), ("submit",
        "form.books-ask"), *BUSY, spans(2), *OUT, *LOG_IN,
    ], SUPERVISOR),
    "books, by nothing": Visit("/house/books?by=", "books-view", ("/books/main.js",), [], SUPERVISOR),
    "books, with alerts": Visit("/house/books", "books-view", ("/books/main.js",), [*[("click",
        [".books-alerts button", -1])] * 2, ("wait", 2000),
        ("click", [".rows button, th button", 0]), ("click", [".rows button, th button", 0])], SUPERVISOR,
            answers={"/api/house/books": BOOKS, "/api/house/books/rounds": [{"table": "dakota", "round": 1,
        "title": "Dakota", "at": 1_700_000_000_000_000, "cents": -500, "net_cents": 500, "who": "Ann"}]}),
    "house": Visit("/house?table=nowhere", "house-view", ("/house/main.js", "/house/door.js", "/house/detail.js",
        "/house/hold.js", "/house/parts.js", "/house/words.js"), [
        *LOG_IN, ("wait", 3100), ("click", [".house-two a", 1]), *BUSY, ("click", [".house-two a", 2]), ("button",
        "Staff"), ("button", "Close"), *OUT,
    ]),
    "audit": Visit("/audit?table=dakota", "audit-view", ("/audit/main.js", "/audit/events.js",
        "/audit/event_words.js", "/audit/recall.js", "/audit/verify.js"), [
        ("click", [".tabs a", 1]), ("click", [".tabs a", 2]), ("click", [".tabs a", 3]), ("click", [".tabs a", 0]),
        ("choose", [".audit-bar select", "holdem"]), ("wait", 100),
    ], AUDITOR),
    "audit, shut": Visit("/audit", "audit-view", ("/audit/main.js", "/house/door.js"), [("house", {"become": "Ann"}),
        ("wait", 3100)], SUPERVISOR),
    "lobby": Visit("/", "house-lobby", ("/js/lobby.js", "/js/glance.js", "/js/picture.js"), [
        ("house", {"deaf": True}), ("button", "Sit down"), ("wait", 1000), ("button", "Practise in private"),
        ("wait", 5100), ("house", {"deaf": False}), ("wait", 5100), ("button", "Settings"), ("button", "Close"),
    ]),
    "lobby, a full room": Visit("/", "house-lobby", ("/js/lobby.js", "/js/main.js"), [("click",
        [".tables .primary:not([disabled])", 0]), ("house", {"become": ""}), ("house",
        {"answers": {"POST /api/practice": {"table": "alone-1"}}}), ("button", "Practise in private")], Actor("ann",
            "Ann", "player"), answers={"/api/room": ROOM, "GET /api/session": {
        "id": "ann", "name": "Ann", "role": "player", "csrf": "c", "kept": True}, "/api/you": {"purse_cents": 5050}}),
    "a table by its address": Visit("/table/lucky", "house-table", ("/js/table.js", "/js/main.js"), [("wait", 1000)]),
    "lobby, shut": Visit("/", "house-lobby", ("/js/lobby.js",), [("house", {"deaf": True}), ("reload",)],
        Actor("ann", "Ann", "player")),
    "round": Visit("/round/super-fun/1", "house-round", ("/js/round.js", "/js/round_page.js", "/js/review.js",
        "/js/review_page.js", "/js/keys.js"), [
        ("press", "b"), ("press", "b"), ("press", "n"), ("press", "ArrowLeft"), ("press", "ArrowRight"), ("press",
        "p"), ("wait", 5000), ("press", "p"), ("wait", 5000), ("wait", 60_000),
    ], attributes={"table": "super-fun", "number": "1"}),
    "you": Visit("/you", "house-you", ("/you/main.js", "/you/keep.js", "/you/data.js", "/you/passphrase.js"),
        [("wait", 2000), ("button", "Settings"), ("button", "Close")]),
    "no table": Visit("/table/nowhere", "house-table", ("/js/table.js",), [("wait", 1000)],
        attributes={"name": "nowhere"}),
}  # fmt: skip


def answers() -> dict[str, Any]:
    found: dict[str, Any] = {"/api/house/links": [], "/health": {"ok": True, "ledger": "writable"}}
    for name in ("room", "table", "rounds", "house", "form", "audit", "events", "staff"):
        found |= kept_answers(name)
    rounds = found["/api/tables/dakota/rounds"]
    books = kept_answers("books")
    round_ = found["/api/tables/super-fun/rounds/1"]
    return found | {
        "/api/house/books": {**books, "books": {**books["books"], "today": "2023-11-15"}},
        # Whether a promise was kept is checked on https and localhost only: here the cards are not shown yet.
        "/api/tables/super-fun/rounds/1": {**round_, "shuffle": {**round_["shuffle"], "revealed": False}},
        "/api/tables/super-fun/rounds": [{**each, "round": number} for number, each in enumerate(rounds[:3], start=1)],
        "/api/audit/tables/dakota/events": found["/api/audit/tables/holdem/events?limit=12"],
        "/api/audit/tables/holdem/events": found["/api/audit/tables/holdem/events?limit=12"],
    }


@pytest.mark.parametrize("name", VISITS)
def test_a_visit_is_as_approved(name: str, page: Page) -> None:
    """Paid by sittings.js."""
    asked = VISITS[name]
    page.goto(asked.address)
    felt = FeltHouse(House(alone("lucky")), who=asked.who, answers=answers() | asked.answers)
    told = sitting(page, felt, asked.steps, asked.scripts, tag=asked.tag, attributes=asked.attributes)
    hold(f"visit.{name.replace(', ', '-').replace(' ', '-')}.txt", told)
