"""The room, its tables, and commands for those who have no socket."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse

from houseway import __version__
from houseway.games import slugs
from houseway.house.audit.hold import before_policies
from houseway.house.draft import PLAYER, Forbidden, Stale
from houseway.house.linked.displayed import link_view, progressives_view
from houseway.house.table import Table
from houseway.house.table_view import table_facts
from houseway.rules.refused import Refused
from houseway.web.api_games import short_figures
from houseway.web.hall import Hall, hall_of, session_of, verify_may_watch, verify_not_anothers
from houseway.web.messages import read_command, read_message
from houseway.web.models import (
    DoneAnswer,
    LinksAnswer,
    NewCommand,
    NewPractice,
    PracticeAnswer,
    RefusedAnswer,
    RoomAnswer,
    TableAnswer,
)
from houseway.web.refusals import RESPONSES, STATUS, Missing, code_of, retry_header
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(tags=["room"], responses=RESPONSES)
TheHall = Annotated[Hall, Depends(hall_of)]
Who = Annotated[Session, Depends(session_of)]
TableName = Annotated[str, Path(max_length=200)]


@router.get("/api/room", response_model=RoomAnswer)
async def room(hall: TheHall) -> dict[str, Any]:
    """The house and its tables. Play money only."""
    pit = hall.floor.pit
    tables = pit.in_room()
    figures = await asyncio.to_thread(lambda: [_figures(table) for table in tables])
    return {
        "name": pit.room.name,
        "play_money": True,
        "software": f"houseway {__version__}",
        "disputes": pit.room.disputes,
        "house_rules": list(pit.room.house_rules),
        "tables": [{**_entry(hall, table), "figures": each} for table, each in zip(tables, figures, strict=True)],
    }


def _figures(table: Table) -> dict[str, Any]:
    return short_figures(table.game, before_policies(table.game, table.settings))


def _entry(hall: Hall, table: Table) -> dict[str, Any]:
    broken = hall.floor.pit.broken.get(table.name, "")
    phase = "closed" if broken else table.phase
    carries = {"progressives": progressives_view(table, hall.floor.pit.links.look)} if table.set_up.progressives else {}
    return {**table_facts(table), "phase": phase, "closed": broken or table.closed, **carries}


@router.get("/api/tables/{name}", response_model=TableAnswer)
async def table(name: TableName, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """A table as the asker may see it."""
    found = await hall.come_to(name, who, place_at(request))
    verify_may_watch(found, who)
    return {"facts": table_facts(found), "view": hall.floor.gallery.view(name, who.id), "now": hall.floor.pit.clock()}


@router.get("/api/links", response_model=LinksAnswer)
async def links(hall: TheHall) -> dict[str, Any]:
    """The meters of every link that tables of the room feed, and its last hits: for the lobby and a wall."""
    pit = hall.floor.pit
    tables: dict[str, list[str]] = {}
    for table in pit.in_room():
        for carried in table.set_up.progressives:
            tables.setdefault(carried.link, []).append(table.name)
    return {"links": [{**link_view(pit.links.look(name)), "tables": fed} for name, fed in sorted(tables.items())]}


@router.post("/api/practice", response_model=PracticeAnswer)
async def practise(given: NewPractice, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """A practice table of one's own, with bots and hints; nobody else sees it. Asked again it is the same one."""
    if who.role != PLAYER:
        raise Forbidden("players practise: give a name first (POST /api/session)")
    if given.game not in slugs():
        raise Missing(f"there is no game '{given.game}'; there is {', '.join(slugs())}")
    return {"table": await hall.own_tables.open(given.game, who.actor, place_at(request))}


@router.post(
    "/api/tables/{name}/commands",
    response_model=DoneAnswer,
    responses={status: {"model": RefusedAnswer} for status in (403, 409, 503)},
)
async def command(name: TableName, given: NewCommand, hall: TheHall, who: Who, request: Request) -> Any:
    """Do something at a table: players without a socket, and supervisors."""
    verify_not_anothers(await hall.come_to(name, who, place_at(request)), who)
    message = read_message(given.model_dump_json())
    try:
        await hall.floor.be_there(name, who.actor)
        done = await hall.do(name, who, read_command(message), place_at(request))
    except Refused as refusal:
        code = code_of(refusal)
        view = hall.floor.gallery.view(name, who.id) if isinstance(refusal, Stale) else None
        told = RefusedAnswer(code=code, reason=str(refusal), view=view).model_dump()
        return JSONResponse(told, STATUS[code], headers=retry_header(code))
    hall.floor.hear_of(name, who.actor)
    return {"type": "done", "id": given.id, "version": done.version, "view": hall.floor.gallery.view(name, who.id)}
