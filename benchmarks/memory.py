"""What a table costs in memory: 200 tables of all games with three people each, some rounds played at every one.

    python -m benchmarks.memory [TABLES] [--where]

One process without a network: the pit, a ledger in a file, and people who bet the least on everything, make the first
legal choice, and look at what they see. Measured is what the operating system says the process holds, before the
tables and after each stage, so that it says what tables cost and not what Python and numpy do. `--where` names the
lines that hold most of it (slower: tracemalloc).
"""

import gc
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TABLES, SEATS, ROUNDS = 200, 3, 3
TOP = 15


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def big_room(tables: int) -> Any:
    from benchmarks.house import big_room as made

    return made(tables)


def play(pit: Any, name: str, people: list[Any], rounds: int) -> None:
    from houseway.house.draft import Command
    from houseway.house.pit import new_id
    from houseway.house.table_view import table_view

    def do(person: Any, what: str, **said: Any) -> None:
        pit.do(name, person, Command(new_id(), what, what=said))

    config = pit.tables[name].set_up
    toke = {wager.name for wager in config.the_game.sheet.wagers if wager.toke}
    bets = {wager: limits.least_cents for wager, limits in config.limits().items() if wager not in toke}
    for person in people:
        do(person, "sit", cents=config.buy_in_most_cents)
    for _ in range(rounds):
        for person in people:
            do(person, "bet", seat=pit.tables[name].players[person.id].seats[0], wagers=bets)
        for person in people:
            if not pit.tables[name].playing:
                do(person, "ready")
        while pit.tables[name].playing:
            waits = table_view(pit.tables[name], "")["pending"]["player"]
            person = next(each for each in people if each.id == waits)
            for each in people:
                table_view(pit.tables[name], each.id)
            do(person, "act", act=table_view(pit.tables[name], waits)["pending"]["acts"][0])
        for each in people:
            table_view(pit.tables[name], each.id)


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count = numbers[0] if numbers else TABLES
    where = "--where" in sys.argv
    from houseway.house.dealer import prepare_plans
    from houseway.house.draft import Actor
    from houseway.web.app import create_app  # noqa: F401  what a server has loaded
    from houseway.web.house import open_house

    with tempfile.TemporaryDirectory() as folder:
        warm = open_house(str(Path(folder, "warm.db")), big_room(12))
        for name in warm.pit.tables:
            prepare_plans(warm.pit.tables[name])
            play(warm.pit, name, [Actor(f"{name}{i}", f"P{i}", "player") for i in range(SEATS)], 1)
        warm.close()
        del warm
        gc.collect()
        base = resident_mb()
        if where:
            import tracemalloc

            tracemalloc.start(12)
        house = open_house(str(Path(folder, "house.db")), big_room(count))
        gc.collect()
        opened = resident_mb()
        begun = time.perf_counter()
        for name in house.pit.tables:
            play(house.pit, name, [Actor(f"{name}{i}", f"P{i}", "player") for i in range(SEATS)], ROUNDS)
        took = time.perf_counter() - begun
        untidied = resident_mb()
        gc.collect()
        played = resident_mb()
        print(f"{count} tables, {SEATS} people and {ROUNDS} rounds at each, {took:.0f} s")
        print(f"  without tables {base:8.0f} MB")
        print(f"  opened         {opened:8.0f} MB  {(opened - base) * 1024 / count:8.0f} kB a table")
        print(f"  played         {played:8.0f} MB  {(played - base) * 1024 / count:8.0f} kB a table")
        print(f"  before tidying {untidied:8.0f} MB")
        if where:
            show(tracemalloc.take_snapshot())
        house.close()


def show(snapshot: Any) -> None:
    for stat in snapshot.statistics("lineno")[:TOP]:
        frame = stat.traceback[0]
        file = frame.filename.rpartition("houseway/")[2]
        print(f"  {stat.size / 2**20:8.1f} MB in {stat.count:8,} pieces  {file}:{frame.lineno}")


if __name__ == "__main__":
    main()
