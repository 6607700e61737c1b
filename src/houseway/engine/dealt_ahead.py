"""A shoe for simulation: the first cards of thousands of rounds are dealt together, then the rounds are played.

Which cards a round draws hangs on its number alone, so they need not wait for the round. Dealt 64 rounds at a time the
shuffle is arithmetic on columns, which a processor does many at once, and nothing waits for it when a card is turned.
And no count hangs on the order of rounds: those that begin with the same ranks are played one after another, because a
processor guesses best what comes next where it came so before. (All of it measured: `benchmarks/rounds.py`.)

The cards are those of `rules/shoe.py`, card by card: `ahead_draw` takes the place of `draw`. A round that wants more
cards than were dealt ahead has them shuffled as it goes, in bytes instead of words.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.rules.chance import BLOCK, MASK, philox
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import (
    AHEAD,
    BLANK,
    BLOCKS,
    DRY,
    ENDLESS,
    HALF,
    HALF_MASK,
    HALVES,
    KEY_HIGH,
    KEY_LOW,
    KIND,
    LAZY,
    NEXT,
    ROUND_HIGH,
    ROUND_LOW,
    SHOE_MAX,
    SIZE,
    below,
)

DEPTH, SHUFFLED, ROW = range(DRY + 1, DRY + 4)  # more words of `at`
DEEP = 32  # cards of a round that are dealt ahead, at most
SPAN = 8192  # rounds that lie ready
FIRST = 4 * AHEAD  # rounds that say how many cards to deal ahead
MISSING = 64  # a round that wants more costs as much as so many cards dealt ahead
FRESH = 512  # a power of two: a place in the box needs no test
FEW = 6  # cards of a round in which there is too little to guess
RANK_BITS = 4
KEYS = 1 << 3 * RANK_BITS  # more than the ranks can make, so that the last is never taken
LAST_KEY = KEYS - 1  # places under a mask: machine code need not ask whether they are below nought
BEFORE = 4  # exchanges that are looked back on in one go
NOWHERE = -1


class AheadShoe(NamedTuple):
    cards: NDArray[np.int8]  # in dealing order, of a round that is shuffled as it goes
    fresh: NDArray[np.int8]  # as they came from the box
    swaps: NDArray[np.int16]  # swaps[i]: the place that was exchanged with place i
    at: Words  # as in any shoe; [DEPTH] cards dealt ahead, [SHUFFLED] 1: this round went past them, [ROW] where it lies
    block: Words  # the words of chance in hand
    chance: NDArray[np.uint32]  # [block, word, round] of 64 rounds
    places: NDArray[np.int16]  # [BEFORE - 1 + card, round] the place it came from; before the first card: NOWHERE
    marks: NDArray[np.int16]  # [BEFORE - 1 + card] its number
    lies: NDArray[np.int16]  # [round] where in the box the card lay that is dealt
    unfair: NDArray[np.int8]  # [round] 1: a number was drawn again
    taken: Words  # [cards] first rounds that took so many
    begins: NDArray[np.int16]  # [key] where its rounds begin in `order`
    keys: NDArray[np.int16]  # [row] by which it is put in order
    order: NDArray[np.int16]  # rows in the order in which they are played
    dealt: NDArray[np.int8]  # [row, card]


def ahead_shoe(fresh: Sequence[int], *, endless: bool = False) -> AheadShoe:
    assert len(fresh) <= SHOE_MAX, f"{len(fresh)} cards do not fit in a shoe of {SHOE_MAX}"
    shoe = AheadShoe(
        cards=np.zeros(SHOE_MAX, dtype=np.int8),
        fresh=np.zeros(FRESH, dtype=np.int8),
        swaps=np.zeros(SHOE_MAX, dtype=np.int16),
        at=words(ROW + 1),
        block=words(BLOCK),
        chance=np.zeros((DEEP // HALVES, BLOCK, AHEAD), dtype=np.uint32),
        places=np.full((BEFORE - 1 + DEEP, AHEAD), NOWHERE, dtype=np.int16),
        marks=np.arange(1 - BEFORE, DEEP, dtype=np.int16),
        lies=np.zeros(AHEAD, dtype=np.int16),
        unfair=np.zeros(AHEAD, dtype=np.int8),
        taken=words(DEEP + 1),
        begins=np.zeros(KEYS, dtype=np.int16),
        keys=np.zeros(SPAN, dtype=np.int16),
        order=np.zeros(SPAN, dtype=np.int16),
        dealt=np.zeros((SPAN, DEEP), dtype=np.int8),
    )
    shoe.cards[: len(fresh)] = fresh
    shoe.fresh[: len(fresh)] = fresh
    shoe.at[SIZE], shoe.at[KIND] = len(fresh), ENDLESS if endless else LAZY
    return shoe


# --- the rounds to come ---


def look_ahead(shoe: AheadShoe, number: int, row: int) -> None:
    """Deal the first cards of 64 rounds, from round `number` on, into rows."""
    at, unfair, lies = shoe.at, shoe.unfair, shoe.lies
    depth, size, endless = int(at[DEPTH]), int(at[SIZE]), at[KIND] == ENDLESS
    low, high = int(at[KEY_LOW]), int(at[KEY_HIGH])
    for block in range((depth + HALVES - 1) // HALVES):
        four = shoe.chance[block]
        for r in range(AHEAD):
            philox(four[:, r], (number + r) & MASK, ((number + r) >> 32) & MASK, block, 0, low, high)
    for r in range(AHEAD):
        unfair[r] = 0
    for card in range(depth):
        first = 0 if endless else card  # of the places that it may come from
        n = (size - first) & HALF_MASK
        refused = (HALF_MASK + 1) % n
        word, shift = shoe.chance[card // HALVES, card >> 1 & (BLOCK - 1)], (card & 1) << 4
        place = shoe.places[BEFORE - 1 + card]
        for r in range(AHEAD):
            product = (int(word[r]) >> shift & HALF_MASK) * n
            unfair[r] |= product & HALF_MASK < refused
            place[r] = first + (product >> 16)
            lies[r] = first + (product >> 16)
        if not endless:
            look_back(shoe, card)
        for r in range(AHEAD):
            shoe.dealt[row + r & (SPAN - 1), card & (DEEP - 1)] = shoe.fresh[lies[r] & (FRESH - 1)]
    for r in range(AHEAD):
        if unfair[r]:
            deal_again(shoe, number, row, r)


def look_back(shoe: AheadShoe, card: int) -> None:
    """What lies at a place is what was laid there last: the card of an earlier turn, from its place in turn.

    Of the earlier cards the latest first, four in one go; there are none before the first, so nothing lies there.
    """
    lies, marks = shoe.lies, shoe.marks
    for before in range(card - 1, -1, -BEFORE):
        p0, p1, p2, p3 = shoe.places[before + 3], shoe.places[before + 2], shoe.places[before + 1], shoe.places[before]
        m0, m1, m2, m3 = marks[before + 3], marks[before + 2], marks[before + 1], marks[before]
        for r in range(AHEAD):
            place = lies[r]
            place = m0 if p0[r] == place else place
            place = m1 if p1[r] == place else place
            place = m2 if p2[r] == place else place
            lies[r] = m3 if p3[r] == place else place


def deal_again(shoe: AheadShoe, number: int, row: int, r: int) -> None:
    """A round of which a number must be drawn again: two in a hundred."""
    at = shoe.at
    open_ahead(shoe, number + r, row + r)
    for word in range(BLOCK):
        shoe.block[word] = shoe.chance[0, word, r]
    at[BLOCKS] = 1
    at[HALF] = 0
    for card in range(at[DEPTH]):
        shoe.dealt[row + r, card] = shuffled_card(shoe, card)
    put_back(shoe, int(at[DEPTH]))


def alike_together(shoe: AheadShoe, rows: int) -> None:
    """Put the first rows in order by the ranks of their first three cards, where rounds take more than a few."""
    begins, order, keys = shoe.begins, shoe.order, shoe.keys
    if shoe.at[DEPTH] <= FEW:
        for row in range(rows):
            order[row] = row
        return
    for key in range(KEYS):
        begins[key] = 0
    for row in range(rows):
        keys[row] = key_of(shoe, row)
        begins[keys[row] + 1 & LAST_KEY] += 1
    for key in range(1, KEYS):
        begins[key] += begins[key - 1]
    for row in range(rows):
        key = int(keys[row]) & LAST_KEY
        order[int(begins[key]) & (SPAN - 1)] = row
        begins[key] += 1


def key_of(shoe: AheadShoe, row: int) -> int:
    cards = shoe.dealt[row & (SPAN - 1)]
    a, b, c = int(cards[0]) >> 2, int(cards[1]) >> 2, int(cards[2]) >> 2
    return (a << RANK_BITS | b) << RANK_BITS | c


def note_taken(shoe: AheadShoe) -> None:
    """How many cards a round has taken."""
    shoe.taken[min(shoe.at[NEXT], DEEP)] += 1


def settle_depth(shoe: AheadShoe) -> None:
    """After the first rounds: so many cards are dealt ahead that those never asked for and those missing cost least."""
    rounds = 0
    for cards in range(DEEP + 1):
        rounds += shoe.taken[cards]
    past = rounds - shoe.taken[0]  # those that take more cards
    least = rounds * (DEEP + MISSING)
    for depth in range(1, min(DEEP, shoe.at[SIZE]) + 1):
        past -= shoe.taken[depth]
        if depth * rounds + MISSING * past < least:
            least = depth * rounds + MISSING * past
            shoe.at[DEPTH] = depth


# --- the round that is played ---


def open_ahead(shoe: AheadShoe, number: int, row: int) -> None:
    """Begin a round that lies in a row."""
    at = shoe.at
    at[ROW] = row
    at[NEXT] = 0
    at[DRY] = 0
    at[ROUND_LOW] = number & MASK
    at[ROUND_HIGH] = (number >> 32) & MASK
    at[BLOCKS] = 0
    at[HALF] = HALVES


def close_ahead(shoe: AheadShoe) -> None:
    """Put every card back that the round has moved."""
    at = shoe.at
    if at[SHUFFLED]:
        at[SHUFFLED] = 0
        put_back(shoe, min(at[NEXT], at[SIZE]))


def ahead_draw(shoe: AheadShoe) -> int:
    """Takes the place of `draw`."""
    at = shoe.at
    i = int(at[NEXT])
    at[NEXT] = i + 1
    if i < at[DEPTH]:
        return int(shoe.dealt[at[ROW] & (SPAN - 1), i & (DEEP - 1)])
    return draw_block(shoe, i)


def draw_block(shoe: AheadShoe, i: int) -> int:
    """A card past those that were dealt ahead. (The compiler calls what has this name; others are written in place.)"""
    at = shoe.at
    endless, size = at[KIND] == ENDLESS, int(at[SIZE])
    if not at[SHUFFLED]:
        at[SHUFFLED] = 1
        for card in range(min(i, size)):
            shuffled_card(shoe, card)
    if i >= size and not endless:
        at[DRY] = 1
        return BLANK
    return shuffled_card(shoe, i)


def shuffled_card(shoe: Any, i: int) -> int:
    """Card number i of a shoe that shuffles as it deals."""
    size = int(shoe.at[SIZE])
    if shoe.at[KIND] == ENDLESS:
        return int(shoe.fresh[below(shoe, size)])
    j = i + below(shoe, size - i)
    card = int(shoe.cards[j])
    shoe.cards[j] = shoe.cards[i]
    shoe.cards[i] = card
    shoe.swaps[i] = j
    return card


def put_back(shoe: AheadShoe, cards: int) -> None:
    """Every card of the first so many is back in its place."""
    if shoe.at[KIND] != ENDLESS:
        for i in range(cards):
            j = shoe.swaps[i]
            shoe.cards[i] = shoe.fresh[i]
            shoe.cards[j] = shoe.fresh[j]
