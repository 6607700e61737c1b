"""What waits at the server, without one: texts for a reader who listens already, a change that waits for its
warning, the time that a learner's deed took."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from houseway.house.configuration import default_room
from houseway.web import edge_watch
from houseway.web.edge_watch import KNOWN, UNKNOWN, WORKING, Ahead
from houseway.web.outbox import ANSWERS_MAX, Outbox
from houseway.web.school.dealing_routes import BREAK_US, UnderWay

Put = Callable[[Outbox], None]


@pytest.mark.parametrize(
    ("put", "taken"),
    [
        (lambda box: box.answer({"a": [1, 2]}), '{"a":[1,2]}'),
        (lambda box: box.show("view"), "view"),
        (lambda box: box.add_to_view("hints"), "hints"),
        (lambda box: box.tick("corner", "meters"), "meters"),
        (lambda box: box.close(), None),
    ],
)
def test_whoever_waits_is_woken_by_whatever_comes(put: Put, taken: str | None) -> None:
    async def wait() -> str | None:
        outbox = Outbox()
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)  # it listens, and there is nothing
        assert not waiting.done()
        put(outbox)
        return await asyncio.wait_for(waiting, 20)

    assert asyncio.run(wait()) == taken


def test_a_reader_who_lets_answers_pile_up_is_dropped_and_one_who_has_read_is_not() -> None:
    async def taken() -> list[str | None]:
        outbox = Outbox()
        for number in range(ANSWERS_MAX):
            outbox.answer({"n": number})
        assert (outbox.stuck, await outbox.take()) == (False, '{"n":0}')
        outbox.answer({"n": "room for one"})
        assert not outbox.stuck
        outbox.answer({"n": "one too many"})
        assert outbox.stuck
        return [await outbox.take(), await outbox.take()]

    assert ANSWERS_MAX == 64
    assert asyncio.run(taken()) == [None, None]


class Slow:
    """A clock that goes on by what is slept, and an answer that is there after so many seconds."""

    def __init__(self, there_after_s: float, state: str = KNOWN) -> None:
        self.now, self.there_at, self.state = 50.0, 50.0 + there_after_s, state
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def of(self, _table: Any) -> dict[str, Any]:
        return {"state": self.state if self.now >= self.there_at - 1e-6 else WORKING}


@pytest.mark.parametrize(
    ("there_after_s", "within_s", "state", "looks"),
    [(0.0, 5.0, KNOWN, 0), (0.05, 5.0, KNOWN, 1), (0.3, 5.0, KNOWN, 3), (0.2, 5.0, UNKNOWN, 2), (9.0, 0.0, WORKING, 0),
     (9.0, 0.45, WORKING, 5)],
)  # fmt: skip
def test_a_change_looks_ten_times_a_second_whether_its_warning_is_there(
    there_after_s: float, within_s: float, state: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(there_after_s, KNOWN if state == WORKING else state)
    monkeypatch.setattr(edge_watch, "time", slow)
    monkeypatch.setattr("asyncio.sleep", slow.sleep)
    ahead = Ahead()
    monkeypatch.setattr(ahead, "of", slow.of)
    told = asyncio.run(ahead._soon(default_room().tables["super-fun"], within_s, None))
    assert told == {"state": state}
    assert slow.slept == [0.1] * looks


def test_a_deed_took_the_time_since_the_last_one_and_a_break_is_a_minute() -> None:
    dealt = UnderWay("lesson", "casino_war", {}, 7, {"shift": "dealing"}, last_at=1_000_000)
    assert not dealt.is_on, "nothing was done yet"
    told = []
    for now in (4_000_000, 4_000_000, 64_000_000, 124_000_001, 9_000_000, 10_000_000):  # the fifth: a clock set back
        dealt = dealt.at(now)
        told.append((dealt.last_at, dealt.spent_us, dealt.deeds, dealt.is_on))
    assert BREAK_US == 60_000_000
    assert told == [
        (4_000_000, 3_000_000, 1, True), (4_000_000, 3_000_000, 2, True), (64_000_000, 63_000_000, 3, True),
        (124_000_001, 123_000_000, 4, True), (9_000_000, 123_000_000, 5, True), (10_000_000, 124_000_000, 6, True),
    ]  # fmt: skip
    assert (dealt.sort, dealt.game, dealt.seed) == ("lesson", "casino_war", 7)
