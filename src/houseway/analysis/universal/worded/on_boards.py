"""A guide to the best play of a game of boards: choice after choice, at the boards that the rules before lead to."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from houseway.analysis.exact.shared.guide import Guide, Row
from houseway.analysis.universal.boards.board_steps import VALUE
from houseway.analysis.universal.boards.card_sets import WAYS
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.cost import by_boards
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.question import question
from houseway.analysis.universal.stops import told_when_stopped
from houseway.analysis.universal.worded import board_told
from houseway.analysis.universal.worded.board_told import (
    BEFORE,
    BEST,
    DEALS,
    DIGITS,
    FULL,
    WORTH,
    WordBench,
    new_word_bench,
)
from houseway.analysis.universal.worded.board_words import board_words, digits_of, told_as
from houseway.analysis.universal.worded.hand_words import NUMBERS, ORDINALS
from houseway.analysis.universal.worded.in_words import ChoiceTold, guide_to, told_by
from houseway.analysis.universal.worded.rule_list import Search
from houseway.analysis.universal.worded.stands import HandClasses, Stands
from houseway.engine.compiled import compiled
from houseway.games.game import Game, Settings
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

OWN = 2  # cards that can be told at a glance


@dataclass(frozen=True)
class BoardTold(ChoiceTold):
    """One choice with some of the board, its rules, and what they are worth."""

    numbers: Words  # [class] what is told of it
    sizes: tuple[int, ...]  # of the digits

    def rows(self, game: Game, unit_cents: int) -> Iterator[Row]:
        told = told_as(digits_of(self.numbers, self.sizes))
        for row, text in zip(super().rows(game, unit_cents), told, strict=True):
            yield (row[0], text, *row[2:])


def board_guide(game: Game, settings: Settings, progress: Progress | None, within: Fraction) -> Guide:
    """Of a game whose boards are counted."""
    asked = question(game, settings)
    board = by_boards(asked)
    assert board is not None, "asked of games of boards alone"
    if board.held != OWN:
        raise Refused(
            f"{game.title} has {board.held} own cards, and rules in words are found on boards for two alone: "
            f"`houseway edge {game.slug}` counts the best play, and `houseway advise {game.slug}` tells it hand by hand"
        )
    with told_when_stopped():
        told = BoardGuide(EveryBoard(asked, board, progress), within).told()
    return guide_to(game, told, asked.unit_cents)


class BoardGuide:
    def __init__(self, every: EveryBoard, within: Fraction) -> None:
        self.every, self.within = every, within
        self.asked, self.steps, self.tree = every.asked, every.steps, every.steps.tree
        self.whole = self.asked.deals * self.asked.unit_cents
        self.acts = every.choices.acts.copy()  # where rules lead nobody, whatever is best
        self.hands = self.steps.hands.cards
        self.sizes = np.array(BEFORE, dtype=np.int64)
        known = [int(self.tree.known[node]) for node in self._choices()]
        if len(set(known)) < len(known):
            raise Refused(f"{self.asked.game.title} has choices on one board that its words cannot tell apart yet")

    def _choices(self) -> list[int]:
        """Nodes that are choices, the earliest first."""
        return [node for node in self.tree.chooses.tolist() if node >= 0][::-1]

    def told(self) -> list[ChoiceTold]:
        """Choice after choice, by the rules found for those before it."""
        found: list[ChoiceTold] = []
        reach: Words | None = None  # [set, hand] ways in which the rules lead to the choice before
        for number, node in enumerate(self._choices()):
            step = int(self.tree.known[node])
            if step == len(self.steps.sizes):
                found.append(self._on_full_board(node, number))
            else:
                reach = self._reached(node, step, reach)
                found.append(self._before(node, number, step, reach))
        return found

    # --- before the full board ---

    def _reached(self, node: int, step: int, before: Words | None) -> Words:
        """[set, hand] by how many ways to turn the cards of a set the rules lead to its choice."""
        sets = self.steps.sets[step]
        found = np.ones((len(sets.cards), len(self.hands)), dtype=np.int64)
        if before is None:
            return found
        found[:] = 0
        parent, act = next(
            (parent, act) for parent in self._choices() for act in acts_in(int(self.tree.offers[parent]))
            if self.tree.child[parent, act] == node
        )  # fmt: skip
        earlier, size = self.steps.sets[step - 1], self.steps.sizes[step]
        for number, cards in enumerate(sets.cards):
            for mask in self.tree.masks[step - 1, : self.tree.subsets[step - 1]].tolist():
                if mask < 1 << size:
                    held = [cards[i] for i in range(size) if mask >> i & 1]
                    place = sum(int(WAYS[card, i + 1]) for i, card in enumerate(held))
                    image = self.steps.hands.images[earlier.way[place]]
                    at = int(earlier.number[place])
                    goes_on = self.acts[self._row(parent, step - 1, at)][image] == act
                    found[number] += goes_on * before[at][image]
        return found

    def _row(self, node: int, step: int, number: int) -> slice:
        """Where the acts of a choice with one set of the board lie."""
        tree = self.tree
        begin = int(tree.acts[step]) + (number * int(tree.choices[step]) + int(tree.choice[node])) * len(self.hands)
        return slice(begin, begin + len(self.hands))

    def _worth(self, node: int, step: int, number: int) -> Words:
        """[hand, act] of those offered"""
        worth = self.every.choices.worth(step, number)[:, VALUE]
        slots = [int(self.tree.slot[self.tree.child[node, act]]) for act in acts_in(int(self.tree.offers[node]))]
        return worth[slots].T

    def _before(self, node: int, number: int, step: int, reach: Words) -> ChoiceTold:
        if not self.steps.sizes[step]:
            return self._two_cards(node, number, step)
        offers = acts_in(int(self.tree.offers[node]))
        sums = words(int(np.prod(self.sizes)), WORTH + 2 * len(offers))
        all_told = [self._told_of_set(step, at) for at in range(len(reach))]
        for at, told in enumerate(all_told):
            is_live = (told >= 0) & (reach[at] > 0)
            worth = self._worth(node, step, at)[is_live]
            times = reach[at][is_live] * int(self.steps.sets[step].weights[at])
            best = worth.max(axis=1)
            rows = np.column_stack(
                [times, times * best, times[:, None] * worth, times[:, None] * (worth == best[:, None])]
            )
            np.add.at(sums, told[is_live], rows)
        told_choice = self._rules(sums, node, number, self.steps.deals(step), is_full=False)
        acts = self._acts_by_told(told_choice)
        for at, told in enumerate(all_told):
            row = self._row(node, step, at)
            said = acts[told]
            self.acts[row] = np.where((told >= 0) & (said >= 0), said, self.acts[row])
        return told_choice

    def _told_of_set(self, step: int, number: int) -> Words:
        told = words(len(self.hands))
        size = self.steps.sizes[step]
        loop = _tell_hands() if self.every.is_long else board_told.tell_hands
        cards = self.steps.sets[step].cards[number]
        loop(self.hands, cards, size, self.sizes, words(DIGITS), told)
        return told

    def _acts_by_told(self, choice: BoardTold) -> Words:
        """[told] the act that the rules say; -1: nobody is led there."""
        found = np.full(int(np.prod(self.sizes)), -1, dtype=np.int64)
        found[choice.numbers] = choice.acts
        return found

    def _two_cards(self, node: int, number: int, step: int) -> ChoiceTold:
        """Nothing of the board is seen: the words are those of any hand."""
        hand = self.hands
        offers = tuple(acts_in(int(self.tree.offers[node])))
        deals = np.full(len(hand), self.steps.deals(step), dtype=np.int64)
        worth = self._worth(node, step, 0)
        stands = Stands(number, offers, hand, words(len(hand), 0), worth, deals)
        [(_, told)] = told_by(self.asked.game, stands, self.whole, self.within, self.asked.shape.choices)
        self.acts[self._row(node, step, 0)] = told.acts
        return told

    # --- on it ---

    def _on_full_board(self, node: int, number: int) -> ChoiceTold:
        offers = acts_in(int(self.tree.offers[node]))
        wide = WORTH + 2 * len(offers)
        cells = int(np.prod(FULL)) * wide

        def new_bench() -> WordBench:
            return new_word_bench(self.every.new_bench(), wide)

        sums = self.every.told_on_boards(board_told.weigh_words, self.acts, cells, new_bench)
        return self._rules(sums.reshape(-1, wide), node, number, self.steps.hidden, is_full=True)

    # --- rules ---

    def _rules(self, sums: Words, node: int, number: int, deals: int, *, is_full: bool) -> BoardTold:
        offers = tuple(acts_in(int(self.tree.offers[node])))
        numbers = np.flatnonzero(sums[:, DEALS])
        found = sums[numbers]
        worth, right = found[:, WORTH : WORTH + len(offers)], found[:, WORTH + len(offers) :]
        none = words(len(numbers), 0)
        of_deals, best = found[:, DEALS] * deals, found[:, BEST]
        classes = HandClasses(none, none, worth, best, right * deals, of_deals, np.arange(len(numbers)))
        sizes = FULL if is_full else BEFORE
        said = board_words(digits_of(numbers, sizes), is_full=is_full)
        search = Search(classes, said)
        rules = search.shortest(int(self.within * self.whole))
        seen = "the whole board" if is_full else _of_the_board(self.every.board.seen[number])
        title = f"{ORDINALS[number]} choice, with {seen}"
        stands = Stands(number, offers, none, none, worth, of_deals)
        return BoardTold(stands, classes, said, rules, search, self.whole, title, numbers, sizes)


def _of_the_board(cards: int) -> str:
    return f"{NUMBERS[cards]} card{'' if cards == 1 else 's'} of the board"


@cache
def _tell_hands() -> Any:
    return compiled(board_told.tell_hands, keep="tell-hands")
