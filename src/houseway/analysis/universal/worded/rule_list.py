"""The smallest ordered list of rules: the first word that fits a hand says the act, and one act is for all others.

Lists grow by one rule at a time. Who takes whatever saves most now often takes a rule that is wrong for hands of which
a better one would speak later, so mistakes of rules are weighed lightly, heavily and very heavily, and the best list of
all is taken. Each is mended by taking rules out and putting others in. The search weighs with floats; what a list costs
is counted in whole cents over all deals.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.worded.hand_words import Marks, Word
from houseway.analysis.universal.worded.stands import HandClasses
from houseway.rules.shapes import Words

RULES_MAX = 12
BEAM = 2  # lists that are kept of each length, for each act that is for all others
TRIED = 2  # words for each place and act
MENDED = 3  # times that a list is gone through
WEIGHTS = (1, 5, 25)  # of what a rule gives up, against what is given up where no rule speaks yet


class Ruled(NamedTuple):
    word: int
    act: int  # its place among those offered


@dataclass(frozen=True)
class RuleList:
    rules: tuple[Ruled, ...]
    otherwise: int  # the act for all other hands


class ListSearch(ABC):
    """What is the same whatever it is that a list gives up."""

    def __init__(self, words: Sequence[Word], number: Words, marks: Marks, deals: Words, right: Marks) -> None:
        self.words = words
        self.number = number  # [hand] its class
        self.marks = marks  # [word, class]
        self.deals = deals  # [class]
        self.acts = right.shape[1]
        self.good = np.flatnonzero(right.any(axis=0)).tolist()  # acts that are somewhere the best, or as good
        self.weighed = marks.astype(np.float32)
        self.size = np.array([word.size for word in words], dtype=np.float32)

    @abstractmethod
    def cost(self, found: RuleList) -> int:
        """Cents given up against the best play, over all deals."""

    @abstractmethod
    def given_up(self, found: RuleList) -> Words:
        """[class] what of that is given up there."""

    @abstractmethod
    def lost(self, found: RuleList) -> NDArray[np.float32]:
        """[class, act] what is given up where the list leads, if only this choice goes another way."""

    # --- what a list says ---

    def said_by(self, found: RuleList) -> tuple[Words, Words]:
        """For each class: the act, and which rule says it; the number of rules where none does."""
        act, rule = self.said(found)
        return act[self.number], rule[self.number]

    def said(self, found: RuleList) -> tuple[Words, Words]:
        act = np.full(len(self.deals), found.otherwise)
        rule = np.full(len(act), len(found.rules))
        for i in range(len(found.rules) - 1, -1, -1):
            fits = self.marks[found.rules[i].word]
            act[fits], rule[fits] = found.rules[i].act, i
        return act, rule

    def without(self, found: RuleList, rule: int) -> RuleList:
        return RuleList((*found.rules[:rule], *found.rules[rule + 1 :]), found.otherwise)

    # --- the search ---

    def shortest(self, within: int) -> RuleList:
        """The first length at which the best list found costs no more than this; the best of all where none does."""
        starts = [RuleList((), act) for act in self.good]
        best = self.best_of(starts)
        beams = dict.fromkeys(WEIGHTS, starts)
        for _ in range(RULES_MAX if len(self.words) else 0):
            if self.cost(best) <= within:
                break
            for weight, beam in beams.items():
                longer = [each for found in beam for each in self.longer(found, weight, (0, len(found.rules)))]
                beams[weight] = self.kept(longer, weight)
            tried = [self.mended(self.best_of(beam)) for beam in beams.values() if beam]
            best = self.best_of([best, *tried])
        return self.pruned(best, within)

    def best_of(self, lists: Sequence[RuleList]) -> RuleList:
        return min(lists, key=lambda each: (self.cost(each), self.length(each)))

    def length(self, found: RuleList) -> tuple[int, int, int]:
        """How much there is to keep in mind, and to read."""
        words = [self.words[rule.word] for rule in found.rules]
        return len(words), sum(word.size for word in words), sum(len(word.text) for word in words)

    def kept(self, lists: Sequence[RuleList], weight: int) -> list[RuleList]:
        """The best, some for each act that is for all others; no two say the same."""
        found: dict[bytes, RuleList] = {}
        many = [0] * self.acts
        for each in sorted(lists, key=lambda each: (self.weighed_cost(each, weight), self.length(each))):
            says = self.said(each)[0].tobytes()
            if says not in found and many[each.otherwise] < BEAM:
                found[says] = each
                many[each.otherwise] += 1
        return list(found.values())

    def weighed_cost(self, found: RuleList, weight: int) -> int:
        _, rule = self.said(found)
        return self.cost(found) + (weight - 1) * int(self.given_up(found)[rule < len(found.rules)].sum())

    def longer(self, found: RuleList, weight: int, places: Iterable[int]) -> Iterator[RuleList]:
        """One rule more, in each place and for each act those that save most."""
        act, rule = self.said(found)
        each = self.lost(found)
        lost = each[np.arange(len(act)), act] * np.where(rule < len(found.rules), weight, 1)
        moves = [(place, one) for place in dict.fromkeys(places) for one in self.good]
        saved = [(rule >= place) * (lost - weight * each[:, one]) for place, one in moves]
        gains = self.weighed @ np.stack(saved, axis=1).astype(np.float32)
        gains -= np.float32(1e-6) * np.abs(gains) * self.size[:, None]  # of equals the simpler word is ahead
        for column, (place, one) in enumerate(moves):
            for word in np.argpartition(-gains[:, column], min(TRIED, len(gains)) - 1)[:TRIED].tolist():
                if gains[word, column] > 0:
                    yield RuleList((*found.rules[:place], Ruled(word, one), *found.rules[place:]), found.otherwise)

    def mended(self, found: RuleList) -> RuleList:
        """Each rule in turn taken out, and the best put in."""
        for _ in range(MENDED):
            before = self.cost(found)
            for rule in range(len(found.rules)):
                if rule < len(found.rules):
                    shorter = self.without(found, rule)
                    found = self.best_of([found, *self.longer(shorter, 1, range(len(found.rules)))])
            if self.cost(found) >= before:
                break
        return found

    def pruned(self, found: RuleList, within: int) -> RuleList:
        """Without rules that are not needed; a list that costs more in any case gives up as much again to be short."""
        cost = self.cost(found)
        allowed = within if cost <= within else cost + within
        while found.rules:  # the one that saves least first
            shorter = min((self.without(found, rule) for rule in range(len(found.rules))), key=self.cost)
            if self.cost(shorter) > allowed:
                break
            found = shorter
        return self.ordered(found)

    def ordered(self, found: RuleList) -> RuleList:
        """Neighbours with the same act may change places: the one that means more deals comes first."""
        rules = list(found.rules)
        deals = {rule: int(self.deals[self.marks[rule.word]].sum()) for rule in rules}
        for _ in rules:
            for i in range(len(rules) - 1):
                first, second = rules[i], rules[i + 1]
                if first.act == second.act and deals[second] > deals[first]:
                    rules[i], rules[i + 1] = second, first
        return RuleList(tuple(rules), found.otherwise)


class Search(ListSearch):
    """One choice, at hands that lie there whatever the list says."""

    def __init__(self, classes: HandClasses, words: Sequence[Word]) -> None:
        number, marks = told_apart(words, len(classes.deals))
        self.best, self.worth = (_summed(values, number) for values in (classes.best, classes.worth))
        self.whole = int(self.best.sum())
        self._lost = (self.best[:, None] - self.worth).astype(np.float32)
        super().__init__(words, number, marks, _summed(classes.deals, number), classes.right > 0)

    def cost(self, found: RuleList) -> int:
        act, _ = self.said(found)
        return self.whole - int(self.worth[np.arange(len(act)), act].sum())

    def given_up(self, found: RuleList) -> Words:
        act, _ = self.said(found)
        return np.asarray(self.best - self.worth[np.arange(len(act)), act])

    def lost(self, found: RuleList) -> NDArray[np.float32]:  # noqa: ARG002 - the same for every list
        return self._lost


def told_apart(words: Sequence[Word], hands: int) -> tuple[Words, Marks]:
    """[hand] its class, of those that words tell apart, and [word, class] what a word means."""
    marks = np.array([word.marks for word in words], dtype=bool).reshape(len(words), hands)
    _, first, number = np.unique(_as_one(marks), return_index=True, return_inverse=True)
    return number, marks[:, first]


def _as_one(marks: Marks) -> NDArray[np.void]:
    """[class] all its marks as one value that can be compared."""
    rows = np.ascontiguousarray(np.packbits(marks, axis=0).T)
    return rows.view(np.dtype((np.void, max(rows.shape[1], 1)))).ravel() if rows.size else np.zeros(len(rows), np.void)


def _summed(values: Words, number: Words) -> Words:
    sums = np.zeros((int(number.max(initial=0)) + 1, *values.shape[1:]), dtype=np.int64)
    np.add.at(sums, number, values)
    return sums
