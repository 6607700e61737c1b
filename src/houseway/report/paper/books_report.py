"""The books as a document: alerts first, every figure by book, charts with bands of chance, what the columns mean."""

from collections.abc import Iterator, Sequence

from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import DAY, MONTH, WEEK, Calendar, Period
from houseway.house.books.columns import CENTS, COLUMNS, COUNT, HOLD, MONEY, PLAY, SHARE, TROUBLE, BookColumn
from houseway.house.books.rows import BOOKS, PRACTICE, PRACTICE_BOTS, ROOM, ROOM_BOTS, BookRow
from houseway.report.paper.book_charts import book_charts
from houseway.report.paper.model import Block, Cell, Chart, Column, Document, Items, Number, Row, Section, Table, Words

TITLES = {
    ROOM: "The room",
    ROOM_BOTS: "Bots of the room",
    PRACTICE: "Practice",
    PRACTICE_BOTS: "Bots at practice tables",
}
GROUPS = {MONEY: "Money", HOLD: "Hold against theory", PLAY: "Play", TROUBLE: "Voids and disputes"}
ALL = "all"
POINTS_MAX = 62  # of a chart
FIRST_ALERTS = 5  # stand on the first page, which has the contents too
ABOUT_CHANCE = (
    "Theory is the exact edge of best play for people, who mostly give away more, and of its own strategy for a bot. "
    "A standard deviation is taken as large as it can be, so that a z-score is never too large. It is no chance: "
    "how often a hold comes by chance is worked out from every way in which the wagers end."
)


def books_document(books: Books, report: Report) -> Document:
    """With the charts of its period."""
    return books_report(report, books_charts(books, report.calendar, report.period, report.tables))


def books_charts(books: Books, calendar: Calendar, period: Period, tables: Sequence[str]) -> list[Chart]:
    """Of the room's people, whom the books are about; by days, or where there are many by weeks or months."""
    long = (period.last - period.first).days + 1
    by = DAY if long <= POINTS_MAX else WEEK if long <= 7 * POINTS_MAX else MONTH
    rows = [row for row in books.trend(calendar, period, by, tables) if row.book == ROOM]
    return list(book_charts(rows, books.looks(calendar, period, tables), by))


def books_report(report: Report, charts: Sequence[Chart]) -> Document:
    alerts = _alerts(report)
    more = [f"There are {len(alerts)} alerts: the others stand under In short."] if alerts[FIRST_ALERTS:] else []
    shifts = [("Shifts", ", ".join(report.calendar.shift_words))] if report.calendar.shifts else []
    return Document(
        title="The books",
        subtitle="Report of the house",
        facts=(
            ("Period", report.period.words),
            ("Time zone", f"{report.calendar.zone}; a day begins at {report.calendar.day_begins:%H:%M}"),
            *shifts,
            ("Tables", ", ".join(report.tables) or "all"),
            ("By", ", ".join(report.by) or "nothing: the whole"),
        ),
        sections=tuple(_sections(report, charts)),
        keywords=("books",),
        warnings=(
            *(f"The figures do not agree with the double entry of the ledger: {fault}." for fault in report.faults),
            *alerts[:FIRST_ALERTS],
            *more,
            *(f"Missing: {said}." for said in report.missing),
        ),
    )


def _alerts(report: Report) -> list[str]:
    return [f"{alert.said[0].upper()}{alert.said[1:]}." for alert in report.alerts]


def _sections(report: Report, charts: Sequence[Chart]) -> Iterator[Section]:
    whole = {row.book: row for row in report.totals}
    said: list[Block] = [Words(note) for note in report.notes]
    if ROOM in whole and (meaning := whole[ROOM].meaning(report.such_periods)):
        said.append(Words(f"The room as a whole: {meaning}"))
    if not report.rows:
        said.append(Words("There is nothing to count in this period."))
    if further := _alerts(report)[FIRST_ALERTS:]:
        said += [Words("Further alerts:"), Items(tuple(("", each) for each in further))]
    yield Section("said", "In short", tuple(said) or (Words("Nothing has to be said beside the figures."),))
    for book in BOOKS:
        rows = [row for row in report.rows if row.book == book]
        if rows:
            yield _book(report, book, rows, whole.get(book) if report.by else None)
    if charts:
        yield Section("charts", "Charts", (*charts, Words(ABOUT_CHANCE, "note")))
    about = tuple((column.title, column.about) for column in COLUMNS)
    yield Section("columns", "What the columns mean", (Items(about),))


def _book(report: Report, book: str, rows: Sequence[BookRow], whole: BookRow | None) -> Section:
    keys = [Column(name, name.capitalize(), "name") for name in report.by] or [Column("all", "", "name")]
    told = [row.to_json(report.by, report.such(row)) for row in rows] + ([whole.to_json((), "")] if whole else [])
    blocks: list[Block] = []
    for group, title in GROUPS.items():
        columns = [column for column in COLUMNS if column.group == group]
        columns = [column for column in columns if any(each[column.name] not in (None, 0) for each in told)]
        if not columns:
            continue
        named = [(row.named(report.by) or [ALL]) for row in rows] + ([[ALL, *[""] * (len(keys) - 1)]] if whole else [])
        table_rows = tuple(
            Row((*name, *(cell(column, each[column.name]) for column in columns)), total=i >= len(rows))
            for i, (name, each) in enumerate(zip(named, told, strict=True))
            if any(each[column.name] is not None for column in columns)
        )
        heads = (*keys, *(Column(column.name, column.title) for column in columns))
        blocks.append(Table(f"{book.replace(' ', '_')}_{group}", title, heads, table_rows))
    meanings = [(row, row.meaning(report.such(row))) for row in rows]
    meant = tuple((", ".join(row.named(report.by)) or ALL, said) for row, said in meanings if said)
    return Section(book.replace(" ", "_"), TITLES[book], (*blocks, *([Items(meant)] if meant else [])))


def cell(column: BookColumn, figure: float | None) -> Cell:
    if figure is None:
        return ""
    if column.unit == CENTS:
        return Number(round(figure), "dollars")
    if column.unit == SHARE:
        return Number(figure, "percent", 2)
    if column.unit == COUNT:
        return Number(figure, "count")
    return Number(figure, "units", 2) if column.name == "z" else Number(figure, "plain", 1)
