"""What a walk has counted: a cell for each node of the tree of acts, and the results that have come up."""

from typing import NamedTuple, Protocol

from houseway.analysis.universal.shape import NODES_MAX
from houseway.rules.felt import TAKEN_BACK, UNSETTLED, Felt
from houseway.rules.shapes import Words, words

PLAN_MAX = 1 << 16  # choices of one unit
SLOTS = 64  # different results of one wager
NET_BITS = 40
NET_ZERO = 1 << (NET_BITS - 1)

OK, OTHER_SHAPE, TOO_MANY_RESULTS, TOO_LARGE, PLAN_FULL = range(5)  # how a unit ended


class Summed(Protocol):
    """Which wagers are added up, and how large a sum may be."""

    @property
    def aside(self) -> Words: ...  # [wager] 1: no choice looks at it

    @property
    def net_max(self) -> Words: ...  # [0] cents that a round may win or lose


class Cells(NamedTuple):
    """What has been counted: a cell a node, and the results that have come up."""

    value: Words  # [node] cents won by the wagers that choices look at
    money: Words  # [node] cents that they had in action
    most: Words  # [node] ... where of acts worth the same the one with most money is taken
    action: Words  # [node, wager] cents
    times: Words  # [node, wager, slot]; the last wager is the round
    slots: Words  # [wager, slot] which result
    used: Words  # [wager] slots in use
    plan_keys: Words  # [i] the cards seen, six bits each
    plan_nodes: Words
    plan_acts: Words
    said: Words  # [0] entries of the plan [1] deals walked [2] plays


def new_cells(wagers: int) -> Cells:
    nodes = NODES_MAX + 1  # the last is what a plan came to
    return Cells(
        words(nodes), words(nodes), words(nodes), words(nodes, wagers), words(nodes, wagers + 1, SLOTS),
        words(wagers + 1, SLOTS), words(wagers + 1), words(PLAN_MAX), words(PLAN_MAX), words(PLAN_MAX), words(3),
    )  # fmt: skip


def tally(felt: Felt, layout: Summed, cells: Cells, node: int, weight: int) -> int:
    """Add the results of a play to its end."""
    wagers = felt.net.shape[1]
    total, money, won = 0, 0, 0
    for wager in range(wagers):
        outcome = felt.outcome[1, wager]
        if outcome == UNSETTLED and felt.wagers[1, wager] > 0:
            outcome = TAKEN_BACK
        net = felt.net[1, wager]
        if not layout.aside[wager]:
            total += net
            money += felt.action[1, wager]
            won |= net > 0
        cells.action[node, wager] += weight * felt.action[1, wager]
        fault = count_result(cells, node, wager, outcome + 1, net, weight)
        if fault:
            return fault
    if abs(total) > layout.net_max[0] or money > layout.net_max[0]:
        return TOO_LARGE
    cells.value[node] += weight * total
    cells.money[node] += weight * money
    cells.most[node] += weight * money
    return count_result(cells, node, wagers, won, total, weight)


def count_result(cells: Cells, node: int, wager: int, outcome: int, net: int, weight: int) -> int:
    """`weight` deals more with this result."""
    slot = slot_of(cells, wager, outcome, net)
    if slot < 0:
        return TOO_MANY_RESULTS
    cells.times[node, wager, slot] += weight
    return OK


def slot_of(cells: Cells, wager: int, outcome: int, net: int) -> int:
    """Where a result is counted; -1: there is no room for one more."""
    key = (outcome << NET_BITS) + net + NET_ZERO
    slot = 0
    used = cells.used[wager]
    while slot < used and cells.slots[wager, slot] != key:
        slot += 1
    if slot == used:
        if used == SLOTS:
            return -1
        cells.slots[wager, slot] = key
        cells.used[wager] = used + 1
    return slot


def add_cell(cells: Cells, source: int, target: int) -> None:
    cells.value[target] += cells.value[source]
    cells.money[target] += cells.money[source]
    cells.most[target] += cells.most[source]
    for wager in range(cells.action.shape[1]):
        cells.action[target, wager] += cells.action[source, wager]
    for wager in range(cells.used.shape[0]):
        for slot in range(cells.used[wager]):
            cells.times[target, wager, slot] += cells.times[source, wager, slot]


def empty_cell(cells: Cells, node: int) -> None:
    cells.value[node] = 0
    cells.money[node] = 0
    cells.most[node] = 0
    for wager in range(cells.action.shape[1]):
        cells.action[node, wager] = 0
    for wager in range(cells.used.shape[0]):
        for slot in range(cells.used[wager]):
            cells.times[node, wager, slot] = 0
