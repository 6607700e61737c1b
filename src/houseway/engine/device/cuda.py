"""The compiler for GPUs, and a table whose rounds run on one. The only module that imports numba's CUDA."""

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from cuda.bindings import driver as binding
from numba import cuda
from numba.cuda import types
from numba.cuda.core import config
from numba.cuda.cudadrv.driver import device_memset, driver
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.extending import intrinsic, overload
from numba.cuda.np.numpy_support import from_dtype
from numpy.typing import NDArray

from houseway.engine.device import lanes, sheaves
from houseway.engine.device.lanes import AT_WORDS, NEAR, LaneShoe, LaneTally, count_for_all, lane
from houseway.engine.device.narrow import lane_shoe, narrow_felt
from houseway.engine.device.opening import no_gpu, old_driver
from houseway.engine.device.sheaves import LIKES, SHEAF, Places, Sheaf, first_places, play_sheaves
from houseway.engine.packed import packed
from houseway.engine.rounds import NO_KEY, Tally, new_tally
from houseway.engine.swapped import Swap, roots_of, twin_of
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.chance import BLOCK, MASK
from houseway.rules.choice import Decide
from houseway.rules.felt import Felt
from houseway.rules.shapes import words
from houseway.rules.shoe import KEY_HIGH, KEY_LOW

LANES_EACH = 2048  # lanes of a multiprocessor, in blocks of
LANES = 256
MANY_LANES = 1024  # where all lanes of a block go from round to round together: they ask for the same machine code
REGISTERS = 64  # a lane; with more of them fewer lanes run at once
CREW_LANES, CREW_REGISTERS = 384, 56  # of a block whose lanes work together: three of them fit on a multiprocessor
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # the last unit of a job is a small one
_RULE = {
    "debug": False, "lineinfo": False, "opt": True, "link": [], "fastmath": False, "device": True, "inline": "never",
    "extensions": [], "launch_bounds": None, "lto": False,
}  # fmt: skip
# Written once in the machine code and called: what does not fit in the cache of instructions is fetched over and over.
_SELDOM = frozenset({"philox", "count_at_length", "count_for_all"})
_DRAWING = _SELDOM | {"winnings"}  # of games whose hands draw
_DRAWING_ON = _DRAWING | {"lane_draw"}  # ... many cards
_LONG_HAND, _LONGEST_HAND = 8, 16  # cards

Kinds = tuple[tuple[str, type], ...]
Layout = tuple[tuple[str, tuple[int, ...]], ...]  # of each part of a felt: its words, its shape


class _Rule(CUDADispatcher):  # type: ignore[misc]
    """A rule that other rules call. All integers are alike to it, as they are to those of the processor."""

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        known = args in self.overloads
        made = super().compile_device(args, return_type)
        if not known and not self.targetoptions["forceinline"]:
            made.library.get_function(made.fndesc.llvm_func_name).attributes.add("noinline")
        return made

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(_plain, args)), kws)


def _plain(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


def _rule(called: frozenset[str], copy: FunctionType) -> _Rule:
    return _Rule(copy, targetoptions={**_RULE, "forceinline": copy.__name__ not in called})


@overload(operator.contains)  # type: ignore[untyped-decorator]
def _in_tuple(among: Any, one: Any) -> Any:  # noqa: ARG001 - it is asked of the code that this makes
    """Whether a number is one of several of other widths: a rule's own cards, and those of a narrow felt."""
    if not isinstance(among, types.Tuple) or not all(isinstance(each, types.Integer) for each in among):
        return None
    names: dict[str, Any] = {"Any": Any}
    found = " or ".join(f"among[{i}] == one" for i in range(len(among)))
    exec(f"def found(among: Any, one: Any) -> Any: return {found}", names)
    return names["found"]


@intrinsic  # type: ignore[untyped-decorator]
def _small(_typing: Any) -> Any:
    """Said in a kernel: no loop of it is unrolled. Hands that draw made half a megabyte of machine code."""

    def said(_context: Any, builder: Any, _signature: Any, _values: Any) -> None:
        builder.function.attributes.add("optsize")

    return types.void(), said


@intrinsic  # type: ignore[untyped-decorator]
def _as_is(_typing: Any) -> Any:
    return types.void(), lambda _context, _builder, _signature, _values: None


def _claim(keys: Any, slot: int, key: int) -> Any:
    return cuda.atomic.cas(keys, slot, NO_KEY, key)


def _add(counts: Any, slot: int, times: int) -> None:
    cuda.atomic.add(counts, slot, times)


def _take(counts: Any, slot: int) -> Any:
    return cuda.atomic.add(counts, slot, 1)


def _in_step() -> None:
    cuda.syncwarp()


def _all_in_step() -> None:
    cuda.syncthreads()


def _spelt(value: Any, at: str, names: dict[str, Any]) -> str:
    """An expression that makes a game's Rules again: numbers as they are, tables where they lie."""
    if isinstance(value, np.ndarray):
        return at
    if isinstance(value, tuple):
        kind: Any = type(value)
        names[kind.__name__] = kind
        parts = (_spelt(part, f"{at}.{name}", names) for name, part in zip(kind._fields, value, strict=True))
        return f"{kind.__name__}({', '.join(parts)})"
    return str(int(value))


def _laid(rules: Any, felt: Felt) -> tuple[str, Kinds]:
    """A function that lays the bets on a felt and says the rules, as constants: what they rule out is not compiled."""
    kinds: dict[str, Any] = {}
    said = _spelt(rules, "tables", kinds)
    places = [f"felt.players[{seat}] = {player}" for seat, player in enumerate(felt.players)]
    places += [f"felt.wagers[{seat}, {wager}] = {cents}" for (seat, wager), cents in np.ndenumerate(felt.wagers)]
    return "\n    ".join(["def laid(tables, felt):", *places, f"return {said}"]), tuple(kinds.items())


@lru_cache(maxsize=8)  # of bets, options and pays each: a lab that runs for months shall not keep all
def kernel_of(
    play: Callable[..., None],
    follow: Decide,
    layout: Layout,
    cards: int,
    places: Places | None,
    lines: str,
    kinds: Kinds,
) -> tuple[Any, int]:  # fmt: skip
    """All lanes of a game that follows a plan, for felts and shoes of one size; and how many a block has.

    Each part of a felt is memory of its own: what is always asked for by the same number never leaves the registers.
    """
    s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11 = (shape for _, shape in layout)
    swap = lanes.seams(play, follow)
    long = s8[-1] > _LONG_HAND
    drawing = _DRAWING_ON if s8[-1] > _LONGEST_HAND else _DRAWING
    swap |= {
        lanes.claim: _claim,
        lanes.add: _add,
        sheaves.take: _take,
        lanes.together: _all_in_step if long else _in_step,
    }
    twins: Any = {}
    in_sheaves = places is not None
    at_own, at_second, at_up, at_hole = places or (0, 0, 0, 0)
    roots = roots_of(lane, *swap.values())
    called, size = (drawing, _small) if long else (_SELDOM, _as_is)
    rule = partial(_rule, called)
    run, gather = (
        twin_of(each, swap, twins, roots, rule) for each in (play_sheaves if in_sheaves else lane, count_for_all)
    )
    k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11 = (from_dtype(np.dtype(word)) for word, _ in layout)
    _, wagers = s1
    names = dict(kinds)
    exec(lines, names)
    laid: Any = cuda.jit(names["laid"], device=True, forceinline=True)

    def kernel(
        rules: Any, plan: Any, fresh: Any, at: Any,
        all_keys: Any, all_counts: Any, all_action: Any, full: Any, done: Any, first: int, after: int,
    ) -> None:  # fmt: skip
        size()
        felt = Felt(
            cuda.local.array(s0, k0), cuda.local.array(s1, k1), cuda.local.array(s2, k2), cuda.local.array(s3, k3),
            cuda.local.array(s4, k4), cuda.local.array(s5, k5), cuda.local.array(s6, k6), cuda.local.array(s7, k7),
            cuda.local.array(s8, k8), cuda.local.array(s9, k9), cuda.local.array(s10, k10), cuda.local.array(s11, k11),
        )  # fmt: skip
        shoe = LaneShoe(
            fresh, cuda.local.array(cards, types.int32), cuda.local.array(AT_WORDS, types.int64),
            cuda.local.array(BLOCK, types.int64), cuda.local.array(2, types.int64),
        )  # fmt: skip
        tally = LaneTally(
            cuda.shared.array(NEAR, types.int64), cuda.shared.array(NEAR, types.int32),
            cuda.local.array(wagers, types.int64), all_keys, all_counts, full,
        )  # fmt: skip
        own_rules = laid(rules[0], felt)
        felt.stakes[:] = 0
        felt.cards[:] = 0
        tally.action[:] = 0
        for i in range(AT_WORDS):
            shoe.at[i] = at[i]
        for slot in range(cuda.threadIdx.x, NEAR, cuda.blockDim.x):
            tally.keys[slot] = NO_KEY
            tally.counts[slot] = 0
        cuda.syncthreads()
        if in_sheaves:
            sheaf = Sheaf(
                cuda.shared.array(SHEAF, types.uint8), cuda.shared.array(SHEAF, types.uint16),
                cuda.shared.array(LIKES, types.int32),
            )  # fmt: skip
            places = Places(at_own, at_second, at_up, at_hole)
            run(
                own_rules, shoe, plan[0], felt, tally, sheaf, places,
                cuda.threadIdx.x, cuda.blockDim.x, cuda.blockIdx.x, cuda.gridDim.x, first, after,
            )  # fmt: skip
        else:
            run(own_rules, shoe, plan[0], felt, tally, cuda.grid(1), first, after, cuda.gridsize(1))
        cuda.atomic.add(done, 0, 1)
        for wager in range(wagers):
            cuda.atomic.add(all_action, wager, tally.action[wager])
        cuda.syncthreads()
        for slot in range(cuda.threadIdx.x, NEAR, cuda.blockDim.x):
            if tally.keys[slot] != NO_KEY:
                gather(tally, tally.keys[slot], tally.counts[slot])

    return cuda.jit(kernel, max_registers=REGISTERS), MANY_LANES if long else LANES


class LaidKernel(NamedTuple):
    """A table before it is on a GPU: what runs there, and what that is given."""

    kernel: Any
    lanes: int  # of a block
    shoe: LaneShoe
    known: tuple[NDArray[Any], ...]  # rules, plan and the cards as they came from the box
    made: tuple[NDArray[Any], ...]  # the tally, whether it is full, and the lanes that came to their end


def lay(game: Game, settings: Settings, plan: Any, wagers: Sequence[Wagers], follow: Decide) -> LaidKernel:
    """No GPU is needed for it."""
    felt = narrow_felt(game.felt(len(wagers), taped=False))
    place_wagers(game, felt, wagers)
    layout = tuple((part.dtype.str, part.shape if part.size else (1, *part.shape[1:])) for part in felt)
    rules, shoe = game.rules(settings), lane_shoe(game, settings)
    places = first_places(game, settings, wagers) if layout[8][1][-1] > _LONG_HAND else None
    kernel, many = kernel_of(game.play, follow, layout, len(shoe.fresh), places, *_laid(rules, felt))
    keys, counts, action, _ = new_tally(len(game.wagers))
    known = (packed(rules).reshape(1), packed(plan).reshape(1), shoe.fresh)
    return LaidKernel(kernel, many, shoe, known, (keys, counts, action, words(1), words(1)))


class CudaTable:
    """A game with its bets on the felt and a plan that is followed, as at a `FastTable`, but on the first GPU."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        plan: Any,
        wagers: Sequence[Wagers],
        *,
        follow: Decide | None = None,
    ) -> None:
        self._kernel, self._lanes, self._shoe, known, made = lay(game, settings, plan, wagers, follow or game.follow)
        self._known, self._made = ([cuda.to_device(part) for part in parts] for parts in (known, made))
        self._blocks = LANES_EACH // self._lanes * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._due = 0  # lanes that should have come to their end

    def play(self, seed: int, first: int, count: int) -> None:
        """Play and tally the rounds first .. first + count - 1 of a seed."""
        at = self._shoe.at
        at[KEY_LOW], at[KEY_HIGH] = seed & MASK, seed >> 32
        launch = self._kernel[self._blocks, self._lanes]
        launch(*self._known, cuda.to_device(at), *self._made, first, first + count)
        cuda.synchronize()
        self._due += self._blocks * self._lanes

    @property
    def tally(self) -> Tally:
        """What was tallied until now."""
        keys, counts, action, full, done = (part.copy_to_host() for part in self._made)
        assert not full[0], "more different results than a tally holds"
        assert done[0] == self._due, "a lane of the GPU has met what must not happen"
        return Tally(keys, counts, action, words(1))


class Lanes:
    """A plain function run by many lanes of a GPU, each of which is told its number and how many there are.

    It is given so many arrays and so many numbers. With `shared`, a NamedTuple and the kind and size of each of its
    parts, the lanes of a block do one thing together: that comes first, then what is given, then the block's number.
    """

    def __init__(
        self, run: Callable[..., None], swap: Swap, arrays: int, numbers: int, *,
        shared: tuple[type, Sequence[tuple[type, tuple[int, ...]]]] | None = None, called: Iterable[str] = (),
    ) -> None:  # fmt: skip
        swap = {**swap, lanes.add: _add, lanes.together: _all_in_step}
        shared_kind, layout = shared or (tuple, ())
        names: dict[str, Any] = {"cuda": cuda, "Shared": shared_kind, "size_0": 0}
        names["run"] = twin_of(run, swap, {}, roots_of(run, *swap.values()), partial(_rule, frozenset(called)))
        for i, (kind, size) in enumerate(layout):
            names[f"kind_{i}"] = from_dtype(np.dtype(kind))
            names.setdefault(f"size_{i}", size)  # the first is as large as it is launched: there is more of that kind
        given = ", ".join([f"array_{i}" for i in range(arrays)] + [f"number_{i}" for i in range(numbers)])
        if layout:
            parts = ", ".join(f"cuda.shared.array(size_{i}, kind_{i})" for i in range(len(layout)))
            call = f"run(Shared({parts}), {given}, cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x)"
        else:
            call = f"run({given}, cuda.grid(1), cuda.gridsize(1))"
        exec(f"def kernel({given}): {call}", names)
        self.kernel = cuda.jit(names["kernel"], max_registers=CREW_REGISTERS)
        self.bytes = int(np.dtype(layout[0][0]).itemsize * np.prod(layout[0][1])) if layout else 0
        self.made: Any = None

    def work(self, blocks: int, *given: Any) -> None:
        """So many blocks; comes back when the last one is done."""
        if self.made is None:
            self.made = self.kernel.specialize(*given)
            (kernel,) = self.made.overloads.values()
            _allow(kernel, self.bytes)
        self.made[blocks, CREW_LANES, 0, self.bytes](*given)
        cuda.synchronize()


def _allow(kernel: Any, shared: int) -> None:
    """A kernel has more than 48 kB of a block's memory only where that was said."""
    attribute = binding.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    handle = binding.CUkernel(int(kernel._codelibrary.get_cufunc().handle))
    (error,) = binding.cuKernelSetAttribute(attribute, shared, handle, cuda.get_current_device().id)
    assert error == binding.CUresult.CUDA_SUCCESS, error


def room() -> tuple[int, int]:
    """Bytes of memory that a block of lanes may share, and that are free for all of them."""
    return cuda.get_current_device().MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, cuda.current_context().get_memory_info().free


def zeros_on_gpu(*shape: int) -> Any:
    array = cuda.device_array(shape, np.int64)
    device_memset(array, 0, array.nbytes)
    return array


def on_gpu(array: NDArray[Any]) -> Any:
    return cuda.to_device(array)


def trouble() -> str:
    """Why nothing can be played on a GPU here; '' where it can."""
    try:
        cuda.current_context()
        return old_driver(driver.get_version(), cuda.runtime.get_version())
    except Exception as error:  # of many kinds, by what is missing; all are the machine's, none is ours
        return no_gpu(error)


def card() -> str:
    """The GPU and its driver, as they name themselves."""
    name = cuda.get_current_device().name
    known = ".".join(map(str, driver.get_version()))
    return f"{name.decode() if isinstance(name, bytes) else name}, driver for CUDA {known}"
