"""What a round does to the links of its table: bets feed meters when the cards are dealt, hits are paid at the end.

Everything here follows from the table, its round and what the meters show, so that an auditor computes it again.
"""

from collections.abc import Mapping
from typing import Any

from houseway.house import events
from houseway.house.configuration import Carried
from houseway.house.draft import Draft
from houseway.house.linked.link import GAVE_BACK, GREW, WON, step_of
from houseway.house.money import FELT, Postings, added, chips_of, due_of, link_account, moved
from houseway.house.table import Table
from houseway.progressives.awards import Award, awards_for, must_hit_award
from houseway.progressives.growth import Reading
from houseway.progressives.hits import Hit, hits_of
from houseway.progressives.jackpot import Progressive

Fed = dict[str, dict[str, int]]  # cents that rates are of, by progressive and seat


def fed_by_bets(table: Table) -> Fed:
    """What the bets on the felt feed, once the cards are dealt."""
    found: Fed = {}
    for carried in table.set_up.progressives:
        for seat in sorted(table.bets):
            joins = carried.name in table.joins.get(seat, ())
            if cents := carried.progressive.fed_by(table.bets[seat], joins=joins):
                found.setdefault(carried.name, {})[str(seat)] = cents
    return found


def taken_in(table: Table, fed: Fed) -> Postings:
    """Bets of their own leave the felt for the link; a share of a wager is the house's affair."""
    return added(*(moved(in_cents(table, name, fed), FELT, link_account(_link(table, name))) for name in fed))


def in_cents(table: Table, name: str, fed: Fed) -> int:
    carried = carried_as(table, name)
    return sum(fed[name].values()) if carried.progressive.bet_cents else 0


def carried_as(table: Table, name: str) -> Carried:
    return next(each for each in table.set_up.progressives if each.name == name)


def _link(table: Table, name: str) -> str:
    return carried_as(table, name).link


def feed(draft: Draft, kind: str = GREW, fed: Fed | None = None) -> None:
    """The meters hear of the round that was dealt just now."""
    table = draft.table
    fed = table.fed if fed is None else fed
    for name in fed:
        link = draft.link(_link(table, name))
        link.set_triggers(draft.now)
        by_seat = {"by_seat": fed[name]} if kind == GREW and link.link.must_hit else {}
        link.happen(
            kind,
            draft.now,
            table=table.name,
            round=table.rounds,
            version=table.version,
            fed_cents=sum(fed[name].values()),
            in_cents=in_cents(table, name, fed),
            **by_seat,
        )


def give_back(draft: Draft, fed: Fed) -> None:
    """The round is void: its bets have gone back. A trigger that it had reached is shown, and another one set."""
    lost = {name: _reached(draft, name) for name in fed}
    feed(draft, GAVE_BACK, fed)
    for name, meters in lost.items():
        _trigger_after(draft, name, meters)


def pay_hits(draft: Draft) -> None:
    """What the round has won of its progressives, before it is settled."""
    table = draft.table
    for name in table.fed:
        hits, reached = hits_in(table, name), _reached(draft, name)
        if not hits and not reached:
            continue
        carried = carried_as(table, name)
        link = draft.link(carried.link)
        said = jackpot(table, carried, hits, link.link.readings, reached)
        draft.happen(events.JACKPOT, jackpot_postings(carried, said), **said)
        link.held = link.held or bool(said["meters"])
        link.happen(
            WON,
            draft.now,
            table=table.name,
            round=table.rounds,
            version=table.version,
            awards=[{key: each[key] for key in ("seat", "cents", "why", "meter", "tier")} for each in said["awards"]],
            meters=said["meters"],
        )
        _trigger_after(draft, name, reached)


def _reached(draft: Draft, name: str) -> dict[str, int]:
    """Meters that a bet of this round brought to their triggers, with its seat."""
    table, carried = draft.table, carried_as(draft.table, name)
    if not any(meter.must_hit_by_cents for meter in carried.progressive.meters):
        return {}
    link = draft.link(carried.link, table.rounds)
    if link.happened:  # dealt in this write: others may have bet before, so it counts only on the link as seen
        link.held = True
    return link.link.reached_by(table.name, table.rounds)


def _trigger_after(draft: Draft, name: str, reached: Mapping[str, int]) -> None:
    if reached:
        link = draft.link(_link(draft.table, name))
        link.held = True
        for meter in reached:
            link.show_trigger(meter, draft.now)
        link.set_triggers(draft.now)


def hits_in(table: Table, name: str) -> tuple[Hit, ...]:
    """Of the round that is played to its end."""
    round_ = table.round
    assert round_ is not None
    seats = {int(seat) for seat in table.fed.get(name, {})}
    return hits_of(round_.game, carried_as(table, name).progressive, round_.tape, seats)


def jackpot(
    table: Table,
    carried: Carried,
    hits: tuple[Hit, ...],
    readings: Mapping[str, Reading],
    reached: Mapping[str, int],
) -> dict[str, Any]:
    """What a `jackpot` says: who is paid what, and what became of the meters it came off."""
    assert table.round is not None
    owners = table.round.owners
    betting = {int(seat): owners[int(seat) - 1] for seat in table.fed[carried.name]}
    awards, meters = won_in_round(carried.progressive, readings, hits, betting, reached)
    return {
        "round": table.rounds,
        "progressive": carried.name,
        "link": carried.link,
        "awards": [_said(carried, award, owners[award.seat - 1]) for award in awards],
        "meters": meters,
    }


def won_in_round(
    progressive: Progressive,
    readings: Mapping[str, Reading],
    hits: tuple[Hit, ...],
    betting: Mapping[int, str],
    reached: Mapping[str, int],
) -> tuple[list[Award], dict[str, dict[str, int]]]:
    """Awards in the order of pay, and what they did to the meters they came off."""
    awards, after = awards_for(progressive, readings, hits, betting)
    for name, seat in sorted(reached.items()):
        award, after[name] = must_hit_award(progressive.meter(name), after[name], seat)
        awards.append(award)
    return awards, {name: step_of(readings[name], now) for name, now in after.items() if now != readings[name]}


def _said(carried: Carried, award: Award, player: str) -> dict[str, Any]:
    return {
        "seat": award.seat,
        "player": player,
        "cents": award.cents,
        "why": award.why,
        "meter": award.meter,
        "tier": award.tier,
        "by_hand": award.cents > carried.hand_pay_cents,
    }


def jackpot_postings(carried: Carried, said: Mapping[str, Any]) -> Postings:
    """From the link to those who won; what is paid by hand waits for the supervisor."""
    account = link_account(carried.link)
    return added(
        *(
            moved(each["cents"], account, (due_of if each["by_hand"] else chips_of)(each["player"]))
            for each in said["awards"]
        )
    )
