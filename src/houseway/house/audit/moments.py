"""Moments as people type them: a day, or a day and a time; UTC unless another zone is said.

A bound is in with the whole of what it is written to: a day, a minute, a second, or a part of one.
"""

import re
from datetime import UTC, datetime, timedelta

from houseway.rules.refused import Refused

EVER = 10**18  # microseconds since 1970: later than anything
_US = timedelta(microseconds=1)
_SECOND = 10**6
_WRITTEN = re.compile(
    r"\d{4}-\d\d-\d\d(?P<time>[T ]\d\d:\d\d(?P<second>:\d\d(?:\.(?P<part>\d{1,6}))?)?(?:Z|[+-]\d\d:\d\d)?)?",
    re.IGNORECASE,
)


def moment(option: str, text: str, *, ends: bool = False) -> int:
    """In microseconds since 1970: where it begins, or the last of it."""
    written = _WRITTEN.fullmatch(text.strip())
    try:
        said = datetime.fromisoformat(text.strip() if written else "")
    except ValueError:
        raise Refused(f"{option} {text}: write a moment as in 2026-01-31 or 2026-01-31T14:05 (UTC)") from None
    assert written
    said = said if said.tzinfo else said.replace(tzinfo=UTC)
    begins = (said - datetime(1970, 1, 1, tzinfo=UTC)) // _US
    return begins + _lasts(written) - 1 if ends else begins


def span(since: str, until: str) -> tuple[int, int]:
    """From the beginning of one moment to the end of another; an empty one is no bound."""
    first = moment("--since", since) if since else 0
    last = moment("--until", until, ends=True) if until else EVER
    verify_forwards(first, last)
    return first, last


def verify_forwards(since: int, until: int) -> None:
    if since > until:
        raise Refused("the time runs backwards: it begins after it ends")


def _lasts(written: re.Match[str]) -> int:
    """In microseconds."""
    if not written["time"]:
        return 24 * 60 * 60 * _SECOND
    if not written["second"]:
        return 60 * _SECOND
    return int(_SECOND // 10 ** len(written["part"] or ""))
