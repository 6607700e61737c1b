"""Mississippi Stud, by the rules retold in paragraphs.toml (cited as play.1 to play.5).

Two cards of one's own and three of the community make five. Before each community card: bet one, two or three times the
Ante, or fold and lose all.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import JACK, SIX
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
    stake,
    stake_wager,
    turn,
    turn_all,
)
from houseway.rules.poker import FIVE_OF_A_KIND, PAIR, Ranks, category, five, five_ranks
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, FACE_OWN, SAY_RANKED

WAGERS = ("ante", "third", "fourth", "fifth")
ANTE, THIRD, FOURTH, FIFTH = range(4)

ACTS = ("bet_one", "bet_two", "bet_three", "fold")
BET_ONE, BET_TWO, BET_THREE, TO_FOLD = range(4)
CHOICE = 1 << BET_ONE | 1 << BET_TWO | 1 << BET_THREE | 1 << TO_FOLD

# From two pair to the straight an outcome is its poker category; one deck knows no five of a kind.
OUTCOMES = (
    "lose", "jacks_or_better", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush", "sixes_to_tens", "fold",
)  # fmt: skip
LOSE, JACKS_OR_BETTER, SIXES_TO_TENS, FOLDED = 0, 1, 10, 11

HANDS_MAX = 1
CARDS_MAX = 3


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: the Ante.
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, ANTE)
    no_more_bets(felt)

    # play.2: two cards to each player, and three of the community, face down.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, ANTE] > 0:
            for _ in range(2):
                deal(felt, shoe, seat, 0, FACE_OWN)
    for _ in range(3):
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)

    # play.3, play.4: a bet or a fold before each community card.
    for street in range(3):
        for seat in range(1, seats + 1):
            if felt.stakes[seat, 0, ANTE] > 0:
                carry_out(rules, felt, seat, THIRD + street, ask(decide, plan, felt, seat, 0, CHOICE))
        turn(felt, HOUSE, COMMUNITY, street)

    # play.5: what is still in action is paid by the hand.
    for seat in range(seats, 0, -1):
        if felt.stakes[seat, 0, ANTE] > 0:
            turn_all(felt, seat, 0)
            value = hand_value(rules, felt, seat)
            say(felt, seat, 0, SAY_RANKED, value)
            settle_all(rules, felt, seat, outcome_of(value))


def carry_out(rules: Rules, felt: Felt, seat: int, wager: int, act: int) -> None:
    """A bet of one, two or three Antes, or everything lost."""
    if act == TO_FOLD:
        settle_all(rules, felt, seat, FOLDED)
    else:
        stake(felt, seat, 0, wager, (act + 1) * felt.wagers[seat, ANTE])


def settle_all(rules: Rules, felt: Felt, seat: int, outcome: int) -> None:
    for wager in range(4):
        settle(felt, rules, seat, 0, wager, outcome)


def hand_value(rules: Rules, felt: Felt, seat: int) -> int:
    """The poker value of a player's two cards and the three of the community."""
    own, board = felt.cards[seat, 0], felt.cards[HOUSE, COMMUNITY]
    return five(rules.ranks, own[0], own[1], board[0], board[1], board[2])


def outcome_of(value: int) -> int:
    """play.5: a pair of jacks or better wins, sixes to tens push, anything less loses."""
    made = category(value)
    if made > FIVE_OF_A_KIND:
        return made - 1
    if made > PAIR:
        return made
    if made == PAIR and five_ranks(value)[0] >= JACK:
        return JACKS_OR_BETTER
    if made == PAIR and five_ranks(value)[0] >= SIX:
        return SIXES_TO_TENS
    return LOSE
