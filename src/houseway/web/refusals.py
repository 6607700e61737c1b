"""Refusals as people's programs read them: a code, a sentence, and over HTTP a status."""

from collections.abc import Mapping
from typing import Any, Literal

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from houseway.games.words import said_again
from houseway.house.draft import Forbidden, Stale
from houseway.house.pit import Broken
from houseway.rules.refused import Refused
from houseway.web.floor import Busy
from houseway.web.logs import log
from houseway.web.lost import as_sentence, doors_near, lost_page, wants_page

Code = Literal[
    "stale", "forbidden", "refused", "broken", "busy", "malformed", "too_fast", "too_large", "too_slow", "missing",
    "misdirected", "unread", "idle",
]  # fmt: skip

STATUS: dict[Code, int] = {
    "malformed": 400, "forbidden": 403, "missing": 404, "too_slow": 408, "stale": 409, "refused": 409, "unread": 409,
    "idle": 409, "too_large": 413, "misdirected": 421, "too_fast": 429, "broken": 503, "busy": 503,
}  # fmt: skip
RETRY_AFTER_S: dict[Code, int] = {"too_fast": 2, "busy": 5, "broken": 30}  # when it is worth asking again
TITLES: dict[Code, str] = {
    "missing": "There is no such page", "forbidden": "This is not for you", "malformed": "This address cannot be read",
    "too_fast": "A little slower, please", "busy": "The house is busy", "broken": "Something is broken",
}  # fmt: skip
SHOWN_MAX = 200  # letters of an address that are said again
WRITE = {  # instead of what an address or a body has
    "int_parsing": "write a whole number", "int_type": "write a whole number", "int_from_float": "write a whole number",
    "bool_parsing": "write true or false", "literal_error": "write {expected}",
    "greater_than_equal": "write {ge} or more", "less_than_equal": "write {le} or less",
}  # fmt: skip
FAULT = "the house made a mistake; it is on record, and nothing was changed"


class Refusal(BaseModel):
    """Why not, in one sentence."""

    code: Code
    reason: str


class Missing(Refused):
    """There is no such thing."""


class TooFast(Refused):
    """Wait a moment."""


class Malformed(Refused):
    """It cannot be read."""


class Unread(Refused):
    """There is a warning that must be read first."""


def code_of(refusal: Refused) -> Code:
    kinds: dict[type[Refused], Code] = {
        Stale: "stale", Forbidden: "forbidden", Broken: "broken", Busy: "busy", Missing: "missing",
        TooFast: "too_fast", Malformed: "malformed", Unread: "unread",
    }  # fmt: skip
    return next((code for kind, code in kinds.items() if isinstance(refusal, kind)), "refused")


def refused_message(id_: str, code: Code, reason: str) -> dict[str, str]:
    """What is said on a line to a table; without an id it answers nothing that was asked."""
    return {"type": "refused", "id": id_, **Refusal(code=code, reason=reason).model_dump()}


def to_response(code: Code, reason: str) -> JSONResponse:
    return JSONResponse(Refusal(code=code, reason=reason).model_dump(), STATUS[code], headers=retry_header(code))


def retry_header(code: Code) -> dict[str, str]:
    return {"retry-after": str(RETRY_AFTER_S[code])} if code in RETRY_AFTER_S else {}


def to_asker(request: Request, code: Code, reason: str) -> Response:
    """JSON for a program, a page for a person."""
    if not wants_page(request):
        return to_response(code, reason)
    page = lost_page(
        STATUS[code], TITLES.get(code, "This cannot be shown"), as_sentence(reason), doors_near(request.url.path)
    )
    page.headers.update(retry_header(code))
    return page


async def on_refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return to_asker(request, code_of(refusal), str(refusal))


async def on_malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return to_asker(request, "malformed", _malformed(error.errors()[0]))


def _malformed(found: Mapping[str, Any]) -> str:
    """What was asked for wrongly, by its name, and what to write instead."""
    *_, place = found["loc"]
    if found["type"] in WRITE:
        instead = WRITE[found["type"]].format(**found.get("ctx", {}))
        return f"{place} is '{said_again(str(found['input']))}': {instead}"
    return f"{'.'.join(map(str, found['loc']))}: {found['msg']}"


async def on_http(request: Request, error: Exception) -> Response:
    """What the framework refuses by itself: a path or a method that is not there."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return to_asker(request, "missing", f"there is nothing at {request.url.path[:SHOWN_MAX]}")
    body = Refusal(code="malformed", reason=str(error.detail)).model_dump()
    return JSONResponse(body, error.status_code, headers=error.headers)


async def on_fault(request: Request, error: Exception) -> JSONResponse:
    log.fault("fault in a request", method=request.method, path=request.url.path, exc=type(error).__name__)
    return JSONResponse(Refusal(code="broken", reason=FAULT).model_dump(), 500)


RESPONSES: dict[int | str, dict[str, object]] = {
    status: {"model": Refusal} for status in sorted({*STATUS.values(), 405})
}  # what any path may answer
