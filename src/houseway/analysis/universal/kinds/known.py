"""What a player knows at a choice: everything on the tape but the faces of hidden cards, told line by line.

Two tables are the same to a player exactly where the same lines were told. They are kept as a tree, a node a line, and
compared word by word: no information set is named by a hash. A node at which a choice was offered is an information
set; it remembers the set and the act before it, so the best acts are found from the last choice back.
"""

from typing import NamedTuple

from houseway.rules.cards import DECK, UNSEEN
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words
from houseway.rules.tape import DEAL, FACE_DOWN, FACE_OWN, ROWS, TURN, A, B, C

SEAT_1 = 1
LINES_MAX = 1 << 18  # room for lines that were told; half of it is used at most
SETS_MAX = 1 << 14
SMALL = 1 << 16  # of both, for a walk so short that it is not compiled
NOBODY_KNOWS = -1  # before the first choice
PARENT, WHO, LINE_A, LINE_B, LINE_C, CHILD = range(6)
LINES, SETS = range(2)  # the words of `Known.many`


class Known(NamedTuple):
    lines: Words  # [slot] a line by the node before it, and the node after it; 0: free
    slot: Words  # [node] where its line stands
    set_of: Words  # [node] its information set + 1
    many: Words  # lines and sets in use
    node: Words  # [set]
    before: Words  # [set] set and act of the choice before, as one number; -1: none
    value: Words  # [set, act] cents won by the wagers that choices look at
    money: Words  # [set, act] cents that they had in action
    mass: Words  # [set, act] deals
    won: Words  # [set, act, wager] cents won by each wager, side bets too


def new_known(acts: int, wagers: int, *, small: bool) -> Known:
    lines, sets = (SMALL, SMALL) if small else (LINES_MAX, SETS_MAX)
    cell = (sets, max(acts, 1))
    return Known(
        words(lines, 6), words(lines), words(lines), words(2), words(sets), words(sets), words(*cell), words(*cell),
        words(*cell), words(*cell, wagers),
    )  # fmt: skip


def learn(known: Known, felt: Felt, node: int, row: int) -> int:
    """The node after all that was told since `row`; -1: a card was shown that has no face, -2: there is no room."""
    for i in range(row, felt.tape_at[ROWS]):
        verb, a, b = felt.tape[i, 0], felt.tape[i, A], felt.tape[i, B]
        if verb == TURN and b == DECK:
            return -1
        if verb == DEAL and (b == FACE_DOWN or (b == FACE_OWN and felt.tape[i, 1] != SEAT_1)):
            a = UNSEEN
        node = told(known, node, (verb << 16) + (felt.tape[i, 1] << 8) + felt.tape[i, 2], a, b, felt.tape[i, C])
        if node < 0:
            return -2
    return node


def told(known: Known, node: int, who: int, a: int, b: int, c: int) -> int:
    """The node after one more line."""
    size = known.lines.shape[0]
    at = (node * 1000003 + who * 8191 + a * 131071 + b * 524287 + c * 31) % size
    while known.lines[at, CHILD]:
        if (
            known.lines[at, PARENT] == node
            and known.lines[at, WHO] == who
            and known.lines[at, LINE_A] == a
            and known.lines[at, LINE_B] == b
            and known.lines[at, LINE_C] == c
        ):
            return int(known.lines[at, CHILD])
        at = (at + 1) % size
    child = known.many[LINES] + 1
    if 2 * child >= size:
        return -1
    known.many[LINES] = child
    known.lines[at, PARENT] = node
    known.lines[at, WHO] = who
    known.lines[at, LINE_A] = a
    known.lines[at, LINE_B] = b
    known.lines[at, LINE_C] = c
    known.lines[at, CHILD] = child
    known.slot[child] = at
    return int(child)


def set_at(known: Known, node: int, set_before: int, act_before: int, may_begin: bool) -> int:
    """The information set of a node; -1: there is none, or no room for one."""
    found = known.set_of[node] - 1
    if found >= 0 or not may_begin:
        return int(found)
    found = known.many[SETS]
    if found == known.node.shape[0]:
        return -1
    known.many[SETS] = found + 1
    known.set_of[node] = found + 1
    known.node[found] = node
    known.before[found] = -1 if set_before < 0 else set_before * known.value.shape[1] + act_before
    return int(found)
