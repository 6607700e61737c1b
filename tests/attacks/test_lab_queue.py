"""5 sessions of one address do not fill the lab's queue."""

import asyncio

import pytest

from houseway.games.settings import Settings
from houseway.web.lab.ask import Ask
from houseway.web.lab.bench import BenchLimits, LabBench
from houseway.web.refusals import TooFast
from tests.web.running import Server


def ask(seed: int) -> Ask:
    return Ask(kind="simulate", game="dakota_stud", settings=Settings(), strategy="basic", rounds=50_000_000, seed=seed)


def test_5_sessions_ask_for_long_simulations_and_another_address_still_can(server: Server) -> None:
    codes = []
    for number in range(5):
        session = server.client(f"Visitor {number}")
        for seed in range(3):
            path = f"/api/lab/games/dakota_stud/simulate?rounds=50000000&seed={100 * number + seed}"
            answer = session.http.get(path)
            codes.append(answer.status_code)
    assert codes.count(202) == BenchLimits().address_max
    assert set(codes) == {202, 429}
    bench: LabBench = server.app.state.bench
    assert len(bench._queue) < BenchLimits().waiting_max

    async def another() -> str:
        return bench.begin(ask(1), "Zoe", "198.51.100.7").state

    assert asyncio.run_coroutine_threadsafe(another(), server._loop).result(10) == "waiting"


def test_addresses_are_served_in_turn() -> None:
    async def turns() -> list[str]:
        bench = LabBench()
        bench._runner = asyncio.create_task(asyncio.sleep(60))  # nobody works: we take the jobs
        for number, place in enumerate(("a", "a", "a", "b", "c")):
            bench.begin(ask(number), f"{place}{number}", place)
        found = [bench._next().place for _ in range(5)]
        bench._runner.cancel()
        return found

    assert asyncio.run(turns()) == ["a", "b", "a", "c", "a"]


def test_jobs_that_nobody_wants_any_more_do_not_count() -> None:
    async def later() -> str:
        bench = LabBench()
        bench._runner = asyncio.create_task(asyncio.sleep(60))
        jobs = [bench.begin(ask(number), f"p{number}", "a") for number in range(bench.limits.address_max)]
        with pytest.raises(TooFast):
            bench.begin(ask(98), "p98", "a")
        jobs[0].wanted_until = 0.0
        state = bench.begin(ask(99), "p99", "a").state
        bench._runner.cancel()
        return state

    assert asyncio.run(later()) == "waiting"


def test_a_guest_who_asks_and_asks_takes_the_place_of_their_own_questions_only() -> None:
    """A later question drops an earlier one; what was dropped does not stand in the queue."""

    async def asked() -> tuple[int, str]:
        bench = LabBench()
        bench._runner = asyncio.create_task(asyncio.sleep(60))
        for number in range(3 * bench.limits.waiting_max):
            bench.begin(ask(number), "198.51.100.9", "198.51.100.9")
        waiting, other = len(bench._queue), bench.begin(ask(10**6), "Zoe", "198.51.100.7").state
        bench._runner.cancel()
        return waiting, other

    waiting, other = asyncio.run(asked())
    assert waiting <= BenchLimits().own_max
    assert other == "waiting"
