"""Compiled twins of the rules. With what it is built of (`own_memory`) the only module that imports numba.

Rules are plain functions. `compiled(play)` makes a copy of a function in which every rule it calls is replaced by that
rule's own twin, all the way down, and hands it to numba. Nothing in `rules/` or `games/` knows of it.

The disk cache of numba does not notice a change in a function that lives in another file, so the cache lies in a folder
named by a digest of every room that compiled code can come from, the versions of Python, numpy and numba, and what was
swapped for what. Processes that want the same machine code wait for the first of them: it is compiled once. Rules of a
game from outside add a digest of the folder that they lie in.
"""

import gc
import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import numba
from llvmlite import binding, ir
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from houseway.engine.own_memory import BUILT_IN
from houseway.engine.swapped import Swap as Swap
from houseway.engine.swapped import Twins, roots_of, twin_of

try:
    import fcntl
except ImportError:  # not on this system: each process compiles for itself
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).parent.parent
ROOMS = ("rules", "games", "engine", "analysis")  # the others only call what is compiled

_config: Any = config
# Measured (benchmarks/evaluator.py): the vector gathers of wide targets are slower than plain loads for table look-ups.
# NUMBA_CPU_NAME names another target, and an empty one this machine's own.
_config.CPU_NAME = os.environ.get("NUMBA_CPU_NAME", "generic") or None

# Compiled rules allocate nothing, so they need no reference counts: those cost more than the rules themselves.
_OPTIONS = {"nogil": True, "_nrt": False}
_INNER = {**_OPTIONS, "nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# Too long to repeat wherever they are called; others are written in place.
_OWN_CALL = {
    "draw_block", "look_ahead", "watched", "one_play", "tally", "count_result", "is_least", "take_best", "add_cell",
    "empty_cell", "follow_all",
}  # fmt: skip


# Machine code finds its functions by name. numba has a number in it for each record, which every process counts for
# itself: of two kept by different processes, one that loads both would run the first for the second.
_record: Any = types.Record
_record.mangling_args = property(lambda record: ("Record", (_short_digest(record.name),)))


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]


# numba makes machine code of every function, also of one that is only ever written into others, and polishes it anew in
# each of them. Here a rule is only read; what is called from outside is polished once, with all its rules in it, and
# becomes machine code: the same answers and the same speed for six to seven tenths of the work.


class _Part(JITCodeLibrary):
    """A rule's code, to be written into whatever is called from outside."""

    def finalize(self) -> None:
        part: Any = self
        part._raise_if_finalized()
        part._finalize_dynamic_globals()
        room = ir.Module(f"{part.name} environments")  # places that numba writes to, and the whole finds by name
        for each in part._final_module.global_variables:
            if each.name.startswith(_ENVIRONMENT):
                place = ir.GlobalVariable(room, _ADDRESS, each.name)
                place.linkage, place.initializer = "common", ir.Constant(_ADDRESS, None)
        part._codegen._add_module(binding.parse_assembly(str(room)))
        part._finalize_specific()
        part._finalized = True


class _Whole(JITCodeLibrary):
    """The code of what is called from outside, with that of all its rules."""

    def finalize(self) -> None:
        whole: Any = super()
        linked: dict[Any, None] = {}
        to_link = list(self._linking_libraries)
        while to_link:
            library = to_link.pop()
            if library not in linked:
                linked[library] = None
                to_link += library._linking_libraries if isinstance(library, _Part) else []
        self._linking_libraries = list(linked)
        whole.finalize()


_ENVIRONMENT = "_ZN08NumbaEnv"  # how numba names them
_ADDRESS: Any = ir.IntType(8).as_pointer()


class _PartCompiler(Compiler):
    library: type[JITCodeLibrary] = _Part

    def compile_extra(self, func: FunctionType) -> Any:
        state, compiler = cast(Any, self.state), cast(Any, super())
        state.library = cast(Any, self.library)(state.targetctx.codegen(), func.__qualname__)
        state.library.enable_object_caching()
        return compiler.compile_extra(func)


class _WholeCompiler(_PartCompiler):
    library = _Whole


class _Rule(CPUDispatcher):
    """A rule that other rules call. All integers are alike to it: numba would compile it anew for every constant."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_plain, args)), kws)


def _plain(kind: Any) -> Any:
    unliteral: Any = types.unliteral
    kind = unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


class _Kept(CPUDispatcher):
    """What is called from outside, and kept on disk."""

    folder: Path | None = None

    def compile(self, sig: Any) -> Any:
        # Threads in the same order as numba has them wait.
        with global_compiler_lock, _alone_in(self.folder), _nothing_collected():
            return super().compile(sig)


@contextmanager
def _alone_in(folder: Path | None) -> Iterator[None]:
    """No other process compiles what belongs there; with nothing to share, nobody waits."""
    if folder is None or fcntl is None:
        yield
        return
    with (folder / "compiling").open("w") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX)  # let go when the file is closed, also by a process that dies
        yield


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Compiling makes many objects that live to its end: looking through them all the while takes a seventh of it."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def compiled(function: Callable[..., Any], swap: Swap | None = None, *, keep: str = "") -> Callable[..., Any]:
    """The compiled twin of a rule.

    `swap` says which function takes the place of which, wherever a rule calls it (a simulator swaps `tape.note` for
    silence and `rounds.play` for the game it plays); another function of the same name stays. With `keep`, a name that
    tells this twin from others of the same function, the machine code is kept on disk for the next start.
    """
    twins: Twins = {}
    swap = dict(swap or {})
    inner: Any = twin_of(function, swap, twins, roots_of(function, *swap.values()), _rule)
    options = {**_OPTIONS, "nopython": True}
    twin = _Kept(inner.py_func, targetoptions=options, pipeline_class=_WholeCompiler)
    if keep:
        keep += _outside_digest(twins)
        for each in twins.values():  # what is kept apart has names of its own
            if isinstance(each, _Rule):
                cast(Any, each).py_func.__qualname__ += f".{_short_digest(keep)}"
        _keep(twin, keep)
    return twin


def _rule(copy: FunctionType) -> Callable[..., Any]:
    if copy.__code__ in BUILT_IN:
        return cast(Callable[..., Any], BUILT_IN[copy.__code__])
    options = {**_INNER, "forceinline": copy.__name__ not in _OWN_CALL}
    return _Rule(copy, targetoptions=options, pipeline_class=_PartCompiler)


@cache
def source_digest(package: Path = PACKAGE) -> str:
    """A digest of every source file that may be compiled and of the versions that turn it into machine code."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, platform.machine(), _config.CPU_NAME, _config.BOUNDSCHECK)
    digest.update(repr(versions).encode())
    for path in sorted(path for room in ROOMS for path in (package / room).rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _outside_digest(rules: Iterable[FunctionType]) -> str:
    """A digest of the folders outside the package in which any of these rules lies; '' where there is none."""
    named = {(Path(rule.__code__.co_filename).parent, rule.__module__) for rule in rules}
    modules = sorted(module for folder, module in named if not folder.is_relative_to(PACKAGE))
    outside = sorted({folder for folder, _ in named if not folder.is_relative_to(PACKAGE)})
    digest = hashlib.sha256(repr(modules).encode())  # machine code knows where it came from by name
    for path in (path for folder in outside for path in sorted(folder.glob("*.py"))):
        digest.update(path.name.encode() + path.read_bytes())
    return f"-{digest.hexdigest()[:20]}" if outside else ""


def cache_folder() -> Path:
    """Where machine code is kept; HOUSEWAY_CACHE names another place."""
    home = os.environ.get("HOUSEWAY_CACHE") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "houseway" / source_digest()


def _keep(twin: _Kept, keep: str) -> None:
    folder = cache_folder() / keep
    before = _config.CACHE_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _config.CACHE_DIR = str(folder)
        twin.enable_caching()
        twin.folder = folder
    except OSError:
        pass  # nowhere to write: compile at every start
    finally:
        _config.CACHE_DIR = before
