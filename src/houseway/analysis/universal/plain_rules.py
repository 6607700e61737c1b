"""What the rules of a round may be made of, so that it is made of its cards and its acts and of nothing else.

A proof follows the source of `play`. What a rule remembers from one round to the next, does out of sight or takes from
elsewhere than the shoe would escape it, and every figure would be a matter of luck. So the words of all rules that
`play` comes to are gone through beforehand, and a game with any other word than those below is refused with its line.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from houseway.analysis.universal.handed_on import ACTS, looked_into
from houseway.games.source_tree import tree_of
from houseway.rules.refused import Refused

VOCABULARY = ("houseway.rules.felt", "houseway.rules.tape", "houseway.rules.shoe", "houseway.rules.choice")
WRITTEN = ("hands", "marks")  # of the felt itself a rule may write how many hands there are, and its own marks
BUILT_IN = ("int", "bool", "tuple", "min", "max", "abs", "range", "len")
WORDS = (
    ast.Expr, ast.Assert, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.If, ast.While, ast.For, ast.Break,
    ast.Continue, ast.Pass, ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Call, ast.IfExp,
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.expr_context, ast.boolop, ast.operator, ast.unaryop,
    ast.cmpop,
)  # fmt: skip
OF_ARRAYS = frozenset(dir(np.ndarray))


@cache
def lines_of(rule: Any) -> tuple[ast.FunctionDef | None, int]:
    """The source of a rule and its first line; none where something stands around it."""
    if hasattr(rule, "__wrapped__") or rule.__closure__ or rule.__name__ == "<lambda>":
        return None, 0
    source, line = inspect.getsourcelines(rule)
    tree = tree_of(textwrap.dedent("".join(source))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    given = tree.args
    odd = tree.decorator_list or given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults
    return (None if odd else tree), line


def _stays(worth: Any) -> bool:
    """A number, a word, or several."""
    return isinstance(worth, int | float | str) or (isinstance(worth, tuple) and all(map(_stays, worth)))


def verify_plain(title: str, play: Callable[..., Any]) -> None:
    """Refuse a game whose rounds might be made of more than cards and acts."""
    if fault := fault_of(play):
        raise Refused(f"{title} cannot be proved from play: {fault}")


@cache
def fault_of(play: Callable[..., Any]) -> str:
    """The first word of the rules that is none of the above; '' where there is none."""
    rules: list[Any] = [play]
    for rule in rules:  # which grows
        tree, line = lines_of(rule)
        if tree is None:
            return f"the source of {rule.__name__} is not all there is of it"
        own = {arg.arg for arg in tree.args.args} | {
            name.id for name in _names(tree) if isinstance(name.ctx, ast.Store)
        }
        for node in _words(tree):
            if what := _fault(node, own, rule.__globals__):
                return f"{rule.__name__} {what} (line {line + getattr(node, 'lineno', 1) - 1} of {rule.__module__})"
        called = [rule.__globals__.get(name.id) for name in _names(tree) if name.id not in own]
        rules += [each for each in dict.fromkeys(filter(_is_followed, called)) if each not in rules]
    return looked_into(rules, lines_of, VOCABULARY)


def _words(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in the lines of a rule but what is said of types."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += [each for each in ast.iter_child_nodes(node) if each is not getattr(node, "annotation", None)]


def _names(tree: ast.FunctionDef) -> list[ast.Name]:
    return [node for node in _words(tree) if isinstance(node, ast.Name)]


def _is_followed(named: Any) -> bool:
    return isinstance(named, FunctionType) and named.__module__ not in VOCABULARY


def _fault(node: ast.AST, own: set[str], names: dict[str, Any]) -> str:
    if not isinstance(node, WORDS):
        return f"has a word that cannot be followed ({type(node).__name__})"
    if isinstance(node, ast.Call) and (node.keywords or not isinstance(node.func, ast.Name)):
        return f"calls {ast.unparse(node.func)} in a way that cannot be followed"
    if isinstance(node, ast.Attribute) and (node.attr in OF_ARRAYS or node.attr.startswith("_")):
        return f"looks into something that cannot be followed: {ast.unparse(node)}"
    if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
        return "" if _is_written(node) else f"writes {ast.unparse(node)} itself"
    if isinstance(node, ast.Name) and node.id in BUILT_IN:
        return f"has a {node.id} of its own" if node.id in own or node.id in names else ""
    if isinstance(node, ast.Name) and node.id not in own:
        found = names.get(node.id)
        if isinstance(found, FunctionType) and not _is_followed(found) and found not in ACTS:
            return f"calls {node.id}, which is no act of a table"
        is_plain = _stays(found) or isinstance(found, FunctionType)
        return "" if is_plain else f"reads {node.id}, which is neither a number nor a rule"
    return ""


def _is_written(node: ast.expr) -> bool:
    """A mark, or the number of hands."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr in WRITTEN and isinstance(node.ctx, ast.Load)
