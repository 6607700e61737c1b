"""How fast rounds are simulated on a GPU, beside all cores of the same machine in the same run.

    python -m benchmarks.gpu [GAME ...]

Best of several, by wall clock; what is compiled is compiled before.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence

from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import standard_wagers
from houseway.analysis.solve import strategy_of
from houseway.engine.device.opening import open_gpu
from houseway.games import all_games, find_game

RUNS = 2
ROUNDS = 1 << 31
CPU_ROUNDS = 20_000_000
GOALS = {  # G rounds a second on one H200
    "dakota_stud": 8, "fast_action_holdem": 3, "triple_shot_bonus": 2.5, "super_fun_21": 2.5, "lucky_lucky": 2,
}  # fmt: skip


def best(run: Callable[[], object]) -> float:
    """Seconds of the fastest run, the first left out."""
    seconds = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return min(seconds[1:])


def main(slugs: Sequence[str]) -> None:
    gpu = open_gpu()
    print(f"{gpu.card()}, {os.cpu_count()} cores; basic strategy, $10 on every wager\n")
    print(f"{'':20} {'G rounds/s':>10} {'goal':>5} {'cores M/s':>10} {'ratio':>7} {'compile s':>10}")
    for game in map(find_game, slugs) if slugs else all_games():
        settings, wagers = game.settings(), [standard_wagers(game)]
        strategy = strategy_of(game, "basic", settings)
        start = time.perf_counter()
        table = gpu.CudaTable(game, settings, strategy.plan, wagers, follow=strategy.follow)
        table.play(1, 0, 1)
        compiling = time.perf_counter() - start
        rate = ROUNDS / best(lambda table=table: table.play(1, 0, ROUNDS))  # type: ignore[misc]
        cores = CPU_ROUNDS / best(lambda game=game: simulate(game, CPU_ROUNDS, 1))  # type: ignore[misc]
        goal = GOALS.get(game.slug, "-")
        print(
            f"{game.slug:20} {rate / 1e9:10.2f} {goal:>5} {cores / 1e6:10.1f} {rate / cores:6.0f}x {compiling:10.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
