"""The daily accrual report of links, for people."""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.games.words import dollars
from houseway.house.linked.accrual import AccrualDay
from houseway.report.listing import Listing, figure, name

HEADS = ("in", "accrued", "seeded", "awards", "won", "lowered", "shows", "overflow", "reserve", "shortfall")


def accrual_page(rows: Sequence[AccrualDay]) -> RenderableType:
    """A listing a meter, a line a day."""
    if not rows:
        return Text("The ledger has no link: no table carries a progressive")
    parts: list[RenderableType] = []
    for (link, title), days in groupby(rows_by_meter(rows), key=lambda row: (row.link, row.title)):
        listing = Listing(f"Link {link}: {title}", [name("day"), *(figure(head) for head in HEADS)])
        for row in days:
            listing.add(
                row.day,
                dollars(row.in_cents),
                dollars(row.accrued_cents),
                dollars(row.seeded_cents),
                f"{row.awards:,}",
                dollars(row.won_cents),
                dollars(row.lowered_cents),
                dollars(row.shows_cents),
                dollars(row.overflow_cents),
                dollars(row.reserve_cents),
                dollars(row.shortfall_cents),
            )
        parts.append(listing)
    return Group(*parts)


def rows_by_meter(rows: Sequence[AccrualDay]) -> list[AccrualDay]:
    """Of each link, meter by meter in the order of its days."""
    return sorted(rows, key=lambda row: (row.link, row.meter, row.day))
