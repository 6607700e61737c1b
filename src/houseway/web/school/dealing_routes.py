"""Lessons in dealing, and tables that the learner deals: each deed is checked by a clerk, and what was done is kept."""

import asyncio
import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from houseway.house.draft import Stale
from houseway.rules.refused import Refused
from houseway.school.dealing.shift import CLOSED
from houseway.school.exam import SEED_BITS
from houseway.web.api_games import Slug, known_game
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall
from houseway.web.refusals import RESPONSES, Missing
from houseway.web.school.models import LessonAnswer, NewDeed, NewLesson
from houseway.web.school.office import verify_deeds_pace, verify_learner, verify_pace
from houseway.web.school.school_desk import LESSON, TABLE
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/school", tags=["school"], responses=RESPONSES)
KEPT_MAX = 12  # lessons and tables of one person; the oldest go
BREAK_US = 60_000_000  # longer is not counted into the pace
GONE_ON = "you have dealt on meanwhile, on another page or device: look at the felt again"
DealtId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


@dataclass(frozen=True)
class UnderWay:
    """A lesson or a table that somebody deals."""

    sort: str
    game: str
    options: dict[str, Any]
    seed: int
    state: dict[str, Any]
    last_at: int
    spent_us: int = 0
    deeds: int = 0  # that were done, right or wrong: whoever acts says how many they have seen

    @property
    def is_on(self) -> bool:
        """Begun, and not over."""
        return self.deeds > 0 and self.state.get("shift") != CLOSED

    def at(self, now: int) -> "UnderWay":
        """One deed more, and the time that was spent on it, breaks left out."""
        spent_us = self.spent_us + min(max(now - self.last_at, 0), BREAK_US)
        return replace(self, last_at=now, spent_us=spent_us, deeds=self.deeds + 1)


def _add_routes(sort: str, about: str) -> None:
    """The same three of a lesson and of a table."""

    async def begin(game: Slug, given: NewLesson, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """The one that is under way in this game, or a new one."""
        verify_learner(who)
        verify_pace(hall, who, request)
        settings = known_game(game).settings(given.options)
        options = {name: settings[name] for name in given.options}
        for id_, dealt in reversed((await asyncio.to_thread(dealt_by, hall, who)).items()):
            same = (dealt.sort, dealt.game, dealt.options) == (sort, game, options)
            if same and not given.again and (found := await _if_it_fits(hall, request, dealt)):
                return _shown(id_, dealt, found)
        dealt = UnderWay(sort, game, options, secrets.randbits(SEED_BITS), {}, hall.floor.pit.clock())
        return await _go_on(hall, who, request, secrets.token_hex(8), dealt)

    async def look(id: DealtId, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """Where it stands: on another browser too."""
        verify_learner(who)
        return await _told(hall, request, id, await asyncio.to_thread(_found, hall, who, sort, id))

    async def deed(id: DealtId, given: NewDeed, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """Do something: right, and it goes on; wrong, and it is told what comes first, and why."""
        verify_learner(who)
        verify_deeds_pace(hall, who, request)
        dealt = await asyncio.to_thread(_found, hall, who, sort, id)
        if given.seen is not None and given.seen != dealt.deeds:
            raise Stale(GONE_ON)
        return await _go_on(hall, who, request, id, dealt.at(hall.floor.pit.clock()), given.deed)

    for path, does, method in (
        (f"/{{game}}/{sort}", begin, "POST"), (f"/{sort}/{{id}}", look, "GET"), (f"/{sort}/{{id}}/deed", deed, "POST"),
    ):  # fmt: skip
        name = f"{does.__name__} {about}"
        router.add_api_route(path, does, methods=[method], response_model=LessonAnswer, name=name)


_add_routes(LESSON, "a lesson")
_add_routes(TABLE, "a table")


async def _go_on(
    hall: Hall, who: Session, request: Request, id_: str, dealt: UnderWay, deed: str = ""
) -> dict[str, Any]:  # fmt: skip
    found = await _ask(hall, request, dealt, deed)
    await asyncio.to_thread(_keep, hall, who, id_, replace(dealt, state=found["state"]))
    if deed and dealt.sort == TABLE and found["told"]["done"] and found["told"]["rounds"]:
        await asyncio.to_thread(_file, hall, who, dealt, found["told"])
    return _shown(id_, dealt, found)


async def _if_it_fits(hall: Hall, request: Request, dealt: UnderWay) -> dict[str, Any] | None:
    """None where it was begun under another version: then another is begun."""
    try:
        return await _ask(hall, request, dealt)
    except Refused as refusal:
        if type(refusal) is not Refused:  # too fast, busy
            raise
        return None


async def _told(hall: Hall, request: Request, id_: str, dealt: UnderWay) -> dict[str, Any]:
    return _shown(id_, dealt, await _ask(hall, request, dealt))


async def _ask(hall: Hall, request: Request, dealt: UnderWay, deed: str = "") -> dict[str, Any]:
    what: dict[str, Any] = {"sort": dealt.sort, "game": dealt.game, "options": dealt.options, "seed": dealt.seed}
    spent_s = dealt.spent_us / 1_000_000
    return await hall.school.clerk(
        "school_dealing", place_at(request), **what, state=dealt.state or None, deed=deed, spent_s=spent_s
    )


def _file(hall: Hall, who: Session, dealt: UnderWay, told: dict[str, Any]) -> None:
    """A table that was closed is on file: its learner sees it, and the teachers of their classes."""
    counts = {name: told[name] for name in ("rounds", "errors", "rounds_an_hour")}
    with hall.school.records.changing(who) as pupil:
        pupil.note_table({"game": dealt.game, "options": dealt.options, "at": dealt.last_at, **counts})


def _shown(id_: str, dealt: UnderWay, found: dict[str, Any]) -> dict[str, Any]:
    return {"id": id_, "game": dealt.game, "options": dealt.options, "deeds": dealt.deeds, **found["told"]}


def dealt_by(hall: Hall, who: Session) -> dict[str, UnderWay]:
    """All that somebody deals or has dealt lately, by its id, the one they did something at last behind the others."""
    text = hall.school.dealings.read(who)
    return {id_: UnderWay(**each) for id_, each in json.loads(text or "{}").items()}


def _found(hall: Hall, who: Session, sort: str, id_: str) -> UnderWay:
    dealt = dealt_by(hall, who).get(id_)
    if dealt is None or dealt.sort != sort:
        raise Missing(f"you deal no such {sort} now: begin another")
    return dealt


def _keep(hall: Hall, who: Session, id_: str, dealt: UnderWay) -> None:
    """Deeds are done one at a time: of two at once the second was done on an old picture, and is not counted."""
    with hall.school.dealings.turn:
        others = dealt_by(hall, who)
        before = others.pop(id_, None)
        if (before.deeds + 1 if before else 0) != dealt.deeds:
            raise Stale(GONE_ON)
        kept = dict(list({**others, id_: dealt}.items())[-KEPT_MAX:])
        hall.school.dealings.write(who, json.dumps({each: asdict(one) for each, one in kept.items()}))
