"""Cards that change places, and suits that change names: what becomes of a formula."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from houseway.analysis.universal.boards.by_plan.terms import (
    A_CARD,
    A_SUIT,
    CARD,
    RANK,
    SUIT,
    Term,
    all_equal,
    all_of,
    any_of,
    either,
    in_order_with_repeats,
    most_of,
    no,
    one_if,
    plus,
    positive,
)
from houseway.analysis.universal.reads import Place


@dataclass(frozen=True)
class Exchange:
    """Cards that change places, and suits that change names."""

    places: Mapping[Place, Place]
    suits: Sequence[int] = (0, 1, 2, 3)

    def of(self, term: Term, known: dict[Term, Term]) -> Term:
        """The formula of what is done after the change."""
        if isinstance(term, int):
            return term
        if term not in known:
            known[term] = self._made(term, lambda each: self.of(each, known))
        return known[term]

    def _made(self, term: Term, of: Callable[[Term], Term]) -> Term:
        kind = term[0]
        if kind in (CARD, RANK, SUIT):
            return kind, self.places.get(term[1], term[1])
        if kind == A_CARD:
            return A_CARD, term[1] >> 2 << 2 | self.suits[term[1] & 3]
        if kind == A_SUIT:
            return A_SUIT, self.suits[term[1]]
        if kind in _OF_SEVERAL:
            return _OF_SEVERAL[kind](of(each) for each in term[1])
        if kind in ("max", "min"):
            return most_of(kind, map(of, term[1]))
        if kind in _OF_ONE:
            return _OF_ONE[kind](of(term[1]))
        if kind == "sum":
            found: Term = term[1]
            for each, times in term[2]:
                found = plus(found, of(each), times)
            return found
        if kind == "either":
            return either(*map(of, term[1:]))
        if kind == "hand":
            return *term[:3], in_order_with_repeats(map(of, term[3]))
        if kind == "*":
            return kind, in_order_with_repeats(map(of, term[1]))
        if kind == "look":
            return *term[:2], tuple(map(of, term[2]))
        return kind, *map(of, term[1:])


_OF_SEVERAL: dict[str, Callable[..., Term]] = {"eq": all_equal, "and": all_of, "or": any_of}
_OF_ONE: dict[str, Callable[[Term], Term]] = {"positive": positive, "not": no, "if": one_if}
