"""How a strategy for Three Card Poker is written and followed: play from a hand on."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.sheet import Setting, read_strategies
from houseway.games.three_card_poker.play import TO_FOLD, TO_PLAY, Rules
from houseway.rules.cards import RANKS
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words, words
from houseway.rules.three_cards import three_value

_WRITTEN = read_strategies("three_card_poker")
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    lowest: Words  # [0] the least value that is played


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:
    own = felt.cards[seat, hand]
    return TO_PLAY if three_value(own[0], own[1], own[2]) >= plan.lowest[0] else TO_FOLD


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:
    high, middle, low = (RANKS.index(letter) for letter in _WRITTEN[strategy]["play_from"])
    lowest = words(1)
    lowest[0] = high << 8 | middle << 4 | low
    return Plan(lowest)
