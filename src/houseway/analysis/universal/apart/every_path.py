"""All ways through `play` at once: every choice open, every card unknown.

The source is followed line by line, as in `reads`, but with the felt: counts that hang on no card are numbers (how many
cards a hand holds, what is staked), and wherever a rule asks something of a card both answers are gone on with. Ways
that have come to the same felt are one. More ways are followed than there are rounds, never fewer.
"""

import ast
import inspect
import operator
import textwrap
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any

from houseway.analysis.universal.apart.felt_acts import ACTS, ASKS, VOCABULARY, NoRoom, Otherwise, offered
from houseway.analysis.universal.apart.leaf_words import (
    is_leaf,
    is_rules,
    loaded,
    plain,
    plainly,
    said,
    value_of,
    with_unknown,
)
from houseway.analysis.universal.apart.unseen_felt import COUNTED, NEVER_WRITTEN, UnseenFelt
from houseway.analysis.universal.apart.worths import (
    CHOOSER,
    FELT,
    RULES,
    SHOE,
    UNKNOWN,
    DealtCard,
    LeafWord,
    Part,
    Worth,
    is_known,
    is_number,
)
from houseway.games.source_tree import tree_of

TABLES_MAX = 1_000  # ways that differ at one line
ROUNDS_MAX = 40  # of a loop, before the names that it gives are taken for anything
DEPTH_MAX = 30  # rules that call rules
READ_AS_THEY_LIE = {"cards": 3, "held": 2, "hands": 1, "marks": 2, "stakes": 3, "wagers": 2, "players": 1}
WRITTEN = ("hands", "marks")
ADDED: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.BitXor: operator.xor,
}  # fmt: skip
COMPARED: dict[type, Callable[..., Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip
TURNED: dict[type, Callable[..., Any]] = {
    ast.Not: operator.not_, ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
}  # fmt: skip
PLAIN = (int, bool, min, max, abs)

Found = list[tuple[Worth, UnseenFelt]]  # what an expression may be worth, and the table after it
NEXT, OVER, AGAIN = range(3)  # how a line ends: go on, leave the loop, begin it again; else what is returned


class Returned:
    def __init__(self, worth: Worth) -> None:
        self.worth = worth


Ended = list[tuple[Any, UnseenFelt]]  # NEXT, OVER, AGAIN or Returned, and the table


def every_end(play: Callable[..., Any], rules: Any, table: UnseenFelt) -> list[UnseenFelt]:
    """The tables at the end of all ways through a round."""
    ways = _Ways(rules)
    return ways.different(after for _, after in ways.call(play, (RULES, SHOE, CHOOSER, CHOOSER, FELT), table))


class _Ways:
    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.above: list[tuple[FunctionType, int]] = []  # the rules being followed, and their first lines
        self.trees: dict[FunctionType, tuple[ast.FunctionDef, int]] = {}

    def different(self, tables: Iterable[UnseenFelt]) -> list[UnseenFelt]:
        found = list({table.key: table for table in tables}.values())
        if len(found) > TABLES_MAX:
            raise Otherwise(f"has more than {TABLES_MAX:,} ways through its rules")
        return found

    def _merged(self, found: list[tuple[Any, UnseenFelt]]) -> list[tuple[Any, UnseenFelt]]:
        """Ways with the same worth, or the same end, and the same table are one."""
        seen: dict[Any, tuple[Any, UnseenFelt]] = {}
        for how, table in found:
            seen.setdefault((("=", how.worth) if isinstance(how, Returned) else how, table.key), (how, table))
        if len(seen) > TABLES_MAX:
            raise Otherwise(f"has more than {TABLES_MAX:,} ways through its rules")
        return list(seen.values())

    def _fail(self, node: ast.AST, what: str) -> None:
        rule, line = self.above[-1]
        raise Otherwise(f"{rule.__name__} {what} (line {line + getattr(node, 'lineno', 1) - 1} of {rule.__module__})")

    # --- rules ---

    def call(self, rule: Any, given: Sequence[Worth], table: UnseenFelt) -> Found:
        """Follow a rule; its names are its own."""
        tree, line = self._tree(rule)
        names = [arg.arg for arg in tree.args.args]
        self.above.append((rule, line))
        if len(names) != len(given) or len(self.above) > DEPTH_MAX:
            self._fail(tree, "is called in a way that cannot be followed")
        ended = self._lines(tree.body, [table.copy(dict(zip(names, given, strict=True)))])
        self.above.pop()
        found = [(how.worth if isinstance(how, Returned) else None, after) for how, after in ended]
        return self._merged([(worth, after.copy(table.names)) for worth, after in found])

    def _tree(self, rule: FunctionType) -> tuple[ast.FunctionDef, int]:
        if rule not in self.trees:
            source, line = inspect.getsourcelines(rule)
            tree = tree_of(textwrap.dedent("".join(source))).body[0]
            assert isinstance(tree, ast.FunctionDef)
            self.trees[rule] = tree, line
        return self.trees[rule]

    # --- lines ---

    def _lines(self, nodes: Sequence[ast.stmt], tables: list[UnseenFelt]) -> Ended:
        """Line after line; what ends early is set aside."""
        early: Ended = []
        for node in nodes:
            ended = [each for table in tables for each in self._line(node, table)]
            early += [(how, table) for how, table in ended if how != NEXT]
            tables = self.different(table for how, table in ended if how == NEXT)
        return self._merged(early + [(NEXT, table) for table in tables])

    def _line(self, node: ast.stmt, table: UnseenFelt) -> Ended:
        if isinstance(node, ast.Expr):
            return [(NEXT, after) for _, after in self._worth(node.value, table)]
        if isinstance(node, ast.Assign | ast.AugAssign):
            return [(NEXT, after) for after in self._assign(node, table)]
        if isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            return self._line(ast.copy_location(ast.Assign([node.target], node.value), node), table)
        if isinstance(node, ast.Return):
            found = self._worth(node.value, table) if node.value else [(None, table)]
            return [(Returned(worth), after) for worth, after in found]
        if isinstance(node, ast.If):
            return self._if(node, table)
        if isinstance(node, ast.While):
            return self._while(node, table)
        if isinstance(node, ast.For):
            return self._for(node, table)
        if isinstance(node, ast.Break | ast.Continue):
            return [(OVER if isinstance(node, ast.Break) else AGAIN, table)]
        if not isinstance(node, ast.Pass | ast.Assert):  # a round that breaks an assertion pays nothing
            self._fail(node, f"has a line that cannot be followed ({type(node).__name__})")
        return [(NEXT, table)]

    def _if(self, node: ast.If, table: UnseenFelt) -> Ended:
        found: Ended = []
        for answer, after in self._answers(node.test, table):
            found += self._lines(node.body if answer else node.orelse, [after])
        return found

    def _while(self, node: ast.While, table: UnseenFelt) -> Ended:
        def body(before: UnseenFelt) -> tuple[Ended, list[UnseenFelt]]:
            answers = self._answers(node.test, before)
            inside = [after for answer, after in answers if answer]
            return self._lines(node.body, inside) if inside else [], [after for answer, after in answers if not answer]

        return self._until_nothing_is_new(node, table, body)

    def _until_nothing_is_new(self, node: ast.While | ast.For, table: UnseenFelt, body: Any) -> Ended:
        """Round after round of a loop, until no table comes up that was not there before."""
        ended: Ended = []
        seen = {table.key}
        tables, rounds = [table], 0
        while tables:
            rounds += 1
            if rounds > 2 * ROUNDS_MAX:
                self._fail(node, "has a loop without an end that can be seen")
            again: list[UnseenFelt] = []
            for before in tables:
                inside, outside = body(before)
                ended += [(NEXT, after) for after in outside]
                ended += [(NEXT, after) for how, after in inside if how == OVER]
                ended += [(how, after) for how, after in inside if isinstance(how, Returned)]
                again += [after for how, after in inside if how in (NEXT, AGAIN)]
            if rounds >= ROUNDS_MAX:
                again = [with_unknown(after, node) for after in again]
            tables = [after for after in self.different(again) if after.key not in seen]
            seen |= {after.key for after in tables}
        return self._merged(ended)

    def _for(self, node: ast.For, table: UnseenFelt) -> Ended:
        call, target = node.iter, node.target
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) == "range" and isinstance(target, ast.Name)):
            self._fail(node, "has a loop over something else than a range")
        assert isinstance(call, ast.Call)
        assert isinstance(target, ast.Name)
        ended: Ended = []
        for bounds, after in self._worths(call.args, table):
            if all(isinstance(each, int) for each in bounds):
                ended += self._counted(node, target.id, range(*bounds), after)
            else:
                ended += self._uncounted(node, target.id, after)
        return self._merged(ended)

    def _counted(self, node: ast.For, name: str, numbers: range, table: UnseenFelt) -> Ended:
        ended: Ended = []
        tables = [table]
        for number in numbers:
            begun = [each.copy({**each.names, name: number}) for each in tables]
            after = self._lines(node.body, begun)
            ended += [(NEXT if how == OVER else how, each) for how, each in after if how not in (NEXT, AGAIN)]
            tables = self.different(each for how, each in after if how in (NEXT, AGAIN))
        return ended + [(NEXT, each) for each in tables]

    def _uncounted(self, node: ast.For, name: str, table: UnseenFelt) -> Ended:
        def body(before: UnseenFelt) -> tuple[Ended, list[UnseenFelt]]:
            inside = before.copy()
            inside.names[name] = UNKNOWN
            return self._lines(node.body, [inside]), [before]

        return self._until_nothing_is_new(node, table, body)

    def _assign(self, node: ast.Assign | ast.AugAssign, table: UnseenFelt) -> list[UnseenFelt]:
        if isinstance(node, ast.AugAssign):
            read = ast.copy_location(ast.BinOp(loaded(node.target), node.op, node.value), node)
            targets: Sequence[ast.expr] = [node.target]
            found = self._worth(read, table)
        else:
            targets, found = node.targets, self._worth(node.value, table)
        tables = []
        for worth, after in found:
            written = after.copy()
            for target in targets:
                self._give(target, worth, written)
            tables.append(written)
        return self.different(tables)

    def _give(self, target: ast.expr, worth: Worth, table: UnseenFelt) -> None:
        if isinstance(target, ast.Name):
            table.names[target.id] = worth
        elif isinstance(target, ast.Tuple):
            parts = worth if isinstance(worth, tuple) else (UNKNOWN,) * len(target.elts)
            for each, part in zip(target.elts, parts, strict=True):
                self._give(each, part, table)
        else:
            self._write(target, worth, table)

    def _write(self, target: ast.expr, worth: Worth, table: UnseenFelt) -> None:
        """Of the felt itself a rule may write how many hands there are, and its own marks."""
        of = self._worth(target.value, table) if isinstance(target, ast.Subscript) else []
        where = of[0][0] if of else None
        if not isinstance(target, ast.Subscript) or not isinstance(where, Part):
            self._fail(target, f"writes {ast.unparse(target)}")
            return
        if where.of.removeprefix("felt.") not in WRITTEN:
            self._fail(target, f"writes {ast.unparse(target)} itself")
        at = (*where.at, *self._places(target, table))
        if not table.is_closed and not all(isinstance(each, int) for each in at):
            self._fail(target, f"writes {ast.unparse(target)}, a place that hangs on cards")
        if not isinstance(worth, int) and worth is not UNKNOWN:
            self._fail(target, f"writes a card down: {ast.unparse(target)}")
        table.write(where.of.removeprefix("felt."), at, worth)

    def _places(self, node: ast.Subscript, table: UnseenFelt) -> tuple[Worth, ...]:
        """The indices of a place that is written; nothing may happen in them."""
        nodes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        (found,) = self._worths(nodes, table) or [([], table)]
        return tuple(found[0])

    # --- expressions ---

    def _answers(self, node: ast.expr, table: UnseenFelt) -> list[tuple[bool, UnseenFelt]]:
        """Whether something holds: yes, no, or both."""
        found: list[tuple[bool, UnseenFelt]] = []
        for worth, after in self._worth(node, table):
            found += [(bool(worth), after)] if is_number(worth) else [(True, after.copy()), (False, after.copy())]
        return self._merged(found)

    def _worths(self, nodes: Sequence[ast.expr], table: UnseenFelt) -> list[tuple[list[Worth], UnseenFelt]]:
        found: list[tuple[list[Worth], UnseenFelt]] = [([], table)]
        for node in nodes:
            found = [([*before, worth], after) for before, at in found for worth, after in self._worth(node, at)]
        return found

    def _worth(self, node: ast.expr, table: UnseenFelt) -> Found:
        if isinstance(node, ast.Constant):
            return [(node.value if is_number(node.value) else UNKNOWN, table)]
        if isinstance(node, ast.Name):
            return [(self._named(node, table), table)]
        if isinstance(node, ast.Attribute):
            return [(self._attribute(node, of), after) for of, after in self._worth(node.value, table)]
        if isinstance(node, ast.Subscript):
            return self._subscript(node, table)
        if isinstance(node, ast.Call):
            return self._called(node, table)
        if isinstance(node, ast.IfExp):
            chosen = [(node.body if answer else node.orelse, at) for answer, at in self._answers(node.test, table)]
            return self._merged([each for branch, after in chosen for each in self._worth(branch, after)])
        if isinstance(node, ast.BoolOp):
            return self._bool(node, table)
        if isinstance(node, ast.Tuple):
            return [(tuple(worths), after) for worths, after in self._worths(node.elts, table)]
        return self._reckoned(node, table)

    def _reckoned(self, node: ast.expr, table: UnseenFelt) -> Found:
        """Sums and comparisons: a number where all parts are."""
        if isinstance(node, ast.BinOp) and type(node.op) in ADDED:
            parts, reckon = [node.left, node.right], ADDED[type(node.op)]
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARED:
            parts, reckon = [node.left, *node.comparators], COMPARED[type(node.ops[0])]
        elif isinstance(node, ast.UnaryOp):
            parts, reckon = [node.operand], TURNED[type(node.op)]
        else:
            self._fail(node, f"has an expression that cannot be followed: {ast.unparse(node)}")
            return []
        found = self._worths(parts, table)
        return [(reckon(*worths) if all(map(is_number, worths)) else UNKNOWN, after) for worths, after in found]

    def _bool(self, node: ast.BoolOp, table: UnseenFelt) -> Found:
        ends_with = isinstance(node.op, ast.Or)
        found: Found = []
        tables = [table]
        for i, part in enumerate(node.values):
            answers = [each for before in tables for each in self._answers(part, before)]
            last = i == len(node.values) - 1
            found += [(answer, after) for answer, after in answers if last or answer == ends_with]
            tables = [after for answer, after in answers if answer != ends_with]
        return self._merged(found)

    def _named(self, node: ast.Name, table: UnseenFelt) -> Worth:
        if node.id in table.names:
            return table.names[node.id]
        rule, _ = self.above[-1]
        found = rule.__globals__.get(node.id, next((each for each in PLAIN if each.__name__ == node.id), UNKNOWN))
        return found if is_known(found) or callable(found) else UNKNOWN

    def _attribute(self, node: ast.Attribute, of: Worth) -> Worth:
        if of == FELT:
            if node.attr in ("tape", "tape_at"):
                self._fail(node, "looks at the tape")
            return Part(f"felt.{node.attr}")
        if isinstance(of, Part) and of.of.startswith("rules") and not of.at:
            return self._of_rules(Part(f"{of.of}.{node.attr}"))
        self._fail(node, f"looks into something that cannot be followed: {ast.unparse(node)}")
        return UNKNOWN

    def _of_rules(self, part: Part) -> Worth:
        """A number of the rules in force, or a table of them."""
        value = value_of(part, self.rules)
        return int(value) if getattr(value, "ndim", None) == 0 or isinstance(value, int) else part

    def _subscript(self, node: ast.Subscript, table: UnseenFelt) -> Found:
        nodes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        found: Found = []
        for (of, *at), after in self._worths([node.value, *nodes], table):
            if isinstance(of, tuple):
                found.append((of[at[0]] if isinstance(at[0], int) else UNKNOWN, after))
            elif isinstance(of, Part):
                found.append((self._placed(Part(of.of, (*of.at, *at)), after), after))
            else:
                found.append((UNKNOWN, after))
        return found

    def _placed(self, part: Part, table: UnseenFelt) -> Worth:
        if part.of.startswith("rules"):
            return self._of_rules(part) if all(isinstance(each, int) for each in part.at) else UNKNOWN
        name = part.of.removeprefix("felt.")
        if len(part.at) < READ_AS_THEY_LIE.get(name, 0):
            return part
        return table.read(name, part.at) if name in (*COUNTED, *NEVER_WRITTEN, "cards") else UNKNOWN

    # --- calls ---

    def _called(self, node: ast.Call, table: UnseenFelt) -> Found:
        if node.keywords:
            self._fail(node, f"calls {ast.unparse(node.func)} in a way that cannot be followed")
        found: Found = []
        for (rule, *given), after in self._worths([node.func, *node.args], table):
            found += self._ruled(node, rule, given, after)
        return self._merged(found)

    def _ruled(self, node: ast.Call, rule: Worth, given: list[Worth], table: UnseenFelt) -> Found:
        if rule in PLAIN:
            return [(plainly(rule, given), table)]
        if not isinstance(rule, FunctionType):
            self._fail(node, f"calls {ast.unparse(node.func)}, which is no rule")
        if rule in ASKS:
            return [(act, table.copy()) for act in offered(given[-1])]
        if rule in ACTS:
            after = table.copy()
            try:
                return [(ACTS[rule](after, given), after)]
            except NoRoom:
                return []
            except Otherwise as otherwise:
                self._fail(node, str(otherwise))
        if rule.__module__ in VOCABULARY and any(isinstance(each, Part) for each in given):
            self._fail(node, f"calls {rule.__name__}, after which a card can no longer be followed")
        if is_leaf(given):
            return [(said(rule, given), table)]
        if all(is_number(each) or is_rules(each) for each in given):
            return [(plain(rule(*(value_of(each, self.rules) for each in given))), table)]
        if all(
            each is UNKNOWN or is_number(each) or is_rules(each) or isinstance(each, DealtCard | LeafWord)
            for each in given
        ):
            return self._of_numbers(rule, given, table)
        return self.call(rule, given, table)

    def _of_numbers(self, rule: Any, given: Sequence[Worth], table: UnseenFelt) -> Found:
        """A rule that is given no felt changes none: where it cannot be followed, what it says may be anything."""
        depth = len(self.above)
        if not table.is_closed:
            try:
                return self.call(rule, given, table)
            except Otherwise:
                del self.above[depth:]
        return [(UNKNOWN, table)]
