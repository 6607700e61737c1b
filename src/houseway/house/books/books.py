"""The books of a house: tallies of its tables, read on where they have grown, and the reports that are made of them."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from typing import Any

from houseway.games.words import listed
from houseway.house.audit.hold import Theory, cached_theory, from_store
from houseway.house.audit.stream import TakenOut, chosen_tables
from houseway.house.audit.sums import title_of
from houseway.house.books.alerts import Alert, HandLook, found_alerts, hand_looks
from houseway.house.books.calendar import DAY, MONTH, QUARTER, SHIFT, WEEK, Calendar, Period
from houseway.house.books.gathered import Gathering
from houseway.house.books.kept_tallies import KeptTallies
from houseway.house.books.reading import LONG, catch_up, kept_apart, shared_out, uncollected
from houseway.house.books.rows import DIMENSIONS, PRACTICE, PRACTICE_BOTS, ROOM, ROOM_BOTS, TABLE, BookRow
from houseway.house.books.tally import TableTally
from houseway.house.cut import cut_of
from houseway.house.ledger.store import Ledger
from houseway.rules.refused import Refused

SPANS = (DAY, WEEK, MONTH)
NAMED_DAYS = 5
OF_BOOK = {ROOM_BOTS: "bots of the room", PRACTICE: "practice", PRACTICE_BOTS: "bots at practice tables"}

Clock = Callable[[], int]


def wall_clock() -> int:
    return time.time_ns() // 1000


@dataclass(frozen=True)
class Report:
    """What was asked for, and all that has to be said of it."""

    by: tuple[str, ...]
    period: Period
    until: date  # the last day that has begun
    calendar: Calendar
    tables: tuple[str, ...]  # that were asked for; () is all
    rows: tuple[BookRow, ...]
    totals: tuple[BookRow, ...]  # a row a book
    alerts: tuple[Alert, ...]
    notes: tuple[str, ...]  # days without rounds, tables that changed their game, wagers without an exact figure
    missing: tuple[str, ...]  # rounds that lie in archives that were not given
    faults: tuple[str, ...]  # where figures and double entry differ: nothing here is to be trusted

    def such(self, row: BookRow) -> str:
        """What a row is one of: 'weeks'; where it sums several, or has a part of one, 'spans of 12 days'."""
        days = self._days[tuple(getattr(row, name) if name in self.by else "" for name in SPANS)]
        if SHIFT in self.by:
            return "shifts" if days == 1 else f"spans of {days} shifts"
        return self._such(days, row.month if MONTH in self.by and WEEK not in self.by else "")

    @property
    def such_periods(self) -> str:
        return self._such((self.until - self.period.first).days + 1, "")

    def _such(self, days: int, month: str) -> str:
        if days == 1:
            return "days"
        first = date.fromisoformat(f"{month}-01") if month else self.period.first
        begins_next = first + timedelta(days=days)
        if first.day == begins_next.day == 1 and days <= 31:
            return "months"
        return "weeks" if days == 7 else f"spans of {days} days"

    @cached_property
    def _days(self) -> Counter[tuple[str, ...]]:
        """How many days of the period belong to a row."""
        found: Counter[tuple[str, ...]] = Counter()
        for n in range((self.until - self.period.first).days + 1):
            day = self.period.first + timedelta(days=n)
            told = {DAY: f"{day}", WEEK: f"{day:%G-W%V}", MONTH: f"{day:%Y-%m}"}
            found[tuple(told[name] if name in self.by else "" for name in SPANS)] += 1
        return found

    def verify_balance(self) -> None:
        """Raise where figures and double entry differ: such books are told to nobody."""
        if self.faults:
            more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
            raise Refused(
                f"the books do not agree with the double entry of the ledger: {self.faults[0]}{more}; "
                "`houseway audit verify` says more"
            )

    def to_json(self) -> dict[str, Any]:
        return {
            "by": list(self.by),
            "first": f"{self.period.first}",
            "last": f"{self.period.last}",
            "zone": self.calendar.zone,
            "shifts": [f"{each:%H:%M}" for each in self.calendar.shifts],
            "day_begins": f"{self.calendar.day_begins:%H:%M}",
            "tables": list(self.tables),
            "rows": [row.to_json(self.by, self.such(row)) for row in self.rows],
            "totals": [row.to_json((), self.such_periods) for row in self.totals],
            "alerts": [alert.to_json() for alert in self.alerts],
            "notes": list(self.notes),
            "missing": list(self.missing),
            "faults": list(self.faults),
        }


class Books:
    """Whoever keeps one and asks again reads only what is new. It is for one thread."""

    def __init__(
        self,
        ledger: Ledger,
        theory: Theory = from_store,
        clock: Clock = wall_clock,
        kept: KeptTallies | None = None,  # what an earlier process read
        apart: bool = False,  # tables with much to read are read beside each other, each by a process of its own
    ) -> None:
        self._ledger = ledger
        self._theory = cached_theory(theory)
        self._clock = clock
        self._kept = kept
        self._apart = apart
        self._tallies: dict[str, TableTally] = {}
        self._unkept: Counter[str] = Counter()  # rows that were read of each table since anything of it was kept

    @uncollected()
    def report(
        self, calendar: Calendar, period: Period, by: Sequence[str] = (TABLE,), tables: Sequence[str] = ()
    ) -> Report:
        verify_by(by, calendar)
        today = calendar.today(self._clock())
        if period.first > today:
            raise Refused(f"{period.first} has not come yet: it is {today} in the zone {calendar.zone}")
        tallies = self.tallies(tables)
        slots = calendar.slots(period)
        gathering = Gathering(tallies, calendar, slots, self._theory)
        rows = tuple(gathering.rows(by))
        totals = tuple(gathering.rows(()))
        return Report(
            tuple(by),
            period,
            min(period.last, today),
            calendar,
            tuple(tables),
            rows,
            totals,
            tuple(found_alerts(gathering, self._theory)),
            tuple(_notes(gathering, tallies, totals, period, min(period.last, today), today)),
            tuple(_missing(tallies, calendar, slots)),
            tuple(fault for tally in tallies for fault in tally.faults),
        )

    def trend(self, calendar: Calendar, period: Period, by: str, tables: Sequence[str] = ()) -> list[BookRow]:
        """Rows by day, week or month, without all that a report says beside them."""
        tallies = self.tallies(tables)
        return Gathering(tallies, calendar, calendar.slots(period), self._theory).rows((by,))

    def looks(self, calendar: Calendar, period: Period, tables: Sequence[str] = ()) -> list[HandLook]:
        """How often hands came in a period, beside their exact frequencies."""
        tallies = self.tallies(tables)
        return hand_looks(Gathering(tallies, calendar, calendar.slots(period), self._theory), self._theory)

    def now(self) -> int:
        return self._clock()

    def began(self, tables: Sequence[str] = ()) -> int | None:
        """When the first of these tables was opened, or behind what is archived; None: there is none."""
        names = chosen_tables(self._ledger, tables)
        rows = [row for name in names for row in self._ledger.read(name, 0, 1)]
        cuts = [cut.state["table"]["at"] for name in names if (cut := cut_of(self._ledger, name))]
        return min([row.at for row in rows] + cuts, default=None)

    @uncollected()
    def tallies(self, tables: Sequence[str] = ()) -> list[TableTally]:
        """Of these tables, or of all."""
        names = chosen_tables(self._ledger, tables)
        if self._kept and self._apart:
            unread = {name: self._ledger.head(name).version - self._known(name).version for name in names}
            long = {name: rows for name, rows in unread.items() if rows > LONG}
            if long:
                own, *others = shared_out(long, os.cpu_count() or 1)
                with kept_apart(self._ledger, self._kept, others):
                    for name in own:
                        self.tally(name)
                for name in chain.from_iterable(others):
                    del self._tallies[name]  # what was kept of it now reaches further
        return [self.tally(name) for name in names]

    def _known(self, name: str) -> TableTally:
        """What was read of a table, here or by an earlier process."""
        if name not in self._tallies:
            found = self._kept.find(self._ledger, name) if self._kept else None
            self._tallies[name] = found or TableTally.begun(self._ledger, name)
            self._unkept[name] = 0
        return self._tallies[name]

    @uncollected()
    def tally(self, name: str) -> TableTally:
        """Up to the last row that is there now."""
        while True:
            known = self._known(name)
            try:
                self._unkept[name] += catch_up(self._ledger, known)
            except TakenOut:
                del self._tallies[name]
                continue
            except Refused:
                del self._tallies[name]  # whoever asks again is told again
                raise
            if self._kept and self._unkept[name] > self._kept.many:
                self._kept.keep(self._ledger, known)
                self._unkept[name] = 0
            return known


def verify_by(by: Sequence[str], calendar: Calendar) -> None:
    for name in by:
        if name not in DIMENSIONS:
            raise Refused(f"the books are not kept by '{name}': choose of {', '.join(DIMENSIONS)}")
    if len(set(by)) < len(by):
        raise Refused("name each of what the books are by once")
    if SHIFT in by and not calendar.shifts:
        raise Refused("the house has no shifts: say when they begin, as in --shifts 06:00,14:00,22:00")


# --- what has to be said ---


def _notes(
    gathering: Gathering,
    tallies: Iterable[TableTally],
    totals: Iterable[BookRow],
    period: Period,
    last: Any,
    today: Any,
) -> list[str]:
    notes = []
    if period.last >= today:
        notes.append(f"The period is not over: {today} is counted as far as it has come.")
    days = {when.day for _, when, _, cell in gathering.tables() if cell.rounds or cell.voids}
    every = [f"{period.first + timedelta(days=n)}" for n in range((last - period.first).days + 1)]
    idle = [day for day in every if day not in days]
    if len(idle) == len(every):
        notes.append(f"No round was dealt {'on' if len(every) == 1 else 'from'} {period.words}.")
    elif idle:
        more = f" and {len(idle) - NAMED_DAYS} more" if len(idle) > NAMED_DAYS else ""
        named = ", ".join(idle[:NAMED_DAYS]) + more if more else listed(idle)
        notes.append(f"Days without a round: {named}.")
    notes += [note for tally in tallies if (note := _changed_game(tally, gathering))]
    for row in totals:
        if unknown := list(dict.fromkeys(row.expected.unknown.values())):
            whose = "" if row.book == ROOM else f" ({OF_BOOK[row.book]})"
            told = "theoretical win and z-score leave them out"
            notes.append(f"No exact figure is at hand for {listed(unknown)}{whose}: {told}.")
    return notes


def _changed_game(tally: TableTally, gathering: Gathering) -> str:
    """A table that was of several games in the period."""
    played = dict.fromkeys(
        tally.configs[place].game for each, _, place, cell in gathering.tables() if each is tally and cell.rounds
    )
    games = [title_of(game) for game in played]
    return f"Table {gathering.titles[tally.name]} changed its game: {listed(games, 'then')}." if len(games) > 1 else ""


def _missing(tallies: Iterable[TableTally], calendar: Calendar, slots: range) -> list[str]:
    found = []
    for tally in tallies:
        cut = tally.archived
        if cut is not None and (ended := cut.state["table"]["at"]) // QUARTER >= slots.start:
            files = ", ".join(piece.file for piece in cut.pieces)
            found.append(
                f"table {tally.name}: rounds up to {cut.rounds:,}, until {calendar.moment(ended)}, are not in these "
                f"figures; they are in the archive: give {files} with --archive"
            )
    return found
