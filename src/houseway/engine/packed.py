"""Felts, shoes, rules and plans as compiled code takes them: one block of memory with named places.

Interpreted rules read NamedTuples of arrays. Passed to compiled code, a tuple of a dozen arrays would travel as a
hundred values through every call; a record travels as one address, and the compiler knows every offset in it. The names
are the same, so the rules cannot tell the difference.
"""

from collections.abc import Iterator
from typing import Any, TypeVar, cast

import numpy as np

T = TypeVar("T", bound=tuple[Any, ...])


def packed(value: tuple[Any, ...]) -> np.void:
    """A copy of a NamedTuple of integers, arrays and NamedTuples, as a record."""
    block = np.zeros(1, dtype=_layout(value))
    _fill(block[0], value)
    return cast(np.void, block[0])


def opened(record: np.void, kind: type[T]) -> T:
    """A NamedTuple of arrays that share a record's memory: what one writes, the other reads."""
    return kind(*(record[name] for name in cast(Any, kind)._fields))


def _layout(value: Any) -> np.dtype[np.void]:
    return np.dtype([(name, *_place(part)) for name, part in _parts(value)], align=True)


def _place(part: Any) -> tuple[Any, ...]:
    if isinstance(part, tuple):
        return (_layout(part),)
    if isinstance(part, np.ndarray):
        return (part.dtype, part.shape)
    return (np.int64,)


def _fill(record: Any, value: Any) -> None:
    for name, part in _parts(value):
        if isinstance(part, tuple):
            _fill(record[name], part)
        else:
            record[name] = part


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    return zip(value._fields, value, strict=True)
