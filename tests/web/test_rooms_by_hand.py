"""Parts of the server by themselves, without one: the lab's queue, the door, lapses, passphrases, where people are.
Clocks go when a test says so, and every bound is met from both sides."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.exact.shared.guide import Guide, Rule, Section
from houseway.games import find_game
from houseway.games.settings import Settings
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import STAFF_BOOK, LedgerFailed
from houseway.house.money import chips_of
from houseway.rules.refused import Refused
from houseway.web import doorman, mending, server_checkup
from houseway.web.addresses import Addresses
from houseway.web.api_staff import _chosen, _named
from houseway.web.doorman import Doorman
from houseway.web.edge_watch import _answer
from houseway.web.floor import Busy
from houseway.web.lab import bench as bench_module
from houseway.web.lab.ask import Ask, read_bets, read_edge
from houseway.web.lab.bench import DONE, FAILED, REFUSED, RUNNING, STOPPED, WAITING, BenchLimits, Job, LabBench
from houseway.web.lab.risks import risk_answer
from houseway.web.lab.strategies import guide_answer
from houseway.web.lapses import let_go
from houseway.web.limits import HouseLimits
from houseway.web.metrics import Metrics
from houseway.web.passphrases import bits_of, verify_passphrase
from houseway.web.refusals import TooFast
from houseway.web.regulars import DAY_US, NAMES, OVERDUE, REGULARS, VISITS, Regulars
from houseway.web.serve import advised, bound
from houseway.web.whereabouts import Proxies, place_of
from tests.house.table_kit import table_of

# --- the lab's queue ---


class Hand:
    """Seconds that go by when a test says so."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hand:
    made = Hand()
    monkeypatch.setattr(bench_module, "time", made)
    return made


def ask(seed: int) -> Ask:
    return Ask(kind="simulate", game="dakota_stud", settings=Settings(), rounds=10, seed=seed)


class Told:
    """A worker that says what a test wrote down; a number is so many seconds of silence."""

    is_alive = True

    def __init__(self, clock: Hand, *said: Any) -> None:
        self.clock, self.said, self.asked, self.ended, self.stops = clock, list(said), list[str](), False, True

    async def ask(self, line: str) -> None:
        self.asked.append(line)

    async def hear(self, within_s: float) -> dict[str, Any] | None:  # noqa: ARG002
        await asyncio.sleep(0)
        word = self.said.pop(0)
        if isinstance(word, dict):
            return word
        self.clock.now += word
        return None

    async def stops_within(self, seconds: float) -> bool:
        self.grace_s = seconds
        return self.stops

    async def end(self) -> None:
        self.ended = True


def worked(worker: Told, limits: BenchLimits | None = None) -> Job:
    async def work() -> Job:
        bench = LabBench(limits)
        bench._worker = worker  # type: ignore[assignment]
        job = bench.begin(ask(1), "ann", "here")
        assert bench._runner is not None
        await bench._runner
        return job

    return asyncio.run(asyncio.wait_for(work(), 20))


@pytest.mark.parametrize(
    ("said", "state", "reason"),
    [
        ([{"told": {"done": 1, "sight": {"rounds": 5}}}, {"answer": {"a": 1}}], DONE, ""),
        ([{"refused": "no such hand"}], REFUSED, "no such hand"),
        ([{"fault": "Traceback"}], FAILED, bench_module.FAULT),
        ([29.0, {"answer": {}}], DONE, ""),
        ([31.0], STOPPED, "stopped"),
    ],
)
def test_a_job_ends_as_its_worker_says_or_when_nobody_wants_it(
    said: list[Any], state: str, reason: str, clock: Hand
) -> None:
    worker = Told(clock, *said)
    job = worked(worker)
    assert (job.state, job.reason, job.ended_at) == (state, reason, clock.now)
    assert json.loads(worker.asked[0])["seed"] == 1
    assert worker.ended is False
    if "told" in (said[0] if isinstance(said[0], dict) else {}):
        assert (job.told, job.sights, job.answer) == ({"done": 1}, [{"rounds": 5}], {"a": 1})
    if state == STOPPED:
        assert worker.grace_s == 1.5


def test_a_job_that_takes_too_long_is_stopped_and_a_deaf_worker_let_go(clock: Hand) -> None:
    worker = Told(clock, 180.0, 0.5)
    worker.stops = False
    job = worked(worker, BenchLimits(wanted_s=1000))
    assert (job.state, job.reason) == (FAILED, "this took longer than 180 s and was stopped: ask for less")
    assert worker.ended


def resting(limits: BenchLimits | None = None) -> LabBench:
    """Nobody works: what is asked waits."""
    bench = LabBench(limits)
    bench._runner = asyncio.get_running_loop().create_task(asyncio.sleep(3600))
    return bench


@pytest.mark.usefixtures("clock")
def test_who_asks_too_much_gives_up_what_they_do_not_watch() -> None:
    async def asked() -> None:
        bench = resting()
        jobs = [bench.begin(ask(seed), "ann", f"at {seed}") for seed in range(3)]
        assert [job.state for job in jobs] == [WAITING] * 3
        jobs[0].watchers = 1
        bench.begin(ask(3), "ann", "at 3")
        assert [(job.state, job.reason) for job in jobs] == [
            (WAITING, ""), (STOPPED, "nobody waited for it"), (WAITING, ""),
        ]  # fmt: skip
        for job in bench.jobs.values():
            job.watchers = 1
        with pytest.raises(TooFast, match="3 of your questions are being worked on"):
            bench.begin(ask(4), "ann", "at 4")
        assert bench.begin(ask(4), "ben", "at 4").whose == "ben"
        assert bench.begin(ask(0), "ann", "elsewhere") is jobs[0], "known questions are no new ones"

    asyncio.run(asked())


def test_the_queue_has_twelve_and_an_address_four(clock: Hand) -> None:
    async def asked() -> None:
        bench = resting()
        for seed in range(4):
            bench.begin(ask(seed), f"p{seed}", "here")
        with pytest.raises(TooFast, match="your address has as many"):
            bench.begin(ask(50), "p50", "here")
        for seed in range(4, 12):
            bench.begin(ask(seed), f"p{seed}", f"place {seed}")
        with pytest.raises(Busy, match="as much to do as it can take"):
            bench.begin(ask(51), "p51", "elsewhere")
        clock.now += 30.1
        assert bench.begin(ask(51), "p51", "elsewhere").state == WAITING, "nobody asked after the others for so long"
        assert [job.state for job in bench.jobs.values()].count(STOPPED) == 12

    asyncio.run(asked())


def test_a_question_that_went_wrong_is_tried_again_after_a_minute_and_one_that_was_stopped_at_once(clock: Hand) -> None:
    async def asked() -> None:
        bench = resting()
        first = bench.begin(ask(1), "ann")
        bench._queue.clear()
        first.end(REFUSED, "no")
        clock.now += 60
        assert bench.begin(ask(1), "ann") is first
        clock.now += 0.1
        second = bench.begin(ask(1), "ann")
        assert second is not first
        second.end(STOPPED)
        assert bench.begin(ask(1), "ann") is not second

    asyncio.run(asked())


def test_so_many_finished_jobs_are_kept_and_a_watcher_who_leaves_is_waited_for_three_seconds(clock: Hand) -> None:
    async def asked() -> None:
        bench = resting(BenchLimits(kept=2))
        for seed in range(4):
            bench.begin(ask(seed), f"p{seed}").end(DONE, answer={})
        last = bench.begin(ask(9), "zoe")
        assert [job.ask.seed for job in bench.jobs.values()] == [2, 3, 9]
        last.watchers = 2
        bench.leave(last)
        assert last.wanted_until == clock.now + 30
        bench.leave(last)
        assert last.wanted_until == clock.now + 3
        assert (last.is_wanted(clock.now + 2.9), last.is_wanted(clock.now + 3)) == (True, False)
        bench._runner.cancel()  # type: ignore[union-attr]
        await bench.close()
        assert (last.state, last.reason) == (STOPPED, "the house is closing")
        assert bench.find(last.ask.id) is last
        assert RUNNING not in {job.state for job in bench.jobs.values()}

    asyncio.run(asked())


def test_what_is_asked_is_read_from_words() -> None:
    assert [read_edge(text) for text in ("5%", "0.05", " -1.5% ", "100%", "-1")] == [
        "1/20", "1/20", "-3/200", "1", "-1",
    ]  # fmt: skip
    for wrong in ("101%", "1.01", "a", "5 %", "12345"):
        with pytest.raises(Refused):
            read_edge(wrong)
    dakota = find_game("dakota_stud")
    assert read_bets(dakota, dakota.settings(), []) == dict.fromkeys(("dollar", "one", "two", "three"), 1000)
    with pytest.raises(Refused, match="write whole cents"):
        read_bets(dakota, dakota.settings(), ["dollar=5.00"])


def test_a_guide_for_the_browser_has_its_classes_as_a_table() -> None:
    section = Section("First", (Rule("keep a pair", 0.5),), 0.9, 0.01)
    guide = Guide((section,), ("hand", "times", "value"), lambda: [("A K", 4, 0.25), ("7 2", 12, -1.0)])
    told = guide_answer(find_game("dakota_stud"), "bold", guide)
    assert (told["form"], "classes" in told, told["strategy"]) == ("guide", False, "bold")
    assert told["tables"] == {
        "classes": {"columns": ["hand", "times", "value"], "rows": [["A K", 4, 0.25], ["7 2", 12, -1.0]]}
    }


def test_a_bankroll_under_the_bets_is_refused_with_both_amounts() -> None:
    less = Ask(
        kind="risk", game="dakota_stud", settings=Settings(), bets={"dollar": 123_456}, bankroll_cents=123_455, rounds=1
    )
    with pytest.raises(Refused, match=r"a bankroll of \$1,234\.55 cannot place bets of \$1,234\.56: bring more"):
        risk_answer(less, lambda _: None)


def test_a_worst_mix_is_asked_of_a_worker_until_it_has_answered(clock: Hand) -> None:
    table = table_of("dakota")
    worker = Told(clock, 1.0, {"told": {"done": 1}}, {"answer": {"at_most": -0.5}})
    assert asyncio.run(_answer(worker, table)) == {"at_most": -0.5}  # type: ignore[arg-type]
    assert [json.loads(line) for line in worker.asked] == [
        {"kind": "worst_mix", "game": "dakota_stud", "settings": {}, "table": json.loads(json.dumps(table.to_body()))}
    ]
    with pytest.raises(Refused, match="no such bet"):
        asyncio.run(_answer(Told(clock, {"refused": "no such bet"}), table))  # type: ignore[arg-type]
    for last in ("fault", "stopped"):
        with pytest.raises(RuntimeError):
            asyncio.run(_answer(Told(clock, {last: "x"}), table))  # type: ignore[arg-type]


# --- the door ---


class Coming:
    """A connection, as far as the doorman looks."""

    def __init__(self, place: str) -> None:
        self.place, self.inside, self.aborted = place, False, False
        self.transport = SimpleNamespace(abort=lambda: setattr(self, "aborted", True))


def come(at: Doorman, place: str) -> Coming:
    door = Coming(place)
    door.inside = at.enter(door)  # type: ignore[arg-type]
    return door


def test_the_door_has_room_by_address_and_in_all_and_the_silent_make_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "files_max", lambda: doorman.FILES_FOR_US + 4)
    metrics = Metrics()
    at = Doorman(HouseLimits(connections_an_address=2), metrics, Proxies(["10.0.0.0/8"]))
    assert (at.place("10.1.2.3"), at.place("192.0.2.1")) == ("", "192.0.2.1")
    one, two = come(at, "a"), come(at, "a")
    assert (at.total, at.most_at_one) == (2, 2)
    third = come(at, "a")
    assert (third.inside, one.aborted, two.aborted) == (True, True, False), "the longest silent goes"
    at.heard(two), at.heard(third)  # type: ignore[arg-type, func-returns-value]
    assert come(at, "a").inside is False, "nobody there is silent"
    others = [come(at, place) for place in ("b", "c")]
    assert at.total == 4
    for door in others:
        at.heard(door)  # type: ignore[arg-type]
    assert come(at, "d").inside is False, "the files are spent"
    at.waits(others[0])  # type: ignore[arg-type]
    assert come(at, "d").inside
    assert others[0].aborted
    at.leave(two), at.leave(two)  # type: ignore[arg-type, func-returns-value]
    assert (at.total, at.most_at_one) == (3, 1)
    assert {name: count for ((_, name),), count in metrics.limits.items()} == {
        "silent_for_another": 2, "connections_an_address": 1, "connections_in_all": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("testclient", "testclient"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
    ],
)  # fmt: skip
def test_one_person_is_at_one_place(host: str, place: str) -> None:
    assert place_of(host) == place


def test_proxies_are_known_by_address_and_network_in_either_form() -> None:
    known = Proxies(["192.0.2.0/24", "2001:db8::1"])
    hosts = ("192.0.2.200", "::ffff:192.0.2.7", "2001:db8::1", "192.0.3.1", "2001:db8::2", "name")
    assert [known.have(host) for host in hosts] == [True, True, True, False, False, False]


def test_a_port_is_taken_once() -> None:
    with bound("127.0.0.1", 0) as first:
        host, port = first.getsockname()
        assert host == "127.0.0.1", "not on every address"
        with pytest.raises(Refused, match=f"port {port} is taken"):
            bound("127.0.0.1", port)


HERE, THERE, TLS = "127.0.0.1", "0.0.0.0", "https://house.example"


@pytest.mark.parametrize(
    ("origins", "host", "proxies", "said"),
    [
        ([], HERE, [], []),
        ([], THERE, [], ["--origin http://NAME:80"]),
        (["http://house.example"], THERE, [], ["can be read on its way"]),
        ([TLS], HERE, [], ["--trusted-proxy"]),
        ([TLS], HERE, ["10.0.0.1"], []),
        ([TLS], THERE, [], ["--trusted-proxy", "past the proxy"]),
        ([TLS], THERE, ["10.0.0.1"], []),
    ],
)
def test_an_operator_is_told_what_they_should_know(
    origins: list[str], host: str, proxies: list[str], said: list[str]
) -> None:
    found = advised(Addresses.of(origins or [f"http://{HERE}:80"]) if origins else Addresses.of([]), host, 80, proxies)
    assert len(found) == len(said)
    assert all(words in sentence for words, sentence in zip(said, found, strict=True))


@pytest.mark.parametrize(("hard", "words"), [(-1, "9000 of any may"), (9000, "9000 of 9000 may")])
def test_files_that_may_be_open(hard: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_checkup, "files_max", lambda: 9000)
    monkeypatch.setattr("houseway.web.server_checkup.resource.getrlimit", lambda _: (9000, hard))
    (found,) = server_checkup._files()
    assert words in found.sentence
    assert "so 8744 connections" in found.sentence


# --- tables that could not be written ---


def test_a_broken_table_is_tried_at_longer_and_longer_times_and_once_at_a_time() -> None:
    class Floor:
        closing, begun = False, 0

        def __init__(self) -> None:
            self.waits: list[float] = []
            self.pit = SimpleNamespace(broken={"dakota"}, recover=self.recover)
            self.tasks: list[Any] = []

        def recover(self) -> None:
            if len(self.waits) < 6:
                raise LedgerFailed("the disk is full")

        async def pause(self, seconds: float) -> bool:
            self.waits.append(seconds)
            return True

        async def reopen(self, name: str) -> None:
            self.pit.broken.discard(name)

        def start(self, work: Any) -> None:
            self.begun += 1
            self.tasks.append(asyncio.ensure_future(work))

    async def mend() -> Floor:
        floor = Floor()
        mender = mending.Mending(floor)  # type: ignore[arg-type]
        mender.begin(), mender.begin()  # type: ignore[func-returns-value]
        assert floor.begun == 1
        await floor.tasks[0]
        floor.pit.broken.add("dakota")
        mender.begin()
        assert floor.begun == 2, "another time"
        await floor.tasks[1]
        floor.closing = True
        mender.begin()
        assert floor.begun == 2
        return floor

    assert asyncio.run(asyncio.wait_for(mend(), 20)).waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 0.5]


# --- names that lapse ---


@pytest.fixture
def regulars() -> Iterator[Regulars]:
    ledger = open_ledger("memory:")
    yield Regulars(ledger)
    ledger.close()


def keep(regulars: Regulars, id_: str, kept_at: int, seen_at: int = 0) -> None:
    body = {"id": id_, "name": id_.title(), "hash": "", "mark": "", "kept_at": kept_at}
    regulars.ledger.put_all(REGULARS, {id_: json.dumps(body)})
    regulars.ledger.put_all(NAMES, {id_: id_})
    if seen_at:
        regulars.ledger.put_all(VISITS, {id_: str(seen_at)})


def test_a_name_lapses_when_it_was_overdue_twice_a_day_apart(
    regulars: Regulars, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Regulars, "find", lambda self, id_: self.ledger.get(REGULARS, id_))
    now, kept_us = 1000 * DAY_US, 100 * DAY_US
    keep(regulars, "old", 100 * DAY_US)
    keep(regulars, "edge", 900 * DAY_US)
    keep(regulars, "came", 100 * DAY_US, 950 * DAY_US)
    keep(regulars, "sits", 100 * DAY_US)
    gone: list[str] = []
    monkeypatch.setattr(Regulars, "forget", lambda _, each: gone.append(each.id))
    here = {chips_of("sits")}
    assert let_go(regulars, now, kept_us, here) == 0
    assert set(regulars.ledger.shelf(OVERDUE)) == {"old"}, "a hundred days exactly are not too long"
    assert let_go(regulars, now + DAY_US - 1, kept_us, here) == 0
    assert let_go(regulars, now + DAY_US, kept_us, here) == 1
    assert gone == ["old"]


# --- passphrases ---


@pytest.mark.parametrize(
    ("passphrase", "bits"),
    [
        ("abcdef", 8.0), ("abcdefabcdef", 16.0), ("aa", 4.7004), ("1234", 13.2877), ("123456789", 15.0), ("!?", 8.0),
        ("horse horse", 8.0), ("horse Battery", 8.0 + 8 * 7 / 6), ("", 0.0), ("ann", 8.0),
    ],
)  # fmt: skip
def test_what_a_passphrase_is_worth(passphrase: str, bits: float) -> None:
    assert bits_of(passphrase) == pytest.approx(bits, abs=1e-3)


def test_a_passphrase_is_long_enough_and_not_the_name_and_not_endless() -> None:
    assert bits_of("annabel horse", "Annabel") == 8.0
    verify_passphrase("correct horse battery staple", "Ann")
    assert bits_of("12345 67890") == 30.0
    verify_passphrase("12345 67890", "Ann")  # as much as is asked, and no more
    with pytest.raises(Refused, match="too easy"):
        verify_passphrase("correct horse", "Ann")
    verify_passphrase(("correct horse battery staple " * 9)[:200], "Ann")
    with pytest.raises(Refused, match="at most 200 letters"):
        verify_passphrase(("correct horse battery staple " * 9)[:201], "Ann")


# --- which streams a page is of ---


def test_streams_are_verified_but_for_the_staff_book_where_it_can_be_asked_for() -> None:
    looked: list[str] = []

    class Room:
        async def verify_stream(self, name: str) -> None:
            looked.append(name)

    async def chosen(*names: str, book: bool) -> list[str]:
        return await _chosen(Room(), names, book=book)  # type: ignore[arg-type]

    assert asyncio.run(chosen("dakota", "", STAFF_BOOK, book=True)) == ["dakota", STAFF_BOOK]
    assert looked == ["dakota"]
    asyncio.run(chosen(STAFF_BOOK, book=False))
    assert looked == ["dakota", STAFF_BOOK]
    named = [_named(each) for each in ([], ["a b", STAFF_BOOK], ["t", "u", "v"], ["t"] * 4, ["t"] * 100)]
    assert named == ["all", "a_b-staff", "t-u-v", "4-tables", "100-tables"]
