"""What the server counts and what its lab answers, against tables written by hand: budgets with unequal limits, meters
that tick, the log that folds, each step of a long answer."""

import asyncio
import ctypes
import json
import logging
import runpy
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction as F  # noqa: N817
from types import SimpleNamespace
from typing import Any, cast

import pytest

from houseway.analysis.simulation import Simulation
from houseway.games import find_game
from houseway.house.draft import Actor, Command
from houseway.house.pit import Done
from houseway.house.table import Table
from houseway.rules.refused import Refused
from houseway.web import gallery, practice_hints, socket, tidy
from houseway.web.budget import Budget, Seating, is_second_thought
from houseway.web.floor import Floor
from houseway.web.lab.answers import ANSWERS
from houseway.web.lab.ask import Ask
from houseway.web.limits import HouseLimits
from houseway.web.logs import A_MINUTE, A_MINUTE_BAD, LOGGER, JsonLines, PlainLines, RepeatsCounted
from houseway.web.metrics import Metrics
from houseway.web.refusals import TooFast
from tests.approved import hold_answer

# --- second thoughts ---

SEATS = {"ann": [1, 2], "ben": [3], "cleo": []}
PLAYERS = {name: SimpleNamespace(seats=seats) for name, seats in SEATS.items()}
TABLE = cast(Table, SimpleNamespace(players=PLAYERS, bets={2: {}}, ready={"ben"}))


@pytest.mark.parametrize(
    ("who", "do", "is_one"),
    [
        ("ann", "bet", True), ("ben", "bet", False), ("cleo", "bet", False), ("dora", "bet", False),
        ("ann", "ready", False), ("ben", "ready", True), ("dora", "ready", False),
        *(("dora", do, True) for do in ("sit", "leave", "take_back", "buy_in")),
        *(("ben", do, False) for do in ("act", "tick", "close")),
    ],
)  # fmt: skip
def test_a_second_thought_is_what_can_be_done_over_and_over(who: str, do: str, is_one: bool) -> None:
    assert is_second_thought(TABLE, Actor(who, who, "player"), Command("1", do)) is is_one


MANY = "that is more than the ledger takes from one place: wait a minute"
OFTEN = "you change your mind too often: wait a minute"


def spent(budget: Budget, do: str, who: str, place: str) -> int:
    """How many such commands are taken at once, of three events each."""
    for taken in range(100):
        if refusal := refused(budget, do, who, place):
            assert refusal == (OFTEN if do == "sit" else MANY)
            return taken
        budget.spend(who, place, 3)
    return 100


def refused(budget: Budget, do: str, who: str, place: str) -> str:
    try:
        budget.verify(TABLE, Actor(who, who, "player"), Command("1", do), place)
    except TooFast as told:
        return str(told)
    return ""


def test_a_budget_is_of_events_and_a_second_thought_costs_one_more_of_its_own() -> None:
    """Two minutes of each at once: by player and by address; what limits is counted under its name."""
    limits = replace(
        HouseLimits(), events_a_minute=30, events_a_minute_an_address=45, second_thoughts_a_minute=2,
        second_thoughts_a_minute_an_address=3,
    )  # fmt: skip
    metrics = Metrics()
    budget = Budget(limits, metrics, lambda: 0.0)
    assert spent(budget, "sit", "ann", "here") == 4
    assert spent(budget, "sit", "ben", "here") == 2, "six of the address"
    assert spent(budget, "act", "ann", "here") == 16, "60 events of three, and four thoughts had some"
    assert spent(budget, "act", "cleo", "here") == 8, "the address has 90: 12, 6 and 48 are gone"
    assert spent(budget, "act", "cleo", "there") == 12
    assert {labels[0][1]: count for labels, count in metrics.limits.items()} == {
        "second_thoughts_a_minute": 1, "second_thoughts_a_minute_an_address": 1, "events_a_minute": 2,
        "events_a_minute_an_address": 1,
    }  # fmt: skip


# --- meters tick with what was done ---


def test_whatever_is_done_counts_its_events_and_ticks_the_meters_of_its_links() -> None:
    shown: list[str] = []
    done = Done(5, False)
    draft = SimpleNamespace(links={"royal": 1, "corner": 2})
    begun = SimpleNamespace(batch=SimpleNamespace(texts=[b"four", b"seven c"]), draft=draft)

    async def run() -> Any:
        future: Any = asyncio.get_running_loop().create_future()
        future.set_result([1, 2, 3])
        pit = SimpleNamespace(begin=lambda *_: begun, submit=lambda _: future, finish=lambda *_: done)
        floor = SimpleNamespace(
            pit=pit, metrics=Metrics(), _locks=defaultdict(asyncio.Lock), _prepare=_nothing,
            _show=lambda name: shown.append(f"show {name}"), _tick_meters=lambda link: shown.append(f"tick {link}"),
        )  # fmt: skip
        came = await Floor._do(cast(Floor, floor), "dakota", Actor("a", "a", "player"), Command("1", "bet"))
        return came, floor.metrics.events, floor.metrics.bytes

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "wrap_future", lambda future: future)
        assert asyncio.run(run()) == (done, 3, 11)
    assert shown == ["show dakota", "tick royal", "tick corner"]


async def _nothing(_: str) -> None:
    pass


# --- the log ---


def entry(event: str, level: int = logging.INFO, created: float = 1_700_000_000.75, **facts: Any) -> logging.LogRecord:
    record = logging.LogRecord(LOGGER.name, level, __file__, 1, event, (), None)
    record.created, record.msecs = created, 7.9
    record.facts = facts
    return record


def test_an_entry_is_a_line_with_its_time_to_the_millisecond() -> None:
    said = entry("table closed\nsecond line", logging.WARNING, table="dakota", cards=None)
    assert json.loads(JsonLines().format(said)) == {
        "at": "2023-11-14T22:13:20.007Z", "level": "warning", "event": "table closed", "table": "dakota", "cards": None,
    }  # fmt: skip
    assert PlainLines().format(said) == "2023-11-14T22:13:20.007Z warning table closed  table=dakota cards=None"
    assert PlainLines().format(entry("x" * 300)) == f"2023-11-14T22:13:20.007Z info    {'x' * 200}"


def test_entries_alike_are_written_so_often_a_minute_and_counted_and_the_oldest_kinds_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    fold = RepeatsCounted(lambda: now[0])
    assert sum(fold.filter(entry("a")) for _ in range(400)) == A_MINUTE == 300
    assert sum(fold.filter(entry("a", logging.WARNING)) for _ in range(9)) == A_MINUTE_BAD == 5
    assert sum(fold.filter(entry("a", table="other")) for _ in range(2)) == 2
    now[0] = 59.9
    assert not fold.filter(entry("a"))
    now[0] = 60.0
    again = entry("a")
    assert fold.filter(again)
    assert cast(Any, again).facts == {"not_written": 101}
    after = entry("a")
    assert fold.filter(after)
    assert cast(Any, after).facts == {}
    assert fold.counts[("info", "a")] == 405
    assert fold.counts[("warning", "a")] == 9
    monkeypatch.setattr(RepeatsCounted, "KEPT_MAX", 2)
    for kind in ("b", "c", "d"):
        fold.filter(entry(kind))
    assert [key[1] for key in fold._seen] == ["b", "c", "d"], "one goes where one comes"


# --- the lab, step by step ---

WAR = find_game("casino_war")


def told_of(kind: str, **more: Any) -> tuple[Any, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    ask = Ask(kind=kind, game=WAR.slug, settings=WAR.settings(), **more)
    return ANSWERS[kind](ask, told.append), told


def seen(rounds: int) -> Simulation:
    won, lost = (WAR.outcomes.index(name) for name in ("win", "lose"))
    counts = Counter({(0, won, 1000): rounds - 3, (0, lost, -1000): 3})
    return Simulation(WAR, WAR.settings(), "basic", 3, [{"bet": 1000}], rounds, counts, Counter({0: rounds * 1000}))


def test_a_simulation_tells_each_sight_with_what_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def watched(*args: Any, on_gpu: bool) -> Any:
        asked.append((*args[2:], on_gpu))
        yield from map(seen, (4, 8))

    monkeypatch.setattr("houseway.analysis.convergence.watched", watched)
    answer, told = told_of("simulate", strategy="basic", bets={"bet": 1000}, rounds=8, seed=3)
    assert asked == [("basic", {"bet": 1000}, 8, 3, False)]
    hold_answer("lab.simulate.json", {"answer": answer, "told": told})


def test_a_pay_that_meets_a_target_is_told_with_those_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    exact: F | None = None

    def find_pay(*args: Any, progress: Any, **more: Any) -> Any:
        asked.append((args[2:], more))
        progress(1, 4)
        return SimpleNamespace(exact=exact, near=[(F(10), F(1, 8)), (F(11), F(-1, 40))], solves=4)

    monkeypatch.setattr("houseway.analysis.target.find_pay", find_pay)
    answers = []
    for each in (F(21, 2), None):
        exact = each
        answers.append(told_of("target", wager="tie", row=("tie", "tied"), edge="1/20", grid=2))
    assert asked[0] == (("optimal", "tie", ("tie", "tied"), F(1, 20)), {"changes": [], "grid": 2})
    hold_answer("lab.target.json", answers)


def test_a_strategy_of_hands_of_rules_and_of_charts() -> None:
    told = []
    for slug in ("casino_war", "dakota_stud", "super_fun_21"):
        game = find_game(slug)
        steps: list[dict[str, Any]] = []
        ask = Ask(kind="strategy", game=slug, settings=game.settings(), strategy="basic")
        answer = ANSWERS["strategy"](ask, steps.append)
        for part in (answer.get("tables", {}).values(), [{"rows": answer.get("lines", [])}]):
            for each in part:
                each["rows"] = [*each["rows"][:4], len(each["rows"])]
        if "lines" in answer:
            answer["lines"] = answer["lines"][:4]
        told.append({"answer": answer, "told": steps[:3]})
    hold_answer("lab.strategy.json", told)


# --- codes and numbers that others know by heart ---


def test_close_codes_are_those_of_the_standard_and_one_above_ours() -> None:
    assert (socket.NORMAL, socket.TRY_AGAIN, socket.TURNED_AWAY) == (1000, 1013, 4000)
    assert (gallery.POLICY, gallery.GONE) == (1008, 4404)
    assert socket.CLOSING == (1012, "the house is closing")
    assert gallery.COME_BACK == (1012, "you are kept from now on")


def test_memory_is_kept_little_by_the_numbers_of_the_c_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two heaps at most, and pieces from 128 KiB on by themselves (malloc.h: M_ARENA_MAX -8, M_MMAP_THRESHOLD -3)."""
    asked: list[Any] = []
    libc = SimpleNamespace(mallopt=lambda *of: asked.append(of), malloc_trim=lambda pad: asked.append(pad))
    anew = SimpleNamespace(**runpy.run_path(tidy.__file__))  # tests keep what they have: `tests/memory.py`
    for there in (libc, SimpleNamespace()):
        monkeypatch.setattr(ctypes, "CDLL", lambda _, there=there: there)
        anew.keep_little_memory()
        anew.give_back_memory()
    assert asked == [(-8, 2), (-3, 131_072), 0]


@pytest.mark.parametrize(
    ("advisor", "told"),
    [
        (None, []),
        (SimpleNamespace(ready=lambda: True), []),
        (SimpleNamespace(ready=lambda: False), [{"type": "working", "version": 9, "so_far": 4, "last": 7}]),
    ],
)
def test_whoever_waits_for_values_is_told_how_long_and_what_it_took_before(
    advisor: Any, told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begun at 100 s, and it is 104.9 now; the last time it took 6.2 s."""
    said: list[Any] = []
    key = practice_hints._key(WAR, WAR.settings())
    hints = SimpleNamespace(
        _advisors={key: advisor} if advisor else {}, _asked={"t": (1, 100.0)}, _took={key[0]: 6.2},
        _tell=lambda _, message: said.append(message),
    )  # fmt: skip
    monkeypatch.setattr(practice_hints, "time", SimpleNamespace(monotonic=lambda: 104.9))
    table = SimpleNamespace(game=WAR, settings=WAR.settings(), name="t", version=9)
    practice_hints.PracticeHints._tell_wait(cast(Any, hints), cast(Any, table))
    assert said == told


# --- seats ---


def test_so_many_tables_a_player_and_so_many_seats_an_address() -> None:
    """Those who got up are forgotten; seats that are being taken count; practice tables have limits of their own."""

    def at(**seats: list[int]) -> Any:
        return SimpleNamespace(players={name: SimpleNamespace(seats=each) for name, each in seats.items()})

    pit: Any = SimpleNamespace(tables={"a": at(ann=[1, 2], ben=[3]), "b": at(ann=[4]), "c": at()})
    metrics = Metrics()
    seating = Seating(pit, replace(HouseLimits(), tables_a_player=2, seats_an_address=4), metrics)
    for table, who, place in (
        ("a", "ann", "x"),
        ("a", "ben", "x"),
        ("b", "ann", "y"),
        ("c", "cleo", "x"),
        ("a", "", "x"),
    ):
        seating.came(table, who, place)
    assert seating.seats_by_place() == {"x": 3, "y": 1}
    assert len(seating._places) == 3

    def told(table: str, who: str, place: str) -> str:
        try:
            with seating.taking(table, who, place):
                return ""
        except Refused as refused:
            return str(refused)

    assert told("c", "ann", "y") == "you sit at 2 tables: leave one first"
    assert told("b", "ann", "y") == ""
    with seating.taking("c", "dora", "x"):
        assert told("c", "eve", "x") == "4 seats are taken from your address: leave one first"
        assert told("c", "eve", "y") == ""
    assert told("c", "eve", "x") == ""
    assert not seating._taking
    assert {labels[0][1]: count for labels, count in metrics.limits.items()} == {
        "tables_a_player": 1, "seats_an_address": 1,
    }  # fmt: skip
    pit.tables["a"].players.pop("ben")
    assert seating.seats_by_place() == {"x": 2, "y": 1}
