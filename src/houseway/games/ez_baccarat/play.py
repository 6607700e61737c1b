"""EZ Baccarat with Dragon 7, Panda 8 and Dragon Bonus, by its rules of play (cited as play.1 to play.9).

Nobody chooses: two hands, Player and Banker, are dealt by fixed rules for all seats. The Banker's hand is the dealer's,
the Player's lies with the community cards.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import ACE, TEN, rank
from houseway.rules.choice import Decide
from houseway.rules.felt import (
    COMMUNITY,
    DEALER,
    HOUSE,
    Felt,
    deal_up,
    no_more_bets,
    say,
    seats_of,
    settle,
    stake_wager,
)
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import SAY_TOTAL

WAGERS = ("player", "banker", "tie", "dragon_7", "panda_8", "player_bonus", "banker_bonus")
PLAYER, BANKER, TIE, DRAGON_7, PANDA_8, PLAYER_BONUS, BANKER_BONUS = range(7)
ACTS = ()  # nobody is asked

OUTCOMES = (
    "lose", "win", "tied", "dragon", "panda", "natural", "natural_tie", "by_4", "by_5", "by_6", "by_7", "by_8", "by_9",
)  # fmt: skip
LOSE, WIN, TIED, DRAGON, PANDA, NATURAL, NATURAL_TIE, BY_4 = range(8)

HANDS_MAX = 1
CARDS_MAX = 3

NATURAL_LEAST = 8
PLAYER_DRAWS_TO = 5  # and the Banker too, where the Player stands
NOT_DRAWN = -1  # instead of the points of a third card


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:  # noqa: ARG001 - one shape
    """One round."""
    seats = seats_of(felt)

    # play.1: any of the bets, alone or beside others.
    for seat in range(1, seats + 1):
        for wager in range(len(WAGERS)):
            stake_wager(felt, seat, wager)
    no_more_bets(felt)

    # play.2: two cards each, by turns, the Player's first.
    for _ in range(2):
        deal_up(felt, shoe, HOUSE, COMMUNITY)
        deal_up(felt, shoe, HOUSE, DEALER)

    # play.3: tens and faces are nothing, and of a sum the last digit counts.
    players = (points(felt.cards[HOUSE, COMMUNITY, 0]) + points(felt.cards[HOUSE, COMMUNITY, 1])) % 10
    bankers = (points(felt.cards[HOUSE, DEALER, 0]) + points(felt.cards[HOUSE, DEALER, 1])) % 10

    # play.4, play.5: after a natural nobody draws; else the Player to five, and then the Banker by the table.
    natural = max(players, bankers) >= NATURAL_LEAST
    third = NOT_DRAWN
    bankers_cards = 2
    if not natural and players <= PLAYER_DRAWS_TO:
        deal_up(felt, shoe, HOUSE, COMMUNITY)
        third = points(felt.cards[HOUSE, COMMUNITY, 2])
        players = (players + third) % 10
    if not natural and banker_draws(bankers, third):
        deal_up(felt, shoe, HOUSE, DEALER)
        bankers = (bankers + points(felt.cards[HOUSE, DEALER, 2])) % 10
        bankers_cards = 3
    say(felt, HOUSE, COMMUNITY, SAY_TOTAL, players)
    say(felt, HOUSE, DEALER, SAY_TOTAL, bankers)

    # play.6 to play.9: both hands settle every bet.
    dragon = bankers == 7 and bankers > players and bankers_cards == 3
    panda = players == 8 and players > bankers and third != NOT_DRAWN
    for seat in range(1, seats + 1):
        settle(felt, rules, seat, 0, PLAYER, ends(players, bankers))
        settle(felt, rules, seat, 0, BANKER, DRAGON if dragon else ends(bankers, players))
        settle(felt, rules, seat, 0, TIE, TIED if players == bankers else LOSE)
        settle(felt, rules, seat, 0, DRAGON_7, DRAGON if dragon else LOSE)
        settle(felt, rules, seat, 0, PANDA_8, PANDA if panda else LOSE)
        settle(felt, rules, seat, 0, PLAYER_BONUS, bonus(players, bankers, natural))
        settle(felt, rules, seat, 0, BANKER_BONUS, bonus(bankers, players, natural))


def points(card: int) -> int:
    """play.3: an ace counts one, tens and faces nothing."""
    if rank(card) == ACE:
        return 1
    return 0 if rank(card) >= TEN else rank(card) + 2


def banker_draws(bankers: int, third: int) -> bool:
    """play.5: by the Banker's two cards and the points of the Player's third."""
    if third == NOT_DRAWN or bankers <= 2:
        return bankers <= PLAYER_DRAWS_TO
    if bankers == 3:
        return third != 8
    return bankers <= 6 and 2 * bankers - 6 <= third <= 7


def ends(own: int, other: int) -> int:
    """play.6: the higher total wins, and a tie leaves the bet as it is."""
    if own == other:
        return TIED
    return WIN if own > other else LOSE


def bonus(own: int, other: int, natural: bool) -> int:
    """play.9: a natural that wins, a tie of naturals, or a win by four points and more."""
    if natural:
        if own == other:
            return NATURAL_TIE
        return NATURAL if own > other else LOSE
    return BY_4 + own - other - 4 if own - other >= 4 else LOSE
