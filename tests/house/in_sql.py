"""The totals of the books by another route: the rows of a ledger summed by SQL, from postings and words of the events.

No card is dealt, no rule of a game is asked and no code of the books is called.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from houseway.house.ledger.store import Stored

ENDED = "(SELECT body ->> 'round' FROM event WHERE kind = 'settled')"
PART = "(SELECT body ->> 'round' FROM event WHERE kind = 'voided' AND NOT body ->> 'whole')"
TOTALS = {
    "rounds": "SELECT count(*) FROM event WHERE kind = 'settled'",
    "voids": "SELECT count(*) FROM event WHERE kind = 'voided'",
    "rulings": "SELECT count(*) FROM event WHERE kind = 'ruled'",
    "corrections": "SELECT count(*) FROM event WHERE kind = 'corrected'",
    "disputes": "SELECT count(*) FROM event WHERE kind IN ('ruled', 'corrected')",
    "corrected_cents": "SELECT -sum(body ->> 'cents') FROM event WHERE kind = 'corrected'",
    "drop_cents": "SELECT -sum(cents) FROM posting WHERE kind = 'bought_in' AND account = 'cage'",
    "out_cents": "SELECT sum(cents) FROM posting WHERE kind <> 'bought_in' AND account = 'cage'",
    "win_cents": "SELECT sum(cents) FROM posting WHERE account IN ('house', 'breakage')",
    "tokes_cents": "SELECT sum(cents) FROM posting WHERE account = 'tokes'",
    "envy_cents": "SELECT sum(cents) FROM won WHERE wager = 'envy'",
    # what left the felt in rounds that came to their end, and what was settled of those that did not
    "handle_cents": f"""
        SELECT (SELECT coalesce(-sum(cents), 0) FROM posting
                WHERE account = 'felt' AND kind IN ('paid', 'settled') AND round IN {ENDED})
             + (SELECT coalesce(sum(each.value ->> 'stake'), 0) FROM event, json_each(body, '$.settled') AS each
                WHERE kind = 'paid' AND body ->> 'round' IN {PART})""",
    "hands": f"""
        SELECT (SELECT count(*) FROM event, json_each(body, '$.owners') AS each
                WHERE kind = 'dealt' AND each.value <> '' AND body ->> 'round' IN {ENDED})
             + (SELECT count(DISTINCT (body ->> 'round') || ' ' || (each.value ->> 'seat'))
                FROM event, json_each(body, '$.settled') AS each
                WHERE kind = 'paid' AND body ->> 'round' IN {PART})""",
}  # fmt: skip
CAPPED = """
    SELECT count(DISTINCT round), coalesce(sum(paid), 0)
    FROM (SELECT round, sum(max(cents, 0)) AS paid FROM won WHERE wager = ? GROUP BY round, seat)
    WHERE paid >= ?"""


def in_sql(rows: Sequence[Stored]) -> sqlite3.Connection:
    base = sqlite3.connect(":memory:")
    base.execute("CREATE TABLE event (kind TEXT, body TEXT)")
    base.executemany("INSERT INTO event VALUES (?, ?)", [(row.kind, row.text) for row in rows])
    base.execute("""
        CREATE VIEW posting AS SELECT kind, body ->> 'round' AS round, each.key AS account, each.value AS cents
        FROM event, json_each(body, '$.postings') AS each""")
    base.execute("""
        CREATE VIEW won AS SELECT body ->> 'round' AS round, seat.key AS seat, each.key AS wager, each.value AS cents
        FROM event, json_each(body, '$.won') AS seat, json_each(seat.value) AS each
        WHERE kind IN ('settled', 'voided')""")
    return base


def totals_in_sql(rows: Sequence[Stored]) -> dict[str, int]:
    base = in_sql(rows)
    return {name: base.execute(asked).fetchone()[0] or 0 for name, asked in TOTALS.items()}


def capped_in_sql(rows: Sequence[Stored], wager: str, cap_cents: int) -> tuple[Any, ...]:
    """Rounds in which a seat was paid the cap, and what they paid it."""
    found: tuple[Any, ...] = in_sql(rows).execute(CAPPED, (wager, cap_cents)).fetchone()
    return found
