"""For staff: the supervisor's picture of the house, and the auditor's tools."""

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from houseway.games.approval import in_words
from houseway.house.alone import owner_of
from houseway.house.audit.export import export_lines, shown_rows
from houseway.house.audit.recall import paytables_in_force
from houseway.house.audit.stream import chosen_tables
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import TableConfig
from houseway.house.draft import AUDITOR, SUPERVISOR
from houseway.house.table import Table
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.hall import Hall, one_at_a_time, verify_role_is
from houseway.web.models import AuditTable, EventEntry, HoldEntry, HouseTable, Record, StreamVerdict

PAGE_MAX = 1000

router = APIRouter(tags=["staff"])


def _auditor(who: Who) -> None:
    verify_role_is(who, AUDITOR)


def _staff(who: Who) -> None:
    verify_role_is(who, SUPERVISOR, AUDITOR)


@router.get("/api/house", response_model=list[HouseTable], dependencies=[Depends(_staff)])
async def house(hall: TheHall) -> list[dict[str, Any]]:
    """Every table: who sits there, what is in force, where the chips are, what the shuffler did, what befell it."""
    shown = [_house_table(hall, table) for table in hall.floor.pit.tables.values() if table.config is not None]
    past = await asyncio.to_thread(lambda: [hall.journal.house(each["table"]) for each in shown])
    return [now | before for now, before in zip(shown, past, strict=True)]


@router.get("/api/house/form", response_model=Record, dependencies=[Depends(_staff)])
async def form() -> dict[str, Any]:
    """The JSON schema of a table's configuration, for whoever changes one."""
    return TableConfig.model_json_schema()


def _house_table(hall: Hall, table: Table) -> dict[str, Any]:
    pit, config = hall.floor.pit, table.set_up
    broken = pit.broken.get(table.name, "")
    return {
        "table": table.name,
        "phase": "closed" if broken else table.phase,
        "closed": broken or table.closed,
        "notice": table.notice,
        "version": table.version,
        "rounds": table.rounds,
        "cycles": table.cycles,
        "shuffler_mode": config.shuffler_mode().about,
        "cards_left": len(table.shuffle.left) if table.shuffle else None,
        "config": config.to_body(),
        "in_words": [said._asdict() for said in in_words(table.game, table.settings)],
        "departs": config.departing,
        "paytables": paytables_in_force(table.game, table.settings),
        "accounts": {name: cents for name, cents in sorted(table.accounts.items()) if cents},
        "players": [
            {
                "player": player.id,
                "name": player.name,
                "seats": list(player.seats),
                "bot": player.bot,
                "gone": bool(player.gone_at),
                "cents": table.chips(player.id),
            }
            for player in table.players.values()
        ],
    }


@router.get("/api/audit/tables/{name}/events", response_model=list[EventEntry], dependencies=[Depends(_auditor)])
def events(
    name: TableName,
    hall: TheHall,
    after: Annotated[int, Query(ge=0, le=10**12)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 100,
) -> list[dict[str, Any]]:
    """The stream of a table, a page at a time; order and key of a shuffle that is not revealed are withheld."""
    hall.table(name)
    return [shown.to_json() for shown in shown_rows(hall.ledger, name, after, after + limit)]


@router.get("/api/audit/tables", response_model=list[AuditTable], dependencies=[Depends(_auditor)])
def tables(hall: TheHall) -> list[dict[str, Any]]:
    """Every stream: its head, and the people and kinds of events in it."""
    there = [table for table in hall.floor.pit.tables.values() if table.config is not None]
    return [
        {
            "table": table.name,
            "title": table.set_up.title,
            "game": table.set_up.game,
            **hall.journal.contents(table.name),
        }
        for table in there
    ]


@router.get("/api/audit/tables/{name}/search", response_model=list[EventEntry], dependencies=[Depends(_auditor)])
def search(
    name: TableName,
    hall: TheHall,
    kind: Annotated[str, Query(max_length=40)] = "",
    player: Annotated[str, Query(max_length=64, description="The id of a player.")] = "",
    round_: Annotated[int, Query(alias="round", ge=0, le=10**12, description="With all since the one before.")] = 0,
    before: Annotated[int, Query(ge=1, le=10**15)] = 10**15,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
) -> list[dict[str, Any]]:
    """Events of a kind, a player or a round, the newest first; secrets are withheld as in `events`."""
    hall.table(name)
    return [shown.to_json() for shown in hall.journal.search(name, kind, player, round_, before, limit)]


@router.get("/api/audit/verify", response_model=list[StreamVerdict], dependencies=[Depends(_auditor)])
def verify(hall: TheHall, table: Annotated[str, Query(max_length=200)] = "") -> list[dict[str, Any]]:
    """Recompute every round from shoe and decisions; names the first wrong event of each table."""
    with one_at_a_time():
        return [verdict.to_json() for verdict in verify_ledger(hall.ledger, _chosen(hall, table))]


@router.get("/api/audit/export", response_class=StreamingResponse, dependencies=[Depends(_auditor)])
def export(
    hall: TheHall, format: Literal["jsonl", "csv"] = "jsonl", table: Annotated[str, Query(max_length=200)] = ""
) -> StreamingResponse:
    """All events, line by line."""
    kind = "text/csv" if format == "csv" else "application/jsonl"
    name = f'attachment; filename="houseway.{format}"'
    lines = export_lines(hall.ledger, format, _chosen(hall, table))
    return StreamingResponse(lines, media_type=kind, headers={"content-disposition": name})


@router.get("/api/audit/hold", response_model=list[HoldEntry], dependencies=[Depends(_staff)])
def hold(hall: TheHall, table: Annotated[str, Query(max_length=200)] = "") -> list[dict[str, Any]]:
    """Actual hold against theoretical, by table and wager, with its z-score. People's own practice is left out."""
    chosen = [name for name in chosen_tables(hall.ledger, _chosen(hall, table)) if table or not owner_of(name)]
    return [row.to_json() for name in chosen for row in hall.journal.holds(name)]


def _chosen(hall: Hall, table: str) -> list[str]:
    return [hall.table(table).name] if table else []
