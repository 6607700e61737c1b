"""That a plan does the same in whatever order cards lie, and whatever suits are called: its formulas say the same then.

So it may be asked once for all of them. Nothing is tried on hands: what the formula does not show is refused.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from houseway.analysis.universal.boards.by_plan.exchange import Exchange
from houseway.analysis.universal.boards.by_plan.plan_formula import NotFollowed, TheFelt, formula_of
from houseway.analysis.universal.boards.by_plan.terms import Term
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.shape import SEAT_1, Acts
from houseway.games.contract import Strategy
from houseway.games.game import place_wagers
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shoe import arranged_shoe


class _Asked(Exception):
    """The choice is reached; with the hand that is asked."""

    def __init__(self, hand: int) -> None:
        super().__init__()
        self.hand = hand


def verify_alike(asked: Question, board: CommonBoard, strategy: Strategy) -> None:
    """Refuse, with its line, a plan that is not shown to take for alike what boards take for alike."""
    for acts, node in asked.shape.nodes.items():
        if node.options:
            try:
                formula = _formula(asked, strategy, acts)
            except NotFollowed as why:
                raise _refused(asked, strategy, str(why)) from None
            if cares := _cares_for(asked, board, acts, formula):
                raise _refused(asked, strategy, f"it is not shown to do the same {cares}")


def _refused(asked: Question, strategy: Strategy, why: str) -> Refused:
    return Refused(
        f"the strategy '{strategy.name}' of {asked.game.title} cannot be counted on boards ({why}): "
        f"`houseway simulate {asked.game.slug} --set strategy={strategy.name}` samples it, with its error"
    )


def _formula(asked: Question, strategy: Strategy, acts: Acts) -> Term:
    node = asked.shape.nodes[acts]
    felt, hand = felt_at(asked, acts)
    seen = frozenset(asked.shape.places[draw] for draw in asked.shape.seen[len(acts)])
    return formula_of(strategy.follow, strategy.plan, TheFelt(felt, seen), SEAT_1, hand, node.options)


def _cares_for(asked: Question, board: CommonBoard, acts: Acts, formula: Term) -> str:
    """What makes a difference to it, in words; '' where nothing does."""
    itself = Exchange({}).of(formula, {})
    for names in _making_all(asked.alike.names):
        if Exchange({}, names).of(itself, {}) != itself:
            return "whatever suits are called"
    places, seen = asked.shape.places, asked.shape.seen[len(acts)]
    for whose, draws in (("one's own cards", board.own), ("the cards of the board that are turned", board.shared)):
        for one, other in pairwise(sorted(set(draws) & seen)):
            change = Exchange({places[one]: places[other], places[other]: places[one]})
            if change.of(itself, {}) != itself:
                return f"in whatever order {whose} lie"
    return ""


def _making_all(names: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Of the ways to rename suits those that all others are made of, one after another."""
    found: list[tuple[int, ...]] = []
    made = {tuple(range(len(names[0])))}
    for name in names:
        if name not in made:
            found.append(name)
            more = made
            while more := {tuple(each[suit] for suit in one) for one in more for each in found} - made:
                made |= more
    return found


def felt_at(asked: Question, acts: Acts) -> tuple[Felt, int]:
    """The felt where the next choice is asked for after these acts, and the hand that is asked."""
    made = iter(acts)

    def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
        act = next(made, None)
        if act is None:
            raise _Asked(hand)
        return act

    felt = asked.game.felt(1)
    place_wagers(asked.game, felt, [asked.bets])
    try:
        asked.game.play(asked.rules, arranged_shoe(asked.deck), decide, None, felt)
    except _Asked as reached:
        return felt, reached.hand
    raise AssertionError("a choice of the shape is not asked for")
