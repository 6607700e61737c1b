"""A clerk for the books and tables of people's own, by themselves: a day that the test names, and a wooden floor."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.house.books.calendar import QUARTER, SECOND, Calendar, Period
from houseway.house.draft import Actor
from houseway.house.own_tables import own_table
from houseway.house.pit import Done
from houseway.rules.refused import Refused
from houseway.web import bookkeeping, practice_tables
from houseway.web.bookkeeping import SETTLED_US, TOLD_EVERY, TOLD_MAX, Bookkeeper, ReadAloud
from houseway.web.floor import Busy
from houseway.web.limits import HouseLimits
from houseway.web.practice_tables import AWAY, FULL, FULL_HERE, LOOK_AGAIN_S, OwnTables
from tests.house.table_kit import the_room

DAY_US = 96 * QUARTER
HOUR_US = 4 * QUARTER
FEBRUARY_9 = int(datetime(2020, 2, 9, tzinfo=UTC).timestamp()) * SECOND


def noted(into: list[Any], what: Any) -> Any:
    into.append(what)


@pytest.fixture
def keeper() -> Any:
    made: Any = Bookkeeper(SimpleNamespace(), lambda *_: None)
    made._books = SimpleNamespace(now=lambda: FEBRUARY_9 + HOUR_US)
    return made


@pytest.mark.parametrize(
    ("since", "until", "zone", "day_begins", "first", "last"),
    [
        ("", "", "UTC", "00:00", (2, 1), (2, 29)),  # this month
        ("2020-02-03", "", "UTC", "00:00", (2, 3), (2, 9)),  # up to today
        ("2020-02-03", "", "America/Los_Angeles", "00:00", (2, 3), (2, 8)),
        ("2020-02-03", "", "UTC", "06:00", (2, 3), (2, 8)),
        ("2020-02-20", "", "UTC", "00:00", (2, 20), (2, 20)),
        ("", "2020-02-03", "UTC", "00:00", (2, 3), (2, 3)),
        ("2020-01-30", "2020-02-03", "UTC", "00:00", (1, 30), (2, 3)),
    ],
)
def test_a_period_is_this_month_or_reaches_to_today_or_is_as_asked(
    keeper: Any, since: str, until: str, zone: str, day_begins: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    calendar, period = keeper._when(since, until, zone, (), day_begins)
    assert calendar == Calendar.of(zone, (), day_begins)
    assert period == Period(date(2020, *first), date(2020, *last))


def test_a_period_that_runs_backwards_is_refused_as_the_page_calls_it(keeper: Any) -> None:
    for since, until in (("2020-02-03", "2020-02-02"), ("then", "")):
        with pytest.raises(Refused, match=r"^(from then: write a day|the period runs backwards)"):
            keeper._when(since, until, "UTC", (), "00:00")


def test_what_is_over_for_an_hour_is_worked_out_once_and_the_oldest_is_forgotten(keeper: Any) -> None:
    made: list[str] = []
    calendar, yesterday = Calendar.of(), Period(date(2020, 2, 1), date(2020, 2, 8))

    def asked(what: str, now: int, period: Period = yesterday) -> Any:
        keeper._books.now = lambda: now
        made.clear()
        found = keeper._once(calendar, period, (what,), lambda: noted(made, what) or f"{what} of {now}")
        return found, len(made)

    assert SETTLED_US == HOUR_US
    assert asked("a", FEBRUARY_9 + HOUR_US - 1) == (f"a of {FEBRUARY_9 + HOUR_US - 1}", 1)
    assert asked("a", FEBRUARY_9 + HOUR_US - 1)[1] == 1
    assert asked("a", FEBRUARY_9 + HOUR_US) == (f"a of {FEBRUARY_9 + HOUR_US}", 1)
    assert asked("a", FEBRUARY_9 + DAY_US) == (f"a of {FEBRUARY_9 + HOUR_US}", 0)
    assert asked("a", FEBRUARY_9 + HOUR_US, Period(date(2020, 2, 1), date(2020, 2, 9)))[1] == 1
    for at in range(TOLD_MAX - 1):
        assert asked(f"b{at}", FEBRUARY_9 + DAY_US)[1] == 1
    assert asked("a", FEBRUARY_9 + DAY_US)[1] == 0
    assert asked("c", FEBRUARY_9 + DAY_US)[1] == 1
    assert asked("b0", FEBRUARY_9 + DAY_US)[1] == 0
    assert asked("a", FEBRUARY_9 + DAY_US)[1] == 1


def test_a_file_is_called_by_its_period_and_its_form(keeper: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    monkeypatch.setattr(keeper, "_balanced", lambda *asked: asked)
    monkeypatch.setattr(bookkeeping, "_written", lambda _, form: noted(made, ("written", form)) or b"1")
    monkeypatch.setattr(keeper, "_paper", lambda _, form: noted(made, ("paper", form)) or b"2")
    monkeypatch.setattr(bookkeeping, "parcel", lambda name, content: {"name": name, "content": content})
    days: dict[str, Any] = {"zone": "UTC", "shifts": (), "day_begins": "00:00"}
    found = [
        keeper.file(form, ("table",), (), since="2020-02-03", until=until, **days)["name"]
        for form, until in (("csv", "2020-02-03"), ("pdf", "2020-02-05"), ("md", ""), ("html", ""), ("xlsx", ""))
    ]
    assert found == [
        "houseway-books-2020-02-03.csv",
        "houseway-books-2020-02-03-to-2020-02-05.pdf",
        *(f"houseway-books-2020-02-03-to-2020-02-09.{form}" for form in ("md", "html", "xlsx")),
    ]
    assert made == [("written", "csv"), ("paper", "pdf"), ("paper", "md"), ("paper", "html"), ("written", "xlsx")]


def test_a_reader_says_how_far_it_is_every_so_many_events() -> None:
    told: list[tuple[int, int]] = []
    heads = {"a": 50_000, "b": 7}
    inside: Any = SimpleNamespace(
        skim=lambda *_: ["rows"], tables=lambda: list(heads), head=lambda name: SimpleNamespace(version=heads[name])
    )
    ledger: Any = ReadAloud(inside, lambda done, total: told.append((done, total)))
    for table, upto in (("a", TOLD_EVERY - 1), ("a", 5), ("b", 1), ("b", 2), ("a", 2 * TOLD_EVERY - 3), ("b", 3)):
        assert ledger.skim(table, 0, upto, ()) == ["rows"]
    assert told == [(TOLD_EVERY, 50_007), (2 * TOLD_EVERY, 50_007)]


# --- tables of people's own ---

ANN = Actor("0123456789abcdef", "Ann", "player")


class WoodenFloor:
    def __init__(self) -> None:
        self.pit = SimpleNamespace(
            room=the_room(), ledger=SimpleNamespace(head=lambda name: SimpleNamespace(version=len(name) % 2))
        )
        self.closing = self.empty = False
        self.brought: list[Any] = []
        self.limited: list[str] = []
        self.dismissed: list[Any] = []
        self.known: list[Any] = []
        self.metrics = SimpleNamespace(limited=self.limited.append)
        self.gallery = SimpleNamespace(dismiss=lambda *said: self.dismissed.append(said))

    async def bring(self, name: str, opening: Any) -> Done:
        self.brought.append((name, opening and sorted(opening)))
        return Done(1)

    def hear_of(self, name: str, player: Actor) -> None:
        self.known.append((name, player.name))

    def forget(self, _: str) -> bool:
        return self.empty


class WoodenIdle:
    def __init__(self) -> None:
        self.silent, self.said = 0.0, list[Any]()

    def heard(self, table: str, player: str) -> None:
        self.said.append(("heard", table, player))

    def forget(self, table: str) -> None:
        self.said.append(("forget", table))

    def silent_s(self, _: str) -> float:
        return self.silent


def with_tables(body: Callable[[OwnTables, WoodenFloor, WoodenIdle, list[Any]], Any], **limits: Any) -> None:
    async def run() -> None:
        floor, idle, later = WoodenFloor(), WoodenIdle(), list[Any]()
        tables = OwnTables(floor, idle, replace(HouseLimits(), **limits))  # type: ignore[arg-type]
        with pytest.MonkeyPatch.context() as held:
            held.setattr(asyncio.get_running_loop(), "call_later", lambda *said: later.append(said))
            await body(tables, floor, idle, later)

    asyncio.run(run())


def test_a_table_of_ones_own_is_opened_once_and_looked_at_every_minute() -> None:
    async def body(tables: OwnTables, floor: WoodenFloor, idle: WoodenIdle, later: list[Any]) -> None:
        name = await tables.open("casino_war", ANN, "here")
        assert name == own_table(the_room(), "casino_war", ANN.id).name
        assert await tables.open("casino_war", ANN, "here") == name
        assert (floor.brought, floor.known) == ([(name, ["config", "software"])], [(name, "Ann")])
        assert (idle.said, len(tables)) == ([("heard", name, ANN.id)], 1)
        assert [(seconds, *given) for seconds, _, *given in later] == [(LOOK_AGAIN_S, name)] == [(60.0, name)]
        idle.silent = 899.0
        later.pop()[1](name)
        assert (floor.dismissed, floor.limited, len(later)) == ([], [], 1)
        idle.silent = 900.0
        later.pop()[1](name)
        assert (floor.dismissed, floor.limited, len(later)) == ([(name, AWAY)], ["idle_table_s"], 1)
        floor.closing = floor.empty = True
        later.pop()[1](name)
        assert (len(tables), later) == (1, [])
        floor.closing = False
        tables._look(name)
        assert (len(tables), later, idle.said[-1]) == (0, [], ("forget", name))

    with_tables(body, idle_table_s=900.0)


def test_its_player_finds_a_table_again_that_the_ledger_has() -> None:
    async def body(tables: OwnTables, floor: WoodenFloor, *_: Any) -> None:
        name = own_table(the_room(), "casino_war", ANN.id).name
        for who in (Actor("", "guest", "guest"), Actor("fedcba9876543210", "Ben", "player"), ANN):
            await tables.come(name, who, "here")
        found = len(name) % 2
        assert floor.brought == [(name, None)] * found
        floor.pit.ledger.head = lambda _: SimpleNamespace(version=1 - found)
        await tables.come(name, ANN, "here")
        assert floor.brought == [(name, None)]
        await tables.come(name, ANN, "here")
        assert floor.brought == [(name, None)]

    with_tables(body)


@pytest.mark.parametrize(
    ("limits", "opened", "limit", "said"),
    [
        ({"own_tables_max": 2}, 2, "own_tables_max", FULL),
        ({"own_tables_an_address": 2}, 2, "own_tables_an_address", FULL_HERE),
        ({"own_tables_a_minute_an_address": 3}, 3, "own_tables_a_minute_an_address", FULL_HERE),
    ],
)
def test_there_are_so_many_tables_in_all_and_from_an_address(
    limits: dict[str, Any], opened: int, limit: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_tables, "own_table", lambda _, slug, player: SimpleNamespace(
        name=f"{slug}-{player}", to_body=dict
    ))  # fmt: skip

    async def body(tables: OwnTables, floor: WoodenFloor, *_: Any) -> None:
        for at in range(opened):
            await tables.open("war", Actor(f"{at}", "Ann", "player"), "here")
        with pytest.raises(Busy, match=f"^{said}$"):
            await tables.open("war", Actor("more", "Ann", "player"), "here")
        assert floor.limited == [limit]
        if limit != "own_tables_max":
            await tables.open("war", Actor("more", "Ann", "player"), "there")
        assert len(tables) == opened + (limit != "own_tables_max")

    with_tables(body, **{"own_tables_max": 50, "own_tables_an_address": 50, **limits})
