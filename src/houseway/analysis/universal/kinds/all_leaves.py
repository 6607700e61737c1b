"""The walk over all leaves, in portions: each leaf is one run of `play`, and weighs as many deals as it stands for."""

from typing import Any

from houseway.analysis.universal.kinds.forks import (
    ACT,
    DONE,
    ENDED,
    EVERY_ACT,
    FACED,
    FAULT,
    GOING_ON,
    MODE,
    MORE_CARDS,
    NO_ROOM,
    SET,
    WEIGHT,
    WRONG,
    Forks,
    begin_round,
    next_leaf,
)
from houseway.analysis.universal.node_cells import TOO_LARGE, Cells, tally
from houseway.rules.felt import Felt, clear

NOBODY = 0


def play(rules: Any, shoe: Any, decide: Any, plan: Any, felt: Felt) -> None:
    """Stands for the game; `compiled` swaps it."""
    raise NotImplementedError


def one_leaf(rules: Any, forks: Forks, felt: Felt) -> None:
    begin_round(forks)
    clear(felt)
    play(rules, forks, NOBODY, forks, felt)


def walk_on(rules: Any, forks: Forks, felt: Felt, cells: Cells, leaves: int) -> int:
    """So many leaves more; `way` remembers how that ended, for whoever is stopped before it is read. A fault of the
    tally is returned.
    """
    way = forks.way
    for _ in range(leaves):
        one_leaf(rules, forks, felt)
        if way[FAULT]:
            way[ENDED] = WRONG
            return 0
        rest = forks.rest[way[FACED]]
        if rest == 0:
            way[FAULT] = MORE_CARDS
            way[ENDED] = WRONG
            return 0
        if way[MODE] == EVERY_ACT:
            fault = add_to_set(forks, felt, way[WEIGHT] * rest)
        else:
            fault = tally(felt, forks, cells, 0, way[WEIGHT] * rest)
        if fault:
            way[ENDED] = NO_ROOM
            return fault
        cells.said[1] += 1
        if not next_leaf(forks):
            way[ENDED] = DONE
            return 0
    way[ENDED] = GOING_ON
    return 0


def add_to_set(forks: Forks, felt: Felt, weight: int) -> int:
    """What the wagers that choices look at came to, to the last choice that was made."""
    total, money = 0, 0
    for wager in range(felt.net.shape[1]):
        if not forks.aside[wager]:
            total += felt.net[1, wager]
            money += felt.action[1, wager]
    if abs(total) > forks.net_max[0] or money > forks.net_max[0]:
        return TOO_LARGE
    known, here, act = forks.known, forks.way[SET], forks.way[ACT]
    if here >= 0:  # a round without a choice moves no act
        known.value[here, act] += weight * total
        known.money[here, act] += weight * money
        known.mass[here, act] += weight
        for wager in range(felt.net.shape[1]):
            known.won[here, act, wager] += weight * felt.net[1, wager]
    return 0
