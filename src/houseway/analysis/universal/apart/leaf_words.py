"""What is made of worths: words of leaf rules, numbers of the rules in force, names that may be anything."""

import ast
import operator
from collections.abc import Sequence
from typing import Any

from houseway.analysis.universal.apart.unseen_felt import UnseenFelt
from houseway.analysis.universal.apart.worths import RULES, UNKNOWN, DealtCard, LeafWord, TablePart, Worth
from houseway.analysis.universal.reads import POKER


def is_rules(worth: Worth) -> bool:
    return isinstance(worth, TablePart) and worth.of.startswith(RULES.of)


def value_of(worth: Worth, rules: Any) -> Any:
    """The rules in force, a part of them, or a number as it is."""
    if not is_rules(worth):
        return worth
    for name in worth.of.split(".")[1:]:
        rules = getattr(rules, name)
    return rules[worth.at] if worth.at else rules


def is_told(given: Sequence[Worth]) -> bool:
    """Whether there are cards among them, or what is said of cards."""
    return any(isinstance(each, DealtCard | LeafWord) for each in given)


def said(rule: Any, given: Sequence[Worth]) -> LeafWord:
    """Of poker hands the order of the cards does not matter (`reads.POKER`)."""
    if rule in POKER:
        return LeafWord(rule, (given[0], *sorted(given[1:], key=repr)))
    return LeafWord(rule, tuple(given))


def reckoned(rule: Any, given: Sequence[Worth]) -> Worth:
    """A sum or a comparison: a number where all parts are. What cannot be reckoned is on no round's way."""
    if rule is int and isinstance(given[0], DealtCard | LeafWord):
        return given[0]
    try:
        return UNKNOWN if UNKNOWN in given or is_told(given) else plain(rule(*given))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
        return UNKNOWN


def plain(value: Any) -> Worth:
    """What a rule of numbers gives back."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    try:
        return None if value is None else operator.index(value)
    except TypeError:
        return UNKNOWN


def with_unknown(table: UnseenFelt, node: ast.AST) -> UnseenFelt:
    """Names that a loop gives may be anything."""
    after = table.copy()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            after.names[each.id] = UNKNOWN
    return after
