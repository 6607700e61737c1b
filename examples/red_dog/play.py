"""Red Dog: is the third card between the two? All cards are the table's; nobody holds one.

Whoever bets is asked whatever the two cards are, so that cards lie alike in every round: that is within reach of the
proof from play. Where there is nothing to raise on, a raise pushes.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import rank
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import DEALER, HOUSE, Felt, deal, no_more_bets, seats_of, settle, stake, stake_wager
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_UP

WAGERS = ("bet", "raise")
BET, RAISE = range(2)
ACTS = ("raise", "call")
TO_RAISE, TO_CALL = range(2)
CHOICE = 1 << TO_RAISE | 1 << TO_CALL
OUTCOMES = ("one", "two", "three", "many", "triple", "push", "lose")
ONE, TWO, THREE, MANY, TRIPLE, PUSH, LOSE = range(7)

HANDS_MAX = 1
CARDS_MAX = 3


class Rules(NamedTuple):
    """Filled in by the names of its fields."""

    pays: Words
    rounding: int
    grain_cents: int


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: everyone bets, and two cards lie open.
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, BET)
    no_more_bets(felt)
    deal(felt, shoe, HOUSE, DEALER, FACE_UP)
    deal(felt, shoe, HOUSE, DEALER, FACE_UP)

    # play.3: raise by the same again, or call.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            if ask(decide, plan, felt, seat, 0, CHOICE) == TO_RAISE:
                stake(felt, seat, 0, RAISE, felt.wagers[seat, BET])

    # play.2, play.4: the third card decides. A bet that was not made is not settled.
    deal(felt, shoe, HOUSE, DEALER, FACE_UP)
    outcome = outcome_of(felt.cards[HOUSE, DEALER, 0], felt.cards[HOUSE, DEALER, 1], felt.cards[HOUSE, DEALER, 2])
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            settle(felt, rules, seat, 0, BET, outcome)
            settle(felt, rules, seat, 0, RAISE, PUSH if outcome == TRIPLE else outcome)


def spread_of(first: int, second: int) -> int:
    """Ranks between the two; none is 0, and a pair -1."""
    if rank(first) > rank(second):
        return rank(first) - rank(second) - 1
    return rank(second) - rank(first) - 1


def outcome_of(first: int, second: int, third: int) -> int:
    """How a bet ends; the first outcomes are the spreads in their order."""
    spread = spread_of(first, second)
    if spread == 0:
        return PUSH
    if spread < 0:
        return TRIPLE if rank(third) == rank(first) else PUSH
    low, high = rank(first), rank(second)
    if low > high:
        low, high = high, low
    if rank(third) <= low or rank(third) >= high:
        return LOSE
    if spread < 4:
        return spread - 1
    return MANY
