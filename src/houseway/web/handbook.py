"""The docs site under /docs: files as they were built, by the same policy as every other page of ours."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from houseway.web.files import ASKED_ANEW, COMPRESSED_FROM_BYTES
from houseway.web.lost import lost_page

SHIPPED = Path(__file__).parent / "handbook_site"  # in a wheel that was made where the docs were built
BUILT = Path(__file__).parents[3] / "docs" / "_build" / "html"  # in a checkout
NOT_BUILT = "They are built from a checkout with `make docs`; then they are here."


class _Pages(StaticFiles):
    async def check_config(self) -> None:
        """A folder that is not there is said to be so, page by page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            answer = await super().get_response(path, scope)
        except HTTPException:
            if Path(str(self.directory)).is_dir():
                raise
            return lost_page(404, "The docs are not built", NOT_BUILT)
        answer.headers["cache-control"] = ASKED_ANEW
        return answer


async def _to_the_first_page() -> RedirectResponse:
    return RedirectResponse("/docs/")


def mount(app: FastAPI, site: Path | None = None) -> None:
    """Whether it was built is looked at when somebody asks."""
    pages = _Pages(directory=site or (SHIPPED if SHIPPED.is_dir() else BUILT), html=True, check_dir=False)
    app.add_api_route("/docs", _to_the_first_page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/docs", GZipMiddleware(pages, COMPRESSED_FROM_BYTES), name="docs")
