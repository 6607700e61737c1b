"""A guide to the best play of any game that is proved from its play: found, not written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from houseway.analysis.exact.shared.guide import Guide, Row, Rule, Section
from houseway.analysis.universal.cost import verify_reach
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.kinds.shoe_advice import best_of
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.worded.every_act import EveryAct, every_act
from houseway.analysis.universal.worded.hand_words import NUMBERS, ORDINALS, Word, words_for
from houseway.analysis.universal.worded.one_after_another import plan_guide
from houseway.analysis.universal.worded.rule_list import RuleList, Search
from houseway.analysis.universal.worded.stands import HandClasses, Stands, Way, classes_of, shoe_stands
from houseway.games.game import Game, Settings
from houseway.rules.cards import RANKS, cards_text
from houseway.rules.shapes import Words

NO_CHOICE = "Nobody has a choice: every bet runs by itself"


@dataclass(frozen=True)
class ChoiceTold:
    """One choice, its rules, and what they are worth."""

    stands: Stands
    classes: HandClasses
    words: Sequence[Word]
    found: RuleList
    search: Search
    whole: int  # cents of the base bet, over all deals
    title: str

    @property
    def cost(self) -> Fraction:
        return Fraction(self.search.cost(self.found), self.whole)

    @cached_property
    def said(self) -> tuple[Words, Words]:
        """[class] the act, and the rule that says it."""
        return self.search.said_by(self.found)

    @property
    def acts(self) -> Words:
        """[stand] that the rules take."""
        return np.array(self.stands.acts, dtype=np.int64)[self.said[0][self.classes.number]]

    def section(self, game: Game) -> Section:
        act, rule = self.said
        deals = self.classes.deals
        reached = int(deals.sum())
        shares = [int(deals[rule == i].sum()) / reached for i in range(len(self.found.rules) + 1)]
        left_out = [
            Fraction(self.search.cost(self.search.without(self.found, i)), self.whole) - self.cost
            for i in range(len(self.found.rules))
        ]
        rules = [
            Rule(f"{self._act(game, each.act)} with {self.words[each.word].text}", share, cost)
            for each, share, cost in zip(self.found.rules, shares, left_out, strict=False)
        ]
        last = self._act(game, self.found.otherwise)
        last = f"{last[0].lower()}{last[1:]}"
        rules.append(Rule(f"otherwise {last}" if rules else f"always {last}", shares[-1]))
        right = int(self.classes.right[np.arange(len(act)), act].sum())
        return Section(self.title, tuple(rules), right / reached, float(self.cost), exact=self.cost)

    def _act(self, game: Game, place: int) -> str:
        return game.sheet.acts[self.stands.acts[place]].title

    def rows(self, game: Game, unit_cents: int) -> Iterator[Row]:
        """Every class of hands."""
        act, _ = self.said
        classes = self.classes
        for i, chosen in enumerate(act.tolist()):
            mean = int(classes.deals[i]) * unit_cents
            worth = {self.stands.acts[k]: int(classes.worth[i, k]) / mean for k in range(len(self.stands.acts))}
            best = max(worth, key=lambda each: worth[each])
            yield (
                self.stands.number + 1, cards_text(reversed(classes.hand[i].tolist())),
                cards_text(classes.dealer[i].tolist()), int(classes.deals[i]), game.acts[self.stands.acts[chosen]],
                game.acts[best], (int(classes.best[i]) - int(classes.worth[i, chosen])) / mean,
                *(worth.get(each, "") for each in range(len(game.acts))),
            )  # fmt: skip


def guide(game: Game, settings: Settings, progress: Progress | None, within: Fraction) -> Guide:
    """Of a game whose cards lie alike whatever is done."""
    asked = question(game, settings)
    verify_reach(asked)
    told = told_of(asked, every_act(asked, progress), within) if asked.shape.choices else []
    return guide_to(game, told, asked.unit_cents)


def told_of(asked: Question, every: EveryAct, within: Fraction) -> list[ChoiceTold]:
    """Choice after choice, by the rules found for those before it."""
    way = Way(asked, every)
    whole = asked.deals * asked.unit_cents
    found: list[ChoiceTold] = []
    while True:
        acts = np.zeros(len(way.led.keys), dtype=np.int64)
        for rows, stands in way.stands():
            for mine, told in told_by(asked.game, stands, whole, within, asked.shape.choices):
                found.append(told)
                acts[rows[mine]] = told.acts
        if way.led.choice + 1 == asked.shape.choices:
            return found
        way.go_on(acts)


def shoe_guide(game: Game, settings: Settings, progress: Progress | None, within: Fraction) -> Guide:
    """Of a game that is dealt from a shoe, whether a round asks for one choice or for one after another."""
    proof = best_of(game, settings)
    found = shoe_stands(proof)
    if found is None:
        words = plan_guide(proof, within)
    else:
        whole = proof.whole * proof.asked.unit_cents
        told = [told for stands in found for _, told in told_by(game, stands, whole, within, 1)]
        words = guide_to(game, told, proof.asked.unit_cents)
    if progress:
        progress(1, 1)
    return words


def guide_to(game: Game, told: Sequence[ChoiceTold], unit_cents: int) -> Guide:
    """Of all choices, told one by one."""
    columns = ("choice", "cards", "against", "deals", "act", "best", "cost", *game.acts)
    if not told:
        return Guide((Section("No choice", (Rule(NO_CHOICE, 1.0),), 1.0, 0.0, exact=Fraction(0)),), columns, list)

    def classes() -> list[Row]:
        return [row for each in told for row in each.rows(game, unit_cents)]

    return Guide(tuple(each.section(game) for each in told), columns, classes)


def told_by(game: Game, stands: Stands, whole: int, within: Fraction, choices: int) -> list[tuple[Words, ChoiceTold]]:
    """Rules for one choice; by the dealer's card where one is seen and one rule does not do."""
    title = _title(stands, choices)
    every = np.arange(len(stands.deals))
    together = _one(game, stands, whole, within, title)
    if not stands.dealer.shape[1] or (together.cost <= within and len(together.found.rules) <= 1):
        return [(every, together)]
    ranks = stands.dealer[:, 0] >> 2
    found: list[tuple[list[int], ChoiceTold]] = []

    def against(some: list[int]) -> ChoiceTold:
        rows = np.flatnonzero(np.isin(ranks, some))
        share = Fraction(int(stands.deals[rows].sum()), int(stands.deals.sum()))
        shown = f"{RANKS[some[0]]} to {RANKS[some[-1]]}" if len(some) > 1 else RANKS[some[0]]
        return _one(game, _some(stands, rows), whole, within * share, f"{title}, against {shown}")

    for rank in sorted(set(ranks.tolist())):
        alone = against([rank])
        if found:
            before, told = found[-1]
            both = against([*before, rank])
            longest = max(len(told.found.rules), len(alone.found.rules))
            if len(both.found.rules) <= longest and both.cost <= told.cost + alone.cost:
                found[-1] = ([*before, rank], both)
                continue
        found.append(([rank], alone))
    return [(np.flatnonzero(np.isin(ranks, some)), told) for some, told in found]


def _some(stands: Stands, rows: Words) -> Stands:
    return Stands(
        stands.number, stands.acts, stands.hand[rows], stands.dealer[rows], stands.worth[rows], stands.deals[rows],
        stands.has_suits,
    )  # fmt: skip


def _one(game: Game, stands: Stands, whole: int, within: Fraction, title: str) -> ChoiceTold:
    classes = classes_of(stands)
    words = words_for(classes, game.play, has_suits=stands.has_suits)
    search = Search(classes, words)
    return ChoiceTold(stands, classes, words, search.shortest(int(within * whole)), search, whole, title)


def _title(stands: Stands, choices: int) -> str:
    cards = stands.hand.shape[1]
    seen = f"{NUMBERS[cards]} card{'' if cards == 1 else 's'}"
    return f"{ORDINALS[stands.number]} choice, with {seen}" if choices > 1 else f"With {seen}"
