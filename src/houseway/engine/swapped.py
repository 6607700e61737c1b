"""Copies of rules in which functions are swapped for others, all the way down. No rule and no game knows of it."""

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

Swap = Mapping[Callable[..., Any], Callable[..., Any]]  # what stands in a rule, and what takes its place
Twins = dict[FunctionType, Callable[..., Any]]
Wrap = Callable[[FunctionType], Callable[..., Any]]


def swapped(function: Callable[..., Any], swap: Swap) -> Callable[..., Any]:
    """A copy that runs interpreted: for walks so short that compiling them would take longer."""
    return twin_of(function, swap, {}, roots_of(function, *swap.values()), lambda copy: copy)


def roots_of(*functions: Any) -> set[str]:
    """The packages whose functions are rules: ours, and that of a game from outside."""
    return {each.__module__.split(".")[0] for each in functions if isinstance(each, FunctionType)} | {"houseway"}


def twin_of(function: Callable[..., Any], swap: Swap, twins: Twins, roots: set[str], wrap: Wrap) -> Callable[..., Any]:
    """A copy of a function in which every rule it calls is that rule's own twin; `wrap` makes the twin of a copy.

    Rules are swapped as functions: another of the same name stays what it is.
    """
    assert isinstance(function, FunctionType), f"{function!r} is not a plain function"
    if function in twins:
        return twins[function]
    names = dict(function.__globals__)
    for name in _names(function.__code__):
        called = names.get(name)
        if isinstance(called, FunctionType) and called.__module__.split(".")[0] in roots:
            names[name] = twin_of(swap.get(called, called), swap, twins, roots, wrap)
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    twins[function] = wrap(copy)
    return twins[function]


def _names(code: CodeType) -> set[str]:
    """Names a function looks up, also inside its comprehensions."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return set(code.co_names).union(*(_names(each) for each in inner))
