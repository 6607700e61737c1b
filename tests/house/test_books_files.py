"""`houseway house report`: periods, zones and shifts as people type them, its formats, and the folder of each day."""

import csv
import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader

from houseway.cli import main
from houseway.house.books import calendar as said
from houseway.house.books.alerts import Alert
from houseway.house.books.books import Books, Report
from houseway.house.books.calendar import QUARTER, Calendar, Period
from houseway.house.books.columns import COLUMNS, SAYS
from houseway.house.books.gathered import table_titles
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.books.rows import BookRow
from houseway.house.configuration import Faulty, read_room
from houseway.house.ledger import open_ledger
from houseway.report.books_files import write_missing, written_as
from houseway.report.paper.books_report import books_report
from houseway.report.paper.model import Items
from houseway.rules.refused import Refused
from tests.house.lively import lively_house
from tests.house.table_kit import ANNA, SUPERVISOR, House, table_of

DAY_US = 86_400_000_000
Told = Callable[..., tuple[int, str, str]]


# --- the calendar ---


@pytest.mark.parametrize(
    ("zone", "day", "quarters"),
    [
        ("America/Los_Angeles", "2026-03-08", 92),  # clocks go forward
        ("America/Los_Angeles", "2026-11-01", 100),
        ("Australia/Lord_Howe", "2026-04-05", 98),  # by half an hour
        ("Asia/Kathmandu", "2026-04-05", 96),
        ("UTC", "2026-03-08", 96),
    ],
)
def test_a_day_has_the_quarters_of_an_hour_that_its_clock_shows(zone: str, day: str, quarters: int) -> None:
    calendar = Calendar.of(zone)
    slots = calendar.slots(said.day(day))
    assert len(slots) == quarters
    assert {calendar.when(slot).day for slot in slots} == {day}
    assert calendar.when(slots.start - 1).day != day != calendar.when(slots.stop).day


@pytest.mark.parametrize(
    ("zone", "begins"),
    [
        ("America/Los_Angeles", "02:30"),
        ("America/Los_Angeles", "01:30"),
        ("America/Havana", "00:30"),
        ("America/Santiago", "00:00"),
        ("Australia/Lord_Howe", "01:45"),
        ("Africa/Cairo", "00:15"),
    ],
)
def test_every_quarter_of_a_year_lies_in_the_day_that_it_is_told_of(zone: str, begins: str) -> None:
    """Also where the day begins in the hour that clocks leave out or show twice."""
    calendar = Calendar.of(zone, (), begins)
    year = [date(2026, 1, 1) + timedelta(days=n) for n in range(366)]
    spans = {day: calendar.slots(Period(day, day)) for day in year}
    assert [span.stop for span in spans.values()][:-1] == [span.start for span in spans.values()][1:]
    changed = [n for n, span in enumerate(spans.values()) if len(span) != 96]
    assert len(changed) >= 2
    for day in {year[n + by] for n in changed for by in (-1, 0, 1)} | set(year[:1] + year[-1:]):
        assert {calendar.when(slot).day for slot in spans[day]} == {f"{day}"}
    assert {calendar.moment(calendar.begins(day))[-5:] for day in year[180:190]} == {begins}


def test_a_week_and_a_month_in_which_clocks_are_set_are_whole() -> None:
    calendar = Calendar.of("Europe/Berlin")
    week, month = said.week("2026-W13"), said.month("2026-03")
    assert week == Period(date(2026, 3, 23), date(2026, 3, 29))
    assert len(calendar.slots(week)) == 7 * 96 - 4
    assert len(calendar.slots(month)) == 31 * 96 - 4
    assert {calendar.when(slot).week for slot in calendar.slots(week)} == {"2026-W13"}
    assert said.week("2026-W53").last == date(2027, 1, 3)  # of the year in which its Thursday lies
    assert calendar.when(calendar.begins(date(2027, 1, 3)) // QUARTER).week == "2026-W53"


@pytest.mark.parametrize(
    ("by", "period", "row", "such"),
    [
        (("day",), said.month("2026-02"), {"day": "2026-02-03"}, "days"),
        (("day", "shift"), said.month("2026-02"), {"day": "2026-02-03", "shift": "06:00-14:00"}, "shifts"),
        (("shift",), said.month("2026-02"), {"shift": "06:00-14:00"}, "spans of 28 shifts"),
        (("week",), said.month("2026-10"), {"week": "2026-W41"}, "weeks"),
        (("week",), said.month("2026-10"), {"week": "2026-W40"}, "spans of 4 days"),
        (("month",), said.days("2026-01-15", "2026-02-28"), {"month": "2026-01"}, "spans of 17 days"),
        (("month",), said.days("2026-01-15", "2026-02-28"), {"month": "2026-02"}, "months"),
        (("table",), said.month("2026-10"), {}, "months"),
        (("table",), said.month("2026-11"), {}, "spans of 16 days"),
        (("table",), said.week("2026-W41"), {}, "weeks"),
    ],
)
def test_a_row_is_told_as_one_of_what_it_sums(
    by: tuple[str, ...], period: Period, row: dict[str, Any], such: str
) -> None:
    """A sum of shifts, a part of a week and a month that is not over are spans of so many days."""
    until = min(period.last, date(2026, 11, 16))
    report = Report(by, period, until, Calendar.of(), (), (), (), (), (), (), ())
    assert report.such(BookRow("room", **row)) == such


def test_a_night_shift_goes_on_behind_midnight_and_the_day_may_begin_with_the_first() -> None:
    calendar = Calendar.of("UTC", ["22:00", "06:00", "14:00"], "06:00")
    hour = 3_600_000_000 // QUARTER
    at = calendar.begins(date(2026, 5, 5)) // QUARTER - 6 * hour  # midnight
    night, morning = calendar.when(at + hour), calendar.when(at + 6 * hour)
    assert (night.shift, night.day) == ("22:00-06:00", "2026-05-04")
    assert (morning.shift, morning.day) == ("06:00-14:00", "2026-05-05")
    assert calendar.when(at + 22 * hour).shift == "22:00-06:00"


# --- as it is typed ---


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("books") / "house.sqlite"
    with closing(open_ledger(str(path))) as ledger:
        lively_house("lucky", 4, ledger=ledger)
        lively_house("dakota-practice", 3, ledger=ledger)
    return path


@pytest.fixture
def tell(database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    def told(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["houseway", "house", "report", "--database", str(database), *words])
        code = 0
        try:
            main()
        except SystemExit as left:
            code = int(left.code or 0)
        heard = capsys.readouterr()
        return code, heard.out, heard.err

    return told


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--day 2999-01-01", "2999-01-01 has not come yet: it is "),
        ("--since 1970-01-03 --until 1970-01-01", "the period runs backwards: 1970-01-03 is after 1970-01-01"),
        ("--day 1970-1-1x", "--day 1970-1-1x: write a day as in 2026-01-31"),
        ("--week 2026-54", "--week 2026-54: write a week as in 2026-W05"),
        ("--month 2026", "--month 2026: write a month as in 2026-01"),
        ("--day 1970-01-01 --month 1970-01", "name a day, a week, a month, or --since and --until: only one of these"),
        ("dragon", "the ledger has no table 'dragon'; it has dakota-practice, lucky"),
        ("--zone Mars/Base", "there is no time zone 'Mars/Base'"),
        ("--zone ../../etc/passwd", "there is no time zone '../../etc/passwd'"),
        ("--by moon", "the books are not kept by 'moon': choose of table, game, wager"),
        ("--by day,day", "name each of what the books are by once"),
        ("--by shift", "the house has no shifts: say when they begin"),
        ("--shifts 06:10,14:00", "--shifts 06:10: write a time as in 06:00, on a quarter of an hour"),
        ("--shifts 06:00", "--shifts 06:00: name when each shift begins, two of them or more"),
        ("--every day", "write --every day --into FOLDER: both, or neither"),
        ("--every day --into x --day 1970-01-01", "--every writes all that is over"),
        ("--format xlsx", "a workbook goes into a file: name one with -o"),
        ("-o books.docx", "the books are written as text, csv, json, xlsx, pdf, html, md, not as 'docx'"),
        ("--paper a5", "paper is a4 or letter, not 'a5'"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(tell: Told, words: str, sentence: str) -> None:
    code, out, err = tell(*words.split())
    assert code != 0
    assert out == ""
    assert sentence in " ".join(err.split())


def test_a_day_without_rounds_says_so_and_one_with_them_keeps_practice_apart(tell: Told) -> None:
    assert "No round was dealt on 1970-01-05." in tell("--day", "1970-01-05")[1]
    code, out, _ = tell("--day", "1970-01-01", "--verify")
    assert code == 0
    assert "The room: money" in out
    assert "Practice: money" in out
    assert "Bots at practice tables: money" in out


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("books.pdf", b"%PDF-"), ("books.XLSX", b"PK"), ("books.html", b"<!doctype html>"), ("books.md", b"# "),
        ("books.json", b"{"), ("books.csv", b"book,"), ("books.txt", b"The books,"), ("books", b"The books,"),
    ],
)  # fmt: skip
def test_a_file_is_written_as_its_name_ends(tell: Told, tmp_path: Path, name: str, begins: bytes) -> None:
    assert tell("--day", "1970-01-01", "--out", str(tmp_path / name))[0] == 0
    assert (tmp_path / name).read_bytes().lower().startswith(begins.lower())


def test_the_books_are_printed_on_the_paper_of_the_room(tell: Told, tmp_path: Path) -> None:
    path = tmp_path / "books.pdf"
    for paper, wide in (("a4", 595), ("letter", 612)):
        assert tell("--day", "1970-01-01", "--paper", paper, "-o", str(path))[0] == 0
        assert int(PdfReader(path).pages[0].mediabox.width) == wide


def test_every_format_has_the_same_figures(tell: Told, tmp_path: Path) -> None:
    asked = ("--day", "1970-01-01", "--by", "table,wager")
    told = json.loads(tell(*asked, "--format", "json")[1])
    lines = list(csv.DictReader(StringIO(tell(*asked, "--format", "csv")[1])))
    path = tmp_path / "deep" / "books.xlsx"
    assert tell(*asked, "--format", "xlsx", "-o", str(path))[0] == 0
    book = openpyxl.load_workbook(BytesIO(path.read_bytes()), data_only=True)
    rows = {row["book"]: [each for each in told["rows"] if each["book"] == row["book"]] for row in told["rows"]}
    assert len(lines) == len(told["rows"]) == sum(map(len, rows.values())) > 6
    for line, row in zip(lines, told["rows"], strict=True):
        assert [line["wager"], line["win_cents"]] == [row["wager"], str(row["win_cents"])]
        assert line["wager_title"] == row["wager_title"] != row["wager"]  # as the felt has it, not the commands
    for name, own in rows.items():
        heads, *cells = list(book[name.capitalize()].iter_rows(values_only=True))
        places = {column.name: heads.index(column.title) for column in COLUMNS}
        for cell, row in zip(cells, own, strict=True):
            assert cell[:2] == (row["table_title"], row["wager_title"])
            assert cell[places["win_cents"]] == row["win_cents"] / 100
            assert cell[places["hold"]] == row["hold"]
            assert cell[-1] == (row["meaning"] or None)


def test_a_table_that_changed_its_game_is_told_and_kept_apart_by_game() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, dollar=500, one=500, two=500, three=500)
    house.do(ANNA, "act", act="leave_one")
    house.do(ANNA, "act", act="leave_two")
    house.do(ANNA, "leave")
    body = {**table_of("super-fun").to_body(), "name": "dakota"}
    house.do(SUPERVISOR, "configure", config=body, reason="another game")
    house.now += 3_600_000_000
    house.do(ANNA, "sit", cents=100_000)
    house.bet_and_deal(ANNA, blackjack=500)
    while house.table.playing:
        house.do(ANNA, "act", act=house.view(ANNA)["pending"]["acts"][0])
    report = Books(house.ledger).report(Calendar.of(), said.day("1970-01-01"), ("table", "game"))
    assert [(row.game, row.rounds) for row in report.rows] == [("dakota_stud", 1), ("super_fun_21", 1)]
    assert report.notes == ("Table Super Fun 21 changed its game: Dakota Stud then Super Fun 21.",)


def test_a_table_is_called_what_its_sign_says_now_also_when_an_old_game_is_back(tmp_path: Path) -> None:
    kept = KeptTallies(tmp_path / "kept", many=0)
    signs = (("super-fun", "Fun"), ("dakota", "Stud"), ("dakota", "Stud by the window"), ("dakota", "Stud"))
    with closing(open_ledger(str(tmp_path / "house.sqlite"))) as ledger:
        house = House(table_of("dakota"), ledger=ledger)
        for game, title in signs:
            body = {**table_of(game).to_body(), "name": "dakota", "title": title}
            house.do(SUPERVISOR, "configure", config=body, reason="another sign")
            for books in (Books(ledger, kept=kept), Books(ledger, kept=kept), Books(ledger)):
                assert table_titles(books.tallies()) == {"dakota": title}


# --- the house file ---


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('zone = "Moon"', "zone is not understood: there is no time zone 'Moon'"),
        ('shifts = ["06:00", "25:00"]', "shifts is not understood: --shifts 25:00: write a time as in 06:00"),
        ('day_begins = "6"', "day_begins is not understood: --day-begins 6: write a time"),
        ('zone = "America/Los_Angeles"\nshifts = ["06:00", "18:00"]\nday_begins = "06:00"', ""),
    ],
)
def test_the_house_file_says_zone_shifts_and_when_a_day_begins(tmp_path: Path, line: str, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'name = "A room"\ndisputes = "Say so."\n{line}\n[tables.a]\ngame = "dakota_stud"\n')
    if sentence:
        with pytest.raises(Faulty, match=sentence):
            read_room(path)
    else:
        assert read_room(path).shifts == ("06:00", "18:00")


# --- a folder for every day ---


def test_days_that_are_over_are_written_once_and_missed_ones_are_caught_up(database: Path, tmp_path: Path) -> None:
    folder, now = tmp_path / "books", DAY_US // 2

    def run(to: int) -> list[str]:
        with closing(open_ledger(str(database), read_only=True)) as ledger:
            books = Books(ledger, clock=lambda: to)
            return [path.name for _, path in write_missing(books, Calendar.of(), "day", folder, ("table",), ()) if path]

    assert run(now) == []  # the first day is not over
    assert run(now + DAY_US) == [f"books-1970-01-01.{form}" for form in ("csv", "xlsx", "json")]
    kept = (folder / "books-1970-01-01.csv").read_bytes()
    (folder / "books-1970-01-02.csv").write_bytes(b"from a run that died before its last file")
    assert run(now + 3 * DAY_US) == [
        f"books-1970-01-0{day}.{form}" for day in (2, 3) for form in ("csv", "xlsx", "json")
    ]
    assert run(now + 3 * DAY_US) == []
    assert (folder / "books-1970-01-01.csv").read_bytes() == kept
    assert len(list(folder.iterdir())) == 9
    assert json.loads((folder / "books-1970-01-03.json").read_text())["notes"] == ["No round was dealt on 1970-01-03."]


def test_weeks_and_months_are_written_when_they_are_over(database: Path, tmp_path: Path) -> None:
    with closing(open_ledger(str(database), read_only=True)) as ledger:
        books = Books(ledger, clock=lambda: 40 * DAY_US)
        weeks = [path.name for _, path in write_missing(books, Calendar.of(), "week", tmp_path, ("day",), ()) if path]
        months = [
            path.name for _, path in write_missing(books, Calendar.of(), "month", tmp_path, ("week",), ()) if path
        ]
    assert weeks[::3] == [f"books-1970-W0{week}.csv" for week in range(1, 7)]
    assert months == [f"books-1970-01.{form}" for form in ("csv", "xlsx", "json")]


def test_a_folder_that_cannot_be_written_is_refused(database: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with closing(open_ledger(str(database), read_only=True)) as ledger:
        books = Books(ledger, clock=lambda: 3 * DAY_US)
        with pytest.raises(Refused, match="taken cannot be made"):
            list(write_missing(books, Calendar.of(), "day", tmp_path / "taken", ("table",), ()))


def test_the_same_books_are_the_same_bytes(database: Path) -> None:
    with closing(open_ledger(str(database), read_only=True)) as ledger:
        one, other = (Books(ledger).report(Calendar.of(), said.day("1970-01-01")) for _ in range(2))
        for form in ("csv", "json", "xlsx", "text"):
            assert written_as(one, form) == written_as(other, form)


def test_many_alerts_leave_room_on_the_first_page_and_none_is_left_out() -> None:
    one = Books(lively_house("dakota", 1).ledger).report(Calendar.of(), said.day("1970-01-01"))
    many = replace(one, alerts=tuple(Alert("hand", f"hand {n} came too often", 0.0001, 9) for n in range(8)))
    document = books_report(many, [])
    assert document.warnings[4:] == ("Hand 4 came too often.", "There are 8 alerts: the others stand under In short.")
    (further,) = [block for block in document.sections[0].blocks if isinstance(block, Items)]
    assert [text for _, text in further.items] == [f"Hand {n} came too often." for n in (5, 6, 7)]
    assert len(books_report(replace(many, alerts=many.alerts[:5]), []).warnings) == 5


def test_no_row_on_paper_is_without_a_figure() -> None:
    """A wager has no drop, hours or voids of its own: where no column of a table is for it, its row is left out."""
    report = Books(lively_house("dakota", 8).ledger).report(Calendar.of(), said.day("1970-01-01"), ("table", "wager"))
    tables = {table.title: table.rows for table in books_report(report, []).tables()}
    assert all(any(cell != "" for cell in row.cells[2:]) for rows in tables.values() for row in rows)
    assert len(tables["Money"]) == 5
    assert [row.total for row in tables["Voids and disputes"]] == [True]


def test_the_page_of_the_books_defines_every_column() -> None:
    page = (Path(__file__).parents[2] / "docs" / "books.md").read_text(encoding="utf-8")
    for name, title in [(column.name, column.title) for column in COLUMNS] + [
        (name, name.replace("_", " ")) for name in SAYS
    ]:
        assert f"| `{name}` | {title} | " in page
