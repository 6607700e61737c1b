"""Triple Shot Bonus: War, Blackjack and six-card Poker on the same cards, and the Hat Trick on all three.

Cited by the paragraphs of paragraphs.toml: dealing.N (Dealing Procedures), rules.* (Rules of Play), payouts.*,
overview.*. The first card plays War and stays for blackjack; the blackjack cards stay for poker.
"""

from typing import Any, NamedTuple

from houseway.rules.blackjack import (
    BEST,
    DOUBLE,
    HIT,
    HOLE_CARD,
    SPLIT,
    STAND,
    UP_CARD,
    against_blackjack,
    best_total,
    deal_to_players,
    dealer_checks,
    finds_blackjack,
    in_action,
    is_ace,
    is_natural,
    offer_insurance,
    play_dealer,
    settle_standing,
    split,
    total_of,
)
from houseway.rules.cards import JACK
from houseway.rules.choice import Decide, ask, bit
from houseway.rules.felt import (
    DEALER,
    HOUSE,
    Felt,
    deal,
    deal_up,
    no_more_bets,
    say,
    seats_of,
    settle,
    stake,
    stake_wager,
    turn,
)
from houseway.rules.poker import (
    FIVE_OF_A_KIND,
    FOUR_OF_A_KIND,
    PAIR,
    SUITED_FIVE_OF_A_KIND,
    Ranks,
    category,
    five_ranks,
    six,
)
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, FACE_OWN, FACE_UP, SAY_NATURAL, SAY_RANKED

WAGERS = ("war", "blackjack", "poker", "hat_trick", "insurance")
WAR, BLACKJACK, POKER, HAT_TRICK, INSURANCE = range(5)

# The first four bear the numbers they have in every blackjack game; there is no surrender here.
ACTS = ("hit", "stand", "double", "split", "insure", "decline")
INSURE, DECLINE = 4, 5

OUTCOMES = (
    "lose", "push", "win", "tie", "natural", "six_cards", "bust",
    "jacks_or_better", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
LOSE, PUSH, WIN, TIE, NATURAL, SIX_CARDS, BUST, JACKS_OR_BETTER = range(8)

PLAYS_ON = -1  # no outcome yet

SIX = 6  # cards of a poker hand, and of a blackjack hand that wins by itself
LOWEST_PAIR = JACK
HANDS_MAX = 2
CARDS_MAX = 10  # the dealer's; ten cards of one deck are worth at least 18, so no dealer draws an eleventh

POKER_CARDS_FACE_UP, POKER_CARDS_FACE_DOWN = range(2)


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    soft_17: int
    insurance: int
    poker_cards: int
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # dealing.2: three bets of any size, and the Hat Trick for those who want it, before the first card.
    for seat in range(1, seats + 1):
        for wager in range(HAT_TRICK + 1):
            stake_wager(felt, seat, wager)
    no_more_bets(felt)

    # dealing.3, dealing.4: War. One card each, face up; bets are settled from the dealer's right.
    deal_to_players(felt, shoe, WAR)
    deal_up(felt, shoe, HOUSE, DEALER)
    for seat in range(seats, 0, -1):
        settle_war(rules, felt, seat)

    # dealing.5: Blackjack. A second card each, the dealer's face down under the first.
    deal_to_players(felt, shoe, WAR)
    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)
    play_blackjack(rules, shoe, decide, plan, felt)

    # dealing.6, dealing.7: Poker. Cards up to six from the dealer's left; then every seat from the right is settled.
    for seat in range(1, seats + 1):
        if is_played(felt, seat):
            deal_to_six(rules, shoe, felt, seat)
    for seat in range(seats, 0, -1):
        if is_played(felt, seat):
            settle_poker(rules, felt, seat)


def is_played(felt: Felt, seat: int) -> bool:
    """rules.intro.2: whoever plays has bet on all three games."""
    return bool(felt.wagers[seat, WAR] > 0)


def take_down_hat_trick(rules: Rules, felt: Felt, seat: int) -> None:
    """dealing.7: the Hat Trick goes with the first of the three bets that is lost."""
    settle(felt, rules, seat, 0, HAT_TRICK, LOSE)


# --- War ---


def settle_war(rules: Rules, felt: Felt, seat: int) -> None:
    """dealing.4: a tie costs half the bet but leaves the Hat Trick up (rules.hat_trick.2)."""
    if is_played(felt, seat):
        outcome = war_outcome(felt.cards[seat, 0, 0], felt.cards[HOUSE, DEALER, UP_CARD])
        settle(felt, rules, seat, 0, WAR, outcome)
        if outcome == LOSE:
            take_down_hat_trick(rules, felt, seat)


def war_outcome(own: int, dealers: int) -> int:
    """rules.war: the higher rank wins, aces high."""
    if own >> 2 == dealers >> 2:
        return TIE
    return WIN if own >> 2 > dealers >> 2 else LOSE


# --- Blackjack ---


def play_blackjack(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """dealing.5: from the first choice to the last blackjack bet."""
    seats = seats_of(felt)

    # rules.blackjack: insurance is offered under an ace, and the dealer looks for a blackjack before anyone plays.
    # payouts.blackjack: half the blackjack bet. Won or lost, it does not touch the Hat Trick (overview.note).
    if rules.insurance:
        offer_insurance(decide, plan, felt, BLACKJACK, INSURANCE, INSURE, DECLINE)
    if dealer_checks(felt):
        if finds_blackjack(felt):
            settle_dealer_blackjack(rules, felt)
            return
        for seat in range(1, seats + 1):
            settle(felt, rules, seat, 0, INSURANCE, LOSE)

    for seat in range(1, seats + 1):
        if is_played(felt, seat):
            play_turn(rules, shoe, decide, plan, felt, seat)

    # rules.blackjack.6: the dealer turns the hole card, and draws if a bet still hangs on it.
    if in_action(felt, BLACKJACK):
        dealer = play_dealer(felt, shoe, rules.soft_17)
        for seat in range(seats, 0, -1):
            settle_blackjack(rules, felt, seat, dealer)
    else:
        turn(felt, HOUSE, DEALER, HOLE_CARD)


def settle_dealer_blackjack(rules: Rules, felt: Felt) -> None:
    """A dealer's blackjack beats every hand but a blackjack, before anyone has played; Poker goes on."""
    turn(felt, HOUSE, DEALER, HOLE_CARD)
    for seat in range(seats_of(felt), 0, -1):
        settle(felt, rules, seat, 0, INSURANCE, WIN)
        outcome = against_blackjack(is_natural(felt, seat, 0))
        settle(felt, rules, seat, 0, BLACKJACK, outcome)
        if outcome == LOSE:
            take_down_hat_trick(rules, felt, seat)


def play_turn(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt, seat: int) -> None:
    """A player's turn. Whatever cannot change any more is paid or taken on the spot."""
    if is_natural(felt, seat, 0):
        say(felt, seat, 0, SAY_NATURAL, 1)
        settle(felt, rules, seat, 0, BLACKJACK, NATURAL)
        return
    ended = PLAYS_ON
    while ended == PLAYS_ON:
        options = legal_acts(felt, seat)
        if options == bit(STAND):
            return
        act = ask(decide, plan, felt, seat, 0, options)
        if act == STAND:
            return
        if act == SPLIT:
            split_aces(felt, shoe, seat)
            return
        if act == DOUBLE:
            stake(felt, seat, 0, BLACKJACK, felt.stakes[seat, 0, BLACKJACK])
        deal_up(felt, shoe, seat, 0)
        ended = ended_at_once(felt.held[seat, 0], best_total(felt, seat, 0))
        if act == DOUBLE and ended == PLAYS_ON:
            return
    settle(felt, rules, seat, 0, BLACKJACK, ended)
    if ended == BUST:
        take_down_hat_trick(rules, felt, seat)


def ended_at_once(cards: int, total: int) -> int:
    """How a hand that took a card is settled before the dealer plays, if it is."""
    if total > BEST:
        return BUST
    return SIX_CARDS if cards == SIX else PLAYS_ON  # rules.blackjack.4


def may_act(total: int, soft: bool, cards: int) -> bool:
    """A 21 ends the turn, but a soft one of five cards may take the sixth, which cannot bust it and wins at once.

    The published edges to the digit (0.2715 and 0.0832 %) and the published ties (8.1355 %) need that sixth card.
    """
    return total < BEST or (total == BEST and soft and cards == SIX - 1)


def legal_acts(felt: Felt, seat: int) -> int:
    """What a hand on the felt may do."""
    total, soft = total_of(felt, seat, 0)
    both_aces = is_ace(felt.cards[seat, 0, 0]) and is_ace(felt.cards[seat, 0, 1])
    return turn_acts(felt.held[seat, 0], total, soft, both_aces, felt.hands[seat])


def turn_acts(cards: int, total: int, soft: bool, both_aces: bool, hands: int) -> int:
    """rules.blackjack.1 to .3: doubling on the first two cards, splitting aces only; split hands are never asked."""
    if hands > 1 or not may_act(total, soft, cards):
        return bit(STAND)
    options = bit(HIT) | bit(STAND)
    if cards == 2:
        options |= bit(DOUBLE)
        if both_aces:
            options |= bit(SPLIT)
    return options


def split_aces(felt: Felt, shoe: Shoe, seat: int) -> None:
    """rules.blackjack.2: once, and one card to each ace; ace and ten is then 21."""
    split(felt, seat, 0, BLACKJACK)
    deal_up(felt, shoe, seat, 0)
    deal_up(felt, shoe, seat, 1)


def settle_blackjack(rules: Rules, felt: Felt, seat: int, dealer: int) -> None:
    """dealing.5: what is still in action is paid or collected; a lost bet takes the Hat Trick down."""
    if felt.stakes[seat, 0, BLACKJACK] == 0:
        return
    outcome = settle_standing(felt, rules, seat, 0, BLACKJACK, dealer)
    if felt.hands[seat] == 2:
        outcome = split_outcome(outcome, settle_standing(felt, rules, seat, 1, BLACKJACK, dealer))
    if outcome == LOSE:
        take_down_hat_trick(rules, felt, seat)


def split_outcome(first: int, second: int) -> int:
    """rules.hat_trick.table: for the Hat Trick split aces are won unless both hands together lose money.

    Loss, tie and win are 0, 1 and 2, so that two hands are even at two ties or a loss and a win.
    """
    return WIN if first + second >= PUSH + PUSH else LOSE


# --- Poker, and the Hat Trick ---


def deal_to_six(rules: Rules, shoe: Shoe, felt: Felt, seat: int) -> None:
    """dealing.6: whatever became of the blackjack hand, its cards are made up to six; after split aces two are due."""
    felt.marks[seat, 0] = felt.held[seat, 0]  # cards from this place on are for poker alone
    face = FACE_OWN if rules.poker_cards == POKER_CARDS_FACE_DOWN else FACE_UP
    for _ in range(SIX - felt.held[seat, 0] - felt.held[seat, 1]):
        deal(felt, shoe, seat, 0, face)


def settle_poker(rules: Rules, felt: Felt, seat: int) -> None:
    """dealing.6, dealing.7: Poker against its table; a Hat Trick that is still up is decided by it and paid last."""
    if rules.poker_cards == POKER_CARDS_FACE_DOWN:
        for place in range(felt.marks[seat, 0], felt.held[seat, 0]):
            turn(felt, seat, 0, place)
    value = poker_value(rules, felt, seat)
    say(felt, seat, 0, SAY_RANKED, value)
    outcome = poker_outcome(value)
    settle(felt, rules, seat, 0, POKER, outcome)
    settle(felt, rules, seat, 0, HAT_TRICK, LOSE if outcome == LOSE else WIN)


def poker_value(rules: Rules, felt: Felt, seat: int) -> int:
    """The best five of a player's six cards, which lie in two hands after split aces."""
    own = felt.cards[seat, 0]
    if felt.hands[seat] == 2:
        other = felt.cards[seat, 1]
        return six(rules.ranks, own[0], own[1], own[2], own[3], other[0], other[1])
    return six(rules.ranks, own[0], own[1], own[2], own[3], own[4], own[5])


def poker_outcome(value: int) -> int:
    """rules.poker: a pair of jacks or better wins."""
    made = category(value)
    if made == PAIR and five_ranks(value)[0] >= LOWEST_PAIR:
        return JACKS_OR_BETTER
    if made <= PAIR:
        return LOSE
    if made == FIVE_OF_A_KIND or made == SUITED_FIVE_OF_A_KIND:
        made = FOUR_OF_A_KIND  # only a toy deck with repeated cards deals it: the best hand of the table it contains
    if made > FIVE_OF_A_KIND:
        return JACKS_OR_BETTER + made - PAIR - 1
    return JACKS_OR_BETTER + made - PAIR
