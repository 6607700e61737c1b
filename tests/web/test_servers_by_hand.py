"""Servers that hear of each other, clerks that come and go, and what is written of it: by hand."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.house.ledger.store import LedgerFailed
from houseway.house.pit import Broken
from houseway.rules.refused import Refused
from houseway.web import logs, roll_call, upkeep
from houseway.web.desk import desk as desks
from houseway.web.desk.clerks import ClerkGone
from houseway.web.desk.desk import Desk, DeskLimits
from houseway.web.floor import Busy
from houseway.web.logs import LOGGER, JsonLines, PlainLines, folded, write_logs
from houseway.web.metrics import Metrics
from houseway.web.refusals import FAULT, TooFast
from houseway.web.roll_call import RollCall
from houseway.web.upkeep import Upkeep

# --- a roll call ---


class Shelf:
    """A ledger with one shelf."""

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}
        self.fails = False

    def put(self, shelf: str, name: str, text: str) -> None:
        if self.fails:
            raise LedgerFailed("away")
        assert shelf == "servers"
        self.rows[name] = text

    def shelf(self, shelf: str) -> dict[str, str]:
        assert shelf == "servers"
        return dict(self.rows)

    def remove(self, shelf: str, name: str) -> None:
        if self.fails:
            raise LedgerFailed("away")
        assert shelf == "servers"
        del self.rows[name]


def player(name: str, **facts: Any) -> Any:
    return SimpleNamespace(**{"id": name, "bot": False, "gone_at": None, **facts})


class Floor:
    """Tables with players, who is here through this server, and so many beats until it closes."""

    def __init__(self, shelf: Shelf, beats: int = 0) -> None:
        seated = [player("ann"), player("ben"), player("bot", bot=True), player("left", gone_at=5)]
        self.tables = {"a": SimpleNamespace(players={each.id: each for each in seated}),
                       "b": SimpleNamespace(players={"ann": player("ann")})}  # fmt: skip
        self.pit = SimpleNamespace(tables=self.tables, ledger=shelf)
        self.by_table: dict[str, set[str]] = {"a": set(), "b": set()}
        self.gone: list[tuple[str, str, str]] = []
        self.beats, self.waited = beats, list[float]()

    def here(self, name: str) -> set[str]:
        return self.by_table[name]

    async def pause(self, seconds: float) -> bool:
        self.waited.append(seconds)
        self.beats -= 1
        return self.beats >= 0

    async def house(self, name: str, do: str, **what: Any) -> None:
        self.gone.append((name, do, what["player"]))


def test_whom_no_server_has_at_three_looks_is_gone() -> None:
    """Bots and those who are known to be gone are not missed; who comes back is counted from nothing."""
    floor = Floor(Shelf(), beats=2)
    call = RollCall(floor)  # type: ignore[arg-type]
    floor.by_table = {"a": {"ann"}, "b": set()}
    asyncio.run(call.run())
    assert floor.gone == []
    assert dict(call._missed) == {("a", "ben"): 2, ("b", "ann"): 2}
    floor.by_table["b"], floor.beats = {"ann"}, 1
    asyncio.run(call.run())
    assert floor.gone == [("a", "gone", "ben")]
    assert dict(call._missed) == {("a", "ben"): 3}
    floor.by_table["b"], floor.beats = set(), 2
    asyncio.run(call.run())
    assert floor.gone == [("a", "gone", "ben")] * 3
    assert set(floor.waited) == {2.0}


def test_who_is_here_through_any_server_that_lives_is_here() -> None:
    shelf = Shelf()
    one, other = Floor(shelf), Floor(shelf)
    first, second = RollCall(one), RollCall(other)  # type: ignore[arg-type]
    assert len({first._me, second._me}) == 2
    here = {"a": ["ann"], "b": []}
    assert json.loads(first._call(here)[first._me]) == {"beat": 1, "here": {"a": ["ann"]}}
    seen = second._heard(second._call({"a": ["ben"], "b": ["ann"]}))
    assert seen == {"a": {"ann", "ben"}, "b": {"ann"}}
    for look in range(1, 5):  # the first says nothing any more
        seen = second._heard(second._call({"a": ["ben"], "b": []}))
        assert seen == ({"a": {"ann", "ben"}} if look < 4 else {"a": {"ben"}}), look
        assert second._silent[first._me] == look
    assert set(shelf.rows) == {first._me, second._me}
    assert set(second._call({"a": [], "b": []})) == set(shelf.rows) == {second._me}
    assert first._me not in second._silent


def test_a_beat_that_goes_on_is_heard_again() -> None:
    shelf = Shelf()
    first, second = RollCall(Floor(shelf)), RollCall(Floor(shelf))  # type: ignore[arg-type]
    for beats in (1, 0, 0, 0, 1):
        for _ in range(beats):
            first._call({"a": ["ann"]})
        seen = second._heard(second._call({}))
    assert (seen, second._silent[first._me], second._beats[first._me]) == ({"a": {"ann"}}, 0, 2)


def test_without_its_ledger_nobody_is_missed_and_a_server_that_ends_takes_its_name_off() -> None:
    shelf = Shelf()
    floor = Floor(shelf, beats=5)
    shelf.fails = True
    call = RollCall(floor)  # type: ignore[arg-type]
    asyncio.run(call.run())
    assert (floor.gone, dict(call._missed), shelf.rows) == ([], {}, {})
    shelf.fails, floor.beats = False, 1
    asyncio.run(call.run())
    assert shelf.rows == {}
    assert call._beat == 6
    assert (roll_call.BEAT_S, roll_call.SILENT_MAX, roll_call.MISSED_MAX) == (2.0, 4, 3)


# --- a desk ---


class Wooden:
    """A clerk who answers what they are asked, in order; 'slow' takes for ever, 'bad' is refused, 'gone' ends them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended = 0
        self.told = (3, 7)
        self.slow = asyncio.Event()

    async def answer(self, kind: str, what: dict[str, Any]) -> bytes:
        self.asked.append(f"{kind} {what.get('n', '')}".strip())
        await asyncio.sleep(0)
        if kind == "slow":
            await self.slow.wait()
        if kind == "bad":
            raise Refused("not so")
        if kind == "gone":
            raise ClerkGone("it died")
        return self.asked[-1].encode()

    async def end(self) -> None:
        self.ended += 1


@pytest.fixture
def hired(monkeypatch: pytest.MonkeyPatch) -> list[Wooden]:
    clerks: list[Wooden] = []

    async def hire(_: Any) -> Wooden:
        clerks.append(Wooden())
        return clerks[-1]

    monkeypatch.setattr(desks, "clerk_for", hire)
    return clerks


def at_a_desk(limits: DeskLimits, talk: Callable[[Desk], Any]) -> tuple[Any, str]:
    """What came of it, and the limits that were met."""
    metrics = Metrics()

    async def whole() -> Any:
        desk = Desk("own", limits, None, metrics)  # type: ignore[arg-type]
        try:
            return await talk(desk)
        finally:
            await desk.close()

    found = asyncio.run(asyncio.wait_for(whole(), 20))
    return found, "\n".join(line for line in metrics.text({}).splitlines() if "own_desk" in line)


LIMITS = DeskLimits(waiting_max=3, address_max=2, time_s=15.0, kept=2)


def test_questions_are_answered_in_turn_and_the_same_once(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> list[bytes]:
        asked = [
            desk.ask("one", "x", n=1),
            desk.ask("one", "y", n=2),
            desk.ask("one", "z", n=1),
            desk.ask("one", "x", n=3),
        ]
        found = asyncio.gather(*asked)
        await asyncio.sleep(0)
        assert desk.waiting == 3
        return await found

    found, _ = at_a_desk(LIMITS, talk)
    assert found == [b"one 1", b"one 2", b"one 1", b"one 3"]
    assert [clerk.asked for clerk in hired] == [["one 1", "one 2", "one 3"]]
    assert hired[0].ended == 1


def test_a_queue_is_full_by_address_and_in_all(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> list[str]:
        waits = [asyncio.create_task(desk.ask("one", place, n=n)) for n, place in enumerate("xxy")]
        await asyncio.sleep(0)
        told = []
        for place in "xyz":
            try:
                await desk.ask("one", place, n=99)
            except Refused as refused:
                told.append(f"{type(refused).__name__}: {refused}")
        await asyncio.gather(*waits)
        assert desk.waiting == 0
        return told

    found, met = at_a_desk(LIMITS, talk)
    busy = f"{Busy.__name__}: others are being answered: try again in a while"
    assert found == [
        f"{TooFast.__name__}: your address has as many questions here as one may: wait for an answer first", busy, busy,
    ]  # fmt: skip
    assert 'limit="own_desk_an_address"} 1' in met
    assert 'limit="own_desk"} 2' in met
    assert hired


def test_a_question_that_takes_too_long_is_given_up_with_its_clerk(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> str:
        with pytest.raises(Busy) as busy:
            await desk.ask("slow", "x")
        assert [clerk.ended for clerk in hired] == [1]
        return str(busy.value)

    busy, met = at_a_desk(replace(LIMITS, time_s=0.05), talk)
    assert busy == "this took longer than we have for one question: ask again later, or for less"
    assert 'limit="own_desk_time_s"} 1' in met


def test_a_clerk_who_is_gone_is_replaced_and_one_who_refuses_stays(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> tuple[str, bytes]:
        with pytest.raises(Broken) as broken:
            await desk.ask("gone", "x")
        with pytest.raises(Refused, match=r"^not so$"):
            await desk.ask("bad", "x")
        return str(broken.value), await desk.ask("one", "x")

    assert at_a_desk(LIMITS, talk)[0] == (FAULT, b"one")
    assert [(clerk.asked, clerk.ended) for clerk in hired] == [(["gone"], 1), (["bad", "one"], 1)]


def test_a_clerk_whom_nobody_asks_goes_home_and_one_with_work_does_not(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> None:
        assert desk.told is None
        await desk.ask("one", "x", n=1)
        assert desk.told == (3, 7)
        await asyncio.sleep(0)
        first = desk._home
        assert first is not None
        assert 290 < first.when() - asyncio.get_running_loop().time() <= 300
        work = asyncio.create_task(desk.ask("slow", "x"))
        while hired[0].asked[-1] != "slow":
            await asyncio.sleep(0)
        assert first.cancelled()
        desk._go_home()  # a clerk with work
        for _ in range(5):
            await asyncio.sleep(0)
        assert hired[0].ended == 0
        hired[0].slow.set()
        assert await work == b"slow"
        await asyncio.sleep(0)
        desk._go_home()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (hired[0].ended, desk.told) == (1, None)
        assert await desk.ask("one", "x", n=4) == b"one 4"

    at_a_desk(LIMITS, talk)
    assert [clerk.ended for clerk in hired] == [1, 1]


def test_answers_that_stay_the_same_are_kept_so_many(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> None:
        for n in (1, 2, 1, 3, 1, 2):
            await desk.ask("strategy", "x", n=n)
        await desk.ask("one", "x", n=5)
        await desk.ask("one", "x", n=5)

    at_a_desk(LIMITS, talk)
    assert hired[0].asked == ["strategy 1", "strategy 2", "strategy 3", "strategy 2", "one 5", "one 5"]


def test_who_waits_when_the_house_closes_is_told_so(hired: list[Wooden]) -> None:
    async def talk(desk: Desk) -> list[str]:
        waits = [asyncio.create_task(desk.ask(kind, kind)) for kind in ("slow", "one", "two")]
        while not hired or not hired[0].asked:
            await asyncio.sleep(0)
        await desk.close()
        return [str(each) for each in await asyncio.gather(*waits, return_exceptions=True)]

    assert at_a_desk(LIMITS, talk)[0] == ["the house is closing: come back soon"] * 3
    assert [clerk.ended for clerk in hired] == [1]


# --- the books ---


def test_books_are_kept_up_soon_after_the_start_and_then_again_and_again() -> None:
    assert (upkeep.FIRST_S, upkeep.EVERY_S) == (60.0, 3600.0)
    asked: list[tuple[str, str]] = []

    class Asked:
        async def ask(self, kind: str, place: str) -> None:
            asked.append((kind, place))
            if len(asked) == 2:
                raise Busy("later")

    async def run(address: str) -> None:
        going: list[asyncio.Task[None]] = []
        floor: Any = SimpleNamespace(closing=False, start=lambda work: going.append(asyncio.create_task(work)))
        desk: Any = Asked()
        Upkeep(floor, desk, SimpleNamespace(address=address), 0.01, 0.02).begin()
        await asyncio.sleep(0)
        assert not asked
        while address and len(asked) < 3:
            await asyncio.sleep(0.005)
        floor.closing = True
        await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(run(""), 10))
    assert asked == []
    asyncio.run(asyncio.wait_for(run("file"), 10))
    assert asked == [("books_kept_up", "the house")] * 3


# --- the log ---


@pytest.fixture
def loggers() -> Iterator[dict[str, logging.Logger]]:
    """As they were, afterwards."""
    found = {name: logging.getLogger(name) for name in (LOGGER.name, "uvicorn", "asyncio")}
    before = {name: (each.handlers[:], each.propagate, each.level) for name, each in found.items()}
    yield found
    for name, (handlers, propagate, level) in before.items():
        found[name].handlers[:], found[name].propagate = handlers, propagate
        found[name].setLevel(level)


@pytest.mark.parametrize(("level", "form"), [("debug", "json"), ("error", "plain")])
def test_logs_are_written_once_in_one_form(level: str, form: str, loggers: dict[str, logging.Logger]) -> None:
    write_logs(level, form)
    write_logs(level, form)
    for name, logger in loggers.items():
        (handler,) = logger.handlers
        assert type(handler) is logging.StreamHandler
        assert type(handler.formatter) is {"json": JsonLines, "plain": PlainLines}[form]
        assert handler.filters == [folded]
        assert not logger.propagate
        wanted = getattr(logging, level.upper()) if name == "houseway" else logging.WARNING
        assert logger.level == wanted, name


def test_what_is_said_goes_under_its_level_with_its_facts(loggers: dict[str, logging.Logger]) -> None:
    heard: list[logging.LogRecord] = []

    class Hears(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record)

    LOGGER.handlers[:], LOGGER.propagate = [Hears()], False
    LOGGER.setLevel(logging.DEBUG)
    assert loggers
    for say in (logs.log.debug, logs.log.info, logs.log.warning, logs.log.error):
        say("it went", table="a")
    try:
        raise KeyError("a card")
    except KeyError:
        logs.log.fault("it broke", table="b")
    assert [(each.levelname, each.getMessage(), each.__dict__["facts"]) for each in heard] == [
        *((level, "it went", {"table": "a"}) for level in ("DEBUG", "INFO", "WARNING", "ERROR")),
        ("ERROR", "it broke", {"table": "b"}),
    ]  # fmt: skip
    said = json.loads(JsonLines().format(heard[-1]))
    assert (said["kind"], said["level"], said["event"], said["table"]) == ("KeyError", "error", "it broke", "b")
    assert len(said["trace"]) == 1
    assert "a card" not in json.dumps(said)
