"""How a seat's first hand loses Lucky Break by itself under a plan, by the points of its cards.

Lucky Break looks at the hard total of the first hand. Only a plan that hits a hard 17 or more can bring it to 27, so
the list is empty for every sensible chart, and short for most others. Where a surrender loses it, hands that the plan
gives up come in as well.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from houseway.games.game import Game
from houseway.games.lucky_lucky.plan import Plan
from houseway.games.lucky_lucky.play import Rules, legal_acts, lucky_break_wins, surrender_loses_lucky_break
from houseway.rules.blackjack import (
    BEST,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    UP_CARD,
    best_total,
    hard_total,
)
from houseway.rules.cards import ACE
from houseway.rules.choice import bit
from houseway.rules.compositions import POINTS, compositions
from houseway.rules.felt import DEALER, HOUSE, Felt, clear

SEAT, FIRST = 1, 0
BUSTED = BEST + 1  # any total of a dealer who busts

Seen = tuple[int, ...]  # cards by points, 0 to 10


class _State(NamedTuple):
    hand: tuple[int, ...]  # points of the first hand's cards; the first of them first after a split, else in order
    hands: int  # of the seat; each but the first took away one card of the same points
    ended: bool


def may_go_over(plan: Plan) -> bool:
    """Whether the plan ever asks for a card that can take a hand over the limit."""
    hard_totals = compositions().held @ np.arange(POINTS)
    near = np.array([not lucky_break_wins(int(total) + POINTS - 1, BUSTED) for total in hard_totals])
    return bool(np.isin(plan.acts[:, near], (HIT, DOUBLE)).any())


def over_the_limit(game: Game, rules: Rules, plan: Plan, up: int, most: Sequence[int]) -> dict[Seen, int]:
    """Cards drawn, by points, up to the end of a first hand that loses Lucky Break by itself, and in how many orders.

    `up` is the points of the dealer's card; of each kind at most so many can be drawn. The cards are those of the hand
    and those that were split off it.
    """
    if not may_go_over(plan):
        return {}
    felt = game.felt(1, taped=False)
    clear(felt)
    felt.cards[HOUSE, DEALER, UP_CARD] = card_of_points(up)
    lost: dict[Seen, int] = {}
    growing = {state: orders for state, orders in _first_two().items() if _possible(state, most)}
    while growing:
        grown: dict[_State, int] = {}
        for state, orders in growing.items():
            if _lay(felt, state) > BEST or state.ended:
                if not lucky_break_wins(hard_total(felt, SEAT, FIRST), BUSTED):
                    seen = _seen(state)
                    lost[seen] = lost.get(seen, 0) + orders
                continue
            for after in _after(game, rules, plan, felt, state):
                if _possible(after, most):
                    grown[after] = grown.get(after, 0) + orders
        growing = grown
    return lost


def given_up(game: Game, rules: Rules, plan: Plan, up: int, most: Sequence[int]) -> dict[Seen, int]:
    """First two cards, by points, that the plan surrenders, and in how many orders; none where that loses nothing."""
    lost: dict[Seen, int] = {}
    if not surrender_loses_lucky_break(rules):
        return lost
    felt = game.felt(1, taped=False)
    clear(felt)
    felt.cards[HOUSE, DEALER, UP_CARD] = card_of_points(up)
    for state, orders in _first_two().items():
        _lay(felt, state)
        options = legal_acts(rules, felt, SEAT, FIRST)
        if not options >> SURRENDER & 1 or not _possible(state, most):
            continue
        if game.follow(plan, felt, SEAT, FIRST, options) == SURRENDER:
            lost[_seen(state)] = lost.get(_seen(state), 0) + orders
    return lost


def _first_two() -> dict[_State, int]:
    starts: dict[_State, int] = {}
    for a in range(1, POINTS):
        for b in range(1, POINTS):
            state = _State(tuple(sorted((a, b))), 1, ended=False)
            starts[state] = starts.get(state, 0) + 1
    return starts


def _lay(felt: Felt, state: _State) -> int:
    """Put a hand on the felt; returns its total."""
    felt.hands[SEAT] = state.hands
    felt.held[SEAT, FIRST] = len(state.hand)
    for place, kind in enumerate(state.hand):
        felt.cards[SEAT, FIRST, place] = card_of_points(kind)
    return best_total(felt, SEAT, FIRST)


def _after(game: Game, rules: Rules, plan: Plan, felt: Felt, state: _State) -> list[_State]:
    """What the hand on the felt can be one card later; nothing if it takes none."""
    options = legal_acts(rules, felt, SEAT, FIRST)
    if options == bit(STAND):
        return []
    act = game.follow(plan, felt, SEAT, FIRST, options)
    if act in (STAND, SURRENDER):
        return []
    kept, hands = (state.hand[:1], state.hands + 1) if act == SPLIT else (state.hand, state.hands)
    return [_State(_with(kept, kind, hands), hands, act == DOUBLE) for kind in range(1, POINTS)]


def _with(hand: tuple[int, ...], kind: int, hands: int) -> tuple[int, ...]:
    more = (*hand, kind)
    return (more[0], *sorted(more[1:])) if hands > 1 else tuple(sorted(more))


def _seen(state: _State) -> Seen:
    cards = [*state.hand, *[state.hand[0]] * (state.hands - 1)]
    return tuple(cards.count(kind) for kind in range(POINTS))


def _possible(state: _State, most: Sequence[int]) -> bool:
    return all(count <= limit for count, limit in zip(_seen(state), most, strict=True))


def card_of_points(kind: int) -> int:
    """A card that counts so many points."""
    return 4 * (ACE if kind == 1 else kind - 2)
