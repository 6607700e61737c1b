"""Exams over HTTP: who sets and sits one, nothing told too early, time by the house's clock, and the certificate."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.school.exam import MINUTE_US, commitment_to, paper_secret, verify_marks
from houseway.school.learnt import Ticket
from houseway.web.school.exams import EXAMS, KEYS
from tests.house.postgres_server import PostgresServer
from tests.web.conftest import PASSWORD
from tests.web.regular_kit import PHRASE, comes_back, keep
from tests.web.running import Client, Server, running, small_room
from tests.web.school_kit import GAME, attempt_of, drawn, right, wrong

TERMS: dict[str, Any] = {"title": "Table test", "game": GAME, "kinds": ["pay", "who_wins"], "number": 4, "minutes": 10}


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    with running(small_room("dakota")) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor"), ("Tea", "teacher"), ("Ted", "teacher")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


@pytest.fixture
def ann(school: Server) -> Iterator[Client]:
    client = keep(school.client("Ann"))
    yield client
    client.http.post("/api/you/forget", json={"passphrase": PHRASE})


def staff(server: Server, name: str = "Sam") -> Client:
    return server.client().log_in(name, PASSWORD)


def set_by(client: Client, **changes: Any) -> str:
    answer = client.http.post("/api/school/exams", json=TERMS | changes)
    assert answer.status_code == 200, answer.text
    id_: str = answer.json()["id"]
    return id_


def sit(client: Client, exam: str) -> dict[str, Any]:
    answer = client.http.post(f"/api/school/exams/{exam}/sit")
    assert answer.status_code == 200, answer.text
    sitting: dict[str, Any] = answer.json()
    return sitting


def answers(server: Server, client: Client, exam: str, *, rightly: bool = True) -> dict[str, Any]:
    """Answer what is asked now."""
    waiting = attempt_of(server, client, exam).open
    assert waiting is not None
    question = drawn(waiting.ticket)
    given = {"question": question.id, "answer": right(question) if rightly else wrong(question)}
    answer = client.http.post(f"/api/school/exams/{exam}/answer", json=given)
    assert answer.status_code == 200, answer.text
    sitting: dict[str, Any] = answer.json()
    return sitting


def certificate(client: Client, exam: str, **asked: str) -> dict[str, Any]:
    answer = client.http.get(f"/api/school/exams/{exam}/certificate", params=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("who", ["", "Pia", "Ada", "Sam", "Tea"])
def test_supervisors_and_teachers_set_exams(school: Server, who: str) -> None:
    client = staff(school, who) if who in ("Ada", "Sam", "Tea") else school.client(who)
    answer = client.http.post("/api/school/exams", json=TERMS)
    assert answer.status_code == (200 if who in ("Sam", "Tea") else 403), answer.text
    if answer.status_code == 200:
        assert client.http.delete(f"/api/school/exams/{answer.json()['id']}").status_code == 200


def test_an_exam_is_of_kinds_that_the_game_has(school: Server) -> None:
    sam = staff(school)
    for change, status in (({"kinds": ["envy"]}, 400), ({"game": "chess"}, 404), ({"options": {"no": "such"}}, 409),
                           ({"number": 0}, 400), ({"minutes": 0}, 400), ({"kinds": []}, 400)):  # fmt: skip
        assert sam.http.post("/api/school/exams", json=TERMS | change).status_code == status, change


def test_only_who_is_kept_sits_an_exam(school: Server) -> None:
    exam = set_by(staff(school))
    for client in (school.client(), school.client("Pia"), staff(school, "Tea")):
        assert client.http.post(f"/api/school/exams/{exam}/sit").status_code == 403
    assert school.client("Pia").get(f"/api/school/exams/{exam}")["sitting"]["state"] == "not_begun"


def test_nothing_is_told_before_it_is_time(school: Server, ann: Client) -> None:
    """No question before it is asked, no mark before the end, to nobody: every answer of the API is looked through."""
    exam = set_by(staff(school))
    heard: list[str] = []
    sitting = sit(ann, exam)
    paper = school.hall.school.exams.paper(school.hall.school.exams.find(exam), ann.id)
    for _ in range(TERMS["number"]):
        ticket = Ticket(**vars(attempt_of(school, ann, exam).asked[-1].ticket))
        question = drawn(ticket)
        heard += [json.dumps(sitting), ann.http.get(f"/api/school/exams/{exam}").text]
        heard += [client.http.get(f"/api/school/exams/{exam}").text for client in (staff(school), school.client())]
        heard += [ann.http.get("/api/school/exams").text, ann.http.get("/api/you/export").text]
        assert ann.http.get(f"/api/school/exams/{exam}/certificate").status_code == 409
        for text in heard:
            assert question.because not in text
            assert f"{ticket.seed}" not in text
        sitting = answers(school, ann, exam, rightly=False)
    assert sitting["state"] == "over"
    assert not any(paper.hex() in text for text in heard)
    assert '"right"' not in "".join(heard[:6]).replace('"right":null', "").replace('"right": null', "")


def test_an_exam_goes_from_its_beginning_to_a_certificate_that_anybody_can_check(school: Server, ann: Client) -> None:
    exam = set_by(staff(school), pass_percent=75)
    commitment = school.client().get(f"/api/school/exams/{exam}")["commitment"]
    sitting = sit(ann, exam)
    assert (sitting["state"], sitting["answered"], sitting["question"]["kind"]) == ("on", 0, "pay")
    assert sitting["deadline"] - sitting["begun_at"] == 10 * MINUTE_US
    assert sit(ann, exam)["question"] == sitting["question"], "begun again it goes on"
    for rightly in (True, False, True, True):
        sitting = answers(school, ann, exam, rightly=rightly)
    told = certificate(ann, exam)
    says = json.loads(told["certificate"])
    assert (says["learner"], says["right"], says["passed"], says["set_by"]) == ("Ann", 3, True, "Sam")
    assert [(error["number"], error["kind"]) for error in says["errors"]] == [(2, "who_wins")]
    assert says["commitment"] == sitting["commitment"]
    verify_marks(says, lambda kind, seed: drawn(Ticket("", GAME, kind, 1, seed)))
    assert ann.http.post("/api/school/certificates", json=told).json()["says"] == says
    forged = told | {"certificate": told["certificate"].replace('"right":3', '"right":4')}
    verdict = ann.http.post("/api/school/certificates", json=forged).json()
    assert (verdict["genuine"], verdict["says"]) == (False, None)
    assert school.client().get("/api/school/key")["key"] == told["key"]
    sam = staff(school)
    assert certificate(sam, exam, learner=ann.id) == told
    assert sam.get(f"/api/school/exams/{exam}")["results"][0]["passed"] is True
    opened = sam.http.delete(f"/api/school/exams/{exam}").json()["secret"]
    assert commitment_to(bytes.fromhex(opened)) == commitment
    assert paper_secret(bytes.fromhex(opened), ann.id).hex() == says["secret"]
    assert certificate(ann, exam) == told, "a certificate stays"


def test_another_learner_has_other_questions_and_nobodys_certificate(school: Server, ann: Client) -> None:
    exam = set_by(staff(school))
    ben = keep(school.client("Ben"))
    ids = [sit(client, exam)["question"]["id"] for client in (ann, ben)]
    assert ids[0] != ids[1]
    given = {"question": ids[0], "answer": 0}
    assert ben.http.post(f"/api/school/exams/{exam}/answer", json=given).status_code == 409
    for _ in range(TERMS["number"]):
        answers(school, ann, exam)
    certificate(ann, exam)
    asked = ben.http.get(f"/api/school/exams/{exam}/certificate", params={"learner": ann.id})
    assert asked.status_code == 409, "he gets his own, which is not over"
    ben.http.post("/api/you/forget", json={"passphrase": PHRASE})
    assert [each["name"] for each in staff(school).get(f"/api/school/exams/{exam}")["results"]] == ["Ann"]


def test_no_question_comes_twice_to_one_person_in_several_exams(
    school: Server, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever draws is told all that this person was asked before, in this exam and in others."""
    told: list[set[str]] = []
    clerk = school.hall.school.clerk

    async def noted(kind: str, *of: str, **what: Any) -> dict[str, Any]:
        if kind == "school_exam_question":
            told.append(set(what["had"]))
        return await clerk(kind, *of, **what)

    monkeypatch.setattr(school.hall.school, "clerk", noted)
    ids: list[str] = []
    for _ in range(2):
        exam = set_by(staff(school))
        sit(ann, exam)
        for _ in range(TERMS["number"]):
            answers(school, ann, exam)
        ids += [given.ticket.id for given in attempt_of(school, ann, exam).asked]
    assert len(set(ids)) == len(ids) == 8
    assert told == [set(ids[:number]) for number in range(8)]


def test_time_is_the_houses_also_where_its_clock_goes_back(
    school: Server, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = set_by(staff(school))
    clock = school.house.pit.clock
    now = clock()
    monkeypatch.setattr(school.house.pit, "clock", lambda: now)
    sit(ann, exam)
    now += 9 * MINUTE_US
    answers(school, ann, exam)
    now -= 60 * MINUTE_US
    sitting = ann.get(f"/api/school/exams/{exam}")["sitting"]
    assert sitting["deadline"] - sitting["now"] == MINUTE_US, "nine of ten minutes have gone, whatever the clock says"
    now += MINUTE_US - 1
    assert answers(school, ann, exam)["state"] == "on"
    now += 1
    waiting = attempt_of(school, ann, exam).open
    assert waiting is not None
    late = {"question": waiting.ticket.id, "answer": right(drawn(waiting.ticket))}
    refused = ann.http.post(f"/api/school/exams/{exam}/answer", json=late)
    assert (refused.status_code, refused.json()["reason"]) == (409, "time is up: what was answered until now counts")
    assert ann.get(f"/api/school/exams/{exam}")["sitting"]["state"] == "over"
    says = json.loads(certificate(ann, exam)["certificate"])
    assert (says["right"], len(says["errors"]), says["not_reached"], says["passed"]) == (2, 1, 1, False)


def test_a_malformed_answer_leaves_the_question_open(school: Server, ann: Client) -> None:
    exam = set_by(staff(school))
    question = sit(ann, exam)["question"]["id"]
    for given in ("x" * 50, -1, [1, 2, 3]):
        answer = ann.http.post(f"/api/school/exams/{exam}/answer", json={"question": question, "answer": given})
        assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert sit(ann, exam)["question"]["id"] == question
    assert answers(school, ann, exam)["answered"] == 1


def test_a_teacher_takes_away_only_their_own(school: Server) -> None:
    tea, ted = staff(school, "Tea"), staff(school, "Ted")
    exam = set_by(tea)
    assert ted.http.delete(f"/api/school/exams/{exam}").status_code == 403
    assert tea.http.delete(f"/api/school/exams/{exam}").status_code == 200
    assert tea.http.get(f"/api/school/exams/{exam}").status_code == 404


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_an_exam_goes_on_after_a_restart_and_its_secret_is_not_in_the_file(
    store: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    database = str(tmp_path / "ledger.db") if store == "sqlite" else postgres.new_ledger()
    with running(small_room("dakota"), database) as server:
        server.hall.staff.add("Sam", "supervisor", PASSWORD)
        ann = keep(server.client("Ann"))
        exam = set_by(staff(server))
        before = sit(ann, exam)
        key = server.client().get("/api/school/key")["key"]
        ledger = server.house.ledger
        kept = "".join(text for shelf in (EXAMS, KEYS) for text in ledger.shelf(shelf).values())
        assert server.hall.school.exams.paper(server.hall.school.exams.find(exam), ann.id).hex() not in kept
        assert server.hall.school.exams._secret(server.hall.school.exams.find(exam)).hex() not in kept
    with running(small_room("dakota"), database) as server:
        ann = comes_back(server, "Ann")
        after = sit(ann, exam)
        assert {name: after[name] for name in after if name != "now"} == {
            name: before[name] for name in before if name != "now"
        }
        assert server.client().get("/api/school/key")["key"] == key
        for _ in range(TERMS["number"]):
            answers(server, ann, exam)
        told = certificate(ann, exam)
        assert json.loads(told["certificate"])["passed"] is True
        assert staff(server).http.delete(f"/api/school/exams/{exam}").status_code == 200
        assert [each["id"] for each in ann.get("/api/school/certificates")] == [exam]


def test_whoever_began_an_exam_that_is_taken_away_still_has_a_certificate(school: Server, ann: Client) -> None:
    tea = staff(school, "Tea")
    exam = set_by(tea)
    sit(ann, exam)
    answers(school, ann, exam)
    assert tea.http.delete(f"/api/school/exams/{exam}").status_code == 200
    assert exam not in [each["id"] for each in ann.get("/api/school/exams")]
    assert ann.http.post(f"/api/school/exams/{exam}/sit").status_code == 404, "its secret is told: nobody goes on"
    looked = ann.get(f"/api/school/exams/{exam}")
    assert (looked["ended"], looked["sitting"]["state"], looked["sitting"]["question"]) == (True, "over", None)
    (listed,) = ann.get("/api/school/certificates")
    assert (listed["id"], listed["right"], listed["passed"]) == (exam, 1, False)
    says = json.loads(certificate(ann, exam)["certificate"])
    assert (says["right"], says["not_reached"], len(says["errors"])) == (1, 2, 1)
    verify_marks(says, lambda kind, seed: drawn(Ticket("", GAME, kind, 1, seed)))
    assert tea.get(f"/api/school/exams/{exam}")["results"][0]["name"] == "Ann"
    assert school.client("Eve").http.get(f"/api/school/exams/{exam}").status_code == 404


def test_a_teacher_reads_what_came_of_their_own_exams_only(school: Server, ann: Client) -> None:
    exam = set_by(staff(school, "Tea"), number=1)
    sit(ann, exam)
    answers(school, ann, exam)
    ted = staff(school, "Ted")
    assert ted.get(f"/api/school/exams/{exam}")["results"] == []
    asked = ted.http.get(f"/api/school/exams/{exam}/certificate", params={"learner": ann.id})
    assert asked.status_code == 403
    for name in ("Tea", "Sam", "Ada"):
        assert certificate(staff(school, name), exam, learner=ann.id)["key"]


def test_an_exam_asks_only_what_comes_up_under_its_options(school: Server) -> None:
    """Without its Bonus and Envy a table has nobody to pay for another's hand."""
    sam = staff(school)
    terms = TERMS | {"game": "triple_shot_bonus", "kinds": ["house_way"]}
    assert "as it is set here" in sam.http.post("/api/school/exams", json=terms).json()["reason"]
    set_by(sam, options={"decks": "6"})


def test_a_question_of_another_version_is_drawn_anew(school: Server, ann: Client) -> None:
    """A house that was brought up to date in the middle of an exam lets its learners go on."""
    exam = set_by(staff(school))
    sit(ann, exam)
    exams = school.hall.school.exams
    old = attempt_of(school, ann, exam).asked[0]
    changed = replace(old, ticket=replace(old.ticket, id="0" * 16))
    exams.change(ann.id, exam, lambda sat: replace(sat, attempt=replace(sat.attempt, asked=(changed,))))
    assert sit(ann, exam)["question"]["id"] == old.ticket.id
    for _ in range(TERMS["number"]):
        answers(school, ann, exam)
    assert json.loads(certificate(ann, exam)["certificate"])["right"] == TERMS["number"]


def test_what_is_heard_while_a_certificate_is_signed_is_not_lost(school: Server, ann: Client) -> None:
    """Two exams at once: the one is signed from a picture that is older than the other's last answer."""
    done, other = (set_by(staff(school), number=1) for _ in range(2))
    sit(ann, done)
    answers(school, ann, done)
    sit(ann, other)
    sign = school.hall.school.exams.sign

    def slowly(says: dict[str, Any]) -> Any:
        answers(school, ann, other)
        return sign(says)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(school.hall.school.exams, "sign", slowly)
        certificate(ann, done)
    assert attempt_of(school, ann, other).answered == 1
