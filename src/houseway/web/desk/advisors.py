"""Advisors that a clerk keeps at hand: those of games under options that were asked for lately."""

from functools import lru_cache
from typing import Any

from houseway.games.settings import Settings

ADVISORS_KEPT = 12


@lru_cache(ADVISORS_KEPT)
def advisor_for(slug: str, settings: Settings) -> Any:
    from houseway.analysis.hints import Advisor
    from houseway.games import find_game

    return Advisor(find_game(slug), settings)
