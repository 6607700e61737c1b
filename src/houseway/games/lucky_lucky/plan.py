"""Strategies for the blackjack under Lucky Lucky are charts."""

from collections.abc import Mapping

from houseway.games.charts import Plan, follow, read_chart
from houseway.games.lucky_lucky.play import Rules
from houseway.games.sheet import Setting, read_strategies

__all__ = ["STRATEGIES", "Plan", "follow", "new_plan"]

_WRITTEN = read_strategies("lucky_lucky")
STRATEGIES = tuple(_WRITTEN)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    return read_chart(_WRITTEN[strategy])
