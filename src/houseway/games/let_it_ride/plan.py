"""How a strategy for Let It Ride is written and followed: with which hands a bet rides."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.let_it_ride.play import LET_ONE_RIDE, LET_TWO_RIDE, TAKE_BACK_ONE, TAKE_BACK_TWO, Rules
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.cards import ACE, TEN, rank, suit
from houseway.rules.choice import bit
from houseway.rules.felt import COMMUNITY, HOUSE, Felt
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies("let_it_ride")
STRATEGIES = tuple(_WRITTEN)
RIDES = ("winners", "draws", "all")  # each with what stands before it
WINNERS, DRAWS, ALL = range(3)


class Plan(NamedTuple):
    rides: Words  # [0] what rides


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(LET_ONE_RIDE):
        return LET_ONE_RIDE if is_left(plan, felt, seat, hand, 3) else TAKE_BACK_ONE
    return LET_TWO_RIDE if is_left(plan, felt, seat, hand, 4) else TAKE_BACK_TWO


def is_left(plan: Plan, felt: Felt, seat: int, hand: int, cards: int) -> bool:
    if plan.rides[0] == ALL or is_paid(felt, seat, hand, cards):
        return True
    return plan.rides[0] == DRAWS and is_draw(felt, seat, hand, cards)


def is_paid(felt: Felt, seat: int, hand: int, cards: int) -> bool:
    """A pair of tens or better, two pair or three of a kind."""
    alike, high = 0, False
    for i in range(cards):
        for k in range(i):
            if rank(card_at(felt, seat, hand, i)) == rank(card_at(felt, seat, hand, k)):
                alike += 1
                high = high or rank(card_at(felt, seat, hand, i)) >= TEN
    return high or alike > 1


def is_draw(felt: Felt, seat: int, hand: int, cards: int) -> bool:
    """Three of a suit near each other; four of a suit, or four in a row with room at both ends and a ten or better."""
    low, high, highs, suited, alike = ACE, 0, 0, True, False
    for i in range(cards):
        card = card_at(felt, seat, hand, i)
        low, high = min(low, rank(card)), max(high, rank(card))
        highs += rank(card) >= TEN
        suited = suited and suit(card) == suit(card_at(felt, seat, hand, 0))
        for k in range(i):
            alike = alike or rank(card) == rank(card_at(felt, seat, hand, k))
    spread = high - low
    if cards == 4:
        return suited or (not alike and spread == 3 and high < ACE and highs > 0)
    if not suited or spread > 4:
        return False
    return (spread == 2 and low > 0) or highs >= spread - 2 > 0


def card_at(felt: Felt, seat: int, hand: int, i: int) -> int:
    """One's own three cards, then the first of the community."""
    return felt.cards[seat, hand, i] if i < 3 else felt.cards[HOUSE, COMMUNITY, 0]  # type: ignore[no-any-return]


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    plan = Plan(words(1))
    plan.rides[0] = RIDES.index(_WRITTEN[strategy]["rides"])
    return plan
