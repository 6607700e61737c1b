"""For whoever looks after the server: whether it lives, whether it is ready, and what it counts."""

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse

from houseway import __version__
from houseway.house.ledger.store import LedgerFailed
from houseway.web.api_room import TheHall
from houseway.web.hall import Hall
from houseway.web.logs import folded
from houseway.web.models import HealthAnswer, LiveAnswer
from houseway.web.refusals import RESPONSES

LEDGER_WITHIN_S = 2.0

router = APIRouter(tags=["health"], responses=RESPONSES)


@router.get("/health/live", response_model=LiveAnswer)
async def live() -> dict[str, Any]:
    """The server runs and hears. One that does not say so is to be started again."""
    return {"live": True, "software": f"houseway {__version__}"}


@router.get("/health/ready", response_model=HealthAnswer, responses={503: {"model": HealthAnswer}})
async def ready(hall: TheHall) -> JSONResponse:
    """Whether people should be sent here: the ledger can be read and written, and the house is not closing."""
    return _answer(hall, await _ledger_fault(hall))


@router.get("/health", response_model=HealthAnswer, responses={503: {"model": HealthAnswer}})
async def health(hall: TheHall) -> JSONResponse:
    """The same without asking the ledger: whether it could be written when it last had to be."""
    return _answer(hall, "")


async def _ledger_fault(hall: Hall) -> str:
    try:
        async with asyncio.timeout(LEDGER_WITHIN_S):
            await asyncio.to_thread(hall.ledger.head, "")
    except TimeoutError:
        return "the ledger does not answer"
    except LedgerFailed:
        return "the ledger cannot be read"  # why is in the log, not for everyone
    return ""


def _answer(hall: Hall, fault: str) -> JSONResponse:
    broken = fault or next(iter(hall.floor.pit.broken.values()), "")
    body = HealthAnswer(
        ok=not broken and not hall.floor.closing,
        software=f"houseway {__version__}",
        ledger=broken or "writable",
        closing=hall.floor.closing,
        tables=sum(not table.retired for table in hall.floor.pit.tables.values()),
        sockets=hall.floor.gallery.sockets,
    )
    return JSONResponse(body.model_dump(), 200 if body.ok else 503)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(hall: TheHall) -> str:
    """For Prometheus."""
    return hall.floor.metrics.text(
        _gauges(hall), {"log_entries": {_entry(*key): n for key, n in folded.counts.items()}}
    )


def _entry(level: str, event: str) -> tuple[tuple[str, str], ...]:
    plain = "".join(letter if letter.isalnum() or letter in " ._" else "_" for letter in event)
    return (("event", plain[:60]), ("level", level))


def _gauges(hall: Hall) -> dict[str, dict[Any, int]]:
    """How full everything is that has a limit."""
    pit = hall.floor.pit
    phases: dict[Any, int] = {(("phase", phase),): 0 for phase in ("betting", "playing", "closed")}
    for each in pit.tables.values():
        phases[(("phase", "closed" if each.name in pit.broken else each.phase),)] += 1
    seated = sum(not player.bot for each in pit.tables.values() for player in each.players.values())
    return {
        "tables": phases,
        "sockets": {(): hall.sockets.total},
        "seated": {(): seated},
        "connections": {(): hall.doorman.total},
        "connections_most_an_address": {(): hall.doorman.most_at_one},
        "seats_most_an_address": {(): max(hall.seating.seats_by_place().values(), default=0)},
        "own_tables": {(): len(hall.own_tables)},
        "desk_waiting": {(("desk", desk.name),): desk.waiting for desk in hall.desks.all},
        "commands_under_way": {(): hall.floor.under_way},
        "closing": {(): int(hall.floor.closing)},
        "clock_jumps": {(): pit.clock.jumps},
        "clock_ahead_microseconds": {(): pit.clock.ahead_us},
    }
