"""Who may do what in the hall, by its own rules: everything behind it is of wood."""

import asyncio
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.house.draft import AUDITOR, GUEST, PLAYER, SUPERVISOR, TEACHER, Command, Forbidden
from houseway.house.ledger.store import LedgerFailed
from houseway.house.pit import Done
from houseway.rules.refused import Refused
from houseway.web.hall import Hall, verify_may_watch, verify_not_anothers, verify_role_is
from houseway.web.refusals import Missing

OWN = "alone-0123456789abcdef-01234567"
OWNER = "0123456789abcdef"


def session(role: str, id_: str = "ann") -> Any:
    return SimpleNamespace(role=role, id=id_, token="t", actor=SimpleNamespace(id=id_, name="Ann", role=role))


def table(name: str = "dakota", *, spectators: bool = True) -> Any:
    set_up = SimpleNamespace(spectators=spectators)
    return SimpleNamespace(name=name, set_up=set_up, config=set_up)


def hall(**parts: Any) -> Any:
    made: Any = object.__new__(Hall)
    vars(made).update(parts)
    return made


@pytest.mark.parametrize(
    ("then", "now", "current"), [(PLAYER, PLAYER, True), (SUPERVISOR, GUEST, False), (AUDITOR, SUPERVISOR, False)]
)
def test_a_session_is_current_while_it_has_its_role(then: str, now: str, *, current: bool) -> None:
    async def of(token: str) -> Any:
        assert token == "t"
        return session(now)

    found = asyncio.run(hall(sessions=SimpleNamespace(of=of)).is_current(session(then)))
    assert found is current


@pytest.mark.parametrize(
    ("name", "spectators", "role", "id_", "good"),
    [
        ("dakota", True, GUEST, "", True),
        ("dakota", False, GUEST, "", False),
        ("dakota", False, PLAYER, "ann", True),
        (OWN, True, GUEST, "", False),
        (OWN, True, PLAYER, "ann", False),
        (OWN, True, PLAYER, OWNER, True),
        (OWN, True, SUPERVISOR, "sam", True),
        (OWN, True, AUDITOR, "ada", True),
        (OWN, True, TEACHER, "tea", False),
    ],
)
def test_who_may_watch_a_table(name: str, role: str, id_: str, *, spectators: bool, good: bool) -> None:
    of = table(name, spectators=spectators)
    if good:
        verify_may_watch(of, session(role, id_))
        return
    said = "this table has no spectators: give a name" if name == "dakota" else "somebody's own practice table"
    with pytest.raises(Forbidden, match=said):
        verify_may_watch(of, session(role, id_))
    if name == OWN:
        with pytest.raises(Forbidden, match=said):
            verify_not_anothers(of, session(role, id_))


def test_a_role_is_asked_for_by_name() -> None:
    verify_role_is(session(AUDITOR), SUPERVISOR, AUDITOR)
    with pytest.raises(Forbidden, match=r"^this is for the supervisor and the auditor; you are here as player$"):
        verify_role_is(session(PLAYER), SUPERVISOR, AUDITOR)


@pytest.mark.parametrize(("there", "version", "good"), [(table(), 0, True), (None, 1, True), (None, 0, False)])
def test_staff_may_look_into_a_table_that_is_put_away_and_others_watch_one_that_is_there(
    there: Any, version: int, *, good: bool
) -> None:
    ledger = SimpleNamespace(head=lambda _: SimpleNamespace(version=version))
    pit = SimpleNamespace(ledger=ledger, tables={"dakota": there} if there else {})
    of = hall(floor=SimpleNamespace(pit=pit))
    of.table = lambda _: table(spectators=False)
    assert asyncio.run(of.has_stream("dakota")) is good
    if good:
        asyncio.run(of.verify_may_recall("dakota", session(AUDITOR)))
    else:
        with pytest.raises(Missing, match=r"^there is no table 'dakota'$"):
            asyncio.run(of.verify_may_recall("dakota", session(SUPERVISOR)))
    asyncio.run(of.verify_may_recall("dakota", session(PLAYER)))
    with pytest.raises(Forbidden):
        asyncio.run(of.verify_may_recall("dakota", session(GUEST)))


class Behind:
    """What a command passes on its way, each noting it."""

    def __init__(self, refuses: str = "") -> None:
        self.done: list[Any] = []
        self.refuses = refuses
        self.hall = hall(
            ahead=SimpleNamespace(noted=self.noted),
            floor=SimpleNamespace(do=self.floor, open_table=self.opened),
            budget=SimpleNamespace(
                verify=lambda *said: self.note("budget", said[-1]), spend=lambda *said: self.note("spent", *said)
            ),
            idle=SimpleNamespace(heard=lambda *said: self.note("heard", *said)),
            seating=SimpleNamespace(taking=self.taking, came=lambda *said: self.note("came", *said)),
            regulars=SimpleNamespace(verify_name_free=lambda *said: self.note("name", *said)),
        )
        self.hall.table = lambda _: table()

    def note(self, *what: Any) -> None:
        self.done.append(what)
        if what[0] == self.refuses:
            raise Refused(f"no {what[0]}")

    async def noted(self, command: Command, *now: Any) -> Command:
        self.note("warned", *(now and ("as it is",)))
        return command

    async def floor(self, name: str, *_: Any) -> Done:
        self.note("floor", name)
        return Done(9, events=4)

    async def opened(self, name: str, *_: Any) -> Done:
        self.note("opened", name)
        return Done(1)

    @contextmanager
    def taking(self, *said: Any) -> Any:
        self.note("taking", *said)
        yield

    def ask(self, role: str, do: str) -> list[Any]:
        done = asyncio.run(self.hall.do("dakota", session(role), Command("1", do), "here"))
        assert done.version == 9
        return self.done


FLOOR, HEARD, SPENT = ("floor", "dakota"), ("heard", "dakota", "ann"), ("spent", "ann", "here", 4)
CAME, TAKING = ("came", "dakota", "ann", "here"), ("taking", "dakota", "ann", "here")


@pytest.mark.parametrize(
    ("role", "do", "done"),
    [
        (PLAYER, "bet", [("budget", "here"), HEARD, FLOOR, CAME, SPENT]),
        (PLAYER, "sit", [("budget", "here"), ("name", "Ann", "ann"), HEARD, TAKING, FLOOR, CAME, SPENT]),
        (PLAYER, "configure", [("budget", "here"), HEARD, FLOOR, CAME, SPENT]),
        (SUPERVISOR, "close", [FLOOR]),
        (SUPERVISOR, "configure", [("warned", "as it is"), FLOOR]),
        (AUDITOR, "configure", [FLOOR]),
    ],
)
def test_what_a_command_passes_on_its_way_to_the_table(role: str, do: str, done: list[Any]) -> None:
    assert Behind().ask(role, do) == done


@pytest.mark.parametrize("refuses", ["budget", "name", "taking", "floor"])
def test_whatever_refuses_ends_it(refuses: str) -> None:
    behind = Behind(refuses)
    with pytest.raises(Refused, match=f"^no {refuses}$"):
        behind.ask(PLAYER, "sit")
    assert behind.done[-1][0] == refuses


def test_a_table_is_opened_with_its_warning() -> None:
    behind = Behind()
    asyncio.run(behind.hall.open_table("dakota", session(SUPERVISOR), Command("1", "open")))
    assert behind.done == [("warned",), ("opened", "dakota")]


def test_a_ledger_that_is_away_keeps_no_name_out() -> None:
    def away(*_: Any) -> None:
        raise LedgerFailed("the disk is gone")

    asyncio.run(hall(regulars=SimpleNamespace(verify_name_free=away)).verify_name_free("Ann"))
