"""Sit down with a name; staff with a password."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from houseway.house.draft import PLAYER, STAFF_ID, Forbidden
from houseway.house.names import verify_name
from houseway.rules.refused import Refused
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall
from houseway.web.logs import log
from houseway.web.models_you import Login, NewSession, SessionAnswer
from houseway.web.refusals import RESPONSES, Malformed, TooFast
from houseway.web.sessions import LIFETIME_S, NOBODY, Session, cookie_name
from houseway.web.whereabouts import place_at

router = APIRouter(tags=["session"], responses=RESPONSES)


@router.get("/api/session", response_model=SessionAnswer)
async def session(hall: TheHall, who: Who) -> dict[str, Any]:
    """Who you are; a guest until you give a name."""
    return session_answer(hall, who)


@router.post("/api/session", response_model=SessionAnswer)
async def begin(given: NewSession, hall: TheHall, request: Request, response: Response) -> dict[str, Any]:
    """Become a player with a name."""
    name = readable(given.name)
    if not hall.rates.take("sessions_a_minute", place_at(request)):
        raise TooFast("that are many new players from one place: wait a minute")
    await hall.verify_name_free(name)
    begun = hall.sessions.begin_player(name)
    give_cookie(hall, response, begun)
    return session_answer(hall, begun)


@router.delete("/api/session", response_model=SessionAnswer)
async def end(hall: TheHall, who: Who, response: Response, everywhere: bool = False) -> dict[str, Any]:
    """Be a guest again; with `everywhere` in every browser where staff or a regular are logged in."""
    if everywhere or (who.role == PLAYER and not who.is_kept):
        await sign_out_everywhere(hall, who.id, who.name)
    else:
        await asyncio.to_thread(hall.sessions.end, who)
        hall.floor.gallery.turn_out(who.own_ending)
    return take_cookie(hall, response)


@router.post("/api/staff/login", response_model=SessionAnswer)
async def login(given: Login, hall: TheHall, request: Request, response: Response) -> dict[str, Any]:
    """For supervisors, auditors and teachers."""
    verify_may_try(hall, request, given.name)
    role = await asyncio.to_thread(hall.staff.role_of, given.name, given.password)
    log.info("staff login", outcome="done" if role else "refused")
    if role is None:
        raise Forbidden("name or password is wrong")
    mark = await asyncio.to_thread(hall.staff.mark, given.name, role)
    begun = hall.sessions.begin(f"{STAFF_ID}{given.name}", given.name, role, mark)
    give_cookie(hall, response, begun)
    return session_answer(hall, begun)


def readable(written: str) -> str:
    """The name as it is kept."""
    try:
        return verify_name(written)
    except Refused as refusal:
        raise Malformed(str(refusal)) from None


def verify_may_try(hall: Hall, request: Request, name: str) -> None:
    """A password of an account, from one place."""
    rates, place = hall.rates, place_at(request)
    if not (rates.take("logins_a_minute_an_address", place) and rates.take("logins_a_minute", f"{place} as {name}")):
        raise TooFast("too many attempts: wait a minute")


async def sign_out_everywhere(hall: Hall, id_: str, by: str) -> None:
    _, is_staff, name = id_.partition(STAFF_ID)
    if is_staff:
        await asyncio.to_thread(hall.staff.revoke, name, by)
        hall.floor.gallery.turn_out(id_)
    else:
        mark = await asyncio.to_thread(hall.regulars.renew, id_)
        await end_sessions(hall, id_, mark)


async def end_sessions(hall: Hall, id_: str, mark: str, **how: Any) -> None:
    """Of a player, or of a regular under a mark."""
    ending = await asyncio.to_thread(hall.sessions.end_player, id_, mark)
    hall.floor.gallery.turn_out(ending, **how)


def give_cookie(hall: Hall, response: Response, begun: Session) -> None:
    response.set_cookie(
        cookie_name(hall.secure),
        begun.token,
        max_age=LIFETIME_S[begun.role],
        path="/",
        httponly=True,
        samesite="strict",
        secure=hall.secure,
    )


def take_cookie(hall: Hall, response: Response) -> dict[str, Any]:
    """The answer to somebody who is a guest from now on."""
    name = cookie_name(hall.secure)
    response.delete_cookie(name, path="/", httponly=True, samesite="strict", secure=hall.secure)
    return session_answer(hall, NOBODY)


def session_answer(hall: Hall, who: Session) -> dict[str, Any]:
    return {"id": who.id, "name": who.name, "role": who.role, "csrf": hall.sessions.csrf(who), "kept": who.is_kept,
            "kept_days": hall.floor.pit.room.regulars_kept_days}  # fmt: skip
