"""Nobody chooses anything at baccarat."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.sheet import Setting
from houseway.rules.felt import Felt

from .play import Rules

STRATEGIES = ("basic",)


class Plan(NamedTuple):
    nothing: int


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    return 0


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:  # noqa: ARG001
    return Plan(0)
