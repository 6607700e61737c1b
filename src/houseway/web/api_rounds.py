"""What happened at a table: rounds, shuffles once revealed, and the sign that is posted."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from houseway.house.draft import GUEST, Forbidden
from houseway.house.posting import posting_sign
from houseway.report.paper.press import MEDIA
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.hall import Hall, verify_not_anothers
from houseway.web.models import ChoiceWorth, RoundAnswer, ShuffleAnswer, SignAnswer, WhatIfAnswer
from houseway.web.parcels import handed_over
from houseway.web.refusals import RESPONSES, TooFast
from houseway.web.sessions import STAFF_ROLES, Session
from houseway.web.whereabouts import place_at


async def _come(name: TableName, hall: TheHall, who: Who, request: Request) -> None:
    await hall.own_tables.come(name, who.actor, place_at(request))


router = APIRouter(prefix="/api/tables/{name}", tags=["rounds"], dependencies=[Depends(_come)], responses=RESPONSES)
Number = Annotated[int, Path(ge=1, le=10**12)]
Choice = Annotated[int, Query(ge=1, le=1_000, description="From which choice on, from 1.")]
Acts = Annotated[str, Query(max_length=600, description="Names of acts, with commas.")]
Zone = Annotated[str, Query(max_length=64, description="Of its times, as in Europe/Vienna.")]
Form = Literal["pdf", "html", "xlsx", "md", "json"]
FILES: dict[int | str, dict[str, Any]] = {200: {"content": {media.split(";")[0]: {} for media in MEDIA.values()}}}
Seed = Annotated[int, Query(ge=0, lt=2**32)]


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


@router.get("/rounds/{number}/report", response_class=Response, responses=FILES)
async def report(
    name: TableName, number: Number, hall: TheHall, who: Who, request: Request, format: Form = "pdf", zone: Zone = "UTC"
) -> Response:
    """The report of a disputed round. Staff have every round, with the table's stream verified as far as it hangs on
    that; a player has their own, as they saw it, with this round's events verified."""
    await verify_may_look_again(name, hall, who, request)
    asked = {"table": name, "number": number, "form": format, "zone": zone}
    if who.role in STAFF_ROLES:
        return handed_over(await hall.desks.staff.ask("dispute", who.id, **asked))
    if who.role == GUEST:
        raise Forbidden("the report of a round is for its players and the staff: sit down under a name first")
    own = hall.desks.records.ask("dispute", place_at(request), **asked, viewer=who.id, whole=False)
    return handed_over(await own)


@router.get("/rounds/{number}/worths", response_model=list[ChoiceWorth])
async def worths(name: TableName, number: Number, hall: TheHall, who: Who, request: Request) -> Response:
    """What every choice of a person was worth, and what the others would have been; once all cards are shown."""
    await verify_may_look_again(name, hall, who, request)
    return await hall.desks.study.answer("worths", place_at(request), table=name, number=number)


@router.get("/rounds/{number}/what-if", response_model=WhatIfAnswer)
async def what_if(
    name: TableName, number: Number, hall: TheHall, who: Who, request: Request, choice: Choice, acts: Acts = "",
    seed: Seed = 0,
) -> Response:  # fmt: skip
    """The round with other acts from a choice on, in private. It goes on with the same cards where their order is
    revealed; otherwise cards behind its own come from the seed."""
    await verify_may_look_again(name, hall, who, request)
    asked = {"choice": choice, "acts": [act for act in acts.split(",") if act], "seed": seed}
    return await hall.desks.records.answer("what_if", place_at(request), table=name, number=number, **asked)


@router.get("/rounds/{number}/what-if/worths", response_model=list[ChoiceWorth])
async def worths_if(
    name: TableName, number: Number, hall: TheHall, who: Who, request: Request, choice: Choice, acts: Acts = "",
    seed: Seed = 0,
) -> Response:  # fmt: skip
    """What every act of a what-if was worth, and what the others would have been."""
    await verify_may_look_again(name, hall, who, request)
    asked = {"choice": choice, "acts": [act for act in acts.split(",") if act], "seed": seed}
    return await hall.desks.study.answer("worths_if", place_at(request), table=name, number=number, **asked)


async def verify_may_look_again(name: str, hall: Hall, who: Session, request: Request) -> None:
    """It is work, as a drill is: one may ask for as many."""
    await hall.verify_may_recall(name, who)
    if not hall.rates.take_both("drills_a_minute", who.id, place_at(request)):
        raise TooFast("that is too fast: wait a second")


@router.get("/shuffles/{cycle}", response_model=ShuffleAnswer)
async def shuffle(name: TableName, cycle: Number, hall: TheHall, who: Who, request: Request) -> Response:
    """The order of the cards and the key of the commitment, once they were revealed."""
    verify_not_anothers(hall.table(name), who)
    return await hall.desks.records.answer("shuffle", place_at(request), table=name, cycle=cycle)
