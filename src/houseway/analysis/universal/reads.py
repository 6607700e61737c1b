"""What the rules read: through which leaf rules the faces of cards reach the bets, taken from the source of `play`.

A card may be dealt, lie in a place, be given a name (`own = felt.cards[seat, 0]`) and be passed to a leaf rule: a
function that takes cards and neither felt nor shoe. Then a round is nothing but what leaf rules say of cards in certain
places, and whatever leaves all of that as it is leaves the round as it is. Any other use of a card (a comparison, a
sum, a place that is not written as a number) is named with its line, and then nothing is taken for alike.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from houseway.analysis.universal.plain_rules import VOCABULARY, lines_of
from houseway.analysis.universal.shape import SEAT_1
from houseway.rules.poker import five, seven, six

POKER = (five, six, seven)  # sums of keys: alike in all places, whatever the suits are called
DEALS = ("deal", "deal_up", "draw")
NEVER_READ = ("tape", "tape_at")
PLACE_WORDS = 3  # seat, hand, place

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Read:
    """A call of a leaf rule: which rule, what it takes first, and where its cards lie."""

    leaf: Callable[..., Any]
    first: str  # '' nothing, 'rules', or 'rules.<field>'
    places: tuple[Place, ...]
    line: str


@dataclass(frozen=True)
class LeafSaid:
    """What a round hears of a leaf rule: what it says, or only what another rule makes of that."""

    read: Read
    made_by: Callable[[int], Any] | None = None


@dataclass
class Reads:
    calls: list[Read] = field(default_factory=list)
    said: list[LeafSaid] = field(default_factory=list)
    otherwise: str = ""  # the first other use of a card, in words
    anywhere: bool = False  # cards may lie anywhere: places that are not known are -1


@dataclass(frozen=True)
class _Card:
    """An expression for a card, a hand or all cards: the indices so far, None where one is not known."""

    at: tuple[int | None, ...]


@dataclass(frozen=True)
class _Thing:
    """The felt, the shoe, the rules, a field of the rules, or what decides."""

    name: str


_Known = _Card | _Thing | LeafSaid | int | None


class _Otherwise(Exception):
    pass


def reads_of(play: Callable[..., Any], *, anywhere: bool = False) -> Reads:
    """Every leaf rule that a round calls, or the first line that does something else with a card.

    With `anywhere` only what a leaf rule says of cards is asked, not where they lie: cards may move.
    """
    return _read(play, [_Thing(name) for name in ("rules", "shoe", "decide", "plan", "felt")], Reads(anywhere=anywhere))


def follow_reads(follow: Callable[..., Any]) -> Reads:
    """The same of what follows a plan, wherever cards lie; the plan is called `rules` here."""
    return _read(follow, [_Thing("rules"), _Thing("felt"), None, None, None], Reads(anywhere=True))


def _read(function: Callable[..., Any], given: "list[_Known]", found: Reads) -> Reads:
    try:
        _hear(found, _Function(function, given, found, ()).read())
    except _Otherwise as otherwise:
        found.otherwise = str(otherwise)
    return found


def _hear(found: Reads, value: _Known) -> None:
    """What a leaf rule says is used here."""
    if isinstance(value, LeafSaid) and value not in found.said:
        found.said.append(value)


class _Function:
    """One function under the arguments it is called with."""

    def __init__(self, function: Any, given: list[_Known], found: Reads, above: tuple[Any, ...]) -> None:
        if function in above:
            raise _Otherwise(f"{function.__name__} calls itself")
        self.function = function
        self.found = found
        self.above = (*above, function)
        tree, self.first_line = lines_of(function)
        if tree is None:
            raise _Otherwise(f"the source of {function.__name__} is not all there is of it")
        self.tree = tree
        names = [arg.arg for arg in tree.args.args]
        if len(names) != len(given):
            self._fail(tree, "is called in a way that cannot be followed")
        self.known: dict[str, _Known] = dict(zip(names, given, strict=True))
        self.gives: set[_Known] = set()

    def read(self) -> _Known:
        self._name_all()
        for statement in self.tree.body:
            self._statement(statement)
        if len(self.gives) > 1 and any(isinstance(each, _Card | _Thing) for each in self.gives):
            self._fail(self.tree, "gives now one card and now another")
        if len(self.gives) == 1:
            return self.gives.pop()
        for each in self.gives:
            _hear(self.found, each)
        return None

    def _fail(self, node: ast.AST, what: str) -> None:
        line = self.first_line + getattr(node, "lineno", 1) - 1
        raise _Otherwise(f"{self.function.__name__} {what} (line {line} of {self.function.__module__})")

    def _name_all(self) -> None:
        """A name means something only where it is given once and does not stand for different things."""
        given: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                given[node.id] = given.get(node.id, 0) + 1
        loops = [node.target for node in ast.walk(self.tree) if isinstance(node, ast.For)]
        self.looped = {
            name for name, times in given.items()
            if times == sum(isinstance(each, ast.Name) and each.id == name for each in loops)
        }  # fmt: skip
        self.once = {name for name, times in given.items() if times == 1 and name not in (*self.known, *self.looped)}
        self.again = set(given) - self.once
        for name in self.again:
            if isinstance(self.known.get(name), _Card | _Thing):
                self._fail(self.tree, f"gives '{name}' another meaning")
            self.known[name] = None

    def _statement(self, node: ast.stmt) -> None:
        if isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.For):
            self._loop(node)
        elif isinstance(node, ast.Return):
            self.gives.add(self._unheard(node.value) if node.value else None)
        elif isinstance(node, ast.Expr):
            self._value(node.value)  # what is dropped is not read
        elif isinstance(node, ast.If | ast.While):
            self._number(node.test)
            for each in (*node.body, *node.orelse):
                self._statement(each)
        elif isinstance(node, ast.AugAssign):
            self._number(node.target)
            self._number(node.value)
        elif isinstance(node, ast.Assert):
            self._number(node.test)
        elif isinstance(node, ast.AnnAssign):
            if node.value:
                self._number(node.value)
        elif not isinstance(node, ast.Pass | ast.Break | ast.Continue):
            self._fail(node, f"has a statement that cannot be followed ({type(node).__name__})")

    def _assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name):
            value = self._value(node.value)
            if isinstance(value, _Card | _Thing) and target.id not in self.once:
                self._fail(node, f"gives '{target.id}' more than one card")
            if target.id in self.once:
                self.known[target.id] = value
            return
        if (
            len(node.targets) == 1
            and isinstance(target, ast.Tuple)
            and isinstance(node.value, ast.Tuple)
            and len(target.elts) == len(node.value.elts)
        ):
            for name, given in zip(target.elts, node.value.elts, strict=True):
                self._assign(ast.copy_location(ast.Assign([name], given), node))
            return
        self._number(node.value)
        for each in node.targets:
            self._number(each)

    def _loop(self, node: ast.For) -> None:
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            self._fail(node, "has a loop over something else than a range")
            return
        for each in call.args:
            self._number(each)
        if isinstance(node.target, ast.Name):
            over_seats = node.target.id in self.looped and self._over_seats(call)
            self.known[node.target.id] = SEAT_1 if over_seats else None
        for each_statement in (*node.body, *node.orelse):
            self._statement(each_statement)

    def _over_seats(self, call: ast.Call) -> bool:
        """From the first seat to the last or back: with one seat, that one."""
        bounds = [ast.unparse(each) for each in call.args]
        last = next((each for each in bounds if self._is_seats(each.removesuffix(" + 1"))), "")
        return bool(last) and bounds in (["1", f"{last.removesuffix(' + 1')} + 1"], [last, "0", "-1"])

    def _is_seats(self, text: str) -> bool:
        """`seats_of(felt)`, or the one name that stands for it."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == text and text in self.once:
                text = ast.unparse(node.value)
        felt = next((name for name, known in self.known.items() if known == _Thing("felt")), "")
        return text == f"seats_of({felt})" and self._global("seats_of").__module__ == VOCABULARY[0]

    def _global(self, name: str) -> Any:
        return self.function.__globals__.get(name)

    def _number(self, node: ast.AST) -> None:
        """An expression that must not be a card, nor read one but through a leaf rule."""
        if isinstance(node, ast.expr):
            value = self._value(node)
            if isinstance(value, _Card):
                self._fail(node, f"uses a card itself: {ast.unparse(node)}")
            if isinstance(value, _Thing) and value.name in ("felt", "shoe", "plan", "decide"):
                self._fail(node, f"passes the {value.name} on in a way that cannot be followed")
            return
        for each in ast.iter_child_nodes(node):
            self._number(each)

    def _value(self, node: ast.expr) -> _Known:
        value = self._unheard(node)
        _hear(self.found, value)
        return None if isinstance(value, LeafSaid) else value

    def _unheard(self, node: ast.expr) -> _Known:
        """The value of an expression; what a leaf rule says is not heard yet: another rule may make something of it."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.Name):
            if node.id in self.known:
                return self.known[node.id]
            named = None if node.id in self.once else self._global(node.id)
            return named if type(named) is int else None
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        for each in ast.iter_child_nodes(node):
            self._number(each)
        return None

    def _attribute(self, node: ast.Attribute) -> _Known:
        of = self._value(node.value)
        if of == _Thing("felt"):
            if node.attr in NEVER_READ:
                self._fail(node, "looks at the tape")
            return _Card(()) if node.attr == "cards" else None
        if of in (_Thing("shoe"), _Thing("plan"), _Thing("decide")):
            self._fail(node, f"looks into the {of.name}" if isinstance(of, _Thing) else "")
        if isinstance(of, _Card):
            self._fail(node, f"asks a card for its '{node.attr}'")
        return _Thing(f"{of.name}.{node.attr}") if isinstance(of, _Thing) else None

    def _subscript(self, node: ast.Subscript) -> _Known:
        of = self._value(node.value)
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        indices = [self._value(each) for each in places]
        if any(isinstance(index, _Card) for index in indices):
            self._fail(node, f"looks something up by a card: {ast.unparse(node)}")
        if isinstance(of, _Thing) and not of.name.startswith("rules."):
            self._fail(node, f"looks into the {of.name}: {ast.unparse(node)}")
        if not isinstance(of, _Card):
            return None
        numbers = tuple(index if isinstance(index, int) else None for index in indices)
        if any(isinstance(each, ast.Slice) for each in places):
            self._fail(node, f"takes a slice of cards: {ast.unparse(node)}")
        return _Card((*of.at, *numbers))

    def _call(self, node: ast.Call) -> _Known:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords or not name or name in self.known or name in self.once:
            self._fail(node, f"calls {ast.unparse(node.func)} in a way that cannot be followed")
        given = [self._unheard(each) for each in node.args]
        called = self._global(name)
        if is_made_of_what_is_said(called, given):
            assert isinstance(given[0], LeafSaid)
            return LeafSaid(given[0].read, called)
        for each in given:
            _hear(self.found, each)
        cards = [each for each in given if isinstance(each, _Card)]
        if isinstance(called, FunctionType) and called.__module__ in VOCABULARY:
            if cards:
                self._fail(node, f"tells a card to {name}")
            if called.__name__ in ("move", "discard", "discard_all") and not self.found.anywhere:
                self._fail(node, "moves or discards cards")
            return _Card((None, None, None)) if called.__name__ in DEALS else None
        things = {each.name for each in given if isinstance(each, _Thing)}
        if things & {"felt", "shoe", "decide", "plan"} and not isinstance(called, FunctionType):
            self._fail(node, f"calls {name} in a way that cannot be followed")
        if isinstance(called, FunctionType) and things & {"felt", "shoe"}:
            return _Function(called, given, self.found, self.above).read()
        return LeafSaid(self._leaf(node, called, given)) if cards else None

    def _leaf(self, node: ast.Call, called: Any, given: list[_Known]) -> Read:
        """A leaf rule takes the rules or a field of them first, and then cards."""
        text = ast.unparse(node)
        first = given[0].name if isinstance(given[0], _Thing) else ""
        cards = given[1:] if first else given
        if not isinstance(called, FunctionType) or (first and first.split(".")[0] != "rules"):
            self._fail(node, f"uses a card itself: {text}")
        if not all(isinstance(each, _Card) and len(each.at) == PLACE_WORDS for each in cards):
            self._fail(node, f"calls a rule with other things between the cards: {text}")
        places: list[Place] = []
        for each in cards:
            assert isinstance(each, _Card)
            if None in each.at and not self.found.anywhere:
                self._fail(node, f"reads a card whose place is not written as a number: {text}")
            seat, hand, place = (-1 if word is None else word for word in each.at)
            places.append((seat, hand, place))
        line = f"line {self.first_line + node.lineno - 1} of {self.function.__module__}"
        read = Read(called, first, tuple(places), line)
        if read not in self.found.calls:
            self.found.calls.append(read)
        return read


def is_made_of_what_is_said(called: Any, given: list[_Known]) -> bool:
    """Whether a rule gets what a leaf rule says and nothing else: then a round hears only what it makes of that."""
    is_rule = isinstance(called, FunctionType) and called.__module__ not in VOCABULARY
    return is_rule and len(given) == 1 and isinstance(given[0], LeafSaid) and given[0].made_by is None
