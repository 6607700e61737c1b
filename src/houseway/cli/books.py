"""`houseway house report`: the operator's books, to read, to export, or written to a folder for each day."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Database, Tables
from houseway.cli.audit import Archives, open_to_read
from houseway.cli.printing import paper_of
from houseway.report.console import console

if TYPE_CHECKING:
    from houseway.house.books.books import Books, Report
    from houseway.house.books.calendar import Calendar, Period
    from houseway.house.books.kept_tallies import KeptTallies
    from houseway.house.ledger.store import Ledger
    from houseway.report.paper.press import Paper


class BooksFormat(StrEnum):
    text = "text"
    csv = "csv"
    json = "json"
    xlsx = "xlsx"
    pdf = "pdf"
    html = "html"
    md = "md"


PAPERS = (BooksFormat.pdf, BooksFormat.html, BooksFormat.md)  # documents, with charts


class Every(StrEnum):
    day = "day"
    week = "week"
    month = "month"


By = Annotated[
    str, typer.Option(metavar="WHAT", help="table, game, wager, shift, day, week, month; several with commas.")
]
Day = Annotated[str, typer.Option(metavar="DAY", help="One day: 2026-01-31.")]
Week = Annotated[str, typer.Option(metavar="WEEK", help="One week, Monday to Sunday: 2026-W05.")]
Month = Annotated[str, typer.Option(metavar="MONTH", help="One month: 2026-01. By default this one.")]
Since = Annotated[str, typer.Option(metavar="DAY", help="From this day on.")]
Until = Annotated[str, typer.Option(metavar="DAY", help="Up to this day, included; by default today.")]
Zone = Annotated[str, typer.Option(metavar="ZONE", help="The room's time zone: America/Los_Angeles.")]
Shifts = Annotated[str, typer.Option(metavar="TIMES", help="When each shift begins: 06:00,14:00,22:00.")]
DayBegins = Annotated[str, typer.Option(metavar="TIME", help="When the room's day begins: 06:00.")]
HouseFile = Annotated[
    Path | None,
    typer.Option("--house", metavar="FILE", help="A house file that says zone, shifts and when a day begins."),
]
Format = Annotated[
    BooksFormat | None, typer.Option("--format", help="How it is told; by default as the name of the file ends.")
]
Output = Annotated[Path | None, typer.Option("-o", "--out", "--output", help="A file; by default the output.")]
PaperName = Annotated[str, typer.Option("--paper", metavar="a4|letter", help="The paper of a PDF.")]
Charts = Annotated[bool, typer.Option("--charts", help="With the text: trends, drawn in letters.")]
WriteEvery = Annotated[
    Every | None, typer.Option(help="Write each day, week or month that is over, and not yet in the folder --into.")
]
Into = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where --every writes.")]
Verify = Annotated[bool, typer.Option("--verify", help="First verify the ledger, as `audit verify` does.")]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Read the whole ledger, and use nothing that an earlier report kept.")
]


def report(
    tables: Tables = None,
    by: By = "table",
    day: Day = "",
    week: Week = "",
    month: Month = "",
    since: Since = "",
    until: Until = "",
    zone: Zone = "",
    shifts: Shifts = "",
    day_begins: DayBegins = "",
    file: HouseFile = None,
    form: Format = None,
    output: Output = None,
    paper: PaperName = "a4",
    charts: Charts = False,
    every: WriteEvery = None,
    into: Into = None,
    verify: Verify = False,
    fresh: Fresh = False,
    database: Database = "",
    archive: Archives = None,
) -> None:
    """The operator's books: drop, handle, win, hold against theory, and what chance says of it.

    Figures come from the ledger alone. Where they do not agree with its double entry nothing is told, and the exit code
    is 1.
    """
    from houseway.rules.refused import Refused

    told_as, sheet = form or _as_it_ends(output), paper_of(paper)
    calendar = _calendar(file, zone, shifts, day_begins)
    what = tuple(word.strip() for word in by.split(",") if word.strip())
    if (every is None) != (into is None):
        raise Refused("write --every day --into FOLDER: both, or neither")
    if every and (day or week or month or since or until):
        raise Refused("--every writes all that is over: name no day, week or month with it")
    with open_to_read(database, archive) as ledger, _kept_tallies(fresh or verify) as kept:
        if verify:
            _verify(ledger, tables or [])
        books = _books(ledger, kept)
        if every and into:
            _write_missing(books, calendar, every, into, what, tables or [])
            return
        found = books.report(calendar, _period(calendar, day, week, month, since, until), what, tables or ())
        found.verify_balance()
        if told_as in PAPERS:
            _write_document(books, found, told_as, output, sheet)
            return
        drawn = _drawn(books, found) if charts else ""
    _tell(found, told_as, output)
    if drawn and told_as is BooksFormat.text and output is None:
        print(drawn)


@contextmanager
def _kept_tallies(fresh: bool) -> "Iterator[KeptTallies]":
    """What earlier reports kept; who wants to use none of it has a folder for this report alone."""
    from houseway.analysis.exact.shared.places import kept
    from houseway.house.books.kept_tallies import KeptTallies

    if not fresh:
        yield KeptTallies(kept().with_name("books"))
        return
    with TemporaryDirectory() as folder:
        yield KeptTallies(Path(folder))


def _books(ledger: "Ledger", kept: "KeptTallies") -> "Books":
    from houseway.house.books.books import Books

    return Books(ledger, kept=kept, apart=True)


def _write_missing(
    books: "Books", calendar: "Calendar", every: Every, into: Path, by: tuple[str, ...], tables: list[str]
) -> None:
    from houseway.report.books_files import write_missing

    for said, path in write_missing(books, calendar, every.value, into, by, tables):
        print(path if path else f"houseway: {said}", file=sys.stdout if path else sys.stderr)


def _as_it_ends(output: Path | None) -> BooksFormat:
    from houseway.rules.refused import Refused

    end = output.suffix[1:].lower() if output else ""
    if end in ("", "txt"):
        return BooksFormat.text
    if end not in list(BooksFormat):
        raise Refused(f"the books are written as {', '.join(BooksFormat)}, not as '{end}': say which with --format")
    return BooksFormat(end)


def _write_document(books: "Books", found: "Report", form: BooksFormat, output: Path | None, paper: "Paper") -> None:
    from houseway.cli.printing import write_paper
    from houseway.report.paper.books_report import books_document
    from houseway.report.paper.press import verify_format

    verify_format(form.value)
    write_paper(books_document(books, found), form.value, output, paper)


def _drawn(books: "Books", found: "Report") -> str:
    from houseway.report.paper.books_report import books_charts
    from houseway.report.paper.text_plot import text_plot

    drawn = books_charts(books, found.calendar, found.period, found.tables)
    return "\n\n".join(f"{chart.title}\n{text_plot(chart)}" for chart in drawn)


def _tell(found: "Report", form: BooksFormat, output: Path | None) -> None:
    from houseway.report.books_files import written_as
    from houseway.rules.refused import Refused

    if form is BooksFormat.text and output is None:
        from houseway.report.books_page import books_page

        console().print(books_page(found))
        return
    if form is BooksFormat.xlsx and output is None:
        raise Refused("a workbook goes into a file: name one with -o")
    told = written_as(found, form.value)
    if output is None:
        sys.stdout.write(told.decode())
        return
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(told)
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror}") from None
    print(output)


def _calendar(file: Path | None, zone: str, shifts: str, day_begins: str) -> "Calendar":
    """What is typed goes before what a house file says."""
    from houseway.house.books.calendar import Calendar
    from houseway.house.configuration import default_room, read_room

    room = read_room(file) if file else default_room()
    typed = [each for each in shifts.split(",") if each.strip()]
    return Calendar.of(zone or room.zone, typed or room.shifts, day_begins or room.day_begins)


def _period(calendar: "Calendar", day: str, week: str, month: str, since: str, until: str) -> "Period":
    from houseway.house.books import calendar as said
    from houseway.house.books.books import wall_clock
    from houseway.rules.refused import Refused

    if sum(map(bool, (day, week, month, since or until))) > 1:
        raise Refused("name a day, a week, a month, or --since and --until: only one of these")
    today = calendar.today(wall_clock())
    if day:
        return said.day(day)
    if week:
        return said.week(week)
    if since or until:
        return said.days(since or until, until or f"{max(today, said.day(since).first)}")
    return said.month(month or f"{today:%Y-%m}")


def _verify(ledger: "Ledger", tables: list[str]) -> None:
    from houseway.house.audit.verify import summary, verify_ledger
    from houseway.report.progress import work_bar
    from houseway.rules.refused import Refused

    with work_bar() as told:
        verdicts = verify_ledger(ledger, tables, None, told)
    wrong = [verdict.sentence for verdict in verdicts if verdict.fault]
    if wrong:
        raise Refused(f"{summary(verdicts)}, so there are no books of it: {wrong[0]}")
