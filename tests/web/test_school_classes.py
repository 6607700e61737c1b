"""Classes: a teacher's, entered by a link, seen by its teacher alone, left at will; whoever is deleted is in none."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.web.regulars import ENROLLED
from houseway.web.school import classes
from houseway.web.school.class_routes import _harmless
from tests.web.conftest import PASSWORD
from tests.web.regular_kit import PHRASE, keep
from tests.web.running import Client, Server, running, small_room
from tests.web.school_kit import GAME, answered, asked, right, waits, wrong


@pytest.fixture(scope="module")
def school() -> Iterator[Server]:
    with running(small_room("dakota")) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor"), ("Tea", "teacher"), ("Ted", "teacher")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


@pytest.fixture
def tea(school: Server) -> Client:
    return school.client().log_in("Tea", PASSWORD)


@pytest.fixture
def learners(school: Server) -> Iterator[list[Client]]:
    found = [keep(school.client(name)) for name in ("Ann", "Ben")]
    yield found
    for client in found:
        client.http.post("/api/you/forget", json={"passphrase": PHRASE})


def opened(client: Client, title: str = "Tuesday") -> dict[str, Any]:
    answer = client.http.post("/api/school/classes", json={"title": title})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def joins(client: Client, link: str) -> Any:
    return client.http.post("/api/school/classes/join", json={"link": link.rpartition("/")[2]})


@pytest.mark.parametrize(
    ("who", "may"), [("", False), ("Pia", False), ("Ada", False), ("Sam", True), ("Tea", True), ("kept", False)]
)
def test_teachers_and_supervisors_open_classes(school: Server, who: str, may: bool) -> None:
    if who == "kept":
        client = keep(school.client("Kit"))
    else:
        client = school.client().log_in(who, PASSWORD) if who in ("Ada", "Sam", "Tea") else school.client(who)
    answer = client.http.post("/api/school/classes", json={"title": "Tuesday"})
    assert answer.status_code == (200 if may else 403), answer.text


def test_a_teacher_has_the_school_and_nothing_of_the_house(tea: Client) -> None:
    assert tea.get("/api/session")["role"] == "teacher"
    for path in ("/api/house", "/api/staff", "/api/audit/hold", "/api/house/books", "/api/you", "/api/audit/streams"):
        assert tea.http.get(path).status_code == 403, path
    assert tea.command("dakota", "close", reason="mine").status_code == 403
    assert tea.command("dakota", "sit", cents=100_000).status_code == 403


def test_a_teacher_sees_what_the_class_knows_and_nobody_else_does(
    school: Server, tea: Client, learners: list[Client]
) -> None:
    ann, ben = learners
    class_ = opened(tea)
    assert [joins(each, class_["link"]).json()["learners"] for each in (ann, ben, ann)] == [1, 2, 2]
    for _ in range(3):
        told = asked(ann, kind="pay")
        answered(ann, told["id"], wrong(waits(school, ann, told["id"])))
    told = asked(ann, kind="who_wins")
    answered(ann, told["id"], right(waits(school, ann, told["id"])))
    seen = tea.get(f"/api/school/classes/{class_['id']}")
    of_ann, of_ben = seen["of_learners"]
    assert (of_ann["name"], of_ann["asked"], of_ann["right"]) == ("Ann", 4, 1)
    assert [each["kind"] for each in of_ann["weak"]] == ["pay"]
    assert (of_ben["name"], of_ben["asked"], of_ben["last_at"]) == ("Ben", 0, None)
    others = (school.client(), ann, school.client().log_in("Ted", PASSWORD), school.client().log_in("Ada", PASSWORD))
    for client in others:
        for path in ("", "/export"):
            assert client.http.get(f"/api/school/classes/{class_['id']}{path}").status_code == 403
    assert school.client().log_in("Sam", PASSWORD).get(f"/api/school/classes/{class_['id']}") == seen
    listed = ann.get("/api/school/classes")
    assert [(each["title"], each["by"], each["link"]) for each in listed] == [("Tuesday", "Tea", "")]
    file = tea.http.get(f"/api/school/classes/{class_['id']}/export")
    assert file.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(file.text)))
    assert [(row["name"], row["game"], row["kind"], row["asked"], row["weak"]) for row in rows] == [
        ("Ann", GAME, "pay", "3", "yes"), ("Ann", GAME, "who_wins", "1", ""), ("Ben", "", "", "", ""),
    ]  # fmt: skip


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    assert [_harmless(cell) for cell in ("=1+1", "@x", "-1", "Ann", 3)] == ["'=1+1", "'@x", "'-1", "Ann", 3]


def test_a_learner_leaves_and_takes_the_record_along(tea: Client, learners: list[Client]) -> None:
    ann, ben = learners
    class_ = opened(tea)
    for each in learners:
        joins(each, class_["link"])
    path = f"/api/school/classes/{class_['id']}/learners"
    assert ben.http.delete(f"{path}/{ann.id}").status_code == 403, "not each other"
    assert ann.http.delete(f"{path}/{ann.id}").json() == []
    assert ann.http.delete(f"{path}/{ann.id}").status_code == 404
    assert [each["name"] for each in tea.get(f"/api/school/classes/{class_['id']}")["of_learners"]] == ["Ben"]
    assert tea.http.delete(f"{path}/{ben.id}").status_code == 200
    assert tea.get(f"/api/school/classes/{class_['id']}")["of_learners"] == []


def test_whoever_is_deleted_is_in_no_class(school: Server, tea: Client) -> None:
    class_ = opened(tea)
    cat = keep(school.client("Cat"))
    joins(cat, class_["link"])
    cat.http.post("/api/you/forget", json={"passphrase": PHRASE})
    assert tea.get(f"/api/school/classes/{class_['id']}")["learners"] == 0
    assert cat.id not in school.house.ledger.shelf(ENROLLED)


def test_a_class_that_is_closed_is_nobodys(school: Server, tea: Client, learners: list[Client]) -> None:
    class_ = opened(tea, "For a day")
    joins(learners[0], class_["link"])
    ted = school.client().log_in("Ted", PASSWORD)
    assert ted.http.delete(f"/api/school/classes/{class_['id']}").status_code == 403
    assert tea.http.delete(f"/api/school/classes/{class_['id']}").status_code == 200
    assert learners[0].get("/api/school/classes") == []
    assert joins(learners[0], class_["link"]).status_code == 404


def test_a_link_lets_in_only_who_is_kept_and_only_so_many(
    school: Server, tea: Client, learners: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    class_ = opened(tea)
    for client in (school.client("Pia"), tea):
        assert joins(client, class_["link"]).status_code == 403
    assert joins(learners[0], "0" * 32).status_code == 404
    assert joins(learners[0], "nonsense").status_code == 400
    monkeypatch.setattr(classes, "LEARNERS_MAX", 1)
    assert [joins(each, class_["link"]).status_code for each in learners] == [200, 409]
    monkeypatch.setattr(classes, "ENROLLED_MAX", 1)
    assert joins(learners[0], opened(tea)["link"]).status_code == 409
    monkeypatch.setattr(classes, "CLASSES_MAX", 1)
    assert tea.http.post("/api/school/classes", json={"title": "One more"}).status_code == 409
