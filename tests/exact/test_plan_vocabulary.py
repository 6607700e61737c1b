"""Every word that a plan on boards may use: followed as a formula, it says of any two cards what Python does with them.

Each of these is a plan's line or two; what cannot be followed is refused in a sentence.
"""

import operator
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from houseway.analysis.universal.boards.by_plan import plan_formula
from houseway.analysis.universal.boards.by_plan.plan_formula import KnownPart, NotFollowed, followed
from houseway.analysis.universal.boards.by_plan.terms import CARD, Term
from houseway.rules.cards import cards_of, rank, suit
from tests.exact.test_planned_boards import worth

CARDS = cards_of("2c 2s 5d 9h Tc Qd Ks As")
TABLE = np.arange(20) ** 2
PAIR_TABLE = np.arange(400).reshape(20, 20)
ONE, OTHER = (1, 0, 0), (1, 0, 1)
RECKONED: dict[str, Callable[[int, int], int]] = {
    "FloorDiv": operator.floordiv, "Mod": operator.mod, "BitOr": operator.or_, "BitAnd": operator.and_,
    "BitXor": operator.xor, "LShift": operator.lshift,
}  # fmt: skip


def sums(a: int, b: int) -> int:
    """Constants on either side, minus, times, a part turned about."""
    x, y = rank(a), rank(b)
    z: int = 3 * x - y * 2 + 7
    z += x
    z -= 4
    return z - -y + ~x


def whole_parts(a: int, b: int) -> int:
    return rank(a) // 3 + rank(b) % 4 + (rank(a) & 6) + (rank(a) | 8) + (rank(a) ^ rank(b)) + (rank(b) << 2) + 17 // 5


def shifted(a: int, b: int) -> int:
    return (rank(a) >> 1) + (21 >> 2) + (3 << 2) + 17 % 5 + (6 & 3) + (6 | 3) + (6 ^ 3) + rank(b)


def plain_calls(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    both = [x, y, 6]
    return max(x, y, 3) + 20 * min(x, y) + 400 * abs(x - y) + len(both) + int(x) + max(both) + min(both) + abs(-3)


def yes_and_no(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    return bool(x) + 2 * bool(x > y) + 4 * (not x) + 8 * (x == y) + 16 * (x != y) + 32 * (x and y > 3)


def compared(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    return (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (3 < x <= 9) + 32 * (2 <= x < y <= 12)


def among(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    return (x in (y, 3, 12)) + 2 * (x not in [y, 10]) + 4 * (x > 3 or y > 3) + 8 * (x > 3 and y > 3 and x != y)


def both_ways(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    more = 5 if x > y else y
    return more if 2 > 1 else x


def suits(a: int, b: int) -> int:
    return (suit(a) == suit(b)) + 2 * (a == b) + 4 * (a in (b, 51)) + rank(7) + 2 * suit(7)


def early(a: int, b: int) -> int:
    x, y = rank(a), rank(b)
    if x > 9:
        return 100 + y
    elif y > 9:
        x = 2
    else:
        if x == y:
            return 3
        y += 40
    return x + y


def loops(a: int, b: int) -> int:
    x, y, found = rank(a), rank(b), 0
    for i in range(2, 11, 3):
        if i > x:
            break
        if i == y:
            continue
        found += i
        for k in (1, 2):
            if x == y:
                found += 7 * k
    for each in (x, y):
        found += each
    return found


def counted(a: int, b: int) -> int:
    x, y, n = rank(a), rank(b), 0
    for i in range(4):
        if x != y:
            if x > 3 * i:
                n += 1
                continue
        n += 10
    return n


def unpacked(a: int, b: int) -> int:
    x, (y, z) = rank(a), (rank(b), 3)
    x, y = y, x
    both = [x, y, z]
    assert both
    return both[0] + 20 * both[1] + 400 * both[2]


def looked_up(a: int, b: int) -> int:
    return int(TABLE[rank(a)] + TABLE[4] + PAIR_TABLE[rank(a), rank(b)] + PAIR_TABLE[2, rank(b)])


def called(a: int, b: int) -> int:
    return higher(rank(a), rank(b)) + higher(rank(b), 5)


def higher(one: int, other: int) -> int:
    if one > other:
        return one
    return other


def nothing(a: int, b: int) -> int:
    if 1 > 2:
        return rank(a)
    pass
    if 2 > 1:
        b = 5
    return b


WORDS = [
    sums, whole_parts, shifted, plain_calls, yes_and_no, compared, among, both_ways, suits, early, loops, counted,
    unpacked, looked_up, called, nothing,
]  # fmt: skip


def value_of(term: Term, cards: dict[tuple[int, ...], int]) -> int:
    """As `worth`, which knows what plans of ours use; the rest of what may be reckoned, and tables of this page."""
    if isinstance(term, tuple) and term[0] in RECKONED:
        return RECKONED[term[0]](value_of(term[1], cards), value_of(term[2], cards))
    if isinstance(term, tuple) and term[0] == "look":
        table = {f"{__name__}.TABLE": TABLE, f"{__name__}.PAIR_TABLE": PAIR_TABLE}[term[1]]
        return int(table[tuple(value_of(each, cards) for each in term[2])])
    if isinstance(term, tuple) and term[0] == "sum":
        return int(term[1] + sum(times * value_of(each, cards) for each, times in term[2]))
    return worth(term, lambda place: cards[place], None)


@pytest.mark.parametrize("plan", WORDS)
def test_a_word_of_a_plan_says_of_any_cards_what_python_does(plan: Callable[[int, int], int]) -> None:
    formula = followed(plan, [(CARD, ONE), (CARD, OTHER)])
    for a, b in product(CARDS, CARDS):
        assert value_of(formula, {ONE: a, OTHER: b}) == plan(a, b), (a, b)


def a_while(a: int) -> int:
    while rank(a) > 3:
        a = 2
    return a


def a_loop_of_cards(a: int) -> int:
    for _ in range(rank(a)):
        pass
    return 1


def a_loop_with_an_else(a: int) -> int:
    for _ in (1, 2):
        pass
    else:
        a = 1
    return a


def a_loop_over_a_card(a: int) -> int:
    for _ in a:  # type: ignore[attr-defined]
        pass
    return 1


def a_power(a: int) -> int:
    return int(rank(a) ** 2)


def an_unknown(a: int) -> int:
    return rank(a) + NOSUCH  # type: ignore[name-defined,no-any-return]  # noqa: F821


def a_word(a: int) -> int:
    return "a" if a else "b"  # type: ignore[return-value]


def is_the_same(a: int) -> int:
    return rank(a) is KNOWN  # type: ignore[comparison-overlap]


def among_a_range(a: int) -> int:
    return rank(a) in KNOWN


def a_rank_of_a_rank(a: int) -> int:
    return rank(rank(a))


def by_name(a: int) -> int:
    return higher(one=rank(a), other=3)


def too_few(a: int) -> int:
    return higher(rank(a))  # type: ignore[call-arg]


def a_method(a: int) -> int:
    return a.bit_count()


def of_a_kind(a: int) -> int:
    return sorted([rank(a)])[0]


def a_row(a: int) -> int:
    return int(PAIR_TABLE[rank(a)][0])


def of_a_card(a: int) -> int:
    return int(a[0])  # type: ignore[index]


def an_attribute(a: int) -> int:
    return a.real


def over_again(a: int) -> int:
    return over_again(a)


def this_or_that(a: int) -> int:
    part = TABLE if rank(a) > 3 else PAIR_TABLE
    return int(part[0])


def one_or_the_other(a: int) -> int:
    b = a if rank(a) > 3 else 3
    return rank(b)


def two_at_once(a: int) -> int:
    a = b = rank(a)
    return a + b


def into_a_table(a: int) -> int:
    TABLE[0] = a
    return 1


KNOWN = np.arange(3)
HERE = rf"of {__name__}\)$"
REFUSED = [
    (a_while, r"^a_while has a line that cannot be followed \(While\)"),
    (a_loop_of_cards, "has a loop whose length hangs on cards"),
    (a_loop_with_an_else, "has a loop over something that is not known"),
    (a_loop_over_a_card, "has a loop over something that is not known"),
    (a_power, r"reckons in a way that cannot be followed: rank\(a\) \*\* 2"),
    (an_unknown, "asks for 'NOSUCH', which is not known here"),
    (a_word, "has an expression that cannot be followed: 'a'|uses a card itself: a"),
    (is_the_same, "compares in a way that cannot be followed"),
    (among_a_range, "looks for something where it cannot be followed"),
    (a_rank_of_a_rank, "asks for the rank of what is no card"),
    (by_name, "calls higher in a way that cannot be followed"),
    (too_few, "^higher is called in a way that cannot be followed"),
    (a_method, "calls a.bit_count in a way that cannot be followed"),
    (of_a_kind, "calls sorted in a way that cannot be followed"),
    (a_row, r"looks up a row by a card: PAIR_TABLE\[rank\(a\)\]"),
    (of_a_card, "looks into a"),
    (an_attribute, "asks for a.real"),
    (over_again, "^over_again is called in a way that cannot be followed"),
    (this_or_that, "gives now one thing and now another"),
    (one_or_the_other, "gives now one card and now another|uses a card itself"),
    (two_at_once, r"has a line that cannot be followed \(Assign\)"),
    (into_a_table, "writes into something that is not its own"),
]


@pytest.mark.parametrize(("plan", "why"), REFUSED, ids=[plan.__name__ for plan, _ in REFUSED])
def test_what_cannot_be_followed_is_said_with_its_line(plan: Callable[[int], int], why: str) -> None:
    with pytest.raises(NotFollowed, match=why) as refused:
        followed(plan, [(CARD, ONE)])
    said = str(refused.value)
    function = higher if said.startswith("higher") else plan
    first = function.__code__.co_firstlineno
    line = int(said.rpartition("(line ")[2].partition(" ")[0])
    assert first <= line <= first + 6, said
    assert said.endswith(f"of {__name__})")


def test_a_plan_with_too_many_ways_through_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (plan_formula.LINES_MAX, plan_formula.DEPTH_MAX) == (20_000, 30)
    monkeypatch.setattr(plan_formula, "LINES_MAX", 11)
    with pytest.raises(NotFollowed, match=r"^loops has too many ways through it"):
        followed(loops, [(CARD, ONE), (CARD, OTHER)])


def test_parts_of_a_plan_are_alike_by_their_names() -> None:
    def part(plan: Any, a: int) -> int:
        return int(plan.least + plan.table[2] + plan.table[rank(a)] + (plan.table is not plan and 1))

    plan = KnownPart("plan", type("Plan", (), {"least": np.int64(5), "table": TABLE}))

    def lines(plan: Any, a: int) -> int:
        return int(plan.least + plan.table[2] + plan.table[rank(a)] + len(plan.table))

    assert followed(lines, [plan, (CARD, ONE)]) == followed(lines, [plan, (CARD, ONE)])
    with pytest.raises(NotFollowed, match="compares in a way that cannot be followed"):
        followed(part, [plan, (CARD, ONE)])
    kind, known, terms = followed(lines, [plan, (CARD, ONE)])
    assert (kind, known) == ("sum", 5 + 4 + 20)
    ((look, times),) = terms
    assert (look[0], look[1], times) == ("look", "plan.table", 1)
