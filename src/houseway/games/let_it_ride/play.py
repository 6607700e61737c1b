"""Let It Ride with 3 Card Bonus, by the rules retold in paragraphs.toml (cited as play.1 to play.6).

Three cards of one's own and two of the community make five. Of three equal bets the first may be taken back after three
cards and the second after four; the third always plays.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import TEN
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    COMMUNITY,
    HOUSE,
    Felt,
    deal,
    no_more_bets,
    say,
    seats_of,
    settle,
    stake_wager,
    take_back,
    turn,
    turn_all,
)
from houseway.rules.poker import FIVE_OF_A_KIND, PAIR, Ranks, category, five, five_ranks
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, FACE_OWN, SAY_RANKED
from houseway.rules.three_cards import (
    FLUSH,
    HIGH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    is_mini_royal,
    made,
    three_value,
)

WAGERS = ("one", "two", "three", "three_card_bonus")
BET_ONE, BET_TWO, BET_THREE, BONUS = range(4)

ACTS = ("let_one_ride", "take_back_one", "let_two_ride", "take_back_two")
LET_ONE_RIDE, TAKE_BACK_ONE, LET_TWO_RIDE, TAKE_BACK_TWO = range(4)
FIRST_CHOICE = 1 << LET_ONE_RIDE | 1 << TAKE_BACK_ONE  # the acts a player has, as bits
SECOND_CHOICE = 1 << LET_TWO_RIDE | 1 << TAKE_BACK_TWO

# A hand of five that wins is the outcome of its poker category; one deck knows no five of a kind.
OUTCOMES = (
    "lose", "tens_or_better", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush", "pair", "mini_royal",
)  # fmt: skip
LOSE, TENS_OR_BETTER, TWO_PAIR, TRIPS, RUN, ONE_SUIT = range(6)
RUN_IN_SUIT, A_PAIR, MINI_ROYAL = 8, 10, 11

MINI_ROYAL_NONE, MINI_ROYAL_50_TO_1 = range(2)

HANDS_MAX = 1
CARDS_MAX = 3


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    mini_royal: int  # whether the 3 Card Bonus has a row for ace, king and queen of one suit
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: three equal bets, and the 3 Card Bonus beside them.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET_ONE] > 0:
            for wager in range(4):
                stake_wager(felt, seat, wager)
    no_more_bets(felt)

    # play.2: three cards to each player, and two of the community, face down.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET_ONE] > 0:
            for _ in range(3):
                deal(felt, shoe, seat, 0, FACE_OWN)
    for _ in range(2):
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)

    # play.3: with three cards seen, the first bet rides or comes back.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET_ONE] > 0 and ask(decide, plan, felt, seat, 0, FIRST_CHOICE) == TAKE_BACK_ONE:
            take_back(felt, seat, 0, BET_ONE)
    turn(felt, HOUSE, COMMUNITY, 0)

    # play.4: with the first community card seen, the second bet rides or comes back.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET_ONE] > 0 and ask(decide, plan, felt, seat, 0, SECOND_CHOICE) == TAKE_BACK_TWO:
            take_back(felt, seat, 0, BET_TWO)
    turn(felt, HOUSE, COMMUNITY, 1)

    # play.5, play.6: what still rides is paid by five cards, the bonus by one's own three.
    for seat in range(seats, 0, -1):
        if felt.wagers[seat, BET_ONE] > 0:
            turn_all(felt, seat, 0)
            value = hand_value(rules, felt, seat)
            say(felt, seat, 0, SAY_RANKED, value)
            for wager in range(3):
                settle(felt, rules, seat, 0, wager, outcome_of(value))
            own = three_value(felt.cards[seat, 0, 0], felt.cards[seat, 0, 1], felt.cards[seat, 0, 2])
            settle(felt, rules, seat, 0, BONUS, bonus_outcome(rules, own))


def hand_value(rules: Rules, felt: Felt, seat: int) -> int:
    """The poker value of a player's three cards and the two of the community."""
    own, board = felt.cards[seat, 0], felt.cards[HOUSE, COMMUNITY]
    return five(rules.ranks, own[0], own[1], own[2], board[0], board[1])


def outcome_of(value: int) -> int:
    """play.5: a pair of tens or better wins, anything less loses."""
    kind = category(value)
    if kind > FIVE_OF_A_KIND:
        return kind - 1
    if kind > PAIR:
        return kind
    if kind == PAIR and five_ranks(value)[0] >= TEN:
        return TENS_OR_BETTER
    return LOSE


def bonus_outcome(rules: Rules, value: int) -> int:
    """play.6: by what one's own cards make; a house may have a row for ace, king and queen of one suit."""
    kind = made(value)
    if kind == STRAIGHT_FLUSH:
        return MINI_ROYAL if rules.mini_royal != MINI_ROYAL_NONE and is_mini_royal(value) else RUN_IN_SUIT
    if kind == THREE:
        return TRIPS
    if kind == STRAIGHT:
        return RUN
    if kind == FLUSH:
        return ONE_SUIT
    return LOSE if kind == HIGH else A_PAIR
