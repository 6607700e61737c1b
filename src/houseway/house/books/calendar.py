"""Days, weeks, months and shifts of a room, in its own time zone.

The books count in quarters of an hour, which every time zone of today and every shift is made of. A day begins at
midnight, or when the house says (`day_begins`); on the days on which clocks are set it has 23 or 25 hours. A week is
Monday to Sunday, by the calendar of ISO 8601.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from houseway.rules.refused import Refused

SECOND = 1_000_000  # events are in microseconds
QUARTER_S = 900
QUARTER = QUARTER_S * SECOND
DAY, WEEK, MONTH, SHIFT = "day", "week", "month", "shift"
_MIDNIGHT = time(0)


class When(NamedTuple):
    """Where a quarter of an hour lies in the calendar of the room."""

    day: str  # 2026-01-31
    week: str  # 2026-W05
    month: str  # 2026-01
    shift: str  # 14:00-22:00; '' where there are none


@dataclass(frozen=True)
class Period:
    """Whole days of the room, from the first to the last."""

    first: date
    last: date

    @property
    def words(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class Calendar:
    zone: str = "UTC"
    shifts: tuple[time, ...] = ()  # when each begins, the earliest first
    day_begins: time = _MIDNIGHT
    _known: dict[int, When] = field(default_factory=dict, compare=False, repr=False)
    _begun: dict[date, int] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, zone: str = "UTC", shifts: Sequence[str] = (), day_begins: str = "00:00") -> "Calendar":
        """As people write it; refuses what is no zone and no time."""
        begins = tuple(sorted({_time("--shifts", text) for text in shifts}))
        if len(begins) == 1:
            raise Refused(f"--shifts {begins[0]:%H:%M}: name when each shift begins, two of them or more")
        made = cls(zone, begins, _time("--day-begins", day_begins))
        made._zone  # noqa: B018  refused now rather than later
        return made

    @cached_property
    def _zone(self) -> ZoneInfo:
        try:
            return ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            raise Refused(f"there is no time zone '{self.zone}': write one as in America/Los_Angeles or UTC") from None

    def when(self, slot: int) -> When:
        """Of a quarter of an hour, counted from 1970."""
        found = self._known.get(slot)
        if found is None:
            local = datetime.fromtimestamp(slot * QUARTER_S, self._zone)
            day = local.date() + timedelta(days=1)
            while slot < self._first_slot(day):
                day -= timedelta(days=1)
            year, week, _ = day.isocalendar()
            found = When(f"{day}", f"{year}-W{week:02d}", f"{day:%Y-%m}", self._shift(local.time()))
            self._known[slot] = found
        return found

    def _shift(self, now: time) -> str:
        if not self.shifts:
            return ""
        begun = [place for place, begins in enumerate(self.shifts) if begins <= now]
        place = begun[-1] if begun else len(self.shifts) - 1
        return self.shift_words[place]

    @cached_property
    def shift_words(self) -> tuple[str, ...]:
        ends = (*self.shifts[1:], *self.shifts[:1])
        return tuple(f"{begins:%H:%M}-{end:%H:%M}" for begins, end in zip(self.shifts, ends, strict=True))

    def begins(self, day: date) -> int:
        """The moment at which a day begins, in microseconds since 1970."""
        return self._first_slot(day) * QUARTER

    def _first_slot(self, day: date) -> int:
        """The first at which the clock shows `day_begins` or, where that hour is left out, what comes after it.

        An hour that comes twice begins the day once: clocks that are set back do not bring back the day before.
        """
        if day not in self._begun:
            wall = datetime.combine(day, self.day_begins)
            either = [int(wall.replace(tzinfo=self._zone, fold=fold).timestamp()) // QUARTER_S for fold in (0, 1)]
            slots = range(min(either), max(either) + 1)
            self._begun[day] = next(slot for slot in slots if self._wall(slot) >= wall)
        return self._begun[day]

    def _wall(self, slot: int) -> datetime:
        """What the room's clock shows."""
        return datetime.fromtimestamp(slot * QUARTER_S, self._zone).replace(tzinfo=None)

    def slots(self, period: Period) -> range:
        """The quarters of an hour of a period."""
        return range(self._first_slot(period.first), self._first_slot(period.last + timedelta(days=1)))

    def today(self, now: int) -> date:
        return date.fromisoformat(self.when(now // QUARTER).day)

    def moment(self, at: int) -> str:
        """A moment as the room's clock shows it."""
        return f"{datetime.fromtimestamp(at // SECOND, self._zone):%Y-%m-%d %H:%M}"


def days(first: str, last: str, called: tuple[str, str] = ("--since", "--until")) -> Period:
    """From a day to a day, both included; called as whoever gives them knows them."""
    period = Period(_day(called[0], first), _day(called[1], last))
    if period.last < period.first:
        raise Refused(f"the period runs backwards: {period.first} is after {period.last}")
    return period


def day(text: str) -> Period:
    found = _day("--day", text)
    return Period(found, found)


def week(text: str) -> Period:
    try:
        if not re.fullmatch(r"\d{4}-W\d\d", text.strip()):
            raise ValueError
        first = date.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"--week {text}: write a week as in 2026-W05") from None
    return Period(first, first + timedelta(days=6))


def month(text: str) -> Period:
    try:
        first = datetime.strptime(text.strip(), "%Y-%m").replace(tzinfo=UTC).date()
    except ValueError:
        raise Refused(f"--month {text}: write a month as in 2026-01") from None
    after = (first + timedelta(days=31)).replace(day=1)
    return Period(first, after - timedelta(days=1))


def _day(option: str, text: str) -> date:
    try:
        return datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise Refused(f"{option} {text}: write a day as in 2026-01-31") from None


def _time(option: str, text: str) -> time:
    found = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)", text.strip())
    if not found or int(found[2]) % 15:
        raise Refused(f"{option} {text}: write a time as in 06:00, on a quarter of an hour")
    return time(int(found[1]), int(found[2]))
