"""Drills: hard choices to practise on, one an answer. Nothing is kept: the page says which it has had."""

import secrets
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from houseway.web.api_games import Sets, Slug, chosen_options, known_game
from houseway.web.hall import hall_of, session_of
from houseway.web.models import DrillAnswer
from houseway.web.refusals import RESPONSES, TooFast
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/games", tags=["games"], responses=RESPONSES)
Had = Annotated[str, Query(alias="not", max_length=1_300, description="Ids of drills that were played, with commas.")]


@router.get("/{slug}/drill", response_model=DrillAnswer)
async def drill(slug: Slug, request: Request, sets: Sets = None, had: Had = "") -> Response:
    """A hard choice as its player sees it, and what every act is worth."""
    hall, place = hall_of(request), place_at(request)
    settings = dict(known_game(slug).settings(chosen_options(sets)))
    if not hall.rates.take_both("drills_a_minute", session_of(request).id, place):
        raise TooFast("that is too fast: wait a second")
    chance = secrets.randbits(32)
    return await hall.desks.study.answer("drill", place, game=slug, settings=settings, had=had, chance=chance)
