"""What is only compiled for a GPU, compiled where there is none: its types, calls and atomic steps, up to LLVM's code.

What NVIDIA's own library makes of that (machine code) is left to `make test-gpu`; the library alone has 70 MB.
"""

import platform
import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.simulation import standard_wagers
from houseway.games import all_games, find_game
from houseway.games.fast_action_holdem.solve_counts import leaves
from houseway.rules.shapes import words
from tests.exact.test_board_lanes import TWINS, work_of

pytestmark = pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="numba-cuda is not installed on this system"
)
HOPPER = (9, 0)  # the capability of a GPU that exists


def lowered(slug: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, str]:
    """A game's kernel as it is laid, and the code of all of it."""
    from numba.cuda import dispatcher, types
    from numba.cuda.compiler import compile_cuda
    from numba.cuda.typing.typeof import typeof

    from houseway.engine.device import cuda

    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    game = find_game(slug)
    settings = game.settings()
    laid = cuda.lay(game, settings, game.plan("basic", settings), [standard_wagers(game)], game.follow)
    arrays = (*laid.known, laid.shoe.at, *laid.made)
    given = (*map(typeof, arrays), types.int64, types.int64)
    made = compile_cuda(laid.kernel.py_func, types.void, given, cc=HOPPER, max_registers=cuda.REGISTERS)
    return laid, "\n".join(made.library.llvm_strs)


@pytest.mark.parametrize(("slug", "lanes"), [("casino_war", 256), ("lucky_lucky", 1024)])
def test_a_kernel_compiles_without_a_gpu(slug: str, lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of few cards and hands that draw: each its own size of block, its own way to keep in step."""
    laid, code = lowered(slug, monkeypatch)
    assert laid.lanes == lanes
    assert "llvm.nvvm.barrier0" in code
    assert ("llvm.nvvm.bar.warp.sync" in code) == (lanes == 256)  # the others wait for the whole block
    assert "atomicrmw" in code  # counts that many lanes add to
    assert "cmpxchg" in code  # a slot that only one of them takes
    assert "addrspace(3)" in code  # the tally of a block
    assert "noinline" in code  # what is long and seldom needed is called
    assert ("optsize" in code) == (lanes == 1024)  # hands that draw are compiled for size


@pytest.mark.slow
@pytest.mark.parametrize("slug", [game.slug for game in all_games()])
def test_every_game_compiles_without_a_gpu(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, code = lowered(slug, monkeypatch)
    assert "atomicrmw" in code


def test_with_the_library_and_no_driver_the_trouble_is_one_sentence() -> None:
    """On a machine with a GPU there is none."""
    from houseway.engine.device import cuda

    trouble = cuda.trouble()
    assert "\n" not in trouble
    assert not trouble or "GPU" in trouble


def test_the_boards_of_hold_em_compile_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes that count a board together, in memory that they share."""
    from numba.cuda import dispatcher, types
    from numba.cuda.compiler import compile_cuda
    from numba.cuda.typing.typeof import typeof

    from houseway.analysis.exact.holdem import gpu_crew
    from houseway.engine.device import cuda

    launched: list[tuple[Any, ...]] = []
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    monkeypatch.setattr(cuda, "on_gpu", lambda array: array)
    monkeypatch.setattr(cuda, "room", lambda: (1 << 20, 1 << 40))
    monkeypatch.setattr(cuda, "zeros_on_gpu", words)
    monkeypatch.setattr(cuda.Lanes, "work", lambda *given: launched.append(given))
    boards = gpu_crew.BoardsOnGpu(cuda, work_of(tuple(TWINS)), leaves())
    with pytest.raises(AttributeError, match="copy_to_host"):  # which an array of ours has not
        boards.count([0])
    code = []
    for lanes, _, *given in launched:
        kinds = [types.int64 if isinstance(each, int) else typeof(each) for each in given]
        made = compile_cuda(lanes.kernel.py_func, types.void, tuple(kinds), cc=HOPPER)
        code.append("\n".join(made.library.llvm_strs))
    counting, carrying = code
    assert "llvm.nvvm.barrier0" in counting
    assert "llvm.nvvm.barrier0" not in carrying
    assert "addrspace(3)" in counting
    assert all("atomicrmw" in each for each in code)


def test_a_card_is_looked_for_among_cards_of_other_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards of a narrow felt beside those that a rule has: Ultimate Texas Hold'em's plan asks so."""
    from numba.cuda import dispatcher, types
    from numba.cuda.compiler import compile_cuda

    import_module("houseway.engine.device.cuda")  # adds to the compiler
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))

    def asks(found: Any, board: Any, own: int) -> None:
        found[0] = own in (board[0], own + 1, board[1])

    given = (types.int64[:], types.int8[:], types.int64)
    assert compile_cuda(asks, types.void, given, cc=HOPPER).library.llvm_strs
