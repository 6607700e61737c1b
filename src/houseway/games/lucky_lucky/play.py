"""House blackjack with the Lucky Lucky and Lucky Break bonus wagers.

Cited as ll.1 to ll.11 (Lucky Lucky's numbered rules) and lb.wagering, lb.dealing, lb.payoffs, lb.toke (Lucky Break).
A seat is one betting spot; a player may hold several. Without the bonus wagers this is plain house blackjack.

Where the rules are silent we chose, and a test says so by name: three cards over 21 lose Lucky Lucky; insurance is half
the blackjack bet; Lucky Break is not split with the hand, and is paid in one sum that is rounded once. Which total it
looks at after a split, and what a surrender does to it, are options (`lucky_break_split`, `lucky_break_surrender`).
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
    UP_CARD,
    against_blackjack,
    best_total,
    deal_two_each,
    dealer_checks,
    finds_blackjack,
    hard_total,
    in_action,
    is_ace,
    is_natural,
    is_pair,
    offer_insurance,
    play_dealer,
    play_hands,
    points,
    settle_standing,
    split,
)
from houseway.rules.cards import EIGHT, SEVEN, SIX
from houseway.rules.choice import Decide, ask, bit
from houseway.rules.felt import (
    COMMUNITY,
    DEALER,
    HOUSE,
    Felt,
    deal,
    deal_up,
    discard_all,
    no_more_bets,
    pay,
    say,
    seats_of,
    settle,
    stake,
    stake_wager,
    turn,
)
from houseway.rules.odds import winnings
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_UP, SAY_NATURAL

__all__ = ["ACTS", "CARDS_MAX", "HANDS_MAX", "OUTCOMES", "WAGERS", "Rules", "play"]

WAGERS = ("blackjack", "insurance", "lucky_lucky", "lucky_break", "lucky_lucky_toke", "lucky_break_toke")
BLACKJACK, INSURANCE, LUCKY_LUCKY, LUCKY_BREAK, LUCKY_LUCKY_TOKE, LUCKY_BREAK_TOKE = range(6)

OUTCOMES = (
    "lose", "push", "win", "natural", "surrender", "bust",
    "total_19", "total_20", "total_21", "suited_21", "six_seven_eight", "sevens", "suited_six_seven_eight",
    "suited_sevens",
    "bust_22", "bust_23", "bust_24", "bust_25", "bust_26",
    "bust_22_suited_3", "bust_23_suited_3", "bust_24_suited_3", "bust_25_suited_3", "bust_26_suited_3",
    "bust_22_suited_4", "bust_23_suited_4", "bust_24_suited_4", "bust_25_suited_4", "bust_26_suited_4",
    "bust_22_suited_5", "bust_23_suited_5", "bust_24_suited_5", "bust_25_suited_5", "bust_26_suited_5",
)  # fmt: skip
LOSE, PUSH, WIN, NATURAL, SURRENDERED, BUST = range(6)
TOTAL_19, TOTAL_20, TOTAL_21, SUITED_21, SIX_SEVEN_EIGHT, SEVENS, SUITED_678, SUITED_777 = range(6, 14)
PLAYS_ON = -1  # no outcome yet
BUST_22 = 14
BUSTS = 5  # 22 to 26; each again with 3, with 4, and with 5 or more suited cards

HANDS_MAX = 4
PLAYER_TOTAL_MAX = 26  # lb.payoffs: beyond it Lucky Break is lost whatever the dealer does

DOUBLE_ANY, DOUBLE_9_TO_11, DOUBLE_10_TO_11 = range(3)
SURRENDER_NONE, SURRENDER_LATE = range(2)
SPLIT_ACES_ONE_CARD, SPLIT_ACES_PLAY = range(2)
SUITED_BASE_PLUS_MULTIPLE, SUITED_MULTIPLE = range(2)
THIRD_CARD_UP_CARD, THIRD_CARD_COMMUNITY = range(2)
LUCKY_BREAK_SPLIT_FIRST_HAND, LUCKY_BREAK_SPLIT_ANY_HAND, LUCKY_BREAK_SPLIT_EVERY_HAND = range(3)
LUCKY_BREAK_SURRENDER_STAYS, LUCKY_BREAK_SURRENDER_LOST = range(2)


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    soft_17: int
    double: int
    double_after_split: int
    hands_max: int
    split_aces: int
    resplit_aces: int
    surrender: int
    insurance: int
    suited: int
    third_card: int
    lucky_break_split: int
    lucky_break_surrender: int
    multiplier: Words  # by outcome: what a dealer's bust in that many suited cards multiplies


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)
    place_bets(felt)
    no_more_bets(felt)
    if rules.third_card == THIRD_CARD_COMMUNITY:
        deal(felt, shoe, HOUSE, COMMUNITY, FACE_UP)  # the opening, Table 1: one card for all Lucky Lucky bets
    deal_two_each(felt, shoe, BLACKJACK)  # ll.6: clockwise from the dealer's left, the dealer last

    # ll.7: from the dealer's right, Lucky Lucky is paid or taken before the round of blackjack begins.
    for seat in range(seats, 0, -1):
        settle_lucky_lucky(rules, felt, seat)

    # lb.dealing: insurance is offered under an ace, then the dealer checks for blackjack.
    if rules.insurance:
        offer_insurance(decide, plan, felt, BLACKJACK, INSURANCE, INSURE, DECLINE)
    if dealer_checks(felt):
        if finds_blackjack(felt):
            settle_dealer_blackjack(rules, felt)
            return
        for seat in range(1, seats + 1):
            settle(felt, rules, seat, 0, INSURANCE, LOSE)

    # lb.dealing: a player's blackjack is paid at once; Lucky Break stays up.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, BLACKJACK] > 0 and is_natural(felt, seat, 0):
            say(felt, seat, 0, SAY_NATURAL, 1)
            end_hand(rules, felt, seat, 0, NATURAL)

    for seat in range(1, seats + 1):
        if felt.stakes[seat, 0, BLACKJACK] > 0:
            play_hands(play_hand, rules, shoe, decide, plan, felt, seat)

    # lb.dealing, note: the dealer completes the hand as long as any hand or any Lucky Break is in action.
    if in_action(felt, BLACKJACK) or in_action(felt, LUCKY_BREAK) or in_action(felt, LUCKY_BREAK_TOKE):
        dealer = play_dealer(felt, shoe, rules.soft_17)
        for seat in range(seats, 0, -1):
            for hand in range(felt.hands[seat]):
                if felt.stakes[seat, hand, BLACKJACK] > 0:
                    settle_standing(felt, rules, seat, hand, BLACKJACK, dealer)
            settle_lucky_break(rules, felt, seat, dealer, LUCKY_BREAK)
            settle_lucky_break(rules, felt, seat, dealer, LUCKY_BREAK_TOKE)
    else:
        turn(felt, HOUSE, DEALER, HOLE_CARD)


def place_bets(felt: Felt) -> None:
    """ll.1, ll.2, ll.5, lb.wagering: bonus bets ride beside a blackjack bet, before any card is dealt."""
    for seat in range(1, seats_of(felt) + 1):
        if felt.wagers[seat, BLACKJACK] > 0:
            stake_wager(felt, seat, BLACKJACK)
            stake_wager(felt, seat, LUCKY_LUCKY)
            stake_wager(felt, seat, LUCKY_BREAK)
            stake_wager(felt, seat, LUCKY_LUCKY_TOKE)
            stake_wager(felt, seat, LUCKY_BREAK_TOKE)


def settle_lucky_lucky(rules: Rules, felt: Felt, seat: int) -> None:
    """ll.7: also the bet for the dealers, at the same odds (lb.toke)."""
    if felt.stakes[seat, 0, LUCKY_LUCKY] > 0 or felt.stakes[seat, 0, LUCKY_LUCKY_TOKE] > 0:
        own = felt.cards[seat, 0]
        outcome = lucky_lucky_outcome(own[0], own[1], card_for_all(rules, felt))
        settle(felt, rules, seat, 0, LUCKY_LUCKY, outcome)
        settle(felt, rules, seat, 0, LUCKY_LUCKY_TOKE, outcome)


def card_for_all(rules: Rules, felt: Felt) -> int:
    """The opening, Table 1: the dealer's up-card, or the community card."""
    if rules.third_card == THIRD_CARD_COMMUNITY:
        return int(felt.cards[HOUSE, COMMUNITY, 0])
    return int(felt.cards[HOUSE, DEALER, UP_CARD])


def lucky_lucky_outcome(a: int, b: int, c: int) -> int:
    """ll.8, ll.9: the highest win of three cards; an ace counts one or eleven, whichever makes the better total."""
    suited = (a & 3) == (b & 3) and (b & 3) == (c & 3)
    x, y, z = a >> 2, b >> 2, c >> 2
    if x == SEVEN and y == SEVEN and z == SEVEN:
        return SUITED_777 if suited else SEVENS
    if min(x, min(y, z)) == SIX and max(x, max(y, z)) == EIGHT and x + y + z == SIX + SEVEN + EIGHT:
        return SUITED_678 if suited else SIX_SEVEN_EIGHT
    total = points(a) + points(b) + points(c)
    if total + 10 <= BEST and (is_ace(a) or is_ace(b) or is_ace(c)):
        total += 10
    if total == BEST:
        return SUITED_21 if suited else TOTAL_21
    if total == 20:
        return TOTAL_20
    if total == 19:
        return TOTAL_19
    return LOSE


def settle_dealer_blackjack(rules: Rules, felt: Felt) -> None:
    """lb.dealing: every Lucky Break is lost, and every blackjack bet but that on a blackjack, which pushes."""
    turn(felt, HOUSE, DEALER, HOLE_CARD)
    for seat in range(seats_of(felt), 0, -1):
        settle(felt, rules, seat, 0, INSURANCE, WIN)
        settle(felt, rules, seat, 0, BLACKJACK, against_blackjack(is_natural(felt, seat, 0)))
        settle(felt, rules, seat, 0, LUCKY_BREAK, LOSE)
        settle(felt, rules, seat, 0, LUCKY_BREAK_TOKE, LOSE)


def play_hand(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt, seat: int, hand: int) -> None:
    ended = PLAYS_ON
    while ended == PLAYS_ON:
        options = legal_acts(rules, felt, seat, hand)
        if options == bit(STAND):
            return
        act = ask(decide, plan, felt, seat, hand, options)
        if act == STAND:
            return
        if act == SURRENDER:
            ended = SURRENDERED
        else:
            if act == SPLIT:
                split(felt, seat, hand, BLACKJACK)
            if act == DOUBLE:
                stake(felt, seat, hand, BLACKJACK, felt.stakes[seat, hand, BLACKJACK])
            deal_up(felt, shoe, seat, hand)
            ended = ended_at_once(best_total(felt, seat, hand))
            if act == DOUBLE and ended == PLAYS_ON:
                return
    end_hand(rules, felt, seat, hand, ended)


def end_hand(rules: Rules, felt: Felt, seat: int, hand: int, outcome: int) -> None:
    """A hand that is settled before the dealer plays is taken, as in any blackjack.

    lb.dealing: under a Lucky Break the cards stay, since it still hangs on their total.
    """
    settle(felt, rules, seat, hand, BLACKJACK, outcome)
    if outcome == SURRENDERED and surrender_loses_lucky_break(rules):
        settle(felt, rules, seat, 0, LUCKY_BREAK, LOSE)
        settle(felt, rules, seat, 0, LUCKY_BREAK_TOKE, LOSE)
    if not has_lucky_break(felt, seat):
        discard_all(felt, seat, hand)


def surrender_loses_lucky_break(rules: Rules) -> bool:
    """lb.dealing names what leaves the bet in action, a blackjack and a bust; of a surrender it says nothing."""
    return rules.lucky_break_surrender == LUCKY_BREAK_SURRENDER_LOST


def has_lucky_break(felt: Felt, seat: int) -> bool:
    """Whether a player's or the dealers' Lucky Break is in action on a seat."""
    return bool(felt.stakes[seat, 0, LUCKY_BREAK] > 0 or felt.stakes[seat, 0, LUCKY_BREAK_TOKE] > 0)


def ended_at_once(total: int) -> int:
    """How a hand that took a card is settled before the dealer plays, if it is."""
    return BUST if total > BEST else PLAYS_ON


def legal_acts(rules: Rules, felt: Felt, seat: int, hand: int) -> int:
    """What a hand on the felt may do."""
    cards, total, hands = felt.held[seat, hand], best_total(felt, seat, hand), felt.hands[seat]
    return turn_acts(rules, cards, total, is_pair(felt, seat, hand), hands, is_ace(felt.cards[seat, hand, 0]))


def turn_acts(rules: Rules, cards: int, total: int, pair: bool, hands: int, from_ace: bool) -> int:
    """What a hand of so many cards may do in its turn, by the hands of its seat and whether it began with an ace."""
    options = bit(STAND)
    if total >= BEST:
        return options
    split_ace = hands > 1 and from_ace
    if pair and can_split(rules, hands, split_ace):
        options |= bit(SPLIT)
    if split_ace and rules.split_aces == SPLIT_ACES_ONE_CARD:
        return options
    options |= bit(HIT)
    if cards == 2:
        if can_double(rules, total, hands > 1):
            options |= bit(DOUBLE)
        if rules.surrender == SURRENDER_LATE and hands == 1:
            options |= bit(SURRENDER)
    return options


def can_split(rules: Rules, hands: int, split_ace: bool) -> bool:
    if split_ace and not rules.resplit_aces:
        return False
    return hands < rules.hands_max


def can_double(rules: Rules, total: int, after_split: bool) -> bool:
    """Two cards with an ace total twelve or more, so 9, 10 and 11 are hard."""
    if after_split and not rules.double_after_split:
        return False
    if rules.double == DOUBLE_ANY:
        return True
    return total <= 11 and total >= (9 if rules.double == DOUBLE_9_TO_11 else 10)


def settle_lucky_break(rules: Rules, felt: Felt, seat: int, dealer: int, wager: int) -> None:
    """lb.payoffs: paid for the dealer's bust if the player's total is 26 or less."""
    stake_cents = felt.stakes[seat, 0, wager]
    if stake_cents == 0:
        return
    if not lucky_break_wins(lucky_break_total(rules, felt, seat), dealer):
        settle(felt, rules, seat, 0, wager, LOSE)
        return
    outcome, num, den = lucky_break_pay(rules, wager, dealer, suited_cards(felt))
    pay(felt, seat, 0, wager, outcome, winnings(stake_cents, num, den, rules.rounding, rules.grain_cents))


def lucky_break_total(rules: Rules, felt: Felt, seat: int) -> int:
    """The hard total that counts for Lucky Break: of the first hand, of the lowest, or of the highest after a split."""
    total = hard_total(felt, seat, 0)
    for hand in range(1, felt.hands[seat]):
        if rules.lucky_break_split == LUCKY_BREAK_SPLIT_ANY_HAND:
            total = min(total, hard_total(felt, seat, hand))
        elif rules.lucky_break_split == LUCKY_BREAK_SPLIT_EVERY_HAND:
            total = max(total, hard_total(felt, seat, hand))
    return total


def lucky_break_wins(player: int, dealer: int) -> bool:
    """lb.payoffs: by the player's hard total and the dealer's."""
    return dealer > BEST and player <= PLAYER_TOTAL_MAX


def lucky_break_pay(rules: Rules, wager: int, dealer: int, suited: int) -> tuple[int, int, int]:
    """The dealer's bust by total and by cards that are all of one suit (0: they are not), and its odds, num to den."""
    base = BUST_22 + dealer - 22
    num = rules.pays[wager, base, 0]
    den = rules.pays[wager, base, 1]
    if suited == 0:
        return base, num, den
    outcome = base + BUSTS * (min(suited, 5) - 2)
    times = rules.multiplier[outcome]
    if rules.suited == SUITED_BASE_PLUS_MULTIPLE:
        times += 1
    return outcome, num * times, den


def suited_cards(felt: Felt) -> int:
    """How many cards the dealer has if all are of one suit; otherwise 0."""
    count = felt.held[HOUSE, DEALER]
    for i in range(1, count):
        if felt.cards[HOUSE, DEALER, i] & 3 != felt.cards[HOUSE, DEALER, 0] & 3:
            return 0
    return int(count)
