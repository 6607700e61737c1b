"""Hints at a practice table, with an advisor of wood: who is told what, when, and how often."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.analysis.hints import Hint
from houseway.games import find_game
from houseway.rules.refused import Refused
from houseway.web import practice_hints
from houseway.web.outbox import to_text
from houseway.web.practice_hints import AT_ONCE_MAX, PracticeHints, _choice

WAR = find_game("casino_war")


class Room:
    """One practice table where seat 2, Ann's, is to choose; a watcher of hers notes what comes."""

    def __init__(self) -> None:
        self.view: list[Any] = []
        self.answers: list[Any] = []
        self.begun: list[Any] = []
        self.asked: list[Any] = []
        self.watched = True
        pending = SimpleNamespace(seat=2, hand=1)
        self.round: Any = SimpleNamespace(
            pending=pending, owners=("ben", "ann"), choices=[1, 2], now="now", game=WAR, settings=WAR.settings(),
            acts_within=lambda cents: (0, 2) if cents == 700 else (),
        )  # fmt: skip
        self.table: Any = SimpleNamespace(
            name="t", set_up=SimpleNamespace(practice=True), players={"ann": SimpleNamespace(bot="")}, game=WAR,
            settings=WAR.settings(), playing=True, round=self.round, rounds=9, version=30,
            chips=lambda player: 700 if player == "ann" else 0,
        )  # fmt: skip
        outbox = SimpleNamespace(add_to_view=self.view.append, answer=self.answers.append)
        gallery = SimpleNamespace(
            of=lambda _, player: [SimpleNamespace(outbox=outbox)] if player == "ann" and self.watched else []
        )
        self.pit: Any = SimpleNamespace(tables={"t": self.table})
        floor: Any = SimpleNamespace(gallery=gallery, pit=self.pit, start=self.begun.append)
        self.hints: Any = PracticeHints(floor)
        self.advisor: Any = SimpleNamespace(
            ready=lambda: True, rank=self.rank, whole=lambda *_: None, prepare=lambda: None
        )
        self.hints._advisors = {practice_hints._key(WAR, WAR.settings()): cast(Any, self.advisor)}

    def rank(self, *given: Any) -> list[Hint]:
        self.asked.append(given)
        return [Hint(2, "surrender", -0.5)]


HINTS = {
    "type": "hints", "version": 30, "seat": 2, "hand": 1, "acts": [{"act": "surrender", "value": -0.5}],
}  # fmt: skip


def with_room(body: Callable[[Room], Any]) -> None:
    async def run() -> None:
        room = Room()
        try:
            await body(room)
        finally:
            for work in room.begun:
                work.close()
            room.hints.close()

    asyncio.run(run())


def test_a_choice_is_worked_out_once_and_told_with_every_view() -> None:
    async def body(room: Room) -> None:
        assert _choice(room.table) == (9, 2, 0b101)
        for _ in range(3):
            room.hints.shown(room.table)
        assert (len(room.begun), room.view, room.hints._working["t"]) == (1, [], 1)
        await room.begun.pop()
        assert room.asked == [("now", 2, 1, 0b101)]
        assert (room.view, room.hints._working["t"]) == ([to_text(HINTS)], 0)
        room.table.version = 31
        room.hints.shown(room.table)
        assert room.view[1:] == [to_text({**HINTS, "version": 31})]
        assert (room.begun, room.answers) == ([], [])

    with_room(body)


def test_what_comes_too_late_is_told_all_the_same_to_whose_choice_it_was() -> None:
    async def body(room: Room) -> None:
        room.hints.shown(room.table)
        room.round.choices.append(1)
        await room.begun.pop()
        assert (room.view, room.answers) == ([], [HINTS])
        assert room.hints._told == {}
        room.hints.shown(room.table)
        room.hints.forget("t")
        room.pit.tables.clear()
        await room.begun.pop()
        assert room.answers == [HINTS, HINTS]
        assert "t" not in room.hints._working, "a table that was forgotten is not counted again"

    with_room(body)


@pytest.mark.parametrize("error", [Refused("too many cards"), ValueError("a fault of ours")])
def test_where_there_are_no_hints_none_are_told(error: Exception) -> None:
    async def body(room: Room) -> None:
        def rank(*_: Any) -> Any:
            raise error

        room.advisor.rank = rank
        room.hints.shown(room.table)
        await room.begun.pop()
        assert room.view == [to_text({**HINTS, "acts": []})]
        assert room.hints._working["t"] == 0

    with_room(body)


def test_nothing_is_begun_where_nobody_looks_or_too_much_is_under_way_or_nobody_practises() -> None:
    async def body(room: Room) -> None:
        room.watched = False
        room.hints.shown(room.table)
        room.watched = True
        room.hints._working["t"] = AT_ONCE_MAX
        room.hints.shown(room.table)
        room.hints._working["t"] = 0
        room.table.set_up.practice = False
        room.hints.shown(room.table)
        room.table.set_up.practice = True
        room.table.playing = False
        room.hints.shown(room.table)
        assert room.begun == []
        room.table.playing = True
        room.hints._working["t"] = AT_ONCE_MAX - 1
        room.hints.shown(room.table)
        assert len(room.begun) == 1

    with_room(body)


@pytest.mark.parametrize(("bots", "advisors"), [(["basic"], 0), (["basic", ""], 1), ([], 0)])
def test_an_advisor_is_made_as_soon_as_a_person_sits_there(
    bots: list[str], advisors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []

    class Advisor:
        def __init__(self, *_: Any) -> None:
            prepared.append("made")

        def prepare(self) -> None:
            prepared.append("ready")

    async def body(room: Room) -> None:
        monkeypatch.setattr(practice_hints, "Advisor", Advisor)
        monkeypatch.setattr(practice_hints, "time", SimpleNamespace(monotonic=iter((10.0, 16.5)).__next__))
        room.hints._advisors.clear()
        room.table.players = {f"{at}": SimpleNamespace(bot=bot) for at, bot in enumerate(bots)}
        room.table.playing = False
        for _ in range(2):
            room.hints.shown(room.table)
        room.hints._thread.shutdown(wait=True)
        assert prepared == ["made", "ready"] * advisors
        assert room.hints._took == ({WAR.slug: 6.5} if advisors else {})
        room.hints._thread = ThreadPoolExecutor(1)

    with_room(body)
