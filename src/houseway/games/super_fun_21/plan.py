"""Strategies for Super Fun 21 are charts, with a table beside for hands that were doubled."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from houseway.games.charts import COLUMNS, POINTS, TOTALS, read_chart, span, up_points
from houseway.games.charts import Plan as Chart
from houseway.games.charts import follow as follow_chart
from houseway.games.sheet import Setting, read_strategies
from houseway.games.super_fun_21.play import Rules
from houseway.rules.blackjack import STAND, SURRENDER, UP_CARD, best_total, points
from houseway.rules.choice import bit
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies("super_fun_21")
STRATEGIES = tuple(_WRITTEN)

RESCUES = {"S": 0, "R": 1}


class Plan(NamedTuple):
    turn: Chart
    rescue: Words  # [total, up-card] 1: give up one of the two bets of a doubled hand


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options == bit(STAND) | bit(SURRENDER):  # only a doubled hand has no more than these
        up = points(felt.cards[HOUSE, DEALER, UP_CARD])
        return SURRENDER if plan.rescue[best_total(felt, seat, hand), up] else STAND
    return follow_chart(plan.turn, felt, seat, hand, options)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    written = _WRITTEN[strategy]
    return Plan(read_chart(written), read_rescue(written["rescue"]))


def read_rescue(rows: Sequence[Sequence[str]]) -> Words:
    """Rows are [total or "a-b", a cell for each up-card]; a total without a row stands."""
    rescue = words(TOTALS, POINTS)
    for totals, cells in rows:
        for up, cell in zip(COLUMNS, cells.split(), strict=True):
            if cell not in RESCUES:
                raise Refused(f"'{cell}' in row rescue {totals} is no cell of a chart; there is {', '.join(RESCUES)}")
            for total in span(totals):
                rescue[total, up_points(up)] = RESCUES[cell]
    return rescue
