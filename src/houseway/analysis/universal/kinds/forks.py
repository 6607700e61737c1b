"""Shoe and decider of a walk: every card and every choice is a fork, and the first branch not yet walked is taken.

`play` runs once a leaf. It is given one `Forks` both as its shoe and as its plan: a card comes from the counts of kinds
that are left, with the number of its copies as weight.
"""

from typing import Any, NamedTuple

from houseway.analysis.universal.kinds.known import NOBODY_KNOWS, Known, learn, new_known, set_at, told
from houseway.analysis.universal.watch import decide
from houseway.rules.cards import DECK
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import BLANK, DRY, NEXT
from houseway.rules.tape import DEAL, FACE_DOWN, STOPPED, note

DEPTH_MAX = 64  # forks of one round
UNREAD = DECK  # the face of a card that no rule reads
EVERY_ACT, KNOWN_BEST, STRATEGY = range(3)  # what is done at a choice
WAY_WORDS = 13
# The words of `Forks.way`: forks passed, forks that have a branch, cards with a face, what they weigh, what is done at
# a choice, the information set and the act of the last choice, cards in the shoe, what went wrong, chance for probes,
# how far the tape was read to which node, and how the last portion of leaves ended.
PASSED, OPEN, FACED, WEIGHT, MODE, SET, ACT, SIZE, FAULT, LUCK, ROW, NODE, ENDED = range(WAY_WORDS)
GOING_ON, DONE, WRONG, NO_ROOM = range(4)  # how a portion ends; NO_ROOM: how `tally` says it

AHEAD_MAX = 6  # cards that are seen before they are shown
WANTED, OF, IN, AT, DRAWN, TOLD = range(6)  # the words of a row of `Forks.ahead`: of whose hand, where; its card and 1
SEEN_AHEAD = 63  # a verb that no tape has

OK, TOO_DEEP, NOTHING_LEFT, SHOWN_UNREAD, TOO_MUCH_KNOWN, NO_PLAN, MORE_CARDS = range(7)  # faults


class Forks(NamedTuple):
    at: Words  # as of a shoe
    way: Words
    counts: Words  # [kind] in the full shoe
    left: Words  # [kind]
    stands: Words  # [kind] the card that stands for it
    branch: Words  # [fork] a kind, or an act
    offered: Words  # [fork] the acts of a choice; 0: a card
    fan: Words  # [fork] how many branches it has
    unread: Words  # [seat, hand, place] 1: no rule looks at a card that lies here face down
    aside: Words  # [wager] 1: no choice looks at it
    net_max: Words  # [0] cents that a round may win or lose
    ahead: Words  # [i, word] places whose cards are seen at every choice, and the cards once they are drawn
    rest: Words  # [cards with a face] ways to deal on, so that all leaves have the same denominator
    best: Words  # [information set] the act to take
    known: Known
    plan: Any


def new_forks(wagers: int, hands: int, cards: int, acts: int, plan: Any, *, small: bool) -> Forks:
    known = new_known(acts, wagers, small=small)
    return Forks(
        words(DRY + 1), words(WAY_WORDS), words(DECK), words(DECK), words(DECK), words(DEPTH_MAX), words(DEPTH_MAX),
        words(DEPTH_MAX), words(2, hands, cards), words(wagers), words(1), words(AHEAD_MAX, 6), words(DEPTH_MAX + 1),
        words(known.value.shape[0]), known, plan,
    )  # fmt: skip


def begin_round(forks: Forks) -> None:
    """Every card back, at the root of the tree."""
    way = forks.way
    for kind in range(DECK):
        forks.left[kind] = forks.counts[kind]
    forks.at[NEXT] = 0
    forks.at[DRY] = 0
    way[PASSED] = 0
    way[FACED] = 0
    way[WEIGHT] = 1
    way[SET] = NOBODY_KNOWS
    way[ACT] = 0
    way[ROW] = 0
    way[NODE] = 0
    i = 0
    while i < AHEAD_MAX and forks.ahead[i, WANTED]:
        forks.ahead[i, DRAWN] = 0
        forks.ahead[i, TOLD] = 0
        i += 1


def chance(forks: Forks, many: int) -> int:
    """Which of so many branches a new fork takes first: the first, or any where a probe asks for it."""
    if forks.way[LUCK] == 0:
        return 0
    forks.way[LUCK] = (forks.way[LUCK] * 1103515245 + 12345) % (1 << 31)
    return int(forks.way[LUCK] >> 8) % many


def next_kind(forks: Forks) -> int:
    """Takes the place of `draw`."""
    way = forks.way
    fork = way[PASSED]
    forks.at[NEXT] += 1
    if forks.at[NEXT] > way[SIZE] or fork == DEPTH_MAX:
        forks.at[DRY] = 1
        way[FAULT] = NOTHING_LEFT if fork < DEPTH_MAX else TOO_DEEP
        return BLANK
    if fork == way[OPEN]:
        many = 0
        for kind in range(DECK):
            many += forks.left[kind] > 0
        skipped = chance(forks, many)
        kind = 0
        while forks.left[kind] == 0 or skipped > 0:
            skipped -= forks.left[kind] > 0
            kind += 1
        forks.branch[fork] = kind
        forks.offered[fork] = 0
        forks.fan[fork] = many
        way[OPEN] = fork + 1
    kind = forks.branch[fork]
    way[WEIGHT] *= forks.left[kind]
    way[FACED] += 1
    way[PASSED] = fork + 1
    forks.left[kind] -= 1
    return int(forks.stands[kind])


def lay_down(felt: Felt, forks: Forks, seat: int, hand: int, face: int) -> int:
    """Takes the place of `deal`."""
    place = felt.held[seat, hand]
    if face == FACE_DOWN and forks.unread[seat, hand, place]:
        card = UNREAD
        forks.at[NEXT] += 1
        if forks.at[NEXT] > forks.way[SIZE]:
            forks.at[DRY] = 1
            forks.way[FAULT] = NOTHING_LEFT
    else:
        card = drawn_ahead(forks, seat, hand, place)
    if forks.at[DRY]:
        felt.tape_at[STOPPED] = 1
    felt.cards[seat, hand, place] = card
    felt.held[seat, hand] = place + 1
    note(felt.tape, felt.tape_at, DEAL, seat, hand, card, face, 0)
    return card


def drawn_ahead(forks: Forks, seat: int, hand: int, place: int) -> int:
    """The card that was seen before it is dealt, or else the next."""
    ahead = forks.ahead
    i = 0
    while i < AHEAD_MAX and ahead[i, WANTED]:
        if ahead[i, OF] == seat and ahead[i, IN] == hand and ahead[i, AT] == place:
            if ahead[i, DRAWN] == 0:
                ahead[i, DRAWN] = next_kind(forks) + 1
            return int(ahead[i, DRAWN] - 1)
        i += 1
    return next_kind(forks)


def see_ahead(forks: Forks, node: int) -> int:
    """The node after a player was told the cards that are seen beforehand; who sees such a card draws it first."""
    ahead = forks.ahead
    i = 0
    while i < AHEAD_MAX and ahead[i, WANTED] and node >= 0:
        if not ahead[i, TOLD]:
            if ahead[i, DRAWN] == 0:
                ahead[i, DRAWN] = next_kind(forks) + 1
            ahead[i, TOLD] = 1
            who = (SEEN_AHEAD << 16) + (ahead[i, OF] << 8) + ahead[i, IN]
            node = told(forks.known, node, who, ahead[i, AT], ahead[i, DRAWN] - 1, 0)
        i += 1
    return node


def next_act(nobody: Any, forks: Forks, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    """Takes the place of `choose`."""
    way = forks.way
    first = 0
    while not options >> first & 1:
        first += 1
    if felt.tape_at[STOPPED] or way[FAULT]:
        return first
    if way[MODE] == STRATEGY:
        return decide(forks.plan, felt, seat, hand, options)
    way[NODE] = learn(forks.known, felt, way[NODE], way[ROW])
    way[ROW] = felt.tape_at[0]
    if way[NODE] < 0:
        way[FAULT] = SHOWN_UNREAD if way[NODE] == -1 else TOO_MUCH_KNOWN
        felt.tape_at[STOPPED] = 1
        return first
    way[NODE] = see_ahead(forks, way[NODE])
    if way[NODE] < 0 or forks.at[DRY]:
        way[FAULT] = way[FAULT] or TOO_MUCH_KNOWN
        felt.tape_at[STOPPED] = 1
        return first
    here = set_at(forks.known, way[NODE], way[SET], way[ACT], way[MODE] == EVERY_ACT)
    if here < 0:
        way[FAULT] = TOO_MUCH_KNOWN if way[MODE] == EVERY_ACT else NO_PLAN
        felt.tape_at[STOPPED] = 1
        return first
    way[SET] = here
    way[ACT] = next_branch(forks, options, first) if way[MODE] == EVERY_ACT else forks.best[here]
    return int(way[ACT])


def next_branch(forks: Forks, options: int, first: int) -> int:
    """The act of this fork."""
    way = forks.way
    fork = way[PASSED]
    if fork == DEPTH_MAX:
        way[FAULT] = TOO_DEEP
        return first
    if fork == way[OPEN]:
        many = 0
        for act in range(62):
            many += options >> act & 1
        skipped = chance(forks, many)
        act = first
        while not options >> act & 1 or skipped > 0:
            skipped -= options >> act & 1
            act += 1
        forks.branch[fork] = act
        forks.offered[fork] = options
        forks.fan[fork] = many
        way[OPEN] = fork + 1
    way[PASSED] = fork + 1
    return int(forks.branch[fork])


def next_leaf(forks: Forks) -> bool:
    """Turn to the next branch of the last fork that has one; False when all have been walked."""
    way = forks.way
    while way[OPEN] > 0:
        fork = way[OPEN] - 1
        branch = forks.branch[fork]
        options = forks.offered[fork]
        if options:
            branch += 1
            while options >> branch:
                if options >> branch & 1:
                    forks.branch[fork] = branch
                    return True
                branch += 1
        else:
            forks.left[branch] += 1
            branch += 1
            while branch < DECK:
                if forks.left[branch] > 0:
                    forks.branch[fork] = branch
                    return True
                branch += 1
        way[OPEN] = fork
    return False


def share_done(forks: Forks) -> float:
    """About how much of the tree lies before the branch that is next, as if all branches of a fork were alike."""
    left = forks.counts.tolist()
    done, part = 0.0, 1.0
    for fork in range(int(forks.way[OPEN])):
        branch, options = int(forks.branch[fork]), int(forks.offered[fork])
        if options:
            open_here = [act for act in range(options.bit_length()) if options >> act & 1]
        else:
            open_here = [kind for kind, copies in enumerate(left) if copies > 0]
            left[branch] -= 1
        part /= len(open_here)
        done += part * open_here.index(branch)
    return done
