"""Strategies for the blackjack of Triple Shot Bonus are charts; rows `when_dealer_stands` are for that option."""

from collections.abc import Mapping

from houseway.games.charts import Plan, follow_hand, read_chart
from houseway.games.sheet import Setting, read_strategies
from houseway.games.triple_shot_bonus.play import DECLINE, INSURE, Rules
from houseway.rules.choice import bit
from houseway.rules.felt import Felt

_WRITTEN = read_strategies("triple_shot_bonus")
STRATEGIES = tuple(_WRITTEN)


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    if options & bit(INSURE):
        return INSURE if plan.insure else DECLINE
    return follow_hand(plan, felt, seat, hand, options)


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    written = _WRITTEN[strategy]
    more = written.get("when_dealer_stands", []) if settings["soft_17"] == "stand" else []
    return read_chart(written, more)
