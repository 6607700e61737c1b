"""Blackjack strategies as charts, the way players know them, and how a chart is followed.

A chart in strategy.toml has rows for hard totals, soft totals and pairs, and a column for each up-card from 2 to ace.
A cell is a word of acts in order of preference: `H` hit, `S` stand, `D` double or else hit, `Ds` double or else stand,
`Rh` surrender or else hit, `Rs` surrender or else stand, `P` split, `-` (pairs) play it by its total. A row may be
meant for hands of so many cards only; the last matching row counts.
"""

from typing import Any, NamedTuple

from houseway.rules.blackjack import (
    DECLINE,
    DOUBLE,
    HIT,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    UP_CARD,
    is_pair,
    points,
    total_of,
)
from houseway.rules.choice import bit
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

COLUMNS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
CELLS = {
    "-": (),
    "H": (HIT,),
    "S": (STAND,),
    "D": (DOUBLE, HIT),
    "Ds": (DOUBLE, STAND),
    "P": (SPLIT,),
    "Rh": (SURRENDER, HIT),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLIT),
    "Dr": (DOUBLE, SURRENDER, HIT),
}
HARD, SOFT, PAIRS = "hard", "soft", "pairs"
KINDS = (HARD, SOFT, PAIRS)
CARDS = 8  # hands of this many cards or more are played alike
TOTALS = 22
POINTS = 11  # up-cards by their points, an ace as one
PREFERENCES = 3
NONE = -1


class Plan(NamedTuple):
    chart: Words  # [kind, cards, total, up-card, preference] act or NONE; a pair's total is the points of one card
    insure: int


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    """The first act of the chart's cell that is legal; standing where it names none."""
    if options & bit(INSURE):
        return INSURE if plan.insure else DECLINE
    up = points(felt.cards[HOUSE, DEALER, UP_CARD])
    cards = min(felt.held[seat, hand], CARDS - 1)
    if is_pair(felt, seat, hand):
        act = preferred(plan, 2, cards, points(felt.cards[seat, hand, 0]), up, options)
        if act != NONE:
            return act
    total, soft = total_of(felt, seat, hand)
    act = preferred(plan, 1 if soft else 0, cards, total, up, options)
    return act if act != NONE else STAND


def preferred(plan: Plan, kind: int, cards: int, total: int, up: int, options: int) -> int:
    for i in range(PREFERENCES):
        act = plan.chart[kind, cards, total, up, i]
        if act != NONE and options & bit(act):
            return int(act)
    return NONE


def read_chart(written: dict[str, Any]) -> Plan:
    """A plan from its rows: [kind, total or "a-b", cells, (cards or "a-b")]."""
    chart = words(len(KINDS), CARDS, TOTALS, POINTS, PREFERENCES)
    chart[:] = NONE
    for row in written["rows"]:
        kind, totals, cells, *cards = row
        for up, cell in zip(COLUMNS, cells.split(), strict=True):
            if cell not in CELLS:
                raise Refused(f"'{cell}' in row {kind} {totals} is no cell of a chart; there is {', '.join(CELLS)}")
            acts = [*CELLS[cell], *[NONE] * PREFERENCES][:PREFERENCES]
            for total in span(totals):
                for count in span(cards[0]) if cards else range(CARDS):
                    chart[KINDS.index(kind), min(count, CARDS - 1), total, up_points(up)] = acts
    return Plan(chart, int(written.get("insure", False)))


def up_points(up: str) -> int:
    return 1 if up == "A" else 10 if up == "T" else int(up)


def span(text: str | int) -> range:
    """'13-16' or 12 or 'A' as the totals it stands for."""
    low, _, high = str(text).partition("-")
    first = up_points(low)
    return range(first, (up_points(high) if high else first) + 1)
