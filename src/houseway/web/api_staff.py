"""For staff: the supervisor's picture of the house, and the auditor's tools."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import StringConstraints

from houseway.analysis.at_hand import not_at_hand
from houseway.analysis.follow_ons import leading, per_first_bet, within_round
from houseway.games import slugs
from houseway.games.approval import in_words
from houseway.games.game import Game, Settings
from houseway.games.shufflers import machines_in_force
from houseway.games.wager_titles import ROUND, wager_title
from houseway.house.audit.export import Between, export_lines
from houseway.house.audit.hold import before_policies, hold_csv
from houseway.house.audit.moments import EVER, verify_forwards
from houseway.house.audit.recall import paytables_in_force
from houseway.house.commands import said
from houseway.house.configuration import TableConfig, pattern_of
from houseway.house.draft import AUDITOR, SUPERVISOR, Command
from houseway.house.irregularities import OUTCOMES, SORTS
from houseway.house.ledger.store import STAFF_BOOK
from houseway.house.money import FELT, HOUSE
from houseway.house.notice import notice_for_staff
from houseway.house.own_tables import is_practice
from houseway.house.shuffler.modes import MODES, deliveries
from houseway.house.staff_book import is_begun
from houseway.house.table import Table
from houseway.report.wager_names import units_in_words
from houseway.web.api_games import look_again, short_figures
from houseway.web.api_room import TableName, TheHall, Who
from houseway.web.filed import changed_by_page
from houseway.web.hall import Hall, verify_role_is
from houseway.web.models import DoneAnswer, Record
from houseway.web.models_staff import (
    AheadAnswer,
    AuditTable,
    EdgesAnswer,
    EventEntry,
    HoldEntry,
    HouseTable,
    HouseTotals,
    NewConfig,
    NewTable,
    Pattern,
    RoundOfTime,
    Stream,
    StreamVerdict,
)
from houseway.web.models_you import OwnRound
from houseway.web.refusals import RESPONSES, Missing
from houseway.web.sessions import Session

PAGE_MAX = 1000
ANSWER_WITHIN_S = 15.0  # or it is said that the work goes on
NOT_OFFERED = "it is not offered under these options"
NAMED_IN_FILE = 3
NAMED_MAX = 50  # tables that one question may name

StreamName = Annotated[str, Query(max_length=200)]
Moment = Annotated[int, Query(ge=0, le=EVER, description="Microseconds since 1970; a bound is in.")]
TablesAsked = Annotated[Sequence[StreamName], Query(max_length=NAMED_MAX)]
HeadNoted = Annotated[str, StringConstraints(pattern=r"^\d{1,15}:[0-9a-f]{64}:.{1,200}$")]
HeadsNoted = Annotated[Sequence[HeadNoted], Query(max_length=NAMED_MAX)]

router = APIRouter(tags=["staff"], responses=RESPONSES)


def _auditor(who: Who) -> None:
    verify_role_is(who, AUDITOR)


def _supervisor(who: Who) -> None:
    verify_role_is(who, SUPERVISOR)


def _staff(who: Who) -> None:
    verify_role_is(who, SUPERVISOR, AUDITOR)


@router.get("/api/house", response_model=list[HouseTable], dependencies=[Depends(_staff)])
async def house(hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """Every table: who sits there, what is in force, where the chips are, what the shuffler did, what befell it."""
    shown = [_house_table(hall, table) for table in hall.floor.pit.tables.values() if table.config is not None]
    past = json.loads(await hall.desks.staff.ask("house", who.id, tables=[each["table"] for each in shown]))
    return [now | before for now, before in zip(shown, past, strict=True)]


@router.get("/api/house/totals", response_model=HouseTotals, dependencies=[Depends(_staff)])
async def totals(hall: TheHall, who: Who) -> dict[str, Any]:
    """What the room's tables have won, and apart from it those for practice; what was put away has its money still."""
    there = [table for table in hall.floor.pit.tables.values() if table.config is not None]
    away = await _put_away(hall, who)
    sums = {
        sort: _totals_of(
            [table for table in there if is_practice(table.name, table.config) == practice],
            [each for each in away if each["practice"] == practice],
        )
        for sort, practice in (("room", False), ("practice", True))
    }
    places = {"places_taken": hall.floor.pit.places_taken, "places_most": hall.floor.pit.room.tables_max}
    return {**sums, "put_away": len(away), **places}


async def _put_away(hall: Hall, who: Session) -> list[dict[str, Any]]:
    """What the streams came to whose tables are not open now."""
    streams = await asyncio.to_thread(hall.ledger.tables)
    there = {name for name, table in hall.floor.pit.tables.items() if table.config is not None}
    away = [name for name in streams if name not in there]
    found: list[dict[str, Any]] = json.loads(await hall.desks.staff.ask("sums", who.id, tables=away)) if away else []
    return found


def _totals_of(tables: list[Table], away: list[dict[str, Any]]) -> dict[str, int]:
    return {
        "tables": sum(not table.retired for table in tables),
        "rounds": sum(table.rounds for table in tables) + sum(each["rounds"] for each in away),
        "felt_cents": sum(table.accounts.get(FELT, 0) for table in tables) + sum(each["felt_cents"] for each in away),
        "won_cents": sum(table.accounts.get(HOUSE, 0) for table in tables) + sum(each["won_cents"] for each in away),
    }


@router.get("/api/house/form", response_model=Record, dependencies=[Depends(_staff)])
async def form() -> dict[str, Any]:
    """The JSON schema of a table's configuration, for whoever changes one."""
    return TableConfig.model_json_schema()


@router.get("/api/house/ahead", response_model=list[AheadAnswer], dependencies=[Depends(_staff)])
async def ahead(hall: TheHall) -> list[dict[str, Any]]:
    """For every table whether a player who plays best is ahead, as far as it is known; the rest is worked out."""
    there = hall.floor.pit.in_room()
    return [{"table": table.name, **await hall.ahead.of(table.set_up)} for table in there]


@router.get("/api/house/pattern/{slug}", response_model=Pattern, dependencies=[Depends(_staff)])
async def pattern(slug: Annotated[str, Path(max_length=40)]) -> dict[str, Any]:
    """A table of a game as the room that ships has it: what a supervisor begins with who opens one."""
    if slug not in slugs():
        raise Missing(f"there is no game '{slug}'; there is {', '.join(slugs())}")
    config = await asyncio.to_thread(pattern_of, slug)
    return {"config": config.to_body(), "shuffler_choices": _shuffler_choices(config.the_game, config.settings())}


@router.post("/api/house/tables", response_model=DoneAnswer, dependencies=[Depends(_supervisor)])
async def open_table(given: NewTable, hall: TheHall, who: Who) -> dict[str, Any]:
    """Open a table that is not in the room: a new one, or one that was retired, with the checks of the house file."""
    name = said.config({"config": given.config}).name
    what = {"config": given.config, "reason": given.reason, "warned": given.warned}
    done = await hall.open_table(name, who, Command(given.id, "open", what=what))
    return {"type": "done", "id": given.id, "version": done.version, "view": hall.floor.gallery.view(name, who.id)}


@router.post("/api/house/ahead", response_model=AheadAnswer, dependencies=[Depends(_staff)])
async def ahead_with(given: NewConfig, hall: TheHall) -> dict[str, Any]:
    """The same for a configuration that is not in force: what a supervisor is warned of before changing a table."""
    table = said.config({"config": given.config})
    return {"table": table.name, **await hall.ahead.of(table)}


@router.post("/api/house/edges", response_model=EdgesAnswer, dependencies=[Depends(_staff)])
async def edges(given: NewConfig, hall: TheHall, who: Who, work: bool = False) -> dict[str, Any]:
    """What a configuration would do to the edge of every wager; with `work` what is not at hand is worked out.

    That may take minutes: whoever is told that it is under way asks again, and waits for the same answer.
    """
    table = said.config({"config": given.config})
    game, settings = table.the_game, before_policies(table.the_game, table.settings())
    there = hall.floor.pit.tables.get(table.name)
    in_force = [there.settings] if there is not None and there.config and there.config.game == table.game else []
    beside = [before_policies(game, each) for each in in_force]
    then, working = await asyncio.to_thread(short_figures, game, settings, *beside), False
    if work and not_at_hand(game, settings, then):
        asked = asyncio.ensure_future(hall.desks.figures.ask("edges", who.id, game=game.slug, settings=dict(settings)))
        await asyncio.wait([asked], timeout=ANSWER_WITHIN_S)
        working = not asked.done()
        if not working:
            then = json.loads(await asked)
            look_again()
    now: dict[str, Any] = {}
    for each in beside:
        now = await asyncio.to_thread(short_figures, game, each)
    missing = not_at_hand(game, settings, then, *beside)
    titles = {wager.name: wager.title for wager in game.sheet.wagers} | {ROUND: wager_title(game, ROUND)}

    def of_alone(name: str) -> str:
        alone = f"{name}_alone"
        return alone if any(alone in known for known in (now, then, missing)) else name

    told = [name for name in titles if name in now or name in then or name in missing]
    wagers = [
        {
            "wager": name,
            "title": titles[name],
            "now": _edge(now, name),
            "then": _edge(then, name),
            "now_alone": _edge(now, of_alone(name)),
            "then_alone": _edge(then, of_alone(name)),
            "why": missing.get(name) or ("" if name in then else NOT_OFFERED),
            "in_round": name in within_round(game) and ROUND in {*now, *then},
            "added": name in per_first_bet(game),
        }
        for name in told
    ]
    first, units = leading(game), units_in_words(game, told)
    return {"known": not missing, "working": working, "units": units, "first": first, "wagers": wagers}


def _edge(figures: dict[str, Any], wager: str) -> float | None:
    return figures[wager]["edge"] if wager in figures else None


def _house_table(hall: Hall, table: Table) -> dict[str, Any]:
    pit, config = hall.floor.pit, table.set_up
    broken = pit.broken.get(table.name, "")
    return {
        "table": table.name,
        "practice": is_practice(table.name, config),
        "phase": "closed" if broken else table.phase,
        "closed": broken or table.closed,
        "retired": table.retired,
        "notice": notice_for_staff(table),
        "version": table.version,
        "rounds": table.rounds,
        "cycles": table.cycles,
        "shuffler_mode": config.shuffler_mode().about,
        "shuffler_machine": config.shuffler_words(),
        "shuffler_choices": _shuffler_choices(table.game, table.settings),
        "decks": list(config.decks()),
        "wrong_deck": table.wrong_deck(),
        "irregularities": {"sorts": {name: asdict(sort) for name, sort in SORTS.items()}, "outcomes": OUTCOMES},
        "cards_left": len(table.shuffle.left) if table.shuffle else None,
        "config": config.to_body(),
        "in_words": [said._asdict() for said in in_words(table.game, table.settings)],
        "departs": config.departing,
        "changed_by_page": changed_by_page(pit.room, table),
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


def _shuffler_choices(game: Game, settings: Settings) -> dict[str, Any]:
    """What a supervisor may set up here without naming an approval."""
    return {
        "machines": [machine.model_dump(exclude={"when"}) for machine in machines_in_force(game, settings)],
        "modes": [{"mode": each.mode, "about": MODES[each.mode].about} for each in deliveries(game, settings)],
        "words": {mode.name: mode.about for mode in MODES.values()},
    }


@router.get("/api/audit/tables/{name}/events", response_model=list[EventEntry], dependencies=[Depends(_auditor)])
async def events(
    name: TableName,
    hall: TheHall,
    who: Who,
    after: Annotated[int, Query(ge=0, le=10**12)] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 100,
) -> Response:
    """The stream of a table, a page at a time; order and key of a shuffle that is not revealed are withheld."""
    await hall.verify_stream(name)
    return await hall.desks.staff.answer("events", who.id, table=name, after=after, limit=limit)


@router.get("/api/audit/tables", response_model=list[AuditTable], dependencies=[Depends(_auditor)])
async def tables(hall: TheHall, who: Who, table: TablesAsked = ()) -> list[dict[str, Any]]:
    """Every open table's stream, and those that are named: its head, and the people and kinds of events in it."""
    there = [each.name for each in hall.floor.pit.tables.values() if each.config is not None]
    there += [name for name in await _chosen(hall, table) if name not in there]
    contents = json.loads(await hall.desks.staff.ask("contents", who.id, tables=there))
    return [{"table": name, **found} for name, found in zip(there, contents, strict=True)]


@router.get("/api/audit/streams", response_model=list[Stream], dependencies=[Depends(_auditor)])
async def streams(hall: TheHall, who: Who) -> list[dict[str, Any]]:
    """Every stream of the ledger by name: tables, practice tables that were put away too, and the staff book."""
    known = {each["table"]: each for each in await _put_away(hall, who)}
    found = []
    for name in await asyncio.to_thread(hall.ledger.tables):
        table = hall.floor.pit.tables.get(name)
        if table is not None and table.config is not None:
            game = {"title": table.config.title, "game": table.config.game, "game_title": table.game.title}
            sort = {"practice": is_practice(name, table.config), "retired": table.retired}
            found.append({"table": name, "open": not table.retired, **game, **sort})
        elif name in known:
            found.append({"open": False, **known[name]})
    if await asyncio.to_thread(is_begun, hall.ledger):
        book = {"title": "The staff book", "game": "", "game_title": "", "practice": False, "retired": False}
        found.append({"table": STAFF_BOOK, "open": True, **book})
    return found


@router.get("/api/audit/tables/{name}/search", response_model=list[EventEntry], dependencies=[Depends(_auditor)])
async def search(
    name: TableName,
    hall: TheHall,
    who: Who,
    kind: Annotated[str, Query(max_length=40)] = "",
    player: Annotated[str, Query(max_length=64, description="The id of a player.")] = "",
    round_: Annotated[int, Query(alias="round", ge=0, le=10**12, description="With all since the one before.")] = 0,
    before: Annotated[int, Query(ge=1, le=10**15)] = 10**15,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 50,
    since: Moment = 0,
    until: Moment = EVER,
) -> Response:
    """Events of a kind, a player, a round or a time, the newest first; secrets are withheld as in `events`."""
    await hall.verify_stream(name)
    verify_forwards(since, until)
    asked = {"kind_": kind, "player": player, "round_": round_, "before": before, "limit": limit}
    asked |= {"since": since, "until": until}
    return await hall.desks.staff.answer("search", who.id, table=name, **asked)


@router.get("/api/audit/tables/{name}/rounds", response_model=list[RoundOfTime], dependencies=[Depends(_auditor)])
async def rounds_between(
    name: TableName,
    hall: TheHall,
    who: Who,
    since: Moment = 0,
    until: Moment = EVER,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 200,
) -> Response:
    """The rounds that were dealt in a time, the newest first, and what became of each."""
    await hall.verify_stream(name)
    verify_forwards(since, until)
    return await hall.desks.staff.answer("rounds_between", who.id, table=name, since=since, until=until, limit=limit)


@router.get("/api/audit/rounds", response_model=list[OwnRound], dependencies=[Depends(_auditor)])
async def rounds_of_player(
    hall: TheHall,
    who: Who,
    player: Annotated[str, Query(min_length=1, max_length=64, description="The id of a player.")],
    since: Moment = 0,
    until: Moment = EVER,
    limit: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 200,
) -> Response:
    """A person's rounds at every table that ended in a time, the newest first."""
    verify_forwards(since, until)
    asked = {"player": player, "since": since, "before": until + 1, "limit": limit}
    return await hall.desks.staff.answer("own_rounds", who.id, **asked)


@router.get("/api/audit/verify", response_model=list[StreamVerdict], dependencies=[Depends(_auditor)])
async def verify(hall: TheHall, who: Who, table: TablesAsked = (), noted: HeadsNoted = ()) -> Response:
    """Recompute every round from shoe and decisions, of the tables named or of every stream; names the first wrong
    event of each. The staff book is among them, and may be named (`:staff`). Heads that were noted earlier
    (`VERSION:HASH:TABLE`) must be led through; a stream that was noted and is gone is missed."""
    heads = [head.split(":", 2) for head in noted]
    known = {name for *_, name in heads}
    await _chosen(hall, [name for name in table if name not in known], book=True)
    return await hall.desks.staff.answer("verify", who.id, tables=[name for name in table if name], noted=heads)


@router.get("/api/audit/export", response_class=StreamingResponse, dependencies=[Depends(_auditor)])
async def export(
    hall: TheHall,
    format: Literal["jsonl", "csv"] = "jsonl",
    table: TablesAsked = (),
    since: Moment = 0,
    until: Moment = EVER,
) -> StreamingResponse:
    """All events, or those between two moments, line by line; of the staff book too, which may be named (`:staff`)."""
    kind = "text/csv" if format == "csv" else "application/jsonl"
    verify_forwards(since, until)
    chosen = await _chosen(hall, table, book=True)
    name = f'attachment; filename="houseway-events-{_named(chosen)}.{format}"'
    lines = export_lines(hall.ledger, format, chosen, Between(since=since, up_to=until))
    return StreamingResponse(lines, media_type=kind, headers={"content-disposition": name})


@router.get("/api/audit/hold", response_model=list[HoldEntry], dependencies=[Depends(_staff)])
async def hold(hall: TheHall, who: Who, table: TablesAsked = ()) -> Response:
    """Actual hold against theoretical, by table and wager, with its z-score; practice is marked, and people's own is
    left out unless it is named."""
    return await hall.desks.staff.answer("holds", who.id, tables=await _chosen(hall, table))


@router.get("/api/audit/hold.csv", response_class=Response, dependencies=[Depends(_staff)])
async def hold_file(hall: TheHall, who: Who, table: TablesAsked = ()) -> Response:
    """The same as CSV."""
    chosen = await _chosen(hall, table)
    rows = json.loads(await hall.desks.staff.ask("holds", who.id, tables=chosen))
    name = {"content-disposition": f'attachment; filename="houseway-hold-{_named(chosen)}.csv"'}
    return Response(hold_csv(rows), media_type="text/csv", headers=name)


def _named(tables: Sequence[str]) -> str:
    """Which streams a file has, for its name."""
    if not tables or len(tables) > NAMED_IN_FILE:
        return f"{len(tables)}-tables" if tables else "all"
    return "-".join("staff" if name == STAFF_BOOK else re.sub(r"[^A-Za-z0-9_-]+", "_", name) for name in tables)


async def _chosen(hall: Hall, tables: Sequence[str], *, book: bool = False) -> list[str]:
    """Those that are named; the staff book only where it can be asked for."""
    named = [name for name in tables if name]
    for name in named:
        if not (book and name == STAFF_BOOK):
            await hall.verify_stream(name)
    return named
