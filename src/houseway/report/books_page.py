"""The books in the terminal: what came in, what was played, what went wrong, and what the z-scores mean."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.house.books.books import Report
from houseway.house.books.columns import COLUMNS, HOLD, MONEY, PLAY, TROUBLE, shown
from houseway.house.books.luck import ALERT_Z
from houseway.house.books.rows import BOOKS, PRACTICE, PRACTICE_BOTS, ROOM, ROOM_BOTS, BookRow
from houseway.report.listing import Listing, figure, name, prose

TITLES = {
    ROOM: "The room",
    ROOM_BOTS: "Bots of the room",
    PRACTICE: "Practice",
    PRACTICE_BOTS: "Bots at practice tables",
}
GROUPS = (MONEY, HOLD, PLAY, TROUBLE)
ALL = "all"


def books_page(report: Report) -> RenderableType:
    shifts = f", shifts {', '.join(report.calendar.shift_words)}" if report.calendar.shifts else ""
    begins = f"; days begin at {report.calendar.day_begins:%H:%M}" if report.calendar.day_begins.hour else ""
    head = Text(f"The books, {report.period.words} ({report.calendar.zone}{shifts}{begins})", "bold")
    parts: list[RenderableType] = [head]
    parts += [Text(f"ALERT: {alert.said}.", "bold red") for alert in report.alerts]
    for book in BOOKS:
        rows = [row for row in report.rows if row.book == book]
        total = [row for row in report.totals if row.book == book]
        if rows:
            parts += _book(TITLES[book], report, rows, total)
    parts += [Text(f"MISSING: {said}.", "yellow") for said in report.missing]
    parts += [Text(note, "dim") for note in report.notes]
    return Group(*parts)


def _book(title: str, report: Report, rows: Sequence[BookRow], total: Sequence[BookRow]) -> Iterator[RenderableType]:
    """A listing for each group of columns; one of which all is nothing is left out."""
    whole = [] if not report.by else list(total)
    for group in GROUPS:
        columns = [column for column in COLUMNS if column.group == group]
        told = [row.to_json(report.by, report.such(row)) for row in rows] + [row.to_json((), "") for row in whole]
        columns = [column for column in columns if any(each[column.name] not in (None, 0) for each in told)]
        if not columns:
            continue
        keys = [name(each) for each in report.by] or [name()]
        listing = Listing(f"{title}: {group}", [*keys, *(figure(column.title) for column in columns)], keys=len(keys))
        for row, each in zip([*rows, *whole], told, strict=True):
            far = group == HOLD and row.z is not None and abs(row.z) > ALERT_Z
            if row in whole:
                listing.end_section()
            named = [ALL, *[""] * (len(keys) - 1)] if row in whole or not report.by else row.named(report.by)
            listing.add(*named, *(shown(column, each[column.name]) for column in columns), style="red" if far else "")
        yield listing
    meant = Listing(f"{title}: what it means", [*([name(each) for each in report.by] or [name()]), prose()], keys=1)
    for row in rows:
        if said := row.meaning(report.such(row)):
            meant.add(*(row.named(report.by) or [ALL]), said)
    if meant:
        yield meant
