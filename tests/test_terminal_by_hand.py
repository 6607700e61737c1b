"""What a terminal hears and what is typed at it, by hand: a line to a table, an address, a dealer's few words."""

import getpass
import io
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from houseway.rules.refused import Refused
from houseway.terminal import remote_house, way_in
from houseway.terminal.learners_table import LISTED_MAX, LearnersTable, cents_of, fits
from houseway.terminal.remote_house import AGAIN_S, RemoteHouse, TableLine, _told, _turned_away
from houseway.terminal.typed_words import Leave

# --- addresses ---


@pytest.mark.parametrize(
    ("address", "origin", "socket", "table"),
    [
        ("127.0.0.1:8021", "http://127.0.0.1:8021", "ws://127.0.0.1:8021", ""),
        ("https://house.example/table/war%20room/", "https://house.example", "wss://house.example", "war room"),
        ("http://house.example/table", "http://house.example", "ws://house.example", ""),
        ("http://house.example/round/lucky", "http://house.example", "ws://house.example", ""),
        ("http://house.example/table/lucky/1", "http://house.example", "ws://house.example", ""),
        ("http://http.example/table/x", "http://http.example", "ws://http.example", "x"),
    ],
)
def test_a_house_is_at_an_address_also_with_a_table_behind_it(
    address: str, origin: str, socket: str, table: str
) -> None:
    house = RemoteHouse(address)
    assert (house.origin, house.socket_origin, house.table) == (origin, socket, table)


@pytest.mark.parametrize("address", ["ftp://house.example", "http://", "http:///table/x"])
def test_what_is_no_address_is_said_so(address: str) -> None:
    with pytest.raises(Refused, match=r"is no address of a house: write it as http://127\.0\.0\.1:8021$"):
        RemoteHouse(address)


@pytest.mark.parametrize(
    ("body", "said"),
    [(b'{"reason": "full"}', "full"), (b'{"other": 1}', "else"), (b"[1]", "else"), (b"<html>", "else"), (b"", "else")],
)
def test_a_refusal_is_what_the_house_said_where_it_said_something(body: bytes, said: str) -> None:
    assert _told(body, "else") == said


@pytest.mark.parametrize(("code", "why"), [(3999, ""), (4000, "too many"), (4001, "too many")])
def test_a_line_that_is_closed_for_good_says_why(code: int, why: str) -> None:
    assert _turned_away(SimpleNamespace(rcvd=SimpleNamespace(code=code, reason="too many"))) == why  # type: ignore[arg-type]
    assert _turned_away(OSError("lost")) == _turned_away(SimpleNamespace(rcvd=None)) == ""  # type: ignore[arg-type]


# --- what a line hears ---

NOW = 1_700_000_000


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Any:
    made: Any = object.__new__(TableLine)
    made.told = []
    made._told = made.told.append
    made._answers, made._at_work, made._until, made._over = {}, "", 0.0, ""
    made.view, made.hints, made.warned, made.ahead = {}, {}, False, 0.0
    monkeypatch.setattr(remote_house, "time", SimpleNamespace(time=lambda: float(NOW), monotonic=lambda: 50.0))
    return made


def test_a_view_is_the_newest_and_its_clock_is_the_houses(line: Any) -> None:
    line._hear({"type": "view", "view": {"version": 3}, "now": (NOW + 7) * 1_000_000})
    assert (line.view, line.ahead) == ({"version": 3}, 7.0)
    assert line.seconds_until((NOW + 20) * 1_000_000) == 13.0
    line._hear({"type": "hints", "acts": []})
    assert line.hints == {"type": "hints", "acts": []}


def test_meters_tick_in_the_view_where_it_has_their_link(line: Any) -> None:
    tick = {"type": "meters", "link": "b", "meters": [9], "hits": [1]}
    line._hear(tick)
    assert line.view == {}
    line.view = {
        "version": 3,
        "progressives": [{"link": "a", "meters": [1]}, {"link": "b", "meters": [2], "title": "B"}],
    }
    line._hear(tick)
    assert line.view == {
        "version": 3,
        "progressives": [{"link": "a", "meters": [1]}, {"link": "b", "meters": [9], "title": "B", "hits": [1]}],
    }


def test_answers_are_kept_by_their_command_and_a_refusal_of_none_is_told(line: Any) -> None:
    for message in (
        {"type": "done", "id": "a", "version": 4},
        {"type": "refused", "id": "b", "reason": "no"},
        {"type": "refused", "id": "", "reason": "go away"},
    ):
        line._hear(message)
    assert {id_: message["type"] for id_, message in line._answers.items()} == {"a": "done", "b": "refused"}
    assert line.told == ["go away"]


def test_a_house_at_work_gets_time_anew_and_says_each_thing_once(line: Any) -> None:
    for reason in ("reading", "reading", "closing"):
        line._until = 0.0
        line._hear({"type": "wait" if reason == "reading" else "closing", "reason": reason})
        assert line._until == 70.0
    assert line.told == ["reading", "closing"]


def test_whoever_is_about_to_lose_a_seat_is_told_the_seconds(line: Any) -> None:
    line._hear({"type": "idle", "until": 90_600_000, "now": 30_000_000, "reason": "silent"})
    assert line.warned
    line._hear({"type": "idle", "until": 0, "now": 30_000_000, "reason": ""})
    assert not line.warned
    assert line.told == ["silent: your seat is given up in 61 s. Play on, or type here to stay."]


def test_a_lost_line_is_tried_for_at_longer_and_longer_times(line: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(remote_house, "time", SimpleNamespace(sleep=slept.append))
    line._heard = threading.Condition()
    tries = iter([remote_house.NoAnswer("not there")] * 8)

    def opened() -> Any:
        if failed := next(tries, None):
            raise failed
        return "a line"

    line._open = opened
    line._come_back()
    assert slept == [0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 8.0] == [*AGAIN_S, 8.0, 8.0, 8.0]
    assert (line._socket, line.told) == (
        "a line",
        ["The connection is lost; trying again ...", "The connection is back."],
    )
    line._open = lambda: (_ for _ in ()).throw(Refused("the table is gone"))
    line._come_back()
    assert line._over == "the table is gone"
    line.told.clear()
    line._come_back()
    assert line.told == [], "there is no line any more"


def test_a_wait_ends_with_what_is_heard_with_its_time_or_with_the_line(
    line: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_house, "time", time)
    line._heard = threading.Condition()
    assert line.wait(lambda: True)
    assert line.wait(lambda: True, 0.0)
    assert not line.wait(lambda: False, 0.0)
    assert not line.wait(lambda: False, 0.02)
    line._over = "you have left"
    assert line.wait(lambda: True)
    with pytest.raises(remote_house.NoAnswer, match="you have left"):
        line.wait(lambda: False)


# --- a dealer's few words ---


@pytest.mark.parametrize(
    ("typed", "cents"), [("45", 4500), ("12.50", 1250), ("16,599", 1_659_900), ("0.29", 29), ("1,234.5", 123_450)]
)
def test_dollars_are_read_as_they_are_typed(typed: str, cents: int) -> None:
    assert cents_of(typed) == cents


@pytest.mark.parametrize(
    ("words", "called", "good"),
    [
        ("pay ante", "Pay seat 2, Ante:", True),
        ("p a 2", "Pay seat 2, Ante:", True),
        ("pay 2", "Pay seat 12, Ante", False),  # numbers in full
        ("pay bonus", "Pay seat 2, Ante", False),
        ("", "Pay seat 2", False),
        ("take 1", "Take (1) at seat 3", True),
        ("take (1)", "Take (1) at seat 3", True),
        ("take (1)", "Take Ante at seat 1", False),
    ],
)
def test_every_word_typed_begins_one_of_the_deeds(words: str, called: str, *, good: bool) -> None:
    assert fits(words.split(), called) is good


def deed(words: str, *amounts: int) -> Any:
    found: Any = SimpleNamespace(words=words, amounts=amounts)
    found.deed = SimpleNamespace(words=words, kind="pay", of=lambda cents: f"{words} {cents}")
    return found


def learner(*typed: str) -> tuple[Any, io.StringIO]:
    left = iter(typed)
    page = io.StringIO()
    round_ = SimpleNamespace(deed_words=lambda deed, _: deed.words)
    dealing: Any = SimpleNamespace(begun=lambda: SimpleNamespace(step=0), round=lambda _: round_)
    return LearnersTable(dealing, Console(file=page, width=100, color_system=None), lambda _: next(left)), page


def test_the_last_word_may_be_an_amount_where_nothing_is_called_so() -> None:
    table, _ = learner()
    offered = [deed("Pay Ante 2", 100, 200), deed("Pay Bonus", 300), deed("Turn")]
    for words, expected in (
        ("pay ante", ([offered[0]], 0)),
        ("pay ante 2", ([offered[0]], 0)),
        ("pay ante 12.50", ([offered[0]], 1250)),
        ("pay $3", (offered[:2], 300)),
        ("turn 5", ([], 500)),
        ("5", ([], 0)),
        ("pay x", ([], 0)),
    ):
        assert table._meant(offered, words.split()) == expected, words


def test_an_amount_is_asked_for_until_it_is_one() -> None:
    table, page = learner("many", "12.345", "$1,250")
    assert table._with_amount(deed("Pay Ante", 4500, 1250), 0) == "Pay Ante 125000"
    told = "Type dollars, as in 45 or 12.50. By the pays: $45, $12.50\n"
    assert page.getvalue() == 2 * told
    assert table._with_amount(deed("Pay Ante", 4500), 700) == "Pay Ante 700"
    assert table._with_amount(alone := deed("Turn"), 700) is alone.deed


def test_of_many_deeds_one_is_chosen_by_its_number_or_more_words() -> None:
    many = [deed(f"Pay seat {at}") for at in range(1, LISTED_MAX + 3)]
    table, page = learner("0", "99", "pay", f"{LISTED_MAX}")
    assert table._one_of(many) is many[LISTED_MAX - 1]
    lines = page.getvalue().splitlines()
    assert lines[:2] == ["   1  Pay seat 1", "   2  Pay seat 2"]
    assert lines[LISTED_MAX - 1 : LISTED_MAX + 1] == ["  24  Pay seat 24", "      and 2 more: say more words"]
    assert lines[LISTED_MAX + 1 :] == ["Type a number from 1 to 24, or q to leave"] * 3
    few, page = learner("3", "seat 2")
    assert few._one_of(many[:2]) is many[1]
    assert page.getvalue().splitlines()[2:] == ["Type a number from 1 to 2, or q to leave"]
    for word in ("q", " QUIT ", "exit"):
        with pytest.raises(Leave):
            learner(word)[0]._one_of(many[:2])


# --- the way in ---

ROOM = {
    "name": "The Room",
    "tables": [
        {
            "table": name, "title": name.title(), "free": [1, 2], "seats": 7, "phase": "betting", "departs": departs,
            "wagers": [{"name": "ante", "least_cents": 500, "required": True, "toke": False}],
        }
        for name, departs in (("lucky", ""), ("war", "It deals from one deck."))
    ],
}  # fmt: skip


class Street:
    """A house with two tables; `entered` says who came in."""

    def __init__(self, table: str = "") -> None:
        self.table = table
        self.entered: list[Any] = []

    def get(self, path: str) -> Any:
        assert path == "/api/room"
        return ROOM

    def enter(self, *who: str) -> None:
        self.entered.append(who)
        raise EOFError


def come(monkeypatch: pytest.MonkeyPatch, street: Street, table: str, name: str, *typed: str) -> str:
    page, left = io.StringIO(), iter(typed)
    monkeypatch.setattr(way_in, "RemoteHouse", lambda _: street)
    monkeypatch.setattr(getpass, "getuser", lambda: "u" * 30)
    console = Console(file=page, width=100, color_system=None)
    way_in.join("house.example", table, name, console, lambda _: next(left), passphrase="seven herons")
    return page.getvalue()


@pytest.mark.parametrize(
    ("behind", "table", "name", "typed", "who"),
    [
        ("", "lucky", "Ann", [], "Ann"),
        ("war", "", "Ann", [], "Ann"),
        ("", "", "", ["2", "Ben"], "Ben"),
        ("", "", "", ["lucky", ""], "u" * 24),
        ("", "", "Ann", ["0", "3", "poker", "1"], "Ann"),
    ],
)
def test_whoever_comes_names_a_table_and_themselves(
    behind: str, table: str, name: str, typed: list[str], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    street = Street(behind)
    page = come(monkeypatch, street, table, name, *typed)
    assert street.entered == [(who, "seven herons")]
    asked = not behind and not table
    assert ("The Room (play money only)" in page) is asked
    assert ("war: It deals from one deck." in page) is asked
    assert page.count("There is no table") == sum(word in ("0", "3", "poker") for word in typed)
    assert page.endswith("\n\n" if asked and len(typed) < 4 else "\n"), "a line of its own behind what was typed"


def test_whoever_leaves_before_there_is_a_seat_leaves_a_line_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    street = Street()
    assert come(monkeypatch, street, "lucky", "Ann") == "\n"
    assert come(monkeypatch, street, "", "", "q").endswith("\n\n")
    with pytest.raises(Refused, match=r"^The Room has no table 'poker'; it has lucky, war$"):
        come(monkeypatch, street, "poker", "Ann")
    assert street.entered == [("Ann", "seven herons")]


def test_a_secret_is_the_first_line_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    for text, first in (("one two \nthree", "one two"), (" x", "x")):
        file.write_text(text)
        assert way_in.first_line(file) == first
    file.write_text("\nthree")
    with pytest.raises(Refused, match="has no passphrase in its first line"):
        way_in.first_line(file)
    with pytest.raises(Refused, match="cannot be read: No such file"):
        way_in.first_line(tmp_path / "none")
