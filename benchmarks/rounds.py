"""How fast whole rounds are simulated: dealt, decided, settled and counted.

    python -m benchmarks.rounds [--brief] [GAME ...]

One core by CPU time, best of several, beside a `FastTable` (rounds in the order of their numbers, each card shuffled as
it is dealt) in the same run, turn by turn; two threads by wall clock against one; the interpreted rules; and how long a
fresh start takes to its first million rounds, without and with machine code on disk. With --brief the first alone.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping

from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import standard_wagers
from houseway.engine.counting_table import CountingTable
from houseway.engine.fast_table import FastTable
from houseway.engine.replay import Deal, play_out
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.rules.shoe import seeded_order

RUNS = 7
ROUNDS = 1_000_000
INTERPRETED = 300
GOALS = {  # M rounds a second on one core that we hold ourselves to
    "house blackjack": 18,
    "dakota_stud": 25,
    "lucky_lucky": 15,
    "fast_action_holdem": 8,
    "triple_shot_bonus": 12,
    "super_fun_21": 15,
}


def tables() -> list[tuple[str, Game, Mapping[str, int]]]:
    rows = [(game.slug, game, standard_wagers(game)) for game in all_games()]
    return [("house blackjack", find_game("lucky_lucky"), {"blackjack": 1000}), *rows]


def one_core(game: Game, bets: Mapping[str, int]) -> tuple[float, float]:
    """Rounds a second of CPU time: as they are simulated, and at a `FastTable`."""
    settings = game.settings()
    plan = game.plan("basic", settings)
    tables = [kind(game, settings, plan, [bets]) for kind in (CountingTable, FastTable)]
    for table in tables:
        table.play(1, 0, 1000)  # compiles
    best = [float("inf")] * len(tables)
    for _ in range(RUNS):
        best = [min(least, seconds(table.play)) for least, table in zip(best, tables, strict=True)]
    return ROUNDS / best[0], ROUNDS / best[1]


def seconds(play: Callable[[int, int, int], None]) -> float:
    start = time.process_time()
    play(1, 0, ROUNDS)
    return time.process_time() - start


def wall(game: Game, bets: Mapping[str, int], threads: int) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        simulate(game, 8 * ROUNDS, 1, wagers=[bets], threads=threads)
        best = min(best, time.perf_counter() - start)
    return 8 * ROUNDS / best


def interpreted(game: Game, bets: Mapping[str, int]) -> float:
    settings = game.settings()
    plan = game.plan("basic", settings)
    start = time.process_time()
    for number in range(INTERPRETED):
        order = seeded_order(game.deck(settings), 1, number)
        play_out(Deal(game, settings, order, [bets]), [plan])
    return INTERPRETED / (time.process_time() - start)


def first_million(slug: str, cache: str) -> float:
    """Seconds from the start of the command to the result of a million rounds."""
    env = {**os.environ, "HOUSEWAY_CACHE": cache}
    start = time.perf_counter()
    command = [sys.executable, "-m", "houseway", "simulate", slug, "--rounds", "1000000", "--json"]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    asked = argparse.ArgumentParser(description="How fast whole rounds are simulated")
    asked.add_argument("games", nargs="*", metavar="GAME", help="all of them, if none is named")
    asked.add_argument("--brief", action="store_true", help="one core alone: no threads, no fresh starts")
    given = asked.parse_args()
    print("Simulated rounds, basic strategy, $10 on every wager; one core by CPU time, best of several\n")
    head = f"{'':20} {'M rounds/s':>10} {'goal':>5} {'x FastTable':>12}"
    print(head if given.brief else f"{head} {'x interpreted':>14} {'two threads':>12} {'cold s':>7} {'warm s':>7}")
    for name, game, bets in tables():
        if given.games and game.slug not in given.games:
            continue
        speed, before = one_core(game, bets)
        line = f"{name:20} {speed / 1e6:10.2f} {GOALS.get(name, '-'):>5} {speed / before:11.2f}x"
        print(line if given.brief else f"{line} {the_rest(game, bets, speed)}", flush=True)
    print(f"\nmost memory held: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def the_rest(game: Game, bets: Mapping[str, int], speed: float) -> str:
    ratio = wall(game, bets, 2) / wall(game, bets, 1)
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = first_million(game.slug, cache), first_million(game.slug, cache)
    return f"{speed / interpreted(game, bets):14,.0f} {ratio:11.2f}x {cold:7.1f} {warm:7.1f}"


if __name__ == "__main__":
    main()
