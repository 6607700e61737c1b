"""How often each end of a hand comes up under a plan, exactly: the recursion of chances, in remainders.

Chances start with the two cards of each hand and run on to the hands they become, by the plan's acts. Where a hand
stands, the dealer's chances given all cards gone decide (dealer.py). Hands that are split go on in slots of their own
(splits.py), with chances that are expected numbers of hands, some of them negative on the way; their sums are not.

An ending is an outcome with a stake of one or two units. Endings of whole hands are probabilities; those of split hands
say how many hands a round are expected to end so.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.choosing import row_of
from houseway.analysis.exact.blackjack.dealer import left_of
from houseway.analysis.exact.blackjack.splits import GONE, ROWS, SLOTS, Rows, Ways, slot_of
from houseway.analysis.exact.blackjack.turns import HANDS, PLAYS_ON, TOTALS, WHOLE, Book, Turns
from houseway.analysis.exact.shared.residues import scaled, times
from houseway.games.charts import planned_act
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.rules.choice import bit
from houseway.rules.compositions import BUSTED, EMPTY, POINTS
from houseway.rules.felt import OUTCOMES_MAX
from houseway.rules.shapes import Words, words

ENDINGS = 2 * (OUTCOMES_MAX + 1)  # outcome and stake
NATURAL_PAID, NATURAL_BEATEN, BEATEN, SPLITS = range(ENDINGS, ENDINGS + 4)  # ends that are not a hand's own outcome
PLACES = ENDINGS + 4
ONCE, TWICE = 0, 1  # stakes


class Sheet(NamedTuple):
    """Chances modulo a prime."""

    chance: Words  # [slot, hand] to hold it in its turn
    stands: Words  # [stake, slot, hand] to stand with it
    wanted: Words  # rows whose dealer's chances are needed, in any order
    marked: NDArray[np.int8]  # [row] whether it is on that list
    used: Words  # [0] how many are
    whole: Words  # [place]
    split: Words  # [place]


def new_sheet() -> Sheet:
    return Sheet(
        words(SLOTS, HANDS), words(2, SLOTS, HANDS), words(ROWS), np.zeros(ROWS, dtype=np.int8), words(1),
        words(PLACES), words(PLACES),
    )  # fmt: skip


def ending(outcome: int, stake: int) -> int:
    return 2 * outcome + stake


# --- Everything below compiles ---


def play_out(
    turns: Turns, book: Book, rows: Rows, ways: Ways, plan: Any, up: int, sheet: Sheet,
    shares: Words, prime: int, inverse: float,
) -> None:  # fmt: skip
    """From the deal to where each hand ends or stands, and the rows that standing needs."""
    clear_sheet(sheet)
    deal_two(turns, book, up, sheet, shares, prime, inverse)
    run_slot(turns, book, plan, up, WHOLE, 0, 0, sheet, sheet.whole, shares, prime, inverse)
    mark_rows(book, rows, WHOLE, 0, 0, sheet)
    for pair in range(1, POINTS):
        hand = book.tree[book.tree[EMPTY, pair], pair]
        if sheet.chance[0, hand] != 0 and chosen_act(turns, plan, WHOLE, hand, up) == SPLIT:
            alive = end_now(turns, book, up, WHOLE, 0, hand, sheet.chance[0, hand], shares, prime, inverse)
            add(sheet.whole, SPLITS, alive, prime, inverse)
            split_pair(turns, book, rows, ways, plan, up, pair, sheet, shares, prime, inverse)


def clear_sheet(sheet: Sheet) -> None:
    sheet.chance[:] = 0
    sheet.stands[:] = 0
    sheet.whole[:] = 0
    sheet.split[:] = 0
    for i in range(sheet.used[0]):
        sheet.marked[sheet.wanted[i]] = 0
    sheet.used[0] = 0


def deal_two(turns: Turns, book: Book, up: int, sheet: Sheet, shares: Words, prime: int, inverse: float) -> None:
    """The up-card, two cards, and what a dealer's blackjack makes of them."""
    hole = turns.hole[up]
    start = scaled(shares[0], turns.counts[up], prime, inverse)
    for a in range(1, POINTS):
        many = left_of(turns, book, up, EMPTY, 0, 0, a)
        first = times(start, scaled(shares[1], many, prime, inverse), prime, inverse)
        one = book.tree[EMPTY, a]
        for b in range(1, POINTS):
            many = left_of(turns, book, up, one, 0, 0, b)
            if many > 0 and first != 0:
                hand = book.tree[one, b]
                chance = times(first, scaled(shares[2], many, prime, inverse), prime, inverse)
                add(sheet.chance[0], hand, chance, prime, inverse)
                if hole:
                    blackjacks = left_of(turns, book, up, hand, 0, 0, hole)
                    lost = times(chance, scaled(shares[3], blackjacks, prime, inverse), prime, inverse)
                    add(sheet.whole, NATURAL_BEATEN if hand == turns.natural else BEATEN, lost, prime, inverse)


def add(sums: Words, place: int, part: int, prime: int, inverse: float) -> None:
    sums[place] = scaled(sums[place] + part, 1, prime, inverse)


def chosen_act(turns: Turns, plan: Any, pair: int, hand: int, up: int) -> int:
    """What the plan does; a hand that may only stand is not asked."""
    options = turns.options[pair, hand]
    if options == bit(STAND):
        return STAND
    return planned_act(plan, pair != WHOLE, hand, up, options)


def split_pair(
    turns: Turns, book: Book, rows: Rows, ways: Ways, plan: Any, up: int, pair: int, sheet: Sheet,
    shares: Words, prime: int, inverse: float,
) -> None:  # fmt: skip
    """All slots of a pair: its second cards, and each hand from there."""
    one = book.tree[EMPTY, pair]
    again = chosen_act(turns, plan, pair, book.tree[one, pair], up) == SPLIT
    limit = turns.limit[pair] if again else 2
    chance = sheet.chance[0, book.tree[one, pair]]
    for q in range(2 * limit - 3):
        slot = slot_of(pair, q)
        for card in range(1, POINTS):
            many = left_of(turns, book, up, one, pair, 1 + q, card)
            number = ways.paired[limit, q] if card == pair else ways.without[limit, q]
            if many > 0 and number != 0:
                part = times(chance, scaled(shares[3 + q], many, prime, inverse), prime, inverse)
                sheet.chance[slot, book.tree[one, card]] = scaled(part, number, prime, inverse)
        run_slot(turns, book, plan, up, pair, 1 + q, slot, sheet, sheet.split, shares, prime, inverse)
        mark_rows(book, rows, pair, 1 + q, slot, sheet)
        left = left_of(turns, book, up, one, pair, 1 + q, pair)
        if left <= 0:
            return
        chance = times(chance, scaled(shares[3 + q], left, prime, inverse), prime, inverse)


def run_slot(
    turns: Turns, book: Book, plan: Any, up: int, pair: int, more: int, slot: int, sheet: Sheet, ends: Words,
    shares: Words, prime: int, inverse: float,
) -> None:  # fmt: skip
    """Each hand of a slot, the shortest first, does what the plan says."""
    for hand in range(HANDS):
        chance = sheet.chance[slot, hand]
        if chance == 0:
            continue
        act = chosen_act(turns, plan, pair, hand, up)
        if act == SPLIT and pair != WHOLE:  # it stays a pair only where it may not be split any more
            options = turns.options[pair, hand] & ~bit(SPLIT)
            act = planned_act(plan, True, hand, up, options) if options != bit(STAND) else STAND
        if act == STAND:
            if slot == 0 and hand == turns.natural:
                alive = end_now(turns, book, up, pair, more, hand, chance, shares, prime, inverse)
                add(ends, NATURAL_PAID, alive, prime, inverse)
            else:
                sheet.stands[ONCE, slot, hand] = chance
        elif act == SURRENDER:
            alive = end_now(turns, book, up, pair, more, hand, chance, shares, prime, inverse)
            add(ends, ending(turns.surrendered, ONCE), alive, prime, inverse)
        elif act == HIT or act == DOUBLE:
            draw_card(turns, book, plan, up, pair, more, slot, hand, act, chance, sheet, ends, shares, prime, inverse)


def draw_card(
    turns: Turns, book: Book, plan: Any, up: int, pair: int, more: int, slot: int, hand: int, act: int,
    chance: int, sheet: Sheet, ends: Words, shares: Words, prime: int, inverse: float,
) -> None:  # fmt: skip
    """One card more, and how the hand ends by it, if it does."""
    stake = TWICE if act == DOUBLE else ONCE
    out = 1 + book.cards[hand] + more
    share = times(chance, shares[out], prime, inverse)
    for card in range(1, POINTS):
        many = left_of(turns, book, up, hand, pair, more, card)
        if many <= 0:
            continue
        part = scaled(share, many, prime, inverse)
        after = book.tree[hand, card]
        if after == BUSTED:
            alive = bust_now(turns, book, up, pair, more, hand, card, part, shares, prime, inverse)
            add(ends, ending(turns.bust, stake), alive, prime, inverse)
        elif act == DOUBLE:
            options = turns.doubled_options[after]
            if options != bit(STAND) and planned_act(plan, pair != WHOLE, after, up, options) == SURRENDER:
                alive = end_now(turns, book, up, pair, more, after, part, shares, prime, inverse)
                add(ends, ending(turns.rescued, stake), alive, prime, inverse)
            else:
                add(sheet.stands[TWICE, slot], after, part, prime, inverse)
        elif turns.ended[after] != PLAYS_ON:
            alive = end_now(turns, book, up, pair, more, after, part, shares, prime, inverse)
            add(ends, ending(turns.ended[after], stake), alive, prime, inverse)
        else:
            add(sheet.chance[slot], after, part, prime, inverse)


def end_now(
    turns: Turns, book: Book, up: int, pair: int, more: int, hand: int, chance: int,
    shares: Words, prime: int, inverse: float,
) -> int:  # fmt: skip
    """The part of a hand's chance in which the dealer has no blackjack."""
    hole = turns.hole[up]
    if hole == 0:
        return chance
    out = 1 + book.cards[hand] + more
    safe = turns.size - turns.step * out - left_of(turns, book, up, hand, pair, more, hole)
    return times(chance, scaled(shares[out], safe, prime, inverse), prime, inverse)


def bust_now(
    turns: Turns, book: Book, up: int, pair: int, more: int, hand: int, card: int, chance: int,
    shares: Words, prime: int, inverse: float,
) -> int:  # fmt: skip
    """`end_now` for a hand that took one card too many, which has no number of its own."""
    hole = turns.hole[up]
    if hole == 0:
        return chance
    out = 2 + book.cards[hand] + more
    blackjacks = left_of(turns, book, up, hand, pair, more, hole) - (turns.step if card == hole else 0)
    safe = turns.size - turns.step * out - blackjacks
    return times(chance, scaled(shares[out], safe, prime, inverse), prime, inverse)


def mark_rows(book: Book, rows: Rows, pair: int, more: int, slot: int, sheet: Sheet) -> None:
    """The rows of all hands that stand."""
    for hand in range(HANDS):
        if sheet.stands[ONCE, slot, hand] != 0 or sheet.stands[TWICE, slot, hand] != 0:
            row = row_of(book, rows, hand, pair, more)
            if not sheet.marked[row]:
                sheet.marked[row] = 1
                sheet.wanted[sheet.used[0]] = row
                sheet.used[0] += 1


def meet_dealer(turns: Turns, book: Book, rows: Rows, sheet: Sheet, ends: Words, prime: int, inverse: float) -> None:
    """Standing hands against the dealer's chances by row."""
    for slot in range(SLOTS):
        pair = (slot - 1) // GONE + 1 if slot > 0 else WHOLE
        more = (slot - 1) % GONE + 1 if slot > 0 else 0
        for stake in range(2):
            for hand in range(HANDS):
                chance = sheet.stands[stake, slot, hand]
                if chance != 0:
                    row = row_of(book, rows, hand, pair, more)
                    for place in range(TOTALS):
                        part = times(chance, ends[row, place], prime, inverse)
                        to = ending(turns.against[book.total[hand], place], stake)
                        add(sheet.whole if slot == 0 else sheet.split, to, part, prime, inverse)
