"""What everyone may see of a table's progressives and of links: what meters show, never a reserve or an overflow."""

from typing import Any

from houseway.house.configuration import Carried
from houseway.house.linked.drafts import Look
from houseway.house.linked.link import Link
from houseway.house.table import Table
from houseway.progressives.jackpot import Meter

View = dict[str, Any]
HITS_SHOWN = 5


def progressives_view(table: Table, look: Look) -> list[View]:
    """For the felt: each progressive, what its meters show now, which seats have it, and the last hits of its link."""
    return [_carried(table, each, look(each.link)) for each in table.set_up.progressives]


def _carried(table: Table, carried: Carried, link: Link) -> View:
    in_round = map(int, table.fed.get(carried.name, {}))
    before = (seat for seat, names in table.joins.items() if carried.name in names)
    return {
        "name": carried.name,
        "title": carried.progressive.title,
        "about": carried.progressive.about,
        "wager": carried.progressive.wager,
        "bet_cents": carried.progressive.bet_cents,
        "seats": sorted({*in_round, *before}),
        "due": sorted({seat for due in table.dues for seat in table.players[due["player"]].seats}),
        **link_view(link),
    }


def link_view(link: Link) -> View:
    """A link on the wall: its meters, and its last hits, the newest first."""
    readings = link.readings
    return {
        "link": link.name,
        "meters": [
            {"name": meter.name, "title": meter.title, "cents": readings[meter.name].shown_cents}
            | _trigger(link, meter)
            for meter in link.progressive.meters
        ],
        "hits": [_hit(hit) for hit in list(link.hits)[::-1][:HITS_SHOWN]],
    }


def _trigger(link: Link, meter: Meter) -> View:
    """Of a meter that must hit: by when, the promise about its trigger, and the last trigger with its key."""
    if not meter.must_hit_by_cents:
        return {}
    trigger = link.triggers.get(meter.name)
    return {
        "must_hit_by_cents": meter.must_hit_by_cents,
        "number": link.last_number(meter.name),
        "commitment": trigger.commitment if trigger else "",
        "revealed": link.shown_triggers.get(meter.name),
    }


def _hit(hit: View) -> View:
    awards = [{key: each[key] for key in ("seat", "cents", "why", "meter", "tier")} for each in hit["awards"]]
    return {"table": hit["table"], "round": hit["round"], "at": hit["at"], "awards": awards}
