"""Lessons in dealing, and tables that the learner deals: each deed is checked by a clerk, and what was done is kept."""

import asyncio
import json
import secrets
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from houseway.school.exam import SEED_BITS
from houseway.web.api_games import Slug, known_game
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall
from houseway.web.refusals import RESPONSES, Missing
from houseway.web.school.models import LessonAnswer, NewDeed, NewLesson
from houseway.web.school.office import verify_learner, verify_pace
from houseway.web.school.school_desk import LESSON, TABLE
from houseway.web.sessions import Session
from houseway.web.whereabouts import place_at

router = APIRouter(prefix="/api/school", tags=["school"], responses=RESPONSES)
KEPT_MAX = 12  # lessons and tables of one person; the oldest go
BREAK_US = 60_000_000  # longer is not counted into the pace
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

    def at(self, now: int) -> "UnderWay":
        """Time that was spent on it, breaks left out."""
        return replace(self, last_at=now, spent_us=self.spent_us + min(max(now - self.last_at, 0), BREAK_US))


def _add_routes(sort: str, about: str) -> None:
    """The same three of a lesson and of a table."""

    async def begin(game: Slug, given: NewLesson, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """The one that is under way in this game, or a new one."""
        verify_learner(who)
        verify_pace(hall, who, request)
        settings = known_game(game).settings(given.options)
        options = {name: settings[name] for name in given.options}
        for id_, dealt in reversed((await asyncio.to_thread(_all, hall, who)).items()):
            if not given.again and (dealt.sort, dealt.game, dealt.options) == (sort, game, options):
                return await _told(hall, request, id_, dealt)
        dealt = UnderWay(sort, game, options, secrets.randbits(SEED_BITS), {}, hall.floor.pit.clock())
        return await _go_on(hall, who, request, secrets.token_hex(8), dealt)

    async def look(id: DealtId, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """Where it stands: on another browser too."""
        verify_learner(who)
        return await _told(hall, request, id, await asyncio.to_thread(_found, hall, who, sort, id))

    async def deed(id: DealtId, given: NewDeed, hall: TheHall, who: Who, request: Request) -> dict[str, Any]:
        """Do something: right, and it goes on; wrong, and it is told what comes first, and why."""
        verify_learner(who)
        dealt = await asyncio.to_thread(_found, hall, who, sort, id)
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
    return _shown(id_, dealt, found)


async def _told(hall: Hall, request: Request, id_: str, dealt: UnderWay) -> dict[str, Any]:
    return _shown(id_, dealt, await _ask(hall, request, dealt))


async def _ask(hall: Hall, request: Request, dealt: UnderWay, deed: str = "") -> dict[str, Any]:
    what: dict[str, Any] = {"sort": dealt.sort, "game": dealt.game, "options": dealt.options, "seed": dealt.seed}
    spent_s = dealt.spent_us / 1_000_000
    return await hall.school.clerk(
        "school_dealing", place_at(request), **what, state=dealt.state or None, deed=deed, spent_s=spent_s
    )


def _shown(id_: str, dealt: UnderWay, found: dict[str, Any]) -> dict[str, Any]:
    return {"id": id_, "game": dealt.game, "options": dealt.options, **found["told"]}


def _all(hall: Hall, who: Session) -> dict[str, UnderWay]:
    text = hall.school.dealings.read(who)
    return {id_: UnderWay(**each) for id_, each in json.loads(text or "{}").items()}


def _found(hall: Hall, who: Session, sort: str, id_: str) -> UnderWay:
    dealt = _all(hall, who).get(id_)
    if dealt is None or dealt.sort != sort:
        raise Missing(f"you deal no such {sort} now: begin another")
    return dealt


def _keep(hall: Hall, who: Session, id_: str, dealt: UnderWay) -> None:
    with hall.school.dealings.turn:
        others = {each: one for each, one in _all(hall, who).items() if each != id_}
        kept = dict(list({**others, id_: dealt}.items())[-KEPT_MAX:])
        hall.school.dealings.write(who, json.dumps({each: asdict(one) for each, one in kept.items()}))
