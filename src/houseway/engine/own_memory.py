"""A felt in memory of the function's own, each part apart.

What no other code can reach the compiler may keep in registers, or never write at all: cents of a wager that is always
asked for by the same number, hands in play, whether the shoe ran dry. A record that came from outside lies in memory,
and every change is written there.
"""

from typing import Any, TypeVar

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.extending import infer_getattr, intrinsic, lower_getattr_generic, register_model
from numba.core.typing import templates
from numba.np import arrayobj
from numpy.typing import NDArray

T = TypeVar("T")

_code: Any = cgutils  # they have no types
_arrays: Any = arrayobj
_types: Any = types
_lowered: Any = lower_getattr_generic

_BYTES: Any = ir.IntType(8).as_pointer()
_INT: Any = ir.IntType(64)
_WORD_BYTES = 8


def own_copy(record: T) -> T:
    """A copy of a record of arrays that dies with the function that asks for it. Interpreted rules need none."""
    return record


def fetch_early(array: NDArray[Any], i: int) -> None:
    """Say that line `i` of an array will soon be read. Interpreted rules do not wait for memory."""


class _Parts(types.Type):
    """The addresses of a record's parts. Their names, shapes and words are the record's."""

    def __init__(self, record: Any) -> None:
        self.record = record
        super().__init__(name=f"Parts({record.name})")

    @property
    def mangling_args(self) -> Any:
        return "Parts", self.record.mangling_args[1]


@register_model(_Parts)
class _PartsModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members: Any = super()
        members.__init__(manager, kind, [(name, _types.CPointer(types.uint8)) for name in kind.record.fields])


@infer_getattr
class _PartsAttribute(templates.AttributeTemplate):
    key = _Parts

    def generic_resolve(self, parts: Any, name: str) -> Any:  # type: ignore[override]
        return parts.record.typeof(name)


@_lowered(_Parts)  # type: ignore[untyped-decorator]
def _part(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    nested = kind.record.typeof(name)
    place = getattr(_code.create_struct_proxy(kind)(context, builder, value=value), name)
    array: Any = _arrays.make_array(nested)(context, builder)
    shape, strides = ([context.get_constant(types.intp, n) for n in each] for each in (nested.shape, nested.strides))
    _arrays.populate_array(
        array,
        data=builder.bitcast(place, context.get_data_type(nested.dtype).as_pointer()),
        shape=_code.pack_array(builder, shape),
        strides=_code.pack_array(builder, strides),
        itemsize=context.get_constant(types.intp, nested.dtype.bitwidth // 8),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()


@intrinsic
def own_parts(_typing: Any, record: Any) -> Any:
    """Takes the place of `own_copy` in machine code."""
    kind = _Parts(record)

    def laid(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        parts = _code.create_struct_proxy(kind)(context, builder)
        for name in record.fields:
            nested = record.typeof(name)
            with builder.goto_entry_block():
                place = builder.alloca(ir.ArrayType(context.get_data_type(nested.dtype), max(nested.nitems, 1)))
                place.align = _WORD_BYTES
            place = builder.bitcast(place, _BYTES)
            theirs = _code.gep_inbounds(builder, values[0], 0, record.offset(name))
            _code.raw_memcpy(
                builder, place, theirs, context.get_constant(types.intp, nested.nitems), nested.dtype.bitwidth // 8
            )
            setattr(parts, name, place)
        return parts._getvalue()

    return kind(record), laid


@intrinsic
def fetched_early(_typing: Any, array: Any, i: Any) -> Any:  # noqa: ARG001
    """Takes the place of `fetch_early` in machine code. No line is read, so none need be there."""

    def asked(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = signature.args[0]
        lines = _arrays.make_array(kind)(context, builder, value=values[0])
        first = builder.ptrtoint(lines.data, _INT)
        step = builder.extract_value(lines.strides, 0)
        line = builder.inttoptr(builder.add(first, builder.mul(step, values[1])), _BYTES)
        word: Any = ir.IntType(32)
        fetch = _code.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [_BYTES, word, word, word]), "llvm.prefetch.p0"
        )
        builder.call(fetch, [line, word(0), word(3), word(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), asked


BUILT_IN = {own_copy.__code__: own_parts, fetch_early.__code__: fetched_early}
