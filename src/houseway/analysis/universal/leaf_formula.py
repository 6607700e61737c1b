"""What a leaf rule of many cards says, as a formula of them: which of them are alike, where hands are too many to try.

Its source is followed as a plan's is (`boards/by_plan/plan_formula`). A formula that stays as it is when two cards
change places says the same of both orders; one that is not followed shows nothing.
"""

from typing import Any

from houseway.analysis.universal.boards.by_plan.exchange import Exchange
from houseway.analysis.universal.boards.by_plan.plan_formula import KnownPart, NotFollowed, followed
from houseway.analysis.universal.boards.by_plan.terms import CARD, NotAlike, Term
from houseway.analysis.universal.reads import POKER, Place, Read

ALL_NAMES = ((1, 0, 2, 3), (1, 2, 3, 0))  # of suits: all others are made of these, one after another


def shown(first: Any, call: Read) -> tuple[bool, ...]:
    """For each two places whether they are shown to be alike, and at last whether suits are names; else nothing."""
    try:
        formula, places = _formula(first, call)
        said = _changed(formula, Exchange({}))
        found = [
            _changed(said, Exchange({one: other, other: one})) == said
            for i, one in enumerate(places)
            for other in places[i + 1 :]
        ]
        return *found, all(_changed(said, Exchange({}, names)) == said for names in ALL_NAMES)
    except (NotFollowed, NotAlike):
        return ()


_VALUES: dict[Read, int] = {}


def poker_values(first: Any, call: Read) -> int:
    """How many values of poker hands it asks for, as far as its formula says."""
    if call not in _VALUES:
        try:
            _VALUES[call] = repr(_formula(first, call)[0]).count("('hand', ")
        except (NotFollowed, NotAlike):
            _VALUES[call] = 1
    return _VALUES[call]


def _formula(first: Any, call: Read) -> tuple[Term, list[Place]]:
    """Of its cards, and the places at which they stand in it."""
    places = [(0, 0, i) for i in range(len(call.places))]
    given = [*([KnownPart(call.first, first)] if call.first else []), *((CARD, place) for place in places)]
    if call.leaf in POKER:
        return ("hand", call.leaf.__name__, call.first, given[1:]), places
    return followed(call.leaf, given), places


def _changed(formula: Term, change: Exchange) -> Term:
    return change.of(formula, {})
