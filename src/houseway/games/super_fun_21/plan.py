"""Strategies for Super Fun 21 are charts, with rows for hands that were doubled."""

from collections.abc import Mapping

from houseway.games.charts import Plan, follow, read_chart
from houseway.games.sheet import Setting, read_strategies
from houseway.games.super_fun_21.play import Rules

__all__ = ["STRATEGIES", "Plan", "follow", "new_plan"]

_WRITTEN = read_strategies("super_fun_21")
STRATEGIES = tuple(_WRITTEN)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    return read_chart(_WRITTEN[strategy])
