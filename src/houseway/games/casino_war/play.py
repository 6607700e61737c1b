"""Casino War, by its rules of play (cited as play.1 to play.8).

One card each, and the higher wins. Who ties may give up half of the bet or go to war: a second bet, one more card each,
and now a tie wins too.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import rank
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    COMMUNITY,
    DEALER,
    HOUSE,
    Felt,
    deal,
    deal_up,
    no_more_bets,
    seats_of,
    settle,
    stake,
    stake_wager,
)
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN

WAGERS = ("bet", "war", "tie")
BET, WAR, TIE = range(3)

ACTS = ("go_to_war", "surrender")
GO_TO_WAR, SURRENDER = range(2)
AFTER_A_TIE = 1 << GO_TO_WAR | 1 << SURRENDER  # the acts a player has, as bits

OUTCOMES = ("lose", "win", "surrendered", "war_lost", "war_won", "war_tied", "not_tied", "tied")
LOSE, WIN, SURRENDERED, WAR_LOST, WAR_WON, WAR_TIED, NOT_TIED, TIED = range(8)

HANDS_MAX = 1
CARDS_MAX = 3

BURNT = 3
AT_WAR = 1  # the mark of a hand


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: a bet, and a bet on the tie beside it.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            stake_wager(felt, seat, BET)
            stake_wager(felt, seat, TIE)
    no_more_bets(felt)

    # play.2: one card face up to each player, then one to the dealer.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            deal_up(felt, shoe, seat, 0)
    deal_up(felt, shoe, HOUSE, DEALER)

    # play.3, play.4: the higher card wins, and ties are paid.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BET] > 0:
            first = against(rank(felt.cards[seat, 0, 0]), rank(felt.cards[HOUSE, DEALER, 0]))
            settle(felt, rules, seat, 0, TIE, TIED if first == TIED else NOT_TIED)
            if first != TIED:
                settle(felt, rules, seat, 0, BET, first)

    # play.5, play.6: who tied gives up half of the bet, or goes to war with another bet of the same size.
    wars = 0
    for seat in range(1, seats + 1):
        if felt.stakes[seat, 0, BET] > 0:
            if ask(decide, plan, felt, seat, 0, AFTER_A_TIE) == SURRENDER:
                settle(felt, rules, seat, 0, BET, SURRENDERED)
            else:
                stake(felt, seat, 0, WAR, felt.wagers[seat, BET])
                felt.marks[seat, 0] = AT_WAR
                wars += 1
    if wars == 0:
        return

    # play.7: three cards are burnt, then one card face up to each player at war and one to the dealer.
    for _ in range(BURNT):
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN)
    for seat in range(1, seats + 1):
        if felt.marks[seat, 0] == AT_WAR:
            deal_up(felt, shoe, seat, 0)
    deal_up(felt, shoe, HOUSE, DEALER)

    # play.8: the higher card wins the war, and so does a tie; the first bet only comes back.
    for seat in range(1, seats + 1):
        if felt.marks[seat, 0] == AT_WAR:
            end = war_end(against(rank(felt.cards[seat, 0, 1]), rank(felt.cards[HOUSE, DEALER, 1])))
            settle(felt, rules, seat, 0, BET, end)
            settle(felt, rules, seat, 0, WAR, end)


def against(own: int, dealers: int) -> int:
    """play.3: the higher rank wins, aces high."""
    if own == dealers:
        return TIED
    return WIN if own > dealers else LOSE


def war_end(second: int) -> int:
    """play.8: at war a tie is as good as a higher card."""
    if second == TIED:
        return WAR_TIED
    return WAR_WON if second == WIN else WAR_LOST
