"""Small parts of the server by themselves, against tables written by hand."""

import asyncio
import inspect
import json
import re
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import houseway
from houseway.games import find_game
from houseway.house import events
from houseway.rules.refused import Refused
from houseway.web import floor
from houseway.web.desk.clerks import ClerkGone, Hired
from houseway.web.desk.desk import Desk
from houseway.web.journal import _clock
from houseway.web.lab import risks
from houseway.web.lab.ask import Ask
from houseway.web.lab.downloads import written
from houseway.web.refusals import RETRY_AFTER_S, STATUS, TITLES, Missing
from houseway.web.school import personal_rows
from houseway.web.school.class_routes import _csv, _learner
from houseway.web.school.personal_rows import PersonalRows
from houseway.web.school.records import Pupil
from houseway.web.school.school_desk import _cited
from houseway.web.serve import serve
from houseway.web.sessions import Session

SECOND_US = 1_000_000


def test_what_programs_are_told_of_a_refusal() -> None:
    assert STATUS == {
        "malformed": 400, "forbidden": 403, "missing": 404, "too_slow": 408, "stale": 409, "refused": 409,
        "unread": 409, "idle": 409, "too_large": 413, "misdirected": 421, "too_fast": 429, "broken": 503, "busy": 503,
    }  # fmt: skip
    assert RETRY_AFTER_S == {"too_fast": 2, "busy": 5, "broken": 30}
    assert TITLES.keys() == {"missing", "forbidden", "malformed", "too_fast", "busy", "broken"}


def test_the_usual_port_is_that_of_the_docs() -> None:
    assert inspect.signature(serve).parameters["default_port"].default == 8021


@pytest.mark.parametrize(
    ("off_us", "words"),
    [
        (0, "it is right again by the house's own time"),
        (499_999, "it is right again by the house's own time"),
        (1 * SECOND_US, "it is 1 s ahead of the house's own time, which is kept"),
        (-7200 * SECOND_US, "it is 7,200 s behind the house's own time, which is kept"),
    ],
)
def test_a_clock_that_was_set_is_told_so(off_us: int, words: str) -> None:
    row: Any = SimpleNamespace(kind=events.CLOCK_SET, body={"off_us": off_us})
    assert _clock(row) == words
    row.kind = events.OPENED
    assert _clock(row) == ""


def test_learners_in_lines_for_a_spreadsheet() -> None:
    known = {"game": "casino_war", "kind": "pay", "title": "Pay", "side": "dealer", "asked": 7, "right": 5}
    ann = {
        "name": "=Ann",
        "joined_at": 0,
        "last_at": 86_400 * SECOND_US,
        "weak": [{"game": "casino_war", "kind": "pay"}],
    }
    kinds = [known | {"lost_cents": 0, "recall": 0.12345}, known | {"kind": "total", "lost_cents": 250, "recall": None}]
    bob: dict[str, Any] = {"name": "Bob", "joined_at": 0, "last_at": 0, "weak": [], "kinds": [], "tables": []}
    table = {"game": "casino_war", "rounds": 9, "errors": 2, "rounds_an_hour": 31}
    assert _csv([ann | {"kinds": kinds, "tables": [table]}, bob]).splitlines() == [
        "name,joined,last_answer,game,kind,title,side,asked,right,lost_cents,recall,weak,rounds,errors,rounds_an_hour",
        "'=Ann,1970-01-01,1970-01-02,casino_war,pay,Pay,dealer,7,5,0,0.123,yes,,,",
        "'=Ann,1970-01-01,1970-01-02,casino_war,total,Pay,dealer,7,5,250,,,,,",
        "'=Ann,1970-01-01,1970-01-02,casino_war,table,Deal a table,dealer,,,,,,9,2,31",
        "Bob,1970-01-01,,,,,,,,,,,,,",
    ]


def test_an_answer_leaves_as_its_rest_or_as_one_of_its_tables() -> None:
    ask = Ask(kind="verdicts", game="dakota_stud", settings=find_game("dakota_stud").settings())
    table = {"columns": ["a"], "rows": [[1], [2]]}
    answer = {"game": "dakota_stud", "more": 1, "tables": {"one": table, "two": table}}

    def told(form: str, name: str) -> Any:
        return json.loads(bytes(written(answer, form, name, ask).body))

    assert told("json", "") == {"game": "dakota_stud", "more": 1, "downloads": ["one", "two"]}
    assert told("json", "two") == {"game": "dakota_stud", "downloads": ["one", "two"], "table": "two", **table}
    for name in ("", "one"):
        assert bytes(written(answer, "csv", name, ask).body).decode().split() == ["a", "1", "2"]
    for form in ("json", "csv"):
        with pytest.raises(Missing, match="there is no table 'three'; there is one, two"):
            written(answer, form, "three", ask)


def test_a_desk_keeps_so_many_answers_and_forgets_the_oldest() -> None:
    known: OrderedDict[str, bytes] = OrderedDict()
    desk: Any = SimpleNamespace(limits=SimpleNamespace(kept=2), _known=known)
    for key, kind in (("a", "verdicts"), ("b", "hint"), ("c", "strategy"), ("d", "edges")):
        question: Any = SimpleNamespace(kind=kind, key=key)
        Desk._keep(desk, question, key.encode())
    assert dict(known) == {"c": b"c", "d": b"d"}
    desk.limits.kept = 0
    Desk._keep(desk, SimpleNamespace(kind="verdicts", key="e"), b"")  # type: ignore[arg-type]
    assert list(known) == ["c", "d"]


class Worker:
    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = list(messages)

    async def ask(self, text: str) -> None:
        assert json.loads(text) == {"kind": "k", "what": {"a": 1}}

    async def next(self) -> dict[str, Any]:
        return self.messages.pop(0)

    async def read(self, size: int) -> bytes:
        return b"x" * size


def test_what_a_clerk_may_say() -> None:
    kept: list[Any] = []
    ledger: Any = SimpleNamespace(put_all=lambda *what: kept.append(what))

    def heard(*messages: dict[str, Any]) -> tuple[bytes, Any]:
        clerk = Hired(Worker(*messages), ledger)  # type: ignore[arg-type]
        return asyncio.run(clerk.answer("k", {"a": 1})), clerk.told

    assert heard({"keep": ["shelf", {"a": "b"}]}, {"told": [3, 9]}, {"bytes": 4}) == (b"xxxx", (3, 9))
    assert kept == [("shelf", {"a": "b"})]
    with pytest.raises(Refused, match="no such round"):
        heard({"refused": ["refused", "no such round"]})
    with pytest.raises(ClerkGone, match="a mistake"):
        heard({"fault": "a mistake"})


def test_of_simulated_rounds_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risks, "_KEPT", {})
    monkeypatch.setattr(risks, "KEPT_MAX", 2)
    monkeypatch.setattr(risks, "watched", lambda *_: [SimpleNamespace(rounds=5)])
    monkeypatch.setattr(risks, "round_from_simulation", lambda seen: seen.rounds)
    settings = find_game("dakota_stud").settings()
    told: list[dict[str, Any]] = []
    keys = [("dakota_stud", settings, "optimal", (), (("dollar", cents),)) for cents in (100, 200, 300)]
    found: list[Any] = [risks._simulated(key, told.append) for key in (*keys, keys[2])]
    assert found == [5] * 4
    assert list(risks._KEPT) == keys[1:]
    assert told == [{"what": "playing rounds", "done": 5, "total": risks.SIMULATED_ROUNDS}] * 3


def test_a_table_needs_the_house_when_its_clock_ends_or_somebody_was_away_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    due: dict[str, int | None] = {"a": 9 * SECOND_US, "b": None}
    monkeypatch.setattr(floor, "due_at", lambda table: due[table.name])
    monkeypatch.setattr(floor, "time", SimpleNamespace(monotonic=lambda: 100.0))
    set_up = SimpleNamespace(keep_seat_s=30)
    pit = SimpleNamespace(table=lambda name: SimpleNamespace(name=name, set_up=set_up), clock=lambda: 4 * SECOND_US)
    it: Any = SimpleNamespace(pit=pit, _last_heard={})
    assert [floor.Floor._waits_s(it, name) for name in "ab"] == [5.0, None]
    it._last_heard = {("b", "ann"): 90.0, ("b", "bob"): 85.0, ("a", "ann"): 99.0}
    assert [floor.Floor._waits_s(it, name) for name in "ab"] == [5.0, 15.0]


# What may be written into a form is as long as the house takes it (models.py and its neighbours); by script, in order.
NAME, TABLE_NAME, TITLE, SECRET, REASON = 24, 32, 80, 200, 500
LENGTHS = {
    "house/actions.js": [REASON], "house/configure.js": [TITLE], "house/door.js": [NAME, SECRET],
    "house/opening.js": [TABLE_NAME], "house/progressives.js": [REASON], "house/shuffler.js": [400, 60, 30, 200],
    "house/staff.js": [SECRET, NAME], "js/dock.js": [NAME], "js/lobby.js": [NAME], "school/classes.js": [TITLE],
    "school/exams.js": [TITLE], "school/forms.js": [14], "school/log_in.js": [NAME, SECRET], "you/data.js": [NAME],
    "you/keep.js": [SECRET, NAME, NAME],
}  # fmt: skip


def test_fields_of_forms_take_what_the_house_takes() -> None:
    static = Path(houseway.__file__).parent / "web" / "static"
    found: dict[str, list[int]] = {}
    for path in sorted(static.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        named = {name: int(number) for name, number in re.findall(r"const ([A-Z_]+) = (\d+);", text)}
        for word in re.findall(r"maxlength: (\d+|[A-Z_]+)\b", text):
            length = int(word) if word.isdigit() else named[word]
            found.setdefault(path.relative_to(static).as_posix(), []).append(length)
    assert found == LENGTHS


def test_of_too_many_visits_the_row_that_was_written_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_rows, "VISITS_MAX", 2)
    nobody: Any = SimpleNamespace()  # has a passphrase
    rows = PersonalRows(nobody, "school")
    ann, ben, cleo = (Session(name, name, "player") for name in ("ann", "ben", "cleo"))
    for who, text in ((ann, "one"), (ben, "two"), (ann, "three"), (cleo, "four")):
        rows.write(who, text)
    assert [rows.read(who) for who in (ann, ben, cleo)] == ["three", "", "four"]
    rows.forget(ann)
    assert rows.read(ann) == ""


def test_where_the_source_says_so_is_a_paragraph_or_what_else_is_cited() -> None:
    said = find_game("casino_war").paragraphs
    (four,) = (each for _, section in said.sections() for each in section if each.id == "play.4")
    assert _cited(["play.4", "WAC 230-15-1"], "casino_war") == [
        {"id": "play.4", "cites": four.cites, "text": four.text},
        {"id": "", "cites": "WAC 230-15-1", "text": ""},
    ]


def test_a_teacher_sees_a_learners_latest_tables_first() -> None:
    regular: Any = SimpleNamespace(id="a", name="Ann")
    told = _learner(regular, 5, Pupil(tables=[{"at": 1}, {"at": 2}, {"at": 3}]), 9)
    assert [each["at"] for each in told["tables"]] == [3, 2, 1]
    assert {name: told[name] for name in ("id", "name", "joined_at", "last_at", "due", "asked", "right", "weak")} == {
        "id": "a", "name": "Ann", "joined_at": 5, "last_at": None, "due": 0, "asked": 0, "right": 0, "weak": [],
    }  # fmt: skip
