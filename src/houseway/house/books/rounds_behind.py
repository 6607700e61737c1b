"""The rounds behind a figure of the books: those that moved it most, so that whoever doubts it can look at them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from heapq import nlargest
from typing import Any

from houseway.house import events
from houseway.house.books.calendar import QUARTER, Calendar, Period
from houseway.house.ledger.store import Ledger

ROUNDS_MAX = 12
PAGE = 50_000  # rows
KINDS = (events.DEALT, events.SETTLED, events.VOIDED)


@dataclass(frozen=True)
class RoundBehind:
    table: str
    round: int
    at: int  # when it ended, in microseconds since 1970
    held_cents: int  # by the house, of the wager and the player asked for

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def rounds_behind(
    ledger: Ledger, tables: Sequence[str], calendar: Calendar, period: Period, wager: str = "", player: str = ""
) -> list[RoundBehind]:
    """The farthest from nought first; what was corrected later is told with the round itself."""
    found = (each for name in tables for each in _rounds(ledger, name, calendar, period, wager, player))
    return nlargest(ROUNDS_MAX, found, key=lambda each: (abs(each.held_cents), each.at))


def _rounds(
    ledger: Ledger, table: str, calendar: Calendar, period: Period, wager: str, player: str
) -> Iterator[RoundBehind]:
    slots = calendar.slots(period)
    owners: Sequence[str] = ()
    head = ledger.head(table).version
    for after in range(0, head, PAGE):
        for _, at, kind, text in ledger.skim(table, after, min(after + PAGE, head), KINDS):
            if kind == events.DEALT:
                owners = json.loads(text)["owners"] if player else ()
            elif at // QUARTER in slots:
                body = json.loads(text)
                held = -sum(
                    cents
                    for seat, wagers in body.get("won", {}).items()
                    for name, cents in wagers.items()
                    if (not wager or name == wager) and (not player or owners[int(seat) - 1] == player)
                )
                if held:
                    yield RoundBehind(table, body["round"], at, held)
