"""The best acts against one up-card, in floating point.

Hands fall into classes that must act alike: each hand for itself, whole or after a split, for the best play there is;
hands of one total and number of cards for a printed chart. Classes are improved from the longest hands to the shortest.
At its turn a class takes the act with the greatest sum, over its hands, of (chance to hold the hand) x (value of the
act). Chances come from the acts of shorter hands, values from those of longer ones that are already improved, so that
no step can make the whole worse; sweeps are repeated until nothing changes. For whole hands each for itself this is
plain backward induction, and the first sweep is final; a hand after a split may come from several pairs, with several
cards known to be gone (splits.py), and has one act for all of them.

Chances here leak: an act that was not chosen is thought to be chosen now and then, so that hands which good play never
holds get their best act as well. A tie (to TIE of the bet) goes to the first of stand, hit, surrender, double, and a
pair is split only if that is worth more than anything else: so of equals the one with the least money in action.

All values are joint with "the dealer has no blackjack" (see dealer.py).
"""

import numpy as np

from houseway.analysis.exact.blackjack.choices import LEVELS, TRIED, Chosen, Classes, Floats, Paper
from houseway.analysis.exact.blackjack.dealer import left_of
from houseway.analysis.exact.blackjack.splits import GONE, SLOTS, Rows, Ways, slot_of
from houseway.analysis.exact.blackjack.turns import HANDS, PLAYS_ON, TOTALS, WHOLE, Book, Turns
from houseway.rules.blackjack import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.rules.choice import bit
from houseway.rules.compositions import BUSTED, EMPTY, POINTS
from houseway.rules.shapes import Words

TIE = 1e-13
LEAK = 1e-6
SWEEPS_MAX = 40


def act_of(tried: int) -> int:
    """The act that stands at a place of `tried`: the order in which ties are broken."""
    if tried == 0:
        return STAND
    if tried == 1:
        return HIT
    return SURRENDER if tried == 2 else DOUBLE


# --- Everything below compiles ---


def choose_against(
    turns: Turns, book: Book, rows: Rows, ways: Ways, classes: Classes,
    up: int, ends: Floats, chosen: Chosen, paper: Paper,
) -> None:  # fmt: skip
    """Improve `chosen` until no class and no pair wants anything else; `ends` are the dealer's chances by row."""
    find_gone(turns, up, paper)
    find_standing(turns, book, rows, ends, paper)
    changed = True
    sweeps = 0
    while changed and sweeps < SWEEPS_MAX:
        find_chances(turns, book, ways, classes, up, chosen, paper)
        changed = improve_classes(turns, book, classes, up, chosen, paper)
        changed |= choose_splits(turns, book, ways, up, chosen, paper)
        sweeps += 1
    chosen.sweeps[0] = sweeps


def find_gone(turns: Turns, up: int, paper: Paper) -> None:
    """w(q) of splits.py: after a pair and the up-card, q cards of the shoe are of that pair too; 0 ends the list."""
    for pair in range(1, POINTS):
        left = turns.counts[pair] - turns.step * (3 if pair == up else 2)
        chance = 1.0 if left >= 0 and turns.limit[pair] > 1 else 0.0
        for q in range(GONE):
            paper.gone[pair, q] = chance
            size = turns.size - turns.step * (3 + q)
            many = left - turns.step * q
            chance = chance * many / size if many > 0 and size > 0 else 0.0


def is_open(turns: Turns, paper: Paper, pair: int, q: int) -> bool:
    """Whether a slot of split hands is needed."""
    return bool(paper.gone[pair, q] > 0) and q < 2 * int(turns.limit[pair]) - 3


def row_of(book: Book, rows: Rows, hand: int, pair: int, more: int) -> int:
    """The row of all cards gone: a hand and more cards of a pair."""
    while more > 0 and rows.beyond[hand, pair] < 0:
        hand = book.tree[hand, pair]
        more -= 1
    return rows.beyond[hand, pair] + more - 1 if more > 0 else hand


def live(blackjacks: int, size: int) -> float:
    """The chance that the hole card makes no blackjack, with so many cards left that would."""
    return 1.0 - blackjacks / size if size > 0 else 0.0


def find_standing(turns: Turns, book: Book, rows: Rows, ends: Floats, paper: Paper) -> None:
    """The value of standing, for every hand in every slot."""
    stand_all(turns, book, rows, WHOLE, 0, 0, ends, paper)
    for pair in range(1, POINTS):
        for q in range(GONE):
            if is_open(turns, paper, pair, q):
                stand_all(turns, book, rows, pair, 1 + q, slot_of(pair, q), ends, paper)


def stand_all(
    turns: Turns, book: Book, rows: Rows, pair: int, more: int, slot: int, ends: Floats, paper: Paper
) -> None:
    for hand in range(paper.firsts[2], HANDS):
        if pair == WHOLE or book.held[hand, pair] > 0:
            row = row_of(book, rows, hand, pair, more)
            worth = 0.0
            for place in range(TOTALS):
                worth += ends[row, place] * turns.pays[turns.against[book.total[hand], place]]
            paper.standing[slot, hand] = worth


def find_chances(turns: Turns, book: Book, ways: Ways, classes: Classes, up: int, chosen: Chosen, paper: Paper) -> None:
    """How likely each hand is held, in every slot, as things are chosen now."""
    paper.chance[:] = 0
    paper.chance_doubled[:] = 0
    for a in range(1, POINTS):
        for b in range(a, POINTS):
            first = left_of(turns, book, up, EMPTY, 0, 0, a)
            hand = book.tree[EMPTY, a]
            second = left_of(turns, book, up, hand, 0, 0, b)
            if first > 0 and second > 0:
                orders = 1 if a == b else 2
                size = turns.size - turns.step
                paper.chance[0, book.tree[hand, b]] = orders * first * second / (size * (size - turns.step))
    follow_on(turns, book, classes, up, WHOLE, 0, 0, chosen, paper)
    for pair in range(1, POINTS):
        for q in range(GONE):
            if is_open(turns, paper, pair, q):
                begin_split(turns, book, ways, up, pair, q, chosen, paper)
                follow_on(turns, book, classes, up, pair, 1 + q, slot_of(pair, q), chosen, paper)


def begin_split(turns: Turns, book: Book, ways: Ways, up: int, pair: int, q: int, chosen: Chosen, paper: Paper) -> None:
    """The second cards of hands split from a pair, each with its whole number from splits.py."""
    one = book.tree[EMPTY, pair]
    slot = slot_of(pair, q)
    limit, other = (turns.limit[pair], 2) if chosen.again[pair] else (2, turns.limit[pair])
    chance = paper.chance[0, book.tree[one, pair]] * paper.gone[pair, q] * (1.0 if chosen.split[pair] else LEAK)
    size = turns.size - turns.step * (3 + q)
    for card in range(1, POINTS):
        many = left_of(turns, book, up, one, pair, 1 + q, card)
        if many > 0 and size > 0:
            number = mixed(ways.paired if card == pair else ways.without, limit, other, q)
            paper.chance[slot, book.tree[one, card]] = chance * number * many / size


def mixed(numbers: Words, limit: int, other: int, q: int) -> float:
    """The limit that is played, and now and then the other one, so that both can be valued."""
    return float(numbers[limit, q]) + LEAK * float(numbers[other, q])


def follow_on(
    turns: Turns, book: Book, classes: Classes, up: int, pair: int, more: int, slot: int,
    chosen: Chosen, paper: Paper,
) -> None:  # fmt: skip
    """From each hand to those it becomes."""
    for hand in range(paper.firsts[2], HANDS):
        chance = paper.chance[slot, hand]
        options = turns.options[pair, hand]
        if chance == 0 or options & (bit(HIT) | bit(DOUBLE)) == 0:
            continue
        act = chosen.acts[classes.whole[hand] if pair == WHOLE else classes.after_split[hand]]
        hits = 0.0 if options & bit(HIT) == 0 else 1.0 if act == HIT else LEAK
        doubles = 0.0 if options & bit(DOUBLE) == 0 else 1.0 if act == DOUBLE else LEAK
        size = turns.size - turns.step * (1 + book.cards[hand] + more)
        for card in range(1, POINTS):
            many = left_of(turns, book, up, hand, pair, more, card)
            after = book.tree[hand, card]
            if after != BUSTED and many > 0:
                part = chance * many / size
                if turns.ended[after] == PLAYS_ON:
                    paper.chance[slot, after] += hits * part
                paper.chance_doubled[slot, after] += doubles * part


def improve_classes(turns: Turns, book: Book, classes: Classes, up: int, chosen: Chosen, paper: Paper) -> bool:
    """One sweep over all hands, the longest first."""
    changed = False
    for level in range(LEVELS - 1, 1, -1):
        first, past = paper.firsts[level], paper.firsts[level + 1]
        changed |= improve_doubled(turns, book, classes, up, first, past, chosen, paper)
        for hand in range(first, past):
            clear_class(paper, classes.whole[hand])
            clear_class(paper, classes.after_split[hand])
        for hand in range(first, past):
            try_acts(turns, book, classes.whole[hand], up, hand, WHOLE, 0, 0, hand - first, chosen, paper)
            for pair in range(1, POINTS):
                if book.held[hand, pair] > 0:
                    for q in range(GONE):
                        if is_open(turns, paper, pair, q):
                            slot = slot_of(pair, q)
                            family = classes.after_split[hand]
                            try_acts(turns, book, family, up, hand, pair, 1 + q, slot, hand - first, chosen, paper)
        for hand in range(first, past):
            changed |= settle_class(chosen, paper, classes.whole[hand])
            changed |= settle_class(chosen, paper, classes.after_split[hand])
        for hand in range(first, past):
            take_values(turns, book, classes, hand, hand - first, chosen, paper)
    return changed


def clear_class(paper: Paper, family: int) -> None:
    paper.weight[family] = 0
    for i in range(TRIED):
        paper.sums[family, i] = 0


def settle_class(chosen: Chosen, paper: Paper, family: int) -> bool:
    """Take the act with the greatest sum; whether it is another one than before."""
    best = 0
    if paper.weight[family] <= 0:
        return False
    for i in range(1, TRIED):
        if paper.sums[family, i] > paper.sums[family, best] + TIE * paper.weight[family]:
            best = i
    act = act_of(best)
    if act == chosen.acts[family]:
        return False
    chosen.acts[family] = act
    return True


def try_acts(
    turns: Turns, book: Book, family: int, up: int, hand: int, pair: int, more: int, slot: int, place: int,
    chosen: Chosen, paper: Paper,
) -> None:  # fmt: skip
    """The value of every act of a hand in one slot. An act that is not legal is worth what standing is."""
    chance = paper.chance[slot, hand]
    if chance == 0:
        return
    options = turns.options[pair, hand]
    size = turns.size - turns.step * (1 + book.cards[hand] + more)
    hole = turns.hole[up]
    blackjacks = left_of(turns, book, up, hand, pair, more, hole) if hole else 0
    alive = live(blackjacks, size)
    stands = paper.standing[slot, hand]
    if slot == 0 and hand == turns.natural:
        stands = turns.natural_pay[0] * alive
    hits, doubles = 0.0, 0.0
    if options & (bit(HIT) | bit(DOUBLE)) and size > 0:
        for card in range(1, POINTS):
            many = left_of(turns, book, up, hand, pair, more, card)
            if many > 0:
                part = many / size
                still = live(blackjacks - turns.step if card == hole else blackjacks, size - turns.step)
                after = book.tree[hand, card]
                if after == BUSTED:
                    hits += part * still * turns.pays[turns.bust]
                    doubles += part * still * turns.pays[turns.bust] * 2
                else:
                    if turns.ended[after] == PLAYS_ON:
                        hits += part * paper.value[slot, after]
                    else:
                        hits += part * still * turns.pays[turns.ended[after]]
                    doubles += part * paper.doubled[slot, after]
    paper.weight[family] += abs(chance)
    for i in range(TRIED):
        worth = stands
        act = act_of(i)
        legal = options & bit(act) != 0
        if legal and act == HIT:
            worth = hits
        elif legal and act == DOUBLE:
            worth = doubles
        elif legal and act == SURRENDER:
            worth = turns.pays[turns.surrendered] * alive
        paper.tried[place, slot, i] = worth
        paper.sums[family, i] += chance * worth
        if pair == WHOLE or more == 1:
            chosen.worth[pair, hand, act] = worth if legal else np.nan


def take_values(
    turns: Turns, book: Book, classes: Classes, hand: int, place: int, chosen: Chosen, paper: Paper
) -> None:
    """The value of a hand is that of the act its class takes."""
    paper.value[0, hand] = value_of(chosen.acts[classes.whole[hand]], paper, place, 0)
    act = chosen.acts[classes.after_split[hand]]
    for pair in range(1, POINTS):
        if book.held[hand, pair] > 0:
            for q in range(GONE):
                if is_open(turns, paper, pair, q):
                    slot = slot_of(pair, q)
                    paper.value[slot, hand] = value_of(act, paper, place, slot)


def value_of(act: int, paper: Paper, place: int, slot: int) -> float:
    for i in range(TRIED):
        if act_of(i) == act:
            return float(paper.tried[place, slot, i])
    return float(paper.tried[place, slot, 0])


def improve_doubled(
    turns: Turns, book: Book, classes: Classes, up: int, first: int, past: int, chosen: Chosen, paper: Paper
) -> bool:
    """Whether doubled hands of one length stand or, where they may, give up one of their two bets."""
    for hand in range(first, past):
        clear_class(paper, classes.doubled[hand])
    for hand in range(first, past):
        family = classes.doubled[hand]
        for slot in range(SLOTS):
            chance = paper.chance_doubled[slot, hand]
            if chance != 0:
                paper.weight[family] += abs(chance)
                paper.sums[family, 0] += chance * paper.standing[slot, hand]
                paper.sums[family, 1] += chance * given_up(turns, book, up, hand, slot)
    changed = False
    for hand in range(first, past):
        family = classes.doubled[hand]
        legal = turns.doubled_options[hand] & bit(SURRENDER) != 0
        act = STAND
        if legal and paper.sums[family, 1] > paper.sums[family, 0] + TIE * paper.weight[family]:
            act = SURRENDER
        changed |= act != chosen.doubled[family]
        chosen.doubled[family] = act
        chosen.worth_doubled[hand, STAND] = 2 * paper.standing[0, hand]
        if legal:
            chosen.worth_doubled[hand, SURRENDER] = 2 * given_up(turns, book, up, hand, 0)
        for slot in range(SLOTS):
            worth = paper.standing[slot, hand]
            if act == SURRENDER:
                worth = given_up(turns, book, up, hand, slot)
            paper.doubled[slot, hand] = 2 * worth
    return changed


def given_up(turns: Turns, book: Book, up: int, hand: int, slot: int) -> float:
    """What a doubled hand is worth, per unit of its stake, if it is rescued."""
    pair = (slot - 1) // GONE + 1 if slot > 0 else WHOLE
    more = (slot - 1) % GONE + 1 if slot > 0 else 0
    hole = turns.hole[up]
    blackjacks = left_of(turns, book, up, hand, pair, more, hole) if hole else 0
    return float(turns.pays[turns.rescued]) * live(blackjacks, turns.size - turns.step * (1 + book.cards[hand] + more))


def choose_splits(turns: Turns, book: Book, ways: Ways, up: int, chosen: Chosen, paper: Paper) -> bool:
    """Whether each pair is split, and split again."""
    changed = False
    for pair in range(1, POINTS):
        hand = book.tree[book.tree[EMPTY, pair], pair]
        if turns.options[WHOLE, hand] & bit(SPLIT) == 0 or paper.gone[pair, 0] == 0:
            continue
        once = split_worth(turns, book, ways, up, pair, 2, paper)
        again = split_worth(turns, book, ways, up, pair, turns.limit[pair], paper)
        resplit = turns.limit[pair] > 2 and again > once + TIE
        best = again if resplit else once
        split = best > paper.value[0, hand] + TIE
        changed |= (chosen.split[pair] != 0) != split or (chosen.again[pair] != 0) != resplit
        chosen.split[pair] = 1 if split else 0
        chosen.again[pair] = 1 if resplit else 0
        chosen.worth[WHOLE, hand, SPLIT] = best
    return changed


def split_worth(turns: Turns, book: Book, ways: Ways, up: int, pair: int, limit: int, paper: Paper) -> float:
    """The sum of splits.py, for hands as they are valued now."""
    one = book.tree[EMPTY, pair]
    worth = 0.0
    for q in range(2 * limit - 3):
        size = turns.size - turns.step * (3 + q)
        if not is_open(turns, paper, pair, q) or size <= 0:
            continue
        slot = slot_of(pair, q)
        for card in range(1, POINTS):
            many = left_of(turns, book, up, one, pair, 1 + q, card)
            if many > 0:
                number = ways.paired[limit, q] if card == pair else ways.without[limit, q]
                worth += paper.gone[pair, q] * number * many / size * paper.value[slot, book.tree[one, card]]
    return worth
