"""What a server holds in memory: nothing that only solvers need, and of a round that is over only what is looked at."""

import gc
import subprocess
import sys
import tracemalloc
from typing import Any

from houseway.house.configuration import default_room
from houseway.house.dealer import prepare_plans
from houseway.house.draft import Actor
from houseway.house.table_view import table_view
from tests.house.table_kit import House, least_bets, one_of_each_game, table_of

KILOBYTES_A_TABLE_MAX = 350  # a felt with the tape of its rules' most rows is about 200
TABLES = one_of_each_game()


def test_a_house_that_deals_has_no_compiler_in_memory() -> None:
    """Plans of silent players and of bots are written down; with the compiler a process is more than 100 MB larger."""
    script = (
        "import sys\n"
        "from houseway.web.app import create_app\n"
        "from houseway.web.open_house import open_house\n"
        "from houseway.house.configuration import default_room\n"
        "from houseway.house.dealer import prepare_plans\n"
        "house = open_house('memory:', default_room())\n"
        "for table in house.pit.tables.values(): prepare_plans(table)\n"
        "house.close()\n"
        "print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["False", "False"]


def played(name: str) -> Any:
    """A table where two people have played some rounds and everyone has looked at each."""
    people = [Actor("a", "Ann", "player"), Actor("b", "Ben", "player")]
    house = House(table_of(name))
    house.sit(*people)
    for _ in range(3):
        house.bet_and_deal(*people, **least_bets(house.config))
        while house.table.playing:
            waits = next(each for each in people if each.id == house.view()["pending"]["player"])
            house.do(waits, "act", act=table_view(house.table, waits.id)["pending"]["acts"][0])
    return house


def test_a_table_holds_one_round_whatever_was_played() -> None:
    assert {table.game for table in default_room().tables.values()} == {table_of(name).game for name in TABLES}
    for name in TABLES:
        house = played(name)
        prepare_plans(house.table)
        kept = house.table
        gc.collect()
        tracemalloc.start()
        for _ in range(3):
            house = played(name)
            kept = house.pit.tables[name]
            del house
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert size / 1024 < KILOBYTES_A_TABLE_MAX, (name, size)
        assert kept.rounds == 3


HELD = """
from pathlib import Path

def held_kb():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
"""
LET_GO = f"""{HELD}
from houseway.house.configuration import default_room
from houseway.web.open_house import open_house
from houseway.web.tidy import give_back_memory

open_house("memory:", default_room()).close()
bytearray(b"x") * 4_000_000  # after which the library would keep pieces of this size
large, between = [], []
for _ in range(500):
    large.append(bytearray(b"x") * 200_000)
    between.append(bytearray(b"x") * 2_000)
full = held_kb()
del large
print(full - held_kb() > 50_000)
small = [bytearray(b"x") * 2_000 for _ in range(50_000)]
full, between = held_kb(), small[::10]
del small
give_back_memory()
print(full - held_kb() > 50_000)
"""


def test_the_system_gets_back_what_was_let_go_where_it_can() -> None:
    """A large piece that is let go is not kept for the next one, from the moment a house is opened; small ones go back
    when it is asked for. In a process of its own: in those that run tests nothing is given back (tests/memory.py)."""
    done = subprocess.run([sys.executable, "-c", LET_GO], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.split() == ["True", "True"]
