"""What is kept of a regular, the order in which a socket is told, and what a lab has to hold its rounds against."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.games import find_game
from houseway.house.draft import Forbidden
from houseway.house.ledger import open_ledger
from houseway.rules.refused import Refused
from houseway.web import regulars as kept
from houseway.web.lab import answers
from houseway.web.lab.ask import Ask
from houseway.web.outbox import Outbox
from houseway.web.regulars import DAY_US, DAYS_MAX, MISTAKES_MAX, VISITS, Regulars

PASSPHRASE = "seven brown herons wade"


class AsTheyAre:
    """Passphrases that nobody hashes: it takes time, and others test it."""

    def of(self, passphrase: str) -> str:
        return passphrase

    def is_of(self, hash_: str, passphrase: str) -> bool:
        return hash_ == passphrase


@pytest.fixture
def anna() -> Iterator[Regulars]:
    ledger = open_ledger("memory:")
    regulars = Regulars(ledger)
    regulars._hashes = AsTheyAre()  # type: ignore[assignment]
    regulars.keep("anna", "Anna", PASSPHRASE, 5)
    yield regulars
    ledger.close()


# --- scores ---


def test_counts_are_added_by_name_and_go_up_to_a_million_millions(anna: Regulars) -> None:
    most = 1_000_000_000_000
    anna.add_scores("anna", {"war": {"right": most - 3, "wrong": 2}}, {}, [])
    anna.add_scores("anna", {"war": {"right": 2}, "stud": {"right": 1}}, {}, [])
    assert anna.scores("anna") == {"war": {"right": most - 1, "wrong": 2}, "stud": {"right": 1}}
    for _ in range(2):
        anna.add_scores("anna", {"war": {"right": 1}}, {}, [])
        assert anna.scores("anna")["war"] == {"right": most, "wrong": 2}
    anna.add_scores("anna", {"war": {"right": most}}, {}, [])
    assert anna.scores("anna")["war"]["right"] == most


def test_of_days_the_latest_are_kept_and_of_mistakes_one_for_each_choice(anna: Regulars) -> None:
    assert (DAYS_MAX, MISTAKES_MAX) == (366, 100)
    days = {f"2{day:03}": {"right": day} for day in range(DAYS_MAX)}
    anna.add_scores("anna", {}, dict(reversed(days.items())), [])
    anna.add_scores("anna", {}, {"2999": {"right": 1}, "2365": {"right": 5}}, [])
    assert list(anna.days("anna")) == [*list(days)[1:], "2999"]
    assert anna.days("anna")["2365"] == {"right": 370}

    def mistake(at: int, choice: int, act: str = "fold") -> dict[str, Any]:
        return {"table": "war", "round": 1, "choice": choice, "at": at, "act": act}

    anna.add_scores("anna", {}, {}, [mistake(at, at) for at in range(MISTAKES_MAX)])
    anna.add_scores("anna", {}, {}, [mistake(500, 7, "raise"), mistake(501, 300)])
    found = anna.mistakes("anna")
    assert [each["choice"] for each in found] == [300, 7, *(n for n in range(99, 0, -1) if n != 7)]
    assert found[1]["act"] == "raise"


def test_nothing_is_added_for_whoever_is_not_kept(anna: Regulars) -> None:
    with pytest.raises(Forbidden, match="you are not kept here"):
        anna.add_scores("ben", {"war": {"right": 1}}, {}, [])
    assert anna.scores("ben") == anna.days("ben") == {}
    assert anna.mistakes("ben") == []


def test_a_visit_is_noted_once_a_day(anna: Regulars) -> None:
    for at, noted in (
        (DAY_US + 4, 5),
        (DAY_US + 5, DAY_US + 5),
        (2 * DAY_US + 4, DAY_US + 5),
        (3 * DAY_US, 3 * DAY_US),
    ):
        assert anna.called("Anna", PASSPHRASE, at).id == "anna"
        assert anna.ledger.get(VISITS, "anna") == str(noted)
    for name, passphrase in (("Anna", "six brown herons wade"), ("Ben", PASSPHRASE)):
        with pytest.raises(Forbidden, match=r"^name or passphrase is wrong$"):
            anna.called(name, passphrase, 9 * DAY_US)
    assert anna.ledger.get(VISITS, "anna") == str(3 * DAY_US)


def test_what_is_kept_of_a_person_is_on_these_shelves(anna: Regulars) -> None:
    """Whoever keeps more must say that it goes with the person."""
    for shelf in kept.OF_A_PERSON:
        anna.keep_beside(shelf, "anna", json.dumps(shelf))
        assert anna.beside(shelf, "anna") == json.dumps(shelf)
    assert anna.beside(kept.SCORES, "ben") == ""
    assert kept.OF_A_PERSON == (
        "regular_settings", "regular_scores", "regular_days", "regular_mistakes", "regular_visits", "regular_overdue",
        "regular_leaving", "school_learnt", "school_dealt", "school_enrolled", "school_sat",
    )  # fmt: skip
    anna.forget(anna.known("anna"))
    assert [shelf for shelf in kept.OF_A_PERSON if anna.beside(shelf, "anna")] == []


# --- what a socket is told ---


def test_answers_come_first_then_the_newest_view_its_hints_and_the_meters() -> None:
    async def taken(outbox: Outbox) -> list[str | None]:
        return [await outbox.take() for _ in range(7)]

    outbox = Outbox()
    outbox.tick("old", "gone with the view")
    outbox.add_to_view("hints of the view before")
    outbox.show("view before")
    outbox.show("view")
    outbox.tick("corner", "corner before")
    outbox.tick("bar", "bar")
    outbox.tick("corner", "corner")
    outbox.add_to_view("hints before")
    outbox.add_to_view("hints")
    outbox.answer({"n": 1})
    outbox.answer({"n": 2})
    outbox.close()
    said = ['{"n":1}', '{"n":2}', "view", "hints", "corner", "bar", None]
    assert asyncio.run(asyncio.wait_for(taken(outbox), 20)) == said


def test_a_new_view_takes_the_place_of_the_hints_before_it() -> None:
    outbox = Outbox()
    outbox.add_to_view("hints of what was")
    outbox.show("view")
    outbox.close()

    async def taken() -> list[str | None]:
        return [await outbox.take(), await outbox.take()]

    assert asyncio.run(asyncio.wait_for(taken(), 20)) == ["view", None]


# --- the lab ---


def test_rounds_are_held_against_exact_figures_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    war = find_game("casino_war")
    ask = Ask(kind="simulate", game=war.slug, settings=war.settings(), strategy="basic")
    asked: list[Any] = []
    monkeypatch.setattr(answers, "solution_of", asked.append)
    assert answers._is_solved(ask) is True
    assert asked == [ask]

    def refuse(_: Ask) -> None:
        raise Refused("no solver")

    monkeypatch.setattr(answers, "solution_of", refuse)
    assert answers._is_solved(ask) is False
