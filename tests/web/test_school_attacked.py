"""The school, attacked: deeds at once and on old pictures, records of another version, clocks that go back, titles."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from houseway.school.exam import MINUTE_US
from houseway.school.learnt import Ticket
from houseway.school.schedule import DAY_US
from houseway.web.school import exams, records
from houseway.web.school.records import AskedNow, Pupil
from tests.web.conftest import PASSWORD
from tests.web.regular_kit import PHRASE, comes_back, keep
from tests.web.running import FREE, Client, Server, running, small_room
from tests.web.school_kit import GAME, answered, asked, attempt_of, drawn, due_key, right, session_of, waits, wrong


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    with running(small_room("dakota")) as made:
        for name, role in (("Sam", "supervisor"), ("Tea", "teacher"), ("Ted", "teacher")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


def do(client: Client, now: dict[str, Any], deed: str, **more: Any) -> httpx.Response:
    return client.http.post(f"/api/school/lesson/{now['id']}/deed", json={"deed": deed, **more})


def begin(client: Client) -> dict[str, Any]:
    now: dict[str, Any] = client.http.post(f"/api/school/{GAME}/lesson", json={"again": True}).json()
    return now


# --- dealing ---


def test_deeds_at_once_do_not_hide_an_error(school: Server) -> None:
    """Whoever does everything at once is told of one deed and has the others refused: nothing is found out for free."""
    ann = school.client("Ann")
    now = begin(ann)
    wrong = [each["key"] for each in now["offered"] if not each["amounts"]]
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda key: do(ann, now, key), [*wrong, due_key(now)] * 2))
    counted = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(counted) + sum(answer.json()["code"] == "stale" for answer in answers if answer.is_error) == len(answers)
    errors = sum(not each["told"]["right"] for each in counted)
    seen = ann.get(f"/api/school/lesson/{now['id']}")
    assert (seen["errors"], seen["deeds"]) == (errors, len(counted))


def test_a_deed_on_an_old_picture_is_refused_and_no_error(school: Server) -> None:
    ann = school.client("Ann")
    now = begin(ann)
    assert now["deeds"] == 0
    after = do(ann, now, due_key(now), seen=0).json()
    assert after["deeds"] == 1
    stale = do(ann, now, due_key(now), seen=0)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    seen = ann.get(f"/api/school/lesson/{now['id']}")
    assert (seen["errors"], seen["step"], seen["deeds"]) == (0, 1, 1)


def test_deeds_are_done_so_fast_only() -> None:
    with running(small_room("dakota"), limits=replace(FREE, notes_a_minute=2)) as server:
        ann = server.client("Ann")
        now = begin(ann)
        assert [do(ann, now, "sign:0:0::0:").status_code for _ in range(3)] == [200, 200, 429]


# --- classes and exams ---

TERMS: dict[str, Any] = {"game": GAME, "kinds": ["pay", "who_wins"], "number": 2, "minutes": 10}


def staff(server: Server, name: str = "Tea") -> Client:
    return server.client().log_in(name, PASSWORD)


@pytest.mark.parametrize("title", ["  ", "\n", "Table\u202etset", "\x1b[2J", "\x00", "\u200b"])
def test_a_title_is_one_line_that_can_be_read(school: Server, title: str) -> None:
    """It is printed on certificates, in a terminal too."""
    tea = staff(school)
    assert tea.http.post("/api/school/classes", json={"title": title}).status_code == 409
    assert tea.http.post("/api/school/exams", json={"title": title, **TERMS}).status_code == 409


def test_a_title_may_be_in_any_script_and_is_kept_without_loose_spaces(school: Server) -> None:
    opened = staff(school).http.post("/api/school/classes", json={"title": "  Κρουπιέρ   学校 🂡 "}).json()
    assert opened["title"] == "Κρουπιέρ 学校 🂡"


@pytest.fixture
def ann(school: Server) -> Iterator[Client]:
    client = keep(school.client("Ann"))
    yield client
    client.http.post("/api/you/forget", json={"passphrase": PHRASE})


def set_by(client: Client, **changes: Any) -> str:
    answer = client.http.post("/api/school/exams", json={"title": "Table test", **TERMS, **changes})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def test_whoever_is_deleted_and_sits_an_exam_again_is_counted(school: Server) -> None:
    """Nothing of them is kept, but that the exam was begun once more than there are results."""
    tea = staff(school)
    exam = set_by(tea)
    for _ in range(2):
        ann = keep(school.client("Ann"))
        ann.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
        ann.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
        told = tea.get(f"/api/school/exams/{exam}")
        ann.http.post("/api/you/forget", json={"passphrase": PHRASE}).raise_for_status()
    assert ([each["name"] for each in told["results"]], told["gone"]) == (["Ann"], 1)
    assert school.client("Eve").get(f"/api/school/exams/{exam}")["gone"] == 0, "it is told to staff alone"


def test_an_exam_asks_nothing_that_was_drilled_lately(
    school: Server, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drilled = [asked(ann, kind="pay")["id"] for _ in range(2)]
    told: list[set[str]] = []
    clerk = school.hall.school.clerk

    async def noted(kind: str, *of: str, **what: Any) -> dict[str, Any]:
        told.append(set(what.get("had", ())))
        return await clerk(kind, *of, **what)

    monkeypatch.setattr(school.hall.school, "clerk", noted)
    ann.http.post(f"/api/school/exams/{set_by(staff(school))}/sit").raise_for_status()
    assert told == [set(drilled)]


def test_the_clock_of_an_exam_runs_once_its_first_question_is_there(
    school: Server, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To draw one may take a while: the rules of a player's choice are compiled first."""
    late, clock, clerk = [0], school.hall.floor.pit.clock, school.hall.school.clerk

    async def slowly(kind: str, *of: str, **what: Any) -> dict[str, Any]:
        late[0] += 5 * MINUTE_US
        return await clerk(kind, *of, **what)

    exam = set_by(staff(school))
    monkeypatch.setattr(school.hall.floor.pit, "clock", lambda: clock() + late[0])
    monkeypatch.setattr(school.hall.school, "clerk", slowly)
    sitting = ann.http.post(f"/api/school/exams/{exam}/sit").json()
    assert sitting["deadline"] - sitting["now"] > 9 * MINUTE_US


def test_a_page_of_an_exam_is_shown_though_its_question_is_of_another_version(school: Server, ann: Client) -> None:
    """The house was brought up to date while the clock runs: whoever reloads has a question to answer."""
    exam = set_by(staff(school))
    ann.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
    (old,) = attempt_of(school, ann, exam).asked
    changed = replace(old, ticket=replace(old.ticket, id="0" * 16))
    school.hall.school.exams.change(
        ann.id, exam, lambda sat: replace(sat, attempt=replace(sat.attempt, asked=(changed,)))
    )
    assert ann.get(f"/api/school/exams/{exam}")["sitting"]["question"]["id"] == old.ticket.id


def test_one_teacher_does_not_take_all_exams_of_the_house(school: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    tea = staff(school)
    mine = sum(each["by"] == "Tea" for each in tea.get("/api/school/exams"))
    monkeypatch.setattr(exams, "EXAMS_EACH", mine + 1)
    set_by(tea)
    assert tea.http.post("/api/school/exams", json={"title": "More", **TERMS}).status_code == 409
    set_by(staff(school, "Ted"))


# --- records ---


def test_a_mistake_that_this_version_cannot_ask_does_not_keep_the_others_from_coming_back(school: Server) -> None:
    ben = school.client("Ben")
    ids = []
    for _ in range(2):
        ids.append(asked(ben, kind="pay")["id"])
        answered(ben, ids[-1], wrong(waits(school, ben, ids[-1])))
    with school.hall.school.records.changing(session_of(school, ben)) as pupil:
        first, second = pupil.learnt.missed.values()
        changed = replace(first, id="0" * 16)
        of_no_option = replace(second, id="1" * 16, options={"no_such": "option"})
        pupil.learnt.missed = {each.id: each for each in (changed, of_no_option, second)}
    assert asked(ben, mine=True)["id"] == second.id
    (game,) = [each for each in ben.get("/api/school")["games"] if each["slug"] == GAME]
    assert game["missed"] == 1


@pytest.mark.parametrize("sort", ["lesson", "table"])
def test_a_round_of_another_version_does_not_keep_anybody_from_dealing(school: Server, sort: str) -> None:
    """The rules may deal the same seed in fewer steps than were done of it."""
    ben = school.client("Ben")
    now = ben.http.post(f"/api/school/{GAME}/{sort}", json={}).json()
    dealings, who = school.hall.school.dealings, session_of(school, ben)
    kept = json.loads(dealings.read(who))
    kept[now["id"]]["state"] |= {"shift": "dealing", "step": 900}
    dealings.write(who, json.dumps(kept))
    looked = ben.http.get(f"/api/school/{sort}/{now['id']}")
    assert (looked.status_code, looked.json()["code"]) == (409, "refused")
    begun = ben.http.post(f"/api/school/{GAME}/{sort}", json={})
    assert begun.status_code == 200
    assert begun.json()["id"] != now["id"]


def test_a_clock_that_was_ahead_once_keeps_nothing_from_coming_back(
    school: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, clock = school.client("Ben"), school.hall.floor.pit.clock
    monkeypatch.setattr(school.hall.floor.pit, "clock", lambda: clock() + 9_000 * DAY_US)
    told = asked(ben, kind="pay")
    answered(ben, told["id"], right(waits(school, ben, told["id"])))
    monkeypatch.undo()
    assert ben.get("/api/school")["due"] == 1
    told = asked(ben, kind="pay")
    marked = answered(ben, told["id"], right(waits(school, ben, told["id"])))
    assert marked["due_at"] < clock() + 400 * DAY_US


def asked_of(day: str, number: int) -> AskedNow:
    return AskedNow(Ticket(f"{number:016x}", GAME, "pay", 1, number), day, number)


def test_an_old_challenge_comes_to_its_end_and_no_question_of_it_counts_twice() -> None:
    pupil = Pupil()
    for day in range(records.CHALLENGES_MAX):
        pupil.note_challenge(asked_of(f"2026-10-{day:02}", 0), right=True)
    for number in (0, 1, 1, 0, 2):  # shown again in another browser before the first answer was heard
        pupil.note_challenge(asked_of("2020-01-01", number), right=number != 1)
    assert pupil.challenges["2020-01-01"] == [True, False, True]
    assert len(pupil.challenges) == records.CHALLENGES_MAX


def test_what_was_begun_is_told_on_every_device_until_it_is_over(school: Server, ann: Client) -> None:
    assert ann.get("/api/school")["begun"] == []
    now = begin(ann)
    assert ann.get("/api/school")["begun"] == [], "nothing was done there yet"
    do(ann, now, due_key(now))
    exam = set_by(staff(school), number=1)
    ann.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
    begun = comes_back(school, "Ann").get("/api/school")["begun"]
    assert [(each["what"], each["game"], each["exam"]) for each in begun] == [
        ("exam", GAME, exam),
        ("lesson", GAME, ""),
    ]
    question = attempt_of(school, ann, exam).asked[0].ticket
    answer = {"question": question.id, "answer": right(drawn(question))}
    ann.http.post(f"/api/school/exams/{exam}/answer", json=answer).raise_for_status()
    while not now["done"]:
        now = do(ann, now, due_key(ann.get(f"/api/school/lesson/{now['id']}"))).json()
    assert ann.get("/api/school")["begun"] == []
    assert school.client().get("/api/school")["begun"] == [], "nobody's"


def test_whoever_missed_a_question_is_not_sure_of_it(school: Server) -> None:
    """On the day of an answer nothing is forgotten by the scheduler: what is told is how it will be tomorrow."""
    ben = school.client("Ben")
    for mark in (wrong, right):
        told = asked(ben, kind="pay" if mark is wrong else "who_wins")
        answered(ben, told["id"], mark(waits(school, ben, told["id"])))
    recall = {kind["kind"]: kind["recall"] for kind in ben.get("/api/school/progress")["kinds"]}
    assert recall["pay"] < 0.85 < recall["who_wins"] < 1


def test_of_several_answers_at_once_one_counts(school: Server, ann: Client) -> None:
    exam = set_by(staff(school))
    ann.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
    ticket = attempt_of(school, ann, exam).asked[0].ticket
    question = drawn(ticket)
    given = [right(question), wrong(question)] * 4
    bodies = [{"question": ticket.id, "answer": each} for each in given]
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda body: ann.http.post(f"/api/school/exams/{exam}/answer", json=body), bodies))
    assert {answer.status_code for answer in answers} == {200, 409}
    (heard,) = [number for number, answer in enumerate(answers) if answer.status_code == 200]
    attempt = attempt_of(school, ann, exam)
    assert (attempt.answered, len(attempt.asked)) == (1, 2)
    assert attempt.asked[0].answer == given[heard]


def test_a_name_in_another_script_is_on_the_certificate_and_in_the_file_of_the_class(school: Server) -> None:
    zoe, tea = keep(school.client("Ζωή Παπά")), staff(school)
    opened = tea.http.post("/api/school/classes", json={"title": "Βράδυ"}).json()
    link = {"link": opened["link"].rpartition("/")[2]}
    zoe.http.post("/api/school/classes/join", json=link).raise_for_status()
    exam = set_by(tea, number=1, title="Εξέταση")
    zoe.http.post(f"/api/school/exams/{exam}/sit").raise_for_status()
    ticket = attempt_of(school, zoe, exam).asked[0].ticket
    answer = {"question": ticket.id, "answer": right(drawn(ticket))}
    zoe.http.post(f"/api/school/exams/{exam}/answer", json=answer).raise_for_status()
    paper = zoe.get(f"/api/school/exams/{exam}/certificate")
    verdict = zoe.http.post("/api/school/certificates", json=paper).json()
    assert (verdict["genuine"], verdict["says"]["learner"], verdict["says"]["title"]) == (True, "Ζωή Παπά", "Εξέταση")
    assert "Ζωή Παπά," in tea.http.get(f"/api/school/classes/{opened['id']}/export").text
    zoe.http.post("/api/you/forget", json={"passphrase": PHRASE}).raise_for_status()
    assert "Ζωή" not in tea.http.get(f"/api/school/classes/{opened['id']}/export").text
