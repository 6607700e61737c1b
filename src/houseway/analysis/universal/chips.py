"""What rules do with chips: a round of twice the bets must win twice as much, or no figure is that of any size of bet.

Chips may be added up, taken several times, halved (a unit is even), paid at odds, and held against nothing: whether
there are any. A rule that holds them against a number or other chips, or pays a fixed sum, is named with its line.
"""

import ast
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

from houseway.analysis.universal.plain_rules import VOCABULARY, lines_of
from houseway.rules.felt import give_back, pay, settle, stake
from houseway.rules.odds import winnings
from houseway.rules.refused import Refused

OF_THE_FELT = ("wagers", "stakes", "action", "net")
CENTS: dict[Any, int] = {stake: 4, give_back: 4, pay: 5}  # acts of the table that take chips, and where

NUMBER, NOTHING, CHIPS = range(3)
Worth = int | FunctionType  # one of those, or a rule that is handed on


class _Fault(Exception):
    pass


def verify_chips(title: str, play: Callable[..., Any]) -> None:
    """Refuse a game whose figures hang on the size of the bets."""
    if fault := fault_of_chips(play):
        raise Refused(f"{title} cannot be proved from play, as its figures hang on the size of the bets: {fault}")


@cache
def fault_of_chips(play: Callable[..., Any]) -> str:
    """The first line that does something else with chips; '' where there is none."""
    try:
        _Rule(play, (NUMBER,) * 5, {}).read()
    except _Fault as fault:
        return str(fault)
    return ""


class _Rule:
    """One rule under what it is given."""

    def __init__(self, rule: Any, given: tuple[Worth, ...], known: dict[Any, Worth]) -> None:
        tree, self.first_line = lines_of(rule)
        assert tree is not None, "a rule that is not plain"
        self.rule, self.tree, self.known = rule, tree, known
        self.names: dict[str, Worth] = dict(zip((arg.arg for arg in tree.args.args), given, strict=True))
        self.gives: Worth = NOTHING

    def read(self) -> Worth:
        """What it gives back; its lines are gone through until no name changes its meaning."""
        before = None
        while before != (self.names, self.gives):
            before = (dict(self.names), self.gives)
            for line in self.tree.body:
                self._line(line)
        return self.gives

    def _fail(self, node: ast.AST, what: str) -> None:
        line = self.first_line + getattr(node, "lineno", 1) - 1
        raise _Fault(f"{self.rule.__name__} {what}: {ast.unparse(node)} (line {line} of {self.rule.__module__})")

    def _line(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._name(target, node.value)
        elif isinstance(node, ast.AnnAssign) and node.value:
            self._name(node.target, node.value)
        elif isinstance(node, ast.AugAssign):
            whole = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
            self._name(node.target, whole)
        elif isinstance(node, ast.Return):
            self.gives = self._joined(node, self.gives, self._worth(node.value) if node.value else NUMBER)
        elif isinstance(node, ast.Expr):
            self._worth(node.value)
        elif isinstance(node, ast.For):
            self._number(node.iter)
            for each in (*node.body, *node.orelse):
                self._line(each)
        elif isinstance(node, ast.If | ast.While | ast.Assert):
            self._worth(node.test)  # chips: whether there are any
            for each in (*getattr(node, "body", ()), *getattr(node, "orelse", ())):
                self._line(each)

    def _name(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for each, part in zip(target.elts, value.elts, strict=True):
                self._name(each, part)
            return
        worth = self._worth(value)
        if isinstance(target, ast.Name):
            self.names[target.id] = self._joined(value, self.names.get(target.id, NOTHING), worth)
        elif worth == CHIPS:
            self._fail(target, "keeps chips")

    def _joined(self, node: ast.AST, one: Worth, other: Worth) -> Worth:
        """Now the one and now the other; nothing is no chips as well as a number."""
        if CHIPS in (one, other) and NUMBER in (one, other):
            self._fail(node, "takes chips for a number")
        if CHIPS in (one, other):
            return CHIPS
        return other if one == NOTHING else one if other in (NOTHING, one) else NUMBER

    def _number(self, node: ast.AST) -> None:
        for each in [node] if isinstance(node, ast.expr) else ast.iter_child_nodes(node):
            if isinstance(each, ast.expr) and self._worth(each) == CHIPS:
                self._fail(each, "takes chips for a number")

    def _worth(self, node: ast.expr) -> Worth:
        if isinstance(node, ast.Constant):
            return NOTHING if node.value == 0 and type(node.value) is int else NUMBER
        if isinstance(node, ast.Name):
            found = self.names.get(node.id, self.rule.__globals__.get(node.id))
            return found if isinstance(found, FunctionType) or node.id in self.names else NUMBER
        if isinstance(node, ast.Attribute):
            return CHIPS if node.attr in OF_THE_FELT else NUMBER
        if isinstance(node, ast.Subscript):
            self._number(node.slice)
            return self._worth(node.value)
        if isinstance(node, ast.UnaryOp):
            worth = self._worth(node.operand)
            return NUMBER if isinstance(node.op, ast.Not) else worth
        if isinstance(node, ast.IfExp):
            self._worth(node.test)
            return self._joined(node, self._worth(node.body), self._worth(node.orelse))
        if isinstance(node, ast.BinOp):
            return self._reckoned(node)
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.Call):
            return self._called(node)
        for each in ast.iter_child_nodes(node):
            self._number(each)
        return NUMBER

    def _reckoned(self, node: ast.BinOp) -> Worth:
        one, other = self._worth(node.left), self._worth(node.right)
        if CHIPS not in (one, other):
            return NUMBER
        if isinstance(node.op, ast.Add | ast.Sub):
            return self._joined(node, one, other)
        is_halved = isinstance(node.op, ast.FloorDiv) and one == CHIPS and ast.unparse(node.right) == "2"
        is_taken_so_often = isinstance(node.op, ast.Mult) and one != other
        if not is_halved and not is_taken_so_often:
            self._fail(node, "reckons with chips")
        return CHIPS

    def _compared(self, node: ast.Compare) -> Worth:
        sides = [self._worth(each) for each in (node.left, *node.comparators)]
        if CHIPS in sides and (len(sides) > 2 or NOTHING not in sides):
            self._fail(node, "holds chips against something")
        return NUMBER

    def _called(self, node: ast.Call) -> Worth:
        assert isinstance(node.func, ast.Name)
        rule = self._worth(node.func)
        given = tuple(self._worth(each) for each in node.args)
        if CHIPS in given[1:] and rule in (settle, winnings):
            self._fail(node, "takes chips for a number")
        if rule is settle:
            return CHIPS
        if rule in CENTS:
            if given[CENTS[rule]] == NUMBER:
                self._fail(node, "puts up or pays a fixed sum")
            given = given[: CENTS[rule]]
        if rule is winnings:
            return given[0]
        if not isinstance(rule, FunctionType) or rule.__module__ in VOCABULARY:
            if CHIPS in given and node.func.id not in ("int", "abs", "bool"):
                self._fail(node, "takes chips for a number")
            return CHIPS if CHIPS in given and node.func.id != "bool" else NUMBER
        if (rule, given) not in self.known:
            self.known[rule, given] = NOTHING  # while it is read, of one that calls itself
            self.known[rule, given] = _Rule(rule, given, self.known).read()
        return self.known[rule, given]
