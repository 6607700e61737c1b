"""What staff fill in and read, on pages without a server: a table changed, opened and opened again, rounds put right,
meters lowered, accounts kept, every stream verified. Forms are driven as people drive them, their timers with them;
what is said, sent and refused is held word for word."""

import json
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.house.draft import Actor
from tests.approved import hold
from tests.browser.at_table import alone
from tests.browser.sittings import FeltHouse, kept_answers, merged, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.browser.test_visits import answers
from tests.house.table_kit import AUDITOR, SUPERVISOR, House

HOUSE = ("/house/main.js", "/house/door.js")
CHANGED = "POST /api/tables/dakota/commands"
EDGES, AHEAD = "POST /api/house/edges", "POST /api/house/ahead"


def wager(name: str, now: float | None, then: float | None, **more: Any) -> dict[str, Any]:
    told = {"wager": name, "title": name.title(), "now": now, "then": then, "now_alone": None, "then_alone": None}
    return {**told, "why": "", "in_round": False, "added": False, **more}


UNKNOWN = {"known": False, "working": False, "units": "A round is told per unit of ($).", "first": "dollar", "wagers": [
    wager("round", 0.05, None, why="it hangs on the paytable"), wager("one", 0.02, None,
        why="it hangs on the paytable"),
    wager("two", 0.02, None, why="not offered here"), wager("three", 0.01, 0.01)]}  # fmt: skip
WORKING = {**UNKNOWN, "working": True}
KNOWN = {"known": True, "working": False, "units": "A round is told per unit of ($).", "first": "dollar", "wagers": [
    wager("round", 0.05, -0.0123, added=True), wager("dollar", 0.05, 0.04, now_alone=0.2, then_alone=0.1),
        wager("one", 0.02, -0.01, in_round=True)]}  # fmt: skip
NOT_AHEAD = {"state": "known", "is_ahead": False, "text": "the house is ahead", "mixes": None}
IS_AHEAD = {**NOT_AHEAD, "is_ahead": True, "text": "a player who plays best is ahead by 1 %"}
LOOKS_ON = {**NOT_AHEAD, "state": "working", "text": "whether a player is ahead is not yet known"}
NOT_TOLD = {**NOT_AHEAD, "state": "unknown", "text": "nobody can say who is ahead"}
UNREAD = {"code": "unread", "reason": "the warning was not read"}
REFUSED = {"code": "refused", "reason": "config: options cannot be: lowest_pair=99 is not possible: choose 2 to 14"}
HELD = [{"table": "dakota", "who": who, "wager": name, "rounds": 9, "bet_cents": cents, "alone_cents": alone_cents,
    "held_cents": 50,
    "hold": 0.01, "corrected_cents": 0, "expected_hold": 0.05, "z": z, "departs": [], "led_by": ""} for who, name,
        cents, alone_cents, z in (
        ("people", "dollar", 5000, 1000, -2.5), ("people", "one", 4000, 0, 0.5), ("bots", "one", 700, 0, 3.5),
            ("people", "three", 300, 0, 0.1))]  # fmt: skip


def tables(**changes: Any) -> list[dict[str, Any]]:
    """The kept house, with its first table changed."""
    first, *others = deepcopy(kept_answers("house")["/api/house"])
    return [merged(first, changes), *others]


def bet(cents: int, **more: Any) -> dict[str, Any]:
    told = {"seat": 1, "player": "ann", "name": "Ann", "wagers": {"dollar": 500, "one": 500}, "raised": {"one": 500}}
    return {**told, "won": {"dollar": cents, "one": -cents}, **more}


ROUND = {"seats": [bet(500), bet(0, seat=2, player="ben", name="Ben", won={"two": 0})], "corrections": [
    {"seat": 1, "wager": "dollar", "cents": -200}, {"seat": 2, "wager": "one", "cents": 900}]}  # fmt: skip
METER = {"name": "grand", "title": "Grand", "cents": 123_456, "overflow_cents": 50, "reserve_cents": -700, "lowers": [
    {"reason": "error", "words": "a counting error", "most_cents": 50_000}, {"reason": "move", "words": "a move",
        "most_cents": 1_250},
    {"reason": "none", "words": "nothing", "most_cents": 0}]}  # fmt: skip
SMALL = {
    **METER,
    "name": "mini",
    "title": "Mini",
    "reserve_cents": 700,
    "lowers": [{"reason": "none", "words": "nothing", "most_cents": 0}],
}
DUES = [{"table": name, "seat": seat, "name": "Ann", "cents": cents, "round": 3, "is_next": seat == 1}
    for name, seat, cents in (("dakota", 1, 500_000), ("dakota", 2, 150), ("holdem", 1, 99))]  # fmt: skip
LINKS = [{"link": "royal", "title": "Royal", "tables": ["dakota", "holdem"], "meters": [METER, SMALL], "dues": DUES,
    "figures": {
    "return_now": 0.8123, "return_long": 0.7, "meters": {"grand": {"break_even_cents": 200_000,
        "average_cents": None}}}},
    {"link": "other", "title": "Other", "tables": ["lucky"], "meters": [], "dues": [], "figures": None}]  # fmt: skip
FULL = {**kept_answers("house")["/api/house/totals"], "places_taken": 15}
ONE = {**FULL, "places_taken": 1, "places_most": 1}
BOOK = [{"version": at, "at": 1_700_000_000_000_000 + at, "did": did, "name": f"N{at}", "role": "auditor",
    "by": "Sam", "changed": changed}
    for at, did, changed in [*[(at, "account_made", []) for at in range(22)], (30, "account_changed", ["role",
        "password"]),
        (31, "account_removed", []), (32, "account_signed_out", [])]]  # fmt: skip
STAFF = {
    "/api/staff": [{"name": "Sam", "role": "supervisor"}, {"name": "Ada", "role": "auditor"}],
    "/api/staff/book": BOOK,
}
STREAMS = [{"table": name, "title": title, "game": "dakota_stud", "game_title": "Dakota Stud", "practice": practice,
    "open": open_, "retired": retired}
    for name, title, practice, open_, retired in [("dakota", "Dakota", False, True, False), ("old", "Old", False,
        False, True),
        ("p1", "One, practice", True, True, False), *[(f"away{at}", "", True, False, False) for at in range(12)],
            (":staff", "", False, True, False)]]  # fmt: skip
GOOD = {"good": True, "problem": "", "fault": None, "absent": "", "events": 1234, "rounds": 99, "departs": [],
    "archived": [], "head": {"version": 7,
    "hash": "ab" * 32}}  # fmt: skip
VERDICTS = [{**GOOD, "table": each["table"]} for each in STREAMS]
ODD = {
    **GOOD,
    "table": "dakota",
    "departs": [{"version": 5, "said": "no stud"}],
    "archived": [{"file": "a.zip", "first": 1, "last": 1900, "rounds": [1, 1200]}],
}
WRONG = {**GOOD, "good": False, "fault": {"version": 41, "reason": "a card is another"}}
HEADS = json.dumps([
    {"table": "dakota", "good": True, "head": {"version": 7, "hash": "ab" * 32}},
    {"table": "gone", "absent": "x", "head": {"version": 3, "hash": "cd" * 32}},
])  # fmt: skip
CONFIG = "form.ask"
SEND = ("click", "[data-send]")


def fill(name: str, text: str) -> tuple[str, Any]:
    return ("write", [f"{CONFIG} [name='{name}']", text])


def pick(name: str, value: str) -> tuple[str, Any]:
    return ("choose", [f"{CONFIG} [name='{name}']", value])


def tick(name: str) -> tuple[str, Any]:
    return ("click", f"{CONFIG} [name='{name}']")


def says(path: str, answer: Any) -> tuple[str, Any]:
    return ("house", {"answers": {path: answer}})


@dataclass
class Duty:
    address: str
    steps: list[Any]
    answers: dict[str, Any] = field(default_factory=dict)
    who: Actor = SUPERVISOR
    tag: str = "house-view"
    scripts: tuple[str, ...] = HOUSE
    width: int = 1280
    known: bool = True  # the page as it is found is told elsewhere


DUTIES: dict[str, Duty] = {
    "a table changed": Duty("/house?table=dakota", [("button", "Limits and options"),
        fill("wagers.dollar.least_cents", "7"), ("wait", 200),
        fill("wagers.dollar.most_cents", "150.5"), ("wait", 400), pick("options.paytable", "DS-02"), ("wait", 400),
            ("button", "Work it out"),
        says(EDGES, WORKING), ("wait", 100), ("button", "Work it out"), ("wait", 1000), says(EDGES, KNOWN), ("wait",
            1000), pick("options.lowest_pair", "5"),
        fill("title", "Another"), fill("betting_clock_s", "45"), tick("tokes"), pick("silent", "optimal"), ("wait",
            400), SEND, fill("reason", "as asked"),
        fill("departs", "for a study"), SEND, says(CHANGED, REFUSED), SEND, says(CHANGED, UNREAD), says(AHEAD,
            IS_AHEAD), SEND, tick("warned"), says(CHANGED,
        {}), SEND], {EDGES: UNKNOWN, AHEAD: NOT_AHEAD, "/api/audit/hold": HELD}),
    "a table changed, nobody knows who is ahead": Duty("/house?table=dakota", [("button", "Limits and options"), SEND,
        fill("reason", "so"), SEND,
        fill("shuffler.model", " hand "), fill("shuffler.version", "2"), tick("shuffler.alternating"), says(AHEAD,
            LOOKS_ON), ("wait", 400), ("wait", 1500), SEND,
        says(AHEAD, NOT_TOLD), ("wait", 1500), SEND, says(AHEAD, NOT_AHEAD), SEND],
        {EDGES: REFUSED, AHEAD: REFUSED, CHANGED: UNREAD, "/api/audit/hold": HELD}),
    "a table changed meanwhile": Duty("/house?table=lucky-practice", [("button", "Limits and options"),
        pick("options.decks", "1"), ("wait", 400), pick("options.paytable",
        "4"), fill("reason", "so"), says("/api/house", []), SEND, ("button", "Cancel")], {EDGES: KNOWN,
            AHEAD: NOT_AHEAD}),
    "a table opened": Duty("/house", [("button", "Open a table"), pick("game", "triple_shot_bonus"), SEND, ("wait",
        400), fill("name", "Bad Name"), SEND,
        fill("name", "triple-9"), fill("reason", "more guests"), ("wait", 400), SEND, says("POST /api/house/tables",
            REFUSED), SEND, fill("title", "Triple 9"),
        pick("shuffler.mode", "single_cards"), fill("shuffler.model", ""), says("POST /api/house/tables", {}), SEND,
            ("wait", 50)], {EDGES: KNOWN, AHEAD: IS_AHEAD}),
    "a room that is full": Duty("/house", [("button", "Open a table"), ("button", "Close")],
        {"/api/house/totals": FULL}, known=False),
    "a room of one table": Duty("/house?table=dakota", [("button", "Open it again"), ("button", "Close"),
        says("/api/house/totals", {**FULL, "places_taken": 2}),
        ("button", "Open it again"), ("wait", 400), fill("reason", "again"), says("POST /api/house/tables", {}),
            SEND], {"/api/house/totals": ONE, "/api/house": tables(
            retired=True, closed="moved away"), EDGES: KNOWN, AHEAD: NOT_AHEAD}),
    "a round put right": Duty("/house?table=dakota", [("button", "Correct a round"), SEND, pick("bet", "0"),
        fill("dollars", "12.5"), fill("dollars", "-3"), fill("dollars",
        "-30"), fill("dollars", "80"), tick("meant"), pick("bet", "2"), fill("dollars", "100"), fill("reason",
            "a wrong pay"), fill("round", "2"), says(
            "/api/tables/dakota/rounds/2", {"seats": [], "corrections": []}), fill("round", "1"), fill("round", "2"),
                fill("round", "0"), fill("round", "3"), pick("bet",
            "1"), fill("dollars", "-1.25"), says(CHANGED, {}), SEND], {"/api/tables/dakota/rounds/3": ROUND}),
    "a round on": Duty("/house?table=dakota", [("button", "Correct a round"), ("button", "Cancel"), ("button",
        "Irregularity"), ("choose", [f"{CONFIG} [name=ruling]",
        "misdeal.void"]), fill("reason", "a card fell"), says(CHANGED, {}), SEND, ("button", "Void the round"),
            fill("reason", "so"), SEND], {"/api/house": tables(
            phase="playing", rounds=4, notice="mind the step", departs="no stud", changed_by_page=["Title: A → B"])},
                known=False),
    "meters": Duty("/house?table=dakota", [("click", "[aria-label='Lower Grand']"), SEND, fill("dollars", "501"),
        fill("why", "counted twice"), SEND, pick("reason", "move"),
        fill("dollars", "12.5"), SEND, says("POST /api/house/links/royal/lower", {}), SEND, ("click", ".dues button"),
            says(CHANGED, {}), SEND],
        {"/api/house/links": LINKS}),
    "meters, an auditor": Duty("/house?table=dakota", [], {"/api/house/links": LINKS, "/health": {"ok": False,
        "ledger": "the disk is full"}, "/api/house/totals": {
        **kept_answers("house")["/api/house/totals"], "put_away": 1234}}, who=AUDITOR, known=False),
    "cards brought": Duty("/house?table=dakota", [("button", "Cards in the machine"), pick("deck", "B"),
        fill("missing", " 7h "), fill("reason", "counted"), says(CHANGED,
        {}), SEND], {"/api/house": tables(wrong_deck="B", cards_left=None)}),
    "accounts": Duty("/house", [("button", "Staff"), ("button", "Show all"), ("click",
        "[aria-label='Log out Ada everywhere']"), says("POST /api/staff/sign-out", {}), (
        "click", "[aria-label='Log out Ada everywhere']"), ("click", "[aria-label='Change Ada']"), SEND,
            fill("own_password", "own"), fill("password", "short"), SEND,
        fill("password", ""), pick("role", "teacher"), says("POST /api/staff/change", {}), SEND, ("click",
            "[aria-label='Change Sam']"), SEND, ("button", "Cancel"),
        ("click", "[aria-label='Remove Ada']"), fill("own_password", "own"), says("POST /api/staff/remove",
            {"code": "refused", "reason": "the last one stays"}), SEND,
        says("POST /api/staff/remove", {}), SEND, ("button", "New account"), SEND, fill("name", " Tom "),
            fill("password", "a long password"), fill("own_password",
        "own"), says("POST /api/staff/make", {}), SEND], STAFF),
    "accounts, an auditor": Duty("/house", [("button", "Staff"), ("button", "Close"), says("/api/staff/book",
        {"code": "forbidden", "reason": "not for you"}), (
        "button", "Staff")], STAFF, who=AUDITOR),
    "the house, on a phone": Duty("/house", [("click", [".rows tr", 2]), ("click", [".rows a", 0]), ("fire",
        "popstate"), ("wait", 13_000)], {"/api/house/ahead": [{"table":
        "dakota", **IS_AHEAD}, {"table": "holdem", **NOT_AHEAD}], "/api/audit/hold": HELD}, width=390, known=False),
    "streams": Duty("/audit?table=dakota&view=verify", [("button", "Verify every table"), ("button",
        "Save the heads"), ("wait", 1100), says("/api/audit/verify", [ODD]), (
        "button", "Verify dakota"), says("/api/audit/verify", [WRONG | {"table": "dakota"},
            WRONG | {"table": ":staff"}]), ("button", "Verify every table"), says(
        "/api/audit/verify", [GOOD | {"table": "dakota", "good": False, "absent": "old_game"}]), ("button",
            "Verify dakota"), says("/api/audit/verify", {"code": "busy",
        "reason": "the house is busy"}), ("button", "Verify dakota"), ("file", ["input[type=file]", "notes.txt",
            "no heads"]), says("/api/audit/verify", [ODD,
        GOOD | {"table": "gone"}]), ("file", ["input[type=file]", "heads.json", HEADS]), says("/api/audit/streams",
            {"code": "busy", "reason": "the house is busy"}), (
        "button", "Verify every table")], {"/api/audit/streams": STREAMS, "/api/audit/verify": VERDICTS}, who=AUDITOR,
            tag="audit-view", scripts=("/audit/main.js",), known=False),
}  # fmt: skip


@pytest.mark.parametrize("name", DUTIES)
def test_what_staff_do_is_as_approved(name: str, page: Page) -> None:
    asked = DUTIES[name]
    page.set_viewport_size({"width": asked.width, "height": 800})
    page.goto(asked.address)
    felt = FeltHouse(House(alone("lucky")), who=asked.who, answers={**answers(), **deepcopy(asked.answers)})
    shown = sitting(page, felt, asked.steps, asked.scripts, tag=asked.tag, known=asked.known)
    hold(f"staff.{name.replace(', ', '-').replace(' ', '-')}.txt", shown)
