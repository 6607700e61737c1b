"""How a strategy for Fast Action Hold'em is written and followed: for every four cards, one act.

A strategy in strategy.toml names kinds of two cards the way players write them: `88+` a pair of eights or better, `AJ+`
an ace with a jack or better, `ATs+` the same in one suit, `ATo+` in two suits, `76s` just these two; `suited` and `any`
say what they say. `keep` is a list of lines, best first; within a line the higher high card counts, then the higher low
card, then one suit. The other two cards get a second Ante or Bonus where they are of the kinds listed for it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, TWOS
from houseway.games.fast_action_holdem.play import (
    BONUS,
    KEEP,
    SPLIT_ANTE,
    SPLIT_BONUS,
    SPLIT_BOTH,
    SPLITS_AS_WRITTEN,
    SPLITS_NONE,
    SPLITS_TOGETHER,
    Rules,
    first_two,
)
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.cards import DECK, RANKS
from houseway.rules.combos import index_4_repeated, sorted_4
from houseway.rules.felt import Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words

Acts = NDArray[np.int8]
Marks = NDArray[np.bool_]

_WRITTEN = read_strategies("fast_action_holdem")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    """By number of the four cards: the act, as if they had been dealt in rising order."""

    with_bonus: Acts
    ante_alone: Acts


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    own = felt.cards[seat, hand]
    w, x, y, z = sorted_4(own[0] << 2, own[1] << 2 | 1, own[2] << 2 | 2, own[3] << 2 | 3)  # each with its place
    number = index_4_repeated(w >> 2, x >> 2, y >> 2, z >> 2)
    places = (w & 3, x & 3, y & 3, z & 3)
    if felt.wagers[seat, BONUS] > 0:
        return as_dealt(int(plan.with_bonus[number]), places, SPLIT_BOTH)
    return as_dealt(int(plan.ante_alone[number]), places, SPLIT_ANTE)


def as_dealt(act: int, places: tuple[int, int, int, int], either_half: int) -> int:
    """The act on the cards where they lie; acts of the kind `either_half` begins name the half with the first card."""
    two = first_two(act)
    i, j = places[LEFT[two]], places[RIGHT[two]]
    dealt = two_at(min(i, j), max(i, j))
    first = act - two
    if first == either_half:
        dealt = min(dealt, TWOS - 1 - dealt)
    return first + dealt


def two_at(i: int, j: int) -> int:
    """The number of the two cards at places i < j."""
    return i * (5 - i) // 2 + j - 1


class Lines(NamedTuple):
    """A strategy as it is written: lines of kinds that stay, and the kinds that get a bet of their own."""

    keep: Sequence[str]
    keep_with_bonus: Sequence[str]
    second_ante: Sequence[str]
    second_bonus: Sequence[str]

    def keeps(self, with_bonus: bool) -> Sequence[str]:
        return self.keep_with_bonus if with_bonus else self.keep


def lines_of(strategy: str) -> Lines:
    written = _WRITTEN[strategy]
    keep = written["keep"]
    bets = (written.get(name, []) for name in ("split_ante", "split_bonus"))
    return Lines(keep, written.get("keep_with_bonus", keep), *bets)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    """The plan of a strategy in strategy.toml: the best two of every four cards stay, the others may be split off."""
    lines = lines_of(strategy)
    return Plan(acts_by(lines, rules, True), acts_by(lines, rules, False))


def acts_by(lines: Lines, rules: Rules, with_bonus: bool) -> Acts:
    """[number of the four cards] the act of a player with a Bonus, or without."""
    sets = four_cards()
    best = _strongest(sets, _strength(lines.keeps(with_bonus)))
    if rules.splits == SPLITS_NONE:
        return best
    if not with_bonus:
        second_ante = _others(sets, best, kinds_of(lines.second_ante))
        return np.where(second_ante, SPLIT_ANTE + _half_with_first(best), best).astype(np.int8)
    return _with_bonus(rules, sets, best, kinds_of(lines.second_ante), kinds_of(lines.second_bonus))


def _with_bonus(rules: Rules, sets: Words, best: Acts, ante: Marks, bonus: Marks) -> Acts:
    second_ante, second_bonus = _others(sets, best, ante), _others(sets, best, bonus)
    acts = KEEP + best
    if rules.splits == SPLITS_AS_WRITTEN:
        acts = np.where(second_bonus, SPLIT_BONUS + best, acts)
    if rules.splits != SPLITS_TOGETHER:
        acts = np.where(second_ante, SPLIT_ANTE + best, acts)
    return np.where(second_ante & second_bonus, SPLIT_BOTH + _half_with_first(best), acts).astype(np.int8)


def _half_with_first(two: Acts) -> Acts:
    return np.minimum(two, TWOS - 1 - two)


def _others(sets: Words, best: Acts, kinds: Marks) -> Marks:
    """Whether the two cards that do not stay are of these kinds."""
    lines = np.arange(len(sets))
    other = TWOS - 1 - best
    return np.asarray(kinds[sets[lines, np.array(LEFT)[other]], sets[lines, np.array(RIGHT)[other]]])


@cache
def four_cards() -> Words:
    """[number, place] all four cards of several decks, rising."""
    raised = np.array(list(combinations(range(DECK + 3), 4)), dtype=np.int64)
    return raised[np.lexsort(raised.T)] - np.arange(4)


def _strongest(sets: Words, strength: Words) -> Acts:
    each = [strength[sets[:, LEFT[two]], sets[:, RIGHT[two]]] for two in range(TWOS)]
    return np.asarray(np.argmax(each, axis=0), dtype=np.int8)


def _strength(lines: Sequence[str]) -> Words:
    """[card, card] by the line that two cards are of, then by their ranks, then by suits."""
    x, y = np.indices((DECK, DECK))
    line = np.full((DECK, DECK), len(lines))
    for number in range(len(lines) - 1, -1, -1):
        line[kinds_of(lines[number].split())] = number
    high, low = np.maximum(x, y) >> 2, np.minimum(x, y) >> 2
    return np.asarray((len(lines) - line) << 9 | high << 5 | low << 1 | (x & 3 == y & 3))


def kinds_of(words: Sequence[str]) -> Marks:
    """[card, card] whether two cards are of any of these kinds."""
    marks = np.zeros((DECK, DECK), dtype=bool)
    for word in words:
        marks |= _kind(word)
    return marks


def _kind(word: str) -> Marks:
    x, y = np.indices((DECK, DECK))
    high, low, suited = np.maximum(x, y) >> 2, np.minimum(x, y) >> 2, x & 3 == y & 3
    if word == "any":
        return np.ones_like(suited)
    if word == "suited":
        return np.asarray(suited)
    ranks, suits, more = word[:2], word[2:].rstrip("+"), word.endswith("+")
    if len(ranks) < 2 or any(rank not in RANKS for rank in ranks) or suits not in ("", "s", "o"):
        raise Refused(f"'{word}' is no kind of two cards: write 88+, AJ+, ATs+, ATo, suited or any")
    first, second = RANKS.index(ranks[0]), RANKS.index(ranks[1])
    if first == second:
        marks = (high == low) & ((high >= first) if more else (high == first))
    else:
        marks = (high == first) & (low < high) & ((low >= second) if more else (low == second))
    return np.asarray(marks & suited if suits == "s" else marks & ~suited if suits == "o" else marks)
