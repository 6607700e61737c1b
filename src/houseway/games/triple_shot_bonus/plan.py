"""Strategies for the blackjack of Triple Shot Bonus are charts, with room for what a chart by totals cannot say.

`two_cards` in strategy.toml names first hands by their two cards; their cells come before those of the chart, and `-`
leaves the hand to it. `when_dealer_stands` are rows that come on top where the dealer stands on soft 17.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.games.charts import CELLS, COLUMNS, NONE, POINTS, read_chart, up_points
from houseway.games.charts import Plan as Chart
from houseway.games.charts import follow as follow_chart
from houseway.games.sheet import Setting, read_strategies
from houseway.games.triple_shot_bonus.play import DECLINE, INSURE, Rules
from houseway.rules.blackjack import DOUBLE, UP_CARD, points
from houseway.rules.choice import bit
from houseway.rules.felt import DEALER, HOUSE, Felt
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies("triple_shot_bonus")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    chart: Chart
    two_cards: Words  # [points, points, up-card] act, or NONE: by the chart


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(INSURE):
        return INSURE if plan.chart.insure else DECLINE
    if options & bit(DOUBLE):  # the first two cards
        own = felt.cards[seat, hand]
        act = plan.two_cards[points(own[0]), points(own[1]), points(felt.cards[HOUSE, DEALER, UP_CARD])]
        if act != NONE:
            return int(act)
    return follow_chart(plan.chart, felt, seat, hand, options)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    written: dict[str, Any] = _WRITTEN[strategy]
    rows = list(written["rows"])
    if settings["soft_17"] == "stand":
        rows += written.get("when_dealer_stands", [])
    return Plan(read_chart({**written, "rows": rows}), _read_two_cards(written.get("two_cards", [])))


def _read_two_cards(rows: list[list[str]]) -> Words:
    """From rows of two cards ("2-6", in either order) and a cell for each up-card."""
    acts = words(POINTS, POINTS, POINTS)
    acts[:] = NONE
    for hand, cells in rows:
        low, high = map(up_points, hand.split("-"))
        for up, cell in zip(COLUMNS, cells.split(), strict=True):
            if CELLS[cell]:
                acts[low, high, up_points(up)] = acts[high, low, up_points(up)] = CELLS[cell][0]
    return acts
