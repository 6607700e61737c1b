"""The books as staff ask for them: figures, charts and files, made by a clerk who remembers what was read."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from houseway.analysis.exact.shared.places import kept
from houseway.house.audit.stream import chosen_tables
from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import Calendar, Period, days, month
from houseway.house.books.columns import COLUMNS
from houseway.house.books.gathered import table_titles
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.books.rounds_behind import rounds_behind
from houseway.house.ledger.around import Around
from houseway.house.ledger.store import Ledger, Text
from houseway.web.parcels import parcel

Tell = Callable[[int, int], None]  # events read, events in all
T = TypeVar("T")
Asked = tuple[Calendar, Period, tuple[str, ...]]
TOLD_EVERY = 20_000  # events
TOLD_MAX = 24  # reports and charts of periods that are over
SETTLED_US = 3_600_000_000  # after an hour nothing of a period is on its way to the ledger any more
PAPERS = ("pdf", "html", "md")
CALLED = ("from", "to")  # the days of a period, on the page


class Bookkeeper:
    def __init__(self, ledger: Ledger, tell: Tell) -> None:
        self._ledger = ReadAloud(ledger, tell)
        self._books = Books(self._ledger, kept=KeptTallies(kept().with_name("books")))
        self._told: OrderedDict[Asked, Any] = OrderedDict()

    def books(self, by: Sequence[str], tables: Sequence[str], **asked: Any) -> dict[str, Any]:
        calendar, period = self._when(**asked)
        report = self._balanced(calendar, period, by, tables)
        return {
            **report.to_json(),
            "today": f"{calendar.today(self._books.now())}",
            "columns": [column._asdict() for column in COLUMNS],
            "charts": self._charts(calendar, period, tables),
        }

    def file(self, form: str, by: Sequence[str], tables: Sequence[str], **asked: Any) -> dict[str, str]:
        calendar, period = self._when(**asked)
        report = self._balanced(calendar, period, by, tables)
        found = self._paper(report, form) if form in PAPERS else _written(report, form)
        return parcel(f"houseway-books-{period.words.replace(' ', '-')}.{form}", found)

    def rounds(self, tables: Sequence[str], wager: str, player: str, **asked: Any) -> list[dict[str, Any]]:
        calendar, period = self._when(**asked)
        chosen = chosen_tables(self._ledger, tables)
        titles = table_titles(self._books.tallies())
        found = rounds_behind(self._ledger, chosen, calendar, period, wager, player)
        return [each.to_json() | {"table_title": titles.get(each.table, each.table)} for each in found]

    def keep_up(self) -> int:
        """Read what is new at all tables, and keep it where it is much; how many rounds there are."""
        return sum(tally.rounds for tally in self._books.tallies())

    def _when(
        self, since: str, until: str, zone: str, shifts: Sequence[str], day_begins: str
    ) -> tuple[Calendar, Period]:
        """By default this month."""
        calendar = Calendar.of(zone, shifts, day_begins)
        today = calendar.today(self._books.now())
        if not since and not until:
            return calendar, month(f"{today:%Y-%m}")
        return calendar, days(since or until, until or max(f"{today}", since), CALLED)

    def _balanced(self, calendar: Calendar, period: Period, by: Sequence[str], tables: Sequence[str]) -> Report:
        def made() -> Report:
            report = self._books.report(calendar, period, by, tables)
            report.verify_balance()
            return report

        return self._once(calendar, period, (*by, "", *tables), made)

    def _once(self, calendar: Calendar, period: Period, asked: tuple[str, ...], make: Callable[[], T]) -> T:
        """What is over stays as it is: the same is not worked out twice."""
        if self._books.now() < calendar.begins(period.last + timedelta(days=1)) + SETTLED_US:
            return make()
        key = calendar, period, asked
        if key not in self._told:
            self._told[key] = make()
            if len(self._told) > TOLD_MAX:
                self._told.popitem(last=False)
        found: T = self._told[key]
        return found

    def _charts(self, calendar: Calendar, period: Period, tables: Sequence[str]) -> list[dict[str, str]]:
        from houseway.report.paper.books_report import books_charts
        from houseway.report.paper.svg import svg

        asked = ("charts", "", *tables)
        drawn = self._once(calendar, period, asked, lambda: books_charts(self._books, calendar, period, tables))
        return [{"name": each.name, "title": each.title, "about": each.about, "svg": svg(each)} for each in drawn]

    def _paper(self, report: Report, form: str) -> bytes:
        from houseway.report.paper.books_report import books_document
        from houseway.report.paper.press import printed, verify_format

        verify_format(form)
        return printed(books_document(self._books, report), form)


def _written(report: Report, form: str) -> bytes:
    from houseway.report.books_files import written_as

    return written_as(report, form)


class ReadAloud(Around):
    """A ledger whose reader says how far through its tables it is."""

    def __init__(self, ledger: Ledger, tell: Tell) -> None:
        super().__init__(ledger)
        self._tell = tell
        self._read: dict[str, int] = {}
        self._told = 0

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        rows = super().skim(table, after, upto, kinds)
        self._read[table] = max(self._read.get(table, 0), upto)
        done = sum(self._read.values())
        if done >= self._told + TOLD_EVERY:
            self._told = done
            self._tell(done, sum(self._inside.head(name).version for name in self._inside.tables()))
        return rows
