"""What is kept of a regular, the order in which a socket is told, and what a lab has to hold its rounds against."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest
from fastapi import Request

from houseway.games import find_game
from houseway.house.draft import Forbidden
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import LedgerFailed
from houseway.rules.refused import Refused
from houseway.web import regulars as kept
from houseway.web.desk.desk import Desks
from houseway.web.lab import answers
from houseway.web.lab.ask import Ask
from houseway.web.limits import HouseLimits, SocketCount
from houseway.web.lost import doors_near, wants_page
from houseway.web.metrics import Metrics
from houseway.web.outbox import Outbox
from houseway.web.refusals import to_asker
from houseway.web.regulars import DAY_US, DAYS_MAX, MISTAKES_MAX, VISITS, Regulars
from houseway.web.sessions import KEYS, NOBODY, Sessions

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


# --- names, passphrases, settings ---


def test_settings_are_added_and_answered_with_all_that_is_kept(anna: Regulars) -> None:
    assert anna.note_settings("anna", {"deck": "two", "hints": True}) == {"deck": "two", "hints": True}
    both = {"deck": "four", "hints": True, "chip": 500}
    assert anna.note_settings("anna", {"deck": "four", "chip": 500}) == both
    assert anna.settings("anna") == both
    full = {f"s{n}": n for n in range(60 - len(both))}
    assert len(anna.note_settings("anna", dict(full))) == 60
    with pytest.raises(Refused, match="a person has at most 60 settings"):
        anna.note_settings("anna", {"one more": 1})
    assert len(anna.note_settings("anna", {"chip": 100})) == 60


def test_another_passphrase_or_name_ends_the_sessions_of_the_mark_before(anna: Regulars) -> None:
    first = anna.known("anna")
    other = "nine grey geese fly by"
    for id_, old, why in (("ben", PASSPHRASE, "not kept here"), ("anna", other, "that is not your passphrase")):
        with pytest.raises(Forbidden, match=why):
            anna.change(id_, old, other)
    changed, mark = anna.change("anna", PASSPHRASE, other)
    assert mark == first.mark != changed.mark
    assert anna.known("anna") == changed
    assert anna.verified("anna", other) == changed
    renamed, mark = anna.rename("anna", "Cleo", other)
    assert (renamed.name, mark, anna.known("anna")) == ("Cleo", changed.mark, renamed)
    assert renamed.mark != changed.mark
    anna.verify_name_free("Anna", "ben")
    anna.verify_name_free("Cleo", "anna")
    for name in ("Cleo", "cIeo"):
        with pytest.raises(Refused, match="belongs to somebody who keeps it with a passphrase"):
            anna.verify_name_free(name, "ben")
    assert anna.renew("anna") == renamed.mark
    assert anna.known("anna").mark != renamed.mark
    assert anna.renew("ben") == ""


def test_who_asks_to_leave_is_forgotten_in_seven_days_unless_they_come_in_again(anna: Regulars) -> None:
    with pytest.raises(Refused, match="that is not your name"):
        anna.ask_to_leave("anna", "Ben", 9)
    assert anna.leaves_at("anna") is None
    for now in (9, 99):
        anna.ask_to_leave("anna", "anna", now)
        assert anna.leaves_at("anna") == 9 + 7 * DAY_US, "the first time counts"
    anna.called("Anna", PASSPHRASE, 100)
    assert anna.leaves_at("anna") is None
    anna.ask_to_leave("anna", "Anna", 200)
    anna.change("anna", PASSPHRASE, "nine grey geese fly by")
    assert anna.leaves_at("anna") is None


# --- the desks ---


def test_what_waits_at_each_desk_and_how_long_it_may_take() -> None:
    """In all, of one address, seconds, answers kept."""
    limits = {desk.name: desk.limits for desk in Desks(cast(Any, None), Metrics()).all}
    assert {
        name: (each.waiting_max, each.address_max, each.time_s, each.kept, each.idle_s) for name, each in limits.items()
    } == {
        "records": (32, 8, 30, 0, 300), "diary": (24, 6, 60, 0, 300), "study": (12, 4, 180, 64, 300),
        "staff": (8, 8, 600, 0, 300), "books": (6, 4, 600, 0, 300), "figures": (4, 4, 600, 64, 300),
        "school": (48, 16, 60, 64, 300),
    }  # fmt: skip


# --- sessions ---


def test_a_key_that_is_changed_ends_every_session_here_and_elsewhere() -> None:
    ledger = open_ledger("memory:")
    sessions = Sessions(ledger, lambda: 10**12)
    ann = sessions.begin_player("Ann")
    csrf = sessions.csrf(ann)
    (old,) = ledger.shelf(KEYS)
    assert csrf
    assert asyncio.run(sessions.of(ann.token)) == ann
    sessions.end_all()
    (new,) = ledger.shelf(KEYS)
    assert new != old
    assert sessions.csrf(ann) == ""
    assert asyncio.run(sessions.of(ann.token)) == NOBODY
    ben = sessions.begin_player("Ben")
    assert sessions.csrf(ben) not in ("", csrf)
    assert asyncio.run(sessions.of(ben.token)) == ben
    assert asyncio.run(Sessions(ledger, lambda: 10**12).of(ben.token)) == ben
    ledger.close()


def test_endings_that_others_made_are_told_once_and_a_ledger_that_is_away_tells_none() -> None:
    ledger = open_ledger("memory:")
    here, there = (Sessions(ledger, lambda: 10**12) for _ in range(2))
    told: list[str] = []
    here.when_ended.append(told.append)
    own, other = (here.end_player(id_) for id_ in ("ann", "cleo"))
    theirs = there.end_player("ben", "mark")
    for _ in range(2):
        asyncio.run(here._hear())
        assert told == [theirs]
    assert len({own, other, theirs}) == 3

    def away() -> None:
        raise LedgerFailed("no disk")

    there.end_player("dora")
    here._read = away  # type: ignore[method-assign]
    asyncio.run(here._hear())
    assert told == [theirs]
    ledger.close()


# --- sockets, and who is shown a page ---


def test_a_socket_that_is_closed_leaves_its_room_to_another() -> None:
    count = SocketCount(replace(HouseLimits(), sockets_in_all=5, sockets_an_address=3, sockets_a_session=2))
    for session, place in (("ann", "here"), ("ann", "here"), ("", "here"), ("", "there")):
        assert count.full(session, place) == ""
        count.enter(session, place)
    assert count.full("ann", "there") == "sockets_a_session"
    assert count.full("ben", "here") == "sockets_an_address"
    assert count.full("", "there") == count.full("ben", "there") == ""
    count.enter("ben", "there")
    assert (count.total, count.full("", "away")) == (5, "sockets_in_all")
    for session, place in (("ann", "here"), ("", "here")):
        count.leave(session, place)
    assert count.total == 3
    assert count.full("ann", "here") == count.full("ann", "there") == ""
    for session, place in (("ann", "here"), ("", "there"), ("ben", "there")):
        count.leave(session, place)
    assert (count.total, dict(count._open)) == (0, {})


@pytest.mark.parametrize(
    ("method", "accept", "path", "page"),
    [
        ("GET", "text/html,*/*", "/nowhere", True), ("HEAD", "text/html", "/books/x", True),
        ("POST", "text/html", "/nowhere", False), ("GET", "*/*", "/nowhere", False), ("GET", None, "/nowhere", False),
        ("GET", "text/html", "/api/tables", False), ("GET", "text/html", "/health", False),
        ("GET", "text/html", "/metrics", False), ("GET", "text/html", "/apiary", True),
    ],
)  # fmt: skip
def test_a_person_who_asks_with_a_browser_is_answered_with_a_page(
    method: str, accept: str | None, path: str, page: bool
) -> None:
    headers = [] if accept is None else [(b"accept", accept.encode())]
    request = Request({"type": "http", "method": method, "path": path, "headers": headers, "query_string": b""})
    assert wants_page(request) is page
    answer = to_asker(request, "missing", "there is no such thing")
    assert answer.headers["content-type"] == ("text/html; charset=utf-8" if page else "application/json")
    assert b"here is no such thing" in bytes(answer.body)


def test_near_what_is_not_there_are_the_doors_of_its_room_and_the_lobby() -> None:
    for path, titles in (
        ("/books/2023", ["To the books", "To the lobby"]),
        ("/books", ["To the lobby"]),
        ("/bookshop/x", ["To the lobby"]),
        ("/", ["To the lobby"]),
    ):
        assert [door.title for door in doors_near(path)] == titles
