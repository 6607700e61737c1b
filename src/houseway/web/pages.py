"""The pages and files of the browser: one folder, served as it lies there."""

from pathlib import Path

from fastapi import APIRouter, FastAPI
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

from houseway.games import SLUGS
from houseway.web.refusals import Missing

STATIC = Path(__file__).parent / "static"
PAGES = ("/", "/table/{name}", "/round/{table}/{number}", "/drill/{slug}")
LAB_PAGES = ("/lab", *(f"/lab/{slug}{tab}" for slug in SLUGS for tab in ("", "/{tab}")))

router = APIRouter(include_in_schema=False)


def _page(name: str) -> FileResponse:
    """A page that exists under several addresses; its script reads the address. Always asked for anew."""
    path = STATIC / name
    if not path.exists():
        raise Missing("this houseway was installed without its pages; the API is at /api/openapi.json")
    return FileResponse(path, headers={"cache-control": "no-cache"})


async def index() -> FileResponse:
    return _page("index.html")


async def lab() -> FileResponse:
    return _page("lab/index.html" if (STATIC / "lab" / "index.html").exists() else "index.html")


async def house() -> FileResponse:
    return _page("house/index.html")


async def audit() -> FileResponse:
    return _page("audit/index.html")


router.add_api_route("/house", house, methods=["GET", "HEAD"])
router.add_api_route("/audit", audit, methods=["GET", "HEAD"])
for address in PAGES:
    router.add_api_route(address, index, methods=["GET", "HEAD"])
for address in LAB_PAGES:
    router.add_api_route(address, lab, methods=["GET", "HEAD"])


def mount(app: FastAPI) -> None:
    """Files by their names, where no page or API is."""
    if STATIC.exists():
        app.mount("/", StaticFiles(directory=STATIC), name="static")
