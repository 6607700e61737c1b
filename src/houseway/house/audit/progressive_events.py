"""What events about progressives must say, as far as a table's own stream tells.

What a meter showed is taken from the event: whether it did, the link's stream tells (`audit/link_check.py`).
"""

from dataclasses import replace

from houseway.house.audit.hearing import Body, Hearing, Wrong, text, with_postings, words
from houseway.house.linked.feeding import carried_as, hits_in, jackpot, jackpot_postings
from houseway.house.money import chips_of, due_of, moved
from houseway.progressives.growth import opened


def jackpot_due(hearing: Hearing, body: Body) -> Body:
    """Awards, and what became of the meters, from what they showed."""
    table, name = hearing.table, text(body, "progressive")
    if name not in table.fed or name in hearing.hit:
        raise Wrong(f"round {table.rounds} had no progressive '{name}' to pay")
    hits = hits_in(table, name)
    if not hits:
        raise Wrong(f"nobody had hit a tier of the progressive '{name}'")
    hearing.hit += (name,)
    carried = carried_as(table, name)
    said = body["meters"]
    readings = {
        meter.name: replace(
            opened(meter), shown_cents=said[meter.name]["showed"], overflow_cents=said[meter.name]["over"]
        )
        if meter.name in said
        else opened(meter)
        for meter in carried.progressive.meters
    }
    due = jackpot(table, carried, hits, readings)
    return with_postings(due, jackpot_postings(carried, due))


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
