"""Fast Action Hold'em, by its dealing procedures (cited as single.N and multi.N).

Four cards each; a player keeps two of them, or parts them into two hands, and so does the dealer by the house way. With
the five community cards they make the best five of seven. The Ante plays against the dealer, the Bonus against a
paytable, and Envy pays for the good fortune of others.
"""

from typing import Any, NamedTuple

from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS, house_way
from houseway.rules.choice import Decide, ask
from houseway.rules.felt import (
    COMMUNITY,
    DEALER,
    HOUSE,
    Felt,
    deal,
    discard,
    move,
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
from houseway.rules.poker import THREE_OF_A_KIND, Ranks, category, seven
from houseway.rules.shapes import Words
from houseway.rules.shoe import Shoe
from houseway.rules.tape import (
    FACE_DOWN,
    FACE_OWN,
    FACE_UP,
    SAY_CAP,
    SAY_HOUSE_WAY,
    SAY_LAMMER,
    SAY_LAMMERS_IN,
    SAY_RANKED,
)

WAGERS = ("ante", "bonus", "envy")
ANTE, BONUS, ENVY = range(3)

# Every act names the two cards that stay in the first hand. After a split they are those the unsplit bet rides on.
ACTS = (
    "keep_12", "keep_13", "keep_14", "keep_23", "keep_24", "keep_34",
    "split_ante_12_34_bonus_12", "split_ante_13_24_bonus_13", "split_ante_14_23_bonus_14",
    "split_ante_14_23_bonus_23", "split_ante_13_24_bonus_24", "split_ante_12_34_bonus_34",
    "split_both_12_34", "split_both_13_24", "split_both_14_23",
    "split_bonus_12_34_ante_12", "split_bonus_13_24_ante_13", "split_bonus_14_23_ante_14",
    "split_bonus_14_23_ante_23", "split_bonus_13_24_ante_24", "split_bonus_12_34_ante_34",
)  # fmt: skip
KEEP, SPLIT_ANTE, SPLIT_BOTH, SPLIT_BONUS = 0, 6, 12, 15  # the first act of each kind
_ANY_TWO = 0b111111
_EACH_PARTING = 0b000111  # the twos with the first card: one for each way to part four cards

OUTCOMES = (
    "lose", "win", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "five_of_a_kind",
    "straight_flush", "royal_flush", "suited_five_of_a_kind",
)  # fmt: skip
LOSE, WIN, TRIPS = range(3)  # from three of a kind on in the order of the poker categories

HANDS_MAX = 2
CARDS_MAX = 5

DEALING_COMMUNITY_FIRST, DEALING_SETS_OF_FOUR = range(2)
SPLITS_NONE, SPLITS_AS_PUBLISHED, SPLITS_AS_WRITTEN, SPLITS_TOGETHER = range(4)
CAP_PER_ROUND, CAP_PER_HAND, CAP_PER_EACH_HAND = range(3)  # a hand: both hands of a split together


class Rules(NamedTuple):
    pays: Words
    rounding: int
    grain_cents: int
    decks: int
    dealing: int
    splits: int
    envy: int
    envy_least_cents: int  # a Bonus from here on earns a lammer
    envy_cents: Words  # by outcome: the fixed sum for another player's hand
    cap_cents: int  # 0: no cap
    cap_per: int
    ranks: Ranks


def play(rules: Rules, shoe: Shoe, decide: Decide, plan: Any, felt: Felt) -> None:
    """One round."""
    seats = seats_of(felt)
    place_bets(rules, felt)
    no_more_bets(felt)
    if rules.decks == 1:
        deal_packets(rules, felt, shoe)
    else:
        deal_one_by_one(felt, shoe)

    # single.7, multi.4: players choose two of their four cards, or split.
    for seat in range(1, seats + 1):
        if plays(felt, seat):
            take_turn(rules, decide, plan, felt, seat)

    # single.8, multi.5: clockwise, the dealer picks up the discards of those who have not split.
    for seat in range(1, seats + 1):
        if plays(felt, seat) and felt.hands[seat] == 1:
            first = first_two(felt.marks[seat, 0])
            keep_two(felt, seat, 0, LEFT[first], RIGHT[first])

    # single.9, multi.6: the dealer shows four cards and keeps two by the house way.
    turn_all(felt, HOUSE, DEALER)
    own = felt.cards[HOUSE, DEALER]
    i, j, line = house_way(rules.decks, own[0], own[1], own[2], own[3])
    say(felt, HOUSE, DEALER, SAY_HOUSE_WAY, line)
    keep_two(felt, HOUSE, DEALER, i, j)

    # single.10: the community cards are turned up; multi.7: only now are they dealt, face up.
    if rules.decks == 1:
        turn_all(felt, HOUSE, COMMUNITY)
    else:
        deal_cards(felt, shoe, HOUSE, COMMUNITY, FACE_UP, 5)

    # single.11 to 15, multi.8 to 12: from the dealer's right to the left, Antes and Bonuses in one pass.
    value_hands(rules, felt)
    say(felt, HOUSE, DEALER, SAY_RANKED, felt.marks[HOUSE, DEALER])
    owed = announce_round_cap(rules, felt)
    for seat in range(seats, 0, -1):
        if plays(felt, seat):
            reconcile(rules, felt, seat, owed)

    # single.16, multi.13: Envy is paid last.
    for seat in range(seats, 0, -1):
        if has_lammer(rules, felt, seat):
            pay_envy(rules, felt, seat)

    collect_lammers(rules, felt)


def plays(felt: Felt, seat: int) -> bool:
    return bool(felt.wagers[seat, ANTE] > 0)


def place_bets(rules: Rules, felt: Felt) -> None:
    """single.2, single.3, multi.1, multi.2: an Ante, if wanted a Bonus; one that is large enough gets a lammer."""
    for seat in range(1, seats_of(felt) + 1):
        if plays(felt, seat):
            stake_wager(felt, seat, ANTE)
            stake_wager(felt, seat, BONUS)
            if has_lammer(rules, felt, seat):
                say(felt, seat, 0, SAY_LAMMER, 1)


def has_lammer(rules: Rules, felt: Felt, seat: int) -> bool:
    return bool(rules.envy and plays(felt, seat) and felt.wagers[seat, BONUS] >= rules.envy_least_cents)


def deal_packets(rules: Rules, felt: Felt, shoe: Shoe) -> None:
    """single.1, single.4, single.5: five to the community, then four to each player and to the dealer.

    single.1a: or sets of four to players, dealer and community; its fifth card is the top one of the next set.
    """
    if rules.dealing == DEALING_COMMUNITY_FIRST:
        deal_cards(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN, 5)
    for seat in range(1, seats_of(felt) + 1):
        if plays(felt, seat):
            deal_cards(felt, shoe, seat, 0, FACE_OWN, 4)
    deal_cards(felt, shoe, HOUSE, DEALER, FACE_DOWN, 4)
    if rules.dealing == DEALING_SETS_OF_FOUR:
        deal_cards(felt, shoe, HOUSE, COMMUNITY, FACE_DOWN, 4 + 1)


def deal_one_by_one(felt: Felt, shoe: Shoe) -> None:
    """multi.3: four times round, one card each, the dealer last."""
    for _ in range(4):
        for seat in range(1, seats_of(felt) + 1):
            if plays(felt, seat):
                deal(felt, shoe, seat, 0, FACE_OWN)
        deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)


def deal_cards(felt: Felt, shoe: Shoe, seat: int, hand: int, face: int, count: int) -> None:
    for _ in range(count):
        deal(felt, shoe, seat, hand, face)


def take_turn(rules: Rules, decide: Decide, plan: Any, felt: Felt, seat: int) -> None:
    """single.7, single.7a, multi.4, multi.4a: a split puts up bets of the same size on the second hand at once."""
    act = ask(decide, plan, felt, seat, 0, legal_acts(rules, felt.wagers[seat, BONUS] > 0))
    felt.marks[seat, 0] = act  # until the hands are valued
    if act < SPLIT_ANTE:
        return
    first = first_two(act)
    split_off(felt, seat, LEFT[first], RIGHT[first])
    if splits_ante(act):
        stake(felt, seat, 1, ANTE, felt.wagers[seat, ANTE])
    if splits_bonus(act):
        stake(felt, seat, 1, BONUS, felt.wagers[seat, BONUS])


def legal_acts(rules: Rules, bonus: bool) -> int:
    """What a player may do with four cards, with or without a Bonus bet (single.7a, multi.4a, below paytable 3)."""
    options = _ANY_TWO << KEEP
    if rules.splits == SPLITS_NONE:
        return options
    if not bonus:
        return options | _EACH_PARTING << SPLIT_ANTE
    options |= _EACH_PARTING << SPLIT_BOTH
    if rules.splits == SPLITS_TOGETHER:
        return options
    options |= _ANY_TWO << SPLIT_ANTE
    if rules.splits == SPLITS_AS_WRITTEN:
        options |= _ANY_TWO << SPLIT_BONUS
    return options


def first_two(act: int) -> int:
    """The number of the two cards that an act leaves in the first hand."""
    if act >= SPLIT_BONUS:
        return act - SPLIT_BONUS
    if act >= SPLIT_BOTH:
        return act - SPLIT_BOTH
    return act % TWOS


def splits_ante(act: int) -> bool:
    return SPLIT_ANTE <= act < SPLIT_BONUS


def splits_bonus(act: int) -> bool:
    return act >= SPLIT_BOTH


def keep_two(felt: Felt, seat: int, hand: int, i: int, j: int) -> None:
    """Of four cards those at places i and j stay, the others are discarded."""
    for place in range(3, -1, -1):
        if place not in (i, j):
            discard(felt, seat, hand, place)


def split_off(felt: Felt, seat: int, i: int, j: int) -> None:
    """Of four cards those at places i and j stay, the others make the second hand."""
    felt.hands[seat] = 2
    moved = 0
    for place in range(4):
        if place not in (i, j):
            move(felt, seat, 0, place - moved, 1)
            moved += 1


def value_hands(rules: Rules, felt: Felt) -> None:
    """single.12, multi.9: each hand's best five of its two cards and the five of the community, noted as its mark."""
    felt.marks[HOUSE, DEALER] = hand_value(rules, felt, HOUSE, DEALER)
    for seat in range(1, seats_of(felt) + 1):
        if plays(felt, seat):
            for hand in range(felt.hands[seat]):
                felt.marks[seat, hand] = hand_value(rules, felt, seat, hand)


def hand_value(rules: Rules, felt: Felt, seat: int, hand: int) -> int:
    own = felt.cards[seat, hand]
    board = felt.cards[HOUSE, COMMUNITY]
    return seven(rules.ranks, own[0], own[1], board[0], board[1], board[2], board[3], board[4])


def reconcile(rules: Rules, felt: Felt, seat: int, owed: int) -> None:
    """single.13 to 15, multi.10 to 12: each hand of a seat on its own, its Ante first, then its Bonus."""
    if rules.cap_cents > 0 and rules.cap_per == CAP_PER_HAND:
        owed = bonus_owed(rules, felt, seat)
        announce_cap(rules, felt, seat, 0, owed)
    for hand in range(felt.hands[seat]):
        value = felt.marks[seat, hand]
        turn_all(felt, seat, hand)
        say(felt, seat, hand, SAY_RANKED, value)
        settle(felt, rules, seat, hand, ANTE, ante_outcome(value, felt.marks[HOUSE, DEALER]))
        if rules.cap_cents > 0 and rules.cap_per == CAP_PER_EACH_HAND:
            owed = max(bonus_won(rules, felt, seat, hand), 0)
            announce_cap(rules, felt, seat, hand, owed)
        settle_bonus(rules, felt, seat, hand, owed)


def ante_outcome(value: int, dealer: int) -> int:
    """single.13, multi.10: the house wins ties."""
    return WIN if value > dealer else LOSE


def bonus_outcome(value: int) -> int:
    """single.15, multi.12: the paytables begin with three of a kind."""
    made = category(value)
    return LOSE if made < THREE_OF_A_KIND else TRIPS + made - THREE_OF_A_KIND


def settle_bonus(rules: Rules, felt: Felt, seat: int, hand: int, owed: int) -> None:
    """By the paytable, or where the cap is reached by a share of it."""
    if felt.stakes[seat, hand, BONUS] > 0:
        won = bonus_won(rules, felt, seat, hand)
        outcome = bonus_outcome(felt.marks[seat, hand])
        pay(felt, seat, hand, BONUS, outcome, capped(rules, won, owed))


def bonus_won(rules: Rules, felt: Felt, seat: int, hand: int) -> int:
    """What a hand's Bonus wins by the odds alone."""
    return odds_won(rules, BONUS, bonus_outcome(felt.marks[seat, hand]), felt.stakes[seat, hand, BONUS])


def odds_won(rules: Rules, wager: int, outcome: int, stake_cents: int) -> int:
    """What a stake wins by the paytable in force."""
    num, den = rules.pays[wager, outcome, 0], rules.pays[wager, outcome, 1]
    return winnings(stake_cents, num, den, rules.rounding, rules.grain_cents)


def bonus_owed(rules: Rules, felt: Felt, seat: int) -> int:
    """What a seat's Bonus and Split Bonus win by the odds alone; what they lose is not set against it."""
    owed = 0
    for hand in range(felt.hands[seat]):
        owed += max(bonus_won(rules, felt, seat, hand), 0)
    return owed


def announce_round_cap(rules: Rules, felt: Felt) -> int:
    """single.15a.i, multi.12a.i: what all odds of the round would pay together, where the house caps a round."""
    owed = 0
    if rules.cap_cents > 0 and rules.cap_per == CAP_PER_ROUND:
        for seat in range(1, seats_of(felt) + 1):
            if plays(felt, seat):
                owed += bonus_owed(rules, felt, seat)
        announce_cap(rules, felt, HOUSE, 0, owed)
    return owed


def announce_cap(rules: Rules, felt: Felt, seat: int, hand: int, owed: int) -> None:
    if owed > rules.cap_cents:
        say(felt, seat, hand, SAY_CAP, owed)


def capped(rules: Rules, won: int, owed: int) -> int:
    """What is paid of what was won: all of it, or a part of the cap, rounded down so that the parts never exceed it."""
    if won <= 0 or rules.cap_cents == 0 or owed <= rules.cap_cents:
        return won
    return won * rules.cap_cents // (owed * rules.grain_cents) * rules.grain_cents


def pay_envy(rules: Rules, felt: Felt, seat: int) -> None:
    """single.16, multi.13: a fixed sum for every other player's hand that qualifies, outside any cap."""
    for other in range(1, seats_of(felt) + 1):
        if plays(felt, other) and felt.players[other] != felt.players[seat]:
            outcome = bonus_outcome(best_value(felt, other))
            if rules.envy_cents[outcome] > 0:
                pay(felt, seat, 0, ENVY, outcome, rules.envy_cents[outcome])


def collect_lammers(rules: Rules, felt: Felt) -> None:
    """single.15.note, multi.12.note: the dealer picks them up when all is reconciled, not before."""
    lammers = 0
    for seat in range(1, seats_of(felt) + 1):
        if has_lammer(rules, felt, seat):
            lammers += 1
    if lammers > 0:
        say(felt, HOUSE, DEALER, SAY_LAMMERS_IN, lammers)


def best_value(felt: Felt, seat: int) -> int:
    """The value of a seat's hand, of the better one after a split."""
    best = felt.marks[seat, 0]
    if felt.hands[seat] > 1:
        best = max(best, felt.marks[seat, 1])
    return int(best)
