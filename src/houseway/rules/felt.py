"""The felt: what lies on the table during one round, in arrays made once and used for every round.

Seats are numbered from 1 at the dealer's left; seat 0 is the house. Each seat may hold several hands (splits). Rules
change the felt only through the small acts below, so that every change is on the tape.
"""

from typing import NamedTuple

from houseway.rules.odds import Pays, winnings
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import Shoe, draw, is_void
from houseway.rules.tape import (
    BACK,
    CHOOSE,
    COLUMNS,
    DEAL,
    DISCARD,
    FACE_UP,
    MOVE,
    OFFER,
    SAY,
    SAY_NO_MORE_BETS,
    SAY_VOID,
    SETTLE,
    STAKE,
    STOPPED,
    TURN,
    note,
)

HOUSE = 0  # the seat of the house
DEALER, COMMUNITY = 0, 1  # its hands

UNSETTLED = -1
TAKEN_BACK = 62  # outcome of a wager that was bet and never played
SEVERAL = 63  # outcome of a wager that was settled on more than one hand
OUTCOMES_MAX = 62
ACTS_MAX = 62  # acts are bits of one word
TAPE_ROWS_MAX = 4096


class Felt(NamedTuple):
    players: Words  # [seat] who plays it; 0: nobody. A player may have several seats where the rules allow
    wagers: Words  # [seat, wager] cents bet before the round
    stakes: Words  # [seat, hand, wager] cents in action now
    action: Words  # [seat, wager] cents that went into action and were not taken back
    net: Words  # [seat, wager] cents won so far
    outcome: Words  # [seat, wager] how it was settled
    hands: Words  # [seat] hands in play
    marks: Words  # [seat, hand] a game's own notes on a hand
    cards: Words  # [seat, hand, place]
    held: Words  # [seat, hand] how many cards
    tape: Words  # [row, column]
    tape_at: Words  # [ROWS] written, [STOPPED] 1: the shoe ran dry, and nothing that play goes on to do happens


def new_felt(seats: int, wagers: int, hands: int, cards: int, tape_rows: int = TAPE_ROWS_MAX) -> Felt:
    """An empty felt. The house has two hands of its own, so every seat has room for at least two."""
    hands = max(hands, 2)
    return Felt(
        players=words(seats + 1),
        wagers=words(seats + 1, wagers),
        stakes=words(seats + 1, hands, wagers),
        action=words(seats + 1, wagers),
        net=words(seats + 1, wagers),
        outcome=words(seats + 1, wagers),
        hands=words(seats + 1),
        marks=words(seats + 1, hands),
        cards=words(seats + 1, hands, cards),
        held=words(seats + 1, hands),
        tape=words(tape_rows, COLUMNS),
        tape_at=words(2),
    )


def clear(felt: Felt) -> None:
    """Sweep the felt for a new round; players and their wagers stay. A round that ended has left no stake behind."""
    felt.action[:] = 0
    felt.net[:] = 0
    felt.outcome[:] = UNSETTLED
    felt.hands[:] = 1
    felt.marks[:] = 0
    felt.held[:] = 0
    felt.tape_at[:] = 0


def seats_of(felt: Felt) -> int:
    """Seats are 1 up to this number."""
    return int(felt.players.shape[0]) - 1


def stake(felt: Felt, seat: int, hand: int, wager: int, cents: int) -> None:
    """Chips go into action."""
    if felt.tape_at[STOPPED]:
        return
    felt.stakes[seat, hand, wager] += cents
    felt.action[seat, wager] += cents
    note(felt.tape, felt.tape_at, STAKE, seat, hand, wager, cents, 0)


def stake_wager(felt: Felt, seat: int, wager: int) -> None:
    """The chips bet on a wager before the round go into action on the seat's first hand."""
    if felt.wagers[seat, wager] > 0:
        stake(felt, seat, 0, wager, felt.wagers[seat, wager])


def take_back(felt: Felt, seat: int, hand: int, wager: int) -> None:
    """A whole stake leaves the action unplayed."""
    give_back(felt, seat, hand, wager, felt.stakes[seat, hand, wager])


def give_back(felt: Felt, seat: int, hand: int, wager: int, cents: int) -> None:
    """So much of a stake leaves the action unplayed."""
    if felt.tape_at[STOPPED]:
        return
    felt.stakes[seat, hand, wager] -= cents
    felt.action[seat, wager] -= cents
    note(felt.tape, felt.tape_at, BACK, seat, hand, wager, cents, 0)


def no_more_bets(felt: Felt) -> None:
    """The dealer closes the betting, before the first card."""
    say(felt, HOUSE, DEALER, SAY_NO_MORE_BETS, 1)


def deal(felt: Felt, shoe: Shoe, seat: int, hand: int, face: int) -> int:
    """The next card of the shoe goes to a hand. Where there is none the round stops, though play runs to its end."""
    card = draw(shoe)
    if is_void(shoe):
        felt.tape_at[STOPPED] = 1
    place = felt.held[seat, hand]
    felt.cards[seat, hand, place] = card
    felt.held[seat, hand] = place + 1
    note(felt.tape, felt.tape_at, DEAL, seat, hand, card, face, 0)
    return card


def deal_up(felt: Felt, shoe: Shoe, seat: int, hand: int) -> int:
    return deal(felt, shoe, seat, hand, FACE_UP)


def turn(felt: Felt, seat: int, hand: int, place: int) -> None:
    """Show a hidden card to all."""
    note(felt.tape, felt.tape_at, TURN, seat, hand, place, felt.cards[seat, hand, place], 0)


def turn_all(felt: Felt, seat: int, hand: int) -> None:
    for place in range(felt.held[seat, hand]):
        turn(felt, seat, hand, place)


def discard(felt: Felt, seat: int, hand: int, place: int) -> None:
    """A card leaves its hand for the discard holder; those behind it move up."""
    note(felt.tape, felt.tape_at, DISCARD, seat, hand, place, 0, 0)
    _close_gap(felt, seat, hand, place)


def discard_all(felt: Felt, seat: int, hand: int) -> None:
    """A hand that is settled is taken to the discard holder; no rule may look at it after that."""
    if felt.tape_at[STOPPED]:
        return
    for place in range(felt.held[seat, hand] - 1, -1, -1):
        discard(felt, seat, hand, place)


def move(felt: Felt, seat: int, hand: int, place: int, to_hand: int) -> None:
    """A card goes to another hand of the same seat."""
    note(felt.tape, felt.tape_at, MOVE, seat, hand, place, to_hand, 0)
    felt.cards[seat, to_hand, felt.held[seat, to_hand]] = felt.cards[seat, hand, place]
    felt.held[seat, to_hand] += 1
    _close_gap(felt, seat, hand, place)


def _close_gap(felt: Felt, seat: int, hand: int, place: int) -> None:
    for i in range(place + 1, felt.held[seat, hand]):
        felt.cards[seat, hand, i - 1] = felt.cards[seat, hand, i]
    felt.held[seat, hand] -= 1


def offer(felt: Felt, seat: int, hand: int, options: int) -> None:
    note(felt.tape, felt.tape_at, OFFER, seat, hand, options, 0, 0)


def chosen(felt: Felt, seat: int, hand: int, act: int) -> None:
    note(felt.tape, felt.tape_at, CHOOSE, seat, hand, act, 0, 0)


def say(felt: Felt, seat: int, hand: int, word: int, value: int) -> None:
    """What the dealer announces, for all to hear."""
    note(felt.tape, felt.tape_at, SAY, seat, hand, word, value, 0)


def void(felt: Felt) -> None:
    """The shoe ran out: what was settled by then stands, and every bet still in action goes back to its player."""
    felt.tape_at[STOPPED] = 0
    say(felt, HOUSE, DEALER, SAY_VOID, 1)
    for seat in range(1, seats_of(felt) + 1):
        for hand in range(felt.stakes.shape[1]):
            for wager in range(felt.stakes.shape[2]):
                if felt.stakes[seat, hand, wager] > 0:
                    take_back(felt, seat, hand, wager)


def pay(felt: Felt, seat: int, hand: int, wager: int, outcome: int, cents: int) -> None:
    """Close a wager on one hand: cents won (negative: lost); the rest of the stake goes back to the player."""
    if felt.tape_at[STOPPED]:
        return
    felt.stakes[seat, hand, wager] = 0
    felt.net[seat, wager] += cents
    if felt.outcome[seat, wager] == UNSETTLED:
        felt.outcome[seat, wager] = outcome
    else:
        felt.outcome[seat, wager] = SEVERAL
    note(felt.tape, felt.tape_at, SETTLE, seat, hand, wager, outcome, cents)


def settle(felt: Felt, rules: Pays, seat: int, hand: int, wager: int, outcome: int) -> int:
    """Close a wager by the paytables in force; returns the cents won. A wager not in action stays closed."""
    stake_cents = felt.stakes[seat, hand, wager]
    if stake_cents == 0:
        return 0
    num = rules.pays[wager, outcome, 0]
    den = rules.pays[wager, outcome, 1]
    cents = winnings(stake_cents, num, den, rules.rounding, rules.grain_cents)
    pay(felt, seat, hand, wager, outcome, cents)
    return cents
