"""The faults of a Python file: each one node of its syntax, changed in the text so that all else stays as it is."""

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator

from tests.mutants.fault import Fault

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
COUNTED = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "*", ast.Pow: "*",
    ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "&", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
PRECISION = re.compile(r"(?<=:)([^{}:.']*\.)(\d)(?=[f%e])")
SETS = ("index_3", "index_4", "index_4_repeated", "sorted_4", "_sorted_3", "three_value", "make_natural")  # of cards
EITHER_WAY = ("min", "max", "gcd", "lcm", "suppress", *SETS)  # the order of what they are given says nothing
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def faults(path: str, text: str) -> list[Fault]:
    """Every fault that we know to make in this file, in the order of the text."""
    return sorted(_Finder(path, text).found(), key=lambda fault: (fault.start, fault.kind, fault.new))


class _Finder:
    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.lines = text.splitlines(keepends=True)
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line))

        self.tree = ast.parse(text)
        self.formatted = [self._span(node) for node in ast.walk(self.tree) if isinstance(node, ast.JoinedStr)]

    def found(self) -> Iterator[Fault]:
        yield from self._within(self.tree, "")

    def _within(self, node: ast.AST, function: str) -> Iterator[Fault]:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue  # types are mypy's to hold
            for child in value if isinstance(value, list) else [value]:
                if not isinstance(child, ast.AST) or _says_nothing(child):
                    continue
                inner = function
                if isinstance(child, FUNCTIONS | ast.ClassDef):
                    outer = f"{function}.<locals>" if isinstance(node, FUNCTIONS) and function else function
                    inner = f"{outer}.{child.name}" if function else child.name
                yield from (fault for fault in self._at(child, inner) if fault is not None)
                yield from self._within(child, inner)

    def _at(self, node: ast.AST, function: str) -> Iterator[Fault | None]:
        def change(kind: str, start: int, end: int, new: str) -> Fault | None:
            line = bisect_right(self.begins, start)
            old = self.text[start:end]
            if old == new:
                return None
            return Fault(self.path, kind, start, end, new, old, line, function, self.begins[line - 1])

        if not isinstance(node, ast.expr | ast.stmt) or not self._stands_there(node):
            return
        start, end = self._span(node)
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                yield change(
                    "comparison",
                    self._span(left)[1],
                    self._span(right)[0],
                    self._between(left, right, COMPARED[type(op)]),
                )
            case ast.BinOp(left=left, op=op, right=right) if type(op) in COUNTED:
                yield change(
                    "arithmetic",
                    self._span(left)[1],
                    self._span(right)[0],
                    self._between(left, right, COUNTED[type(op)]),
                )
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield change("sign", start, end, self._words(operand))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield change("boolean", start, end, f"bool({self._words(operand)})")
            case ast.BoolOp(op=op, values=[first, second, *_]):
                word = "or" if isinstance(op, ast.And) else "and"
                yield change("boolean", self._span(first)[1], self._span(second)[0], self._between(first, second, word))
            case ast.Constant(value=bool(value)):
                yield change("constant", start, end, str(not value))
            case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
                yield change("constant", start, end, repr(value + 1))
            case ast.Return(value=ast.expr() as value) if not _is_plain(value):
                yield change("return", *self._span(value), "None")
            case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Delete():
                yield change("removed", start, end, "pass")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                yield change("removed", start, end, "pass")
            case ast.Call(func=called, args=[first, second, *_]) if (
                not any(isinstance(each, ast.Starred) for each in (first, second)) and _name(called) not in EITHER_WAY
            ):
                words = (
                    self._words(second) + self.text[self._span(first)[1] : self._span(second)[0]] + self._words(first)
                )
                yield change("swapped", self._span(first)[0], self._span(second)[1], words)
            case ast.If(test=test) | ast.IfExp(test=test) if self._stands_there(test):
                yield change("condition", *self._span(test), f"(not ({self._words(test)}))")
            case ast.Dict(keys=keys):
                for key in keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str) and self._stands_there(key):
                        yield change("key", *self._span(key), repr(f"{key.value}_"))
            case ast.JoinedStr():
                for found in PRECISION.finditer(self.text, start, end):
                    yield change("precision", *found.span(2), str(int(found[2]) + 1))
            case _:
                pass

    def _between(self, left: ast.expr, right: ast.expr, word: str) -> str:
        """The same text between two operands, brackets and all, with another operator."""
        between = self.text[self._span(left)[1] : self._span(right)[0]]
        return re.sub(r"[^\s()#]+( (in|not))?(?=[\s()]*$)", word, between, count=1)

    def _words(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.text[start:end]

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._place(node.lineno, node.col_offset), self._place(node.end_lineno, node.end_col_offset)

    def _place(self, line: int, bytes_in: int) -> int:
        return self.begins[line - 1] + len(self.lines[line - 1].encode()[:bytes_in].decode(errors="ignore"))

    def _stands_there(self, node: ast.expr | ast.stmt) -> bool:
        """Whether the node is where Python says: within an f-string it sometimes is not."""
        start, end = self._span(node)
        if not any(begin <= start < close for begin, close in self.formatted):
            return True
        try:
            return ast.dump(ast.parse(f"({self.text[start:end]}\n)", mode="eval").body) == ast.dump(node)
        except SyntaxError:
            return False


def _is_plain(value: ast.expr) -> bool:
    """None is returned already; and it says no as False does, which is made True as a constant."""
    return isinstance(value, ast.Constant) and (value.value is None or value.value is False)


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def _says_nothing(node: ast.AST) -> bool:
    """A docstring, an import, also for types alone, a list of names, a line of the log, or what no caller reaches."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Raise(exc=ast.Name(id="NotImplementedError")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log")))):
            return True
    named = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__"
    return named or isinstance(node, ast.Import | ast.ImportFrom | ast.Assert)
