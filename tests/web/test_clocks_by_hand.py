"""The alarms of the floor and a person's diary by themselves: no server, no ledger, and clocks of the test's own."""

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.house.audit.chronicle import Chronicle as HouseChronicle
from houseway.house.audit.chronicle import Move, Played
from houseway.web import diary as diary_module
from houseway.web import floor as floor_module
from houseway.web.diary import Diary
from houseway.web.floor import SECOND, Busy, Floor

# --- alarms ---


class Pit:
    """Two tables that need the house at a moment, or never; a tick moves those that `moves` names."""

    def __init__(self) -> None:
        self.tables = {
            name: SimpleNamespace(version=5, due=None, set_up=SimpleNamespace(keep_seat_s=120)) for name in ("a", "b")
        }
        self.broken: dict[str, str] = {}

    def table(self, name: str) -> Any:
        return self.tables[name]

    def clock(self) -> int:
        return 1_000 * SECOND


class Alarm:
    """It rings in so many seconds, or never."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.cancelled = seconds, False

    def cancel(self) -> None:
        self.cancelled = True


def on_a_floor(
    monkeypatch: pytest.MonkeyPatch, body: Callable[[Floor, Pit, list[Any]], Coroutine[Any, Any, None]]
) -> None:
    """Run it on a floor whose people were heard of at 50 (seconds since the start), at second 100."""
    monkeypatch.setattr(floor_module, "due_at", lambda table: table.due)
    monkeypatch.setattr(floor_module, "time", SimpleNamespace(monotonic=lambda: 100.0))

    async def run() -> None:
        pit = Pit()
        floor = Floor(pit)  # type: ignore[arg-type]
        done: list[Any] = []

        async def house(name: str, do: str, **what: Any) -> None:
            done.append((name, do, *what))

        async def lose(name: str, player: str) -> None:
            done.append((name, "lost", player))

        monkeypatch.setattr(floor, "house", house)
        monkeypatch.setattr(floor, "_lose", lose)
        with monkeypatch.context() as held:
            held.setattr(asyncio.get_running_loop(), "call_later", lambda seconds, *_: Alarm(seconds))
            await body(floor, pit, done)

    asyncio.run(run())


def rings_in(floor: Floor, name: str) -> float | None:
    alarm: Any = floor._alarms.get(name)
    return None if alarm is None else alarm.seconds


def test_an_alarm_rings_when_a_table_needs_the_house_or_a_silent_player_was_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(floor: Floor, pit: Pit, done: list[Any]) -> None:
        floor._set_alarm("a")
        assert rings_in(floor, "a") is None, "nobody waits"
        pit.tables["a"].due = pit.clock() + 200 * SECOND
        floor._last_heard[("b", "ben")] = 50.0
        floor._set_alarm("a")
        floor._set_alarm("b")
        assert (rings_in(floor, "a"), rings_in(floor, "b")) == (200.0, 70.0)
        floor._last_heard[("a", "ann")] = 55.0
        first: Any = floor._alarms["a"]
        floor._set_alarm("a")
        assert rings_in(floor, "a") == 75.0
        assert first.cancelled
        pit.tables["a"].due = pit.clock() + 30 * SECOND
        floor._set_alarm("a", 40.0)
        assert rings_in(floor, "a") == 40.0, "not sooner than it is told"
        pit.tables["a"].due = pit.clock() - 30 * SECOND
        floor._set_alarm("a")
        assert rings_in(floor, "a") == 0.0
        pit.broken["a"] = "its disk"
        floor._set_alarm("a")
        assert rings_in(floor, "a") is None
        assert done == []

    on_a_floor(monkeypatch, body)


def test_a_tick_that_moves_nothing_rings_again_a_second_later_and_the_third_frees_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(floor: Floor, pit: Pit, done: list[Any]) -> None:
        pit.tables["a"].due = pit.clock()
        for _ in range(2):
            await floor._tick("a")
            assert rings_in(floor, "a") == 1.0
        assert done == [("a", "tick")] * 2
        await floor._tick("a")
        assert done[2:] == [("a", "tick"), ("a", "unstick", "reason")]
        done.clear()
        await floor._tick("a")
        await floor._tick("a")
        pit.tables["a"].due = pit.clock() + SECOND
        await floor._tick("a")  # nothing is due: it is not stuck
        pit.tables["a"].due = pit.clock()
        await floor._tick("a")
        await floor._tick("a")
        assert done == [("a", "tick")] * 5
        assert rings_in(floor, "b") is None

    on_a_floor(monkeypatch, body)


def test_who_was_not_heard_of_for_as_long_as_a_seat_is_kept_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(floor: Floor, pit: Pit, done: list[Any]) -> None:  # noqa: ARG001
        floor._last_heard |= {("a", "ann"): -20.0, ("a", "ben"): -19.0, ("b", "cid"): -20.0}
        await floor._tick("a")
        assert done == [("a", "lost", "ann"), ("a", "tick")]
        assert floor._last_heard.keys() == {("a", "ben"), ("b", "cid")}

    on_a_floor(monkeypatch, body)


# --- the diary ---

DAY = 86_400 * SECOND
BEGIN = 1_700_006_400 * SECOND  # 15 November 2023, 00:00 UTC


def played(day: int, table: str, *, practice: bool = False, bet: int = 100, net: int = -100, number: int = 1) -> Played:
    return Played(table, table.title(), f"game_{table}", practice, number, BEGIN + day * DAY, bet, net, False, 0)


class Chronicle:
    def __init__(self, name: str, rounds: list[Played], moves: list[Move], cents: int) -> None:
        self.name, self.rounds, self.archived = name, rounds, False
        self.configs = [("Old", "old_game", True), (name.title(), f"game_{name}", False)]
        self.people = {"ann": SimpleNamespace(moves=moves, cents=cents)}

    def played(self, player: str, before: int) -> list[Played]:
        assert player == "ann"
        return [each for each in self.rounds if each.at < before]

    def details(self, ledger: None, player: str, number: int) -> list[Any]:
        return [ledger, player, number]


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> Diary:
    a = Chronicle(
        "a",
        [played(2, "a", bet=300, net=50), played(2, "a", practice=True), played(0, "a", bet=200)],
        [Move(3, -5_000, False), Move(9, 2_000, False), Move(4, -7_000, True)],
        cents=1_234,
    )
    b = Chronicle("b", [played(1, "b", net=700, number=8)], [Move(1, -1_000, False)], cents=0)
    made = Diary(None)  # type: ignore[arg-type]
    monkeypatch.setattr(made, "_tables_of", lambda _: [a, b])
    return made


def sum_of(of: str, practice: bool, rounds: int, bet: int, net: int) -> dict[str, Any]:
    return {"of": of, "practice": practice, "rounds": rounds, "bet_cents": bet, "net_cents": net}


def test_results_are_summed_by_game_and_by_day_the_newest_day_first_with_practice_apart(diary: Diary) -> None:
    told = diary.summary("ann")
    assert told == {
        "purse_cents": 1_000_000 - 5_000 - 1_000 + 2_000,
        "stacks": 1,
        "stack_cents": 1_000_000,
        "bought_cents": 6_000,
        "taken_cents": 2_000,
        "rounds": 4,
        "on_tables": [{"table": "a", "title": "A", "game": "game_a", "practice": False, "cents": 1_234}],
        "by_game": [
            sum_of("game_a", False, 2, 500, -50),
            sum_of("game_a", True, 1, 100, -100),
            sum_of("game_b", False, 1, 100, 700),
        ],
        "by_day": [
            sum_of("2023-11-17", True, 1, 100, -100),
            sum_of("2023-11-17", False, 1, 300, 50),
            sum_of("2023-11-16", False, 1, 100, 700),
            sum_of("2023-11-15", False, 1, 200, -100),
        ],
        "archived": False,
    }


def test_of_many_days_and_rounds_the_newest_are_told(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diary_module, "DAYS_MAX", 2)
    monkeypatch.setattr(diary_module, "EXPORTED_MAX", 3)
    assert [each["of"] for each in diary.summary("ann")["by_day"]] == ["2023-11-17", "2023-11-17"]
    assert [(each["table"], each["at"]) for each in diary.rounds("ann", BEGIN + 2 * DAY, 5)] == [
        ("b", BEGIN + DAY),
        ("a", BEGIN),
    ]
    assert len(diary.rounds("ann", BEGIN + 3 * DAY, 2)) == 2
    told = diary.export("ann")
    assert told.keys() == {"summary", "cage", "rounds", "rounds_left_out"}
    assert [each["at"] for each in told["rounds"]] == [BEGIN + 2 * DAY, BEGIN + 2 * DAY, BEGIN + DAY]
    assert told["rounds"][2]["seats"] == [None, "ann", 8]
    assert told["rounds_left_out"] == 1
    assert told["cage"] == [
        {"at": at, "table": table, "cents": cents}
        for at, table, cents in ((1, "b", -1_000), (3, "a", -5_000), (4, "a", -7_000), (9, "a", 2_000))
    ]


def test_a_long_ledger_is_read_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many rows are read for one question; whoever asks before all is read asks again."""
    asked: list[int] = []

    class Read(Chronicle):
        def catch_up(self, ledger: Any, limit: int) -> int:  # noqa: ARG002
            asked.append(limit)
            return 4

    tables = [f"alone-{'a' * 16}-{'0' * 8}", "room", "other"]
    ledger: Any = SimpleNamespace(tables=lambda: tables)
    monkeypatch.setattr(HouseChronicle, "begun", lambda _, name: Read(name, [], [], 1))
    whole = Diary(ledger, 9)
    assert [table.name for table in whole._tables_of("ann")] == ["room", "other"]
    assert asked == [9, 5], "nobody else's own table is read"
    with pytest.raises(Busy, match="ask again in a moment"):
        Diary(ledger, 8)._tables_of("ann")
    assert list(whole._kept) == ["room", "other"]
    monkeypatch.setattr(diary_module, "TABLES_KEPT", 1)
    whole._chronicle("third")
    assert list(whole._kept) == ["other", "third"], "the one that was not asked for the longest goes"
