"""What choosing.py works on: classes of hands, what is chosen for them, and scratch paper."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.blackjack.splits import GONE, SLOTS
from houseway.analysis.exact.blackjack.turns import HANDS, LOWEST
from houseway.rules.blackjack import HIT, STAND, SURRENDER
from houseway.rules.compositions import POINTS, compositions
from houseway.rules.shapes import Words, words

LEVELS = 22  # hands have up to 21 cards
WIDEST = 453  # hands of one number of cards
TRIED = 4  # stand, hit, surrender, double

Floats = NDArray[np.float64]


class Classes(NamedTuple):
    """Which hands act alike: numbers of classes, each of hands with the same number of cards."""

    whole: Words  # [hand]
    after_split: Words  # [hand]
    doubled: Words  # [hand]


class Chosen(NamedTuple):
    """What is done against one up-card."""

    acts: Words  # [class]
    doubled: Words  # [class] of doubled hands
    split: Words  # [pair] 1: a pair is split
    again: Words  # [pair] 1: a pair after a split is split again
    worth: Floats  # [pair split from or WHOLE, hand, act] value of each act; after a split, with q = 0
    worth_doubled: Floats  # [hand, act] value of a whole hand that was doubled
    sweeps: Words  # [0]


class Paper(NamedTuple):
    """Scratch paper."""

    value: Floats  # [slot, hand]
    standing: Floats  # [slot, hand]
    doubled: Floats  # [slot, hand] a doubled hand, per unit of the first bet
    chance: Floats  # [slot, hand]
    chance_doubled: Floats  # [slot, hand]
    tried: Floats  # [place in its level, slot, act]
    sums: Floats  # [class, act]
    weight: Floats  # [class]
    gone: Floats  # [pair, q] chance that q more cards of the pair are gone
    firsts: Words  # [level] first hand with so many cards


def identity_classes() -> Classes:
    """Every hand for itself, whole and after a split."""
    hands = np.arange(HANDS, dtype=np.int64)
    return Classes(hands, hands + HANDS, hands)


def new_chosen(classes: Classes) -> Chosen:
    """Something to begin with: draw to 17."""
    acts = np.full(2 * HANDS, STAND, dtype=np.int64)
    low = compositions().total < LOWEST
    acts[classes.whole[low]] = HIT
    acts[classes.after_split[low]] = HIT
    return Chosen(
        acts, np.full(HANDS, STAND, dtype=np.int64),
        words(POINTS), words(POINTS), np.full((POINTS, HANDS, SURRENDER + 1), np.nan),
        np.full((HANDS, SURRENDER + 1), np.nan), words(1),
    )  # fmt: skip


def new_paper() -> Paper:
    by_slot = (SLOTS, HANDS)
    levels = np.searchsorted(compositions().cards, np.arange(LEVELS + 1)).astype(np.int64)
    assert np.diff(levels).max() == WIDEST
    return Paper(
        np.zeros(by_slot), np.zeros(by_slot), np.zeros(by_slot), np.zeros(by_slot), np.zeros(by_slot),
        np.zeros((WIDEST, SLOTS, TRIED)), np.zeros((2 * HANDS, TRIED)), np.zeros(2 * HANDS),
        np.zeros((POINTS, GONE)), levels,
    )  # fmt: skip
