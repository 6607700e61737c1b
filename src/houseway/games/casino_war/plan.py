"""How a strategy for Casino War is written and followed: with which ties to go to war."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.casino_war.play import GO_TO_WAR, SURRENDER, Rules
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.cards import RANKS, rank
from houseway.rules.choice import bit
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies("casino_war")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    fights: Words  # [rank] 1: go to war with this tie


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    fights = plan.fights[rank(felt.cards[seat, hand, 0])] and options & bit(GO_TO_WAR)
    return GO_TO_WAR if fights else SURRENDER


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    """The plan of a strategy in strategy.toml."""
    plan = Plan(words(len(RANKS)))
    for text in _WRITTEN[strategy]["fights"]:
        plan.fights[RANKS.index(text)] = 1
    return plan
