"""Limits, lifetimes, codes and counters of the server, written out a second time by hand; clocks go unequal ways."""

import asyncio
import json
from dataclasses import asdict, replace
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games.settings import Settings
from houseway.house.configuration import default_room
from houseway.house.draft import AUDITOR, GUEST, PLAYER, SUPERVISOR
from houseway.house.ledger import open_ledger
from houseway.web.addresses import Addresses
from houseway.web.app import create_app
from houseway.web.lab.ask import Ask
from houseway.web.lab.downloads import written
from houseway.web.limits import NO_LIMIT, Buckets, HouseLimits, Rates, SocketCount
from houseway.web.metrics import Histogram, Metrics
from houseway.web.open_house import open_house
from houseway.web.refusals import STATUS, Malformed, Missing, TooFast, Unread, code_of, retry_header
from houseway.web.sessions import ENDED_PLAYERS, Sessions, cookie_name
from houseway.web.tasks import ended

DAY_S = 24 * 60 * 60

# What one person and one address may do; an operator who reads docs/public.md finds these.
LIMITS = {
    "connections_an_address": 100, "connections_in_all": 8000, "head_within_s": 10, "body_within_s": 10,
    "body_bytes_max": 65_536, "message_bytes_max": 4096, "frame_bytes_max": 65_536, "send_within_s": 20,
    "requests_a_second": 20, "requests_at_once": 100, "requests_a_second_an_address": 200,
    "requests_at_once_an_address": 1000, "messages_a_second": 10, "messages_at_once": 40,
    "messages_a_second_an_address": 100, "strikes_max": 30, "logins_a_minute": 5, "logins_a_minute_an_address": 20,
    "sessions_a_minute": 60, "names_a_day_an_address": 10, "drills_a_minute": 60, "drills_a_minute_an_address": 120,
    "notes_a_minute": 120, "notes_a_minute_an_address": 600, "sockets_a_session": 12, "sockets_an_address": 60,
    "sockets_in_all": 5000, "sockets_a_minute": 60, "sockets_a_minute_an_address": 300, "tables_a_player": 4,
    "seats_an_address": 12, "idle_seat_s": 300, "own_tables_max": 100, "own_tables_an_address": 10,
    "own_tables_a_minute_an_address": 10, "idle_table_s": 600, "events_a_minute": 240,
    "events_a_minute_an_address": 1200, "second_thoughts_a_minute": 30, "second_thoughts_a_minute_an_address": 90,
}  # fmt: skip


class HandClock:
    """Seconds that go by when a test says so."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


# --- limits ---


def test_the_limits_are_these() -> None:
    assert asdict(HouseLimits()) == LIMITS


def test_a_crowd_of_25_has_two_and_a_half_times_what_an_address_has_and_a_person_has_no_more() -> None:
    crowded, usual = asdict(HouseLimits().crowded(25)), asdict(HouseLimits())
    scaled = {name for name in usual if crowded[name] != usual[name]}
    assert scaled == {name for name in usual if name.endswith("_an_address")} | {"sessions_a_minute"}
    assert {name: crowded[name] for name in ("seats_an_address", "sessions_a_minute", "sockets_an_address")} == {
        "seats_an_address": 30, "sessions_a_minute": 150, "sockets_an_address": 150,
    }  # fmt: skip
    assert HouseLimits().crowded(1).seats_an_address == 1, "never none"


def test_limits_that_are_lifted_are_those_by_rate_and_address() -> None:
    lifted, usual = asdict(HouseLimits.lifted()), asdict(HouseLimits())
    kept = {name for name in usual if lifted[name] == usual[name]}
    assert all(lifted[name] == NO_LIMIT for name in usual.keys() - kept)
    assert kept >= {
        "sockets_a_session", "sockets_in_all", "connections_in_all", "body_bytes_max", "message_bytes_max",
        "idle_seat_s", "strikes_max", "own_tables_max", "head_within_s", "send_within_s",
    }  # fmt: skip
    assert not [name for name in kept if "an_address" in name or "at_once" in name or "a_minute" in name]


def test_a_bucket_fills_by_its_rate_up_to_its_size() -> None:
    clock = HandClock()
    bucket = Buckets(0.5, 3, clock)
    assert [bucket.take("ann") for _ in range(4)] == [True, True, True, False]
    assert bucket.take("ben"), "another's is another's"
    clock.now += 1.9
    assert not bucket.take("ann")
    clock.now += 0.1
    assert [bucket.take("ann"), bucket.take("ann")] == [True, False]
    clock.now += 1000
    assert [bucket.take("ann") for _ in range(4)] == [True, True, True, False]
    bucket.spend("ann", 4)  # what is owed comes off what is filled in later
    clock.now += 9.9
    assert not bucket.has("ann")
    clock.now += 0.1
    assert bucket.has("ann")


def test_so_many_a_minute_are_taken_at_once_and_come_back_one_by_one() -> None:
    clock = HandClock()
    bucket = Buckets.a_minute(6, clock=clock)
    assert sum(bucket.take("ann") for _ in range(20)) == 6
    clock.now += 10
    assert sum(bucket.take("ann") for _ in range(20)) == 1
    large = Buckets.a_minute(6, 2.5, clock)
    assert sum(large.take("ann") for _ in range(40)) == 15


def test_the_longest_unused_bucket_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "KEPT_MAX", 2)
    bucket = Buckets(0.001, 1, HandClock())
    assert [bucket.take(who) for who in ("ann", "ben", "cleo")] == [True] * 3
    assert bucket.take("ann"), "forgotten"
    assert not bucket.take("cleo")


def test_a_person_and_an_address_have_each_their_own_and_what_is_met_is_counted() -> None:
    clock, metrics = HandClock(), Metrics()
    limits = replace(HouseLimits(), drills_a_minute=2, drills_a_minute_an_address=3, names_a_day_an_address=2)
    rates = Rates(limits, metrics, clock)
    assert [rates.take_both("drills_a_minute", "ann", "here") for _ in range(3)] == [True, True, False]
    assert [rates.take_both("drills_a_minute", "", "here") for _ in range(2)] == [True, False]
    assert metrics.limits == {
        (("limit", "drills_a_minute"),): 1, (("limit", "drills_a_minute_an_address"),): 1,
    }  # fmt: skip
    assert [rates.take("names_a_day_an_address", "here") for _ in range(3)] == [True, True, False]
    rates.give_back("names_a_day_an_address", "here")
    assert [rates.take("names_a_day_an_address", "here") for _ in range(2)] == [True, False]
    clock.now += DAY_S / 2 - 1
    assert not rates.take("names_a_day_an_address", "here")
    clock.now += 2
    assert rates.take("names_a_day_an_address", "here")
    most = Rates(HouseLimits(), metrics, clock)
    assert sum(most.take("messages_a_second_an_address", "here") for _ in range(500)) == 400


def test_sockets_are_full_by_session_by_address_and_in_all() -> None:
    limits = replace(HouseLimits(), sockets_a_session=1, sockets_an_address=2, sockets_in_all=3)
    assert SocketCount(limits).full("ann", "here") == ""
    assert SocketCount(replace(limits, sockets_in_all=0)).full("ann", "here") == "sockets_in_all"


# --- sessions ---


def sessions(clock: HandClock) -> Sessions:
    return Sessions(open_ledger("memory:"), lambda: int(clock.now * 1_000_000))


@pytest.mark.parametrize(("role", "seconds"), [(PLAYER, 30 * DAY_S), (SUPERVISOR, 8 * 3600), (AUDITOR, 8 * 3600)])
def test_a_session_lasts_so_long(role: str, seconds: int) -> None:
    clock = HandClock()
    begun = sessions(clock).begin("ann", "Ann", role)
    assert begun.until == 1000 + seconds


def test_a_cookie_is_good_to_its_last_second_and_no_longer() -> None:
    clock = HandClock()
    house = sessions(clock)
    ann, ben = house.begin_player("Ann"), house.begin_player("Ben")
    assert asyncio.run(house.of(ann.token)) == ann
    assert (ann.role, ann.name, ann.is_kept) == (PLAYER, "Ann", False)
    assert ann.id != ben.id
    clock.now += 30 * DAY_S
    assert asyncio.run(house.of(ann.token)) == ann
    clock.now += 1
    assert asyncio.run(house.of(ann.token)).role == GUEST
    assert asyncio.run(house.of("")).role == GUEST
    assert asyncio.run(house.of(f"{ann.token}x")).role == GUEST


def test_an_ending_is_forgotten_when_the_session_would_have_ended_by_itself() -> None:
    clock = HandClock()
    house = sessions(clock)
    ann, ben = house.begin_player("Ann"), house.begin_player("Ben")
    house.end(ann)
    assert asyncio.run(house.of(ann.token)).role == GUEST
    assert asyncio.run(house.of(ben.token)) == ben
    for later, kept in ((30 * DAY_S, [ann.id]), (1, [])):
        clock.now += later
        Sessions(house._ledger, lambda: int(clock.now * 1_000_000))
        assert list(house._ledger.shelf(ENDED_PLAYERS)) == kept


def test_a_cookie_by_tls_is_for_this_host_alone() -> None:
    assert (cookie_name(True), cookie_name(False)) == ("__Host-houseway", "houseway")


# --- refusals and counters ---


def test_every_code_has_its_status_and_those_worth_asking_again_say_when() -> None:
    assert STATUS == {
        "malformed": 400, "forbidden": 403, "missing": 404, "too_slow": 408, "stale": 409, "refused": 409,
        "unread": 409, "idle": 409, "too_large": 413, "misdirected": 421, "too_fast": 429, "broken": 503, "busy": 503,
    }  # fmt: skip
    waits = {code: retry_header(code) for code in STATUS}
    assert {code: each["retry-after"] for code, each in waits.items() if each} == {
        "too_fast": "2", "busy": "5", "broken": "30",
    }  # fmt: skip
    assert [code_of(kind("x")) for kind in (Missing, TooFast, Malformed, Unread)] == [
        "missing", "too_fast", "malformed", "unread",
    ]  # fmt: skip


def test_a_histogram_counts_what_is_within_each_bound() -> None:
    seconds = Histogram()
    for each in (0.001, 0.0011, 0.3, 60.0):
        seconds.add(each)
    lines = list(seconds.lines("x"))
    assert lines[:3] == ["# TYPE x histogram", 'x_bucket{le="0.001"} 1', 'x_bucket{le="0.0025"} 2']
    assert lines[-4:] == ['x_bucket{le="10.0"} 3', 'x_bucket{le="+Inf"} 4', "x_sum 60.302100", "x_count 4"]


def test_counters_are_told_under_their_names() -> None:
    metrics = Metrics()
    metrics.command("bet", "done", 0.2)
    metrics.command("made up", "refused", 0.2)
    metrics.events, metrics.bytes, metrics.ledger_failures = 3, 500, 1
    told = metrics.text({"tables": {(("game", "lucky"),): 4}, "sockets": {(): 2}}, {"rounds": {(): 9}}).splitlines()
    assert [line for line in told if not line.startswith(("#", "houseway_command_seconds"))] == [
        'houseway_tables{game="lucky"} 4', "houseway_sockets 2",
        'houseway_commands_total{do="bet",outcome="done"} 1',
        'houseway_commands_total{do="unknown",outcome="refused"} 1',
        "houseway_events_total 3", "houseway_event_bytes_total 500", "houseway_ledger_failures_total 1",
        "houseway_rounds_total 9",
    ]  # fmt: skip
    assert "# TYPE houseway_tables gauge" in told
    assert "# TYPE houseway_events_total counter" in told


# --- what a question may ask for: least, most, and what it is where nothing is said ---

BOUNDS: dict[str, tuple[int, int, int | None]] = {
    "/api/tables/{name}/rounds limit": (1, 50, 10),
    "/api/tables/{name}/rounds/{number} number": (1, 10**12, None),
    "/api/tables/{name}/rounds/{number}/what-if choice": (1, 1000, None),
    "/api/tables/{name}/shuffles/{cycle} cycle": (1, 10**12, None),
    "/api/audit/tables/{name}/events after": (0, 10**12, 0),
    "/api/audit/tables/{name}/events limit": (1, 1000, 100),
    "/api/audit/tables/{name}/search round": (0, 10**12, 0),
    "/api/audit/tables/{name}/search before": (1, 10**15, 10**15),
    "/api/audit/tables/{name}/search limit": (1, 1000, 50),
    "/api/audit/tables/{name}/search since": (0, 10**18, 0),
    "/api/audit/export until": (0, 10**18, 10**18),
    "/api/you/rounds before": (0, 10**18, 10**18),
    "/api/you/rounds limit": (1, 100, 25),
    "/api/lab/games/{slug}/target grid": (1, 100, 1),
    "/api/lab/games/{slug}/simulate rounds": (1, 50_000_000_000, 1_000_000),
    "/api/lab/games/{slug}/risk rounds": (1, 100_000, 300),
    "/api/lab/games/{slug}/risk bankroll": (1, 10**9, 50_000),
}


def test_numbers_in_questions_have_these_bounds() -> None:
    house = open_house("memory:", default_room())
    paths = create_app(house.pit, known_as=Addresses.of([])).openapi()["paths"]
    house.close()
    found: dict[str, Any] = {
        f"{path} {each['name']}": each["schema"]
        for path, does in paths.items()
        for each in does.get("get", {}).get("parameters", [])
    }
    told = {name: found[name] for name in BOUNDS}
    assert {name: (it["minimum"], it["maximum"], it.get("default")) for name, it in told.items()} == BOUNDS


# --- work beside the questions, and what leaves the house ---


def test_work_that_is_ended_has_put_its_things_away() -> None:
    put_away: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            put_away.append("all of it")

    async def begin_and_end() -> None:
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        await ended(task)
        assert put_away == ["all of it"]
        await ended(None)

    asyncio.run(asyncio.wait_for(begin_and_end(), 20))


ANSWER = {
    "game": "lucky", "edge": 0.5,
    "tables": {
        "figures": {"columns": ["a", "b"], "rows": [[1, "x,y"], [2, ""]]}, "more": {"columns": ["c"], "rows": []},
    },
}  # fmt: skip


ASK = Ask(kind="figures", game="dakota_stud", settings=Settings())


def test_an_answer_leaves_as_json_without_its_tables_or_as_one_of_them() -> None:
    assert json.loads(bytes(written(ANSWER, "json", "", ASK).body)) == {
        "game": "lucky", "edge": 0.5, "downloads": ["figures", "more"],
    }  # fmt: skip
    assert json.loads(bytes(written(ANSWER, "json", "more", ASK).body)) == {
        "game": "lucky", "downloads": ["figures", "more"], "table": "more", "columns": ["c"], "rows": [],
    }  # fmt: skip
    first = written(ANSWER, "csv", "", ASK)
    assert bytes(first.body) == b'a,b\n1,"x,y"\n2,\n'
    assert first.headers["content-disposition"] == 'attachment; filename="dakota_stud-figures-optimal.csv"'
    assert first.media_type == "text/csv; charset=utf-8"
    assert bytes(written(ANSWER, "csv", "more", ASK).body) == b"c\n"
    with pytest.raises(Missing, match="there is no table 'x'; there is figures, more"):
        written(ANSWER, "json", "x", ASK)


def test_what_another_process_ended_is_heard_of_within_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, passing = HandClock(), HandClock()
    monkeypatch.setattr("houseway.web.sessions.time", SimpleNamespace(monotonic=passing))
    here = sessions(clock)
    there = Sessions(here._ledger, lambda: int(clock.now * 1_000_000))
    ann = here.begin_player("Ann")

    async def asked() -> str:
        found = await here.of(ann.token)
        if here._reading:
            await here._reading
        return found.role

    assert asyncio.run(asked()) == PLAYER
    there.end(ann)
    passing.now += 4.9
    assert [asyncio.run(asked()) for _ in range(2)] == [PLAYER, PLAYER]
    passing.now += 0.1
    assert [asyncio.run(asked()) for _ in range(2)] == [PLAYER, GUEST], "it reads on, and knows it the next time"
