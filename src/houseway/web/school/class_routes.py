"""Classes over HTTP: a teacher opens one, hands out its link, sees how its learners do, and takes that away as CSV."""

import asyncio
import csv
import io
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from houseway.house.draft import PLAYER, SUPERVISOR, TEACHER, Forbidden
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall, verify_role_is
from houseway.web.logs import log
from houseway.web.refusals import RESPONSES, TooFast
from houseway.web.regulars import Regular
from houseway.web.school.classes import SchoolClass
from houseway.web.school.models import ClassAnswer, ClassEntry, JoinClass, NewClass
from houseway.web.school.office import verify_enrolled, verify_title
from houseway.web.school.records import Pupil
from houseway.web.school.school_desk import TABLE
from houseway.web.school.telling import day_of, told_topic, told_weeks
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/school", tags=["school"], responses=RESPONSES)
TEACHERS = (TEACHER, SUPERVISOR)
TABLE_TITLE = "Deal a table"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run
COLUMNS = (
    "name", "joined", "last_answer", "game", "kind", "title", "side", "asked", "right", "lost_cents", "recall", "weak",
    "rounds", "errors", "rounds_an_hour",
)  # fmt: skip
ClassId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
LearnerId = Annotated[str, Path(pattern=r"^[0-9a-f]{1,64}$")]


@router.get("/classes", response_model=list[ClassEntry])
async def classes(hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """Those that a teacher opened, a supervisor's being all; those that a learner is in."""
    return await asyncio.to_thread(_entries, hall, who)


@router.post("/classes", response_model=ClassEntry)
async def open_class(given: NewClass, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Open one: the link in the answer is for its learners."""
    verify_role_is(who, *TEACHERS)
    _verify_pace(hall, who, request)
    title = verify_title(given.title)
    opened = await asyncio.to_thread(hall.school.classes.open, title, who.name, hall.floor.pit.clock())
    log.info("a class is opened", by=who.id, school_class=opened.id)
    return opened.to_json(0, with_link=True)


@router.post("/classes/join", response_model=ClassEntry)
async def join(given: JoinClass, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
    """Follow a link: the teacher sees what is learnt from now on, and what was before."""
    verify_enrolled(who)
    _verify_pace(hall, who, request)
    joined = await asyncio.to_thread(hall.school.classes.join, given.link, who.id, hall.floor.pit.clock())
    counts = await asyncio.to_thread(hall.school.classes.counts)
    return joined.to_json(counts.get(joined.id, 0), with_link=False)


@router.get("/classes/{id}", response_model=ClassAnswer)
async def look(id: ClassId, hall: TheHall, who: Who) -> dict[str, Any]:
    """Every learner of a class: progress and weak spots."""
    class_ = await _own(hall, who, id)
    learners = await _learners(hall, class_)
    return class_.to_json(len(learners), with_link=True) | {"of_learners": learners}


@router.get("/classes/{id}/export")
async def export(id: ClassId, hall: TheHall, who: Who) -> Response:
    """All of it as CSV, a line for every learner and kind."""
    class_ = await _own(hall, who, id)
    learners = await _learners(hall, class_)
    attached = {"content-disposition": f'attachment; filename="houseway-class-{id}.csv"'}
    return Response(_csv(learners), media_type="text/csv; charset=utf-8", headers=attached)


@router.delete("/classes/{id}", response_model=list[ClassEntry])
async def close(id: ClassId, hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """The class ends; what was learnt stays with its learners."""
    class_ = await _own(hall, who, id)
    await asyncio.to_thread(hall.school.classes.close, class_)
    return await asyncio.to_thread(_entries, hall, who)


@router.delete("/classes/{id}/learners/{learner}", response_model=list[ClassEntry])
async def leave(id: ClassId, learner: LearnerId, hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """Leave a class: oneself at any time, others by their teacher."""
    if not (who.role == PLAYER and who.id == learner):
        await _own(hall, who, id)
    await asyncio.to_thread(hall.school.classes.leave, id, learner)
    return await asyncio.to_thread(_entries, hall, who)


async def _own(hall: Hall, who: Session, id_: str) -> SchoolClass:
    """A class is its teacher's; a supervisor may look at every one."""
    verify_role_is(who, *TEACHERS)
    class_ = await asyncio.to_thread(hall.school.classes.find, id_)
    if who.role == TEACHER and class_.by != who.name:
        raise Forbidden("this is another teacher's class")
    return class_


def _entries(hall: Hall, who: Session) -> list[dict[str, Any]]:
    counts, found = hall.school.classes.counts(), hall.school.classes.all()
    if who.role == PLAYER:
        mine = hall.school.classes.enrolled(who.id)
        return [each.to_json(counts.get(each.id, 0), with_link=False) for each in found if each.id in mine]
    own = [each for each in found if who.role == SUPERVISOR or (who.role == TEACHER and each.by == who.name)]
    return [each.to_json(counts.get(each.id, 0), with_link=True) for each in own]


async def _learners(hall: Hall, class_: SchoolClass) -> list[dict[str, Any]]:
    kept = await asyncio.to_thread(lambda: list(hall.school.classes.learners(class_)))
    records = await asyncio.to_thread(lambda: [hall.school.records.kept(regular.id) for regular, _ in kept])
    now = hall.floor.pit.clock()
    told = [
        _learner(regular, joined_at, record, now) for (regular, joined_at), record in zip(kept, records, strict=True)
    ]
    return sorted(told, key=lambda each: each["name"].casefold())


def _learner(regular: Regular, joined_at: int, record: Pupil, now: int) -> dict[str, Any]:
    learnt = record.learnt
    count = learnt.tally()
    return {
        "id": regular.id,
        "name": regular.name,
        "joined_at": joined_at,
        "last_at": learnt.last_at or None,
        "asked": count.asked,
        "right": count.right,
        "lost_cents": count.lost_cents,
        "due": len({card.topic for card in learnt.due(now)}),
        "weak": [told_topic(topic, learnt, now) for topic in learnt.weak(now)],
        "kinds": [told_topic(topic, learnt, now) for topic in learnt.topics()],
        "weeks": told_weeks(learnt.by_week(), learnt),
        "tables": record.tables[::-1],
    }


def _csv(learners: list[dict[str, Any]]) -> str:
    """Somebody who has answered nothing yet has a line too."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for each in learners:
        weak = {(topic["game"], topic["kind"]) for topic in each["weak"]}
        person = {"name": each["name"], "joined": day_of(each["joined_at"])}
        person |= {"last_answer": day_of(each["last_at"]) if each["last_at"] else ""}
        tables = [{**table, "kind": TABLE, "title": TABLE_TITLE, "side": "dealer"} for table in each["tables"]]
        for topic in [*each["kinds"], *tables] or [{}]:
            recall = "" if topic.get("recall") is None else f"{topic['recall']:.3f}"
            is_weak = "yes" if (topic.get("game"), topic.get("kind")) in weak else ""
            line = {**topic, **person, "recall": recall, "weak": is_weak}
            writer.writerow([_harmless(line.get(column, "")) for column in COLUMNS])
    return out.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def _verify_pace(hall: Hall, who: Session, request: Request) -> None:
    if not hall.rates.take_both("notes_a_minute", who.id, place_at(request)):
        raise TooFast("that is too fast: wait a minute")
