"""Whether a round is two values and nothing else: of two to four own cards, and of as many hidden ones, on one board.

It is proved from the source. The rules read cards through leaf rules alone (`reads`), and call one leaf rule twice: on
the player's cards with the board, and on as many cards that no choice sees with the same board. Its places are alike
within a hand and within the board (`places_alike`). So a round is what its acts and those two values make of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from houseway.analysis.universal.alike import places_are_alike
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.reads import Place, Read
from houseway.analysis.universal.recalled import says_a_number

HELD = range(2, 5)  # cards of one's own, and as many hidden ones
BOARD_MAX = 5

Value = Callable[[Any, Any, Any], int]  # rules, a hand, the board


@dataclass(frozen=True)
class CommonBoard:
    own: tuple[int, ...]  # draws
    hidden: tuple[int, ...]
    shared: frozenset[int]
    parts: tuple[int, ...]  # sizes of the parts in which the board is seen, and what of it never is
    seen: tuple[int, ...]  # [choice] cards of the board that it sees
    call: Read
    own_at: tuple[int, ...]  # the places of one's own cards among the leaf rule's
    says: int  # the place at which each call has a card that is not the board's
    dealt: tuple[int, int]  # the draws of those two cards

    @property
    def size(self) -> int:
        return sum(self.parts)

    @property
    def held(self) -> int:
        """Cards of one's own, and hidden ones."""
        return len(self.own)


def common_board(asked: Question) -> CommonBoard | None:
    """The board of a game, or None where its round is more than two values on one."""
    reads, shape = asked.reads, asked.shape
    if reads.otherwise or len(reads.calls) != 2 or not asked.seen:
        return None
    calls = sorted(reads.calls, key=lambda call: sum(map(_step(asked), call.places)))  # hidden ones come late
    own_call, other_call = calls
    if (own_call.leaf, own_call.first) != (other_call.leaf, other_call.first):
        return None
    draws = [_draws(asked, call) for call in calls]
    shared = draws[0] & draws[1]
    own, hidden = draws[0] - shared, draws[1] - shared
    if not shared or len(own) != len(hidden) or len(own) not in HELD:
        return None
    by_draw = {packet: _whose(packet, own, hidden, shared) for packet in asked.alike.packets}
    if (
        list(by_draw.values()).count("own") != 1
        or list(by_draw.values()).count("hidden") != 1
        or "" in by_draw.values()
    ):
        return None
    says = [
        i for i, (one, other) in enumerate(zip(own_call.places, other_call.places, strict=True))
        if one not in other_call.places and other not in own_call.places
    ]  # fmt: skip
    if (
        not says
        or shared <= shape.seen[0]
        or len(shared) > BOARD_MAX
        or any(shape.step(draw) != 0 for draw in own)
        or any(shape.step(draw) != shape.choices for draw in hidden)
        or not all(says_a_number(asked, call) for call in calls)
        or any(len(set(call.places)) < len(call.places) for call in calls)
        or not _are_sets(asked, calls, own, hidden)
    ):
        return None
    dealt = tuple(shape.places.index(call.places[says[0]]) for call in calls)
    parts = tuple(len(packet) for packet, whose in by_draw.items() if whose == "board")
    seen = tuple(len(shown & shared) for shown in shape.seen)
    return CommonBoard(
        tuple(sorted(own)), tuple(sorted(hidden)), shared, parts, seen, own_call, _at(asked, own_call, own), says[0],
        (dealt[0], dealt[1]),
    )  # fmt: skip


def _step(asked: Question) -> Callable[[Place], int]:
    """When a place is first seen; those that nobody deals to come last."""
    shape = asked.shape
    return lambda place: shape.step(shape.places.index(place)) if place in shape.places else shape.choices + 1


def _draws(asked: Question, call: Read) -> frozenset[int]:
    return frozenset(asked.shape.places.index(place) for place in call.places if place in asked.shape.places)


def _whose(packet: tuple[int, ...], own: frozenset[int], hidden: frozenset[int], shared: frozenset[int]) -> str:
    """Every packet is all of one's own cards, all that are hidden, or part of the board; else ''."""
    cards = set(packet)
    if cards <= shared:
        return "board"
    return "own" if cards == own else "hidden" if cards == hidden else ""


def _at(asked: Question, call: Read, draws: frozenset[int]) -> tuple[int, ...]:
    """Where the cards of some draws stand among a leaf rule's."""
    return tuple(i for i, place in enumerate(call.places) if asked.shape.places.index(place) in draws)


def _are_sets(asked: Question, calls: list[Read], own: frozenset[int], hidden: frozenset[int]) -> bool:
    """Whether the leaf rule takes a hand and a board as sets; all cards as one set where the calls mix their places."""
    at, hidden_at = (_at(asked, call, draws) for call, draws in zip(calls, (own, hidden), strict=True))
    every = range(len(calls[0].places))
    sets = [at, tuple(i for i in every if i not in at)] if at == hidden_at else [tuple(every)]
    return all(places_are_alike(asked.rules, calls[0], i, k) for places in sets for i, k in combinations(places, 2))


@cache
def value_rule(call: Read, own_at: tuple[int, ...]) -> Value:
    """The leaf rule with a hand and a board, written out."""
    held, board = iter(range(len(own_at))), iter(range(len(call.places)))
    cards = [f"held[{next(held)}]" if i in own_at else f"board[{next(board)}]" for i in range(len(call.places))]
    given = ", ".join([call.first, *cards] if call.first else cards)
    return _written(f"def value_with_board(rules, held, board):\n    return leaf({given})", {"leaf": call.leaf})


@cache
def saying_what_is_dealt(call: Read, says: int) -> Callable[..., int]:
    """What takes the leaf rule's place where values are dealt instead of cards: it says the one it is given."""
    cards = [f"card_{i}" for i in range(len(call.places))]
    given = ", ".join(["first", *cards] if call.first else cards)
    return _written(f"def value_as_dealt({given}):\n    return card_{says}", {})


def _written(source: str, names: dict[str, Any]) -> Callable[..., int]:
    names |= {"__name__": __name__}
    exec(compile(source, __file__, "exec"), names)
    written: Callable[..., int] = names[source[4 : source.index("(")]]
    return written
