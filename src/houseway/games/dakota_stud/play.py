"""Dakota Stud, by its dealing procedures (cited as d.1 to d.6).

Three cards of one's own and two of the community make five. Four equal bets: ($) always plays, (1) may be taken back
after three cards, (2) after four, and whoever takes back (2) loses (3).
"""

from typing import Any, NamedTuple

from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    COMMUNITY,
    HOUSE,
    TAKEN_BACK,
    UNSETTLED,
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

WAGERS = ("dollar", "one", "two", "three")
DOLLAR, ONE, TWO, THREE = range(4)

ACTS = ("leave_one", "take_back_one", "leave_two", "take_back_two")
LEAVE_ONE, TAKE_BACK_ONE, LEAVE_TWO, TAKE_BACK_TWO = range(4)
FIRST_CHOICE = 1 << LEAVE_ONE | 1 << TAKE_BACK_ONE  # the acts a player has, as bits
SECOND_CHOICE = 1 << LEAVE_TWO | 1 << TAKE_BACK_TWO

# A winning hand's outcome is its poker category; one deck knows no five of a kind.
OUTCOMES = (
    "lose", "sixes_or_better", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush", "forfeit",
)  # fmt: skip
LOSE, SIXES_OR_BETTER, FORFEIT = 0, 1, 10

HANDS_MAX = 1
CARDS_MAX = 3


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    lowest_pair: int  # the lowest rank of a pair that wins
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # d.1: four equal bets.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, DOLLAR] > 0:
            for wager in range(4):
                stake_wager(felt, seat, wager)
    no_more_bets(felt)

    # d.2: three cards face down to each player, then two community cards face down.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, DOLLAR] > 0:
            for _ in range(3):
                deal(felt, shoe, seat, 0, FACE_OWN)
    for _ in range(2):
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)

    # d.3 (the second of that number): each player leaves (1) in action or takes it back.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, DOLLAR] > 0:
            carry_out(rules, felt, seat, ask(decide, plan, felt, seat, 0, FIRST_CHOICE))

    # d.4: the first community card; the dealer has laid them from the left.
    turn(felt, HOUSE, COMMUNITY, 0)

    # d.5: each player leaves (2) in action, or takes it back and forfeits (3); ($) always stays.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, DOLLAR] > 0:
            carry_out(rules, felt, seat, ask(decide, plan, felt, seat, 0, SECOND_CHOICE))

    # d.6: the second community card, and all hands are reconciled from the dealer's right to the left.
    turn(felt, HOUSE, COMMUNITY, 1)
    for seat in range(seats, 0, -1):
        if felt.wagers[seat, DOLLAR] > 0:
            turn_all(felt, seat, 0)
            value = hand_value(rules, felt, seat)
            say(felt, seat, 0, SAY_RANKED, value)
            outcome = outcome_of(rules, value)
            for wager in range(4):
                settle(felt, rules, seat, 0, wager, outcome)


def carry_out(rules: Rules, felt: Felt, seat: int, act: int) -> None:
    """What an act does to each bet."""
    for wager in range(4):
        end = end_by(act, wager)
        if end == TAKEN_BACK:
            take_back(felt, seat, 0, wager)
        elif end != UNSETTLED:
            settle(felt, rules, seat, 0, wager, end)


def end_by(act: int, wager: int) -> int:
    """d.3, d.5: (1) or (2) is taken back, and (3) forfeited with (2); any other bet stays in action."""
    if act == TAKE_BACK_ONE and wager == ONE:
        return TAKEN_BACK
    if act == TAKE_BACK_TWO and wager == TWO:
        return TAKEN_BACK
    if act == TAKE_BACK_TWO and wager == THREE:
        return FORFEIT
    return UNSETTLED


def hand_value(rules: Rules, felt: Felt, seat: int) -> int:
    """The poker value of a player's three cards and the two of the community."""
    own = felt.cards[seat, 0]
    board = felt.cards[HOUSE, COMMUNITY]
    return five(rules.ranks, own[0], own[1], own[2], board[0], board[1])


def outcome_of(rules: Rules, value: int) -> int:
    """d.6a, d.6b: a pair of sixes or better wins, anything less loses."""
    made = category(value)
    if made > FIVE_OF_A_KIND:
        return made - 1
    if made > PAIR:
        return made
    if made == PAIR and five_ranks(value)[0] >= rules.lowest_pair:
        return SIXES_OR_BETTER
    return LOSE
