"""One board of hold'em with four cards each: for every p and s of the player, the dealer's hands that p beats.

Plain functions in the subset that compiles; `holdem` explains the counting and compiles them with a game's own rules.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.holdings import HOLDINGS, holding
from houseway.analysis.exact.holdem.spot_counts import EQUAL, HIGHER, LOWER, SHARES
from houseway.rules.cards import DECK
from houseway.rules.combos import sorted_4
from houseway.rules.poker import seven
from houseway.rules.shapes import Words, words

BOARD = 5
SUIT_WAYS = 24

# A parting's tag: its spot above the place in `Bench.lost` of these four cards.
KEPT_BITS = 12
KEPT_MASK = (1 << KEPT_BITS) - 1

# The order of holdings on a board: the value above the two cards.
CARD_BITS = 6
CARD_MASK = (1 << CARD_BITS) - 1
VALUE_SHIFT = 2 * CARD_BITS


class Kept(NamedTuple):
    """What the house way does with any four cards: by the holding that is kept, the two cards that go with it."""

    start: Words  # [holding] where its lines begin; one more for the end
    x: NDArray[np.uint8]  # [line] the two cards thrown away, the lower first
    y: NDArray[np.uint8]
    share: NDArray[np.uint8]  # [line] of SHARES
    four: NDArray[np.uint16]  # [line] the place of these four cards in `Bench.lost`


class Tables(NamedTuple):
    """What is the same for all boards of a deck."""

    copies: Words  # [card]
    suits: Words  # [way, suit] the ways to trade suits that leave the deck as it is
    kept: Kept
    tags: NDArray[np.uint32]  # [p, s] the spot, and the place of the four cards in `Bench.lost`
    planes: NDArray[np.uint8]  # [made by p, made by s, level] the number of the plane
    spots: int  # in a plane
    win: int  # the outcome of an Ante that wins


class Bench(NamedTuple):
    """The working space of a thread, for one board at a time."""

    fixing: Words  # [i] the ways to trade suits that leave the board as it is
    left: Words  # [card] copies that are not on the board
    live: NDArray[np.uint8]  # [i] cards of which there are any, rising
    made: NDArray[np.uint8]  # [holding] its outcome on the Bonus
    ways: NDArray[np.int32]  # [holding] physical ways to hold it
    order: Words  # [i] the holdings there are, by value
    c0: Words  # [0] dealer's hands let in
    c1: Words  # [card] those that hold this card
    c2: NDArray[np.int32]  # [card, card] that hold these two
    c3: NDArray[np.int16]  # [card, lower, higher] that hold these three; each of them stands in front once
    beside: Words  # [card] that hold this card beside the kept two, while they are let in
    lost: NDArray[np.int32]  # [holding kept, or four cards that may keep several] shares let in
    where: NDArray[np.uint32]  # [holding] as s: where the counts of its plane begin
    one: NDArray[np.int32]  # [card] that avoid p and hold this card
    two: NDArray[np.int32]  # [card] less those that avoid p and hold it, more those that hold it and a given other one


def new_bench() -> Bench:
    def array(kind: Any, *shape: int) -> Any:
        return np.zeros(shape, dtype=kind)

    return Bench(
        fixing=words(SUIT_WAYS),
        left=words(DECK),
        live=array(np.uint8, DECK),
        made=array(np.uint8, HOLDINGS),
        ways=array(np.int32, HOLDINGS),
        order=words(HOLDINGS),
        c0=words(1),
        c1=words(DECK),
        c2=array(np.int32, DECK, DECK),
        c3=array(np.int16, DECK, DECK, DECK),
        beside=words(DECK),
        lost=array(np.int32, 1 << KEPT_BITS),
        where=array(np.uint32, HOLDINGS),
        one=array(np.int32, DECK),
        two=array(np.int32, DECK),
    )


def ante_outcome(value: int, dealer: int) -> int:
    """Stands for the game's own; `compiled` swaps it."""
    raise NotImplementedError


def bonus_outcome(value: int) -> int:
    """Stands for the game's own; `compiled` swaps it."""
    raise NotImplementedError


def count_boards(rules: Any, tables: Tables, bench: Bench, boards: Any, counts: Any) -> None:
    """Add the counts of some boards. See `count_board`."""
    for i in range(len(boards)):
        count_board(rules, tables, bench, boards[i], counts)


def count_board(rules: Any, tables: Tables, bench: Bench, board: Any, counts: Any) -> None:
    """Add to counts[plane and spot]: (D that p beats, times SHARES and the ways to deal p and s; those ways)."""
    live = lay_out(bench, tables.copies, board)
    fixing = find_fixing(bench, tables, board)
    count = line_up(rules, bench, live, board)
    let_in = first = last = 0  # `first` to `last` are the holdings of the same value as p
    made = -1
    for i in range(count):
        value = bench.order[i] >> VALUE_SHIFT
        if i == last:
            place(bench, tables, first, last, made, HIGHER)
            first = last
            while last < count and bench.order[last] >> VALUE_SHIFT == value:
                last += 1
            if bonus_outcome(value) != made:
                made = bonus_outcome(value)
                place(bench, tables, 0, first, made, HIGHER)
                place(bench, tables, last, count, made, LOWER)
            place(bench, tables, first, last, made, EQUAL)
            while let_in < count and ante_outcome(value, bench.order[let_in] >> VALUE_SHIFT) == tables.win:
                x, y = cards_at(bench, let_in)
                admit(bench, tables.kept, live, x, y)
                let_in += 1
        a, b = cards_at(bench, i)
        alike = holdings_alike(bench, tables.suits, fixing, a, b)
        if alike > 0:
            ask_all(bench, tables.tags, counts, live, alike, a, b)
            if tables.copies[a] > 1 or tables.copies[b] > 1:
                ask_shared(bench, tables.tags, counts, live, alike, a, b)


def lay_out(bench: Bench, copies: Any, board: Any) -> int:
    """Clear the bench and put up a board; the number of cards still to be had."""
    bench.c0[0] = 0
    bench.c1[:] = 0
    bench.c2[:, :] = 0
    bench.c3[:, :, :] = 0
    bench.lost[:] = 0
    bench.ways[:] = 0
    for card in range(DECK):
        bench.left[card] = copies[card]
    for i in range(BOARD):
        bench.left[board[i]] -= 1
    live = 0
    for card in range(DECK):
        if bench.left[card] > 0:
            bench.live[live] = card
            live += 1
    return live


def line_up(rules: Any, bench: Bench, live: int, board: Any) -> int:
    """Value the holdings there are and sort them (Shell's way); how many."""
    order = bench.order
    count = 0
    for i in range(live):
        for j in range(i, live):
            x, y = int(bench.live[i]), int(bench.live[j])
            h = holding(x, y)
            bench.ways[h] = bench.left[x] * bench.left[y] if x != y else bench.left[x] * (bench.left[x] - 1) // 2
            if bench.ways[h] > 0:
                value = seven(rules.ranks, x, y, board[0], board[1], board[2], board[3], board[4])
                bench.made[h] = bonus_outcome(value)
                order[count] = value << VALUE_SHIFT | x << CARD_BITS | y
                count += 1
    gap = 364
    while gap > 0:
        for i in range(gap, count):
            key = order[i]
            j = i
            while j >= gap and order[j - gap] > key:
                order[j] = order[j - gap]
                j -= gap
            order[j] = key
        gap //= 3
    return count


def cards_at(bench: Bench, i: int) -> tuple[int, int]:
    key = bench.order[i]
    return key >> CARD_BITS & CARD_MASK, key & CARD_MASK


def place(bench: Bench, tables: Tables, first: int, last: int, made: int, level: int) -> None:
    """Note where the counts begin for s from first to last in the order of values, beside p that made `made`."""
    for i in range(first, last):
        x, y = cards_at(bench, i)
        s = holding(x, y)
        bench.where[s] = tables.planes[made, bench.made[s], level] * tables.spots


# --- suits ---


def find_fixing(bench: Bench, tables: Tables, board: Any) -> int:
    """The ways to trade suits that leave the board as it is, `bench.left` saying what is gone of it; how many."""
    found = 0
    for way in range(len(tables.suits)):
        same = True
        for i in range(BOARD):
            card = traded(tables.suits[way], board[i])
            same = same and tables.copies[card] - bench.left[card] == tables.copies[board[i]] - bench.left[board[i]]
        if same:
            bench.fixing[found] = way
            found += 1
    return found


def holdings_alike(bench: Bench, suits: Any, fixing: int, a: int, b: int) -> int:
    """How many holdings this one turns into when suits trade places that may, the board staying as it is.

    They all count alike, so one is asked for all: 0 if this is not the least of them.
    """
    p = holding(a, b)
    same = 0
    for i in range(fixing):
        way = suits[bench.fixing[i]]
        x, y = traded(way, a), traded(way, b)
        other = holding(min(x, y), max(x, y))
        if other < p:
            return 0
        if other == p:
            same += 1
    return fixing // same


def traded(way: Any, card: int) -> int:
    """The card with the suit that takes its suit's place."""
    return card & ~3 | int(way[card & 3])


# --- the dealer's hands that lose ---


def admit(bench: Bench, kept: Kept, live: int, a: int, b: int) -> None:
    """Let in every D of which the dealer keeps a and b. What depends on one card thrown away is added at the end."""
    left, c2, c3, beside = bench.left, bench.c2, bench.c3, bench.beside
    q = holding(a, b)
    ways = left[a] * left[b]
    thrown = 0
    bench.lost[q] = SHARES
    for line in range(kept.start[q], kept.start[q + 1]):
        x, y, share = int(kept.x[line]), int(kept.y[line]), int(kept.share[line])
        if share < SHARES:
            bench.lost[kept.four[line]] += share
        if left[x] == 0 or left[y] == 0:
            continue
        if x == y or a == b or x == a or x == b or y == a or y == b:
            admit_copies(bench, a, b, x, y, share)
            continue
        put_3(c3, a, x, y, share * left[b])
        put_3(c3, b, x, y, share * left[a])
        c2[x, y] += share * ways
        c2[y, x] += share * ways
        beside[x] += share * left[y]
        beside[y] += share * left[x]
        thrown += share * left[x] * left[y]
    if thrown == 0:
        return
    for i in range(live):
        x = int(bench.live[i])
        more = beside[x]
        if more:
            beside[x] = 0
            put_3(c3, x, a, b, more)
            put_2(c2, a, x, left[b] * more)
            put_2(c2, b, x, left[a] * more)
            bench.c1[x] += ways * more
    put_2(c2, a, b, thrown)
    bench.c1[a] += left[b] * thrown
    bench.c1[b] += left[a] * thrown
    bench.c0[0] += ways * thrown


def put_2(c2: Any, x: int, y: int, more: int) -> None:
    """Add to the count of two different cards."""
    c2[x, y] += more
    c2[y, x] += more


def put_3(c3: Any, a: int, x: int, y: int, more: int) -> None:
    """Add to the count of three different cards, x below y."""
    c3[a, x, y] += more
    c3[x, min(a, y), max(a, y)] += more
    c3[y, min(a, x), max(a, x)] += more


def admit_copies(bench: Bench, a: int, b: int, x: int, y: int, share: int) -> None:
    """Let in one D that holds copies of a card."""
    w, x, y, z = sorted_4(a, b, x, y)
    if not can_hold(bench.left, (w, x, y, z)):
        return
    if w == x and x != y and y != z:
        admit_twins(bench, w, y, z, share)
    elif w != x and x == y and y != z:
        admit_twins(bench, x, w, z, share)
    elif w != x and x != y and y == z:
        admit_twins(bench, y, w, x, share)
    else:
        admit_by_subsets(bench, (w, x, y, z), share)


def admit_twins(bench: Bench, a: int, x: int, y: int, share: int) -> None:
    """Let in D = a, a, x, y with x below y: what `admit_by_subsets` would do, written out for the many of this kind."""
    c2, c3 = bench.c2, bench.c3
    m, n = bench.left[x], bench.left[y]
    one = share * (bench.left[a] - 1)  # ways to the second a when one is given
    two = one * bench.left[a] // 2
    c3[a, min(a, x), max(a, x)] += share * n
    c3[x, a, a] += share * n
    c3[a, min(a, y), max(a, y)] += share * m
    c3[y, a, a] += share * m
    put_3(c3, a, x, y, one)
    c2[a, a] += share * m * n
    put_2(c2, a, x, one * n)
    put_2(c2, a, y, one * m)
    put_2(c2, x, y, two)
    bench.c1[a] += one * m * n
    bench.c1[x] += two * n
    bench.c1[y] += two * m
    bench.c0[0] += two * m * n


def admit_by_subsets(bench: Bench, cards: tuple[int, int, int, int], share: int) -> None:
    """Let in one D of four sorted cards: each of its subsets by types, once."""
    for held in range(1 << 4):  # places of the subset; of copies it takes the first ones
        once = True
        for i in range(1, 4):
            if held >> i & 1 and cards[i] == cards[i - 1] and not held >> (i - 1) & 1:
                once = False
        if once:
            put_subset(bench, cards, held, share * ways_to_complete(bench.left, cards, held))


def put_subset(bench: Bench, cards: tuple[int, int, int, int], held: int, more: int) -> None:
    a = b = c = -1
    size = 0
    for i in range(4):
        if held >> i & 1:
            a, b, c = b, c, cards[i]
            size += 1
    if size == 0:
        bench.c0[0] += more
    elif size == 1:
        bench.c1[c] += more
    elif size == 2:
        bench.c2[b, c] += more
        if b != c:
            bench.c2[c, b] += more
    elif size == 3:
        bench.c3[a, b, c] += more
        if a != b:
            bench.c3[b, a, c] += more
        if b != c:
            bench.c3[c, a, b] += more


def can_hold(left: Words, cards: tuple[int, int, int, int]) -> bool:
    """Whether there are enough copies of four sorted cards."""
    run = 1
    for i in range(4):
        run = run + 1 if i > 0 and cards[i] == cards[i - 1] else 1
        if left[cards[i]] < run:
            return False
    return True


def ways_to_complete(left: Words, cards: tuple[int, int, int, int], held: int) -> int:
    """The physical ways to complete given cards, those at the places `held`, to these four sorted cards."""
    ways = 1
    used = chosen = 0  # of the present card: copies taken so far, and how many of them were not given
    for i in range(4):
        if i == 0 or cards[i] != cards[i - 1]:
            used = chosen = 0
            for k in range(i, 4):
                if cards[k] == cards[i] and held >> k & 1:
                    used += 1
        if not held >> i & 1:
            chosen += 1
            ways = ways * (left[cards[i]] - used - chosen + 1) // chosen
    return ways


def ways_of_four(left: Words, a: int, b: int, x: int, y: int) -> int:
    """The physical ways to hold four cards."""
    w, x, y, z = sorted_4(a, b, x, y)
    return ways_to_complete(left, (w, x, y, z), 0) if can_hold(left, (w, x, y, z)) else 0


# --- the player's hands that win ---


def ask_all(bench: Bench, tags: Any, counts: Any, live: int, alike: int, a: int, b: int) -> None:
    """For p = a + b and every s: how many of the D let in avoid both, added to the counts of the spot; `alike` times.

    Partings the deck has not, because p and s share a card of which there is one, have a spot that nobody reads.
    """
    c2, c3, one, two = bench.c2, bench.c3, bench.one, bench.two
    p = holding(a, b)
    ways = alike * bench.ways[p]
    none = bench.c0[0] - bench.c1[a] - bench.c1[b] + c2[a, b]
    for i in range(live):
        x = bench.live[i]
        one[x] = bench.c1[x] - c2[a, x] - c2[b, x] + c3[x, a, b]
    for i in range(live):
        x = bench.live[i]
        first = holding(x, 0)
        least = none - one[x]
        for y in range(x, DECK):  # by itself, so that it runs several at a time
            two[y] = c2[x, y] - c3[a, x, y] - c3[b, x, y] - one[y]
        for y in range(x, DECK):  # cards that are gone count nothing, and run faster than they are left out
            s = first + y
            tag = tags[p, s]
            beaten = least + two[y] + bench.lost[tag & KEPT_MASK]
            weight = ways * bench.ways[s]
            cell = counts[bench.where[s] + (tag >> KEPT_BITS)]
            cell[0] += weight * beaten
            cell[1] += weight


def ask_shared(bench: Bench, tags: Any, counts: Any, live: int, alike: int, a: int, b: int) -> None:
    """Where p and s share a card, the ways to deal them are not a product: put `ask_all` right."""
    c2, c3, one = bench.c2, bench.c3, bench.one
    p = holding(a, b)
    none = bench.c0[0] - bench.c1[a] - bench.c1[b] + c2[a, b]
    for i in range(live):
        other = int(bench.live[i])
        for second in range(2):
            if second and (a == b or other == a):
                continue  # seen with a
            shared = b if second else a
            x, y = min(shared, other), max(shared, other)
            s = holding(x, y)
            weight = alike * (ways_of_four(bench.left, a, b, x, y) - bench.ways[p] * bench.ways[s])
            tag = tags[p, s]
            beaten = none - one[x] - one[y] + c2[x, y] - c3[a, x, y] - c3[b, x, y] + bench.lost[tag & KEPT_MASK]
            cell = counts[bench.where[s] + (tag >> KEPT_BITS)]
            cell[0] += weight * beaten
            cell[1] += weight
