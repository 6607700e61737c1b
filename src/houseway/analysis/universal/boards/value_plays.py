"""What a round comes to, by its two values: every two of them are played, in every way to act.

The values themselves are dealt, in the places of the player's first card and of the first hidden one, and the leaf rule
says what it was given. As a round is nothing but what the leaf rule says, this is every round there is: each play is
held against the shape (`watch`), and results that are the same in every way to act are one class. For a value of the
player's, the hidden values from the lowest to the highest fall into stretches of one class.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.board_values import VALUES_MAX
from houseway.analysis.universal.node_cells import NET_BITS, NET_ZERO, OK, OTHER_SHAPE, Cells
from houseway.analysis.universal.packets import CHOICES, ENDS, Layout
from houseway.analysis.universal.recalled import CLASSES, CLASSES_MAX, Recalled, comes_to_the_same, note_end
from houseway.analysis.universal.unit import one_play
from houseway.analysis.universal.watch import FOLLOWS, NODE, Script
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words
from houseway.rules.shoe import NEXT, Shoe
from houseway.rules.tape import STOPPED

STRETCHES_MAX = 64  # of one value
TOO_MANY_STRETCHES = 101  # a fault beside those of `node_cells`

Result = tuple[tuple[int, int, int], ...]  # wager by wager outcome + 1, cents won, cents in action; last the round


class Stretches(NamedTuple):
    """For each value of the player's: where stretches of hidden values begin, and the class of each."""

    many: NDArray[np.int32]  # [value]
    begin: NDArray[np.int32]  # [value, i] and where the last ends
    classes: NDArray[np.int32]  # [value, i]


def new_stretches() -> Stretches:
    def made(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    return Stretches(made(VALUES_MAX), made(VALUES_MAX, STRETCHES_MAX + 1), made(VALUES_MAX, STRETCHES_MAX))


def play_values(
    rules: Any,
    shoe: Shoe,
    script: Script,
    felt: Felt,
    layout: Layout,
    cells: Cells,
    recalled: Recalled,
    stretches: Stretches,
    values: Any,
    own: int,
    hidden: int,
    first: int,
    last: int,
) -> int:
    """These of the player's values, `first` to `last`, against every hidden one."""
    script.at[FOLLOWS] = 0
    for number in range(first, last):
        shoe.cards[own] = values[number]
        many, before = 0, -1
        for other in range(len(values)):
            shoe.cards[hidden] = values[other]
            fault = play_ends(rules, shoe, script, felt, layout, cells, recalled)
            if fault:
                return fault
            found = class_after(layout, recalled, before)
            if found == CLASSES_MAX or many == STRETCHES_MAX:
                return TOO_MANY_STRETCHES
            if found != before:
                stretches.begin[number, many] = other
                stretches.classes[number, many] = found
                many += 1
                before = found
        stretches.begin[number, many] = len(values)
        stretches.many[number] = many
    return OK


def play_ends(
    rules: Any, shoe: Shoe, script: Script, felt: Felt, layout: Layout, cells: Cells, recalled: Recalled
) -> int:
    """One deal of values, acted in every way, noted as the class that would be the next."""
    for end in range(layout.counts[ENDS]):
        for i in range(layout.counts[CHOICES]):
            script.acts[i] = layout.acts[end, i]
        one_play(rules, shoe, script, felt)
        if felt.tape_at[STOPPED] or script.at[NODE] != layout.ends[end] or shoe.at[NEXT] != layout.drawn[end]:
            return OTHER_SHAPE
        fault = note_end(felt, layout, cells, recalled, end)
        if fault:
            return fault
    cells.said[2] += layout.counts[ENDS]
    return OK


def class_after(layout: Layout, recalled: Recalled, before: int) -> int:
    """The class of what was just played; most often that of the play before."""
    if before >= 0 and comes_to_the_same(layout, recalled, before):
        return before
    number = 0
    while number < recalled.at[CLASSES] and not comes_to_the_same(layout, recalled, number):
        number += 1
    if number == recalled.at[CLASSES] and number < CLASSES_MAX:
        recalled.at[CLASSES] += 1
    return number


# --- classes of several threads, made one list ---


def results_of(cells: Cells, recalled: Recalled, ends: int) -> list[tuple[Result, ...]]:
    """[class] what it comes to at every end."""
    return [
        tuple(_result(cells, recalled, number, end) for end in range(ends))
        for number in range(int(recalled.at[CLASSES]))
    ]


def _result(cells: Cells, recalled: Recalled, number: int, end: int) -> Result:
    wagers = recalled.action.shape[2]
    found = []
    for wager in range(wagers + 1):
        key = int(cells.slots[wager, recalled.slots[number, end, wager]])
        in_action = recalled.action[number, end, wager] if wager < wagers else recalled.money[number, end]
        found.append((key >> NET_BITS, (key & ((1 << NET_BITS) - 1)) - NET_ZERO, int(in_action)))
    return tuple(found)


def one_list(
    found: list[tuple[list[tuple[Result, ...]], Stretches, list[tuple[int, int]]]],
) -> tuple[list[tuple[Result, ...]], Stretches]:
    """What threads found, each for some values `first` to `last`, with one number a class: the same in every run."""
    every = sorted({each for results, _, _ in found for each in results})
    numbers = {each: number for number, each in enumerate(every)}
    made = new_stretches()
    for results, stretches, taken in found:
        renumbered = np.array([numbers[each] for each in results], dtype=np.int32)
        for first, last in taken:
            rows = slice(first, last)
            made.many[rows], made.begin[rows] = stretches.many[rows], stretches.begin[rows]
            made.classes[rows] = renumbered[stretches.classes[rows]]
    return every, made


def won_by(results: list[tuple[Result, ...]]) -> Words:
    """[class, end] cents won by the wagers that choices look at."""
    return np.array([[end[-1][1] for end in result] for result in results], dtype=np.int64)


def money_at(results: list[tuple[Result, ...]]) -> list[set[int]]:
    """[end] cents that they may have in action."""
    return [{end[-1][2] for end in ends} for ends in zip(*results, strict=True)]
