"""The order of the kinds of two cards, and the play that goes by it.

Every two cards are of a kind: a pair, or two ranks of one suit or of two. The order goes by what a kind wins on average
over all four cards that hold it. To keep the two that come first in it is nearly the best play; a second bet goes on
the other two where their kind wins money on that bet on average.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from houseway.analysis.exact.shared.guide import Grid
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.plan import Acts, four_cards
from houseway.games.fast_action_holdem.play import (
    KEEP,
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_BOTH,
    splits_ante,
    splits_bonus,
)
from houseway.games.fast_action_holdem.solve_acts import Hands, Values, worth_of
from houseway.rules.cards import RANKS
from houseway.rules.shapes import Words

HIGHEST = len(RANKS) - 1
KINDS = len(RANKS) ** 2 * 2
SMALL = 1e-300
GRID_TITLE = "The order of two cards, 1 is best: one suit to the right of the pairs, two suits to the left"


def kind_of(high: int, low: int, suited: int) -> int:
    return (high * len(RANKS) + low) * 2 + suited


@dataclass(frozen=True)
class Kinds:
    """The two cards of every four, by kind, and what they win in units of the Ante."""

    hands: Hands
    ante: Values  # [two, hand]
    bonus: Values  # [two, hand]

    @cached_property
    def cards(self) -> Words:
        return four_cards()[self.hands.numbers]

    @cached_property
    def weights(self) -> Values:
        """[hand] how likely the four cards are."""
        return np.asarray(self.hands.ways / self.hands.ways.sum())

    @cached_property
    def kinds(self) -> Words:
        """[two, hand]"""
        left, right = self.cards[:, LEFT].T, self.cards[:, RIGHT].T
        high, low = np.maximum(left >> 2, right >> 2), np.minimum(left >> 2, right >> 2)
        return np.asarray((high * len(RANKS) + low) * 2 + (left & 3 == right & 3))

    def average(self, worth: Values) -> Values:
        """[kind] of what its twos win; minus infinity where there are none."""
        weights = np.broadcast_to(self.weights, worth.shape)
        total = np.bincount(self.kinds.ravel(), (worth * weights).ravel(), KINDS)
        mass = np.bincount(self.kinds.ravel(), weights.ravel(), KINDS)
        return np.asarray(np.where(mass > 0, total / np.maximum(mass, SMALL), -np.inf))

    def value(self, acts: Acts, bonus: bool) -> Values:
        """[hand] what acts win, with the Bonus or without."""
        won = np.zeros(len(acts))
        for act in np.unique(acts).tolist():
            mine = acts == act
            won[mine] = worth_of(self.ante[:, mine], act, splits_ante(act))
            if bonus:
                won[mine] += worth_of(self.bonus[:, mine], act, splits_bonus(act))
        return won


@dataclass(frozen=True)
class Order:
    """The rules for players with a Bonus, or without."""

    kinds: Kinds
    options: int  # legal acts
    bonus: bool
    splits_ante: bool = True  # False: without the rule for a second Ante
    splits_bonus: bool = True

    @cached_property
    def strength(self) -> Values:
        """[kind] what it wins on average."""
        both = self.kinds.ante + self.kinds.bonus if self.bonus else self.kinds.ante
        return self.kinds.average(both)

    @cached_property
    def second_ante(self) -> Words:
        """[kind] 1: the other two are worth an Ante of their own."""
        return np.asarray((self.kinds.average(self.kinds.ante) > 0) & self.splits_ante).astype(np.int64)

    @cached_property
    def second_bonus(self) -> Words:
        return np.asarray((self.kinds.average(self.kinds.bonus) > 0) & self.bonus & self.splits_bonus).astype(np.int64)

    @cached_property
    def acts(self) -> Acts:
        """[hand] what the rules say."""
        kept = np.argmax(self.strength[self.kinds.kinds], axis=0)
        other = self.kinds.kinds[TWOS - 1 - kept, np.arange(len(kept))]
        ante, bonus = self.second_ante[other] == 1, self.second_bonus[other] == 1
        half = np.minimum(kept, TWOS - 1 - kept)
        acts = KEEP + kept
        for wish, first, two in (
            (bonus & ~ante, SPLIT_BONUS, kept),
            (ante & ~bonus, SPLIT_ANTE, kept if self.bonus else half),
            (ante & bonus, SPLIT_BOTH, half),
        ):
            if self.options >> first & 1:
                acts = np.where(wish, first + two, acts)
        return np.asarray(acts, dtype=np.int8)


def order_grid(strength: Values) -> Grid:
    """Places in the order: one suit right of the pairs, two suits left of them; a pair of one suit in a last column."""
    place = np.empty(KINDS, dtype=np.int64)
    place[np.argsort(-strength, kind="stable")] = np.arange(1, KINDS + 1)
    falling = range(HIGHEST, -1, -1)
    twins = strength[kind_of(HIGHEST, HIGHEST, 1)] > -np.inf  # several decks deal such pairs
    rows = []
    for row in falling:
        cells = [str(place[kind_of(max(row, column), min(row, column), column < row)]) for column in falling]
        rows.append((*cells, str(place[kind_of(row, row, 1)])) if twins else tuple(cells))
    names = tuple(RANKS[rank] for rank in falling)
    return Grid(GRID_TITLE, (*names, "pair in suit") if twins else names, tuple(rows))


def kinds_text(marks: Words) -> str:
    """Kinds as players write them, runs joined: '77+, AJ+, ATs, KQs'."""
    pairs = [rank for rank in range(len(RANKS)) if marks[kind_of(rank, rank, 0)]]
    parts = _runs(pairs, HIGHEST, lambda rank: RANKS[rank] * 2)
    twins = [rank for rank in range(len(RANKS)) if marks[kind_of(rank, rank, 1)] and rank not in pairs]
    parts += _runs(twins, min(pairs, default=HIGHEST + 1) - 1, lambda rank: RANKS[rank] * 2 + "s")
    for high in range(HIGHEST, 0, -1):
        parts += _beside(high, marks)
    return ", ".join(parts)


def _beside(high: int, marks: Words) -> list[str]:
    """Kinds of one high card: those that count whatever their suits, then those of one suit, or of two, alone."""

    def name(suits: str) -> Callable[[int], str]:
        return lambda low: RANKS[high] + RANKS[low] + suits

    one = {low for low in range(high) if marks[kind_of(high, low, 1)]}
    two = {low for low in range(high) if marks[kind_of(high, low, 0)]}
    both = one & two
    top = min(both) - 1 if both else high - 1
    parts = _runs(sorted(both), high - 1, name(""))
    return parts + _runs(sorted(one - two), top, name("s")) + _runs(sorted(two - one), top, name("o"))


def _runs(ranks: list[int], top: int, name: Callable[[int], str]) -> list[str]:
    """Ranks without a gap up to `top` are one word, '88+'; others stand alone."""
    run = [rank for rank in ranks if set(range(rank, top + 1)) <= set(ranks)]
    words = [name(rank) for rank in sorted(set(ranks) - set(run), reverse=True)]
    if run:
        words.insert(0, name(min(run)) + ("+" if len(run) > 1 else ""))
    return words
