"""Drills: hard choices to practise on, one an answer. Nothing is kept: the page says which it has had."""

import secrets
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from houseway.analysis.drills import Drill, find_drill
from houseway.analysis.hints import Advisor
from houseway.games import find_game
from houseway.web.api_games import Sets, Slug, chosen_options, known_game
from houseway.web.hall import Hall, hall_of, one_at_a_time, session_of
from houseway.web.models import DrillAnswer
from houseway.web.places import place_at
from houseway.web.refusals import TooFast

ADVISORS_KEPT = 12  # games under options that were asked for lately

router = APIRouter(prefix="/api/games", tags=["games"])
Had = Annotated[str, Query(alias="not", max_length=1_300, description="Ids of drills that were played, with commas.")]


@router.get("/{slug}/drill", response_model=DrillAnswer)
def drill(
    slug: Slug, request: Request, hall: Annotated[Hall, Depends(hall_of)], sets: Sets = None, had: Had = ""
) -> dict[str, Any]:
    """A hard choice as its player sees it, and what every act is worth."""
    settings = known_game(slug).settings(chosen_options(sets))
    if not hall.rates.take_both("drills_a_minute", session_of(request).id, place_at(request)):
        raise TooFast("that is too fast: wait a second")
    with one_at_a_time():
        advisor = _advisor(slug, tuple(settings.items()))
        return _told(advisor, find_drill(advisor, secrets.randbits(32), had.split(",")))


@lru_cache(ADVISORS_KEPT)
def _advisor(slug: str, settings: tuple[tuple[str, Any], ...]) -> Advisor:
    return Advisor(find_game(slug), dict(settings))


def _told(advisor: Advisor, found: Drill) -> dict[str, Any]:
    return {
        "id": found.id,
        "game": advisor.game.slug,
        "options": dict(advisor.settings),
        "wagers": found.wagers,
        "unit_cents": found.wagers[advisor.base],
        "seat": found.seat,
        "hand": found.hand,
        "acts": [hint.name for hint in sorted(found.ranked, key=lambda hint: hint.act)],
        "values": [{"act": hint.name, "value": hint.value} for hint in found.ranked],
        "basic_errs": found.basic_errs,
        "tape": found.tape.tolist(),
    }
