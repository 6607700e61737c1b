"""200 tables on one link: what an act takes when every round of the house feeds the same meters.

    python -m benchmarks.links [SECONDS] [TABLES] [--every S] [--flat-out]

The house of `benchmarks.house` with nothing but Fast Action Hold'em, three seats a table: first without a progressive,
then with all tables on one link and a dollar of every seat on it, then with a second meter that must hit. By default
the load is that of real tables: a command at each of them every 1.5 seconds (`--every`), which is 133 a second for 200
tables; people think as long as that takes. `--flat-out` has everyone answer at once: then the machine is full, and what
is measured is a queue, not an act.

The goal is a p99 of acts under 50 ms: from sending one until its sender has the view that shows it (clients and server
share the cores), and inside of the server, from hearing it until it is on disk and every view of it is made. The first
room says what this machine gives without links. Refused are commands that lost too many races for the link. Where
others work on the machine too, `chrt -r 5 python -m benchmarks.links` has server and clients go before them (as root).

Then the same rooms in this process, one command after another on the same kind of ledger: CPU a command, which other
work on the machine hardly changes. A look at the link is in it, at every table of it.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.house import SECONDS, TABLES, Measured, RoomOf, measure

GOAL_MS = 50
EVERY_S = 1.5  # between two commands at a table
THINKING = 1.6  # a person's time for a command, in those: bets are made side by side, acts one after another
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


def cpu_of_commands(database: str, room: Any) -> list[float]:
    """Milliseconds of this thread for each command of two rounds at every table, sorted; the first round warms up."""
    from houseway.house.draft import Actor, Command
    from houseway.house.ledger import open_ledger
    from houseway.house.ledger.writer import Writer
    from houseway.house.linked.displayed import progressives_view
    from houseway.house.pit import Pit, new_id

    ledger = open_ledger(database)
    writer = Writer(ledger)
    pit = Pit(ledger, writer.submit, room)
    pit.open_room(software="benchmark")
    took: list[float] = []

    def do(table: str, who: Actor, command: str, **what: Any) -> None:
        begun = time.thread_time()
        pit.do(table, who, Command(new_id(), command, None, what))
        progressives_view(pit.tables[table], pit.links.look)
        took.append(1000 * (time.thread_time() - begun))

    for number in range(2):
        took.clear()
        for name, config in room.tables.items():
            who = Actor(f"p-{name}", name, "player")
            if not number:
                do(name, who, "sit", cents=config.buy_in_most_cents)
            joins = [each.name for each in config.progressives]
            do(name, who, "bet", seat=1, wagers={"ante": 500, "bonus": 100}, **({"joins": joins} if joins else {}))
            do(name, who, "ready")
            while pit.tables[name].playing:
                round_ = pit.tables[name].round
                assert round_ is not None
                do(name, who, "act", act=config.the_game.acts[round_.acts_within(0)[0]])
    writer.close()
    ledger.close()
    return sorted(took)


def show_cpu(rooms: "tuple[tuple[str, RoomOf], ...]", tables: int) -> None:
    print("\nin one process, CPU a command            p50 ms   p99 ms")
    for name, room_of in rooms:
        with tempfile.TemporaryDirectory() as folder:
            took = cpu_of_commands(str(Path(folder, "cpu.db")), room_of(tables))
        print(f"{name:38} {took[len(took) // 2]:8.2f} {took[len(took) * 99 // 100]:8.2f}", flush=True)


def show(name: str, now: Measured, tables: int) -> None:
    met = "under" if max(now.act_p99_ms, now.inside_p99_ms) < GOAL_MS else "not under"
    pace = f"{now.commands:.0f} a second, each table every {tables / now.commands:.1f} s"
    acts = f"p99 of acts {now.act_p99_ms:.1f} ms, inside {now.inside_p99_ms:.1f} ms ({met} {GOAL_MS})"
    rest = f"all commands p50 {now.p50_ms:.1f}, p99 {now.p99_ms:.1f} ms, CPU {now.cpu_ms:.2f} ms; {now.refused} refused"
    print(f"{name:24} {pace}; {acts}; {rest}; load {os.getloadavg()[0]:.1f}", flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description="What an act takes with all tables on one link.")
    asked.add_argument("seconds", nargs="?", type=float, default=SECONDS)
    asked.add_argument("tables", nargs="?", type=int, default=TABLES)
    asked.add_argument("--every", type=float, default=EVERY_S, metavar="S", help="seconds between commands at a table")
    asked.add_argument("--flat-out", action="store_true", help="everyone answers at once: a full machine")
    said = asked.parse_args()
    pace = 0.0 if said.flat_out else THINKING * said.every
    offered = "as fast as they are answered" if said.flat_out else f"{said.tables / said.every:.0f} commands a second"
    print(f"{os.cpu_count()} cores shared by server and clients; {said.seconds:g} s each; offered: {offered}")
    rooms: tuple[tuple[str, RoomOf], ...] = (
        (f"{said.tables} tables, no link", plain),
        ("on one link", linked),
        ("on one link, must hit", must_hit),
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, room_of in rooms:
            database = str(Path(folder, f"{room_of.__name__}.db"))
            [found] = measure(database, said.tables, said.seconds, (pace,), room_of=room_of)
            show(name, found, said.tables)
            if told := verify(database):
                print(f"  {told}", flush=True)
    show_cpu(rooms, said.tables)


if __name__ == "__main__":
    main()
