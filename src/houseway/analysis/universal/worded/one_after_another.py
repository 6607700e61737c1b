"""A guide to the best play of a game from a shoe that asks for one choice after another: hit or stand, and again.

Choices at which the same acts are offered are told together, in one list, or each by itself where that is shorter. What
a section costs is what its rules give up at the choices that all lists together lead to; what leaving a rule out costs
is what the whole plan then gives up more, with all that comes of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.analysis.exact.shared.guide import Guide, Row, Rule, Section
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof
from houseway.analysis.universal.worded.choice_tree import ChoiceTree
from houseway.analysis.universal.worded.hand_words import ORDINALS
from houseway.analysis.universal.worded.in_sight import in_sight
from houseway.analysis.universal.worded.plan_list import PlanSearch
from houseway.analysis.universal.worded.rule_list import RuleList
from houseway.analysis.universal.worded.told_words import cards_told, told_words
from houseway.games.words import listed
from houseway.rules.cards import cards_text
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words

TIMES = 3  # that all lists are gone through, each with the others as they were found
COLUMNS = ("choice", "cards", "against", "deals", "act", "best", "cost")


@dataclass(frozen=True)
class ListTold:
    """The rules for some choices of a round."""

    rows: Words  # [i] the choices
    search: PlanSearch
    found: RuleList

    @property
    def acts(self) -> Words:
        return self.search.taken(self.found)[self.rows]


class PlanTold:
    """All lists of a game, and what they cost together."""

    def __init__(self, proof: ShoeProof, within: Fraction) -> None:
        self.proof = proof
        self.game = proof.asked.game
        self.tree = ChoiceTree(proof.stands, len(self.game.acts))
        self.sights = [in_sight(stand.told) for stand in proof.stands]
        self.cards = cards_told(proof.asked)
        self.titles = [act.title for act in self.game.sheet.acts]
        self.whole = proof.whole * proof.asked.unit_cents
        self.within = int(within * self.whole)
        self.plan = self.tree.best.copy()
        self.lists: dict[int, list[ListTold]] = {}
        for _ in range(TIMES):
            for rows in self._sorts():
                self._find(rows)
            if all(self.cost_of(each) <= max(self.within, each.search.cost(each.found)) for each in self.told()):
                break  # no list costs more than where it was found

    @property
    def cost(self) -> Fraction:
        """Of all lists together, a round, against the best play."""
        return Fraction(self.tree.cost(self.plan), self.whole)

    def told(self) -> Iterator[ListTold]:
        """The lists of those choices that the plan comes to."""
        reached = self.tree.reached(self.plan)
        for each in self.lists.values():
            yield from (one for one in each if reached[one.rows].any())

    def cost_of(self, told: ListTold) -> int:
        return int(self.tree.given_up(self.plan)[told.rows].sum())

    def without(self, told: ListTold, rule: int) -> Fraction:
        """What the whole plan costs without one rule."""
        acts = self.plan.copy()
        acts[told.rows] = told.search.taken(told.search.without(told.found, rule))[told.rows]
        return Fraction(self.tree.cost(acts), self.whole)

    def _sorts(self) -> list[Words]:
        """Choices by the acts that are offered, as they come up in a round."""
        sorts = [np.flatnonzero(self.tree.options == options) for options in np.unique(self.tree.options)]
        return sorted(sorts, key=lambda rows: (self.tree.number[rows].min(), self.tree.number[rows].max(), rows[0]))

    def _find(self, rows: Words) -> None:
        together = self._one(rows, self.plan)
        found = [together]
        numbers = np.unique(self.tree.number[rows]).tolist()
        is_short = len(together.found.rules) <= len(numbers) and self._is_within(found)
        if len(numbers) > 1 and not is_short:
            apart: list[ListTold] = []
            plan = self.plan.copy()
            for number in numbers:
                apart.append(self._one(rows[self.tree.number[rows] == number], plan))
                plan[apart[-1].rows] = apart[-1].acts
            found = min((found, apart), key=lambda each: (not self._is_within(each), _length(each)))
        self.lists[int(self.tree.options[rows[0]])] = found
        for each in found:
            self.plan[each.rows] = each.acts

    def _is_within(self, lists: Sequence[ListTold]) -> bool:
        return all(each.search.cost(each.found) <= self.within for each in lists)

    def _one(self, rows: Words, plan: Words) -> ListTold:
        number, words = told_words([self.sights[row] for row in rows.tolist()], self.cards, self.titles)
        offered = acts_in(int(self.tree.options[rows[0]]))
        search = PlanSearch(self.tree, rows, offered, plan, number, words)
        return ListTold(rows, search, search.shortest(self.within))

    # --- in words ---

    def section(self, told: ListTold) -> Section:
        act, rule = told.search.said_by(told.found)
        reached = self.tree.reached(self.plan)[told.rows]
        deals = np.where(reached, self.tree.deals[told.rows], 0)
        whole = int(deals.sum())
        shares = [int(deals[rule == i].sum()) / whole for i in range(len(told.found.rules) + 1)]
        titles = [self.titles[each] for each in told.search.offered.tolist()]
        rules = [
            Rule(f"{titles[each.act]} {told.search.words[each.word].text}", share, self.without(told, i) - self.cost)
            for i, (each, share) in enumerate(zip(told.found.rules, shares, strict=False))
        ]
        last = titles[told.found.otherwise]
        last = f"{last[0].lower()}{last[1:]}"
        rules.append(Rule(f"otherwise {last}" if rules else f"always {last}", shares[-1]))
        is_right = self.tree.lost[told.rows, told.search.offered[act]] == 0
        cost = Fraction(self.cost_of(told), self.whole)
        return Section(
            self._title(told, titles), tuple(rules), int(deals[is_right].sum()) / whole, float(cost), exact=cost
        )

    def _title(self, told: ListTold, titles: Sequence[str]) -> str:
        said = listed([titles[0], *(f"{each[0].lower()}{each[1:]}" for each in titles[1:])], "or")
        if len(self.lists[int(self.tree.options[told.rows[0]])]) == 1:
            return said
        number = int(self.tree.number[told.rows[0]])
        return f"{ORDINALS[number] if number < len(ORDINALS) else number + 1} choice: {said[0].lower()}{said[1:]}"

    def rows(self) -> list[Row]:
        """Every hand that the plan comes to, whatever the order of its cards."""
        found: list[Row] = []
        for place, told in enumerate(self.told()):
            reached = self.tree.reached(self.plan)
            sums: dict[tuple[str, str, int, int], list[int]] = {}
            for row in told.rows[reached[told.rows]].tolist():
                sight = self.sights[row]
                cards = cards_text(sorted(sight.hand, reverse=True)), cards_text(sight.dealer)
                acts = int(self.plan[row]), int(self.tree.best[row])
                many = sums.setdefault((*cards, *acts), [0] * (1 + len(self.titles)))
                many[0] += int(self.tree.deals[row])
                for act, cents in enumerate(self.tree.worth[row].tolist()):
                    many[1 + act] += cents
            offered = told.search.offered.tolist()
            for (hand, dealer, act, best), (deals, *worth) in sums.items():
                mean = deals * self.proof.asked.unit_cents
                found.append((
                    place + 1, hand, dealer, deals, self.game.acts[act], self.game.acts[best],
                    (worth[best] - worth[act]) / mean,
                    *(worth[each] / mean if each in offered else "" for each in range(len(worth))),
                ))  # fmt: skip
        return found


def _length(lists: Sequence[ListTold]) -> tuple[int, int]:
    """How much there is to keep in mind, and how many lists."""
    return sum(len(each.found.rules) + 1 for each in lists), len(lists)


def plan_guide(proof: ShoeProof, within: Fraction) -> Guide:
    told = PlanTold(proof, within)
    sections = tuple(told.section(each) for each in told.told())
    return Guide(sections, (*COLUMNS, *told.game.acts), told.rows)
