"""Blackjack strategies as charts, the way players know them, and how a strategy is followed.

A chart in strategy.toml is a list of rows [kind, hands, cells, (cards)]; the last row that fits a hand counts.

- kind `hard`, `soft`: hands by total, "13-16" or "12"; `pairs`: by one card, "8" or "A"; `cards`: by all its cards,
  "2-6"; `doubled`: hands that were doubled, by total.
- cells: one for each up-card from 2 to ace, naming acts in order of preference: `H` hit, `S` stand, `D` double or else
  hit, `Ds` double or else stand, `Rh`, `Rs`, `Rp` surrender or else hit, stand, split, `P` split, `R` surrender,
  `-` (pairs and cards) leave it to the other rows.
- cards: the row is for hands of so many cards only, "2-4" or 5.

A plan is wider than a chart: it may tell apart every hand, whole or after a split. Solvers write such plans.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.rules.blackjack import DECLINE, DOUBLE, HIT, INSURE, SPLIT, STAND, SURRENDER, UP_CARD, points
from houseway.rules.choice import bit
from houseway.rules.compositions import EMPTY, POINTS, Steps, composition_of, compositions, steps_by_rank
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.refused import Refused

COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
CELLS: dict[str, tuple[int, ...]] = {
    "-": (),
    "H": (HIT,),
    "S": (STAND,),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "P": (SPLIT,),
    "R": (SURRENDER,),
    "Rh": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT),
}
HARD, SOFT, PAIRS, CARDS, DOUBLED = "hard", "soft", "pairs", "cards", "doubled"
WHOLE, AFTER_SPLIT, AFTER_DOUBLE = range(3)  # situations of a hand
PREFERENCES = 4
NONE = -1

Acts = NDArray[np.int8]


class Plan(NamedTuple):
    steps: Steps
    acts: Acts  # [situation, hand, up-card's points, preference] act or NONE
    insure: int


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(INSURE):
        return INSURE if plan.insure else DECLINE
    return follow_hand(plan, felt, seat, hand, options)


def follow_hand(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    """The first act of the plan that is legal; standing where it names none. (Insurance is asked of `plan.insure`.)"""
    number = composition_of(plan.steps, felt, seat, hand)
    up = points(felt.cards[HOUSE, DEALER, UP_CARD])
    return planned_act(plan, felt.hands[seat] > 1, number, up, options)


def planned_act(plan: Plan, after_split: bool, number: int, up: int, options: int) -> int:
    """What a plan does with a hand by its number, against an up-card by its points."""
    situation = AFTER_SPLIT if after_split else WHOLE
    if options & (bit(HIT) | bit(DOUBLE) | bit(SPLIT)) == 0:  # only a doubled hand has no more to do
        situation = AFTER_DOUBLE
    for i in range(PREFERENCES):
        act = int(plan.acts[situation, number, up, i])
        if act != NONE and options & bit(act):
            return act
    return STAND


def read_chart(written: dict[str, Any], more_rows: Sequence[Sequence[Any]] = ()) -> Plan:
    """The plan of a chart."""
    book = compositions()
    acts = np.full((3, len(book.tree), POINTS, PREFERENCES), NONE, dtype=np.int8)
    rows = [*written["rows"], *more_rows]
    for kind in (HARD, SOFT, DOUBLED, PAIRS, CARDS):  # the particular after the general: it takes precedence
        for row in rows:
            if row[0] == kind:
                _write_row(acts, *row)
    unknown = {row[0] for row in rows} - {HARD, SOFT, DOUBLED, PAIRS, CARDS}
    if unknown:
        raise Refused(f"a chart has no rows of kind {', '.join(sorted(unknown))}")
    return Plan(steps_by_rank(), acts, int(written.get("insure", False)))


def _write_row(acts: Acts, kind: str, hands: str | int, cells: str, cards: str | int = "1-21") -> None:
    numbers = _hands_of(kind, str(hands), cards)
    situations = [AFTER_DOUBLE] if kind == DOUBLED else [WHOLE, AFTER_SPLIT]
    columns = dict(zip(map(card_points, COLUMNS), cells.split(), strict=True))
    for cell in columns.values():
        if cell not in CELLS:
            raise Refused(f"'{cell}' in row {kind} {hands} is no cell of a chart; there is {', '.join(CELLS)}")
    if kind in (PAIRS, CARDS):  # what the totals say stays as second choice
        for situation, number, (up, cell) in product(situations, numbers, columns.items()):
            place = acts[situation, number, up]
            place[:] = [*CELLS[cell], *place][:PREFERENCES]
    else:
        row = [[*CELLS[cell], *[NONE] * PREFERENCES][:PREFERENCES] for cell in columns.values()]
        acts[np.ix_(situations, numbers, list(columns))] = row


def _hands_of(kind: str, hands: str, cards: str | int) -> list[int]:
    """The numbers of the hands that a row is about."""
    book = compositions()
    if kind == CARDS:
        number = EMPTY
        for word in hands.split("-"):
            number = int(book.tree[number, card_points(word)])
        return [number]
    if kind == PAIRS:
        return [int(book.tree[book.tree[EMPTY, card], card]) for card in span(hands)]
    fits = np.isin(book.total, span(hands)) & np.isin(book.cards, span(cards))
    if kind != DOUBLED:
        fits &= book.soft == (kind == SOFT)
    return [int(number) for number in np.flatnonzero(fits)]


def card_points(word: str) -> int:
    return 1 if word == "A" else 10 if word == "T" else int(word)


def span(text: str | int) -> range:
    """'13-16' or 12 or 'A' as the numbers it stands for."""
    low, _, high = str(text).partition("-")
    first = card_points(low)
    return range(first, (card_points(high) if high else first) + 1)
