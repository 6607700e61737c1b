"""The books as files: one report in a format, and a folder that gets a set of them for every day that is over.

A file appears under its name only when it is whole. What is there is never written again, so that the command may run
as often as one likes: after a stop it goes on with what is missing.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import DAY, MONTH, WEEK, Calendar, Period, day, month, week
from houseway.house.books.columns import books_csv
from houseway.house.books.kept_tallies import write_whole
from houseway.rules.refused import Refused

FORMS = ("csv", "xlsx", "json")  # the last is the mark that all are there
TEXT_WIDTH = 140


def written_as(report: Report, form: str) -> bytes:
    told = report.to_json()
    if form == "json":
        return (json.dumps(told, indent=2) + "\n").encode()
    if form == "csv":
        return books_csv(report.by, told["rows"]).encode()
    if form == "xlsx":
        try:
            from houseway.report.books_sheet import books_xlsx
        except ImportError:
            raise Refused("a workbook needs xlsxwriter: pip install 'houseway[report]'") from None
        return books_xlsx(report)
    return _text(report).encode()


def _text(report: Report) -> str:
    from rich.console import Console

    from houseway.report.books_page import books_page

    page = StringIO()
    Console(file=page, width=TEXT_WIDTH, highlight=False).print(books_page(report))
    return page.getvalue()


def write_missing(
    books: Books, calendar: Calendar, every: str, folder: Path, by: Sequence[str], tables: Sequence[str]
) -> Iterator[tuple[str, Path | None]]:
    """Each period that is over and not in the folder: its files; or why it is not written."""
    began = books.began(tables)
    if began is None:
        return
    first, today = calendar.today(began), calendar.today(books.now())
    _make(folder)
    for name, period in _periods(every, first, today):
        paths = [folder / f"books-{name}.{form}" for form in FORMS]
        if paths[-1].exists():
            continue
        report = books.report(calendar, period, by, tables)
        report.verify_balance()
        if report.missing:
            yield f"the books of {name} are not written: {report.missing[0]}", None
            continue
        for path, form in zip(paths, FORMS, strict=True):
            try:
                write_whole(path, written_as(report, form))
            except OSError as error:
                raise Refused(f"{path} cannot be written: {error.strerror}") from None
            yield "", path


def _periods(every: str, first: date, today: date) -> Iterator[tuple[str, Period]]:
    """Those that are over, by name, from the one in which the ledger begins."""
    named: Callable[[date], tuple[str, Period]] = {
        DAY: lambda each: (f"{each}", day(f"{each}")),
        WEEK: lambda each: _of(f"{each:%G-W%V}", week),
        MONTH: lambda each: _of(f"{each:%Y-%m}", month),
    }[every]
    at = first
    while True:
        name, period = named(at)
        if period.last >= today:
            return
        yield name, period
        at = period.last + timedelta(days=1)


def _of(name: str, read: Callable[[str], Period]) -> tuple[str, Period]:
    return name, read(name)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror}") from None
