"""Staff accounts by page: a supervisor makes, changes and ends them, and says their own password each time.

A cookie alone is not enough to make staff: whoever finds a browser open, or steals a session, makes no account with it.
"""

import asyncio
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from houseway.house.draft import AUDITOR, STAFF_ID, SUPERVISOR, Forbidden
from houseway.rules.refused import Refused
from houseway.web.api_room import TheHall, Who
from houseway.web.api_session import give_cookie, sign_out_everywhere, verify_may_try
from houseway.web.hall import Hall, verify_role_is
from houseway.web.logs import log
from houseway.web.models_staff import BookEntry, ChangedAccount, EndedAccount, NewAccount, SignOut, StaffEntry
from houseway.web.refusals import RESPONSES
from houseway.web.sessions import Session

BOOK_SHOWN = 200

router = APIRouter(tags=["staff"], responses=RESPONSES)


@router.get("/api/staff", response_model=list[StaffEntry])
async def staff(hall: TheHall, who: Who) -> list[dict[str, str]]:
    """Everyone with an account."""
    verify_role_is(who, SUPERVISOR, AUDITOR)
    roles = await asyncio.to_thread(hall.staff.roles)
    return [{"name": name, "role": role} for name, role in roles.items()]


@router.get("/api/staff/book", response_model=list[BookEntry])
async def book(hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """The last changes of accounts, the newest first: who made which, and when."""
    verify_role_is(who, SUPERVISOR, AUDITOR)
    entries = await asyncio.to_thread(hall.staff.book.entries)
    return [asdict(entry) for entry in entries[: -BOOK_SHOWN - 1 : -1]]


@router.post("/api/staff/make", response_model=list[StaffEntry])
async def make(given: NewAccount, hall: TheHall, who: Who, request: Request) -> list[dict[str, str]]:
    """A new supervisor, auditor or teacher."""
    await _confirm(hall, who, given.own_password, request)
    async with hall.hashing:
        await asyncio.to_thread(hall.staff.make, given.name.strip(), given.role, given.password, by=who.name)
    return await staff(hall, who)


@router.post("/api/staff/change", response_model=list[StaffEntry])
async def change(
    given: ChangedAccount, hall: TheHall, who: Who, request: Request, response: Response
) -> list[dict[str, str]]:
    """Another password or role. Its sessions end; whoever changes their own password stays where they are."""
    await _confirm(hall, who, given.own_password, request)
    own = given.name == who.name
    if own and given.role not in (None, who.role):
        raise Refused("you cannot change your own role: another supervisor does")
    changed = {"role": given.role or "", "password": given.password or ""}
    async with hall.hashing:
        await asyncio.to_thread(lambda: hall.staff.change(given.name, by=who.name, keep_one=True, **changed))
    hall.floor.gallery.turn_out(f"{STAFF_ID}{given.name}")
    if own:
        mark = await asyncio.to_thread(hall.staff.mark, who.name, who.role)
        give_cookie(hall, response, hall.sessions.begin(who.id, who.name, who.role, mark))
    return await staff(hall, who)


@router.post("/api/staff/remove", response_model=list[StaffEntry])
async def remove(given: EndedAccount, hall: TheHall, who: Who, request: Request) -> list[dict[str, str]]:
    """End an account and its sessions; never one's own, and never the last supervisor's."""
    await _confirm(hall, who, given.own_password, request)
    if given.name == who.name:
        raise Refused("you cannot remove your own account: another supervisor does")
    await asyncio.to_thread(lambda: hall.staff.remove(given.name, who.name, keep_one=True))
    hall.floor.gallery.turn_out(f"{STAFF_ID}{given.name}")
    return await staff(hall, who)


@router.post("/api/staff/sign-out", response_model=list[StaffEntry])
async def sign_out(given: SignOut, hall: TheHall, who: Who) -> list[dict[str, str]]:
    """End every session of a player or of somebody on the staff; seats are kept as for a lost connection."""
    verify_role_is(who, SUPERVISOR)
    await sign_out_everywhere(hall, given.who, who.name)
    log.info("signed out", by=who.id, who=given.who)
    return await staff(hall, who)


async def _confirm(hall: Hall, who: Session, password: str, request: Request) -> None:
    """A supervisor, who knows the password of the account; attempts count as logins do."""
    verify_role_is(who, SUPERVISOR)
    verify_may_try(hall, request, who.name)
    async with hall.hashing:
        role = await asyncio.to_thread(hall.staff.role_of, who.name, password)
    if role != SUPERVISOR:
        raise Forbidden("your own password is wrong: nothing was changed")
