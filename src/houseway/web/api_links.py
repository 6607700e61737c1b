"""For staff: links of the room, with what players do not see of a meter, its mathematics, and what is to be paid."""

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path

from houseway.analysis.at_hand import at_hand
from houseway.house.configuration import TableConfig
from houseway.house.draft import AUDITOR, SUPERVISOR, Command
from houseway.house.ledger.store import links_of
from houseway.house.linked.displayed import link_view
from houseway.house.linked.law import linked
from houseway.house.linked.link import REASONS, Link, most_lowered
from houseway.house.table import Table
from houseway.progressives.chances import chances_in
from houseway.progressives.links import Linked
from houseway.progressives.meter_figures import ProgressiveFigures, figures_from
from houseway.rules.refused import Refused
from houseway.web.api_room import TheHall, Who
from houseway.web.hall import Hall, verify_role_is
from houseway.web.models import Record
from houseway.web.models_staff import NewLowering, StaffLink
from houseway.web.refusals import RESPONSES, Missing

router = APIRouter(tags=["staff"], responses=RESPONSES)


def _staff(who: Who) -> None:
    verify_role_is(who, SUPERVISOR, AUDITOR)


def _supervisor(who: Who) -> None:
    verify_role_is(who, SUPERVISOR)


@router.get("/api/house/links", response_model=list[StaffLink], dependencies=[Depends(_staff)])
async def staff_links(hall: TheHall) -> list[dict[str, Any]]:
    """Every link that tables of the room feed: its meters, what a bet on them is worth now, and who waits for money."""
    fed: dict[str, list[Table]] = {}
    for table in hall.floor.pit.in_room():
        for carried in table.set_up.progressives:
            fed.setdefault(carried.link, []).append(table)
    return await asyncio.to_thread(lambda: [_staff_link(hall, name, fed[name]) for name in sorted(fed)])


@router.post("/api/house/links/{name}/lower", response_model=Record, dependencies=[Depends(_supervisor)])
async def lower_meter(
    name: Annotated[str, Path(max_length=32)], given: NewLowering, hall: TheHall, who: Who
) -> dict[str, Any]:
    """Take something off a meter of a link: on record with its reason; what comes off goes into the reserve."""
    if name not in await asyncio.to_thread(links_of, hall.ledger):
        raise Missing(f"there is no link '{name}'")
    command = Command(given.id, "lower", what=given.model_dump(exclude={"id"}))
    return link_view(await asyncio.to_thread(hall.floor.pit.lower_meter, name, who.actor, command))


def _staff_link(hall: Hall, name: str, tables: list[Table]) -> dict[str, Any]:
    link = hall.floor.pit.links.look(name)
    return {
        **link_view(link),
        "title": link.progressive.title,
        "tables": [table.name for table in tables],
        "meters": list(_meters(link)),
        "figures": _figures(link, tables[0].set_up),
        "dues": [due for table in tables for due in _dues(table, name)],
    }


def _meters(link: Link) -> Iterator[dict[str, Any]]:
    readings = link.readings
    for meter in link.progressive.meters:
        now = readings[meter.name]
        yield {
            "name": meter.name,
            "title": meter.title,
            "cents": now.shown_cents,
            "most_cents": meter.most_cents,
            "overflow_cents": now.overflow_cents,
            "reserve_cents": now.reserve_cents,
            "lowers": [
                {"reason": reason, "words": words, "most_cents": most_lowered(now, reason)}
                for reason, words in REASONS.items()
            ],
        }


def _dues(table: Table, link: str) -> Iterator[dict[str, Any]]:
    """A player who waits for several awards is paid one after another: only the first of them may be paid now."""
    waiting: set[str] = set()
    for due in table.dues:
        player = table.players[due["player"]]
        is_next = player.id not in waiting
        waiting.add(player.id)
        if due["link"] == link:
            yield {
                "table": table.name,
                "seat": player.seats[0],
                "name": player.name,
                "round": due["round"],
                "cents": due["cents"],
                "is_next": is_next,
            }


def _figures(link: Link, table: TableConfig) -> dict[str, Any] | None:
    """At what the meters show now, where the chances are at hand: nothing is solved for a look at the house."""
    carried = next(each for each in table.progressives if each.link == link.name)
    found = _figures_at_hand(linked(table, carried), link, table)
    if found is None:
        return None
    return {
        "return_now": float(found.return_now),
        "return_long": float(found.return_long),
        "meters": {
            each.meter.name: {
                "break_even_cents": None if each.break_even_cents is None else round(each.break_even_cents),
                "average_cents": round(each.average_cents),
            }
            for each in found.meters
        },
    }


def _figures_at_hand(kind: Linked, link: Link, table: TableConfig) -> ProgressiveFigures | None:
    game, settings, progressive = kind.game, kind.settings, kind.progressive
    shown = {name: reading.shown_cents for name, reading in link.readings.items()}
    fed_by = table.wagers.get(progressive.of_wager)
    try:
        chances = chances_in(game, settings, at_hand(game, settings), progressive)
        bet_cents = fed_by.least_cents if fed_by else 0
        return figures_from(game, settings, progressive, kind.strategy, chances, shown=shown, bet_cents=bet_cents)
    except Refused:
        return None
