"""How a strategy for Mississippi Stud is written: three bets with a made hand, one with points enough, else fold."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.mississippi_stud.play import BET_ONE, BET_THREE, FOURTH, THIRD, TO_FOLD, Rules
from houseway.games.sheet import Setting, read_strategies
from houseway.rules.cards import JACK, SIX, rank
from houseway.rules.felt import COMMUNITY, HOUSE, Felt
from houseway.rules.shapes import Words, words

_WRITTEN = read_strategies("mississippi_stud")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    points: Words  # [community cards seen] the least that is played: jacks and higher count two, six to ten one


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    seen = 0
    if felt.stakes[seat, hand, THIRD] > 0:
        seen += 1
    if felt.stakes[seat, hand, FOURTH] > 0:
        seen += 1
    points, pair = 0, -1
    for i in range(2 + seen):
        one = rank(card_at(felt, seat, hand, i))
        if one >= SIX:
            points += 1
        if one >= JACK:
            points += 1
        for k in range(i):
            if rank(card_at(felt, seat, hand, k)) == one:
                pair = max(pair, one)
    if pair >= SIX or (pair >= 0 and seen == 0):
        return BET_THREE
    return BET_ONE if pair >= 0 or points >= plan.points[seen] else TO_FOLD


def card_at(felt: Felt, seat: int, hand: int, i: int) -> int:
    """One's own two cards, then those of the community that are turned."""
    return felt.cards[seat, hand, i] if i < 2 else felt.cards[HOUSE, COMMUNITY, i - 2]  # type: ignore[no-any-return]


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    points = words(3)
    points[:] = _WRITTEN[strategy]["points"]
    return Plan(points)
