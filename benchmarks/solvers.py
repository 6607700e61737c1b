"""How long exact figures take on two cores, beside what we hold ourselves to.

    python -m benchmarks.solvers            # minutes: Fast Action Hold'em from a sample of its boards
    python -m benchmarks.solvers --whole    # an hour: its boards all counted, by one deck and by six

Machine code is on disk; the solvers make use of it as they would in a second run of a command.
"""

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from benchmarks.blackjack import PLAIN, PLAIN_GOAL_S
from houseway.analysis.exact.blackjack.wager_figures import edge_of
from houseway.analysis.exact.holdem.every_deal import Work
from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.ship import standard
from houseway.analysis.solve import computed
from houseway.games import all_games, find_game
from houseway.games.fast_action_holdem.play import OUTCOMES, WIN
from houseway.games.fast_action_holdem.solve_counts import fresh_counts, leaves
from houseway.games.lucky_lucky.solve_blackjack import blackjack_of
from houseway.rules.cards import new_decks

CORES = 2
TOGETHER_GOAL_S = 60
VERIFY_GOAL_S = 3
COUNT_GOALS_MIN = {1: 15, 6: 25}
BLOCKS = 12  # of boards in a sample, spread over all
HOLDEM = find_game("fast_action_holdem")


def fresh_figures() -> None:
    """Every figure that ships, but of Fast Action Hold'em."""
    together = 0.0
    for game in all_games():
        if game is HOLDEM:
            continue
        every = standard(game)
        computed(game, dict(every[0][0]), every[0][1])  # loads or makes the machine code
        begun = time.perf_counter()
        for settings, strategy in every:
            computed(game, settings, strategy)
        took = time.perf_counter() - begun
        together += took
        print(f"{game.slug:24} {len(every):3} solutions {took:8.1f} s")
    print(f"{'together':38} {together:8.1f} s   goal {TOGETHER_GOAL_S} s")


def plain_blackjack() -> None:
    game = find_game("lucky_lucky")
    settings = game.settings(PLAIN)
    best = cpu = float("inf")
    for _ in range(9):
        begun, used = time.perf_counter(), time.process_time()
        blackjack = blackjack_of(game, settings, game.deck(settings))
        edge = edge_of(blackjack, blackjack.plan())
        best, cpu = min(best, time.perf_counter() - begun), min(cpu, time.process_time() - used)
    name, note = f"plain blackjack, {float(edge):.6%}", f"({cpu:.3f} s of CPU, {CORES} threads)"
    print(f"{name:38} {best:8.3f} s   goal {PLAIN_GOAL_S} s {note}")


def verify() -> None:
    """Wall time of the command, from the start of Python to the last line."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "houseway", "verify"], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begun)
    print(f"{'houseway verify':38} {best:8.2f} s   goal {VERIFY_GOAL_S} s")


def sampled_count(decks: int) -> None:
    """Count some blocks of boards and tell from them how long all would take."""
    work = Work(
        HOLDEM.rules(HOLDEM.settings({"decks": decks})), Partings(new_decks(decks)), leaves(), len(OUTCOMES), WIN
    )
    blocks = random.Random(decks).sample(range(len(work.blocks)), BLOCKS)
    benches = [work.new_space() for _ in range(CORES)]
    work.count(0, *benches[0], lambda: False)  # loads or makes the machine code

    def count(core: int) -> int:
        for block in blocks[core::CORES]:
            work.count(block, *benches[core], lambda: False)
        return sum(work.blocks[block][1] - work.blocks[block][0] for block in blocks[core::CORES])

    begun, cpu = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(CORES) as pool:
        boards = sum(pool.map(count, range(CORES)))
    took, cpu = time.perf_counter() - begun, time.process_time() - cpu
    every = len(work.boards.weights)
    note = f"from {boards:,} of {every:,} boards; {cpu / boards * every / CORES / 60:.1f} min of {CORES} idle cores"
    print_count(decks, took / boards * every, note)


def whole_count(decks: int) -> None:
    begun = time.perf_counter()
    fresh_counts(HOLDEM, HOLDEM.settings({"decks": decks}), new_decks(decks), threads=CORES)
    print_count(decks, time.perf_counter() - begun, "all boards")


def print_count(decks: int, seconds: float, note: str) -> None:
    name = f"Fast Action Hold'em, decks: {decks}"
    print(f"{name:38} {seconds / 60:8.1f} min goal {COUNT_GOALS_MIN[decks]} min ({note})")


def main() -> None:
    print(f"{os.cpu_count()} cores here; wall time\n")
    fresh_figures()
    plain_blackjack()
    verify()
    for decks in COUNT_GOALS_MIN:
        (whole_count if "--whole" in sys.argv else sampled_count)(decks)


if __name__ == "__main__":
    main()
