"""Ultimate Texas Hold'em with Trips, by the rules retold in paragraphs.toml (cited as play.1 to play.8).

Two cards each and five of the community make the best five of seven. One raise, and the earlier the larger: four or
three Antes on two cards, two after the flop, one at the end, or fold.
"""

from typing import Any, NamedTuple

from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    COMMUNITY,
    DEALER,
    HOUSE,
    Felt,
    deal,
    no_more_bets,
    say,
    seats_of,
    settle,
    stake,
    stake_wager,
    turn,
    turn_all,
)
from houseway.rules.poker import FIVE_OF_A_KIND, PAIR, STRAIGHT, THREE_OF_A_KIND, Ranks, category, seven
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, FACE_OWN, SAY_RANKED

WAGERS = ("ante", "blind", "raise", "trips")
ANTE, BLIND, RAISE, TRIPS = range(4)

ACTS = ("raise_four", "raise_three", "check", "raise_two", "raise_one", "fold")
RAISE_FOUR, RAISE_THREE, CHECK, RAISE_TWO, RAISE_ONE, TO_FOLD = range(6)
BEFORE_THE_FLOP = 1 << RAISE_FOUR | 1 << RAISE_THREE | 1 << CHECK
AFTER_THE_FLOP = 1 << RAISE_TWO | 1 << CHECK
AT_THE_END = 1 << RAISE_ONE | 1 << TO_FOLD

# From three of a kind to the royal flush an outcome is its poker category, less what is below it.
OUTCOMES = (
    "lose", "win", "tie", "no_pair", "fold", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
LOSE, WIN, TIE, NO_PAIR, FOLDED, THREE = range(6)
ROYAL = len(OUTCOMES) - 1

HANDS_MAX = 1
CARDS_MAX = 5


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    trips_after_fold: int  # 1: Trips stays up when its player folds
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: the Ante with a Blind of the same size, and Trips if one likes.
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, ANTE)
        stake_wager(felt, seat, BLIND)
        stake_wager(felt, seat, TRIPS)
    no_more_bets(felt)

    # play.2: two cards to each player and to the dealer, and five of the community, face down.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, ANTE] > 0:
            for _ in range(2):
                deal(felt, shoe, seat, 0, FACE_OWN)
    for _ in range(2):
        deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)
    for _ in range(5):
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)

    # play.3: four Antes, three, or check.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, ANTE] > 0:
            raise_by(felt, seat, ask(decide, plan, felt, seat, 0, BEFORE_THE_FLOP))

    # play.4: three cards are turned; who has not raised may for two Antes.
    for card in range(3):
        turn(felt, HOUSE, COMMUNITY, card)
    for seat in range(1, seats + 1):
        if is_asked(felt, seat):
            raise_by(felt, seat, ask(decide, plan, felt, seat, 0, AFTER_THE_FLOP))

    # play.5: the last two are turned; who has still not raised puts up one Ante or folds.
    turn(felt, HOUSE, COMMUNITY, 3)
    turn(felt, HOUSE, COMMUNITY, 4)
    for seat in range(1, seats + 1):
        if is_asked(felt, seat):
            act = ask(decide, plan, felt, seat, 0, AT_THE_END)
            raise_by(felt, seat, act)
            if act == TO_FOLD:
                fold(rules, felt, seat)

    # play.6: the dealer's hand, which needs a pair for the Ante to be in action.
    turn_all(felt, HOUSE, DEALER)
    dealers = hand_value(rules, felt, HOUSE, DEALER)
    say(felt, HOUSE, DEALER, SAY_RANKED, dealers)
    for seat in range(seats, 0, -1):
        if felt.wagers[seat, ANTE] > 0:
            turn_all(felt, seat, 0)
            own = hand_value(rules, felt, seat, 0)
            say(felt, seat, 0, SAY_RANKED, own)
            settle(felt, rules, seat, 0, RAISE, against(own, dealers))
            settle(felt, rules, seat, 0, ANTE, ante_end(own, dealers))
            settle(felt, rules, seat, 0, BLIND, blind_end(own, dealers))
            settle(felt, rules, seat, 0, TRIPS, trips_end(own))


def raise_by(felt: Felt, seat: int, act: int) -> None:
    """So many Antes; a check and a fold put up nothing."""
    if act == RAISE_FOUR:
        stake(felt, seat, 0, RAISE, 4 * felt.wagers[seat, ANTE])
    if act == RAISE_THREE:
        stake(felt, seat, 0, RAISE, 3 * felt.wagers[seat, ANTE])
    if act == RAISE_TWO:
        stake(felt, seat, 0, RAISE, 2 * felt.wagers[seat, ANTE])
    if act == RAISE_ONE:
        stake(felt, seat, 0, RAISE, felt.wagers[seat, ANTE])


def is_asked(felt: Felt, seat: int) -> bool:
    """Who raises once is not asked again."""
    return bool(felt.wagers[seat, ANTE] > 0 and felt.stakes[seat, 0, RAISE] == 0)


def fold(rules: Rules, felt: Felt, seat: int) -> None:
    """play.5: Ante and Blind are lost; Trips stays up, where the house does not say otherwise."""
    settle(felt, rules, seat, 0, ANTE, FOLDED)
    settle(felt, rules, seat, 0, BLIND, FOLDED)
    if rules.trips_after_fold == 0:
        settle(felt, rules, seat, 0, TRIPS, FOLDED)


def hand_value(rules: Rules, felt: Felt, seat: int, hand: int) -> int:
    """The best five of two cards and the community's."""
    own, board = felt.cards[seat, hand], felt.cards[HOUSE, COMMUNITY]
    return seven(rules.ranks, own[0], own[1], board[0], board[1], board[2], board[3], board[4])


def against(own: int, dealers: int) -> int:
    """play.7: the higher hand wins, and equal ones tie."""
    if own == dealers:
        return TIE
    return WIN if own > dealers else LOSE


def ante_end(own: int, dealers: int) -> int:
    """play.6: the Ante pushes where the dealer has no pair."""
    return NO_PAIR if category(dealers) < PAIR else against(own, dealers)


def blind_end(own: int, dealers: int) -> int:
    """play.7: a win is paid from a straight on."""
    if own > dealers and category(own) >= STRAIGHT:
        return made(own)
    return against(own, dealers)


def trips_end(own: int) -> int:
    """play.8: three of a kind or better, whatever the dealer has."""
    return made(own) if category(own) >= THREE_OF_A_KIND else LOSE


def made(value: int) -> int:
    """The outcome of a hand from three of a kind on; one deck knows no five of a kind."""
    kind = category(value)
    return min(THREE + kind - THREE_OF_A_KIND - (1 if kind > FIVE_OF_A_KIND else 0), ROYAL)
