"""What 200 tables cost in memory: three people at each through sockets of their own, playing as fast as they can.

    python -m benchmarks.memory [TABLES]

The server is the one of `benchmarks.house`, in a process of its own; what it holds is what the operating system says:
when it has opened the tables, while they are played, when everyone has gone, and the most it ever had.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import house

TABLES = 200
SECONDS = 4.0
SEATING_S = 400.0  # at most: other work may be on the machine


def held_mb(pid: int, what: str = "VmRSS") -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(what))


def play(pit: Any, name: str, people: list[Any], rounds: int) -> None:
    """Rounds at a table without a server: the least on everything, the first legal choice."""
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
            if pit.tables[name].chips(person.id) < 20 * sum(bets.values()):
                do(person, "buy_in", cents=config.buy_in_most_cents)
            do(person, "bet", seat=pit.tables[name].players[person.id].seats[0], wagers=bets)
        for person in people:
            if not pit.tables[name].playing:
                do(person, "ready")
        while pit.tables[name].playing:
            waits = table_view(pit.tables[name], "")["pending"]["player"]
            person = next(each for each in people if each.id == waits)
            do(person, "act", act=table_view(pit.tables[name], waits)["pending"]["acts"][0])


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else TABLES
    house.WARM_UP_S = SEATING_S
    with tempfile.TemporaryDirectory() as folder:
        served = house.start(str(Path(folder, "house.db")), tables)
        pid = served.process.pid
        opened = held_mb(pid)
        [found] = asyncio.run(house.drive([served], tables, SECONDS, (0.0,)))
        played, peak = held_mb(pid), held_mb(pid, "VmHWM")
        time.sleep(3)
        left = held_mb(pid)
        served.stop()
    print(f"{tables} tables, {house.SEATS} people at each, {found.rounds:.0f} rounds a second; MB")
    print(f"  opened {opened:.0f}, played {played:.0f}, everyone gone {left:.0f}, the most ever {peak:.0f}")
    print(f"  a table with its people: {(played - opened) * 1024 / tables:.0f} kB")


if __name__ == "__main__":
    main()
