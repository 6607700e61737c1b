"""Formulas of cards that are not known, in a form in which what is the same is most often written the same.

A term is a number, or a tuple that begins with its kind. Numbers are sums: ('sum', constant, ((term, times), ...)).
What is true or false is True, False, ('eq', terms that are all equal), ('positive', number), or made of those by 'not',
'and' and 'or'; `one_if` makes a number of it. Two terms that are written alike are alike; the other way round is not
promised.
"""

from collections.abc import Callable, Iterable
from typing import Any

Term = Any  # int, bool, or a tuple
CARD, SUIT, RANK = "card", "suit", "rank"  # of a place
A_CARD, A_SUIT = "a card", "a suit"  # that is written as a number
TRUTHS = ("eq", "positive", "not", "and", "or")


class NotAlike(Exception):
    """A card or a suit is used as a number."""


def kind_of(term: Term) -> str:
    return term[0] if isinstance(term, tuple) else ""


def is_truth(term: Term) -> bool:
    return isinstance(term, bool) or kind_of(term) in TRUTHS


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(set(terms), key=repr))


# --- numbers ---


def number(term: Term) -> Term:
    """A term as a number; a card or a suit is none."""
    if kind_of(term) in (CARD, SUIT, A_CARD, A_SUIT) or not isinstance(term, int | tuple):
        raise NotAlike
    return one_if(term) if is_truth(term) else term


def one_if(truth: Term) -> Term:
    if isinstance(truth, bool):
        return int(truth)
    other = no(truth)
    if repr(other) < repr(truth):
        return _sum(1, {("if", other): -1})
    return _sum(0, {("if", truth): 1})


def parts(term: Term) -> tuple[int, dict[Term, int]]:
    """A number's constant, and its terms with how many times each counts."""
    term = number(term)
    if isinstance(term, int):
        return term, {}
    if kind_of(term) == "sum":
        return term[1], dict(term[2])
    return 0, {term: 1}


def _sum(constant: int, terms: dict[Term, int]) -> Term:
    left = {term: times for term, times in terms.items() if times}
    if not left:
        return constant
    if not constant and list(left.values()) == [1]:
        (term,) = left
        return term
    return "sum", constant, tuple(sorted(left.items(), key=repr))


def plus(one: Term, other: Term, times: int = 1) -> Term:
    """One, and so many times the other."""
    constant, terms = parts(one)
    more, others = parts(other)
    for term, many in others.items():
        terms[term] = terms.get(term, 0) + times * many
    return _sum(constant + times * more, terms)


def times(one: Term, other: Term) -> Term:
    one, other = number(one), number(other)
    if isinstance(other, int):
        return plus(0, one, other)
    return plus(0, other, one) if isinstance(one, int) else ("*", in_order_with_repeats([one, other]))


def in_order_with_repeats(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=repr))


def most_of(name: str, terms: Iterable[Term]) -> Term:
    """The greatest or the least of numbers: 'max' or 'min'; of what is itself such a one, all of it."""
    found: set[Term] = set()
    for term in map(number, terms):
        found |= set(term[1]) if kind_of(term) == name else {term}
    known = [term for term in found if isinstance(term, int)]
    left = [term for term in found if not isinstance(term, int)]
    if known:
        left.append(max(known) if name == "max" else min(known))
    return left[0] if len(left) == 1 else (name, in_order(left))


def _single_if(term: Term) -> tuple[int, int, Term] | None:
    """(constant, times, truth) of a number that hangs on one truth alone."""
    if kind_of(term) == "if":
        return 0, 1, term[1]
    if kind_of(term) == "sum" and len(term[2]) == 1 and kind_of(term[2][0][0]) == "if":
        return term[1], term[2][0][1], term[2][0][0][1]
    return None


def _by_truth(term: Term, asked: Callable[[int], bool]) -> Term | None:
    """What is asked of a number that is one of two."""
    found = _single_if(term)
    if found is None:
        return None
    constant, many, truth = found
    return either(truth, asked(constant + many), asked(constant))


# --- truths ---


def truth(term: Term) -> Term:
    if is_truth(term):
        return term
    return bool(term) if isinstance(term, int) else no(equal(term, 0))


def equal(one: Term, other: Term) -> Term:
    kinds = {kind_of(one), kind_of(other)}
    for kind, written in ((CARD, A_CARD), (SUIT, A_SUIT)):
        if kind in kinds:
            one, other = (_written(term, kind, written) for term in (one, other))
            return all_equal([one, other])
    one, other = number(one), number(other)
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    for term, known in ((one, other), (other, one)):
        if isinstance(known, int) and (found := _by_truth(term, lambda n, known=known: n == known)) is not None:  # type: ignore[misc]
            return found
    return all_equal([one, other])


def _written(term: Term, kind: str, written: str) -> Term:
    if kind_of(term) in (kind, written):
        return term
    if isinstance(term, int):
        return written, int(term)
    raise NotAlike


def all_equal(terms: Iterable[Term]) -> Term:
    found = in_order(terms)
    known = [term for term in found if isinstance(term, int) or kind_of(term) in (A_CARD, A_SUIT)]
    if len(known) > 1:
        return False
    return True if len(found) == 1 else ("eq", found)


def positive(term: Term) -> Term:
    """Whether a number is above zero."""
    term = number(term)
    if isinstance(term, int):
        return term > 0
    found = _by_truth(term, lambda n: n > 0)
    return ("positive", term) if found is None else found


def no(term: Term) -> Term:
    term = truth(term)
    if isinstance(term, bool):
        return not term
    if term[0] == "not":
        return term[1]
    if term[0] == "positive":
        return positive(plus(1, term[1], -1))  # of whole numbers
    if term[0] in ("and", "or"):
        return (any_of if term[0] == "and" else all_of)(no(each) for each in term[1])
    return "not", term


def all_of(terms: Iterable[Term]) -> Term:
    """What is equal to the same is equal: 'a = b and b = c' is one truth."""
    equals: list[set[Term]] = []
    others: set[Term] = set()
    for term in _flat("and", terms):
        if term is False:
            return False
        if kind_of(term) == "eq":
            joined = set(term[1])
            for each in [group for group in equals if group & joined]:
                equals.remove(each)
                joined |= each
            equals.append(joined)
        elif term is not True:
            others.add(term)
    found = {*others, *(all_equal(group) for group in equals)}
    if False in found or any(no(term) in found for term in found if kind_of(term) in ("eq", "positive")):
        return False
    return _joined("and", found - {True}, nothing=True)


def any_of(terms: Iterable[Term]) -> Term:
    found = set(_flat("or", terms))
    if True in found or any(no(term) in found for term in found if kind_of(term) in ("eq", "positive")):
        return True
    return _joined("or", found - {False}, nothing=False)


def _flat(name: str, terms: Iterable[Term]) -> list[Term]:
    found: list[Term] = []
    for term in map(truth, terms):
        found += term[1] if kind_of(term) == name else [term]
    return found


def _joined(name: str, terms: set[Term], *, nothing: bool) -> Term:
    if not terms:
        return nothing
    return next(iter(terms)) if len(terms) == 1 else (name, in_order(terms))


# --- one or the other ---


def either(condition: Term, then: Term, otherwise: Term) -> Term:
    """Then, where the condition holds."""
    condition = truth(condition)
    if isinstance(condition, bool):
        return then if condition else otherwise
    if _is_same(then, otherwise):
        return then
    if is_truth(then) and is_truth(otherwise):
        return _either_truth(condition, then, otherwise)
    if {kind_of(then), kind_of(otherwise)} & {CARD, SUIT, A_CARD, A_SUIT}:
        raise NotAlike
    return _either_number(condition, then, otherwise)


def _is_same(one: Term, other: Term) -> bool:
    return type(one) is type(other) and bool(one == other)


def _either_truth(condition: Term, then: Term, otherwise: Term) -> Term:
    if isinstance(then, bool):
        return any_of([condition, otherwise]) if then else all_of([no(condition), otherwise])
    if isinstance(otherwise, bool):
        return any_of([no(condition), then]) if otherwise else all_of([condition, then])
    return any_of([all_of([condition, then]), all_of([no(condition), otherwise])])


def _either_number(condition: Term, then: Term, otherwise: Term) -> Term:
    """What both have in common stands outside; the one if it is more is the greatest, and if it is less the least."""
    for name, more in (("max", plus(then, otherwise, -1)), ("min", plus(otherwise, then, -1))):
        if condition in (positive(more), positive(plus(1, more))):
            return most_of(name, [then, otherwise])
    constant, terms = parts(then)
    more, others = parts(otherwise)
    common = {term: many for term, many in terms.items() if others.get(term) == many}
    left = _sum(constant, {term: many for term, many in terms.items() if term not in common})
    right = _sum(more, {term: many for term, many in others.items() if term not in common})
    return plus(_sum(0, common), _known_or_either(condition, left, right))


def _known_or_either(condition: Term, left: Term, right: Term) -> Term:
    """What differs by a known number is that number if the condition holds, and perhaps another one."""
    if isinstance(left, int) and isinstance(right, int):
        return plus(right, one_if(condition), left - right)
    for case, one, other in ((condition, left, right), (no(condition), right, left)):
        found = _single_if(other)
        if found is not None and isinstance(one, int):
            constant, many, hangs_on = found
            if constant + many == one:
                return plus(constant, one_if(any_of([case, hangs_on])), many)
            if constant == one:
                return plus(constant, one_if(all_of([no(case), hangs_on])), many)
    turned = no(condition)
    if repr(turned) < repr(condition):
        condition, left, right = turned, right, left
    return "either", condition, left, right
