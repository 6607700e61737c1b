"""What is only compiled for a GPU, compiled where there is none: its types, calls and atomic steps, up to LLVM's code.

What NVIDIA's own library makes of that (machine code) is left to `make test-gpu`; the library alone has 70 MB.
"""

import platform
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.analysis.simulation import standard_wagers
from houseway.games import find_game

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


def test_with_the_library_and_no_driver_the_trouble_is_one_sentence() -> None:
    """On a machine with a GPU there is none."""
    from houseway.engine.device import cuda

    trouble = cuda.trouble()
    assert "\n" not in trouble
    assert not trouble or "GPU" in trouble
