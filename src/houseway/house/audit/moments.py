"""Moments as people type them: a day, or a day and a time; UTC unless another zone is said."""

from datetime import UTC, datetime, timedelta

from houseway.rules.refused import Refused

EVER = 10**18  # microseconds since 1970: later than anything
_DAY = len("2026-01-31")
_US = timedelta(microseconds=1)


def moment(option: str, text: str, *, ends: bool = False) -> int:
    """In microseconds since 1970. A day alone is its beginning, or its end."""
    try:
        said = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Refused(f"{option} {text}: write a moment as in 2026-01-31 or 2026-01-31T14:05 (UTC)") from None
    said = said if said.tzinfo else said.replace(tzinfo=UTC)
    if ends and len(text.strip()) == _DAY:
        said += timedelta(days=1) - _US
    return (said - datetime(1970, 1, 1, tzinfo=UTC)) // _US
