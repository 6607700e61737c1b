"""Exams on their shelves: how many, in which order, who began them, and what is left of those that are taken away."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.house.draft import Forbidden
from houseway.house.ledger import open_ledger
from houseway.rules.refused import Refused
from houseway.school.exam import Attempt, ExamTerms
from houseway.web.refusals import Missing
from houseway.web.regulars import SAT, Regulars
from houseway.web.school import exams as shelves
from houseway.web.school.exams import BEGUN, ENDED, EXAMS, Exams

TERMS = ExamTerms.from_json({
    "title": "Pays", "game": "casino_war", "options": {}, "kinds": ["pay"], "number": 2, "minutes": 10,
    "pass_percent": 80,
})  # fmt: skip


@pytest.fixture
def exams(monkeypatch: pytest.MonkeyPatch) -> Iterator[Exams]:
    """Ann and Ben are kept; whoever sits one has been asked nothing yet."""
    ledger = open_ledger("memory:")
    regulars: Any = Regulars(ledger)
    monkeypatch.setattr(regulars, "known", lambda id_: id_)
    monkeypatch.setattr(
        regulars, "find", lambda id_: SimpleNamespace(name=id_.title()) if id_ in ("ann", "ben") else None
    )
    yield Exams(ledger, regulars)
    ledger.close()


def begin(exams: Exams, learner: str, exam: Any, at: int) -> None:
    """As `begin` does, with a paper that has no question yet."""
    if exam.id not in exams.sat_by(learner):
        exams.write(learner, exam.id, shelves.Sat(Attempt.begun(at)))
        exams._ledger.put(BEGUN, exam.id, str(exams.begun(exam) + 1))


def test_exams_are_told_the_newest_first_and_found_by_id(exams: Exams) -> None:
    made = [exams.set(TERMS, by, at) for by, at in (("tea", 5), ("ted", 9), ("tea", 7))]
    assert [exam.set_at for exam in exams.all()] == [9, 7, 5]
    assert [exams.find(exam.id) for exam in made] == made
    assert len({exam.half for exam in made}) == len({exams.commitment(exam) for exam in made}) == 3
    assert len({exams.paper(made[0], learner) for learner in ("ann", "ben")}) == 2
    assert exams.paper(made[0], "ann") == exams.paper(exams.find(made[0].id), "ann")
    with pytest.raises(Missing, match=r"^there is no exam 'gone'$"):
        exams.find("gone")


def test_there_are_so_many_of_a_house_and_of_one_person(exams: Exams, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (shelves.EXAMS_MAX, shelves.EXAMS_EACH) == (500, 100)
    monkeypatch.setattr(shelves, "EXAMS_MAX", 4)
    monkeypatch.setattr(shelves, "EXAMS_EACH", 2)
    for at in range(2):
        exams.set(TERMS, "tea", at)
    with pytest.raises(Refused, match=r"^one sets at most 2 exams: take old ones away first$"):
        exams.set(TERMS, "tea", 3)
    for at in range(2):
        exams.set(TERMS, "ted", at)
    with pytest.raises(Refused, match=r"^a house has at most 4 exams: take old ones away first$"):
        exams.set(TERMS, "tom", 3)
    exams.take_away(exams.all()[0])
    exams.set(TERMS, "tom", 3)


def test_one_that_somebody_began_stays_for_them_when_it_is_taken_away(exams: Exams) -> None:
    begun, other = (exams.set(TERMS, "tea", at) for at in (1, 2))
    for learner in ("ann", "ann", "ben", "carl"):
        begin(exams, learner, begun, 100)
    assert (exams.begun(begun), exams.begun(other)) == (3, 0)
    assert [(learner, name) for learner, name, _ in exams.sittings(begun)] == [("ann", "Ann"), ("ben", "Ben")]
    assert list(exams.sittings(other)) == []
    secret = exams.take_away(begun)
    assert bytes.fromhex(secret) == exams._secret(begun)
    exams._ledger.put(BEGUN, other.id, "4")
    exams.take_away(other)
    assert exams.all() == []
    assert [exams._ledger.get(BEGUN, each.id) for each in (begun, other)] == ["3", None]
    assert [exams._ledger.get(EXAMS, each.id) for each in (begun, other)] == [None, None]
    assert exams._ledger.get(ENDED, other.id) is None
    for learner in ("ann", ""):
        assert exams.find_sat(begun.id, learner) == replace(begun, ended=True)
    for exam, learner in ((begun, "dora"), (other, "ann"), (other, "")):
        with pytest.raises(Missing):
            exams.find_sat(exam.id, learner)


def test_a_sitting_is_changed_by_whoever_began_it(exams: Exams) -> None:
    exam = exams.set(TERMS, "tea", 1)
    with pytest.raises(Forbidden, match=r"^this exam was not begun: begin it first$"):
        exams.change("ann", exam.id, lambda sat: sat)
    begin(exams, "ann", exam, 100)
    changed = exams.change("ann", exam.id, lambda sat: replace(sat, attempt=Attempt.begun(200)))
    assert exams.sat_by("ann") == {exam.id: changed}
    assert changed.attempt.begun_at == 200
    assert changed.shown() == {"begun_at": 200, "answered": [], "certificate": None}
    assert (exams.sat_by("ben"), exams._regulars.beside(SAT, "ben")) == ({}, "")


def test_a_house_signs_with_one_key(exams: Exams) -> None:
    first, public = exams.sign({"name": "Ann"}), exams.public()
    assert exams.public() == public
    assert exams.verify(first) == {"name": "Ann"}
    assert Exams(exams._ledger, exams._regulars).verify(first) == {"name": "Ann"}
    assert public["pem"].startswith("-----BEGIN PUBLIC KEY-----")
    with pytest.raises(Refused):
        exams.verify(replace(first, signature="00" * 64))
