"""Three Card Poker with Pair Plus and 6 Card Bonus, by the rules retold in paragraphs.toml (cited as play.1 to play.7).

Three cards each. Play for as much again as the Ante, or fold; a dealer without a queen pays the Ante alone. A straight
or better has a bonus on the Ante, whatever the dealer holds.
"""

from typing import Any, NamedTuple

from houseway.rules.cards import QUEEN
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    DEALER,
    HOUSE,
    Felt,
    deal,
    no_more_bets,
    pay,
    say,
    seats_of,
    settle,
    stake,
    stake_wager,
    turn_all,
)
from houseway.rules.odds import winnings
from houseway.rules.poker import FLUSH as POKER_FLUSH
from houseway.rules.poker import FULL_HOUSE, ROYAL_FLUSH, Ranks, category, six
from houseway.rules.poker import STRAIGHT as POKER_STRAIGHT
from houseway.rules.poker import STRAIGHT_FLUSH as POKER_STRAIGHT_FLUSH
from houseway.rules.poker import THREE_OF_A_KIND as POKER_THREE
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import FACE_DOWN, FACE_OWN, SAY_RANKED
from houseway.rules.three_cards import (
    FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    is_mini_royal,
    made,
    poker_value,
    three_value,
)

WAGERS = ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus")
ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS = range(5)

ACTS = ("play", "fold")
TO_PLAY, TO_FOLD = range(2)
CHOICE = 1 << TO_PLAY | 1 << TO_FOLD

# What three cards make is the outcome of that number; less than a pair loses.
OUTCOMES = (
    "lose", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal", "full_house",
    "four_of_a_kind", "royal_flush", "win", "tie", "no_queen", "fold",
)  # fmt: skip
LOSE = 0
MINI_ROYAL, FULL, FOUR, ROYAL, WIN, TIE, NO_QUEEN, FOLDED = range(6, 14)

MINI_ROYAL_NONE, MINI_ROYAL_50_TO_1, MINI_ROYAL_100_TO_1 = range(3)

HANDS_MAX = 1
CARDS_MAX = 3


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    mini_royal: int  # whether Pair Plus has a row for ace, king and queen of one suit
    six_card_after_fold: int  # 1: the 6 Card Bonus stays up when its player folds
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)

    # play.1: the Ante, and beside it what else one likes.
    for seat in range(1, seats + 1):
        stake_wager(felt, seat, ANTE)
        stake_wager(felt, seat, PAIR_PLUS)
        stake_wager(felt, seat, SIX_CARD_BONUS)
    no_more_bets(felt)

    # play.2: three cards to each player, then three to the dealer, face down.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, ANTE] > 0:
            for _ in range(3):
                deal(felt, shoe, seat, 0, FACE_OWN)
    for _ in range(3):
        deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)

    # play.3: play for as much again, or fold and lose the Ante.
    for seat in range(1, seats + 1):
        if felt.wagers[seat, ANTE] > 0:
            if ask(decide, plan, felt, seat, 0, CHOICE) == TO_PLAY:
                stake(felt, seat, 0, PLAY, felt.wagers[seat, ANTE])
            else:
                settle(felt, rules, seat, 0, ANTE, FOLDED)
                if rules.six_card_after_fold == 0:
                    settle(felt, rules, seat, 0, SIX_CARD_BONUS, FOLDED)

    # play.4: the dealer's cards, which must have a queen or better.
    turn_all(felt, HOUSE, DEALER)
    dealers = three_value(felt.cards[HOUSE, DEALER, 0], felt.cards[HOUSE, DEALER, 1], felt.cards[HOUSE, DEALER, 2])
    say(felt, HOUSE, DEALER, SAY_RANKED, poker_value(dealers))
    for seat in range(seats, 0, -1):
        if felt.wagers[seat, ANTE] > 0:
            turn_all(felt, seat, 0)
            own = three_value(felt.cards[seat, 0, 0], felt.cards[seat, 0, 1], felt.cards[seat, 0, 2])
            say(felt, seat, 0, SAY_RANKED, poker_value(own))

            # play.5: Ante and Play, and the bonus of who has played.
            settle(felt, rules, seat, 0, ANTE, outcome_of(own, dealers))
            if felt.stakes[seat, 0, PLAY] > 0:
                settle(felt, rules, seat, 0, PLAY, outcome_of(own, dealers))
                pay_bonus(rules, felt, seat, made(own))

            # play.6, play.7: the side bets do not ask who won.
            settle(felt, rules, seat, 0, PAIR_PLUS, pair_plus_outcome(rules, own))
            settle(felt, rules, seat, 0, SIX_CARD_BONUS, six_card_outcome(six_value(rules, felt, seat)))


def pay_bonus(rules: Rules, felt: Felt, seat: int, outcome: int) -> None:
    """The Ante Bonus has no stake of its own: it is paid on the Ante (play.5)."""
    num = rules.pays[ANTE_BONUS, outcome, 0]
    if num > 0:
        den = rules.pays[ANTE_BONUS, outcome, 1]
        cents = winnings(felt.wagers[seat, ANTE], num, den, rules.rounding, rules.grain_cents)
        pay(felt, seat, 0, ANTE_BONUS, outcome, cents)


def six_value(rules: Rules, felt: Felt, seat: int) -> int:
    """The best five of a player's and the dealer's cards."""
    own, dealers = felt.cards[seat, 0], felt.cards[HOUSE, DEALER]
    return six(rules.ranks, own[0], own[1], own[2], dealers[0], dealers[1], dealers[2])


def outcome_of(own: int, dealers: int) -> int:
    """play.4, play.5: the higher hand wins, equal ones tie, and a dealer under queen high does not play."""
    if dealers >> 8 < QUEEN:
        return NO_QUEEN
    if own == dealers:
        return TIE
    return WIN if own > dealers else LOSE


def pair_plus_outcome(rules: Rules, value: int) -> int:
    """play.6: by what one's own cards make; a house may have a row for ace, king and queen of one suit."""
    if rules.mini_royal != MINI_ROYAL_NONE and is_mini_royal(value):
        return MINI_ROYAL
    return made(value)


def six_card_outcome(value: int) -> int:
    """play.7: three of a kind or better."""
    kind = category(value)
    if kind < POKER_THREE:
        return LOSE
    if kind == POKER_THREE:
        return THREE
    if kind == POKER_STRAIGHT:
        return STRAIGHT
    if kind == POKER_FLUSH:
        return FLUSH
    if kind == FULL_HOUSE:
        return FULL
    if kind == POKER_STRAIGHT_FLUSH:
        return STRAIGHT_FLUSH
    return ROYAL if kind == ROYAL_FLUSH else FOUR
