"""Questions that take work: out of the process that deals, with a short queue that says at once that it is full."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.house.audit.marks import rounds_shelf
from houseway.house.audit.recall import recall_round, recall_rounds
from houseway.house.ledger import open_ledger
from houseway.house.pit import Broken
from houseway.web.desk import Desk, DeskLimits
from houseway.web.desk import desk as desk_module
from houseway.web.desk.clerks import ClerkGone, Hired, InThread
from houseway.web.floor import Busy
from houseway.web.limits import HouseLimits
from houseway.web.metrics import Metrics
from houseway.web.refusals import TooFast
from tests.house.lively import lively_house
from tests.web.running import NO_TLS, Server, running, small_room

ROUNDS = 60
TABLE = "super-fun"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house that has been open for a while."""
    path = tmp_path_factory.mktemp("house") / "house.sqlite"
    ledger = open_ledger(str(path))
    lively_house(TABLE, rounds=ROUNDS, ledger=ledger)
    ledger.close()
    return str(path)


@pytest.fixture(scope="module")
def old(database: str) -> Iterator[Server]:
    with running(small_room(TABLE, "dakota"), database, limits=HouseLimits()) as server:
        yield server


def flood(server: Server, paths: list[str], at_once: int) -> list[httpx.Response]:
    """All at the same time, from one address; none may be kept waiting for ever."""
    plenty = httpx.Limits(max_connections=80)
    with (
        httpx.Client(base_url=f"http://{server.address}", timeout=120, limits=plenty, verify=NO_TLS) as http,
        ThreadPoolExecutor(at_once) as pool,
    ):
        return list(pool.map(http.get, paths))


def verify_answers(answers: list[httpx.Response]) -> Counter[int]:
    """Answered, or told in a sentence to come back."""
    for answer in answers:
        if answer.status_code != 200:
            assert answer.status_code in (429, 503), answer.text
            assert answer.json()["code"] in ("too_fast", "busy")
            assert int(answer.headers["retry-after"]) > 0
    return Counter(answer.status_code for answer in answers)


def test_60_requests_for_old_rounds_and_play_goes_on(old: Server) -> None:
    seat = old.client("Ann").at("dakota")
    assert seat.do("sit", cents=100_000)["type"] == "done"
    paths = [f"/api/tables/{TABLE}/rounds/{number}" for number in range(1, ROUNDS + 1)]
    with ThreadPoolExecutor(1) as pool:
        flooding = pool.submit(flood, old, paths, 60)
        while not flooding.done():
            assert seat.do("bet", wagers={"dollar": 500, "one": 500, "two": 500, "three": 500})["type"] == "done"
            assert old.client().http.get("/").status_code == 200
            time.sleep(2)  # a second thought now and then is within everyone's budget
        counts = verify_answers(flooding.result())
    seat.close()
    assert counts[200] >= 8
    assert old.hall.desks.records.limits.address_max < 60


def test_an_old_round_comes_from_another_process_and_is_the_same(old: Server) -> None:
    guest = old.client()
    for number in (1, 17, ROUNDS):
        assert guest.get(f"/api/tables/{TABLE}/rounds/{number}") == recall_round(old.house.ledger, TABLE, number)
    assert guest.get(f"/api/tables/{TABLE}/rounds?limit=5") == recall_rounds(old.house.ledger, TABLE, 5)
    assert isinstance(old.hall.desks.records._clerk, Hired)
    missing = guest.http.get(f"/api/tables/{TABLE}/rounds/{ROUNDS + 1}")
    assert (missing.status_code, missing.json()["code"]) == (404, "missing")


def test_what_the_clerk_finds_worth_keeping_is_written_by_the_server(old: Server) -> None:
    old.client().get(f"/api/tables/{TABLE}/rounds/1")
    assert len(old.house.ledger.shelf(rounds_shelf(TABLE))) >= 2


def test_15_sessions_asking_for_strategies_and_the_page_is_answered(old: Server) -> None:
    paths = [
        f"/api/games/super_fun_21/strategy?strategy=basic&set=hands_max={hands}&set=surrender={chosen}&set=decks={decks}"
        for hands in (1, 2, 3, 4)
        for chosen in ("none", "two_cards")
        for decks in (1, 2)
    ]
    with ThreadPoolExecutor(1) as pool:
        flooding = pool.submit(flood, old, paths, 16)
        while not flooding.done():
            assert old.client().http.get("/").status_code == 200
            time.sleep(0.2)
        counts = verify_answers(flooding.result())
    assert counts[200] >= old.hall.desks.study.limits.address_max
    assert counts[429] > 0, "more than the desk takes from one address"


def test_the_same_question_is_worked_on_once(old: Server) -> None:
    path = "/api/games/super_fun_21/strategy?strategy=basic"
    answers = flood(old, [path] * 12, 12)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


def test_a_ledger_in_memory_has_its_clerk_in_a_thread() -> None:
    with running(small_room("dakota")) as server:
        assert server.client().get("/api/tables/dakota/rounds") == []
        assert isinstance(server.hall.desks.records._clerk, InThread)


# --- the desk by itself ---


class Slow:
    """A clerk who answers when told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.asked: list[str] = []
        self.ended = False

    async def answer(self, kind: str, what: dict[str, Any]) -> bytes:  # noqa: ARG002
        self.asked.append(kind)
        await self.go.wait()
        return json.dumps(kind).encode()

    async def end(self) -> None:
        self.ended = True


def desk_with(clerk: Any, monkeypatch: pytest.MonkeyPatch, **limits: Any) -> Desk:
    async def hired(ledger: Any) -> Any:  # noqa: ARG001
        return clerk

    monkeypatch.setattr(desk_module, "clerk_for", hired)
    given: dict[str, Any] = {"waiting_max": 3, "address_max": 2, "time_s": 30.0, **limits}
    return Desk("test", DeskLimits(**given), open_ledger("memory:"), Metrics())


def test_a_full_queue_says_so_at_once_and_one_address_has_a_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        clerk = Slow()
        desk = desk_with(clerk, monkeypatch)
        waiting = [asyncio.create_task(desk.ask(kind, place)) for kind, place in (("a", "x"), ("b", "x"), ("c", "y"))]
        await asyncio.sleep(0)
        assert desk.waiting == 3
        with pytest.raises(TooFast, match="your address"):
            await desk.ask("d", "x")
        with pytest.raises(Busy, match="others are being answered"):
            await desk.ask("d", "z")
        same = asyncio.create_task(desk.ask("a", "z"))
        await asyncio.sleep(0)
        clerk.go.set()
        assert await asyncio.gather(*waiting, same) == [b'"a"', b'"b"', b'"c"', b'"a"']
        assert clerk.asked == ["a", "b", "c"]
        assert desk.waiting == 0
        await desk.close()
        assert clerk.ended

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_a_question_that_takes_too_long_is_given_up_with_its_clerk(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        clerk = Slow()
        desk = desk_with(clerk, monkeypatch, time_s=0.05)
        with pytest.raises(Busy, match="took longer"):
            await desk.ask("a", "x")
        assert clerk.ended
        clerk.go.set()
        assert await desk.ask("b", "x") == b'"b"'
        await desk.close()

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_a_clerk_that_is_gone_is_replaced_and_the_fault_is_on_record(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        class Broke(Slow):
            async def answer(self, kind: str, what: dict[str, Any]) -> bytes:  # noqa: ARG002
                raise ClerkGone("no more")

        desk = desk_with(Broke(), monkeypatch)
        with pytest.raises(Broken):
            await desk.ask("a", "x")
        assert desk.waiting == 0
        await desk.close()

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_answers_that_stay_the_same_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        clerk = Slow()
        clerk.go.set()
        desk = desk_with(clerk, monkeypatch, kept=1)
        for kind in ("strategy", "strategy", "drill", "drill"):
            await desk.ask(kind, "x")
        assert clerk.asked == ["strategy", "drill", "drill"]
        await desk.close()

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_a_clerk_without_questions_goes_home(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        clerk = Slow()
        clerk.go.set()
        desk = desk_with(clerk, monkeypatch, idle_s=0.01)
        await desk.ask("a", "x")
        while not clerk.ended:
            await asyncio.sleep(0.01)
        assert await desk.ask("b", "x") == b'"b"'
        await desk.close()

    asyncio.run(asyncio.wait_for(ask(), 20))


def test_a_clerk_ends_with_its_server(tmp_path: Path) -> None:
    """However the server ends, its input does."""

    async def ask() -> int | None:
        from houseway.web.desk.clerks import clerk_for

        ledger = open_ledger(str(tmp_path / "house.sqlite"))
        clerk = await clerk_for(ledger)
        assert isinstance(clerk, Hired)
        assert json.loads(await clerk.answer("verify", {"tables": [], "noted": []})) == []
        running_ = clerk._worker.running
        assert running_.stdin is not None
        running_.stdin.close()
        await asyncio.wait_for(running_.wait(), 20)
        ledger.close()
        return running_.returncode

    assert asyncio.run(ask()) == 0
