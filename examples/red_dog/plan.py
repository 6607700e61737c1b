"""Raise from a spread on."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.sheet import Setting, read_strategies
from houseway.rules.felt import DEALER, HOUSE, Felt

from .play import TO_CALL, TO_RAISE, Rules, spread_of

_WRITTEN = read_strategies(Path(__file__).parent)
STRATEGIES = tuple(_WRITTEN)


class Plan(NamedTuple):
    """Arrays only, so that the compiled rules can look at them."""

    raises: NDArray[np.int8]  # [spread]


def follow(plan: Plan, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    """It looks at the two cards that lie open."""
    spread = spread_of(felt.cards[HOUSE, DEALER, 0], felt.cards[HOUSE, DEALER, 1])
    return TO_RAISE if spread > 0 and plan.raises[spread] else TO_CALL


def new_plan(strategy: str, rules: Rules, settings: Mapping[str, Setting]) -> Plan:  # noqa: ARG001
    return Plan((np.arange(13) >= _WRITTEN[strategy]["raise_from"]).astype(np.int8))
