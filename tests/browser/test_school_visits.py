"""The pages of the school, each visited on one page with a house that is the real school without its server
(schools.py): lessons dealt to their end, questions answered by key and click, exams with their clock. Every line that
changes, what is sent, where the focus goes and what is said aloud are held word for word."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from houseway.house.draft import Actor
from tests.approved import hold
from tests.browser.at_table import alone
from tests.browser.schools import DAY_US, NOW_US, SchoolHouse, questions_of
from tests.browser.sittings import kept_answers, sitting
from tests.browser.test_scripts_by_hand import page as page
from tests.browser.test_sittings import BOXES
from tests.house.table_kit import AUDITOR, GUEST, SUPERVISOR, House
from tests.web.conftest import PASSWORD

ANN = Actor("ann", "Ann", "player")
TINA = Actor("staff-3", "Tina", "teacher")
DUE, WRITTEN = ("due",), ("due", True)
DEAF, HEARS = ("house", {"deaf": True}), ("house", {"deaf": False})


def press(*keys: str) -> list[Any]:
    return [("press", key) for key in keys]


@dataclass
class Class:
    address: str
    script: str
    steps: list[Any]
    who: Actor = ANN
    house: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    width: int = 1280
    moves: bool = False


# --- what the school answers, where it is no round ---

CHOICE: dict[str, Any] = {
    "id": "c1", "kind": "choice.tie", "title": "Ties", "game": "casino_war", "options": {},
    "tape": [[0, 1, 0, 0, 500, 0], [9, 0, 0, 9, 1, 0], [1, 1, 0, 21, 1, 0], [1, 0, 0, 34, 1, 0]], "seat": 1, "hand": 0,
    "felt": {"motto": "", "lines": [], "payouts": []}, "asks": "A tie: what is best?", "again": True,
    "form": {"is": "choose", "options": [{"key": "war", "words": "Go to war"}, {"key": "surrender",
        "words": "Surrender"}]},
    "marked": {"right": False, "answer": "war", "difficulty": 3, "because": "it gives up less", "cites": [{"id": "p1",
        "cites": "paragraph 1", "text": "Ties are played out."}], "lost_cents": 151, "values": [
            {"act": "go_to_war", "value": -0.25}, {"act": "surrender", "value": -0.5}, {"act": "go_to_war",
                "value": 0.0},
            *[{"act": "go_to_war", "value": 0.0456}] * 5]},
}  # fmt: skip
EASY = {**CHOICE, "id": "c2", "again": False, "marked": {**CHOICE["marked"], "right": True, "difficulty": 1,
    "lost_cents": 0,
    "values": [], "cites": []}}  # fmt: skip
EXAM = {"id": "e1", "title": "Spring", "game": "casino_war", "kinds": ["pay", "who_wins"], "number": 2, "minutes": 6,
    "pass_percent": 80, "options": {}, "by": "Tina", "set_at": NOW_US - 9 * DAY_US, "ended": False,
    "commitment": "sealed"}  # fmt: skip
SAYS = {"passed": True, "learner": "Ann", "right": 2, "number": 2, "ended_at": NOW_US, "not_reached": 0, "errors": []}
FAILED = {**SAYS, "passed": False, "right": 0, "not_reached": 1, "errors": [{"number": 1, "asks": "How much?",
    "answered_words": "$5",
    "right_words": "$6", "because": "six to five"}, {"number": 2, "asks": "Who?", "right_words": "",
        "because": "it was not answered"}]}  # fmt: skip
RESULTS = [{"learner": name, "name": name.title(), "begun_at": NOW_US, "right": right, "passed": passed}
    for name, right, passed in (("ann", 2, True), ("ben", 1, False), ("cleo", None, None))]  # fmt: skip
SAT = [{**EXAM, "id": f"e{right}", "begun_at": NOW_US, "right": right, "passed": passed, "game": game}
    for right, passed, game in ((9, True, "casino_war"), (1, False, "gone"), (None, None, "casino_war"))]  # fmt: skip
OWN = {**EXAM, "options": {"decks": "8", "bonus": True}}
KEPT = {"GET /api/session": {"id": "ann", "name": "Ann", "role": "player", "csrf": "c", "kept": True}}
SCHOOL: dict[str, Any] = {"kept": False, "due": 3, "today": "2023-11-14", "begun": [], "games": [
    {"slug": "dakota_stud", "title": "Dakota Stud", "kinds": questions_of("dakota_stud", "pay"), "missed": 0},
    {"slug": "casino_war", "title": "Casino War", "kinds": questions_of("casino_war", "pay", "who_wins"),
        "missed": 2}]}  # fmt: skip
WAR = {"slug": "casino_war", "title": "Casino War", "missed": 2, "kinds": [
    *questions_of("casino_war", "pay", "who_wins", "settle_next", "choice", "choice.tie"),
    {**questions_of("casino_war", "spot_error")[0], "asked": 7, "right": 6, "due_at": NOW_US}]}  # fmt: skip
LESSON_BEGUN = {"what": "lesson", "game": "casino_war", "options": {"decks": "8"}, "exam": "", "title": "", "at": 1}
TABLE_BEGUN = {**LESSON_BEGUN, "what": "table", "options": {}}
EXAM_BEGUN = {**LESSON_BEGUN, "what": "exam", "exam": "e1", "title": "Spring"}
AT_SCHOOL = {"/api/school": SCHOOL, "/api/school/exams": [EXAM, {**EXAM, "id": "e2", "game": "dakota_stud"}],
    "/api/school/games/casino_war": WAR, "/api/school/games/dakota_stud": {**SCHOOL["games"][0],
        "kinds": []}}  # fmt: skip
WEEK = {"week": "2023-11-06", "asked": 7, "right": 5, "choices": 3, "lost_cents": 250}
KIND = {"game": "casino_war", "kind": "pay", "title": "Pays", "side": "dealer", "asked": 9, "right": 7, "lost_cents": 0,
    "recall": 0.876, "due_at": NOW_US - 1, "weeks": [{**WEEK, "choices": 0}]}  # fmt: skip
TIES = {**KIND, "kind": "choice.tie", "title": "Ties", "side": "player", "asked": 4, "right": 1, "lost_cents": 333,
    "recall": None,
    "due_at": NOW_US + 2 * DAY_US, "weeks": [WEEK, {**WEEK, "week": "2023-11-13", "choices": 0,
        "asked": 0}]}  # fmt: skip
PROGRESS: dict[str, Any] = {"kept": True, "tables": [{"game": "casino_war", "options": {}, "at": NOW_US, "rounds": 12,
    "errors": 1,
    "rounds_an_hour": 67.5}, {"game": "gone", "options": {}, "at": NOW_US, "rounds": 1, "errors": 0,
        "rounds_an_hour": 20.4}],
    "kinds": [KIND, TIES, {**KIND, "kind": "who_wins", "title": "Who wins", "asked": 0, "due_at": None,
        "game": "gone"}],
    "weeks": [WEEK, {**WEEK, "week": "2023-11-13", "asked": 4, "right": 3, "choices": 0, "lost_cents": 0}],
    "weak": [TIES], "lost_cents_an_hour": 1234.5, "by_day": {}}  # fmt: skip
NOTHING = {"kept": False, "tables": [], "kinds": [], "weeks": [], "weak": [], "lost_cents_an_hour": None, "by_day": {}}
LEARNER = {"id": "ann", "name": "Ann", "joined_at": NOW_US - 5 * DAY_US, "last_at": NOW_US, "asked": 8, "right": 5,
    "due": 2,
    "weak": [TIES, {**KIND, "game": "gone"}], "tables": [PROGRESS["tables"][0]]}  # fmt: skip
FRESH = {**LEARNER, "id": "ben", "name": "Ben", "last_at": None, "asked": 0, "right": 0, "weak": [], "tables": []}
CLASS = {
    "id": "k1",
    "title": "Mondays",
    "by": "Tina",
    "opened_at": NOW_US - 9 * DAY_US,
    "link": "/school/join/abc",
    "learners": 2,
}
TAUGHT = {**CLASS, "of_learners": [LEARNER, FRESH]}
JOINED = {**CLASS, "link": None, "learners": 1}
LOG_IN = [("write", ["[name=name]", " Sam "]), ("write", ["[name=password]", "wrong"]), ("submit", ".log-in-here form"),
    ("write", ["[name=password]", PASSWORD]), ("submit", ".log-in-here form")]  # fmt: skip
ASK = ".dock.asking"

VISITS: dict[str, Class] = {
    "lesson": Class("/school/casino_war/lesson", "dealing", [
        DUE, *press("c"), WRITTEN, DUE, DUE, *press("8", "1", "1", "b", "Escape", "7"), *[DUE] * 12, *press("a", "z"),
            DEAF, *press("g"),
        HEARS, *press("g"), DUE,
    ]),
    "lesson, a phone": Class("/school/casino_war/lesson?set=decks=8&set=bonus=true", "dealing", [
        *press("1"), ("click", [".groups button", -1]), *[DUE] * 3, ("click", "details.table-options button"),
            ("choose", ["select", "1"]),
        ("house", {"deals on": ""}), *press("a"), ("click", [".seat", 1]), ("click", [".house-hand", 0]), DUE,
    ], width=500, house={"ahead": 9}),
    "lesson, cards set": Class("/school/fast_action_holdem/lesson", "dealing", [*[DUE] * 3, ("click", [".pick", 0]),
        ("click", [".pick", 1]),
        ("click", [".pick", 2]), *press("0", "a"), DUE, DUE], who=GUEST, house={"seed": 3, "ahead": 11}),
    "table": Class("/school/casino_war/table", "dealing", [DUE, WRITTEN, *press("8", "a"), DUE, DUE, DUE, *press("8"),
        ("click", "[data-deed^=close]"), *[DUE] * 4, *press("x"), ("button", "Another table")],
        house={"seed": 3, "ahead": 9}, moves=True),
    "table, at war": Class("/school/casino_war/table?set=decks=6", "dealing", [*press("1", "1", "1", "3"), ("click",
        [".seat", 2]), ("click",
        [".hand", -1]), ("click", [".house-hand", 0]), *press("8", "0"), DUE, ("wait", 600), DUE, DUE],
            house={"seed": 3, "ahead": 38}, moves=True),
    "lesson, none": Class("/school/casino_war/lesson", "dealing", [], house={"deaf": True}),
    "drill": Class("/school/casino_war/drill?kind=pay", "drill", [
        ("write", [f"{ASK} input", "12.5"]), ("click", [".chip-choice", 2]), ("button", "Clear"), ("click",
            [".chip-choice", 1]),
        *press("x", "Enter"), *press("g"), DEAF, ("button", "Nothing"), HEARS, ("button", "Nothing"), *press("x", "n"),
        ("choose", [".table-options select", "8"]),
    ]),
    "drill, choosing": Class("/school/casino_war/drill?kind=who_wins&set=decks=2", "drill", [*press("9", "1", "2",
        "g", "2", "n"),
        ("click", [f"{ASK} .answer", 0])], house={"seed": 7}, moves=True),
    "drill, hands set": Class("/school/fast_action_holdem/drill?kind=house_way", "drill", [*press("1", "3"), ("click",
        [".pick", 0]),
        *press("4", "5", "2", "g", "g")], house={"seed": 2}),
    "drill, a choice": Class("/school/casino_war/drill?side=player&difficulty=hard&table=war&set=decks=8", "drill",
        [*press("2", "n", "1"),
        *press("n")], house={"ready": [CHOICE, EASY]}, who=GUEST),
    "drill, mistakes": Class("/school/casino_war/drill?mine", "drill", [*press("1")], house={"ready": [CHOICE]}),
    "drill, nothing": Class("/school/casino_war/drill?kind=none&difficulty=any", "drill", [],
        answers={"POST /api/school/casino_war/question": None}),
    "spot": Class("/school/casino_war/spot", "drill", [*press("b", "n", "p"), ("wait", 2000), *press("p", "b", "s",
        "z", "n", "s", "1", "g"),
        *press("c", "n"), ("click", [".step", 1]), ("button", "Play"), ("wait", 30_000), ("button", "Stop"),
            ("button", "Go on")],
        house={"seed": 4}),
    "path": Class("/school/casino_war", "path", [("button", "A guided round")], answers=AT_SCHOOL),
    "path, the last": Class("/school", "path", [], answers={**AT_SCHOOL, "/api/school": {**SCHOOL, "due": 1,
        "begun": [LESSON_BEGUN],
        "kept": True}}, who=GUEST),
    "path, an exam on": Class("/school/casino_war", "path", [], answers={**AT_SCHOOL, "/api/school": {**SCHOOL,
        "begun": [TABLE_BEGUN,
        EXAM_BEGUN]}, "POST /api/practice": {"table": "practice-1"}}),
    "path, a table on": Class("/school/casino_war", "path", [("button", "A guided round")], answers={**AT_SCHOOL,
        "/api/school": {**SCHOOL,
        "begun": [TABLE_BEGUN], "today": "2023-11-15"}, "POST /api/practice": {"table": "practice-1"}}),
    "path, new": Class("/school/ez_baccarat", "path", [], answers={**AT_SCHOOL, "/api/school": {**SCHOOL, "due": 0},
        "/api/school/exams": []}),
    "progress": Class("/school/progress", "progress", [("choose", [".charted select", "casino_war/choice.tie"]),
        ("choose",
        [".charted select", "casino_war/pay"])], answers={"/api/school/progress": PROGRESS}),
    "progress, nothing": Class("/school/progress", "progress", [("button", "Settings")],
        answers={"/api/school/progress": NOTHING}),
    "exams": Class("/school/exams", "exams", [*LOG_IN, ("write", ["[name=title]", " Autumn "]), ("write",
        ["[name=number]", "7"]), ("submit",
        "form.school-form"), ("choose", ["[name=game]", "casino_war"]), ("choose", [".table-options select", "8"]),
            ("click", ["fieldset input",
        1]), ("house", {"answers": {"POST /api/school/exams": EXAM}}), ("submit", "form.school-form"), ("choose",
            ["[name=game]",
        "dakota_stud"])], answers={**AT_SCHOOL, "/api/school/exams": [EXAM, {**OWN, "id": "e3", "game": "gone"}],
            "/api/school/certificates": SAT,
        "/api/games": [each for each in kept_answers("room")["/api/games"] if each["slug"] in ("casino_war",
            "dakota_stud")]}),
    "exams, none": Class("/school/exams", "exams", [], answers={"/api/school/exams": [], "/api/school/certificates": [],
        "/api/school/games/fast_action_holdem": WAR}, who=SUPERVISOR),
    "exam": Class("/school/exam/e1", "exam", [("button", "Begin"), ("write", [f"{ASK} input", "5"]), ("wait", 61_000),
        ("submit",
        f"{ASK} form"), DEAF, *press("1"), HEARS, ("wait", 240_000), ("wait", 50_000), *press("1"), ("button",
            "Print")],
        house={"exam": {"entry": EXAM, "says": SAYS}}, answers=KEPT),
    "exam, too late": Class("/school/exam/e1", "exam", [("button", "Begin"), ("wait", 55_000), ("house",
        {"over": True}), ("wait", 6000)],
        house={"exam": {"entry": {**OWN, "minutes": 1}, "says": FAILED}}, answers=KEPT),
    "exam, no name": Class("/school/exam/e1", "exam", [("wait", 2000)], house={"exam": {"entry": EXAM, "says": SAYS}}),
    "exam, results": Class("/school/exam/e1", "exam", [("agree", False), ("button", "Take the exam"), ("agree", True),
        ("button",
        "Take the exam"), ("house", {"answers": {"DELETE /api/school/exams/e1": {},
            "POST /api/school/exams/e1": {}}}), ("button",
        "Take the exam")], house={"exam": {"entry": {**EXAM, "results": RESULTS, "gone": 2}}}, who=TINA),
    "exam, an auditor": Class("/school/exam/e1", "exam", [], house={"exam": {"entry": {**EXAM, "results": [],
        "gone": 0}}}, who=AUDITOR),
    "classes": Class("/school/classes", "classes", [("write", ["[name=title]", " Fridays "]), ("submit",
        ".school-form"), ("house",
        {"answers": {"POST /api/school/classes": {**CLASS, "id": "k2"}}}), ("submit", ".school-form")],
        answers={"GET /api/school/classes": [CLASS, JOINED]}, who=TINA),
    "classes, joined": Class("/school/join/abc", "classes", [("button", "Join"), ("house",
        {"answers": {"POST /api/school/classes/join":
        CLASS}}), ("button", "Join"), ("button", "Leave"), ("house",
            {"answers": {"DELETE /api/school/classes/k1/learners/ann": []}}),
        ("button", "Leave"), *LOG_IN], answers={**KEPT, "GET /api/school/classes": [JOINED]}),
    "classes, a guest": Class("/school/join/abc", "classes", LOG_IN, answers={"GET /api/school/classes": []},
        who=GUEST),
    "class": Class("/school/class/k1", "class", [("button", "Copy"), ("agree", False), ("button", "Copy"), ("button",
        "Take out"), ("button",
        "Close the class"), ("agree", True), ("button", "Take out"), ("button", "Close the class"), ("house",
            {"answers": {
            "DELETE /api/school/classes/k1/learners/ben": {}, "DELETE /api/school/classes/k1": {},
                "GET /api/school/classes/k1": {**TAUGHT,
                "of_learners": [FRESH]}}}), ("button", "Take out"), ("button", "Close the class")],
        answers={"GET /api/school/classes/k1": TAUGHT}, who=TINA),
    "class, nobody": Class("/school/class/k1", "class", [], answers={"GET /api/school/classes/k1": {**TAUGHT,
        "of_learners": []}}, who=TINA),
    "class, not theirs": Class("/school/class/k9", "class", [], who=TINA),
    "challenge": Class("/school/challenge", "challenge", [("write", [f"{ASK} input", "5"]), ("submit", f"{ASK} form"),
        *press("g", "1", "g")],
        answers={"/api/school": SCHOOL}),
    "challenge, a day": Class("/school/challenge/2023-11-02", "challenge", []),
}  # fmt: skip


@pytest.mark.parametrize("name", VISITS)
def test_a_visit_to_the_school_is_as_approved(name: str, page: Page) -> None:
    asked = VISITS[name]
    page.emulate_media(reduced_motion="no-preference" if asked.moves else "reduce")
    page.set_viewport_size({"width": asked.width, "height": 800})
    page.goto(asked.address)
    answers = {**kept_answers("room"), **asked.answers}
    school = SchoolHouse(House(alone("lucky")), who=asked.who, answers=answers, **asked.house)
    scripts = [f"/school/{asked.script}.js", "/school/main.js"]
    told = sitting(page, school, asked.steps, scripts, tag=f"school-{asked.script}", boxes=BOXES if asked.moves else [])
    hold(f"school.{name.replace(', ', '-').replace(' ', '-')}.txt", told)
