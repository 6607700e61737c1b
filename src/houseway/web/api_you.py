"""You: kept with a passphrase; your settings, score, purse and rounds; all of it in a file, or forgotten."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Depends, Query, Request, Response

from houseway.games import slugs
from houseway.games.words import dollars
from houseway.house.draft import PLAYER, Forbidden
from houseway.house.money import due_of
from houseway.house.names import skeleton
from houseway.rules.refused import Refused
from houseway.web.api_room import TheHall, Who
from houseway.web.api_session import end_sessions, give_cookie, readable, session_answer, take_cookie
from houseway.web.diary import EVER
from houseway.web.gallery import COME_BACK, FORGOTTEN
from houseway.web.hall import Hall
from houseway.web.logs import log
from houseway.web.models_you import (
    ComeBack,
    ExportAnswer,
    ForgetMe,
    KeepMe,
    NewName,
    NewPassphrase,
    OwnRound,
    ScoreNote,
    SessionAnswer,
    SettingsAnswer,
    SettingsNote,
    SummaryAnswer,
)
from houseway.web.own_record import written
from houseway.web.refusals import RESPONSES, Malformed, TooFast
from houseway.web.regulars import Regular, Regulars
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at


async def _verify_player(who: Who) -> None:
    if who.role != PLAYER:
        raise Forbidden("this is for players: give a name first (POST /api/session)")


async def _verify_rate(hall: TheHall, who: Who, request: Request) -> None:
    if not hall.rates.take_both("notes_a_minute", who.id, place_at(request)):
        raise TooFast("that is too fast: wait a minute")


router = APIRouter(prefix="/api/you", tags=["you"], responses=RESPONSES)
NAMES_A_DAY = "names_a_day_an_address"
MANY_NAMES = (
    "one address keeps only so many names a day, and yours has kept them: try again in some hours; "
    "you can play meanwhile, your browser remembers you"
)
Moment = Annotated[int, Query(ge=0, le=EVER, description="Microseconds since 1970.")]
A_PLAYERS = [Depends(_verify_player)]
A_NOTE = [Depends(_verify_player), Depends(_verify_rate)]


# --- a passphrase ---


@router.post("/keep", response_model=SessionAnswer, dependencies=A_NOTE)
async def keep(
    given: KeepMe, hall: TheHall, who: Who, request: Request, response: Response, later: BackgroundTasks
) -> dict[str, Any]:  # fmt: skip
    """Keep name, seats, history, settings and score under a passphrase. The name is nobody else's from now on."""
    place, now = place_at(request), hall.floor.pit.clock()
    if not hall.rates.take(NAMES_A_DAY, place):
        raise TooFast(MANY_NAMES)
    try:
        name = readable(given.name) if given.name else who.name
        async with hall.hashing:
            kept = await asyncio.to_thread(hall.regulars.keep, who.id, name, given.passphrase, now)
    except Refused:
        hall.rates.give_back(NAMES_A_DAY, place)
        raise
    await _end_others(hall, later, who.id, who.mark)
    log.info("a player is kept", player=who.id)
    return _begin(hall, response, kept)


@router.post("/name", response_model=SessionAnswer, dependencies=A_NOTE)
async def rename(
    given: NewName, hall: TheHall, who: Who, request: Request, response: Response, later: BackgroundTasks
) -> dict[str, Any]:  # fmt: skip
    """Another name for the same player. Rounds keep the one they were played under, and a seat until it is left."""
    name = readable(given.name)
    if who.is_kept:
        _verify_may_try(hall, place_at(request), who.name)
        async with hall.hashing:
            renamed, mark = await asyncio.to_thread(hall.regulars.rename, who.id, name, given.passphrase)
        await _end_others(hall, later, who.id, mark)
        return _begin(hall, response, renamed)
    await hall.verify_name_free(name)
    begun = await asyncio.to_thread(hall.sessions.renamed, who, name)
    later.add_task(_call_back, hall, who.own_ending)
    give_cookie(hall, response, begun)
    return session_answer(hall, begun)


@router.post("/return", response_model=SessionAnswer)
async def come_back(given: ComeBack, hall: TheHall, who: Who, request: Request, response: Response) -> dict[str, Any]:
    """Be who you were, on any browser. Tries are counted by address and name: a stranger locks nobody out."""
    _verify_may_try(hall, place_at(request), given.name)
    async with hall.hashing:
        now = hall.floor.pit.clock()
        kept = await asyncio.to_thread(hall.regulars.called, given.name, given.passphrase, now)
    answer = _begin(hall, response, kept)
    await asyncio.to_thread(hall.school.records.take_along, who, kept)
    return answer


@router.post("/passphrase", response_model=SessionAnswer, dependencies=A_PLAYERS)
async def change(
    given: NewPassphrase, hall: TheHall, who: Who, request: Request, response: Response, later: BackgroundTasks
) -> dict[str, Any]:  # fmt: skip
    """Another passphrase. Every other browser is signed out."""
    _verify_may_try(hall, place_at(request), who.name)
    async with hall.hashing:
        changed, mark = await asyncio.to_thread(hall.regulars.change, who.id, given.old, given.new)
    await _end_others(hall, later, who.id, mark)
    return _begin(hall, response, changed)


async def _end_others(hall: Hall, later: BackgroundTasks, id_: str, mark: str) -> None:
    """No cookie until now is good any more."""
    later.add_task(_call_back, hall, await asyncio.to_thread(hall.sessions.end_player, id_, mark))


async def _call_back(hall: Hall, ending: str) -> None:
    """Lines of a session that was replaced: behind the answer, so that they open again with the new cookie."""
    hall.floor.gallery.turn_out(ending, COME_BACK)


def _verify_may_try(hall: Hall, place: str, name: str) -> None:
    rates, whose = hall.rates, f"{place} as regular {skeleton(name)}"
    if not (rates.take("logins_a_minute_an_address", place) and rates.take("logins_a_minute", whose)):
        raise TooFast("too many attempts: wait a minute")


def _begin(hall: Hall, response: Response, kept: Regular) -> dict[str, Any]:
    """Always a new session: whatever cookie somebody planted before is not the one that is good now."""
    begun = hall.sessions.begin(kept.id, kept.name, PLAYER, kept.mark)
    give_cookie(hall, response, begun)
    return session_answer(hall, begun)


# --- settings and score ---


@router.get("/settings", response_model=SettingsAnswer, response_model_exclude_none=True, dependencies=A_PLAYERS)
async def settings(hall: TheHall, who: Who) -> dict[str, Any]:
    """What a regular prefers; nothing of anybody else is kept here."""
    regulars = hall.regulars
    noted, leaves_at = await asyncio.to_thread(lambda: (regulars.settings(who.id), regulars.leaves_at(who.id)))
    return {"settings": noted, "forgotten_at": leaves_at}


@router.put("/settings", response_model=SettingsNote, dependencies=A_NOTE)
async def note_settings(given: SettingsNote, hall: TheHall, who: Who) -> dict[str, Any]:
    """Some of them, or all; the last word on each counts."""
    return {"settings": await asyncio.to_thread(hall.regulars.note_settings, who.id, given.settings)}


@router.get("/score", response_model=ScoreNote, dependencies=A_PLAYERS)
async def score(hall: TheHall, who: Who) -> dict[str, Any]:
    """What a regular's choices came to, by game and by day, and those that were not the best."""
    return await asyncio.to_thread(_learnt, hall.regulars, who.id)


@router.post("/score", response_model=ScoreNote, dependencies=A_NOTE)
async def add_score(given: ScoreNote, hall: TheHall, who: Who) -> dict[str, Any]:
    """More choices that were judged."""
    if unknown := {*given.score, *(each.game for each in given.mistakes)} - set(slugs()):
        raise Malformed(f"there is no game '{min(unknown)}'")
    said = given.model_dump()
    await asyncio.to_thread(hall.regulars.add_scores, who.id, said["score"], said["days"], said["mistakes"])
    return await asyncio.to_thread(_learnt, hall.regulars, who.id)


def _learnt(regulars: Regulars, id_: str) -> dict[str, Any]:
    return {"score": regulars.scores(id_), "days": regulars.days(id_), "mistakes": regulars.mistakes(id_)}


# --- what was ---


@router.get("", response_model=SummaryAnswer, dependencies=A_PLAYERS)
async def summary(hall: TheHall, who: Who, request: Request) -> Response:
    """Your purse, your chips on tables, and what your rounds came to."""
    return await hall.desks.diary.answer("summary", place_at(request), player=who.id)


@router.get("/rounds", response_model=list[OwnRound], dependencies=A_PLAYERS)
async def rounds(
    hall: TheHall, who: Who, request: Request, before: Moment = EVER, limit: Annotated[int, Query(ge=1, le=100)] = 25
) -> Response:  # fmt: skip
    """Your rounds that ended before a moment, the newest first."""
    return await hall.desks.diary.answer("own_rounds", place_at(request), player=who.id, before=before, limit=limit)


# --- all of it, and none of it ---


@router.get("/export", response_model=ExportAnswer, dependencies=A_NOTE)
async def export(hall: TheHall, who: Who, request: Request) -> Response:
    """Everything that the house holds about you, as one file."""
    held = await asyncio.to_thread(lambda: _held(hall.regulars, who) | {"school": hall.school.held(who)})
    play = await hall.desks.diary.ask("own_export", place_at(request), player=who.id)
    text = await asyncio.to_thread(lambda: written(held | {"play": json.loads(play)}))
    attached = {"content-disposition": 'attachment; filename="houseway-your-record.json"'}
    return Response(text, media_type="application/json", headers=attached)


def _held(regulars: Regulars, who: Session) -> dict[str, Any]:
    kept = regulars.find(who.id)
    profile = {"id": who.id, "name": who.name, "kept_at": kept.kept_at if kept else None}
    if leaves_at := regulars.leaves_at(who.id):
        profile["forgotten_at"] = leaves_at
    return {"profile": profile, "settings": regulars.settings(who.id)} | _learnt(regulars, who.id)


@router.post("/forget", response_model=SessionAnswer, dependencies=A_PLAYERS)
async def forget(
    given: ForgetMe, hall: TheHall, who: Who, request: Request, response: Response
) -> dict[str, Any]:  # fmt: skip
    """Profile, passphrase, settings and score are gone, the name is free, and every session ends. Rounds stay.

    A regular without the passphrase types the name: then it is done in seven days, if nobody says no.
    """
    _verify_nothing_due(hall, who.id)
    if who.is_kept:
        _verify_may_try(hall, place_at(request), who.name)
        if given.name and not given.passphrase:
            await asyncio.to_thread(hall.regulars.ask_to_leave, who.id, given.name, hall.floor.pit.clock())
            return session_answer(hall, who)
        async with hall.hashing:
            kept = await asyncio.to_thread(hall.regulars.verified, who.id, given.passphrase)
        await asyncio.to_thread(hall.regulars.forget, kept)
    await end_sessions(hall, who.id, who.mark, how=FORGOTTEN)
    log.info("a player is forgotten", player=who.id)
    return take_cookie(hall, response)


def _verify_nothing_due(hall: Hall, player: str) -> None:
    """Nobody could be paid by hand whom the house does not know any more."""
    for table in hall.floor.pit.tables.values():
        if cents := table.accounts.get(due_of(player), 0):
            raise Refused(
                f"{dollars(cents)} waits to be paid to you by hand at table {table.name}: let it be paid first"
            )


@router.delete("/forget", response_model=SessionAnswer, dependencies=A_NOTE)
async def stay(hall: TheHall, who: Who) -> dict[str, Any]:
    """Not to be forgotten, whoever asked for it."""
    await asyncio.to_thread(hall.regulars.stay, who.id)
    return session_answer(hall, who)
