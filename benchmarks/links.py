"""200 tables on one link: what a bet and an act take when every round of the house feeds the same meters.

    python -m benchmarks.links [SECONDS] [TABLES]

The house of `benchmarks.house` with nothing but Fast Action Hold'em, three seats a table, at the pace of people: first
without a progressive, then with all tables on one link and a dollar of every seat on it, then with a second meter that
must hit. The goal is a p99 under 50 ms from command to view; the first line says what this machine gives without links.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.house import SECONDS, TABLES, THINKING_S, WIDTHS, RoomOf, measure, show

GOAL_MS = 50
MYSTERY = {"name": "mystery", "title": "Mystery", "seed_cents": 10_000, "rate": "10 %", "must_hit_by_cents": 50_000}


def plain(tables: int) -> Any:
    return _room(tables, None)


def linked(tables: int) -> Any:
    return _room(tables, {"name": "royal", "link": "corner", "hand_pay_cents": 100_000_000})


def must_hit(tables: int) -> Any:
    from houseway.games import find_game
    from houseway.progressives.jackpot import find_progressive

    meters = find_progressive(find_game("fast_action_holdem"), "royal").model_dump(mode="json")["meters"]
    carried = {"name": "royal", "link": "corner", "hand_pay_cents": 100_000_000}
    return _room(tables, {**carried, "terms": {"meters": [*meters, MYSTERY]}})


def _room(tables: int, carried: dict[str, Any] | None) -> Any:
    from houseway.house.configuration import TableConfig, default_room

    room = default_room()
    body = {**room.tables["holdem"].to_body(), **({"progressives": [carried]} if carried else {})}
    configs = [TableConfig.from_body({**body, "name": f"t{number}"}) for number in range(tables)]
    return room.model_copy(update={"tables": {config.name: config for config in configs}})


def verify(database: str) -> str:
    """The meters are what the bets made them, whatever the load."""
    from houseway.house.audit.verify import verify_ledger
    from houseway.house.ledger import open_ledger
    from houseway.house.ledger.store import links_of

    ledger = open_ledger(database)
    verdicts = verify_ledger(ledger) if links_of(ledger) else []
    ledger.close()
    assert all(verdict.fault is None for verdict in verdicts), [verdict.sentence for verdict in verdicts]
    return verdicts[-1].sentence if verdicts else ""


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else TABLES
    print(
        f"{os.cpu_count()} cores shared by server and clients, load {os.getloadavg()[0]:.1f} before; {seconds:g} s each"
    )
    titles = ("rounds/s", "ratio", "commands/s", "events/s", "p50 ms", "p99 ms", "CPU ms", "MB")
    print(" " * 30, *(f"{title:>{width}}" for title, width in zip(titles, WIDTHS, strict=True)))
    rooms: tuple[tuple[str, RoomOf], ...] = (
        (f"{tables} tables, no link", plain),
        ("on one link", linked),
        ("on one link, must hit", must_hit),
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, room_of in rooms:
            database = str(Path(folder, f"{room_of.__name__}.db"))
            [found] = measure(database, tables, seconds, (THINKING_S,), room_of=room_of)
            show(name, found)
            print(
                f"  p99 {'is' if found.p99_ms < GOAL_MS else 'is not'} under {GOAL_MS} ms. {verify(database)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
