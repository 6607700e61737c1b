"""What a person asks of their own past: purse, results by game and day, rounds, and all of it in one file.

A clerk hears each stream once and goes on from there. An old ledger is long: so many rows are read for one question,
and whoever asks before all is read is told to ask again, which goes on reading.
"""

from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime
from heapq import merge
from itertools import islice, takewhile
from typing import Any

from houseway.house.audit.chronicle import Chronicle, Played
from houseway.house.audit.stream import TakenOut
from houseway.house.ledger.store import Ledger
from houseway.house.own_tables import owner_of
from houseway.house.purse import STACK_CENTS, Purse
from houseway.web.floor import Busy

TABLES_KEPT = 256
ROWS_MAX = 400_000  # read for one question
DAYS_MAX = 366
EXPORTED_MAX = 20_000  # rounds in one file
EVER = 10**18  # microseconds since 1970: later than anything


class Diary:
    """Asked by one clerk, one question at a time."""

    def __init__(self, ledger: Ledger, rows_max: int = ROWS_MAX) -> None:
        self._ledger = ledger
        self._rows_max = rows_max
        self._kept: OrderedDict[str, Chronicle] = OrderedDict()

    def summary(self, player: str) -> dict[str, Any]:
        """Purse, chips on tables, and what rounds came to by game and day; practice is never in one sum with play."""
        tables = self._tables_of(player)
        played = [each for table in tables for each in table.played(player, EVER)]
        moves = sorted(move for table in tables for move in table.people[player].moves)
        purse = Purse.after(move.cents for move in moves if not move.practice)
        return {
            "purse_cents": purse.cents,
            "stacks": purse.stacks,
            "stack_cents": STACK_CENTS,
            "bought_cents": purse.bought_cents,
            "taken_cents": purse.taken_cents,
            "rounds": len(played),
            "on_tables": [_standing(table, player) for table in tables if table.people[player].cents],
            "by_game": _sums(played, lambda each: each.game),
            "by_day": _sums(played, lambda each: _day(each.at))[-DAYS_MAX:][::-1],
            "archived": any(table.archived for table in tables),
        }

    def rounds(self, player: str, before: int, limit: int, since: int = 0) -> list[dict[str, Any]]:
        """The newest first."""
        newest = takewhile(lambda each: each.at >= since, self._newest(self._tables_of(player), player, before))
        return [each._asdict() for each in islice(newest, limit)]

    def export(self, player: str) -> dict[str, Any]:
        """All of it, with every bet; of very many rounds the newest."""
        tables = {table.name: table for table in self._tables_of(player)}
        moves = sorted(
            (move.at, name, move.cents) for name, each in tables.items() for move in each.people[player].moves
        )
        newest = islice(self._newest(list(tables.values()), player, EVER), EXPORTED_MAX)
        rounds = [
            {**each._asdict(), "seats": tables[each.table].details(self._ledger, player, each.round)} for each in newest
        ]
        summary = self.summary(player)
        return {
            "summary": summary,
            "cage": [{"at": at, "table": table, "cents": cents} for at, table, cents in moves],
            "rounds": rounds,
            "rounds_left_out": summary["rounds"] - len(rounds),
        }

    def _newest(self, tables: list[Chronicle], player: str, before: int) -> Iterator[Played]:
        return merge(*(table.played(player, before) for table in tables), key=lambda each: each.at, reverse=True)

    def _tables_of(self, player: str) -> list[Chronicle]:
        """Every table where they ever had chips, up to date."""
        names = [name for name in self._ledger.tables() if owner_of(name) in ("", player)]
        left, found = self._rows_max, []
        for name in names:
            table = self._chronicle(name)
            try:
                left -= table.catch_up(self._ledger, left)
            except TakenOut:
                del self._kept[name]
                raise Busy("rounds were just archived: ask again") from None
            if left <= 0:
                raise Busy("your history is being read from a long ledger: ask again in a moment")
            if player in table.people:
                found.append(table)
        return found

    def _chronicle(self, name: str) -> Chronicle:
        if name not in self._kept:
            self._kept[name] = Chronicle.begun(self._ledger, name)
            if len(self._kept) > TABLES_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]


def _standing(table: Chronicle, player: str) -> dict[str, Any]:
    title, game, practice = table.configs[-1]
    return {
        "table": table.name,
        "title": title,
        "game": game,
        "practice": practice,
        "cents": table.people[player].cents,
    }


def _sums(played: list[Played], key: Any) -> list[dict[str, Any]]:
    sums: dict[tuple[str, bool], dict[str, Any]] = {}
    for each in sorted(played, key=lambda each: (key(each), each.practice)):
        of = (key(each), each.practice)
        sum_ = sums.setdefault(of, {"of": of[0], "practice": of[1], "rounds": 0, "bet_cents": 0, "net_cents": 0})
        sum_["rounds"] += 1
        sum_["bet_cents"] += each.bet_cents
        sum_["net_cents"] += each.net_cents
    return list(sums.values())


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1_000_000, UTC).date().isoformat()
