"""Super Fun 21, by its rules (cited as rules.1 to rules.6) and procedures (procedures.1 to procedures.10).

Blackjack in which every natural wins, long hands win at once, and a player may double or surrender at any time.
What the source leaves open we read so:

- A natural is offered its double when it would be paid. Who doubles puts up the second bet at once and waits for the
  dealer's check: against a blackjack there is no double, the second bet goes back, and the natural is paid as one, or
  both bets are lost (`doubled_natural`). A natural that is insured is paid, or doubled, after the check.
- An ace with a ten after a split is 21, not a natural.
- At 21 a player stands or doubles (procedures.3 says 21 or less), and may hit only while an ace counts eleven; with
  how many cards is an option (`soft_21`).
- Doubling on 21 needs no word about the ace: with a third card it can only count one.
- Surrender, also after a double, needs a total under 21 (rules.3), though procedures.5 asks only for no bust.
- Six cards make 21 by rules.5 and 20 or less by rules.4; where only one of the two is in force, the other plays on.
"""

from typing import Any, NamedTuple

from houseway.rules.blackjack import (
    ACTS,
    BEST,
    CARDS_MAX,
    DECLINE,
    DOUBLE,
    HIT,
    HOLE_CARD,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    best_total,
    deal_two_each,
    dealer_checks,
    finds_blackjack,
    in_action,
    is_ace,
    is_natural,
    is_pair,
    make_natural,
    offer_insurance,
    play_dealer,
    play_hands,
    settle_standing,
    split,
    total_of,
)
from houseway.rules.cards import DIAMONDS
from houseway.rules.choice import Decide, ask, bit
from houseway.rules.felt import (
    DEALER,
    HOUSE,
    Felt,
    deal_up,
    discard_all,
    give_back,
    no_more_bets,
    say,
    seats_of,
    settle,
    stake,
    stake_wager,
    turn,
)
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import SAY_CALL, SAY_NATURAL

__all__ = ["ACTS", "CALLS", "CARDS_MAX", "HANDS_MAX", "OUTCOMES", "WAGERS", "Rules", "play"]

WAGERS = ("blackjack", "insurance")
BLACKJACK, INSURANCE = range(2)

OUTCOMES = (
    "lose", "push", "win", "natural", "diamond_natural", "six_cards", "five_card_21", "surrender", "rescue", "bust",
)  # fmt: skip
LOSE, PUSH, WIN, NATURAL, DIAMOND_NATURAL, SIX_CARDS, FIVE_CARD_21, SURRENDERED, RESCUED, BUST = range(10)
PLAYS_ON = -1  # no outcome yet

CALLS = ("sure_winner", "six_cards_or_21", "hit_eleven", "hit_eleven_undoubled")
SURE_WINNER, SIX_CARDS_OR_21, HIT_ELEVEN, HIT_ELEVEN_UNDOUBLED = range(4)
SILENT = -1

HANDS_MAX = 4
DOUBLES_NATURAL = 1  # mark of a natural that waits to be doubled

DOUBLE_ANY_CARDS, DOUBLE_TWO_CARDS = range(2)
SURRENDER_NONE, SURRENDER_TWO_CARDS, SURRENDER_ANY_TIME = range(3)
SPLIT_ACES_ONE_CARD, SPLIT_ACES_PLAY = range(2)
DOUBLED_NATURAL_NO_DOUBLE, DOUBLED_NATURAL_STANDS = range(2)
SOFT_21_HIT, SOFT_21_THREE_CARDS, SOFT_21_STAND = range(3)


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    double: int
    double_natural: int
    doubled_natural: int
    soft_21: int
    surrender: int
    rescue: int
    six_card_winner: int
    five_card_21: int
    naturals_always_win: int
    hands_max: int
    split_aces: int
    soft_17: int
    insurance: int


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, BLACKJACK)
    no_more_bets(felt)
    deal_two_each(felt, shoe, BLACKJACK)  # procedures.2

    # procedures.9: insurance under an ace, for a natural too.
    if rules.insurance:
        offer_insurance(decide, plan, felt, BLACKJACK, INSURANCE, INSURE, DECLINE)

    # procedures.8: naturals are paid before anything else, those that are insured after the dealer's check.
    checks = dealer_checks(felt)
    for seat in range(1, seats + 1):
        if is_natural(felt, seat, 0):
            say(felt, seat, 0, SAY_NATURAL, 1)
            if paid_before_check(rules, checks, felt.stakes[seat, 0, INSURANCE] > 0):
                pay_or_double_natural(rules, decide, plan, felt, seat)

    # procedures.5: the check comes before any surrender.
    if checks:
        if finds_blackjack(felt):
            settle_dealer_blackjack(rules, felt)
            return
        for seat in range(1, seats + 1):
            insured = felt.stakes[seat, 0, INSURANCE] > 0
            settle(felt, rules, seat, 0, INSURANCE, LOSE)
            if is_natural(felt, seat, 0) and not paid_before_check(rules, checks, insured):
                pay_or_double_natural(rules, decide, plan, felt, seat)

    for seat in range(1, seats + 1):
        if felt.marks[seat, 0] == DOUBLES_NATURAL:
            draw_doubled(rules, shoe, decide, plan, felt, seat, 0)
        elif felt.stakes[seat, 0, BLACKJACK] > 0:
            play_hands(play_hand, rules, shoe, decide, plan, felt, seat)

    # The dealer draws only against a hand that is still in action.
    if in_action(felt, BLACKJACK):
        dealer = play_dealer(felt, shoe, rules.soft_17)  # procedures.10
        for seat in range(seats, 0, -1):
            for hand in range(felt.hands[seat]):
                if felt.stakes[seat, hand, BLACKJACK] > 0:
                    settle_standing(felt, rules, seat, hand, BLACKJACK, dealer)
    else:
        turn(felt, HOUSE, DEALER, HOLE_CARD)


def paid_before_check(rules: Rules, checks: bool, insured: bool) -> bool:
    """procedures.8: a natural need not wait for the dealer, unless it is insured or could be pushed."""
    return not checks or (rules.naturals_always_win != 0 and not insured)


def pay_or_double_natural(rules: Rules, decide: Decide, plan: Any, felt: Felt, seat: int) -> None:
    """rules.6, procedures.3: a natural is paid, unless its player would rather double it."""
    options = natural_acts(rules)
    if options != bit(STAND) and ask(decide, plan, felt, seat, 0, options) == DOUBLE:
        felt.marks[seat, 0] = DOUBLES_NATURAL
        put_up_double(felt, seat, 0)
    else:
        end_hand(rules, felt, seat, 0, natural_outcome(felt.cards[seat, 0, 0], felt.cards[seat, 0, 1]))


def natural_acts(rules: Rules) -> int:
    return bit(STAND) | bit(DOUBLE) if rules.double_natural else bit(STAND)


def natural_outcome(a: int, b: int) -> int:
    """rules.6: a natural all in diamonds is paid apart."""
    return DIAMOND_NATURAL if a & 3 == DIAMONDS and b & 3 == DIAMONDS else NATURAL


def settle_dealer_blackjack(rules: Rules, felt: Felt) -> None:
    """Insurance wins; a natural that has not been paid yet wins as well (rules.6); everything else loses."""
    turn(felt, HOUSE, DEALER, HOLE_CARD)
    for seat in range(seats_of(felt), 0, -1):
        settle(felt, rules, seat, 0, INSURANCE, WIN)
        if felt.stakes[seat, 0, BLACKJACK] > 0:
            settle_against_blackjack(rules, felt, seat)


def settle_against_blackjack(rules: Rules, felt: Felt, seat: int) -> None:
    """A natural that was to be doubled goes back to one bet, or loses both (reading `doubled_natural`)."""
    outcome = against_blackjack(rules, felt.cards[seat, 0, 0], felt.cards[seat, 0, 1])
    if felt.marks[seat, 0] == DOUBLES_NATURAL:
        if double_stands(rules):
            outcome = LOSE
        else:
            give_back(felt, seat, 0, BLACKJACK, felt.wagers[seat, BLACKJACK])
    settle(felt, rules, seat, 0, BLACKJACK, outcome)


def double_stands(rules: Rules) -> bool:
    """procedures.3, procedures.8: whether a natural that is being doubled is no natural against a blackjack."""
    return rules.doubled_natural == DOUBLED_NATURAL_STANDS


def against_blackjack(rules: Rules, a: int, b: int) -> int:
    """procedures.8: a player's blackjack is not pushed, unless the house has dropped that rule; other hands lose."""
    if not make_natural(a, b):
        return LOSE
    return natural_outcome(a, b) if rules.naturals_always_win else PUSH


def play_hand(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt, seat: int, hand: int) -> None:
    ended = PLAYS_ON
    while ended == PLAYS_ON:
        options = legal_acts(rules, felt, seat, hand)
        if options == bit(STAND):
            return
        advise(rules, felt, seat, hand)
        act = ask(decide, plan, felt, seat, hand, options)
        if act == STAND:
            return
        if act == DOUBLE:
            put_up_double(felt, seat, hand)
            draw_doubled(rules, shoe, decide, plan, felt, seat, hand)
            return
        if act == SURRENDER:
            ended = SURRENDERED
        else:
            if act == SPLIT:
                split(felt, seat, hand, BLACKJACK)
            deal_up(felt, shoe, seat, hand)
            ended = ended_at_once(rules, felt.held[seat, hand], best_total(felt, seat, hand))
    end_hand(rules, felt, seat, hand, ended)


def end_hand(rules: Rules, felt: Felt, seat: int, hand: int, outcome: int) -> None:
    """procedures.6, procedures.7: a hand that is paid, or lost, before the dealer plays goes to the discard holder."""
    settle(felt, rules, seat, hand, BLACKJACK, outcome)
    discard_all(felt, seat, hand)


def legal_acts(rules: Rules, felt: Felt, seat: int, hand: int) -> int:
    """What a hand on the felt may do in its turn."""
    total, soft = total_of(felt, seat, hand)
    pair, from_ace = is_pair(felt, seat, hand), is_ace(felt.cards[seat, hand, 0])
    return turn_acts(rules, felt.held[seat, hand], total, soft, pair, felt.hands[seat], from_ace)


def turn_acts(rules: Rules, cards: int, total: int, soft: bool, pair: bool, hands: int, from_ace: bool) -> int:
    """What a hand that is not over 21 may do in its turn, by the hands of its seat and whether it began with an ace."""
    options = bit(STAND)
    if pair and hands < rules.hands_max:  # rules.2, procedures.4
        options |= bit(SPLIT)
    if hands > 1 and from_ace and rules.split_aces == SPLIT_ACES_ONE_CARD:
        return options
    if total < BEST or can_hit_21(rules, cards, soft):
        options |= bit(HIT)
    if cards == 2 or rules.double == DOUBLE_ANY_CARDS:  # rules.1, procedures.3
        options |= bit(DOUBLE)
    if can_surrender(rules, cards, total):
        options |= bit(SURRENDER)
    return options


def can_hit_21(rules: Rules, cards: int, soft: bool) -> bool:
    """A hard 21 could only bust; of a soft one the rules say nothing."""
    if not soft or rules.soft_21 == SOFT_21_STAND:
        return False
    return rules.soft_21 == SOFT_21_HIT or cards > 2


def can_surrender(rules: Rules, cards: int, total: int) -> bool:
    """rules.3: two cards or more, under 21."""
    if rules.surrender == SURRENDER_NONE or total >= BEST:
        return False
    return cards == 2 or rules.surrender == SURRENDER_ANY_TIME


def advise(rules: Rules, felt: Felt, seat: int, hand: int) -> None:
    """procedures.2: hands lie open so that the dealer can point out what they may win."""
    cards = felt.held[seat, hand]
    if cards >= 4:
        total, soft = total_of(felt, seat, hand)
        call = call_for(rules, cards, total, soft)
        if call != SILENT:
            say(felt, seat, hand, SAY_CALL, call)


def call_for(rules: Rules, cards: int, total: int, soft: bool) -> int:
    """procedures.6: five cards with a soft 20 or less cannot lose by a hit, unless a 21 then plays on.

    procedures.7: four cards with 11 may win more by a hit than by a double, where a double is still to be had.
    """
    if cards == 4 and total == 11 and rules.five_card_21:
        return HIT_ELEVEN if rules.double == DOUBLE_ANY_CARDS else HIT_ELEVEN_UNDOUBLED
    if cards == 5 and soft and total < BEST and rules.six_card_winner:
        return SURE_WINNER if rules.five_card_21 else SIX_CARDS_OR_21
    return SILENT


def ended_at_once(rules: Rules, cards: int, total: int) -> int:
    """How a hand that was hit is settled before the dealer plays, if it is."""
    if total > BEST:
        return BUST
    if total == BEST:
        return FIVE_CARD_21 if cards >= 5 and rules.five_card_21 else PLAYS_ON  # rules.5
    return SIX_CARDS if cards >= 6 and rules.six_card_winner else PLAYS_ON  # rules.4


def put_up_double(felt: Felt, seat: int, hand: int) -> None:
    """procedures.3: the full bet again, on the felt as soon as it is chosen."""
    stake(felt, seat, hand, BLACKJACK, felt.wagers[seat, BLACKJACK])


def draw_doubled(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt, seat: int, hand: int) -> None:
    """procedures.3: one card. Such a hand wins nothing at once (rules.4, rules.5)."""
    deal_up(felt, shoe, seat, hand)
    total = best_total(felt, seat, hand)
    if total > BEST:
        end_hand(rules, felt, seat, hand, BUST)
        return
    options = doubled_acts(rules, total)
    if options != bit(STAND) and ask(decide, plan, felt, seat, hand, options) == SURRENDER:
        end_hand(rules, felt, seat, hand, RESCUED)


def doubled_acts(rules: Rules, total: int) -> int:
    """procedures.5: one of the two bets of a doubled hand may be given up, under 21 (rules.3)."""
    if rules.rescue and total < BEST:
        return bit(STAND) | bit(SURRENDER)
    return bit(STAND)
