"""Sit down with a name; staff with a password."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from houseway.house.draft import Forbidden
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall
from houseway.web.logs import log
from houseway.web.models import Login, NewSession, SessionAnswer
from houseway.web.places import place_at
from houseway.web.refusals import Malformed, TooFast
from houseway.web.sessions import LIFETIME_S, Session, cookie_name

router = APIRouter(tags=["session"])


@router.get("/api/session", response_model=SessionAnswer)
async def session(hall: TheHall, who: Who) -> dict[str, Any]:
    """Who you are; a guest until you give a name."""
    return _answer(hall, who)


@router.post("/api/session", response_model=SessionAnswer)
async def begin(given: NewSession, hall: TheHall, request: Request, response: Response) -> dict[str, Any]:
    """Become a player with a name."""
    name = " ".join(given.name.split())
    if not name or not name.isprintable():
        raise Malformed("a name has 1 to 24 letters that can be read")
    if not hall.rates.take("sessions_a_minute", place_at(request)):
        raise TooFast("that are many new players from one place: wait a minute")
    begun = hall.sessions.begin_player(name)
    _give_cookie(hall, response, begun)
    return _answer(hall, begun)


@router.delete("/api/session", response_model=SessionAnswer)
async def end(hall: TheHall, who: Who, response: Response) -> dict[str, Any]:
    """Be a guest again."""
    await asyncio.to_thread(hall.sessions.end, who)
    name = cookie_name(hall.secure)
    response.delete_cookie(name, path="/", httponly=True, samesite="strict", secure=hall.secure)
    return {"id": "", "name": "", "role": "guest", "csrf": ""}


@router.post("/api/staff/login", response_model=SessionAnswer)
async def login(given: Login, hall: TheHall, request: Request, response: Response) -> dict[str, Any]:
    """For supervisors and auditors."""
    rates = hall.rates
    if not (
        rates.take("logins_a_minute", f"at {place_at(request)}") and rates.take("logins_a_minute", f"as {given.name}")
    ):  # fmt: skip
        raise TooFast("too many attempts: wait a minute")
    role = await asyncio.to_thread(hall.staff.role_of, given.name, given.password)
    log.info("staff login", outcome="done" if role else "refused")
    if role is None:
        raise Forbidden("name or password is wrong")
    mark = await asyncio.to_thread(hall.staff.mark, given.name, role)
    begun = hall.sessions.begin(f"staff:{given.name}", given.name, role, mark)
    _give_cookie(hall, response, begun)
    return _answer(hall, begun)


def _give_cookie(hall: Hall, response: Response, begun: Session) -> None:
    response.set_cookie(
        cookie_name(hall.secure),
        begun.token,
        max_age=LIFETIME_S[begun.role],
        path="/",
        httponly=True,
        samesite="strict",
        secure=hall.secure,
    )


def _answer(hall: Hall, who: Session) -> dict[str, Any]:
    return {"id": who.id, "name": who.name, "role": who.role, "csrf": hall.sessions.csrf(who)}
