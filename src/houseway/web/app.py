"""The application: the door, the hall, and everything behind it. `create_app(pit)` serves any pit, tests' included."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from houseway import __version__
from houseway.house.pit import Pit
from houseway.rules.refused import Refused
from houseway.web import (
    api_accounts,
    api_books,
    api_drills,
    api_games,
    api_health,
    api_links,
    api_room,
    api_rounds,
    api_session,
    api_staff,
    api_you,
    handbook,
    lab,
    pages,
    sign_pages,
    socket,
)
from houseway.web.addresses import Addresses
from houseway.web.files import Files
from houseway.web.guard import Guard
from houseway.web.hall import Hall
from houseway.web.limits import HouseLimits
from houseway.web.practice_hints import PracticeHints
from houseway.web.refusals import on_fault, on_http, on_malformed, on_refused
from houseway.web.school import class_routes, dealing_routes, exam_routes
from houseway.web.school import routes as school_routes

ABOUT = "Casino table games for play money: tables, rounds, rules, exact figures. Play is over the socket of a table."


def create_app(
    pit: Pit, *, known_as: Addresses, limits: HouseLimits | None = None, proxies: Sequence[str] = ()
) -> FastAPI:
    """Serve the tables of a pit whose room is open, to pages of these addresses."""
    hall = Hall(pit, limits or HouseLimits(), secure=known_as.secure, proxies=proxies)

    hints = PracticeHints(hall.floor)
    hall.floor.gallery.when_shown.append(hints.shown)
    hall.floor.gallery.when_forgotten.append(hints.forget)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.floor.open()
        hall.idle.begin()
        hall.lapses.begin()
        hall.upkeep.begin()
        hall.floor.start(api_room.room(hall))  # reads the figures that the first guest will ask for
        yield
        await lab.close_bench(app)
        hall.floor.close()
        await hall.desks.close()
        await hall.floor.finish()
        await hall.ahead.close()
        hints.close()

    app = FastAPI(
        title="houseway",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.hall = hall
    apis = (
        api_health,
        api_room,
        api_rounds,
        api_session,
        api_accounts,
        api_drills,
        api_games,
        api_staff,
        api_links,
        api_books,
        api_you,
        school_routes,
        dealing_routes,
        exam_routes,
        class_routes,
    )
    app.router.routes.append(Files(pages.STATIC))  # first: a page asks for fifty of them
    for routes in (*apis, socket, lab, sign_pages, pages):
        app.router.routes.extend(routes.router.routes)  # as they are: `include_router` makes each anew for every app
    handbook.mount(app)
    for kind, answer in (
        (Refused, on_refused),
        (RequestValidationError, on_malformed),
        (HTTPException, on_http),
        (Exception, on_fault),
    ):
        app.add_exception_handler(kind, answer)
    app.add_middleware(
        Guard, known_as=known_as, sessions=hall.sessions, limits=hall.limits, metrics=hall.floor.metrics
    )  # fmt: skip
    return app
