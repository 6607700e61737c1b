"""How fast whole rounds are simulated: dealt, decided, settled and counted.

    python -m benchmarks.rounds

One core by CPU time, best of several; two threads by wall clock against one; the interpreted rules as the baseline of
the same run; and how long a fresh start takes to its first million rounds, without and with machine code on disk.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import standard_wagers
from houseway.engine.replay import Deal, play_out
from houseway.games import all_games, find_game
from houseway.games.game import Game
from houseway.rules.shoe import seeded_order

RUNS = 5
ROUNDS = 4_000_000
INTERPRETED = 300
GOALS = {  # M rounds a second on one core that we hold ourselves to
    "house blackjack": 8,
    "dakota_stud": 10,
    "lucky_lucky": 10,
    "fast_action_holdem": 3,
    "triple_shot_bonus": 3,
    "super_fun_21": 3,
}


def tables() -> list[tuple[str, Game, Mapping[str, int]]]:
    rows = [(game.slug, game, standard_wagers(game)) for game in all_games()]
    return [("house blackjack", find_game("lucky_lucky"), {"blackjack": 1000}), *rows]


def one_core(game: Game, bets: Mapping[str, int]) -> float:
    """Rounds a second of CPU time."""
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        simulate(game, ROUNDS, 1, wagers=[bets], threads=1)
        best = min(best, time.process_time() - start)
    return ROUNDS / best


def wall(game: Game, bets: Mapping[str, int], threads: int) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        simulate(game, 2 * ROUNDS, 1, wagers=[bets], threads=threads)
        best = min(best, time.perf_counter() - start)
    return 2 * ROUNDS / best


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
    print("Simulated rounds, basic strategy, $10 on every wager; one core by CPU time, best of several\n")
    print(
        f"{'':20} {'M rounds/s':>10} {'goal':>5} {'x interpreted':>14} {'two threads':>12} {'cold s':>7} {'warm s':>7}"
    )
    for name, game, bets in tables():
        speed = one_core(game, bets)
        ratio = wall(game, bets, 2) / wall(game, bets, 1)
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = first_million(game.slug, cache), first_million(game.slug, cache)
        slow = speed / interpreted(game, bets)
        print(f"{name:20} {speed / 1e6:10.2f} {GOALS[name]:5} {slow:14,.0f} {ratio:11.2f}x {cold:7.1f} {warm:7.1f}")
    print(f"\nmost memory held: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
