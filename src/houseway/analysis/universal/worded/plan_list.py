"""The smallest ordered list of rules for a choice that may come up again in the same round.

What a list says at one choice moves which choices come after, so a list is weighed as a plan: by what is given up at
all choices that it leads to, with the lists of other choices as they are. A rule is tried first where the plan stands;
what it costs is then counted with everything that it leads to.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.worded.choice_tree import ChoiceTree
from houseway.analysis.universal.worded.hand_words import Word
from houseway.analysis.universal.worded.rule_list import ListSearch, RuleList
from houseway.rules.shapes import Words


class PlanSearch(ListSearch):
    def __init__(
        self, tree: ChoiceTree, rows: Words, offered: Sequence[int], plan: Words, number: Words, words: Sequence[Word]
    ) -> None:
        """`rows` are the choices that the list is for, `plan` says what is done at all others."""
        self.tree = tree
        self.rows = rows
        self.offered = np.array(offered, dtype=np.int64)
        self.plan = plan.copy()
        self.plan[rows] = tree.best[rows]
        self.beside = tree.cost(self.plan)  # given up elsewhere, if the best is done here
        self.classes = int(number.max(initial=-1)) + 1
        marks = np.array([word.marks for word in words], dtype=bool).reshape(len(words), self.classes)
        reached = tree.reached(self.plan)[rows]
        deals = np.zeros(self.classes, dtype=np.int64)
        np.add.at(deals, number, np.where(reached, tree.deals[rows], 0))
        right = tree.lost[rows][:, self.offered] == 0
        super().__init__(words, number, marks, deals, right)

    def taken(self, found: RuleList) -> Words:
        """[choice] the acts of the whole plan with this list."""
        acts = self.plan.copy()
        acts[self.rows] = self.offered[self.said(found)[0][self.number]]
        return acts

    def cost(self, found: RuleList) -> int:
        return self.tree.cost(self.taken(found)) - self.beside

    def given_up(self, found: RuleList) -> Words:
        sums = np.zeros(self.classes, dtype=np.int64)
        np.add.at(sums, self.number, self.tree.given_up(self.taken(found))[self.rows])
        return sums

    def lost(self, found: RuleList) -> NDArray[np.float32]:
        reached = self.tree.reached(self.taken(found))[self.rows]
        lost = np.where(reached[:, None], self.tree.lost[self.rows][:, self.offered], 0)
        columns = [np.bincount(self.number, each, self.classes) for each in lost.T.astype(np.float64)]
        return np.stack(columns, axis=1).astype(np.float32)
