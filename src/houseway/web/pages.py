"""The pages of the browser, each under its addresses."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, RedirectResponse
from starlette.responses import Response

from houseway.games import all_games, slugs
from houseway.games.posted import capital
from houseway.house.draft import AUDITOR
from houseway.house.table import Table
from houseway.web.api_room import TheHall, Who
from houseway.web.files import ASKED_ANEW
from houseway.web.lost import TO_THE_LOBBY, WayOut, lost_page
from houseway.web.refusals import Missing
from houseway.web.sessions import STAFF_ROLES
from houseway.web.whereabouts import place_at

STATIC = Path(__file__).parent / "static"
SCHOOL_PAGES = (
    "/school", "/school/progress", "/school/challenge", "/school/challenge/{day}", "/school/exams",
    "/school/exam/{exam}", "/school/classes", "/school/class/{name}", "/school/join/{link}",
)  # fmt: skip
SCHOOL_VIEWS = ("lesson", "drill", "spot", "table")  # within a game
LAB_PAGES = ("/lab", *(f"/lab/{slug}{tab}" for slug in slugs() for tab in ("", "/{tab}")))
IMPORTS = re.compile(r'^(?:import|export)\b[^"]*?"(\.[^"]+)";', re.MULTILINE)
MAIN = "js/main.js"
STYLES = tuple(
    f"</{name}.css>; rel=preload; as=style" for name in ("theme", "table", "reach", "pace")
)  # first: all waits for them
NAME_MAX = 40  # letters of an unknown name that are said again
DIGITS_MAX = 18

router = APIRouter(include_in_schema=False)


def _page(name: str, module: str = "") -> FileResponse:
    """A page that exists under several addresses; its script reads the address."""
    path = STATIC / name
    if not path.exists():
        raise Missing("this houseway was installed without its pages; the API is at /api/openapi.json")
    headers = {"cache-control": ASKED_ANEW}
    if module:
        headers["link"] = ", ".join((*STYLES, *(f"</{each}>; rel=modulepreload" for each in _modules(module))))
    return FileResponse(path, headers=headers)


@cache
def _modules(first: str) -> list[str]:
    """A page's module and all that it imports: a browser told so fetches them at once, not one layer after another."""
    found: set[str] = set()
    waiting = [MAIN, first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            folder = PurePosixPath(name).parent
            waiting += [str(folder / imported) for imported in IMPORTS.findall((STATIC / name).read_text("utf-8"))]
    return sorted(found)


async def lab() -> FileResponse:
    return _page("lab/index.html" if (STATIC / "lab" / "index.html").exists() else "index.html")


async def house() -> FileResponse:
    return _page("house/index.html")


async def books() -> FileResponse:
    return _page("books/index.html")


async def audit() -> FileResponse:
    return _page("audit/index.html")


async def you() -> FileResponse:
    return _page("you/index.html")


async def school() -> FileResponse:
    return _page("school/index.html")


async def school_of_game(slug: str) -> Response:
    if slug not in slugs():
        return _no_game(slug, "school")
    return _page("school/index.html")


async def lobby() -> FileResponse:
    return _page("index.html", "js/lobby.js")


async def meters() -> FileResponse:
    """For a wall: what the meters of every link show."""
    return _page("index.html", "js/wall.js")


async def table(name: str, hall: TheHall, who: Who, request: Request) -> Response:
    """The felt; of a table that is not there a page that says so."""
    try:
        await hall.come_to(name, who, place_at(request))
    except Missing:
        if (there := hall.floor.pit.tables.get(name)) is not None and there.retired:
            return _retired(name, there.rounds, there.closed)
        if not (who.role in STAFF_ROLES and await hall.has_stream(name)):
            return _no_table(name)
        return lost_page(404, "This table is put away", f"Table {name[:NAME_MAX]} is not open now.", _doors(name))
    return _page("index.html", "js/table.js")


async def last_round(name: str, hall: TheHall, who: Who, request: Request) -> Response:
    """A table's rounds without a number: the last one."""
    try:
        rounds = (await _dealt_at(name, hall, who, request)).rounds
    except Missing:
        return _no_table(name)
    return RedirectResponse(f"/round/{quote(name)}/{rounds}") if rounds else _no_round(name, "", rounds, who.role)


async def round_(name: str, number: str, hall: TheHall, who: Who, request: Request) -> Response:
    """A round; one that was never dealt is said to be none."""
    try:
        rounds = (await _dealt_at(name, hall, who, request)).rounds
    except Missing:
        if not (who.role in STAFF_ROLES and await hall.has_stream(name)):
            return _no_table(name)
        return _page("index.html", "js/round.js")  # staff look at a table that was put away
    if not (number.isascii() and number.isdigit() and 1 <= int(number[:DIGITS_MAX]) <= rounds):
        return _no_round(name, number, rounds, who.role)
    return _page("index.html", "js/round.js")


async def _dealt_at(name: str, hall: TheHall, who: Who, request: Request) -> Table:
    """A table whose rounds are looked at, retired or not."""
    await hall.own_tables.come(name, who.actor, place_at(request))
    return hall.table(name)


async def drill(slug: str, request: Request) -> Response:
    """Hard choices are asked in the school: what is missed there comes back."""
    if slug not in slugs():
        return _no_game(slug, "drill")
    asked = urlencode([("side", "player"), *request.query_params.multi_items()])
    return RedirectResponse(f"/school/{slug}/drill?{asked}")


async def rules(slug: str) -> Response:
    return _page("index.html", "js/rules.js") if slug in slugs() else _no_game(slug, "rules")


def _no_game(slug: str, kind: str) -> Response:
    games = [WayOut(game.title, f"/{kind}/{game.slug}") for game in all_games()]
    return lost_page(404, "There is no such game", f"No game is called {slug[:NAME_MAX]}.", [TO_THE_LOBBY, *games])


def _no_table(name: str) -> Response:
    said = f"No table is called {name[:NAME_MAX]}. It may be closed for good, or the address is not quite right."
    return lost_page(404, "There is no such table", said)


def _retired(name: str, rounds: int, reason: str) -> Response:
    last = [WayOut("Its last round", f"/round/{quote(name)}/{rounds}")] if rounds else []
    said = f"Table {name[:NAME_MAX]} was retired: {capital(reason).rstrip('.')}." + (
        " Its rounds stay to be looked at." if rounds else ""
    )
    return lost_page(404, "This table was retired", said, [TO_THE_LOBBY, *last])


def _no_round(name: str, number: str, rounds: int, role: str) -> Response:
    audit = [WayOut("Its rounds in the audit", f"/audit?{urlencode({'table': name, 'view': 'rounds'})}")]
    doors = [WayOut("To the table", f"/table/{quote(name)}"), *(audit if role == AUDITOR else []), TO_THE_LOBBY]
    if not rounds:
        return lost_page(404, "No round yet", f"No round was dealt at table {name} yet.", doors)
    last = WayOut(f"Round {rounds:,}, the last", f"/round/{quote(name)}/{rounds}")
    there = "1 round was" if rounds == 1 else f"{rounds:,} rounds were"
    said = f"There is no round {number[:NAME_MAX]} at table {name}: {there} dealt there."
    return lost_page(404, "There is no such round", said, [last, *doors])


def _doors(name: str) -> list[WayOut]:
    return [WayOut("Its stream", f"/audit?{urlencode({'table': name})}"), TO_THE_LOBBY]


PAGES: dict[str, Callable[..., Any]] = {
    "/": lobby,
    "/meters": meters,
    "/table/{name}": table,
    "/round/{name}": last_round,
    "/round/{name}/{number}": round_,
    "/drill/{slug}": drill,
    "/rules/{slug}": rules,
    "/you": you,
    "/house": house,
    "/house/books": books,
    "/audit": audit,
    **dict.fromkeys(LAB_PAGES, lab),
    **dict.fromkeys(SCHOOL_PAGES, school),
    **dict.fromkeys(("/school/{slug}", *(f"/school/{{slug}}/{view}" for view in SCHOOL_VIEWS)), school_of_game),
}
for address, page in PAGES.items():
    router.add_api_route(address, page, methods=["GET", "HEAD"], response_model=None)
