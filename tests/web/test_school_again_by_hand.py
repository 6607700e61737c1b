"""A question that was missed, asked again: which comes first, and what is forgotten, with a school of wood."""

import asyncio
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.rules.refused import Refused
from houseway.web.floor import Busy
from houseway.web.refusals import TooFast
from houseway.web.school import routes


class School:
    """Of three questions that were missed, two are of one game; `fails` says what becomes of asking each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **fails: Exception) -> None:
        self.fails = fails
        given = (("a", "war", "pay"), ("b", "stud", "pay"), ("c", "war", "who_wins"))
        self.missed: Any = {id_: SimpleNamespace(id=id_, game=game, kind=kind) for id_, game, kind in given}
        self.learnt: Any = SimpleNamespace(missed=self.missed)
        self.shown_at: list[str] = []
        self.hall: Any = SimpleNamespace(
            school=SimpleNamespace(shown=self.shown, records=SimpleNamespace(changing=self.changing))
        )
        monkeypatch.setattr(routes, "place_at", lambda _: "here")
        monkeypatch.setattr(routes, "_ask", self.ask)

    async def shown(self, place: str, ticket: Any) -> str:
        assert place == "here"
        self.shown_at.append(ticket.id)
        if ticket.id in self.fails:
            raise self.fails[ticket.id]
        return f"page of {ticket.id}"

    @contextmanager
    def changing(self, _: Any) -> Any:
        yield SimpleNamespace(learnt=self.learnt)

    async def ask(self, _: Any, __: Any, page: str, now: Any) -> str:
        return f"{page}, {now.ticket.id}"

    def again(self, kind: str = "") -> Any:
        return asyncio.run(routes._again(self.hall, None, None, "war", kind, self.learnt))  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "first"), [("", "a"), ("pay", "a"), ("who_wins", "c")])
def test_the_one_that_was_missed_longest_ago_is_asked(kind: str, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    school = School(monkeypatch)
    assert school.again(kind) == f"page of {first}, {first}"
    assert (school.shown_at, list(school.missed)) == ([first], ["a", "b", "c"])


def test_what_cannot_be_asked_any_more_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    school = School(monkeypatch, a=Refused("no such kind"))
    assert school.again() == "page of c, c"
    assert list(school.missed) == ["b", "c"]
    school.fails["c"] = Refused("no such kind")
    with pytest.raises(Refused, match=r"^nothing waits here that you missed: take a new question$"):
        school.again()
    assert list(school.missed) == ["b"]


@pytest.mark.parametrize("refusal", [TooFast("wait"), Busy("much to do")])
def test_a_school_that_is_busy_forgets_nothing(refusal: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    school = School(monkeypatch, a=refusal)
    with pytest.raises(type(refusal)):
        school.again()
    assert list(school.missed) == ["a", "b", "c"]
