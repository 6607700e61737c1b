"""Times as people write them: a bound is as long as it is written."""

import pytest

from houseway.house.audit.moments import moment, span
from houseway.rules.refused import Refused

SECOND = 10**6
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE


@pytest.mark.parametrize(
    ("text", "begins", "lasts"),
    [
        ("1970-01-02", DAY, DAY),
        ("1970-01-01T00:01", MINUTE, MINUTE),
        ("1970-01-01 00:01", MINUTE, MINUTE),
        ("1970-01-01T00:01Z", MINUTE, MINUTE),
        ("1970-01-01T02:01+02:00", MINUTE, MINUTE),
        ("1970-01-01T00:00:07", 7 * SECOND, SECOND),
        ("1970-01-01T00:00:07.250", 7_250_000, 1000),
        (" 1970-01-01T00:00:07.250001 ", 7_250_001, 1),
    ],
)
def test_a_bound_is_in_with_the_whole_of_what_it_is_written_to(text: str, begins: int, lasts: int) -> None:
    assert moment("--since", text) == begins
    assert moment("--until", text, ends=True) == begins + lasts - 1


@pytest.mark.parametrize("text", ["yesterday", "1970-13-01", "1970-01-01T24:61", "1970-01-01T00", "1970-01-01x00:01"])
def test_what_is_no_moment_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match=f"^--until {text}: write a moment as in 2026-01-31 or 2026-01-31T14:05"):
        moment("--until", text, ends=True)


def test_a_span_is_one_minute_where_both_ends_name_it_and_never_runs_backwards() -> None:
    assert span("1970-01-01T00:01", "1970-01-01T00:01") == (MINUTE, 2 * MINUTE - 1)
    assert span("", "9999-12-31")[0] == 0
    with pytest.raises(Refused, match=r"^the time runs backwards: it begins after it ends$"):
        span("1970-01-01T00:02", "1970-01-01T00:01")
