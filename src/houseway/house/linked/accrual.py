"""The daily accrual report of a link (WAC 230-15-671): what came in, what each meter grew by, paid and shows, by day.

Each row reconciles: opened with + accrued + seeded - won - lowered = closed with (shown and overflow together).
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from houseway.house.audit.stream import rows_of
from houseway.house.books.calendar import QUARTER, Calendar
from houseway.house.ledger.store import Ledger, links_of
from houseway.house.linked.link import Link
from houseway.house.linked.to_read import read_to_its_end
from houseway.progressives.growth import Reading
from houseway.progressives.jackpot import Meter
from houseway.rules.refused import Refused


@dataclass(frozen=True)
class AccrualDay:
    """One meter on one day of the room. All in cents but the number of awards."""

    link: str
    meter: str
    title: str
    day: str
    in_cents: int  # bets that rates are of
    opened_with_cents: int
    accrued_cents: int
    seeded_cents: int
    awards: int
    won_cents: int
    lowered_cents: int
    shows_cents: int
    overflow_cents: int
    reserve_accrued_cents: int
    reserve_cents: int
    shortfall_cents: int  # what the house has put up for seeds (WAC 230-15-455)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def accrual(ledger: Ledger, calendar: Calendar, links: Sequence[str] = ()) -> list[AccrualDay]:
    """Of all links, or of those that are named."""
    there = links_of(ledger)
    for name in links:
        if name not in there:
            raise Refused(f"the ledger has no link '{name}'; it has {', '.join(there) or 'none at all'}")
    return [
        row
        for name in links or there
        for row in read_to_its_end(ledger, name, lambda link: list(_days(ledger, calendar, link)))
    ]


def _days(ledger: Ledger, calendar: Calendar, link: Link) -> Iterator[AccrualDay]:
    """An entry belongs to the day of its moment, and never to one before a day that was begun."""
    today = ""
    before: dict[str, tuple[Reading, int]] = {}
    for row in rows_of(ledger, link.stream):
        day = max(calendar.when(row.at // QUARTER).day, today)
        if today and day != today:
            yield from _closed(link, today, before)
            before = _standing(link)
        today = day
        link.learn(row)
    if today:
        yield from _closed(link, today, before)


def _standing(link: Link) -> dict[str, tuple[Reading, int]]:
    return {name: (reading, link.lowered[name]) for name, reading in link.readings.items()}


def _closed(link: Link, day: str, before: dict[str, tuple[Reading, int]]) -> Iterator[AccrualDay]:
    for meter in link.progressive.meters:
        begun, lowered = before.get(meter.name, (Reading(shown_cents=0, seeds=0), 0))
        yield _row(link, meter, day, begun, link.lowered[meter.name] - lowered)


def _row(link: Link, meter: Meter, day: str, begun: Reading, lowered: int) -> AccrualDay:
    now = link.readings[meter.name]
    seeded, won = (now.seeds - begun.seeds) * meter.seed_cents, now.won_cents - begun.won_cents
    opened, closed = (each.shown_cents + each.overflow_cents for each in (begun, now))
    return AccrualDay(
        link=link.name,
        meter=meter.name,
        title=meter.title,
        day=day,
        in_cents=now.bets_cents - begun.bets_cents,
        opened_with_cents=opened,
        accrued_cents=closed - opened - seeded + won + lowered,
        seeded_cents=seeded,
        awards=now.wins - begun.wins,
        won_cents=won,
        lowered_cents=lowered,
        shows_cents=now.shown_cents,
        overflow_cents=now.overflow_cents,
        reserve_accrued_cents=now.reserve_cents - begun.reserve_cents + seeded - lowered,
        reserve_cents=now.reserve_cents,
        shortfall_cents=now.shortfall_cents,
    )
