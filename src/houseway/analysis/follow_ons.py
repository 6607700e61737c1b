"""Wagers that a choice adds to a round, and what a solution's round is of where there are some.

A game that is proved from its play has figures of such a wager per unit of the first bet, and a round of the bets that
choices look at with all that follows them; bets aside come to it.
"""

from collections.abc import Mapping
from typing import Any

from houseway.games.game import Game, Wagers
from houseway.games.wager_titles import ROUND


def follow_ons(game: Game, wagers: Mapping[str, Any]) -> list[str]:
    """Those that are not placed before the deal and are bet in some rounds only."""
    added = [wager.name for wager in game.sheet.wagers if not wager.placed and not wager.toke]
    return [name for name in added if name in wagers and wagers[name].action.value != 1]


def led_by(game: Game, placed: Wagers) -> int | None:
    """Cents of each bet that choices look at, where all of them are placed and of one size."""
    main = {wager.name for wager in game.sheet.wagers if wager.placed and not wager.aside and not wager.toke}
    sizes = {placed.get(name, 0) for name in main}
    return sizes.pop() or None if len(sizes) == 1 else None


def round_with_follow_ons(game: Game, wagers: Mapping[str, Any], placed: Wagers) -> float | None:
    """Cents that a round of these bets loses on average; None where it is not known."""
    unit = led_by(game, placed)
    aside = {wager.name for wager in game.sheet.wagers if wager.aside}
    if unit is None or ROUND not in wagers or not all(name in wagers for name in placed if name in aside):
        return None
    beside = sum(float(wagers[name].edge.value) * cents for name, cents in placed.items() if name in aside)
    return float(wagers[ROUND].edge.value) * unit + beside
