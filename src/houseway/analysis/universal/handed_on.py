"""What rules do with the shoe, the decider, the plan and the tape: hand them on to the acts of the table, no more.

In a proof others stand in their places: a shoe that deals what the walk wants, a plan that holds a script, a tape that
is a template. A rule that looked into them would hear of the proof and not of the round.
"""

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from houseway.rules import choice, felt, shoe
from houseway.rules.felt import Felt

RULES, SHOE, DECIDE, PLAN, FELT = range(5)  # what `play` is given, by its place
TITLES = {SHOE: "shoe", DECIDE: "decider", PLAN: "plan", FELT: "felt"}
NOT_LOOKED_AT = ("tape", "tape_at")
BY_NAME = ("wagers", "stakes", "action", "net", *NOT_LOOKED_AT)  # chips are followed by these names
ACTS: frozenset[Any] = frozenset((
    choice.ask, choice.bit, felt.deal, felt.deal_up, shoe.draw, shoe.is_void, felt.turn, felt.turn_all, felt.discard,
    felt.discard_all, felt.move, felt.say, felt.no_more_bets, felt.stake, felt.stake_wager, felt.take_back,
    felt.give_back, felt.pay, felt.settle, felt.seats_of,
))  # fmt: skip

Given = tuple[Any, int, int]  # a rule, a place among what it is given, and what lies there
Lines = Callable[[Any], tuple[ast.FunctionDef | None, int]]


def looked_into(rules: list[Any], lines: Lines, vocabulary: tuple[str, ...]) -> str:
    """The first line that does more; '' where none does. `play` is the first of the rules that it comes to."""
    handed = [each for rule in rules for each in _handed_over(rule, lines)]
    given: list[Given] = [(rules[0], place, place) for place in TITLES]
    for rule, place, what in given:  # which grows
        tree, first = lines(rule)
        if tree is None or place >= len(tree.args.args):
            return f"{rule.__name__} is called in a way that cannot be followed"
        name = tree.args.args[place].arg
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Name) or node.id != name:
                continue
            parent = parents[node]
            if isinstance(parent, ast.Call) and node in parent.args:
                called = rule.__globals__.get(parent.func.id) if isinstance(parent.func, ast.Name) else None
                for each in [called] if isinstance(called, FunctionType) else handed:
                    new = (each, parent.args.index(node), what)
                    if each.__module__ not in vocabulary and new not in given:
                        given.append(new)
            elif what != FELT or not _is_field_of_the_felt(parent):
                line = f"line {first + node.lineno - 1} of {rule.__module__}"
                return f"{rule.__name__} looks into the {TITLES[what]}: {ast.unparse(parent)} ({line})"
    return ""


def _is_field_of_the_felt(node: ast.AST) -> bool:
    """By name, or by its number."""
    if isinstance(node, ast.Attribute):
        return node.attr not in NOT_LOOKED_AT
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        number = node.slice.value
        return type(number) is int and 0 <= number < len(Felt._fields) and Felt._fields[number] not in BY_NAME
    return False


def _handed_over(rule: Any, lines: Lines) -> list[Any]:
    """Rules that a rule names without calling them: whoever is given them may."""
    tree, _ = lines(rule)
    if tree is None:
        return []
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called]
    found = [rule.__globals__.get(name) for name in dict.fromkeys(names)]
    return [each for each in found if isinstance(each, FunctionType)]
