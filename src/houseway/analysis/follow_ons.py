"""Wagers that a choice adds to a round, and what a solution's round is of where there are some.

A game that is proved from its play has figures of such a wager per unit of the first bet, and a round of the bets that
choices look at with all that follows them; bets aside come to it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.analysis.solver import FILE
from houseway.games.game import Game, Wagers
from houseway.games.wager_titles import ROUND


def per_first_bet(game: Game) -> list[str]:
    """Wagers that arise in play and are told per unit of the first bet, over all rounds: so a round's add up.

    A game with mathematics of its own tells one (insurance) per unit of it, where it is bet.
    """
    if (game.folder / f"{FILE}.py").exists():
        return []
    return [wager.name for wager in game.sheet.wagers if not wager.placed and not wager.toke]


def leading(game: Game) -> str:
    """The bet in whose units those are told: the first that choices look at."""
    return next(iter(_main(game)), game.wagers[0])


def _main(game: Game) -> list[str]:
    """Bets before the cards that choices look at."""
    return [wager.name for wager in game.sheet.wagers if wager.placed and not wager.aside and not wager.toke]


def within_round(game: Game) -> list[str]:
    """Wagers that nobody bets without the whole round: bets that must all be made, and what choices add to them."""
    free = [wager for wager in game.sheet.wagers if wager.name in _main(game) and not wager.required]
    return [] if free else [*_main(game), *per_first_bet(game)]


def follow_ons(game: Game, wagers: Mapping[str, Any]) -> list[str]:
    """Those of them that a solution knows."""
    return [name for name in per_first_bet(game) if name in wagers]


def awards(game: Game, wagers: Mapping[str, Any]) -> dict[str, Fraction]:
    """Edges of what is paid without a bet of its own, per unit of the first bet: what a round has beside its bets."""
    unbet = [name for name in per_first_bet(game) if name not in wagers]
    main = _main(game)
    if len(unbet) != 1 or not all(name in wagers for name in (ROUND, *main)):
        return {}
    parts = sum((wagers[name].edge.value for name in (*main, *follow_ons(game, wagers))), Fraction(0))
    rest = wagers[ROUND].edge.value - parts
    return {unbet[0]: rest} if rest else {}


def led_by(game: Game, placed: Wagers) -> int | None:
    """Cents of each bet that choices look at, where all of them are placed and of one size."""
    sizes = {placed.get(name, 0) for name in _main(game)}
    return sizes.pop() or None if len(sizes) == 1 else None


def edge_of_round(game: Game, edges: Mapping[str, float], placed: Wagers) -> float | None:
    """Of all that was placed, per unit of the first bet; None where a part of it is not known."""
    if not placed or not all(name in edges for name in placed):
        return None
    return sum(edges[name] * cents for name, cents in placed.items()) / first_bet(game, placed)


def first_bet(game: Game, placed: Wagers) -> int:
    """Cents of the bet in whose units a round is told."""
    return placed.get(game.wagers[0]) or next(iter(placed.values()))


def edge_with_follow_ons(game: Game, wagers: Mapping[str, Any], placed: Wagers) -> float | None:
    """The same of a round with what choices add to it."""
    unit = led_by(game, placed)
    aside = {wager.name for wager in game.sheet.wagers if wager.aside}
    if unit is None or ROUND not in wagers or not all(name in wagers for name in placed if name in aside):
        return None
    beside = sum(float(wagers[name].edge.value) * cents for name, cents in placed.items() if name in aside)
    return (float(wagers[ROUND].edge.value) * unit + beside) / first_bet(game, placed)
