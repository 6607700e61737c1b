"""Boards counted by many lanes together, as a GPU counts them: the same integers as board by board."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from houseway.analysis.exact.holdem import board_lanes, gpu_crew
from houseway.analysis.exact.holdem.board_lanes import LAYOUT, LaneBench, count_together, new_lane_bench
from houseway.analysis.exact.holdem.crew import Paused, count_deals
from houseway.analysis.exact.holdem.every_deal import Work
from houseway.analysis.exact.holdem.holdings import HIGH, LOW, Partings
from houseway.engine.compiled import compiled
from houseway.engine.device import lanes, opening
from houseway.engine.packed import packed
from houseway.engine.swapped import swapped
from houseway.games import find_game
from houseway.games.fast_action_holdem.play import OUTCOMES, WIN
from houseway.games.fast_action_holdem.solve_counts import leaves, store_counts
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

HOLDEM = find_game("fast_action_holdem")
TWINS = cards_of("2c 2c 2d 3c 4c 5c 6c 6c 7h 7h 7h 9s Ad As")  # of several decks: twos and threes of a card
SINGLES = cards_of("2c 2d 3c 4c 5c 6c 7c 7h 9s Ad As Ah Kd")


@cache
def work_of(deck: tuple[int, ...]) -> Work:
    settings = HOLDEM.settings({"decks": 6 if len(set(deck)) < len(deck) else 1})
    return Work(HOLDEM.rules(settings), Partings(deck), leaves(), len(OUTCOMES), WIN)


def board_by_board(work: Work, boards: Any) -> Words:
    bench, counts = work.new_space()
    work.count_boards(work.rules, work.tables, bench, boards, counts)
    return counts


def seen(work: Work, counts: Words) -> Words:
    """Without the cell for partings that the deck has not, which nobody reads."""
    return counts.reshape(-1, work.spots, 2)[:, :-1]


@pytest.mark.parametrize("deck", [SINGLES, TWINS], ids=["one of each", "copies"])
@pytest.mark.parametrize("many", [2, 4])
def test_lanes_count_a_board_together(deck: list[int], many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, on threads that wait for each other where lanes of a block do, in one team or in two; what lies in
    their memory before is whatever was left there.
    """
    monkeypatch.setattr(board_lanes, "TEAM", 2)
    work = work_of(tuple(deck))
    board = work.boards.cards[len(work.boards.cards) // 3].astype(np.int64)
    bench, counts = new_lane_bench(), words(2 * work.cells)
    for part in bench:
        part.fill(99)
    meeting, one_at_a_time = threading.Barrier(many, timeout=60), threading.Lock()

    def add(place: Any, slot: int, times: int) -> None:
        with one_at_a_time:
            place[slot] += np.int64(times).astype(place.dtype)

    run = swapped(count_together, {**leaves(), lanes.together: lambda: meeting.wait() and None, lanes.add: add})
    rules = HOLDEM.rules(HOLDEM.settings({"decks": 6}))

    def lane(number: int) -> None:
        run(bench, rules, work.tables, LOW, HIGH, board, counts, number, many)

    with ThreadPoolExecutor(many) as pool:
        for each in [pool.submit(lane, number) for number in range(many)]:
            each.result()
    expected = board_by_board(work, board[None, :].astype(np.uint8))
    assert np.array_equal(seen(work, counts), seen(work, expected))


class OnGpu:
    """An array as if it lay on a GPU."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def copy_to_host(self) -> Any:
        return self.array.copy()


@cache
def _compiled(run: Callable[..., None], shared: bool) -> Callable[..., Any]:
    return compiled(run, leaves() if shared else {}, keep=f"test-{run.__name__}")


class FakeGpu:
    """What `engine/device/cuda.py` gives, of a GPU with one lane a block: the processor."""

    class Lanes:
        def __init__(self, run: Any, swap: Any, arrays: int, numbers: int, *, called: Any, shared: Any = None) -> None:
            assert shared in (None, (LaneBench, LAYOUT))
            assert set(called) == set(gpu_crew.CALLED)
            assert swap == (leaves() if shared else {})
            self.run, self.given, self.shared = run, arrays + numbers, shared

        def work(self, blocks: int, *given: Any) -> None:
            assert len(given) == self.given
            plain = [each.array if isinstance(each, OnGpu) else each for each in given]
            run = _compiled(self.run, bool(self.shared))
            if not self.shared:
                for lane in range(2):
                    run(*plain, lane, 2)
                return
            for block in range(blocks):
                run(packed(new_lane_bench()), *plain, block, 0, 1)

    @staticmethod
    def on_gpu(array: Any) -> OnGpu:
        return OnGpu(np.array(array))

    @staticmethod
    def room() -> tuple[int, int]:
        return 100_000, 1 << 40

    @staticmethod
    def zeros_on_gpu(*shape: int) -> OnGpu:
        return OnGpu(words(*shape))


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu_crew, "open_gpu", lambda: FakeGpu)
    monkeypatch.setattr(gpu_crew, "TOGETHER", 2)


def counted(on_gpu: bool, partial: Path | None = None, progress: Any = None) -> Any:
    rules = HOLDEM.rules(HOLDEM.settings({"decks": 6}))
    return count_deals(rules, TWINS, leaves(), len(OUTCOMES), WIN, progress, 1, partial, on_gpu)


def verify_equal(found: Any, expected: Any) -> None:
    for name in ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten"):
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


@pytest.mark.usefixtures("gpu")
def test_a_gpu_counts_what_processors_count() -> None:
    done: list[tuple[int, int]] = []
    found = counted(True, progress=lambda *told: done.append(told))
    verify_equal(found, counted(False))
    assert done[0][0] == 0
    assert done[-1][0] == done[-1][1] == len(work_of(tuple(TWINS)).boards.cards)


@pytest.mark.usefixtures("gpu")
def test_a_count_that_a_gpu_began_goes_on_on_processors(tmp_path: Path) -> None:
    kept = tmp_path / "begun"

    def stop(done: int, total: int) -> None:
        if 0 < done < total:
            raise KeyboardInterrupt

    with pytest.raises(Paused, match="boards; they are kept in"):
        counted(True, kept, stop)
    begun: list[int] = []
    found = counted(False, kept, lambda done, _: begun.append(done))
    assert begun[0] > 0
    verify_equal(found, counted(False))


@pytest.mark.usefixtures("gpu")
def test_what_does_not_come_back_from_a_gpu_is_not_done(tmp_path: Path) -> None:
    """It was lost with the GPU, or somebody stopped it twice: the next count does it again."""
    kept = tmp_path / "begun"

    def lost(_: gpu_crew.BoardsOnGpu) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu_crew.BoardsOnGpu, "bring_back", lost)
        with pytest.raises(Paused, match="stopped after 0 of"):
            counted(True, kept)
    begun: list[int] = []
    verify_equal(counted(False, kept, lambda done, _: begun.append(done)), counted(False))
    assert begun[0] == 0


def test_counts_that_lack_a_block_are_not_kept(tmp_path: Path) -> None:
    found = counted(False)
    found.checks[0] += 1
    with pytest.raises(Refused, match="do not add up"):
        store_counts(tmp_path, HOLDEM, 6, found)
    assert list(tmp_path.iterdir()) == []


SEVERAL = 143 * 115_090  # cells of several decks


@pytest.mark.parametrize(
    ("shared", "free", "why"),
    [(65_536, 1 << 40, "has 64 kB for lanes that work together, and boards need 73"), (1 << 20, 1 << 28, "256 MB")],
)
def test_a_small_gpu_is_refused_in_a_sentence(shared: int, free: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        gpu_crew.blocks_that_fit(shared, free, SEVERAL)


def test_as_many_blocks_as_fit() -> None:
    assert [gpu_crew.blocks_that_fit(1 << 20, free << 30, SEVERAL) for free in (2, 3, 100)] == [4, 8, 8]


def test_where_there_is_no_gpu_nothing_is_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    with pytest.raises(Refused, match="needs the library numba-cuda"):
        counted(True, tmp_path / "begun")
    assert not (tmp_path / "begun").exists()
