"""Jobs over HTTP: what is being worked out, as it goes on."""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Path, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from houseway.house.draft import Forbidden
from houseway.rules.refused import Refused
from houseway.web.lab.ask import Ask
from houseway.web.lab.bench import DONE, FAILED, REFUSED, Job, LabBench
from houseway.web.lab.downloads import written
from houseway.web.lab.models import JobAnswer
from houseway.web.refusals import Missing
from houseway.web.whereabouts import place_at

STREAM_S = 10.0  # then the browser connects again; a server that closes waits no longer than this


router = APIRouter(prefix="/jobs")


async def close_bench(app: FastAPI) -> None:
    """Stop what is being worked out, if anything ever was."""
    if (bench := getattr(app.state, "bench", None)) is not None:
        await bench.close()


@router.get("/{job_id}", response_model=JobAnswer)
async def job(request: Request, job_id: Annotated[str, Path(max_length=40)]) -> dict[str, Any]:
    """How a job is doing. To ask is to want it: one that nobody asks after is stopped."""
    bench, found = _bench(request), _find_job(request, job_id)
    bench.want(found)
    return _told(found)


@router.get(
    "/{job_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "News of the job, each as JobAnswer."}},
)
async def events(
    request: Request, job_id: Annotated[str, Path(max_length=40)], after: Annotated[int, Query(ge=0)] = 0
) -> StreamingResponse:
    """News of a job as it comes; `after` is how many sights the browser has. To close the stream is to stop the job."""
    bench, found = _bench(request), _find_job(request, job_id)
    return StreamingResponse(_stream(bench, found, after), media_type="text/event-stream")


async def _stream(bench: LabBench, found: Job, after: int) -> AsyncIterator[str]:
    yield "retry: 200\n\n"
    async for each in bench.watch(found, STREAM_S):
        fresh = each.sights[after:]
        after += len(fresh)
        yield f"data: {json.dumps({**_told(each), 'sights': fresh, 'after': after})}\n\n"


def _told(found: Job) -> dict[str, Any]:
    told = found.told
    return {
        "id": found.ask.id,
        "kind": found.ask.kind,
        "game": found.ask.game,
        "state": found.state,
        "reason": found.reason,
        "what": told.get("what", ""),
        "done": told.get("done", 0),
        "total": told.get("total", 0),
        "exact": told.get("exact", {}),
    }


def _bench(request: Request) -> LabBench:
    """The app's bench; it is set up for the first question."""
    state = request.app.state
    if not hasattr(state, "bench"):
        state.bench = LabBench()
    bench: LabBench = state.bench
    return bench


def _find_job(request: Request, job_id: str) -> Job:
    found = _bench(request).find(job_id)
    if found is None:
        raise Missing("there is no such job any more: ask the question again")
    return found


def answer_or_job(request: Request, ask: Ask, form: str, table: str) -> Response:
    """The answer, if there is one; else its job, begun."""
    found = found_or_job(request, ask)
    return found if isinstance(found, Response) else written(found, form, table, ask)


def found_or_job(request: Request, ask: Ask) -> dict[str, Any] | Response:
    """The answer as the worker gave it, or that its job is begun."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise Forbidden("another site may not give the lab work")
    found = _bench(request).begin(ask, _whose(request), place_at(request))
    if found.state == DONE:
        assert found.answer is not None
        return found.answer
    if found.state in (REFUSED, FAILED):
        raise Refused(found.reason)
    return JSONResponse(_told(found), 202)


def _whose(request: Request) -> str:
    """One person's work is counted together: by session, else by address."""
    session = getattr(request.state, "session", None)
    return getattr(session, "id", "") or place_at(request)
