"""The kernel of a GPU as it stands, interpreted: lanes are threads, a block has its own memory and waits for its own.

The compiler for GPUs is given this same text; here every line of it runs. What nobody has written is not nought there.
"""

import platform
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from houseway.analysis.simulate import add_tally, simulate
from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.engine.device.narrow import narrow_felt
from houseway.games import find_game
from houseway.games.game import place_wagers

if (sys.platform, platform.machine()) != ("linux", "x86_64"):
    pytest.skip("numba-cuda is not installed on this system", allow_module_level=True)
gpu: Any = import_module("houseway.engine.device.cuda")
BLOCKS, LANES = 3, 2
SHEAF = 5  # rounds: every block has a sheaf, one of them two, and the last lane of a sheaf has nothing to do
SEED = 11 + (3 << 32)
UNWRITTEN = 77


class OnGpu(np.ndarray[Any, Any]):
    def copy_to_host(self) -> Any:
        return np.array(self)


class Block:
    """What lanes of a block share, in the order in which they ask for it, and where they wait for each other."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self.waits = threading.Barrier(LANES, timeout=20)


class Lane(threading.local):
    number: int
    of: int
    block: Block
    asked: int


class Threads:
    """Stands in for `numba.cuda`."""

    def __init__(self) -> None:
        self.lane, self.alone = Lane(), threading.Lock()
        self.waited: list[str] = []
        self.launched: list[tuple[int, int]] = []
        self.failed: list[BaseException] = []
        self.local = SimpleNamespace(array=unwritten)
        self.shared = SimpleNamespace(array=self.shared_part)
        self.atomic = SimpleNamespace(add=self.add, cas=self.swap)
        self.runtime = SimpleNamespace(get_version=lambda: (13, 0))
        self.current_context = self.synchronize = lambda: None

    threadIdx = property(lambda self: SimpleNamespace(x=self.lane.number))  # noqa: N815
    blockDim = property(lambda _: SimpleNamespace(x=LANES))  # noqa: N815
    blockIdx = property(lambda self: SimpleNamespace(x=self.lane.of))  # noqa: N815
    gridDim = property(lambda _: SimpleNamespace(x=BLOCKS))  # noqa: N815

    def grid(self, dimensions: int) -> int:
        assert dimensions == 1
        return self.lane.of * LANES + self.lane.number

    def gridsize(self, dimensions: int) -> int:
        assert dimensions == 1
        return BLOCKS * LANES

    def shared_part(self, shape: int, kind: Any) -> Any:
        with self.alone:
            parts, own = self.lane.block.parts, self.lane.asked
            self.lane.asked += 1
            if own == len(parts):
                parts.append(unwritten(shape, kind))
            return parts[own]

    def add(self, counts: Any, slot: int, times: int) -> int:
        with self.alone:
            before = int(counts[slot])
            counts[slot] += times
            return before

    def swap(self, keys: Any, slot: int, old: int, new: int) -> int:
        with self.alone:
            found = int(keys[slot])
            if found == old:
                keys[slot] = new
            return found

    def syncthreads(self) -> None:
        self.waited.append("block")
        self.lane.block.waits.wait()

    def syncwarp(self) -> None:
        self.waited.append("warp")

    def to_device(self, part: Any) -> Any:
        return part.copy().view(OnGpu) if isinstance(part, np.ndarray) else part

    def get_current_device(self) -> Any:
        return SimpleNamespace(MULTIPROCESSOR_COUNT=BLOCKS, name=b"Wooden GPU")

    def jit(self, function: Callable[..., Any], **told: Any) -> Any:
        if told.get("device"):
            return function
        assert told == {"max_registers": gpu.REGISTERS}
        return Launched(self, function)


class Launched:
    def __init__(self, threads: Threads, kernel: Callable[..., None]) -> None:
        self.threads, self.kernel = threads, kernel

    def __getitem__(self, size: tuple[int, int]) -> Callable[..., None]:
        self.threads.launched.append(size)
        return self.launch

    def launch(self, *given: Any) -> None:
        for of in range(BLOCKS):
            block = Block()
            lanes = [threading.Thread(target=self.run, args=(block, of, number, given)) for number in range(LANES)]
            for lane in lanes:
                lane.start()
            for lane in lanes:
                lane.join()
        if self.threads.failed:
            raise self.threads.failed[0]

    def run(self, block: Block, of: int, number: int, given: tuple[Any, ...]) -> None:
        lane = self.threads.lane
        lane.block, lane.of, lane.number, lane.asked = block, of, number, 0
        try:
            self.kernel(*given)
        except BaseException as error:
            block.waits.abort()
            self.threads.failed.insert(0 if not isinstance(error, threading.BrokenBarrierError) else 9, error)


class Unpacked:
    """Rules and plans as they are: interpreted rules need no block of memory."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def reshape(self, count: int) -> list[Any]:
        return [self.value] * count


def unwritten(shape: Any, kind: Any) -> Any:
    return np.full(shape, UNWRITTEN, dtype=str(kind))


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Threads:
    stands_in = Threads()
    for name, value in {
        "cuda": stands_in,
        "LANES_EACH": LANES,
        "LANES": LANES,
        "MANY_LANES": LANES,
        "kernel_of": gpu.kernel_of.__wrapped__,
        "narrow_felt": lambda felt: felt,  # numba widens its words where numpy would not
        "SHEAF": SHEAF,
        "packed": Unpacked,
        "_rule": lambda _called, copy: copy,
        "_small": lambda: stands_in.waited.append("small"),
        "_as_is": lambda: stands_in.waited.append("as is"),
        "driver": SimpleNamespace(get_version=lambda: (13, 1)),
    }.items():
        monkeypatch.setattr(gpu, name, value)
    monkeypatch.setattr(gpu.sheaves, "SHEAF", SHEAF)
    return stands_in


@pytest.mark.parametrize(
    ("slug", "seats", "waited"),
    [("casino_war", 2, {"as is", "warp", "block"}), ("lucky_lucky", 1, {"small", "block"})],
)
def test_lanes_of_all_blocks_count_what_the_processor_counts(
    slug: str, seats: int, waited: set[str], threads: Threads
) -> None:
    game = find_game(slug)
    settings, wagers = game.settings(), [standard_wagers(game)] * seats
    table = gpu.CudaTable(game, settings, game.plan("basic", settings), wagers)
    found = Simulation(game, settings, "basic", SEED, wagers)
    for first, count in ((0, 20), (20, 11)):
        table.play(SEED, first, count)
    add_tally(found, table.tally)
    expected = simulate(game, 31, SEED, wagers=wagers, threads=1)
    assert (found.counts, found.action) == (expected.counts, expected.action)
    assert set(threads.waited) == waited
    assert threads.launched == [(BLOCKS, LANES)] * 2


def test_a_lane_that_did_not_come_to_its_end_is_noticed(threads: Threads) -> None:
    game = find_game("casino_war")
    settings = game.settings()
    table = gpu.CudaTable(game, settings, game.plan("basic", settings), [standard_wagers(game)])
    table.play(SEED, 0, 5)
    assert threads.launched
    done = table._made[-1]
    done[0] -= 1
    with pytest.raises(AssertionError, match="must not happen"):
        _ = table.tally
    done[0] += 1
    table._made[3][0] = 1
    with pytest.raises(AssertionError, match="than a tally holds"):
        _ = table.tally


def test_a_felt_is_as_narrow_as_its_words_may_be() -> None:
    game = find_game("lucky_lucky")
    whole = game.felt(3, taped=False)
    felt = narrow_felt(whole)
    bits = {name: part.dtype.itemsize * 8 for name, part in zip(felt._fields, felt, strict=True)}
    assert {name: many for name, many in bits.items() if many != 64} == {
        "players": 16, "outcome": 8, "hands": 8, "cards": 8, "held": 8, "tape_at": 8,
    }  # fmt: skip
    for own, narrow in zip(whole, felt, strict=True):
        assert np.array_equal(own, narrow)


def test_rules_stand_in_place_but_those_that_are_called() -> None:
    def often() -> None: ...

    for called, in_place in ((frozenset({"often"}), False), (frozenset({"seldom"}), True)):
        told = gpu._rule(called, often).targetoptions
        assert told["forceinline"] is in_place
        assert {name: told[name] for name in gpu._RULE} == {
            "debug": False, "lineinfo": False, "opt": True, "link": [], "fastmath": False, "device": True,
            "inline": "never", "extensions": [], "launch_bounds": None, "lto": False,
        }  # fmt: skip


def test_all_integers_are_alike_to_a_rule() -> None:
    kinds = gpu.types
    for kind in (kinds.int8, kinds.int32, kinds.uint16, kinds.boolean, kinds.literal(5), kinds.int64):
        assert gpu._plain(kind) == kinds.int64
    assert gpu._plain(kinds.float64) == kinds.float64


def test_rules_in_force_and_bets_are_constants() -> None:
    """They are said again as they were; what is a table stays where it lies."""
    game = find_game("dakota_stud")
    rules, felt = game.rules(game.settings()), game.felt(2, taped=False)
    place_wagers(game, felt, [{"dollar": 500, "one": 700}, {}])
    lines, kinds = gpu._laid(rules, felt)
    names: dict[str, Any] = dict(kinds)
    exec(lines, names)
    other = game.felt(2, taped=False)
    assert names["laid"](rules, other) == rules
    assert np.array_equal(other.players, felt.players)
    assert np.array_equal(other.wagers, felt.wagers)
    assert felt.wagers.any()
    assert lines.count("felt.wagers[") == felt.wagers.size


def test_a_block_fits_on_a_multiprocessor() -> None:
    """NVIDIA's have 65,536 registers each, and 32 lanes walk in step."""
    assert gpu.REGISTERS * gpu.MANY_LANES == 65_536
    assert gpu.SHEAF * (1 + 2) + gpu.LIKES * 4 + gpu.NEAR * (8 + 4) <= 48 * 1024  # bytes that a block shares
    assert gpu.SHEAF <= 1 << 16
    assert gpu.NEAR & gpu.NEAR - 1 == 0  # slots are found by the low bits of a key
    assert gpu.LANES_EACH % gpu.LANES == gpu.LANES_EACH % gpu.MANY_LANES == gpu.LANES % 32 == gpu.MANY_LANES % 32 == 0


def test_the_gpu_and_what_is_wrong_with_it_by_name(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    assert gpu.trouble() == ""
    assert gpu.card() == "Wooden GPU, driver for CUDA 13.1"
    monkeypatch.setattr(threads, "get_current_device", lambda: SimpleNamespace(name="Tin GPU"))
    assert gpu.card() == "Tin GPU, driver for CUDA 13.1"
    threads.runtime.get_version = lambda: (14, 2)
    assert gpu.trouble() == (
        "the driver of this GPU knows CUDA 13.1 and the libraries are of 14.2: "
        "install a newer driver, or 'numba-cuda[cu13]'"
    )

    def broken() -> None:
        raise OSError("No wood. ")

    threads.current_context = broken
    assert gpu.trouble() == "no GPU answers here: No wood"


@pytest.mark.parametrize(
    ("n", "halves", "number"), [(3, [0, 43_691], 2), (3, [21_845], 0), (40_000, [2, 1], 0), (6, [0, 1], 0)]
)
def test_halves_that_would_favour_a_number_are_drawn_again(
    n: int, halves: list[int], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three numbers only the half 0 is: what is left of 65,536 by three is one, and no rest is less but its."""
    drawn = iter(halves)
    monkeypatch.setattr(gpu.lanes, "lane_half", lambda _: next(drawn))
    assert gpu.lanes.lane_below(None, n) == number
    assert list(drawn) == []
