"""What another player's hand is worth to a lammer in Fast Action Hold'em, when some cards are known to be elsewhere.

Envy is paid for straight flushes, royal flushes and five of a kind, of one suit or not: hands so rare that their boards
can be counted by a formula, two cards by two cards, without a look at a single board. All counts are numbers of boards
of five cards, as floats; cards are types, of which the shoe still holds `n[card]`.

- A straight flush asks for three to five types. Of several in one suit the highest counts: it is there if its types
  are, and the card above it is not.
- Five of a kind ask for three to five cards of a rank; of one suit, for as many of a type.
- Seven cards hold only one of these. Two hands on one board may both have one. They are straight flushes of one suit,
  or fives of one rank; or one has a pair and finds three of its rank on the board, one of which, with the two other
  cards of the board, completes the straight flush of the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.play import first_two, splits_ante, splits_bonus
from houseway.rules.cards import ACE, DECK, FIVE
from houseway.rules.combos import index_4_repeated
from houseway.rules.shapes import Words, words

Floats = NDArray[np.float64]

FIVES, STRAIGHT_FLUSHES, ROYALS, SUITED_FIVES = range(4)  # what earns Envy, rising
PRIZES = 4
BOARD = 5
NO_CARD = -1
NO_RANK = 13
NEEDED_MAX = 2 * BOARD
COPIES_MAX = 4 * 8  # of a rank, in eight decks
UNKNOWN = -1.0

FIRST, OTHER, BOTH = range(3)  # a hand, the other one of a split, and both on one board


class Workspace(NamedTuple):
    """Where to work. `flushes` is filled with UNKNOWN before the first hand: most hands have a suit alike."""

    need: Words  # [NEEDED_MAX] types that a straight flush asks for
    fives: Floats  # [cards, at least] boards with at least so many of so many cards
    flushes: Floats  # [suit, cards of the suit in four places, FIRST or BOTH, straight flushes or royal ones]
    found: Floats  # [prize] boards with this prize or a higher one


def new_room() -> Workspace:
    flushes = np.full((4, (NO_RANK + 1) ** 4, 3, 2), UNKNOWN)
    return Workspace(words(NEEDED_MAX), np.zeros((COPIES_MAX + 1, BOARD + 1)), flushes, np.zeros(PRIZES))


def envy_of(n: Words, acts: Words, prizes: Floats, room: Workspace) -> float:
    """Cents that a player's four cards out of `n` earn a lammer on average; acts are by number of the four cards.

    `n` is left as it was.
    """
    left = -4  # cards when a player has been dealt
    for card in range(DECK):
        left += n[card]
    for copies in range(COPIES_MAX + 1):
        for least in range(BOARD - 2, BOARD + 1):
            room.fives[copies, least] = boards_with(copies, left, least)
    worth = ways = 0.0
    for d in range(DECK):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    mass = ways_to_hold(n, a, b, c, d)
                    if mass > 0:
                        ways += mass
                        worth += mass * worth_of_four(n, left, acts, prizes, room, a, b, c, d)
    return worth / ways / choose(left, BOARD)


def ways_to_hold(n: Words, a: int, b: int, c: int, d: int) -> float:
    """Of four types in rising order."""
    ways = 1.0
    run = 0
    last = NO_CARD
    for card in (a, b, c, d):
        run = run + 1 if card == last else 1
        last = card
        ways *= (n[card] - run + 1) / run
    return ways


def worth_of_four(
    n: Words, left: int, acts: Words, prizes: Floats, room: Workspace, a: int, b: int, c: int, d: int
) -> float:  # fmt: skip
    """Cents, times boards, for the hand that these four cards become, or for the better of two."""
    act = acts[index_4_repeated(a, b, c, d)]
    cards = (a, b, c, d)
    two = first_two(act)
    p, q = cards[LEFT[two]], cards[RIGHT[two]]
    r, s = cards[LEFT[TWOS - 1 - two]], cards[RIGHT[TWOS - 1 - two]]
    for card in cards:
        n[card] -= 1
    room.found[:] = 0
    split = splits_ante(act) or splits_bonus(act)
    for hands in range(FIRST, BOTH + 1 if split else OTHER):
        if hands == OTHER:
            add_prizes(n, left, room, hands, r, s, p, q)
        else:
            add_prizes(n, left, room, hands, p, q, r, s)
    for card in cards:
        n[card] += 1
    worth = float(prizes[FIVES] * room.found[FIVES])
    for prize in range(1, PRIZES):
        worth += (prizes[prize] - prizes[prize - 1]) * room.found[prize]
    return worth


def add_prizes(n: Words, left: int, room: Workspace, hands: int, p: int, q: int, r: int, s: int) -> None:
    """Boards that give p and q each prize or a higher one; those that give it r and s as well are taken off (BOTH)."""
    both = hands == BOTH
    flushes = royals = fives = suited = 0.0
    for suit in range(4):
        place = place_of(suit, p, q, r, s)
        if room.flushes[suit, place, hands, 0] < 0:
            find_flushes(n, left, room, hands, suit, p, q, r, s)
        flushes += room.flushes[suit, place, hands, 0]
        royals += room.flushes[suit, place, hands, 1]
    for rank in range(ACE + 1):
        least = BOARD - (p >> 2 == rank) - (q >> 2 == rank)
        if both:
            least = max(least, BOARD - (r >> 2 == rank) - (s >> 2 == rank))
        fives += room.fives[of_rank(n, rank), least]
    for card in range(DECK):
        least = BOARD - (p == card) - (q == card)
        if both:
            least = max(least, BOARD - (r == card) - (s == card))
        suited += room.fives[n[card], least]
    sign = -1.0 if both else 1.0
    room.found[FIVES] += sign * (fives + flushes)  # with their better kinds among them
    room.found[STRAIGHT_FLUSHES] += sign * (flushes + suited)
    room.found[ROYALS] += sign * (royals + suited)
    room.found[SUITED_FIVES] += sign * suited
    if both:
        for swapped in range(2):
            if swapped:
                beside_a_five(n, room, r, s, p, q)
            else:
                beside_a_five(n, room, p, q, r, s)


def place_of(suit: int, p: int, q: int, r: int, s: int) -> int:
    """A number for the cards of a suit among four."""
    place = 0
    for card in (p, q, r, s):
        place = place * (NO_RANK + 1) + (card >> 2 if card & 3 == suit else NO_RANK)
    return place


def find_flushes(n: Words, left: int, room: Workspace, hands: int, suit: int, p: int, q: int, r: int, s: int) -> None:
    """Boards with a straight flush of a suit, and with a royal one."""
    flushes = royals = 0.0
    for top in range(FIVE, ACE + 1):
        for another in range(FIVE, ACE + 1 if hands == BOTH else FIVE + 1):
            ways = flush_boards(n, left, room.need, hands == BOTH, suit, p, q, top, r, s, another)
            flushes += ways
            if top == ACE and (another == ACE or hands != BOTH):
                royals += ways
    place = place_of(suit, p, q, r, s)
    room.flushes[suit, place, hands, 0] = flushes
    room.flushes[suit, place, hands, 1] = royals


def flush_boards(
    n: Words, left: int, need: Words, both: bool, suit: int, p: int, q: int, top: int, r: int, s: int, another: int
) -> float:
    """Boards on which the highest straight flush of a suit has this top for p and q; both: and another for r and s."""
    count = needed(need, 0, suit, p, q, top)
    above = card_above(suit, top)
    beyond = NO_CARD
    if above != NO_CARD and (p == above or q == above):
        return 0.0
    if both:
        count = needed(need, count, suit, r, s, another)
        beyond = card_above(suit, another)
        if beyond != NO_CARD and (r == beyond or s == beyond):
            return 0.0
    if count > BOARD:
        return 0.0
    others = left
    for i in range(count):
        if need[i] == above or need[i] == beyond:
            return 0.0
        others -= n[need[i]]
    if above != NO_CARD:
        others -= n[above]
    if beyond != NO_CARD and beyond != above:
        others -= n[beyond]
    return boards_of_types(n, need, count, others)


def needed(need: Words, count: int, suit: int, p: int, q: int, top: int) -> int:
    """Add the types that a straight flush with this top still asks for; returns how many there are now."""
    for back in range(BOARD):
        rank = top - back
        card = (ACE if rank < 0 else rank) << 2 | suit
        missing = p != card and q != card
        for i in range(count):
            if need[i] == card:
                missing = False
        if missing:
            need[count] = card
            count += 1
    return count


def card_above(suit: int, top: int) -> int:
    return NO_CARD if top == ACE else (top + 1) << 2 | suit


def boards_of_types(n: Words, need: Words, count: int, others: int) -> float:
    """Boards with at least one card of each of three to five types, and beside them any of so many others."""
    ways = 1.0
    again = 0.0  # by how much a second card of one of the types adds ways
    twice = 0.0  # the same for two more
    for i in range(count):
        copies = n[need[i]]
        ways *= copies
        twice += (copies - 1) * (copies - 2) / 6 + again * (copies - 1) / 2
        again += (copies - 1) / 2
    if count == BOARD:
        return ways
    if count == BOARD - 1:
        return ways * (others + again)
    return ways * (choose(others, 2) + others * again + twice)


def boards_with(copies: int, left: int, least: int) -> float:
    """Boards with at least so many of some cards."""
    ways = 0.0
    if copies < least:
        return ways
    for count in range(least, BOARD + 1):
        ways += choose(copies, count) * choose(left - copies, BOARD - count)
    return ways


def beside_a_five(n: Words, room: Workspace, p: int, q: int, r: int, s: int) -> None:
    """Take off the boards that make p and q, a pair, five of a kind, and r and s a straight flush."""
    rank = p >> 2
    if rank != q >> 2 or r & 3 != s & 3:
        return
    suit = r & 3
    shared = rank << 2 | suit
    three = of_rank(n, rank)
    for top in range(FIVE, ACE + 1):
        count = needed(room.need, 0, suit, r, s, top)
        if count != 3:
            continue
        rest = 1.0
        shares = False
        for i in range(count):
            if room.need[i] == shared:
                shares = True
            else:
                rest *= n[room.need[i]]
        if not shares:
            continue
        room.found[FIVES] -= rest * (choose(three, 3) - choose(three - n[shared], 3))
        if p == shared and q == shared:
            suited = rest * choose(n[shared], 3)
            room.found[STRAIGHT_FLUSHES] -= suited
            if top == ACE:
                room.found[ROYALS] -= suited


def of_rank(n: Words, rank: int) -> int:
    return int(n[rank << 2] + n[rank << 2 | 1] + n[rank << 2 | 2] + n[rank << 2 | 3])


def choose(cards: int, count: int) -> float:
    """So many of some cards."""
    ways = 1.0
    for i in range(count):
        ways *= (cards - i) / (i + 1)
    return ways if cards >= count else 0.0
