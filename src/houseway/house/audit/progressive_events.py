"""What events about progressives must say, as far as a table's own stream tells.

What a meter showed is taken from the event: whether it did, the link's stream tells (`audit/link_check.py`).
"""

from collections.abc import Mapping
from dataclasses import replace

from houseway.house.audit.hearing import Body, Hearing, Wrong, text, with_postings, words
from houseway.house.configuration import Carried
from houseway.house.linked.feeding import carried_as, hits_in, jackpot, jackpot_postings
from houseway.house.money import chips_of, due_of, moved
from houseway.progressives.growth import opened


def jackpot_due(hearing: Hearing, body: Body) -> Body:
    """Awards, and what became of the meters, from what they showed."""
    table, name = hearing.table, text(body, "progressive")
    if name not in table.fed or name in hearing.hit:
        raise Wrong(f"round {table.rounds} had no progressive '{name}' to pay")
    carried = carried_as(table, name)
    hits, reached = hits_in(table, name), _said_reached(body, carried, table.fed[name])
    if not hits and not reached:
        raise Wrong(f"nobody had hit a tier of the progressive '{name}'")
    hearing.hit += (name,)
    said = body["meters"]
    readings = {
        meter.name: replace(
            opened(meter), shown_cents=said[meter.name]["showed"], overflow_cents=said[meter.name]["over"]
        )
        if meter.name in said
        else opened(meter)
        for meter in carried.progressive.meters
    }
    due = jackpot(table, carried, hits, readings, reached)
    return with_postings(due, jackpot_postings(carried, due))


def _said_reached(body: Body, carried: Carried, fed: Mapping[str, int]) -> dict[str, int]:
    """Whose bets reached triggers, as the event has it: whether they did, the link's stream tells."""
    must_hit = {meter.name for meter in carried.progressive.meters if meter.must_hit_by_cents}
    said = {each["meter"]: each["seat"] for each in body["awards"] if each["why"] == "must_hit"}
    if not said.keys() <= must_hit or any(str(seat) not in fed for seat in said.values()):
        raise Wrong("a meter was paid as reached that had no trigger, or to a seat without the bet")
    return said


def verify_hits_paid(hearing: Hearing) -> None:
    """Before a round is settled, whoever hit a tier has been paid for it."""
    for name in hearing.table.fed:
        if name not in hearing.hit and hits_in(hearing.table, name):
            raise Wrong(f"a tier of the progressive '{name}' was hit, and had to be paid here")


def hand_paid(hearing: Hearing, body: Body) -> Body:
    table, player = hearing.table, hearing.seated(body)
    due = next((each for each in table.dues if each["player"] == player.id), None)
    if due is None:
        raise Wrong(f"nothing of {player.name}'s waited to be paid by hand")
    return with_postings({**due, "by": words(body, "by")}, moved(due["cents"], due_of(player.id), chips_of(player.id)))
