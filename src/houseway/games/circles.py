"""Rules that lead back to themselves, which nothing can run compiled: `engine/swapped.py` would copy them without end.

A rule is followed there by every name in it, also by that of a field: a rule `fights` that reads `plan.fights` is taken
to name itself. No import of the engine is needed to find that; it is said in a sentence, with both names.
"""

import dis
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from houseway.games.game import Game

OURS = "houseway"


def circles(game: Game) -> Iterator[str]:
    """A sentence for the first circle that begins in `play`, and for the first in `follow`."""
    roots = {OURS, game.package.split(".")[0]}
    for begins in (game.table.play, game.strategy.follow):
        if isinstance(begins, FunctionType) and (found := _circle(begins, roots, (), set())):
            yield _told(found)


def _circle(
    rule: FunctionType, roots: set[str], way: tuple[FunctionType, ...], through: set[FunctionType]
) -> tuple[FunctionType, ...]:
    """The rules of a circle, each naming the next and the last the first; () where there is none."""
    if rule in way:
        return way[way.index(rule) :]
    if rule in through:
        return ()
    for name in sorted(set(_names(rule.__code__))):
        named: Any = rule.__globals__.get(name)
        if isinstance(named, FunctionType) and named.__module__.split(".")[0] in roots:
            if found := _circle(named, roots, (*way, rule), through):
                return found
    through.add(rule)
    return ()


def _told(circle: tuple[FunctionType, ...]) -> str:
    """Which name is a field's is what must be changed; where none is, a rule really calls itself."""
    for rule, after in zip(circle, (*circle[1:], circle[0]), strict=True):
        name = next(key for key in _names(rule.__code__) if rule.__globals__.get(key) is after)
        if name not in _called(rule.__code__):
            return (
                f"{rule.__name__}() reads a field '.{name}', and there is a rule {after.__name__}() that is called "
                f"'{name}' there: give the field or the rule another name ({_where(rule)})"
            )
    ways = " calls ".join(f"{rule.__name__}()" for rule in (*circle, circle[0]))
    return f"{ways}: a rule that leads back to itself cannot be compiled, write a loop ({_where(circle[0])})"


def _where(rule: FunctionType) -> str:
    return f"{rule.__module__.rpartition('.')[2]}.py, line {rule.__code__.co_firstlineno}"


def _names(code: CodeType) -> list[str]:
    """All names in a rule, of fields too, also inside its comprehensions."""
    return [*code.co_names, *(name for each in _inner(code) for name in _names(each))]


def _called(code: CodeType) -> set[str]:
    """Those of them that are looked up as names, not as fields of something."""
    own = {str(each.argval) for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return own.union(*(_called(each) for each in _inner(code)))


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]
