"""Play a game millions of times, on all cores, with the same counts for a seed however the work is cut up."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.analysis.solve import strategy_of
from houseway.engine.fast_table import FastTable, compiled_rounds
from houseway.engine.rounds import NO_KEY, Tally, read_key
from houseway.games.betting import verify_wagers
from houseway.games.game import Game, Wagers
from houseway.rules.refused import Refused

BATCH = 1 << 17  # rounds a thread takes at a time: a fraction of a second
SEEDS = 1 << 64

Progress = Callable[[int], None]  # told the rounds done so far


def simulate(
    game: Game,
    rounds: int,
    seed: int = 1,
    *,
    settings: Mapping[str, Any] | None = None,
    strategy: str = "basic",
    wagers: Sequence[Wagers] | None = None,
    threads: int | None = None,
    batch: int = BATCH,
    progress: Progress | None = None,
) -> Simulation:
    """Simulate a number of rounds. Ctrl-C ends it early; what is done by then is returned."""
    if rounds < 1:
        raise Refused(f"{rounds} rounds cannot be simulated: ask for at least 1")
    if not 0 <= seed < SEEDS:
        raise Refused(f"seed {seed} is out of range: choose one from 0 to {SEEDS - 1}")
    wagers = wagers or [standard_wagers(game)]
    result = Simulation(game, game.settings(settings), strategy, seed, wagers)
    if len(wagers) > game.seats_max(result.settings):
        raise Refused(f"{game.title} has {game.seats_max(result.settings)} seats; {len(wagers)} are too many")
    for bets in wagers:
        verify_wagers(game, result.settings, bets)
    work = _Work(result, rounds, batch, progress)
    workers = max(1, min(threads or os.cpu_count() or 1, -(-rounds // batch)))
    compiled_rounds(game.play, work.strategy.follow)  # once, before the threads start
    with ThreadPoolExecutor(workers) as pool:
        try:
            running = [pool.submit(work.run) for _ in range(workers)]
            for each in running:
                each.result()
        except KeyboardInterrupt:
            work.stopped.set()
            result.interrupted = True
    return result


class _Work:
    """Batches of one simulation, taken by threads until there are none left."""

    def __init__(self, result: Simulation, total: int, batch: int, progress: Progress | None) -> None:
        self.result = result
        self.batches: Iterator[tuple[int, int]] = ((i, min(batch, total - i)) for i in range(0, total, batch))
        self.progress = progress
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.strategy = strategy_of(result.game, result.strategy, result.settings)

    def run(self) -> None:
        """One thread: its own table and tally, batch after batch."""
        result, strategy = self.result, self.strategy
        table = FastTable(result.game, result.settings, strategy.plan, result.wagers, follow=strategy.follow)
        try:
            while not self.stopped.is_set():
                with self.lock:
                    first, count = next(self.batches, (0, 0))
                if not count:
                    break
                table.play(result.seed, first, count)
                with self.lock:
                    result.rounds += count
                    if self.progress:
                        self.progress(result.rounds)
        finally:
            with self.lock:
                add_tally(result, table.tally)


def add_tally(result: Simulation, tally: Tally) -> None:
    for key, n in zip(tally.keys, tally.counts, strict=True):
        if key != NO_KEY:
            result.counts[read_key(int(key))] += int(n)
    for wager, cents in enumerate(tally.action):
        result.action[wager] += int(cents)
