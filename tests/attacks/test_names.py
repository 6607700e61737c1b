"""Names that pose as a bot, as staff, or as somebody else at the table."""

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from houseway.house.names import skeleton, verify_name
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, House, table_of
from tests.web.running import Server, running, small_room

POSING = [
    "Bot 5", "bot", "BOT5", "5bot", "B0t 5", "B o t 5", "Bots", "R0bot", "Dealer", "The Dealer", "Dea1er", "DeaIer",
    "D.e.a.l.e.r", "Supervisor Sam", "Sam supervisor", "Sam (supervisor)", "auditor", "Ádmin", "adrnin", "Staff",
    "The House", "house", "Pit Boss", "\u0412\u041e\u0422", "\u1d05\u1d07\u1d00\u029f\u1d07\u0280", "Bot \u096b",
    "\uff22\uff4f\uff54", "bot\u0301", "Guest", "You", "\ua4d0\ua4f3\ua4d4", "Dea\u01c0er",
]  # fmt: skip
UNREADABLE = [
    "", " ", "...", "x" * 25, "Ann\u200b", "\u202eAnn", "\u3164", "\u2800", "A" + "\u0301" * 9, "Ann\U0001f916",
    "An\x00n", "\u24b7\u24de\u24e3", "Ann\u00ad", "<b>Ann",
]  # fmt: skip
TWO_SCRIPTS = ["\u0410nn", "Be\u0578", "B\u03bft", "\u0421id", "Ann\u3055", "B\u09e6b", "B\u0660b", "Ann \u096b"]
GOOD = [
    "Ann", "Zoë", "O'Brien", "Jean-Luc", "Player 3", "Мария", "さくら太郎", "김철수", "李小龍", "נועה", "محمد",
    "Abbott", "Botanist", "Greg House", "Staffan", "Ann 2", "नेहा", "नेहा ५", "علی \u06f5",
]  # fmt: skip


@pytest.mark.parametrize("name", [*POSING, *UNREADABLE, *TWO_SCRIPTS])
def test_nobody_has_a_name_that_misleads(name: str) -> None:
    with pytest.raises(Refused, match="name"):
        verify_name(name)


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_misleads_nobody_is_kept_as_it_is_written(name: str) -> None:
    assert verify_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "ann"), ("Ann", "A n n"), ("Ann", "\uff21nn"), ("Zoë", "Zoe"), ("Bill", "BiII"), ("Bill", "Bi1l"),
        ("Ann", "An-n"), ("Tom", "T0m"), ("Arnold", "Amold"), ("\u0410\u043d\u043d\u0430", "AHHa"),
        ("pope", "\u0440\u043e\u0440\u0435"), ("NATO", "\u039d\u0391\u03a4\u039f"),
        ("ALICE", "\ua4ee\ua4e1\ua4f2\ua4da\ua4f0"), ("ALICE", "\u13aa\u13de\u13c6\u13df\u13ac"),
        ("Alice", "A\u01c0ice"), ("alice", "A\u0269ice"), ("\u0628\u0660", "\u0628\u06f0"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


def test_names_that_differ_have_skeletons_that_do() -> None:
    assert len({skeleton(name) for name in GOOD}) == len(GOOD)


def test_nobody_looks_like_somebody_who_sits_there() -> None:
    house = House(table_of("lucky"))
    house.sit(ANNA)
    twin = type(BEN)("ben", f"{ANNA.name[:-1]} {ANNA.name[-1].upper()}", BEN.role)
    with pytest.raises(Refused, match="looks the same: choose another name"):
        house.do(twin, "sit")
    house.do(ANNA, "sit")  # one more seat for herself
    house.do(ANNA, "leave")
    house.do(twin, "sit")  # she is gone


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room("dakota"), seed=7) as made:
        yield made


@pytest.mark.parametrize("name", ["Bot 5", "Dealer", "Sam (supervisor)", "\u0410nn"])
def test_no_session_begins_under_such_a_name(server: Server, name: str) -> None:
    answer = server.client().http.post("/api/session", json={"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert "set-cookie" not in answer.headers


def test_a_second_ann_is_told_to_choose_another_name(server: Server) -> None:
    first, second = server.client("Ann").at("dakota"), server.client("Ann").at("dakota")
    assert first.do("sit")["type"] == "done"
    answer = second.do("sit")
    assert (answer["code"], answer["reason"]) == (
        "refused", "'Ann' is at this table already, and 'Ann' looks the same: choose another name",
    )  # fmt: skip
    for seat in (first, second):
        seat.close()


@pytest.mark.parametrize(
    ("name", "is_refused"),
    [
        ("Ann the dealer", True), ("dealers", True), ("5 Dealers 7", True), ("Ann-staff", True), ("System", True),
        ("the house 3", True), ("Ann of the system", False), ("House of Ann", False), ("Dealena", False),
    ],
)  # fmt: skip
def test_some_words_are_the_houses_anywhere_and_some_alone(name: str, is_refused: bool) -> None:
    with pytest.raises(Refused, match="somebody of the house") if is_refused else nullcontext():
        assert verify_name(name) == name
