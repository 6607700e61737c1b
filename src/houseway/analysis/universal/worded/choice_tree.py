"""All choices of a round that asks for one after another, and what a plan gives up at those that it leads to.

A choice is told by what its player knows, so exactly one choice and one act lead to it. What a plan gives up in all is
what it gives up at each choice that it comes to, each time against the best play from there on; so every plan is
counted exactly, rule by rule, without another walk.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.kinds.best_acts import Stand
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words

FIRST = -1  # no choice before


class ChoiceTree:
    def __init__(self, stands: tuple[Stand, ...], acts: int) -> None:
        many = len(stands)
        self.options = np.array([stand.options for stand in stands], dtype=np.int64)
        self.before = np.array([stand.before[0] if stand.before else FIRST for stand in stands], dtype=np.int64)
        self.led_by = np.array([stand.before[1] if stand.before else FIRST for stand in stands], dtype=np.int64)
        self.deals = np.array([stand.mass for stand in stands], dtype=np.int64)
        self.best = np.array([stand.best for stand in stands], dtype=np.int64)
        self.worth = np.zeros((many, acts), dtype=np.int64)  # of what is not offered: nothing
        self.lost = np.zeros((many, acts), dtype=np.int64)
        for i, stand in enumerate(stands):
            offered = acts_in(stand.options)
            self.worth[i, offered] = [stand.values[act] for act in offered]
            self.lost[i, offered] = stand.values[stand.best] - self.worth[i, offered]
        self.number = np.zeros(many, dtype=np.int64)  # how many choices came before
        for i in range(many):  # a choice stands behind the one that led to it
            self.number[i] = self.number[self.before[i]] + 1 if self.before[i] != FIRST else 0

    @cached_property
    def _by_number(self) -> list[Words]:
        return [np.flatnonzero(self.number == number) for number in range(int(self.number.max(initial=0)) + 1)]

    def reached(self, acts: Words) -> NDArray[np.bool_]:
        """[choice] whether a plan [choice] leads to it."""
        found = np.ones(len(acts), dtype=bool)
        for rows in self._by_number[1:]:
            before = self.before[rows]
            found[rows] = found[before] & (acts[before] == self.led_by[rows])
        return found

    def given_up(self, acts: Words) -> Words:
        """[choice] cents against the best play, over all deals; nothing where the plan does not lead."""
        return np.where(self.reached(acts), self.lost[np.arange(len(acts)), acts], 0)

    def cost(self, acts: Words) -> int:
        return int(self.given_up(acts).sum())
