"""Rules that say the same of the same, and leave nothing behind: those may be asked instead of followed."""

import ast
import inspect
import textwrap
from functools import cache
from types import FunctionType
from typing import Any

from houseway.analysis.universal.apart.worths import is_known
from houseway.games.source_tree import tree_of

BUILT_IN = ("int", "bool", "min", "max", "abs", "range", "len")
REMEMBERS = (ast.Global, ast.Nonlocal, ast.FunctionDef, ast.Lambda, ast.Import, ast.ImportFrom, ast.Delete)


@cache
def lines_of(rule: FunctionType) -> tuple[ast.FunctionDef | None, int]:
    """The source of a rule and its first line; none where something stands around it."""
    if hasattr(rule, "__wrapped__") or rule.__closure__ or rule.__name__ == "<lambda>":
        return None, 0
    source, line = inspect.getsourcelines(rule)
    tree = tree_of(textwrap.dedent("".join(source))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    odd = tree.decorator_list or tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.posonlyargs
    return (None if odd else tree), line


@cache
def is_pure(rule: FunctionType) -> bool:
    """It writes only names of its own, reads only numbers beside them, and calls only such rules."""
    tree, _ = lines_of(rule)
    if tree is None:
        return False
    nodes = [node for line in tree.body for node in ast.walk(line)]
    own = {arg.arg for arg in tree.args.args}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    others = {node.id for node in nodes if isinstance(node, ast.Name)} - own
    return not any(_leaves_something(node, own) for node in nodes) and all(_is_fixed(rule, name) for name in others)


def _leaves_something(node: ast.AST, own: set[str]) -> bool:
    if isinstance(node, ast.Call):
        return not isinstance(node.func, ast.Name) or node.func.id in own
    return isinstance(node, REMEMBERS) or (
        isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load)
    )


def _is_fixed(rule: FunctionType, name: str) -> bool:
    if name not in rule.__globals__:
        return name in BUILT_IN
    found: Any = rule.__globals__[name]
    return is_known(found) or (isinstance(found, FunctionType) and (found is rule or is_pure(found)))
