"""What happened at a table: rounds, shuffles once revealed, and the sign that is posted."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from houseway.house.posting import posting_sign
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.hall import verify_not_anothers
from houseway.web.models import RoundAnswer, ShuffleAnswer, SignAnswer
from houseway.web.places import place_at


async def _come(name: TableName, hall: TheHall, who: Who, request: Request) -> None:
    await hall.own_tables.come(name, who.actor, place_at(request))


router = APIRouter(prefix="/api/tables/{name}", tags=["rounds"], dependencies=[Depends(_come)])
Number = Annotated[int, Path(ge=1, le=10**12)]


@router.get("/sign", response_model=SignAnswer)
def sign(name: TableName, hall: TheHall, who: Who) -> dict[str, Any]:
    """What the house posts at the table: limits, odds, prizes, caps, rules, disputes."""
    verify_not_anothers(hall.table(name), who)
    return asdict(posting_sign(hall.floor.pit.room, hall.table(name).set_up))


@router.get("/rounds", response_model=list[RoundAnswer])
async def rounds(
    name: TableName, hall: TheHall, who: Who, request: Request, limit: Annotated[int, Query(ge=1, le=50)] = 10
) -> Response:
    """The last rounds, the newest first, with all that a dispute needs. Hidden cards show once they are revealed."""
    await hall.verify_may_recall(name, who)
    return await hall.desks.records.answer("rounds", place_at(request), table=name, limit=limit)


@router.get("/rounds/{number}", response_model=RoundAnswer)
async def round_(name: TableName, number: Number, hall: TheHall, who: Who, request: Request) -> Response:
    await hall.verify_may_recall(name, who)
    return await hall.desks.records.answer("round", place_at(request), table=name, number=number)


@router.get("/shuffles/{cycle}", response_model=ShuffleAnswer)
async def shuffle(name: TableName, cycle: Number, hall: TheHall, who: Who, request: Request) -> Response:
    """The order of the cards and the key of the commitment, once they were revealed."""
    verify_not_anothers(hall.table(name), who)
    return await hall.desks.records.answer("shuffle", place_at(request), table=name, cycle=cycle)
