"""What is on record, read on pages without a server: a round reviewed and played on in private, with its promise
checked; events and rounds as an auditor asks for them; rules, meters on a wall, and what a person finds and changes
about themselves. Every line that changes is held word for word."""

import hmac
import json
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.house.draft import Actor
from houseway.web.api_games import primer, rules
from tests.approved import hold
from tests.browser.at_table import alone
from tests.browser.sittings import FeltHouse, kept_answers, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.browser.test_sittings import BOXES
from tests.browser.test_visits import answers
from tests.house.table_kit import AUDITOR, GUEST, SUPERVISOR, House

ANN = Actor("anna", "Anna", "player")
DAY_US = 86_400_000_000
NOW_US = 1_700_000_000_000_000
BUSY = {"code": "busy", "reason": "the house is busy"}
ROUND = "/api/tables/super-fun/rounds/1"
RECORD = kept_answers("rounds")[ROUND]
TAPE = RECORD["tape"]
KEY = "0123456789abcdef" * 4
ORDER = RECORD["shuffle"]["order"]
PROMISE = hmac.new(
    bytes.fromhex(KEY),
    json.dumps({"cycle": 1, "order": ORDER, "table": "super-fun"}, separators=(",", ":")).encode(),
    "sha256",
)


def shuffle(**more: Any) -> dict[str, Any]:
    return {**RECORD["shuffle"], "revealed": True, "key": KEY, "commitment": PROMISE.hexdigest(), **more}


def round_(**more: Any) -> dict[str, Any]:
    return {**deepcopy(RECORD), "shuffle": shuffle(), **more}


def worth(choice: int, made: str, best: str, *others: str, wrong: float = 0.0) -> dict[str, Any]:
    row = [i for i, (verb, *_) in enumerate(TAPE) if verb == 3][choice - 1]
    values = [{"act": best, "value": 0.25, "whole_cents": 125.0}]
    values += [{"act": made, "value": 0.25 - wrong, "whole_cents": 125 - 500 * wrong}] if made != best else []
    values += [{"act": act, "value": -0.5 - i / 10, "whole_cents": -250.0 - i} for i, act in enumerate(others)]
    covers = {"exact": True, "wagers": ["blackjack"], "rest": [], "settled_cents": 0, "left_out": []}
    return {"choice": choice, "act": made, "values": values, "unit_cents": 500, "covers": covers, "row": row,
        "seat": TAPE[row][1], "hand": 0}  # fmt: skip


ACTS = ("double", "stand", "hit", "surrender", "double", "hit", "stand", "surrender", "double")
WORTHS = [
    worth(1, "hit", "stand", "double", wrong=0.123),
    worth(2, "stand", "stand", *ACTS),
    worth(3, "hit", "hit"),
    worth(4, "surrender", "hit", wrong=0.0004),
]
AT_FIRST = TAPE[:10]
ASKED = {"seat": 1, "hand": 0, "acts": ["hit", "stand", "double"], "prices": {"double": 500}}
TRIED = {"tape": AT_FIRST, "why": [], "pending": ASKED, "fresh": False, "seats": [1]}
ON = {**TRIED, "tape": TAPE[:13], "pending": {**ASKED, "hand": 0}}
OVER = {"tape": TAPE, "why": RECORD["why"], "pending": None, "fresh": True, "seats": [1]}
RULED = {"at": NOW_US, "sort": "exposed_card", "outcome": "play_on", "title": "A card exposed",
    "words": "it is played", "seat": 1, "by": "Sam",
    "reason": "by the rules", "row": 12}  # fmt: skip
AFTER = [
    {"said": "The round is void.", "at": NOW_US, "rows": []},
    {"said": "Corrected: Anna +$2.", "at": NOW_US, "rows": [[8, 1, 0, 0, 0, 200]]},
]
CORRECTION = {"seat": 1, "wager": "blackjack", "cents": 200}
PLAYERS = [{**each, "cents_corrected": 200} for each in RECORD["players"][:1]] + [
    {**RECORD["players"][1], "cents_after": None, "bot": "basic"}
]
OLD = round_(state="voided", departs="no stud", aftermath=AFTER, corrections=[CORRECTION], players=PLAYERS, by="Sam",
    reason="a card fell", amiss="a pay is another",
    shuffle=shuffle(revealed=False, discarded={"at": NOW_US, "reason": "the server stopped"}),
        seats=[{**RECORD["seats"][0], "raised": {"blackjack": 250}, "taken": {
        "blackjack": 100}, "back": {"blackjack": 150}, "undone": {}}, {**RECORD["seats"][1], "won": {},
            "back": {"blackjack": 500}}, {**RECORD["seats"][1], "seat": 3,
            "undone": {"blackjack": 5}}])  # fmt: skip


def as_sent(part: Any) -> Any:
    return json.loads(json.dumps(part, default=dict))


def event(version: int, kind: str, body: dict[str, Any], **more: Any) -> dict[str, Any]:
    told = {
        "table": "dakota",
        "version": version,
        "at": NOW_US + version,
        "kind": kind,
        "body": body,
        "command": "",
        "before": "b",
        "hash": "h",
    }
    return {
        **told,
        "withheld": [],
        "changes": [],
        "round": 0,
        "cause": "",
        "owners": [],
        "ruled": "",
        "cards": [],
        **more,
    }


ALL_KINDS = [
    event(1, "opened_again", {"by": "Sam", "reason": "more guests", "config": {"departs": "no stud"}},
        changes=["Title: A to B"], withheld=["order", "key"]),
    event(2, "sat", {"name": "Bot 3", "seats": [3], "bot": "basic"}, cause="as the file says"), event(3, "bet",
        {"seat": 1, "player": "anna", "postings": {
        "player:anna": 500}}, cause="the table closes"), event(4, "bet", {"seat": 1, "player": "anna",
            "wagers": {"one": 500, "dollar": 700}}),
    event(5, "bet", {"seat": 1, "player": "anna", "wagers": {}}), event(6, "leaving", {"player": "anna"},
        cause="idle"), event(7, "left", {"player": "anna", "cents": 900},
        cause="a pay by hand"), event(8, "loaded", {"tray": "0102", "deck": "B", "by": "Sam", "reason": "counted"}),
            event(9, "dealt", {"round": 2, "owners": ["anna", "", "ben"]},
            round=2), event(10, "chose", {"round": 2, "seat": 1, "hand": 1, "act": 0, "by": "clock"}, round=2,
                cards=[1, 2, 3]), event(11, "paid", {"round": 2, "settled": [
                {"seat": 1, "wager": "one", "stake": 500, "won": -500}, {"seat": 3, "wager": "two", "stake": 0,
                    "won": 700}]}, round=2, owners=["anna", "", "ben"]),
    event(12, "jackpot", {"round": 2, "link": "royal", "awards": [{"player": "anna", "cents": 5000, "by_hand": True},
        {"player": "ben", "cents": 70, "by_hand": False}]}),
    event(13, "settled", {"round": 2, "won": {"1": {"one": 500, "dollar": -500}, "3": {"two": 0}}}, round=2,
        owners=["anna"]), event(14, "voided", {"round": 2, "by": "Sam",
        "reason": "a card fell", "postings": {"player:anna": 500, "player:ben": -300, "house": -200}}), event(15,
            "ruled", {"by": "Sam", "reason": "so", "seat": 1}, round=2,
            ruled="a late bet goes back"), event(16, "ruled", {"by": "Sam", "reason": "so", "seat": 0},
                ruled="play on"), event(17, "corrected", {"round": 2, "seat": 1, "player": "anna",
                "wager": "one", "cents": -250, "by": "Sam", "reason": "a wrong pay"}), event(18, "archived",
                    {"rounds": [1, 9], "file": "a.zip", "by": "Sam"}),
    event(19, "clock_set", {"off_us": -3_600_000_000}), event(20, "of_another_house", {}), event(21, "shuffled",
        {"cycle": 3, "deck": "", "commitment": "c" * 64}),
    event(22, "chose", {"round": 99, "seat": 1, "hand": 0, "act": 99, "by": "player"}, round=99)]  # fmt: skip
OF_ANNA = [{"table": name, "title": name.title(), "round": number, "at": NOW_US, "net_cents": net, "void": void,
    "corrected_cents": corrected}
    for name, number, net, void, corrected in (("dakota", 2, 500, False, 100), ("super-fun", 1, 0, True,
        0))]  # fmt: skip
NAMED = [{"table": "super-fun", "round": 1, "state": "settled", "rulings": [], "corrections": [CORRECTION],
    "began_at": NOW_US},
    {"table": "super-fun", "round": 2, "state": "on", "rulings": [RULED], "corrections": [],
        "began_at": NOW_US}]  # fmt: skip
SUM = {"of": "casino_war", "practice": False, "rounds": 1234, "bet_cents": 500_000, "net_cents": -1_250}
SUMMARY = {"purse_cents": 150_050, "stacks": 2, "stack_cents": 200_000, "bought_cents": 90_000, "taken_cents": 40_050,
    "rounds": 3, "archived": True, "on_tables": [
    {"table": "dakota", "title": "Dakota", "practice": False, "cents": 500}, {"table": "gone", "title": "Gone",
        "practice": True, "cents": 0}, {"table": "alone-1",
        "title": "Practice here", "practice": True, "cents": 5}], "by_game": [SUM, {**SUM, "of": "gone",
            "practice": True, "net_cents": 0}], "by_day": [{**SUM, "of": "2023-11-14",
            "practice": True, "net_cents": 5}, {**SUM, "of": "2023-11-13"}]}  # fmt: skip
PLAYED = [{"table": "dakota", "title": "Dakota", "game": "dakota_stud", "practice": number == 2, "round": number,
    "at": NOW_US - number, "bet_cents": 500, "net_cents": net, "void":
    number == 1, "corrected_cents": corrected, "fed_cents": fed, "jackpot_cents": jackpot} for number, net, corrected,
        fed, jackpot in ((2, 700, 0, 100, 5_000), (1, -500, -150, 0, 0))]  # fmt: skip
MISTAKE = {
    "table": "dakota",
    "game": "dakota_stud",
    "round": 2,
    "choice": 1,
    "said": "left (1) in",
    "lost_cents": 123,
    "at": NOW_US,
}
SCORE = {"score": {"casino_war": {"choices": 9, "mistakes": 2, "lost_cents": 150, "drills": 4, "drills_right": 3},
    "gone": {"choices": 1}, "dakota_stud": {}},
    "days": {"2023-11-14": {"choices": 5, "mistakes": 1, "lost_cents": 99}}, "mistakes": [MISTAKE, {**MISTAKE,
        "choice": 2}, {**MISTAKE, "game": "gone", "round": 7}]}  # fmt: skip
KEPT = {"id": "anna", "name": "Anna", "role": "player", "csrf": "c", "kept": True, "kept_days": 400}
YOURS = {
    "/api/you": SUMMARY,
    "/api/you/rounds": PLAYED,
    "/api/you/score": SCORE,
    "GET /api/session": {**KEPT, "kept": False},
}
HELD = {**YOURS, "GET /api/session": KEPT, "/api/you/settings": {"settings": {"theme": "dark",
    "guided.casino_war": True}, "forgotten_at": NOW_US + 5 * DAY_US}, "PUT /api/you/settings":
    {"settings": {"theme": "dark"}}, "POST /api/you/score": SCORE}  # fmt: skip
METERS = [{"name": "grand", "title": "Grand", "cents": 123_456, "must_hit_by_cents": 200_000,
    "revealed": {"trigger_cents": 150_000}},
    {"name": "mini", "title": "Mini", "cents": 500, "must_hit_by_cents": 0, "revealed": None}, {"name": "must",
        "title": "Must", "cents": 500, "must_hit_by_cents": 900, "revealed": None}]  # fmt: skip
WALL = {"links": [{"link": "royal", "meters": METERS, "tables": ["Dakota", "Hold'em"], "hits": [{"table": "dakota",
    "round": 3, "at": NOW_US, "awards": [{"seat": 1, "cents": 5000,
    "tier": "royal_flush", "why": "tier", "meter": "grand"}]}]}, {"link": "other", "meters": [], "tables": [],
        "hits": []}]}  # fmt: skip
FORM = ".filter"
TOLD = {
    "/api/games/casino_war/primer": as_sent(primer("casino_war", ["decks=8"])),
    "/api/games/casino_war/rules": as_sent(rules("casino_war")),
}


def says(path: str, answer: Any) -> tuple[str, Any]:
    return ("house", {"answers": {path: answer}})


@dataclass
class Reading:
    address: str
    tag: str
    scripts: tuple[str, ...]
    steps: list[Any]
    who: Actor = ANN
    answers: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    width: int = 1280
    moves: bool = False


def review(steps: list[Any], more: dict[str, Any], **given: Any) -> Reading:
    found = {"address": "/round/super-fun/1", "attributes": {"table": "super-fun", "number": "1"}, **given}
    return Reading(
        tag="house-round", scripts=("/js/round.js",), steps=steps, answers={ROUND: round_(), **more}, **found
    )


def audit(query: str, steps: list[Any], more: dict[str, Any], **given: Any) -> Reading:
    return Reading(f"/audit?{query}", "audit-view", ("/audit/main.js",), steps, who=AUDITOR, answers=more, **given)


READINGS: dict[str, Reading] = {
    "a round reviewed": review([("button", "What was each"), says(f"{ROUND}/worths", WORTHS), ("button", "Ask again"),
        ("click", [".mark", 0]), ("click", [".mark", 1]), ("click",
        [".mark", 2]), ("click", [".mark", 3]), ("press", "b"), ("click", [".step", 0]), ("button", "Settings"),
            ("press", "ArrowRight"), ("button", "Close")], {f"{ROUND}/worths": BUSY}),
    "a round, another way": review([("wait", 10), says(f"{ROUND}/what-if", TRIED), ("button", "Try again"),
        says(f"{ROUND}/what-if", ON), ("press", "h"), says(
        f"{ROUND}/what-if", BUSY), ("press", "q"), ("press", "s"), says(f"{ROUND}/what-if/worths", [WORTHS[0],
            {**WORTHS[1], "choice": 2}]), says(f"{ROUND}/what-if", OVER), ("press", "s"),
        ("button", "Once more"), ("button", "Back to the round"), says(f"{ROUND}/what-if", BUSY), ("button",
            "Try again"), ("button", "Back")], {f"{ROUND}/worths": WORTHS,
            f"{ROUND}/what-if/worths": BUSY}, address="/round/super-fun/1#choice-1", moves=True),
    "a round, on a phone": review([("click", [".mark", 1]), says(f"{ROUND}/what-if", OVER), ("button", "Try again"),
        ("button", "Back to the round"), ("press", "n"), ("fire",
        "resize")], {}, width=390),
    "a round that is void": review([("button", "Start"), ("button", "Next"), ("button", "End")], {ROUND: OLD},
        who=SUPERVISOR),
    "a promise that is not kept": review([], {ROUND: round_(shuffle=shuffle(commitment="other"), rulings=[RULED])},
        who=AUDITOR),
    "a promise, cards in another order": review([], {ROUND: round_(shuffle=shuffle(dealt_before=1))}, who=GUEST),
    "no round": Reading("/round/dakota/77", "house-round", ("/js/round.js",), [], attributes={"table": "dakota",
        "number": "77"}),
    "events": audit("table=dakota&before=30&open=1", [("click", [".events button", 0]), ("click", [".events button",
        1]), ("choose", [f"{FORM} [name=kind]", "bet"]), ("write", [
        f"{FORM} [name=round]", "2"]), ("write", [f"{FORM} [name=since]", "2023-11-14T00:00"]), ("write",
            [f"{FORM} [name=until]", "2023-11-14T12:30"]), ("submit", FORM), says(
        "/api/audit/tables/dakota/search", [event(200 - at, "gone", {"player": "anna"}) for at in range(51)]),
            ("button", "Show all"), says("/api/audit/tables/dakota/search", ALL_KINDS[:2]), ("button", "Older"),
            ("button", "Newest"), says("/api/audit/tables/dakota/search", []), (
        "click", [".tabs a", 0]), ("click", [".tabs a", 1]), ("click", [".tabs a", 3])],
            {"/api/audit/tables/dakota/search": ALL_KINDS}),
    "events of no time": audit("table=dakota&since=yesterday&kind=jackpot&player=anna", [], {}),
    "events of a second": audit("table=dakota&since=2023-11-14T12:30:15&until=2023-11-14T12:30:15", [], {}),
    "events of a day": audit("table=dakota&since=2023-11-14&until=2023-11-15", [],
        {"/api/audit/tables/dakota/search": ALL_KINDS[:1]}),
    "a view that is not there": audit("table=nowhere&view=secrets", [("fire", "popstate")],
        {"/api/audit/tables": kept_answers("audit")["/api/audit/tables"]}),
    "rounds": audit("table=super-fun&view=rounds&round=1", [("write", [f"{FORM} [name=round]", "77"]), ("submit",
        FORM), says(f"{ROUND}", OLD), says("/api/audit/tables/super-fun/rounds",
        NAMED), ("write", [f"{FORM} [name=since]", "2023-11-14T00:00"]), ("submit", FORM), ("click",
            [".rounds-list a", 1]), says("/api/audit/tables/super-fun/rounds", []), ("write", [
        f"{FORM} [name=until]", "2023-11-15T00:00"]), ("submit", FORM), says("/api/audit/rounds", OF_ANNA), ("choose",
            [f"{FORM} [name=player]", "anna"]), ("submit", FORM), ("click", [
        ".rounds-list a", 0]), says("/api/audit/rounds", []), ("submit", FORM), ("button", "The last rounds")],
            {ROUND: round_(), "/api/tables/super-fun/rounds": [
            round_()]}),
    "rounds of a table without any": audit("table=dakota&view=rounds", [], {"/api/tables/dakota/rounds": []}),
    "a round on record that is void": audit("table=super-fun&view=rounds&round=1", [("button", "Print")], {ROUND: OLD,
        "/api/tables/super-fun/rounds": []}),
    "rules": Reading("/rules/casino_war?set=decks=8", "house-rules", ("/js/rules.js",), [],
        attributes={"slug": "casino_war"}, answers=TOLD),
    "rules of no game": Reading("/rules/nothing", "house-rules", ("/js/rules.js",), [],
        attributes={"slug": "casino_war"}, answers={"GET /api/games/casino_war": BUSY}),
    "a wall": Reading("/meters", "house-wall", ("/js/wall.js",), [("house", {"deaf": True}), ("wait", 2000), ("house",
        {"deaf": False}), says("/api/links", {"links": []}), ("wait", 2000)],
        answers={"/api/links": WALL}),
    "a wall without a house": Reading("/meters", "house-wall", ("/js/wall.js",), [], answers={"/api/links": BUSY}),
    "no page": Reading("/nowhere", "p", ("/js/main.js",), []),
    "you": Reading("/you", "house-you", ("/you/main.js",), [says("/api/you/rounds", BUSY), ("button", "Older"),
        ("wait", 200), says("/api/you/rounds", [{**PLAYED[0], "round": 7}]), ("wait", 1500), ("write", [
        "[name=fresh]", "five words"]), ("button", "Offer me"), ("click", [".show input", 0]),
            says("POST /api/you/keep", BUSY), ("submit", ".panel form"), ("write", ["[name=fresh]",
        "six words"]), says("POST /api/you/name", {**KEPT, "kept": False, "name": "Annie"}), ("write",
            ["details [name=name]", " Annie "]), ("submit", "details form"), says(
        "POST /api/you/return", BUSY), ("write", [["[name=name]", -1], "Ben"]), ("write", ["[name=passphrase]",
            "mine"]), ("submit", [".panel form", -1]), says("POST /api/you/forget", {"role": "guest", "kept": False}),
            says(
        "GET /api/session", {"role": "guest", "kept": False}), ("submit", [".panel form", -2])], answers=YOURS),
    "you, kept": Reading("/you", "house-you", ("/you/main.js",), [says("DELETE /api/you/forget", BUSY), ("button",
        "Do not forget"), says("DELETE /api/you/forget", {}), ("button",
        "Do not forget"), ("set", ["deck", "two"]), ("write", ["[name=old]", "old"]), ("write", ["[name=fresh]",
            "new"]), says("POST /api/you/passphrase", BUSY), ("submit", ".panel form"),
            says("POST /api/you/passphrase", KEPT), (
        "submit", ".panel form"), says("POST /api/you/forget", BUSY), ("write", [["[name=old]", -1], "old"]),
            ("submit", [".panel form", -1]), says("DELETE /api/session", BUSY), ("button", "Sign out everywhere"),
            says("DELETE /api/session", {"id": "", "name": "guest", "role": "guest", "kept": False}), ("click",
            ".doors button")], answers=HELD),
    "you, to be forgotten": Reading("/you", "house-you", ("/you/main.js",), [("write", [["[name=name]", -1], "Anna"]),
        says("POST /api/you/forget", KEPT), ("submit", [".panel form", -1])],
        answers={**HELD, "/api/you/settings": {"settings": {}}, "/api/you/score": {"score": {}, "days": {},
            "mistakes": []}, "/api/you": {**SUMMARY, "rounds": 0, "stacks": 1, "on_tables": []}}),
    "you, a house that is busy": Reading("/you", "house-you", ("/you/main.js",), [], answers={"/api/games": BUSY}),
}  # fmt: skip


@pytest.mark.parametrize("name", READINGS)
def test_what_is_on_record_is_read_as_approved(name: str, page: Page) -> None:
    asked = READINGS[name]
    page.emulate_media(reduced_motion="no-preference" if asked.moves else "reduce")
    page.set_viewport_size({"width": asked.width, "height": 800})
    page.goto(asked.address)
    felt = FeltHouse(House(alone("lucky")), who=asked.who, answers={**answers(), **deepcopy(asked.answers)})
    boxes = BOXES if asked.moves else []
    told = sitting(page, felt, asked.steps, asked.scripts, tag=asked.tag, attributes=asked.attributes, boxes=boxes)
    hold(f"record.{name.replace(', ', '-').replace(' ', '-')}.txt", told)
