"""The pages and files of the browser: one folder, served as it lies there."""

import re
from functools import cache
from pathlib import Path, PurePosixPath

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from houseway.games import SLUGS
from houseway.web.refusals import Missing

STATIC = Path(__file__).parent / "static"
ASKED_ANEW = "no-cache"  # kept by the browser, but asked for each time: after an update no old file meets a new one
PAGES = {  # addresses of the one page, and the module that each begins with
    "/": "js/lobby.js",
    "/table/{name}": "js/table.js",
    "/round/{table}/{number}": "js/round.js",
    "/drill/{slug}": "js/drill.js",
}
LAB_PAGES = ("/lab", *(f"/lab/{slug}{tab}" for slug in SLUGS for tab in ("", "/{tab}")))
IMPORTS = re.compile(r'^(?:import|export)\b[^"]*?"(\.[^"]+)";', re.MULTILINE)
MAIN = "js/main.js"
STYLES = ("</theme.css>; rel=preload; as=style", "</table.css>; rel=preload; as=style")  # first: all waits for them
COMPRESSED_FROM_BYTES = 1_000

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


async def audit() -> FileResponse:
    return _page("audit/index.html")


def _add_page(address: str, module: str) -> None:
    async def index() -> FileResponse:
        return _page("index.html", module)

    router.add_api_route(address, index, methods=["GET", "HEAD"])


router.add_api_route("/house", house, methods=["GET", "HEAD"])
router.add_api_route("/audit", audit, methods=["GET", "HEAD"])
for address, module in PAGES.items():
    _add_page(address, module)
for address in LAB_PAGES:
    router.add_api_route(address, lab, methods=["GET", "HEAD"])


class _Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = ASKED_ANEW
        return answer


def mount(app: FastAPI) -> None:
    """Files by their names, where no page or API is. Answers of the API are not compressed: they hold secrets."""
    if STATIC.exists():
        app.mount("/", GZipMiddleware(_Files(directory=STATIC), COMPRESSED_FROM_BYTES), name="static")
