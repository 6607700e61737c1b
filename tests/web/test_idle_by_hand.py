"""Who did nothing for long, by a clock of the test's own: seats of 400 seconds, and a wooden floor."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from houseway.web.floor import SECOND
from houseway.web.idle import AWAY, LOOKS, SOON, WARNING, Idle
from houseway.web.limits import HouseLimits

SEAT_S = 400.0


class Watcher:
    def __init__(self, told: list[Any], name: str) -> None:
        self.outbox = SimpleNamespace(answer=lambda message: told.append((name, message)))


class Hand:
    """A floor with Ann and a bot at one table, Ben at another; `here` are those whose lines are open."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.told: list[Any] = []
        self.done: list[Any] = []
        self.limited: list[str] = []
        self.here = {("dakota", "ann"), ("war", "ben"), ("dakota", "bot")}
        self.closing = False
        self.metrics = SimpleNamespace(limited=self.limited.append)
        self.started: list[Any] = []
        people = {
            name: SimpleNamespace(id=name, bot="basic" if name == "bot" else "", leaving=False)
            for name in ("ann", "ben", "bot")
        }
        tables = {
            "dakota": SimpleNamespace(players={name: people[name] for name in ("ann", "bot")}),
            "war": SimpleNamespace(players={"ben": people["ben"]}),
        }
        self.pit = SimpleNamespace(tables=tables, clock=lambda: int(self.now * SECOND))
        self.gallery = SimpleNamespace(of=lambda *key: [Watcher(self.told, key[1])] if key in self.here else [])
        self.idle = Idle(self, replace(HouseLimits(), idle_seat_s=SEAT_S), lambda: self.now)  # type: ignore[arg-type]

    async def house(self, table: str, do: str, **what: Any) -> None:
        self.done.append((table, do, what))
        self.pit.tables[table].players.pop(what["player"])

    def start(self, work: Any) -> None:
        self.started.append(work)
        work.close()

    def heard(self) -> list[Any]:
        told = [(name, message["type"], message.get("until"), message.get("reason")) for name, message in self.told]
        self.told.clear()
        return told

    async def look_at(self, now: float) -> list[Any]:
        self.now = now
        await self.idle.look()
        return self.heard()


def run(body: Callable[[Hand], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(body(Hand()))


def until(second: float) -> int:
    return int(second * SECOND)


def test_whoever_is_silent_is_warned_for_a_quarter_of_the_time_and_then_seen_off() -> None:
    async def body(hand: Hand) -> None:
        assert (WARNING, LOOKS) == (1 / 4, 4)
        assert await hand.look_at(1000) == []
        hand.idle.heard("war", "ben")
        assert await hand.look_at(1299) == []
        hand.now = 1250
        hand.idle.heard("war", "ben")
        assert await hand.look_at(1300) == [("ann", "idle", until(1400), SOON)]
        assert await hand.look_at(1399) == [("ann", "idle", until(1400), SOON)]
        assert (hand.done, hand.limited) == ([], [])
        (told,) = await hand.look_at(1400)
        assert told[:2] == ("ann", "refused")
        assert told[3] == AWAY.format(SEAT_S / 60) == AWAY.replace("{:.0f}", "7")
        assert hand.done == [("dakota", "see_off", {"player": "ann"})]
        assert hand.limited == ["idle_seat_s"]
        assert await hand.look_at(1500) == [], "she is gone, and Ben has spoken"
        assert await hand.look_at(1550) == [("ben", "idle", until(1650), SOON)]

    run(body)


def test_a_word_takes_the_warning_back_and_a_line_that_opens_does_not() -> None:
    async def body(hand: Hand) -> None:
        await hand.look_at(1000)
        hand.idle.heard("war", "ben")
        assert [each[0] for each in await hand.look_at(1300)] == ["ann", "ben"]
        hand.now = 1340
        hand.idle.came("dakota", "ann")
        assert hand.heard() == [("ann", "idle", until(1400), SOON)]
        hand.idle.heard("dakota", "ann")
        assert hand.heard() == [("ann", "idle", 0, "")]
        hand.idle.heard("dakota", "ann")
        hand.idle.came("dakota", "ann")
        assert hand.heard() == []
        hand.here.discard(("war", "ben"))
        assert await hand.look_at(1639) == []
        assert await hand.look_at(1640) == [("ann", "idle", until(1740), SOON)]
        assert hand.done == [], "whoever is not connected is no business of this server"

    run(body)


def test_who_leaves_is_forgotten_and_begins_anew() -> None:
    async def body(hand: Hand) -> None:
        await hand.look_at(1000)
        await hand.look_at(1300)
        ben = hand.pit.tables["war"].players.pop("ben")
        hand.pit.tables["dakota"].players["ann"].leaving = True
        assert await hand.look_at(1390) == []
        hand.pit.tables["war"].players["ben"] = ben
        assert await hand.look_at(1400) == []
        assert await hand.look_at(1699) == []
        assert await hand.look_at(1700) == [("ben", "idle", until(1800), SOON)]

    run(body)


def test_it_looks_again_when_somebody_must_be_warned_or_seen_off_and_four_times_in_any_case() -> None:
    async def body(hand: Hand) -> None:
        assert hand.idle._again_s() == SEAT_S / 4
        await hand.look_at(1000)
        assert hand.idle._again_s() == 100
        hand.now = 1250
        hand.idle.heard("war", "ben")
        assert hand.idle._again_s() == 50
        await hand.look_at(1300)
        assert hand.idle._again_s() == 100
        hand.now = 1330
        assert hand.idle._again_s() == 70
        hand.now = 1399.5
        assert hand.idle._again_s() == 1.0
        hand.here.clear()
        assert hand.idle._again_s() == 100

    run(body)


def test_for_how_long_nobody_did_anything_at_a_table() -> None:
    hand = Hand()
    assert hand.idle.silent_s("dakota") == 0
    hand.now = 1070
    assert (hand.idle.silent_s("dakota"), hand.idle.silent_s("war")) == (70, 0)
    hand.idle.heard("dakota", "ann")
    hand.now = 1075
    assert hand.idle.silent_s("dakota") == 5
    hand.idle.came("dakota", "ann")
    hand.now = 1078
    assert hand.idle.silent_s("dakota") == 3
    hand.idle.forget("dakota")
    hand.idle.forget("dakota")
    assert hand.idle.silent_s("dakota") == 0


def test_nobody_looks_on_a_floor_that_closes() -> None:
    hand = Hand()
    hand.closing = True
    hand.idle.begin()
    assert hand.started == []
    hand.closing = False
    hand.idle.begin()
    assert len(hand.started) == 1
