"""The loop that hands units out, and its errands: with a scheduler of wood and a clock that jumps."""

import asyncio
import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis import ship, store
from houseway.analysis.exact.holdem.crew import Paused
from houseway.analysis.simulate import asked_for
from houseway.cluster import door, recounting, shipping, simulating, spread
from houseway.cluster.assignment import assignment_of, play_unit
from houseway.cluster.badge import Badge, badge_for
from houseway.cluster.kept_units import KeptUnits
from houseway.cluster.pile import SMALLEST
from houseway.games import SLUGS, find_game
from houseway.rules.refused import Refused

GAME = find_game("dakota_stud")
OURS = Badge("1", "abc", "inside")


def unheard(_: str) -> None:
    """Who told to?"""


def answered(heard: list[Any], given: Sequence[Any], ended: bool) -> bool:
    heard.extend(given)
    return ended


class Future:
    def __init__(self, found: Any) -> None:
        self.found = found
        self.asked: list[float] = []

    def add_done_callback(self, call: Callable[[Any], None]) -> None:
        call(self)

    def result(self, timeout: float) -> Any:
        self.asked.append(timeout)
        if isinstance(self.found, BaseException):
            raise self.found
        return self.found


class Client:
    """A scheduler of wood: its workers, what they say of themselves, and what each unit comes to."""

    def __init__(self, workers: dict[str, int], shown: dict[str, Any] | None = None) -> None:
        self.workers, self.shown = workers, shown or {}
        self.status = "running"
        self.heard: list[Any] = []
        self.finds: dict[Any, list[Any]] = {}
        self.away = False

    def nthreads(self) -> dict[str, int]:
        if self.away:
            raise OSError("gone")
        return dict(self.workers)

    def run(self, call: Any, *given: Any, workers: list[str], on_error: str) -> dict[str, Any]:
        assert (call, given, on_error) == (spread.sign_in, (OURS, GAME.slug), "return")
        self.heard.append(("run", workers))
        return {each: self.shown.get(each, ("mill", OURS)) for each in workers if self.shown.get(each, 1) is not None}

    def submit(self, *call: Any, pure: bool, resources: dict[str, int]) -> Future:
        assert (pure, resources) == (False, {OURS.name: 1})
        self.heard.append(("submit", call))
        finds = self.finds.get(call[-1], [])
        return Future(finds.pop(0) if finds else f"found {call[-1]}")

    def cancel(self, futures: list[Any]) -> None:
        self.heard.append(("cancel", len(futures)))

    def close(self, timeout: float | None = None) -> None:
        self.status = "closed"
        self.heard.append(("close", timeout))


class Errand:
    game = GAME.slug

    def __init__(self, units: int) -> None:
        self.waiting = list(range(units))
        self.asked: list[int] = []
        self.found: dict[int, Any] = {}

    done = property(lambda self: bool(self.found))
    left = property(lambda self: len(self.waiting))

    def take(self, workers: int) -> int | None:
        self.asked.append(workers)
        return self.waiting.pop(0) if self.waiting else None

    def give_back(self, unit: int) -> None:
        self.waiting.insert(0, unit)

    def call(self, unit: int) -> tuple[Any, ...]:
        return ("work", unit)

    def take_in(self, unit: int, found: Any) -> None:
        self.found[unit] = found


class Clock:
    """It goes by a second at each look, and by as much as is slept."""

    def __init__(self, step: float = 1.0) -> None:
        self.now, self.step, self.slept = 1000.0, step, list[float]()

    def monotonic(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(spread, "time", made)
    monkeypatch.setattr(spread, "LOOK_S", 0.01)
    return made


def done(client: Client, errand: Errand) -> tuple[bool, list[str]]:
    told: list[str] = []
    return spread.spread(lambda: client, errand, OURS, told.append), told


@pytest.mark.usefixtures("clock")
def test_units_are_handed_out_two_a_core_and_gathered() -> None:
    client, errand = Client({"a": 2, "b": 1}), Errand(20)
    assert done(client, errand) == (True, [])
    assert errand.found == {unit: f"found {unit}" for unit in range(20)}
    assert set(errand.asked) == {3}
    assert client.heard[:2] == [("run", ["a", "b"]), ("cancel", 0)]
    assert [each[0] for each in client.heard].count("run") == 1
    assert client.heard[2:8] == [("submit", ("work", unit)) for unit in range(6)]
    assert client.heard[-2:] == [("cancel", 0), ("close", None)]


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("lost", [CancelledError(), OSError("gone"), asyncio.CancelledError()])
def test_a_unit_that_is_lost_is_handed_out_again(lost: BaseException) -> None:
    client, errand = Client({"a": 1}), Errand(3)
    client.finds[1] = [lost]
    assert done(client, errand) == (True, [])
    assert errand.found == {unit: f"found {unit}" for unit in range(3)}
    assert [each[1][1] for each in client.heard if each[0] == "submit"].count(1) == 2
    assert ("cancel", 1) in client.heard


@pytest.mark.usefixtures("clock")
def test_whoever_differs_is_refused_by_name_and_the_others_work() -> None:
    theirs = {"b": ("barn", Badge("2", "abc", "inside")), "c": ValueError("no such module"), "d": None}
    client, errand = Client({"a": 1, "b": 1, "c": 4, "d": 1}, theirs), Errand(4)
    assert done(client, errand) == (
        True,
        [
            "the worker b on barn is refused: it has houseway 2, and this is 1",
            "the worker c is refused: it could not say which houseway it has (ValueError: no such module)",
            "the worker d is refused: it could not say which houseway it has (NoneType: None)",
        ],
    )
    assert set(errand.asked) == {1}
    alone = Client({"b": 1}, theirs)
    with pytest.raises(Refused, match=r"^the worker b on barn is refused: it has houseway 2, and this is 1$"):
        done(alone, Errand(1))
    assert alone.status == "closed"


def test_without_a_worker_one_is_waited_for_and_that_is_said_once(clock: Clock) -> None:
    client, errand = Client({}), Errand(2)
    looks = itertools.count()
    whole = client.nthreads

    def nthreads() -> dict[str, int]:
        if next(looks) == 3:
            client.workers = {"a": 1}
        return whole()

    client.nthreads = nthreads  # type: ignore[method-assign]
    assert done(client, errand) == (True, ["no worker is there; waiting for one (Ctrl-C ends with what is done)"])
    assert clock.now > 1003


@pytest.mark.usefixtures("clock")
def test_where_all_workers_are_others_what_was_out_is_called_back() -> None:
    client, errand, told = Client({"a": 1}), Errand(9), list[str]()
    work = spread._Spread(lambda: client, errand, OURS, told.append)
    work.client = client
    work.look_around()
    work.out = {"f": 100, "g": 101}
    work.look_around()
    assert (work.cores, len(work.out)) == ({"a": 1}, 2), "it is still there"
    client.workers = {"b": 3}
    work.look_around()
    assert (work.cores, work.out, errand.waiting[:2], told) == ({"b": 3}, {}, [101, 100], [])
    assert client.heard[-1] == ("cancel", 2)


def test_a_look_is_taken_twice_a_second_and_not_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (spread.LOOK_S, spread.AHEAD, spread.FETCH_S, spread.PATIENCE_S, spread.ENOUGH) == (0.5, 2, 10, 300, 1e9)
    made, client = Clock(0.0), Client({"a": 1})
    monkeypatch.setattr(spread, "time", made)
    looked = list[float]()
    whole = client.nthreads
    client.nthreads = lambda: looked.append(made.now) or whole()  # type: ignore[method-assign,func-returns-value]
    made.now = 0.0
    work = spread._Spread(lambda: client, Errand(1), OURS, unheard)
    work.client = client
    for made.now in (0.0, 0.1, 0.49, 0.5, 0.9, 1.0):
        work.look_around()
    assert looked == [0.0, 0.5, 1.0]


def test_a_scheduler_that_went_away_is_waited_for_and_given_the_rest(clock: Clock) -> None:
    gone, back, errand, told = Client({"a": 1}), Client({"z": 2}), Errand(0), list[str]()
    tries: list[Any] = [Refused("no"), Refused("no"), back]

    def opened() -> Client:
        found = tries.pop(0)
        if isinstance(found, Refused):
            raise found
        return found  # type: ignore[no-any-return]

    work = spread._Spread(opened, errand, OURS, told.append)
    work.client, work.out, work.cores, work.refused = gone, {"f": 5}, {"a": 1}, {"q": "why"}
    gone.away = True
    work.look_around()
    assert told == ["the scheduler does not answer; waiting for it (Ctrl-C ends with what is done)"]
    assert (work.client, work.out, work.cores, work.refused, errand.waiting) == (back, {}, {}, {}, [5])
    assert gone.heard == [("close", 1)]
    assert clock.slept == [0.01, 0.01]
    tries = [Refused("no")] * 1000
    back.away = True
    with pytest.raises(KeyboardInterrupt):
        work.look_around()
    assert told[-1] == "no scheduler came back"
    assert 295 < sum(clock.slept) + clock.step * len(clock.slept) < 305


@pytest.mark.usefixtures("clock")
def test_a_scheduler_that_goes_away_while_units_are_handed_out() -> None:
    client, errand = Client({"a": 1}), Errand(1)
    whole, fails = client.submit, [OSError("gone")]

    def submit(*call: Any, **more: Any) -> Future:
        if fails:
            raise fails.pop()
        return whole(*call, **more)

    client.submit = submit  # type: ignore[method-assign]
    assert done(client, errand) == (True, [])
    assert errand.found == {0: "found 0"}


def test_ctrl_c_ends_it_and_takes_what_is_out_back(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:  # noqa: ARG001
    client, errand = Client({"a": 1}), Errand(5)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(errand, "take_in", stopped)
    assert done(client, errand)[0] is False
    assert client.heard[-2:] == [("cancel", 1), ("close", None)]
    never = spread._Spread(lambda: client, errand, OURS, unheard)
    never.close()
    never.client = client
    never.close()
    assert client.heard[-1] == ("close", None)
    assert len([each for each in client.heard if each[0] == "close"]) == 1, "one that is closed is left alone"


@pytest.mark.parametrize("same", [True, False])
def test_a_worker_signs_in_and_has_resources_where_it_has_our_badge(same: bool) -> None:
    given: list[dict[str, float]] = []

    async def set_resources(**of: float) -> None:
        given.append(of)

    own = badge_for(GAME.slug)
    asked = own if same else OURS
    host, shown = asyncio.run(spread.sign_in(asked, GAME.slug, SimpleNamespace(set_resources=set_resources)))
    assert (bool(host), shown, given) == (True, own, [{own.name: 1e9}] if same else [])


# --- errands ---


def test_the_errand_of_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    result = asked_for(GAME, 500, 7)
    said, went = assignment_of(result), list[int]()
    kept = KeptUnits(result)
    errand = simulating.RoundsErrand(said, kept, 500, went.append)
    assert (errand.done, errand.game, errand.left, went) == (False, GAME.slug, 500, [0])
    unit = errand.take(1)
    assert unit is not None
    assert errand.call(unit) == (play_unit, said, unit)
    found = play_unit(said, unit)
    errand.take_in(unit, found._replace(seconds=1000.0))
    assert (errand.done, errand.left, went, errand.unit) == (True, 0, [0, 500], SMALLEST)
    for ended in (True, False):
        handed: list[Any] = []
        monkeypatch.setattr(simulating, "spread", lambda *given, e=ended, h=handed: answered(h, given, e))
        simulating.play_on("opened", said, OURS, kept, 900, went.append, unheard)  # type: ignore[arg-type]
        assert result.interrupted is not ended
        assert (handed[0], handed[1].left, handed[2:]) == ("opened", 400, [OURS, unheard])


def test_an_exact_count_that_is_stopped_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[bool] = []
    units: Any = SimpleNamespace(game=GAME.slug, save=lambda: saved.append(True), so_far="7 of 9 blocks")
    handed: list[Any] = []
    monkeypatch.setattr(recounting, "load", lambda: None)
    monkeypatch.setattr(door, "load", lambda: SimpleNamespace(Client=lambda *_, **__: None))
    monkeypatch.setattr(recounting, "spread", lambda *given: answered(handed, given[1:], True))
    recounting.count_on("tcp://a:1", None, units, unheard)
    assert (handed, saved) == ([units, badge_for(GAME.slug), unheard], [])
    monkeypatch.setattr(recounting, "spread", lambda *_: False)
    with pytest.raises(Paused) as paused:
        recounting.count_on("tcp://a:1", None, units, unheard)
    assert (str(paused.value), saved) == (
        "stopped after 7 of 9 blocks, and the same command goes on from there",
        [True],
    )


def test_figures_are_shipped_game_by_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    done: list[Any] = []
    monkeypatch.setattr(shipping, "load", lambda: None)
    monkeypatch.setattr(door, "load", lambda: SimpleNamespace(Client=lambda *_, **__: None))
    monkeypatch.setattr(shipping, "solutions_on", lambda opened, game, say: (callable(opened), game.slug, say))
    monkeypatch.setattr(store, "ship", lambda game, found, answers: done.append((game.slug, found, answers)))
    monkeypatch.setattr(ship, "shipped_answers", lambda game: f"answers of {game.slug}")
    monkeypatch.setattr(ship, "on_boards", lambda game: f"boards of {game.slug}")
    monkeypatch.setattr(shipping, "ship_first", done.append)
    for given, slugs in ((["casino_war", "let_it_ride"], ["casino_war", "let_it_ride"]), ([], SLUGS)):
        done.clear()
        monkeypatch.setattr("sys.argv", ["shipping", "tcp://a:1", *given])
        shipping.main()
        assert done == [
            each
            for slug in slugs
            for each in ((slug, (True, slug, shipping.say), f"answers of {slug}"), f"boards of {slug}")
        ]
    shipping.say("a line")
    assert capsys.readouterr().out == "a line\n"


def test_figures_that_are_stopped_leave_those_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(ship, "within_minutes", lambda _: [])
    for ended in (True, False):
        monkeypatch.setattr(shipping, "spread", lambda *given, e=ended: answered(asked, [given], e))
        if ended:
            assert shipping.solutions_on("opened", GAME, unheard) == []  # type: ignore[arg-type]
        else:
            with pytest.raises(KeyboardInterrupt):
                shipping.solutions_on("opened", GAME, unheard)  # type: ignore[arg-type]
    assert [(given[0], given[2], given[3]) for given in asked] == [("opened", badge_for(GAME.slug), unheard)] * 2
