"""Blackjack as every variant here knows it: points, totals, naturals, the deal, the turns, the dealer's draw.

Where a game has its own number for a wager or an act it says which.
"""

from collections.abc import Callable
from typing import Any

from houseway.rules.cards import ACE, TEN
from houseway.rules.choice import Decide, ask, bit
from houseway.rules.felt import (
    DEALER,
    HOUSE,
    Felt,
    deal,
    deal_up,
    move,
    say,
    seats_of,
    settle,
    stake,
    turn,
)
from houseway.rules.odds import Pays
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, SAY_CHECKED, SAY_TOTAL

ACTS = ("hit", "stand", "double", "split", "surrender", "insure", "decline")
HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURE, DECLINE = range(7)

LOSE, PUSH, WIN = range(3)  # the outcomes of every game begin so

SOFT_17_STAND, SOFT_17_HIT = range(2)

UP_CARD, HOLE_CARD = 0, 1  # places in the dealer's hand
BEST = 21
CARDS_MAX = 22  # no hand can hold more: 21 aces is 21


def points(card: int) -> int:
    """What a card counts, an ace as one."""
    rank = card >> 2
    if rank == ACE:
        return 1
    return min(rank + 2, 10)


def is_ten(card: int) -> bool:
    rank = card >> 2
    return rank >= TEN and rank != ACE


def is_ace(card: int) -> bool:
    return card >> 2 == ACE


def hard_total(felt: Felt, seat: int, hand: int) -> int:
    """The total with every ace as one."""
    total = 0
    for i in range(felt.held[seat, hand]):
        total += points(felt.cards[seat, hand, i])
    return total


def total_of(felt: Felt, seat: int, hand: int) -> tuple[int, bool]:
    """The best total of two cards or more, and whether it is soft (an ace counts eleven)."""
    assert felt.held[seat, hand] >= 2, "one card has no total"
    first, second = felt.cards[seat, hand, 0], felt.cards[seat, hand, 1]
    total = points(first) + points(second)
    ace = is_ace(first) | is_ace(second)
    for i in range(2, felt.held[seat, hand]):
        card = felt.cards[seat, hand, i]
        total += points(card)
        ace |= is_ace(card)
    if ace and total + 10 <= BEST:
        return total + 10, True
    return total, False


def best_total(felt: Felt, seat: int, hand: int) -> int:
    total, _ = total_of(felt, seat, hand)
    return total


def is_natural(felt: Felt, seat: int, hand: int) -> bool:
    """An ace and a ten-valued card as the first two. Whether a split hand can be one is the game's own rule."""
    if felt.held[seat, hand] != 2:
        return False
    return make_natural(felt.cards[seat, hand, 0], felt.cards[seat, hand, 1])


def make_natural(a: int, b: int) -> bool:
    return (is_ace(a) and is_ten(b)) or (is_ten(a) and is_ace(b))


# --- the first cards ---


def deal_two_each(felt: Felt, shoe: Shoe, wager: int) -> None:
    """Players' cards lie face up; of the dealer's the first does, the second lies face down."""
    deal_to_players(felt, shoe, wager)
    deal_up(felt, shoe, HOUSE, DEALER)
    deal_to_players(felt, shoe, wager)
    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)


def deal_to_players(felt: Felt, shoe: Shoe, wager: int) -> None:
    """A card face up to each seat with this bet, from the dealer's left."""
    for seat in range(1, seats_of(felt) + 1):
        if felt.wagers[seat, wager] > 0:
            deal_up(felt, shoe, seat, 0)


def offer_insurance(
    decide: Decide, plan: Any, felt: Felt, wager: int, insurance: int, insure: int, decline: int
) -> None:
    """Under an ace, a bet apart on the dealer's blackjack: half the bet, an odd cent left out."""
    if is_ace(felt.cards[HOUSE, DEALER, UP_CARD]):
        for seat in range(1, seats_of(felt) + 1):
            half = felt.wagers[seat, wager] // 2
            if half > 0 and ask(decide, plan, felt, seat, 0, bit(insure) | bit(decline)) == insure:
                stake(felt, seat, 0, insurance, half)


def dealer_checks(felt: Felt) -> bool:
    """The dealer looks at the hole card under an ace or a ten-valued card."""
    up = felt.cards[HOUSE, DEALER, UP_CARD]
    return is_ace(up) or is_ten(up)


def finds_blackjack(felt: Felt) -> bool:
    """The dealer who checks says whether it is a blackjack."""
    blackjack = is_natural(felt, HOUSE, DEALER)
    say(felt, HOUSE, DEALER, SAY_CHECKED, blackjack)
    return blackjack


# --- the turns ---


def play_hands(
    play_hand: Callable[[Any, Shoe, Decide, Any, Felt, int, int], None],
    rules: Any,
    shoe: Shoe,
    decide: Decide,
    plan: Any,
    felt: Felt,
    seat: int,
) -> None:
    """A player's turn: each hand to its end, split hands as they come up."""
    hand = 0
    while hand < felt.hands[seat]:
        if felt.held[seat, hand] == 1:
            deal_up(felt, shoe, seat, hand)
        play_hand(rules, shoe, decide, plan, felt, seat, hand)
        hand += 1


def is_pair(felt: Felt, seat: int, hand: int) -> bool:
    """Two cards of equal value: a king and a ten are such a pair."""
    return felt.held[seat, hand] == 2 and points(felt.cards[seat, hand, 0]) == points(felt.cards[seat, hand, 1])


def split(felt: Felt, seat: int, hand: int, wager: int) -> None:
    """The second card starts a new hand with a bet of its own. Each hand gets its next card when its turn comes."""
    new = felt.hands[seat]
    felt.hands[seat] = new + 1
    stake(felt, seat, new, wager, felt.wagers[seat, wager])
    move(felt, seat, hand, 1, new)


# --- the dealer's hand ---


def in_action(felt: Felt, wager: int) -> bool:
    """Whether this bet of any hand is still to be settled."""
    for seat in range(1, seats_of(felt) + 1):
        for hand in range(felt.hands[seat]):
            if felt.stakes[seat, hand, wager] > 0:
                return True
    return False


def dealer_draws(total: int, soft: bool, soft_17: int) -> bool:
    return total < 17 or (total == 17 and soft and soft_17 == SOFT_17_HIT)


def play_dealer(felt: Felt, shoe: Shoe, soft_17: int) -> int:
    """The dealer shows the hole card and draws as the house must; returns the total."""
    turn(felt, HOUSE, DEALER, HOLE_CARD)
    total, soft = total_of(felt, HOUSE, DEALER)
    while dealer_draws(total, soft, soft_17):
        deal_up(felt, shoe, HOUSE, DEALER)
        total, soft = total_of(felt, HOUSE, DEALER)
    say(felt, HOUSE, DEALER, SAY_TOTAL, total)
    return total


def against_blackjack(natural: bool) -> int:
    """A hand against the dealer's blackjack, where a natural is not paid whatever the dealer has."""
    return PUSH if natural else LOSE


def outcome_against(player: int, dealer: int) -> int:
    """A standing hand against the dealer's total."""
    if dealer > BEST or player > dealer:
        return WIN
    return PUSH if player == dealer else LOSE


def settle_standing(felt: Felt, rules: Pays, seat: int, hand: int, wager: int, dealer: int) -> int:
    """A standing hand is paid or taken; returns its outcome."""
    outcome = outcome_against(best_total(felt, seat, hand), dealer)
    settle(felt, rules, seat, hand, wager, outcome)
    return outcome
