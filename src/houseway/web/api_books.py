"""The operator's books over HTTP: for supervisors and auditors, worked out at a desk of their own."""

import asyncio
import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response
from pydantic import StringConstraints

from houseway.house.draft import AUDITOR, SUPERVISOR
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall, verify_role_is
from houseway.web.models_books import BooksAnswer, RoundOfBooks
from houseway.web.parcels import KINDS, handed_over
from houseway.web.refusals import RESPONSES

ANSWER_WITHIN_S = 2.0  # or it is said how far the work is
NAMED_MAX = 50

Day = Annotated[str, Query(max_length=10, description="YYYY-MM-DD, a day of the room; '': this month.")]
Dimension = Literal["table", "game", "wager", "shift", "day", "week", "month"]
By = Annotated[Sequence[Dimension], Query(max_length=7)]
Tables = Annotated[Sequence[Annotated[str, StringConstraints(max_length=200)]], Query(max_length=NAMED_MAX)]
Name = Annotated[str, Query(max_length=64)]
Form = Literal["csv", "xlsx", "json", "pdf", "html", "md"]
FILES: dict[int | str, dict[str, Any]] = {200: {"content": {media.split(";")[0]: {} for media in KINDS.values()}}}


def _staff(who: Who) -> None:
    verify_role_is(who, SUPERVISOR, AUDITOR)


router = APIRouter(prefix="/api/house/books", tags=["staff"], dependencies=[Depends(_staff)], responses=RESPONSES)


@router.get("", response_model=BooksAnswer)
async def books(
    hall: TheHall, who: Who, since: Day = "", until: Day = "", by: By = ("table",), table: Tables = ()
) -> dict[str, Any]:
    """Drop, handle, win, hold against theory, play, voids and disputes of a period, with alerts and charts.

    Whoever is told that it is being worked out asks again, and waits for the same answer.
    """
    asked = await _asked(hall, since, until, table)
    answer = asyncio.ensure_future(hall.desks.books.ask("books", who.id, by=list(by), **asked))
    await asyncio.wait([answer], timeout=ANSWER_WITHIN_S)
    if not answer.done():
        done, total = hall.desks.books.told or (0, 0)
        return {"working": True, "done": done, "total": total}
    return {"working": False, "books": json.loads(await answer)}


@router.get("/file", response_class=Response, responses=FILES)
async def file(
    hall: TheHall,
    who: Who,
    format: Form = "pdf",
    since: Day = "",
    until: Day = "",
    by: By = ("table",),
    table: Tables = (),
) -> Response:
    """The same as a document or a sheet."""
    asked = await _asked(hall, since, until, table)
    return handed_over(await hall.desks.books.ask("books_file", who.id, form=format, by=list(by), **asked))


@router.get("/rounds", response_model=list[RoundOfBooks])
async def rounds(
    hall: TheHall,
    who: Who,
    since: Day = "",
    until: Day = "",
    table: Tables = (),
    wager: Name = "",
    player: Name = "",
) -> Response:
    """The rounds that moved a figure most: of a table, a wager, a player."""
    asked = await _asked(hall, since, until, table)
    return await hall.desks.books.answer("books_rounds", who.id, wager=wager, player=player, **asked)


async def _asked(hall: Hall, since: str, until: str, tables: Sequence[str]) -> dict[str, Any]:
    named = [name for name in tables if name]
    for name in named:
        await hall.verify_stream(name)
    room = hall.floor.pit.room
    when = {"zone": room.zone, "shifts": list(room.shifts), "day_begins": room.day_begins}
    return {"since": since, "until": until, "tables": named, **when}
