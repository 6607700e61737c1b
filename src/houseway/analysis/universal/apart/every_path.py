"""All ways through `play` at once: every choice open, every card unknown.

The source is followed line by line, as in `reads`, but with the felt: counts that hang on no card are numbers (how many
cards a hand holds, what is staked), and wherever a rule asks something of a card both answers are gone on with. Ways
that have come to the same felt are one. More ways are followed than there are rounds, never fewer.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, NoReturn

from houseway.analysis.universal.apart.felt_acts import ACTS, ASKS, NoRoom, Otherwise, OutOfReach, offered
from houseway.analysis.universal.apart.leaf_words import is_rules, is_told, reckoned, said, value_of, with_unknown
from houseway.analysis.universal.apart.unseen_felt import UnseenFelt
from houseway.analysis.universal.apart.worths import (
    CHOOSER,
    FELT,
    RULES,
    SHOE,
    UNKNOWN,
    TablePart,
    Worth,
    is_known,
    is_number,
    is_place,
    is_single,
)
from houseway.analysis.universal.plain_rules import VOCABULARY, WRITTEN, lines_of

TABLES_MAX = 1_000  # ways that differ at one line
LINES_MAX = 100_000  # that are followed: some seconds
ROUNDS_MAX = 40  # of a loop, before the names that it gives are taken for anything
DEPTH_MAX = 30  # rules that call rules
NUMBERS_OF_A_PLACE = {
    "players": 1, "wagers": 2, "stakes": 3, "action": 2, "net": 2, "outcome": 2, "hands": 1, "marks": 2, "cards": 3,
    "held": 2,
}  # fmt: skip
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
PLAIN = (int, bool, min, max, abs, len)

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
        self.followed = 0  # lines

    def different(self, tables: Iterable[UnseenFelt]) -> list[UnseenFelt]:
        return [table for _, table in self._merged([(NEXT, table) for table in tables])]

    def _merged(self, found: list[tuple[Any, UnseenFelt]]) -> list[tuple[Any, UnseenFelt]]:
        """Ways with the same worth, or the same end, and the same table are one."""
        if len(found) < 2:
            return found
        seen: dict[Any, tuple[Any, UnseenFelt]] = {}
        for how, table in found:
            seen.setdefault((("=", how.worth) if isinstance(how, Returned) else how, table.key), (how, table))
        if len(seen) > TABLES_MAX or self.followed > LINES_MAX:
            raise OutOfReach("it has too many ways through its rules to follow them all")
        return list(seen.values())

    def _fail(self, node: ast.AST, what: str) -> NoReturn:
        rule, line = self.above[-1]
        raise Otherwise(f"{rule.__name__} {what} (line {line + getattr(node, 'lineno', 1) - 1} of {rule.__module__})")

    # --- rules ---

    def call(self, rule: Any, given: Sequence[Worth], table: UnseenFelt) -> Found:
        """Follow a rule; its names are its own."""
        tree, line = lines_of(rule)
        if tree is None:
            raise Otherwise(f"the source of {rule.__name__} is not all there is of it")
        names = [arg.arg for arg in tree.args.args]
        self.above.append((rule, line))
        if len(names) != len(given) or len(self.above) > DEPTH_MAX:
            self._fail(tree, "is called in a way that cannot be followed")
        ended = self._lines(tree.body, [table.copy(dict(zip(names, given, strict=True)))])
        self.above.pop()
        found = [(how.worth if isinstance(how, Returned) else None, after) for how, after in ended]
        return self._merged([(worth, after.copy(table.names)) for worth, after in found])

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
        self.followed += 1
        if isinstance(node, ast.Expr | ast.Assert):  # a round that breaks an assertion pays nothing
            return [(NEXT, after) for _, after in self._worth(_asked(node), table)]
        if isinstance(node, ast.Assign | ast.AugAssign):
            return [(NEXT, after) for after in self._assign(node, table)]
        if isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            return self._line(ast.copy_location(ast.Assign([node.target], node.value), node), table)
        if isinstance(node, ast.Return):
            found = self._worth(node.value, table) if node.value else [(None, table)]
            return [(Returned(worth), after) for worth, after in found]
        if isinstance(node, ast.If):
            return self._if(node, table)
        if isinstance(node, ast.While | ast.For) and node.orelse:
            self._fail(node, "has a loop with an else")
        if isinstance(node, ast.While):
            return self._while(node, table)
        if isinstance(node, ast.For):
            return self._for(node, table)
        if isinstance(node, ast.Break | ast.Continue):
            return [(OVER if isinstance(node, ast.Break) else AGAIN, table)]
        if not isinstance(node, ast.Pass):
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
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and isinstance(target, ast.Name)):
            self._fail(node, "has a loop over something else than a range")
        if call.func.id != "range" or callable(self._named(call.func, table)):
            self._fail(node, "has a loop over something else than a range")
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
            read = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
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
            if not isinstance(worth, tuple) and not is_single(worth):
                self._fail(target, f"takes apart what cannot be followed: {ast.unparse(target)}")
            parts = worth if isinstance(worth, tuple) else (UNKNOWN,) * len(target.elts)
            for each, part in zip(target.elts, parts, strict=True):
                self._give(each, part, table)
        else:
            self._write(target, worth, table)

    def _write(self, target: ast.expr, worth: Worth, table: UnseenFelt) -> None:
        if not isinstance(target, ast.Subscript):
            self._fail(target, f"writes {ast.unparse(target)}")
        found = self._worths([target.value, *_indices(target)], table)
        if len(found) != 1 or found[0][1].key != table.key:
            self._fail(target, f"writes {ast.unparse(target)}, a place that is not plain to see")
        (where, *last), _ = found[0]
        name = where.of.removeprefix("felt.") if isinstance(where, TablePart) else ""
        if name not in WRITTEN:
            self._fail(target, f"writes {ast.unparse(target)} itself")
        at = (*where.at, *last)
        if len(at) != NUMBERS_OF_A_PLACE[name] or not (table.is_closed or all(map(is_place, at))):
            self._fail(target, f"writes {ast.unparse(target)}, a place that hangs on cards")
        if not isinstance(worth, int) and worth is not UNKNOWN:
            self._fail(target, f"writes a card down: {ast.unparse(target)}")
        table.write(name, at, worth)

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
        return [(self._reckon(node, reckon, worths), after) for worths, after in self._worths(parts, table)]

    def _reckon(self, node: ast.expr, reckon: Callable[..., Any], worths: Sequence[Worth]) -> Worth:
        """What is not known must not hide a part of the felt."""
        if not all(is_single(each) for each in worths):
            self._fail(node, f"has an expression that cannot be followed: {ast.unparse(node)}")
        return reckoned(reckon, worths)

    def _bool(self, node: ast.BoolOp, table: UnseenFelt) -> Found:
        """The first part that decides it, as it is."""
        ends_with = isinstance(node.op, ast.Or)
        found: Found = []
        tables = [table]
        for i, part in enumerate(node.values, 1):
            heard = [each for before in tables for each in self._worth(part, before)]
            last = i == len(node.values)
            found += [(w, after) for w, after in heard if last or not is_number(w) or bool(w) == ends_with]
            tables = self.different(after for w, after in heard if not is_number(w) or bool(w) != ends_with)
        return self._merged(found)

    def _named(self, node: ast.Name, table: UnseenFelt) -> Worth:
        if node.id in table.names:
            return table.names[node.id]
        rule, _ = self.above[-1]
        found = rule.__globals__.get(node.id, next((each for each in PLAIN if each.__name__ == node.id), UNKNOWN))
        return found if is_known(found) or callable(found) else UNKNOWN

    def _attribute(self, node: ast.Attribute, of: Worth) -> Worth:
        if of == FELT and node.attr in NUMBERS_OF_A_PLACE:
            return TablePart(f"felt.{node.attr}")
        if not is_rules(of) or of.at:
            self._fail(node, f"looks into something that cannot be followed: {ast.unparse(node)}")
        return self._of_rules(TablePart(f"{of.of}.{node.attr}"))

    def _of_rules(self, part: TablePart) -> Worth:
        """A number of the rules in force, or a table of them."""
        try:
            value = value_of(part, self.rules)
        except LookupError:
            return UNKNOWN  # beyond the table: on no round's way
        return int(value) if getattr(value, "ndim", None) == 0 or isinstance(value, int) else part

    def _subscript(self, node: ast.Subscript, table: UnseenFelt) -> Found:
        found: Found = []
        for (of, *at), after in self._worths([node.value, *_indices(node)], table):
            if isinstance(of, tuple):
                known = len(at) == 1 and is_place(at[0]) and at[0] < len(of)
                found += [(each, after) for each in (of[at[0] : at[0] + 1] if known else of)]
            else:
                found.append((self._placed(node, of, at, after), after))
        return found

    def _placed(self, node: ast.Subscript, of: Worth, at: list[Worth], table: UnseenFelt) -> Worth:
        if is_single(of):
            return UNKNOWN
        if not isinstance(of, TablePart) or "." not in of.of:
            self._fail(node, f"looks into something that cannot be followed: {ast.unparse(node)}")
        part = TablePart(of.of, (*of.at, *at))
        if is_rules(part):
            return self._of_rules(part) if all(map(is_place, part.at)) else UNKNOWN
        name = part.of.removeprefix("felt.")
        if len(part.at) > NUMBERS_OF_A_PLACE[name]:
            self._fail(node, f"looks into something that cannot be followed: {ast.unparse(node)}")
        return table.read(name, part.at) if len(part.at) == NUMBERS_OF_A_PLACE[name] else part

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
            return [(self._reckon(node, rule, given), table)]
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
        if rule.__module__ in VOCABULARY and any(isinstance(each, TablePart) for each in given):
            self._fail(node, f"calls {rule.__name__}, after which a card can no longer be followed")
        if not all(is_single(each) or is_rules(each) for each in given):
            return self.call(rule, given, table)
        if UNKNOWN in given:
            return self._of_numbers(rule, given, table)
        if is_told(given):
            return [(said(rule, given), table)]
        return [(reckoned(rule, [value_of(each, self.rules) for each in given]), table)]

    def _of_numbers(self, rule: Any, given: Sequence[Worth], table: UnseenFelt) -> Found:
        """A rule that is given no felt changes nothing (`plain_rules`); one that cannot be followed says anything."""
        depth = len(self.above)
        if not table.is_closed:
            try:
                return self.call(rule, given, table)
            except Otherwise:
                del self.above[depth:]
        return [(UNKNOWN, table)]


def _asked(node: ast.Expr | ast.Assert) -> ast.expr:
    return node.value if isinstance(node, ast.Expr) else node.test


def _indices(node: ast.Subscript) -> list[ast.expr]:
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
