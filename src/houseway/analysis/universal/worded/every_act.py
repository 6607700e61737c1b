"""What every act is worth at every choice of a round: the walk of `unit`, which writes down what it would forget.

The walk takes the best act of a choice and empties the cells of all its acts. Here a cell is written down before it is
emptied; nothing else differs, so the figures are those of the proof.
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.universal import node_cells, recalled, unit, watch
from houseway.analysis.universal.count import INTERPRETED_MAX, Progress, units_of
from houseway.analysis.universal.node_cells import PLAN_MAX, new_cells
from houseway.analysis.universal.packets import new_state
from houseway.analysis.universal.question import Question
from houseway.analysis.universal.recalled import Sayer, new_recalled, sayer_of
from houseway.analysis.universal.unfinished import arrays_kept, forget_arrays, keep_arrays, stopped_here, work_key
from houseway.analysis.universal.unit import BEST
from houseway.analysis.universal.watch import NoPlan, lowest_act, scripted, watched
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.swapped import Swap, swapped
from houseway.rules import choice, tape
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import arranged_shoe

UNITS = "units"  # [i] the number of a unit, and how many choices it has


class KeptCells(NamedTuple):
    """`Cells`, and room for what each act of a choice came to."""

    value: Words
    money: Words
    most: Words
    action: Words
    times: Words
    slots: Words
    used: Words
    plan_keys: Words
    plan_nodes: Words
    plan_acts: Words
    said: Words
    worth: Words  # [i, act in rising order of those offered] cents
    deals: Words  # [i]
    kept: Words  # [0] the entry that is being written, [1] acts of it so far


class EveryAct(NamedTuple):
    """Every choice that can come up."""

    nodes: Words  # [i] of the tree of acts
    keys: Words  # [i] the cards seen, six bits each
    worth: Words  # [i, act in rising order of those offered] cents, over all deals that lead here
    deals: Words  # [i]


def room_for_acts(asked: Question) -> KeptCells:
    acts = len(asked.game.acts)
    return KeptCells(*new_cells(len(asked.game.wagers)), words(PLAN_MAX, acts), words(PLAN_MAX), words(2))


def keep_and_empty(cells: KeptCells, node: int) -> None:
    """Stands for `empty_cell`: an act of the choice that gets the next entry of the plan."""
    i = cells.said[0]
    if cells.kept[0] != i:
        cells.kept[0] = i
        cells.kept[1] = 0
    spot = cells.used.shape[0] - 1
    deals = 0
    for slot in range(cells.used[spot]):
        deals += cells.times[node, spot, slot]
    if i < cells.worth.shape[0]:
        cells.worth[i, cells.kept[1]] = cells.value[node]
        cells.deals[i] = deals
        cells.kept[1] += 1
    cells.value[node] = 0
    cells.money[node] = 0
    cells.most[node] = 0
    for wager in range(cells.action.shape[1]):
        cells.action[node, wager] = 0
    for wager in range(cells.used.shape[0]):
        for slot in range(cells.used[wager]):
            cells.times[node, wager, slot] = 0


@cache
def act_kernel(play: Callable[..., Any], say: Sayer, is_long: bool) -> Callable[..., int]:
    swap: Swap = {
        unit.play: play, choice.choose: scripted, tape.note: watched, watch.decide: lowest_act,
        node_cells.empty_cell: keep_and_empty, recalled.say_all: say,
    }  # fmt: skip
    if not is_long:
        return swapped(unit.unit, swap)
    return compiled(unit.unit, swap, keep=f"every-act-{play.__module__}-{say.__name__}")


def every_act(asked: Question, progress: Progress | None = None, *, threads: int | None = None) -> EveryAct:
    """The walk over all deals, on threads. Ctrl-C keeps what is done, and the same question goes on from there."""
    if not asked.planned():
        raise Refused(f"{asked.game.title} shows more cards at a choice than can be told in words")
    units, _ = units_of(asked)
    key = work_key(asked, f"every act, {asked.alike.packets}", __name__)
    work = _Every(asked, units, progress, _units_kept(key))
    workers = max(1, min(threads or os.cpu_count() or 1, len(units)))
    with ThreadPoolExecutor(workers) as pool:
        try:
            for each in [pool.submit(work.run) for _ in range(workers)]:
                each.result()
        except KeyboardInterrupt:
            work.stopped.set()
        except BaseException:
            work.stopped.set()
            raise
    if work.stopped.is_set():
        raise stopped_here(f"{len(work.found)} of {len(units)} units are done", is_kept=_keep_units(key, work.found))
    forget_arrays(key)
    return _together(work.found)


def _together(found: Mapping[int, EveryAct]) -> EveryAct:
    """All units, by their numbers."""
    units = [found[number] for number in sorted(found)]
    return EveryAct(*(np.concatenate(parts) for parts in zip(*units, strict=True)))


def _keep_units(key: str, found: Mapping[int, EveryAct]) -> bool:
    """Whether they could be kept."""
    if not found:
        return keep_arrays(key, {})
    sizes = np.array([[number, len(found[number].nodes)] for number in sorted(found)])
    return keep_arrays(key, {UNITS: sizes, **_together(found)._asdict()})


def _units_kept(key: str) -> dict[int, EveryAct]:
    """By number; nothing where nothing is kept."""
    arrays = arrays_kept(key)
    if UNITS not in arrays:
        return {}
    numbers, sizes = arrays[UNITS].T
    parts = [np.split(arrays[name], np.cumsum(sizes)[:-1]) for name in EveryAct._fields]
    return {number: EveryAct(*unit) for number, *unit in zip(numbers.tolist(), *parts, strict=True)}


class _Every:
    def __init__(self, asked: Question, units: Words, progress: Progress | None, found: dict[int, EveryAct]) -> None:
        self.asked = asked
        self.units = units
        self.progress = progress
        self.found = found
        self.waiting: Iterator[int] = iter([number for number in range(len(units)) if number not in found])
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.is_long = asked.deals * len(asked.ends) > INTERPRETED_MAX * len(asked.alike.names)

    def run(self) -> None:
        """One thread, with a table of its own."""
        asked = self.asked
        of: Any = packed if self.is_long else _as_it_is
        loop = act_kernel(asked.game.play, sayer_of(asked), self.is_long)
        rules, felt, script = of(asked.rules), of(asked.felt()), of(asked.script(NoPlan()))
        shoe, layout, state = of(arranged_shoe(asked.deck)), of(asked.layout(planned=True)), of(new_state())
        cells = of(room_for_acts(asked))
        known = of(new_recalled(asked))
        seen = opened(cells, KeptCells) if self.is_long else cells
        while not self.stopped.is_set():
            with self.lock:
                number = next(self.waiting, -1)
            if number < 0:
                return
            seen.kept[0] = -1
            if loop(rules, shoe, script, felt, layout, state, cells, known, self.units[number], BEST):
                raise Refused(f"{asked.game.title}: a round goes another way when other cards come")
            found = taken(seen)
            with self.lock:
                self.found[number] = found
                if self.progress:
                    self.progress(len(self.found), len(self.units))


def taken(cells: KeptCells) -> EveryAct:
    """What a unit came to; the cells are empty afterwards."""
    many = int(cells.said[0])
    parts = (cells.plan_nodes, cells.plan_keys, cells.worth, cells.deals)
    found = EveryAct(*(part[:many].copy() for part in parts))
    for array in (cells.value, cells.money, cells.most, cells.action, cells.times, cells.said):
        array[...] = 0
    return found


def _as_it_is(value: Any) -> Any:
    return value
