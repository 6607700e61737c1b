"""Nobody chooses anything at baccarat: a strategy has nothing to say."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.ez_baccarat.play import Rules
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.felt import Felt

STRATEGIES = tuple(read_strategies("ez_baccarat"))


class Plan(NamedTuple):
    nothing: int


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    return 0


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    return Plan(0)
