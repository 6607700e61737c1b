"""One board of hold'em counted by many lanes together, as a block of a GPU does; `every_deal` explains the counting.

Plain functions that compile, as in `board`, with the same integers as result. What lanes share is small enough for the
memory of a block: D that hold given three cards are kept once for each three, two counts in a word, and D that hold one
card are added up from those that hold two.

Lane number `lane` of `lanes` takes every `lanes`-th thing. With one lane it is an ordinary function.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.board import (
    BOARD,
    KEPT_BITS,
    KEPT_MASK,
    SUIT_WAYS,
    Kept,
    Tables,
    bonus_outcome,
    can_hold,
    find_fixing,
    holdings_alike,
    ways_of_four,
    ways_to_complete,
)
from houseway.analysis.exact.holdem.board import ante_outcome as ante_outcome
from houseway.analysis.exact.holdem.every_deal import HALF as TOTAL_MASK
from houseway.analysis.exact.holdem.every_deal import HALF_BITS as TOTAL_BITS
from houseway.analysis.exact.holdem.holdings import HOLDINGS, holding
from houseway.analysis.exact.holdem.spot_counts import CHECK_MODULUS, EQUAL, HIGHER, LOWER, SHARES, check_weight
from houseway.engine.device.lanes import add, together
from houseway.rules.cards import DECK
from houseway.rules.combos import sorted_4
from houseway.rules.poker import seven

THREES = DECK * (DECK + 1) * (DECK + 2) // 6  # any three cards, copies too
HALF_BITS, HALF_MASK = 16, 0xFFFF  # two counts of three cards in a word
BYTE_BITS, BYTE_MASK = 8, 0xFF  # four counts of shares in a word
TEAM = 32  # lanes that admit one holding together: a block has one team or several whole ones
AT_ONCE = 8  # p that are asked about together


class LaneBench(NamedTuple):
    """What all lanes of a block work on; the first part is the largest by far."""

    c3: NDArray[np.int32]  # [three cards / 2] D let in that hold them
    c2: NDArray[np.int32]  # [holding] that hold these two
    c1: NDArray[np.int32]  # [card] that hold this one
    lost: NDArray[np.int32]  # [holding kept, or four cards that may keep several / 4] shares let in
    value: NDArray[np.int32]  # [holding]
    order: NDArray[np.int16]  # [i] the holdings there are, by value
    ways: NDArray[np.uint8]  # [holding] physical ways to hold it
    made: NDArray[np.uint8]  # [holding] its outcome on the Bonus
    alike: NDArray[np.uint8]  # [holding] as p: how many it becomes when suits trade places; 0 for all but one of them
    plane: NDArray[np.uint8]  # [holding] as s, beside the p of now
    left: NDArray[np.int32]  # [card] copies that are not on the board
    fixing: NDArray[np.int32]  # [i] the ways to trade suits that leave the board as it is
    begin: NDArray[np.int32]  # [card] where three cards begin of which it is the highest
    one: NDArray[np.int32]  # [p of now, card] D that avoid p and hold the card


LAYOUT: tuple[tuple[type, tuple[int, ...]], ...] = (  # the kind and size of each part
    (np.int32, ((THREES + 1) // 2,)),
    (np.int32, (HOLDINGS,)),
    (np.int32, (DECK,)),
    (np.int32, ((1 << KEPT_BITS) // 4,)),
    (np.int32, (HOLDINGS,)),
    (np.int16, (HOLDINGS,)),
    *((np.uint8, (HOLDINGS,)),) * 4,
    (np.int32, (DECK,)),
    (np.int32, (SUIT_WAYS,)),
    (np.int32, (DECK,)),
    (np.int32, (AT_ONCE, DECK)),
)


def new_lane_bench() -> LaneBench:
    return LaneBench(*(np.zeros(size, dtype=kind) for kind, size in LAYOUT))


def count_one_board(
    bench: LaneBench, rules: Any, copies: Any, suits: Any, start: Any, x: Any, y: Any, share: Any, four: Any, tags: Any,
    planes: Any, low: Any, high: Any, boards: Any, places: Any, counts: Any, spots: int, win: int,
    board: int, lane: int, lanes: int,
) -> None:  # fmt: skip
    """One of some boards, added to the counts of its block; arrays by themselves, as a GPU takes them."""
    tables = Tables(copies, suits, Kept(start, x, y, share, four), tags, planes, spots, win)
    count_together(bench, rules[0], tables, low, high, boards[board], counts[places[board]], lane, lanes)


def carry_together(
    counts: Any, kinds: Any, weights: Any, high: Any, low: Any, dealt: Any, checks: Any, spots: int,
    lane: int, lanes: int,
) -> None:  # fmt: skip
    """What `carry` does, for several blocks, by all lanes; a check is still to be multiplied by its weight."""
    for block in range(len(weights)):
        check = 0
        for i in range(lane, len(dealt), lanes):
            beaten, ways = int(counts[block, 2 * i]), int(counts[block, 2 * i + 1])
            if ways == 0:
                continue
            high[i] += (beaten >> TOTAL_BITS) * weights[block]
            low[i] += (beaten & TOTAL_MASK) * weights[block]
            dealt[i] += ways * weights[block]
            counts[block, 2 * i] = 0
            counts[block, 2 * i + 1] = 0
            spot = i % spots
            if spot < spots - 1:
                mixed = beaten % CHECK_MODULUS + 3 * (ways % CHECK_MODULUS)
                check += mixed % CHECK_MODULUS * check_weight(kinds[i // spots, 0], spot) % CHECK_MODULUS
        add(checks, block, check % CHECK_MODULUS)


def count_together(
    bench: LaneBench, rules: Any, tables: Tables, low: Any, high: Any, board: Any, counts: Any, lane: int, lanes: int
) -> None:
    """What `count_board` does, by all lanes."""
    clear_bench(bench, lane, lanes)
    count = lay_board(bench, tables, board)
    together()
    value_holdings(bench, rules, tables, low, high, board, lane, lanes)
    together()
    rank_holdings(bench, lane, lanes)
    together()
    first = let_in = 0
    while first < count:
        value = int(bench.value[bench.order[first]])
        last = first
        while last < count and bench.value[bench.order[last]] == value:
            last += 1
        begun = let_in
        while let_in < count and ante_outcome(value, int(bench.value[bench.order[let_in]])) == tables.win:
            let_in += 1
        admit_together(bench, tables.kept, low, high, begun, let_in, lane, lanes)
        find_planes(bench, tables, value, lane, lanes)
        together()
        add_up_ones(bench, lane, lanes)
        together()
        let_in_all = all_let_in(bench)
        while first < last:
            many = min(last - first, AT_ONCE)
            find_ones(bench, low, high, first, many, lane, lanes)
            together()
            for i in range(many):
                ask_together(bench, tables, low, high, counts, let_in_all, first + i, i, lane, lanes)
            together()
            first += many


# --- the board ---


def clear_bench(bench: LaneBench, lane: int, lanes: int) -> None:
    for i in range(lane, len(bench.c3), lanes):
        bench.c3[i] = 0
    for i in range(lane, len(bench.lost), lanes):
        bench.lost[i] = 0
    for i in range(lane, HOLDINGS, lanes):
        bench.c2[i] = 0


def lay_board(bench: LaneBench, tables: Tables, board: Any) -> int:
    """Put up a board, all lanes the same; how many holdings there are."""
    singles = pairs = 0
    for card in range(DECK):
        left = int(tables.copies[card])
        for i in range(BOARD):
            if board[i] == card:
                left -= 1
        bench.left[card] = left
        bench.begin[card] = card * (card + 1) * (card + 2) // 6
        singles += left > 0
        pairs += left > 1
    return singles * (singles - 1) // 2 + pairs


def value_holdings(
    bench: LaneBench, rules: Any, tables: Tables, low: Any, high: Any, board: Any, lane: int, lanes: int
) -> None:
    fixing = find_fixing(bench, tables, board)  # type: ignore[arg-type]
    left = bench.left
    for h in range(lane, HOLDINGS, lanes):
        x, y = int(low[h]), int(high[h])
        ways = left[x] * left[y] if x != y else left[x] * (left[x] - 1) // 2
        bench.ways[h] = ways
        if ways > 0:
            value = seven(rules.ranks, x, y, board[0], board[1], board[2], board[3], board[4])
            bench.value[h] = value
            bench.made[h] = bonus_outcome(value)
            bench.alike[h] = holdings_alike(bench, tables.suits, fixing, x, y)  # type: ignore[arg-type]


def rank_holdings(bench: LaneBench, lane: int, lanes: int) -> None:
    """Each holding finds its own place in the order of values."""
    for h in range(lane, HOLDINGS, lanes):
        if bench.ways[h] > 0:
            own, place = bench.value[h], 0
            for other in range(HOLDINGS):
                if bench.ways[other] > 0:
                    value = bench.value[other]
                    place += value < own or (value == own and other < h)
            bench.order[place] = h


def find_planes(bench: LaneBench, tables: Tables, value: int, lane: int, lanes: int) -> None:
    """The plane of each s beside p of this value."""
    made = bonus_outcome(value)
    for s in range(lane, HOLDINGS, lanes):
        if bench.ways[s] > 0:
            other = bench.value[s]
            level = LOWER if value < other else HIGHER if value > other else EQUAL
            bench.plane[s] = tables.planes[made, bench.made[s], level]


# --- two and three cards ---


def three(bench: LaneBench, x: int, y: int, z: int) -> int:
    """The number of three cards, rising."""
    return int(bench.begin[z]) + (y * (y + 1) >> 1) + x


def three_with(bench: LaneBench, a: int, x: int, y: int) -> int:
    """The same of a and two more, x not above y."""
    least, most = min(a, x), max(a, y)
    return three(bench, least, a + x + y - least - most, most)


def two(x: int, y: int) -> int:
    return holding(min(x, y), max(x, y))


def add_half(words: Any, place: int, more: int) -> None:
    add(words, place >> 1, more << (HALF_BITS * (place & 1)))


def half_at(words: Any, place: int) -> int:
    return int(words[place >> 1]) >> (HALF_BITS * (place & 1)) & HALF_MASK


def add_byte(words: Any, place: int, more: int) -> None:
    add(words, place >> 2, more << (BYTE_BITS * (place & 3)))


def byte_at(words: Any, place: int) -> int:
    return int(words[place >> 2]) >> (BYTE_BITS * (place & 3)) & BYTE_MASK


# --- the dealer's hands that lose ---


def admit_together(
    bench: LaneBench, kept: Kept, low: Any, high: Any, begun: int, end: int, lane: int, lanes: int
) -> None:
    """Let in every D of which the dealer keeps one of these holdings: a team of lanes for each."""
    team = min(TEAM, lanes)
    for i in range(begun + lane // team, end, lanes // team):
        q = int(bench.order[i])
        a, b = int(low[q]), int(high[q])
        if lane % team == 0:
            add_byte(bench.lost, q, SHARES)
        for line in range(kept.start[q] + lane % team, kept.start[q + 1], team):
            x, y, share = int(kept.x[line]), int(kept.y[line]), int(kept.share[line])
            if share < SHARES:
                add_byte(bench.lost, int(kept.four[line]), share)
            admit_four(bench, sorted_4(a, b, x, y), share)


def admit_four(bench: LaneBench, cards: tuple[int, int, int, int], share: int) -> None:
    """Let in one D of four sorted cards: each two and three of it, by types."""
    w, x, y, z = cards
    left = bench.left
    if w < x < y < z:
        m, n, o, p = int(left[w]), int(left[x]), int(left[y]), int(left[z])
        if m * n * o * p > 0:
            add_half(bench.c3, three(bench, w, x, y), share * p)
            add_half(bench.c3, three(bench, w, x, z), share * o)
            add_half(bench.c3, three(bench, w, y, z), share * n)
            add_half(bench.c3, three(bench, x, y, z), share * m)
            add(bench.c2, holding(w, x), share * o * p)
            add(bench.c2, holding(w, y), share * n * p)
            add(bench.c2, holding(w, z), share * n * o)
            add(bench.c2, holding(x, y), share * m * p)
            add(bench.c2, holding(x, z), share * m * o)
            add(bench.c2, holding(y, z), share * m * n)
    elif can_hold(left, cards):  # type: ignore[arg-type]
        admit_copies_too(bench, cards, share)


def admit_copies_too(bench: LaneBench, cards: tuple[int, int, int, int], share: int) -> None:
    """The same where a card comes up more than once; of copies a subset takes the first ones."""
    for held in range(3, 15):
        a = b = c = -1
        size = 0
        once = True
        for i in range(4):
            if held >> i & 1:
                a, b, c = b, c, cards[i]
                size += 1
                if i > 0 and cards[i] == cards[i - 1] and not held >> (i - 1) & 1:
                    once = False
        if once and size > 1:
            more = share * ways_to_complete(bench.left, cards, held)  # type: ignore[arg-type]
            if size == 2:
                add(bench.c2, holding(b, c), more)
            else:
                add_half(bench.c3, three(bench, a, b, c), more)


def add_up_ones(bench: LaneBench, lane: int, lanes: int) -> None:
    """D that hold a card, from those that hold it and another one: each of them was counted with three others."""
    for x in range(lane, DECK, lanes):
        if bench.left[x] > 0:
            with_others = 0
            for y in range(DECK):
                others = bench.left[y] - (1 if x == y else 0)
                if others > 0:
                    with_others += others * bench.c2[two(x, y)]
            bench.c1[x] = with_others // 3


def all_let_in(bench: LaneBench) -> int:
    held = 0
    for card in range(DECK):
        if bench.left[card] > 0:
            held += bench.left[card] * bench.c1[card]
    return held // 4


# --- the player's hands that win ---


def find_ones(bench: LaneBench, low: Any, high: Any, first: int, many: int, lane: int, lanes: int) -> None:
    """For each p of now, the D that avoid it and hold a card, of every card."""
    for i in range(lane, many * DECK, lanes):
        x = i % DECK
        p = int(bench.order[first + i // DECK])
        a, b = int(low[p]), int(high[p])
        both = half_at(bench.c3, three_with(bench, x, a, b))
        bench.one[i // DECK, x] = bench.c1[x] - bench.c2[two(a, x)] - bench.c2[two(b, x)] + both


def ask_together(
    bench: LaneBench, tables: Tables, low: Any, high: Any, counts: Any, let_in_all: int, at: int, now: int,
    lane: int, lanes: int,
) -> None:  # fmt: skip
    """For p and every s: how many of the D let in avoid both, added to the counts of the spot."""
    p = int(bench.order[at])
    alike = int(bench.alike[p])
    if alike == 0:
        return
    a, b = int(low[p]), int(high[p])
    without = let_in_all - bench.c1[a] - bench.c1[b] + bench.c2[p]
    ways = alike * int(bench.ways[p])
    for s in range(lane, HOLDINGS, lanes):
        x, y = int(low[s]), int(high[s])
        weight = ways * int(bench.ways[s])
        if weight > 0 and a != x and a != y and b != x and b != y:
            ask(bench, tables, counts, without, weight, now, p, s, a, b, x, y)
    if tables.copies[a] > 1 or tables.copies[b] > 1:
        for i in range(lane, 2 * DECK, lanes):  # where p and s share a card, the ways to deal them are not a product
            shared, other = (b if i & 1 else a), i >> 1
            if i & 1 and (a == b or other == a):
                continue  # seen with a
            x, y = min(shared, other), max(shared, other)
            weight = alike * ways_of_four(bench.left, a, b, x, y)  # type: ignore[arg-type]
            if weight > 0:
                ask(bench, tables, counts, without, weight, now, p, holding(x, y), a, b, x, y)


def ask(
    bench: LaneBench, tables: Tables, counts: Any, without: int, weight: int, now: int,
    p: int, s: int, a: int, b: int, x: int, y: int,
) -> None:  # fmt: skip
    both = bench.c2[s] - half_at(bench.c3, three_with(bench, a, x, y)) - half_at(bench.c3, three_with(bench, b, x, y))
    tag = int(tables.tags[p, s])
    beaten = without - bench.one[now, x] - bench.one[now, y] + both + byte_at(bench.lost, tag & KEPT_MASK)
    cell = 2 * (int(bench.plane[s]) * tables.spots + (tag >> KEPT_BITS))
    add(counts, cell, weight * beaten)
    add(counts, cell + 1, weight)
