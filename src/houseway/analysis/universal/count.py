"""Count: units of the walk, one a first packet, taken by threads until there are none left.

A unit gives integers that add up, so what was done when somebody pressed Ctrl-C is kept and need not be done again.
"""

import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import Any

import numpy as np

from houseway.analysis.universal import packets, recalled, unit, watch
from houseway.analysis.universal.node_cells import (
    NET_BITS,
    NET_ZERO,
    OTHER_SHAPE,
    PLAN_FULL,
    TOO_LARGE,
    TOO_MANY_RESULTS,
    Cells,
    new_cells,
)
from houseway.analysis.universal.packets import PACKET_MAX, new_state
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.recalled import Sayer, new_recalled, sayer_of
from houseway.analysis.universal.shape import FAMILY
from houseway.analysis.universal.unit import BEST, STRATEGY
from houseway.analysis.universal.watch import NoPlan, lowest_act, scripted, watched
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.swapped import Swap, swapped
from houseway.games.contract import Strategy
from houseway.rules import choice, tape
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import arranged_shoe

Progress = Callable[[int, int], None]


INTERPRETED_MAX = 20_000  # plays that are done before a compiler has begun
FIRST_INTERPRETED_MAX = 2_000  # first packets that are
NODE, KEY, ACT = range(3)  # the words of a row of a plan


@dataclass
class Counted:
    """What units came to, all of them or some."""

    done: set[int] = field(default_factory=set)
    value: int = 0  # cents won by the wagers that choices look at
    money: int = 0  # cents that they had in action
    most: int = 0  # ... where of choices worth the same the one with most money is taken
    action: Counter[int] = field(default_factory=Counter)  # by wager
    times: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # by wager, outcome + 1, cents
    plan: list[Words] = field(default_factory=list, compare=False)  # [choice] node, cards seen, best act
    walked: int = 0  # deals
    plays: int = 0

    def add(self, other: "Counted") -> None:
        self.done |= other.done
        self.value += other.value
        self.money += other.money
        self.most += other.most
        self.action += other.action
        self.times += other.times
        self.plan += other.plan
        self.walked += other.walked
        self.plays += other.plays

    def chosen(self) -> Words:
        """The best act of every choice, by node and cards seen."""
        rows: Words = np.concatenate([words(0, 3), *self.plan])
        return rows[np.lexsort((rows[:, KEY], rows[:, NODE]))]


class Stopped(Exception):
    """Ctrl-C: this much is done."""

    def __init__(self, counted: Counted, units: int) -> None:
        super().__init__(f"{len(counted.done)} of {units} units are done")
        self.counted = counted
        self.units = units


@cache
def kernel(play: Callable[..., Any], follow: Decide | None, say: Sayer, is_long: bool) -> Callable[..., int]:
    """The walk of a game, after its plan or for the best; compiled where it is long."""
    swap: Swap = {
        unit.play: play, choice.choose: scripted, tape.note: watched, watch.decide: follow or lowest_act,
        recalled.say_all: say,
    }  # fmt: skip
    if not is_long:
        return swapped(unit.unit, swap)
    name = f"{follow.__module__}.{follow.__name__}" if follow else "best"
    return compiled(unit.unit, swap, keep=f"unit-{play.__module__}-{name}-{say.__name__}")


@cache
def _first_packets() -> Callable[..., int]:
    return compiled(packets.first_packets, keep="first-packets")


def units_of(asked: Question) -> tuple[Words, Words]:
    """[unit, card] first packets, and their weights."""
    layout, state, loop = asked.layout(planned=False), new_state(), packets.first_packets
    if comb(len(asked.deck), int(layout.sizes[0])) > FIRST_INTERPRETED_MAX:
        layout, state, loop = packed(layout), packed(state), _first_packets()  # type: ignore[assignment]
    many = loop(layout, state, words(0, PACKET_MAX), words(0))
    found, weights = words(many, PACKET_MAX), words(many)
    loop(layout, state, found, weights)
    return found, weights


def count(
    asked: Question,
    strategy: Strategy | None = None,
    progress: Progress | None = None,
    *,
    before: Counted | None = None,
    threads: int | None = None,
) -> Counted:
    """Every unit: best play, or a strategy. What was counted `before` is not counted again."""
    if strategy is not None and not asked.seen:
        strategy = None  # nobody chooses
    units, _ = units_of(asked)
    work = _Work(asked, strategy, units, progress, before or Counted())
    workers = max(1, min(threads or os.cpu_count() or 1, len(units)))
    with ThreadPoolExecutor(workers) as pool:
        try:
            for each in [pool.submit(work.run) for _ in range(workers)]:
                each.result()
        except KeyboardInterrupt:
            work.stopped.set()
    if work.stopped.is_set():
        raise Stopped(work.counted, len(units))
    counted = work.counted
    whole = asked.deals * (asked.orders if strategy else 1)
    rounds = sum(n for (wager, _, _), n in counted.times.items() if wager == len(asked.game.wagers))
    assert rounds == whole, "the weights of the deals do not add up to all deals"
    return counted


class _Work:
    def __init__(
        self, asked: Question, strategy: Strategy | None, units: Words, progress: Progress | None, counted: Counted
    ) -> None:
        self.asked = asked
        self.units = units
        self.progress = progress
        self.counted = counted
        self.plan = strategy.plan if strategy else NoPlan()
        self.mode = STRATEGY if strategy else BEST
        self.waiting: Iterator[int] = (i for i in range(len(units)) if i not in counted.done)
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.is_long = asked.deals * len(asked.ends) > INTERPRETED_MAX * len(asked.alike.names)
        follow = strategy.follow if strategy else None
        self.loop = kernel(asked.game.play, follow, sayer_of(asked), self.is_long)
        self.taken = packed if self.is_long else _as_it_is

    def run(self) -> None:
        """One thread, with a table of its own."""
        asked = self.asked
        of: Any = self.taken
        rules, felt, script = of(asked.rules), of(asked.felt()), of(asked.script(self.plan))
        shoe = of(arranged_shoe(asked.deck))
        layout, state = of(asked.layout(planned=asked.planned() and self.mode == BEST)), of(new_state())
        cells, known = of(new_cells(len(asked.game.wagers))), of(new_recalled(asked))
        while not self.stopped.is_set():
            with self.lock:
                number = next(self.waiting, -1)
            if number < 0:
                return
            fault = self.loop(rules, shoe, script, felt, layout, state, cells, known, self.units[number], self.mode)
            if fault:
                self.stopped.set()
                raise Refused(f"{asked.game.title}: {SAID[fault]}")
            found = emptied(
                opened(cells, Cells) if self.is_long else cells, 0 if self.mode == BEST else len(asked.numbers)
            )
            found.done = {number}
            with self.lock:
                self.counted.add(found)
                if self.progress:
                    self.progress(len(self.counted.done), len(self.units))


def _as_it_is(value: Any) -> Any:
    return value


SAID = {
    OTHER_SHAPE: f"a round goes another way when other cards come: {FAMILY}",
    TOO_MANY_RESULTS: "a wager has more different results than the proof from play has room for",
    TOO_LARGE: "pays are so large that sums over all deals would not fit in 64 bits",
    PLAN_FULL: "a round has more choices than the proof from play has room for",
}


def emptied(cells: Cells, node: int) -> Counted:
    """What a unit came to; the cells are empty afterwards."""
    found = Counted(value=int(cells.value[node]), money=int(cells.money[node]), most=int(cells.most[node]))
    for wager, cents in enumerate(cells.action[node].tolist()):
        found.action[wager] = cents
    for wager, used in enumerate(cells.used.tolist()):
        for slot in range(used):
            key, times = int(cells.slots[wager, slot]), int(cells.times[node, wager, slot])
            if times:
                found.times[wager, key >> NET_BITS, (key & ((1 << NET_BITS) - 1)) - NET_ZERO] += times
    if entries := int(cells.said[0]):
        rows = cells.plan_nodes[:entries], cells.plan_keys[:entries], cells.plan_acts[:entries]
        found.plan.append(np.stack(rows, axis=1))
    found.walked, found.plays = int(cells.said[1]), int(cells.said[2])
    cells.said[:] = 0
    for array in (cells.value, cells.money, cells.most, cells.action):
        array[node] = 0
    cells.times[node] = 0
    return found
