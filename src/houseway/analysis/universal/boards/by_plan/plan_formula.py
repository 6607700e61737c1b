"""What a plan does at one choice, as a formula of the cards that are seen: its source, followed from line to line.

Everything but cards is known then: the plan itself, what is offered, what is in action. Loops are over known numbers
and are gone through one by one; where a line asks something of a card, both answers are gone on with and joined again.
"""

import ast
import builtins
import inspect
import operator
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from houseway.analysis.universal.boards.by_plan.terms import (
    A_CARD,
    CARD,
    RANK,
    SUIT,
    NotAlike,
    Term,
    all_of,
    any_of,
    either,
    equal,
    in_order_with_repeats,
    is_truth,
    kind_of,
    most_of,
    no,
    number,
    plus,
    positive,
    times,
    truth,
)
from houseway.analysis.universal.reads import PLACE_WORDS, POKER, Place
from houseway.games.source_tree import tree_of
from houseway.rules.cards import rank, suit
from houseway.rules.felt import Felt

LINES_MAX = 20_000  # that are followed
DEPTH_MAX = 30  # rules that call rules
SAME_FOR_ALL = ("players", "wagers", "stakes", "action", "held")  # of the felt: hang on no card
RECKONED: dict[type, Callable[..., Any]] = {
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.BitOr: operator.or_, ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
}  # fmt: skip
PLAIN = (int, bool, abs, len, max, min)


class NotFollowed(Exception):
    """A line that does something with a card that cannot be told of all cards at once."""


@dataclass(frozen=True, eq=False)
class KnownPart:
    """A part of the plan, or another thing that is known: by its name, so that two looks at it are alike."""

    name: str
    value: Any


@dataclass(frozen=True)
class TheFelt:
    felt: Felt  # as it is at this choice
    seen: frozenset[Place]


@dataclass(frozen=True)
class Cards:
    """All cards on the felt, those of a seat, or of a hand."""

    at: tuple[int, ...]
    seen: frozenset[Place]


class _Mark:
    """The end of a round of a loop, or of the loop."""

    def __init__(self, *, is_loop: bool) -> None:
        self.is_loop = is_loop


@dataclass(frozen=True)
class _Bound:
    """A name gets its next value."""

    name: str
    value: Any


def formula_of(follow: Callable[..., Any], plan: Any, felt: TheFelt, seat: int, hand: int, options: int) -> Term:
    """The act, as a number."""
    return followed(follow, [KnownPart("plan", plan), felt, seat, hand, options])


def followed(function: Callable[..., Any], given: Sequence[Any]) -> Term:
    """What a function says of what it is given, as a number."""
    return number(_Followed(function, given, [0], 0).given())


class _Followed:
    """One function with what it is given."""

    def __init__(self, function: Any, given: Sequence[Any], lines: list[int], depth: int) -> None:
        self.function, self.lines, self.depth = function, lines, depth
        source, self.first_line = inspect.getsourcelines(function)
        tree = tree_of(textwrap.dedent("".join(source))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        names = [arg.arg for arg in tree.args.args]
        if len(names) != len(given) or depth > DEPTH_MAX:
            self._fail(tree, "is called in a way that cannot be followed")
        self.env: dict[str, Any] = dict(zip(names, given, strict=True))

    def given(self) -> Any:
        return self._run(tuple(self.tree.body), self.env)

    def _fail(self, node: ast.AST, what: str) -> NoReturn:
        line = self.first_line + getattr(node, "lineno", 1) - 1
        raise NotFollowed(f"{self.function.__name__} {what} (line {line} of {self.function.__module__})")

    # --- lines ---

    def _run(self, lines: tuple[Any, ...], env: dict[str, Any]) -> Any:
        """What is returned at last."""
        while lines:
            line, lines = lines[0], lines[1:]
            self.lines[0] += 1
            if self.lines[0] > LINES_MAX:
                self._fail(self.tree, "has too many ways through it")
            if isinstance(line, _Bound):
                env[line.name] = line.value
            elif isinstance(line, ast.Return):
                return self._value(line.value, env) if line.value else None
            elif isinstance(line, ast.Break | ast.Continue):
                lines = _after(lines, is_loop=isinstance(line, ast.Break))
            elif isinstance(line, ast.For):
                lines = (*self._rounds(line, env), *lines)
            elif isinstance(line, ast.If):
                asked = self._truth(line.test, env)
                if isinstance(asked, bool):
                    lines = (*(line.body if asked else line.orelse), *lines)
                    continue
                if isinstance(line.body[-1], ast.Continue):
                    line, lines = _rest_otherwise(line, lines)
                if _leaves(line):
                    then = self._run((*line.body, *lines), dict(env))
                    return self._joined(line, asked, then, self._run((*line.orelse, *lines), dict(env)))
                else:
                    self._merge(line, asked, env)
            elif not isinstance(line, _Mark):
                self._simple(line, env)
        return None

    def _simple(self, line: ast.stmt, env: dict[str, Any]) -> None:
        if isinstance(line, ast.Assign) and len(line.targets) == 1:
            self._assign(line.targets[0], self._value(line.value, env), env)
        elif isinstance(line, ast.AnnAssign) and line.value:
            self._assign(line.target, self._value(line.value, env), env)
        elif isinstance(line, ast.AugAssign) and isinstance(line.target, ast.Name):
            made = ast.copy_location(ast.BinOp(ast.Name(line.target.id, ast.Load()), line.op, line.value), line)
            env[line.target.id] = self._value(made, env)
        elif isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
            pass  # says what it is for
        elif not isinstance(line, ast.Pass | ast.Assert):
            self._fail(line, f"has a line that cannot be followed ({type(line).__name__})")

    def _assign(self, target: ast.expr, value: Any, env: dict[str, Any]) -> None:
        if isinstance(target, ast.Name):
            env[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, list) and len(target.elts) == len(value):
            for each, part in zip(target.elts, value, strict=True):
                self._assign(each, part, env)
        else:
            self._fail(target, "writes into something that is not its own")

    def _rounds(self, line: ast.For, env: dict[str, Any]) -> list[Any]:
        over = self._value(line.iter, env)
        if not isinstance(over, list) or not isinstance(line.target, ast.Name) or line.orelse:
            self._fail(line, "has a loop over something that is not known")
        found: list[Any] = []
        for value in over:
            found += [_Bound(line.target.id, value), *line.body, _Mark(is_loop=False)]
        return [*found, _Mark(is_loop=True)]

    def _merge(self, line: ast.If, asked: Term, env: dict[str, Any]) -> None:
        """Both answers, which leave neither the function nor a loop, joined again."""
        then, otherwise = dict(env), dict(env)
        self._run(tuple(line.body), then)
        self._run(tuple(line.orelse), otherwise)
        both = [name for name in then if name in otherwise]  # any other is not asked for again
        env.clear()
        env.update({name: self._joined(line, asked, then[name], otherwise[name]) for name in both})

    def _joined(self, line: ast.AST, asked: Term, then: Any, otherwise: Any) -> Any:
        if then is otherwise:
            return then
        if any(value is None or isinstance(value, list | KnownPart | TheFelt | Cards) for value in (then, otherwise)):
            if then == otherwise:
                return then
            self._fail(line, "gives now one thing and now another")
        try:
            return either(asked, then, otherwise)
        except NotAlike:
            self._fail(line, "gives now one card and now another")

    # --- expressions ---

    def _truth(self, node: ast.expr, env: dict[str, Any]) -> Term:
        value = self._value(node, env)
        try:
            return truth(value if is_truth(value) else number(value))
        except NotAlike:
            self._fail(node, f"uses a card itself: {ast.unparse(node)}")

    def _value(self, node: ast.expr, env: dict[str, Any]) -> Any:
        try:
            return self._worth(node, env)
        except NotAlike:
            self._fail(node, f"uses a card itself: {ast.unparse(node)}")

    def _worth(self, node: ast.expr, env: dict[str, Any]) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name):
            return self._named(node, env)
        if isinstance(node, ast.Tuple | ast.List):
            return [self._value(each, env) for each in node.elts]
        if isinstance(node, ast.Attribute):
            return self._attribute(node, env)
        if isinstance(node, ast.Subscript):
            return self._subscript(node, env)
        if isinstance(node, ast.BoolOp):
            return (all_of if isinstance(node.op, ast.And) else any_of)(self._truth(each, env) for each in node.values)
        if isinstance(node, ast.UnaryOp):
            return self._turned(node, env)
        if isinstance(node, ast.BinOp):
            return self._reckoned(node, env)
        if isinstance(node, ast.Compare):
            return self._compared(node, env)
        if isinstance(node, ast.IfExp):
            asked = self._truth(node.test, env)
            if isinstance(asked, bool):
                return self._value(node.body if asked else node.orelse, env)
            return self._joined(node, asked, self._value(node.body, env), self._value(node.orelse, env))
        if isinstance(node, ast.Call):
            return self._call(node, env)
        return self._fail(node, f"has an expression that cannot be followed: {ast.unparse(node)}")

    def _named(self, node: ast.Name, env: dict[str, Any]) -> Any:
        if node.id in env:
            return env[node.id]
        found = self.function.__globals__.get(node.id, getattr(builtins, node.id, None))
        if isinstance(found, int):
            return found
        if isinstance(found, np.ndarray | tuple):
            return KnownPart(f"{self.function.__module__}.{node.id}", found)
        return self._fail(node, f"asks for '{node.id}', which is not known here")

    def _attribute(self, node: ast.Attribute, env: dict[str, Any]) -> Any:
        of = self._value(node.value, env)
        if isinstance(of, TheFelt):
            if node.attr == "cards":
                return Cards((), of.seen)
            if node.attr not in SAME_FOR_ALL:
                self._fail(node, f"looks at the felt's '{node.attr}'")
            return KnownPart(f"felt.{node.attr}", getattr(of.felt, node.attr))
        if isinstance(of, KnownPart):
            return self._part(f"{of.name}.{node.attr}", getattr(of.value, node.attr))
        return self._fail(node, f"asks for {ast.unparse(node)}")

    def _part(self, name: str, value: Any) -> Any:
        return int(value) if isinstance(value, int | np.integer) else KnownPart(name, value)

    def _subscript(self, node: ast.Subscript, env: dict[str, Any]) -> Any:
        of = self._value(node.value, env)
        at = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        places = [number(self._value(each, env)) for each in at]
        known = [place for place in places if isinstance(place, int)]
        if isinstance(of, Cards):
            if len(known) < len(places):
                self._fail(node, "reads a card whose place hangs on cards")
            return self._card(node, of, (*of.at, *known))
        if isinstance(of, list) and len(places) == len(known) == 1:
            return of[known[0]]
        if not isinstance(of, KnownPart):
            self._fail(node, f"looks into {ast.unparse(node.value)}")
        if len(known) == len(places):
            return self._part(f"{of.name}{known}", of.value[tuple(known)])
        if np.ndim(of.value) != len(places):
            self._fail(node, f"looks up a row by a card: {ast.unparse(node)}")
        return "look", of.name, tuple(places)

    def _card(self, node: ast.AST, of: Cards, at: tuple[int, ...]) -> Any:
        if len(at) < PLACE_WORDS:
            return Cards(at, of.seen)
        if at not in of.seen:
            self._fail(node, f"looks at a card that is not seen: {ast.unparse(node)}")
        return CARD, at

    def _turned(self, node: ast.UnaryOp, env: dict[str, Any]) -> Any:
        if isinstance(node.op, ast.Not):
            return no(self._truth(node.operand, env))
        value = number(self._value(node.operand, env))
        if isinstance(node.op, ast.Invert):
            return plus(-1, value, -1)
        return plus(0, value, -1) if isinstance(node.op, ast.USub) else value

    def _reckoned(self, node: ast.BinOp, env: dict[str, Any]) -> Any:
        one, other = (number(self._value(each, env)) for each in (node.left, node.right))
        if isinstance(node.op, ast.Add | ast.Sub):
            return plus(one, other, 1 if isinstance(node.op, ast.Add) else -1)
        if isinstance(node.op, ast.Mult):
            return times(one, other)
        if type(node.op) not in RECKONED:
            self._fail(node, f"reckons in a way that cannot be followed: {ast.unparse(node)}")
        if isinstance(one, int) and isinstance(other, int):
            return RECKONED[type(node.op)](one, other)
        return type(node.op).__name__, one, other

    def _compared(self, node: ast.Compare, env: dict[str, Any]) -> Term:
        left, found = self._value(node.left, env), []
        for sign, after in zip(node.ops, node.comparators, strict=True):
            right = self._value(after, env)
            found.append(self._sign(node, sign, left, right))
            left = right
        return all_of(found)

    def _sign(self, node: ast.AST, sign: ast.cmpop, left: Any, right: Any) -> Term:
        if isinstance(sign, ast.In | ast.NotIn):
            if not isinstance(right, list):
                self._fail(node, "looks for something where it cannot be followed")
            found = any_of(equal(left, each) for each in right)
            return found if isinstance(sign, ast.In) else no(found)
        if isinstance(sign, ast.Eq | ast.NotEq):
            return equal(left, right) if isinstance(sign, ast.Eq) else no(equal(left, right))
        if isinstance(sign, ast.Gt | ast.LtE):
            found = positive(plus(left, right, -1))
            return found if isinstance(sign, ast.Gt) else no(found)
        if isinstance(sign, ast.Lt | ast.GtE):
            found = positive(plus(right, left, -1))
            return found if isinstance(sign, ast.Lt) else no(found)
        return self._fail(node, "compares in a way that cannot be followed")

    # --- calls ---

    def _call(self, node: ast.Call, env: dict[str, Any]) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        called = self.function.__globals__.get(name, getattr(builtins, name, None))
        if node.keywords or name in env or not callable(called):
            self._fail(node, f"calls {ast.unparse(node.func)} in a way that cannot be followed")
        given = [self._value(each, env) for each in node.args]
        if called is range:
            if not all(isinstance(each, int) for each in given):
                self._fail(node, "has a loop whose length hangs on cards")
            return list(range(*given))
        if called in PLAIN:
            return self._plain(node, called, given)
        if called in (rank, suit):
            if isinstance(given[0], int):
                return called(given[0])
            if kind_of(given[0]) != CARD:
                self._fail(node, f"asks for the {name} of what is no card")
            return (RANK if called is rank else SUIT), given[0][1]
        if called in POKER:
            return self._poker(node, name, given)
        if not isinstance(called, FunctionType):
            self._fail(node, f"calls {name} in a way that cannot be followed")
        return _Followed(called, given, self.lines, self.depth + 1).given()

    def _plain(self, node: ast.Call, called: Any, given: list[Any]) -> Any:
        if called is len and isinstance(given[0], KnownPart):
            return len(given[0].value)
        if called is len and isinstance(given[0], list):
            return len(given[0])
        if called in (max, min):
            return most_of(called.__name__, given[0] if isinstance(given[0], list) else given)
        if called is bool:
            return truth(given[0] if is_truth(given[0]) else number(given[0]))
        value = number(given[0])
        if called is abs:
            return most_of("max", [value, plus(0, value, -1)])
        return value if called is int else self._fail(node, f"calls {ast.unparse(node)}")

    def _poker(self, node: ast.Call, name: str, given: list[Any]) -> Term:
        """Alike in all places, whatever suits are called (`alike`)."""
        first, *cards = given
        if not isinstance(first, KnownPart) or not all(
            isinstance(each, int) or kind_of(each) == CARD for each in cards
        ):
            self._fail(node, f"gives {name} something else than cards")
        named = [(A_CARD, each) if isinstance(each, int) else each for each in cards]
        return "hand", name, first.name, in_order_with_repeats(named)


def _after(lines: tuple[Any, ...], *, is_loop: bool) -> tuple[Any, ...]:
    """What comes after this round of a loop, or after the loop."""
    ends = [i for i, line in enumerate(lines) if isinstance(line, _Mark) and (line.is_loop or not is_loop)]
    return lines[ends[0] + 1 :]


def _rest_otherwise(line: ast.If, lines: tuple[Any, ...]) -> tuple[ast.If, tuple[Any, ...]]:
    """'If so, go on with the next' is: if not so, do the rest of this round."""
    end = next(i for i, each in enumerate(lines) if isinstance(each, _Mark))
    turned = ast.If(line.test, [*line.body[:-1], ast.Pass()], [*line.orelse, *lines[:end]])
    return ast.copy_location(turned, line), lines[end:]


def _leaves(line: ast.If) -> bool:
    """Whether something in it leaves the function or a loop."""
    return any(isinstance(node, ast.Return | ast.Break | ast.Continue) for node in ast.walk(line))
