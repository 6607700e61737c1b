"""Rounds on a cluster of real processes: the same counts whoever is killed, and units only for who counts alike."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("distributed", reason="without the extra [cluster] nothing is played on a cluster")

from houseway.analysis.exact.holdem.crew import Paused
from houseway.analysis.simulate import asked_for, simulate
from houseway.analysis.simulation import Simulation
from houseway.cluster import door, pile
from houseway.cluster.assignment import assignment_of
from houseway.cluster.badge import badge_for
from houseway.cluster.door import cluster_at
from houseway.cluster.kept_units import journal
from houseway.cluster.recounting import count_on
from houseway.cluster.simulating import on_cluster, play_on
from houseway.games import find_game
from houseway.games.fast_action_holdem import solve_units
from houseway.games.fast_action_holdem.solve_counts import fresh_counts
from houseway.games.fast_action_holdem.solve_units import BoardUnits
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from tests.cluster.room import SRC, Room

GAME = find_game("dakota_stud")
ROUNDS = 40_003
SEED = 7


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    simulate(GAME, 1)  # machine code is on disk before anybody else asks for it
    opened = Room(tmp_path_factory.mktemp("cluster"))
    opened.join(3)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many that there is a middle in which somebody can be killed."""
    monkeypatch.setattr(pile, "SMALLEST", 1000)
    monkeypatch.setattr(pile, "FIRST_UNIT", 1000)
    monkeypatch.setattr(pile, "UNIT_S", 0.0)


@pytest.fixture(scope="module")
def on_one_core() -> Simulation:
    return simulate(GAME, ROUNDS, SEED, threads=1)


def asked() -> Simulation:
    return asked_for(GAME, ROUNDS, SEED)


def on(room: Room, told: Callable[[int], None] = lambda _: None, path: Path | None = None) -> Simulation:
    """The rounds, played in the room."""
    result = asked()
    resume = path is not None and path.exists()
    with on_cluster(
        room.address, room.token_file, result, path, resume=resume, progress=told, tell=lambda _: None
    ) as go:
        go(ROUNDS)
    return result


def alike(one: Simulation, two: Simulation) -> bool:
    return (one.rounds, one.counts, one.action) == (two.rounds, two.counts, two.action)


class Once:
    """Does something when some rounds are done, and not all."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act, self.acted = act, False

    def __call__(self, rounds: int) -> None:
        if not self.acted and 0 < rounds < ROUNDS:
            self.acted = True
            self.act()


def test_counts_of_three_workers_are_those_of_one_core(room: Room, on_one_core: Simulation) -> None:
    assert alike(on(room), on_one_core)


@pytest.mark.parametrize("killed", [1, 3])
def test_workers_killed_in_the_middle_change_no_count(room: Room, on_one_core: Simulation, killed: int) -> None:
    with cluster_at(room.address, room.token_file) as opened, opened() as client:
        client.wait_for_workers(3, timeout=60)
        pids = [*client.run(os.getpid).values()]

        def kill() -> None:
            for pid in pids[:killed]:
                os.kill(pid, signal.SIGKILL)

        middle = Once(kill)
        found = on(room, middle)
    assert middle.acted
    assert alike(found, on_one_core)


def test_a_scheduler_killed_and_started_again_is_given_the_rest(room: Room, on_one_core: Simulation) -> None:
    def killed() -> None:
        room.kill_scheduler()
        room.start_scheduler()

    middle = Once(killed)
    found = on(room, middle)
    assert middle.acted
    assert alike(found, on_one_core)


def test_what_was_done_before_ctrl_c_is_not_done_again(room: Room, on_one_core: Simulation, tmp_path: Path) -> None:
    path = tmp_path / "units"

    def pressed() -> None:
        raise KeyboardInterrupt

    begun = on(room, Once(pressed), path)
    assert begun.interrupted
    assert 0 < begun.rounds < ROUNDS
    with path.open("a") as file:
        file.write('0123 [5, 1, [], [], "cut sho')  # a crash while it was written
    first_told: list[int] = []
    rest = on(room, first_told.append, path)
    assert first_told[0] == begun.rounds
    assert alike(rest, on_one_core)
    assert alike(on(room, path=path), on_one_core)  # nothing is left to play


def test_workers_that_differ_are_refused_by_name(room: Room) -> None:
    result = asked()
    badge = replace(badge_for(GAME.slug), version="99")
    with (
        journal(None, result, assignment_of(result), badge, resume=False) as kept,
        cluster_at(room.address, room.token_file) as opened,
        pytest.raises(Refused, match=r"the worker tls://127\.0\.0\.1:\d+ on .* is refused: it has houseway .* 99"),
    ):
        play_on(opened, assignment_of(result), badge, kept, ROUNDS, lambda _: None, lambda _: None)
    assert not result.rounds


FIELDS = ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten")
EIGHTS = tuple(cards_of("8s 8s 8s 8s 8s 8s 8s 8s 8s 8s Ad Kd 7h"))


def test_every_deal_of_a_deck_is_counted_as_on_one_machine_also_after_a_stop(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holdem, partial = find_game("fast_action_holdem"), tmp_path / "begun"
    told: list[tuple[int, int]] = []

    def stopped(done: int, total: int) -> None:
        told.append((done, total))
        if 0 < done < total:
            raise KeyboardInterrupt

    def counted(progress: Callable[[int, int], None]) -> BoardUnits:
        boards = BoardUnits(6, EIGHTS, partial, progress)
        count_on(room.address, room.token_file, boards, lambda _: None)
        return boards

    with pytest.raises(Paused, match=r"stopped after \d+ of \d+ boards; .*goes on from there"):
        counted(stopped)
    assert partial.exists()
    boards = counted(lambda done, total: told.append((done, total)))
    found = boards.counts()
    assert told[1] == told[2], "it went on from where it was"
    whole = fresh_counts(holdem, holdem.settings({"decks": 6}), EIGHTS)
    assert all(np.array_equal(getattr(found, name), getattr(whole, name)) for name in FIELDS)
    assert partial.exists(), "until the counts are in their place"
    monkeypatch.setattr(solve_units, "store_counts", lambda *_: None)
    boards.keep()
    assert not partial.exists()


STRANGER = """
import asyncio, sys
from pathlib import Path
from houseway.cluster import membership
from houseway.cluster.door import security_for
from houseway.cluster.library import load
from houseway.rules.refused import Refused
address, token = sys.argv[1], Path(sys.argv[2])
try:
    membership.join(address, 1, token, host="127.0.0.1", tell=print)
except Refused as refusal:
    print(refusal, file=sys.stderr, flush=True)
async def work():
    async with load().Worker(address, nthreads=1, security=security_for(address, token), name="stranger") as worker:
        print("in", file=sys.stderr, flush=True)
        await worker.finished()
asyncio.run(work())
"""


def test_a_worker_of_other_sources_may_not_join_and_is_given_nothing(
    room: Room, on_one_core: Simulation, tmp_path: Path
) -> None:
    copy = tmp_path / "src"
    left_out = shutil.ignore_patterns("__pycache__", "static", "figures")
    shutil.copytree(SRC / "houseway", copy / "houseway", copy_function=os.symlink, ignore=left_out)
    (copy / "houseway" / "rules" / "odds.py").unlink()
    (copy / "houseway" / "rules" / "odds.py").write_text((SRC / "houseway/rules/odds.py").read_text() + "# changed\n")
    stranger = room.process([sys.executable, "-c", STRANGER, room.address, str(room.token_file)], copy)
    assert stranger.stderr is not None
    assert "has a houseway of other sources" in stranger.stderr.readline()
    assert stranger.stderr.readline() == "in\n"
    told: list[str] = []
    result = asked()
    with on_cluster(
        room.address, room.token_file, result, None, resume=False, progress=lambda _: None, tell=told.append
    ) as go:
        go(ROUNDS)
    stranger.kill()
    assert [line for line in told if "is refused: its houseway has other sources" in line]
    assert alike(result, on_one_core)


def test_another_token_opens_nothing(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "KNOCK_S", 1)
    other = tmp_path / "other"
    other.write_text("ab" * 32)
    with cluster_at(room.address, other) as opened, pytest.raises(Refused, match="no scheduler answers"):
        opened()
    with (
        cluster_at(room.address.replace("tls", "tcp"), other) as opened,
        pytest.raises(Refused, match="one that speaks TLS"),
    ):
        opened()
