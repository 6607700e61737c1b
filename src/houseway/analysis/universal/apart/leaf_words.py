"""What is made of worths: words of leaf rules, numbers of the rules in force, names that may be anything."""

import ast
import operator
from collections.abc import Sequence
from typing import Any

from houseway.analysis.universal.alike import POKER
from houseway.analysis.universal.apart.unseen_felt import UnseenFelt
from houseway.analysis.universal.apart.worths import RULES, UNKNOWN, DealtCard, LeafWord, Part, Worth, is_number
from houseway.games.source_tree import tree_of


def is_rules(worth: Worth) -> bool:
    return isinstance(worth, Part) and worth.of.startswith(RULES.of)


def value_of(worth: Worth, rules: Any) -> Any:
    """The rules in force, a part of them, or a number as it is."""
    if not is_rules(worth):
        return worth
    for name in worth.of.split(".")[1:]:
        rules = getattr(rules, name)
    return rules[worth.at] if worth.at else rules


def is_leaf(given: Sequence[Worth]) -> bool:
    """Cards or what is said of them, and beside them only what hangs on nothing."""
    told = [isinstance(each, DealtCard | LeafWord) for each in given]
    return any(told) and all(
        is_told or is_number(each) or is_rules(each) for is_told, each in zip(told, given, strict=True)
    )


def said(rule: Any, given: Sequence[Worth]) -> LeafWord:
    """Of poker hands the order of the cards does not matter (`alike.POKER`)."""
    if rule in POKER:
        return LeafWord(rule, (given[0], *sorted(given[1:], key=repr)))
    return LeafWord(rule, tuple(given))


def plainly(rule: Any, given: Sequence[Worth]) -> Worth:
    if rule is int and isinstance(given[0], DealtCard | LeafWord):
        return given[0]
    return rule(*given) if all(map(is_number, given)) else UNKNOWN


def plain(value: Any) -> Worth:
    """What a rule of numbers gives back."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    try:
        return None if value is None else operator.index(value)
    except TypeError:
        return UNKNOWN


def loaded(node: ast.expr) -> ast.expr:
    """The same place, read instead of written."""
    return tree_of(ast.unparse(node)).body[0].value


def with_unknown(table: UnseenFelt, node: ast.AST) -> UnseenFelt:
    """Names that a loop gives may be anything."""
    after = table.copy()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            after.names[each.id] = UNKNOWN
    return after
