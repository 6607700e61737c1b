"""Play a game millions of times, on all cores, with the same counts for a seed however the work is cut up."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.analysis.solve import strategy_of
from houseway.engine.counting_table import CountingTable, compiled_count
from houseway.engine.rounds import NO_KEY, Tally, read_key
from houseway.games.betting import verify_wagers
from houseway.games.game import Game, Wagers
from houseway.games.words import said_again
from houseway.rules.refused import Refused

BATCH = 1 << 17  # rounds a thread takes at a time: a fraction of a second
GPU_BATCH = 1 << 28  # and a GPU
SEEDS = 1 << 64
CPU, GPU, BOTH = DEVICES = ("cpu", "gpu", "both")


class Laid(Protocol):
    """A table at which rounds are played by number, wherever they run."""

    @property
    def tally(self) -> Tally: ...

    def play(self, seed: int, first: int, count: int) -> None: ...


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
    device: str = CPU,
    progress: Progress | None = None,
) -> Simulation:
    """Simulate a number of rounds, on cores, on a GPU or on both. Ctrl-C ends it early; what is done is returned."""
    result = asked_for(game, rounds, seed, settings=settings, strategy=strategy, wagers=wagers)
    return played_on(result, rounds, threads=threads, batch=batch, device=device, progress=progress)


def asked_for(
    game: Game,
    rounds: int,
    seed: int,
    *,
    settings: Mapping[str, Any] | None = None,
    strategy: str = "basic",
    wagers: Sequence[Wagers] | None = None,
) -> Simulation:
    """A simulation of which no round is played yet; refused where it cannot be."""
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
    return result


def played_on(
    result: Simulation,
    rounds: int,
    *,
    threads: int | None = None,
    batch: int = BATCH,
    device: str = CPU,
    progress: Progress | None = None,
) -> Simulation:
    """The same simulation, played on until it has so many rounds."""
    if device not in DEVICES:
        raise Refused(f"there is no device '{said_again(device)}'; there is {', '.join(DEVICES)}")
    if device != CPU and result.known:
        raise Refused("--exact is counted on cores alone: leave --device out")
    game, left = result.game, rounds - result.rounds
    work = _Work(result, rounds, progress)
    table = partial(CountingTable, known=tuple(result.known))
    workers: list[tuple[Callable[..., Laid], int]]
    workers = [(table, batch)] * max(1, min(threads or os.cpu_count() or 1, -(-left // batch)))
    if device == CPU:
        compiled_count(game.play, work.strategy.follow, without=bool(result.known))  # once, before the threads start
    else:
        from houseway.engine.device.opening import open_gpu

        workers = [*workers * (device == BOTH), (open_gpu().CudaTable, GPU_BATCH)]
    with ThreadPoolExecutor(len(workers)) as pool:
        try:
            running = [pool.submit(work.run, *worker) for worker in workers]
            for each in running:
                each.result()
        except KeyboardInterrupt:
            work.stopped.set()
            result.interrupted = True
    return result


class _Work:
    """Rounds of one simulation, taken by threads until there are none left."""

    def __init__(self, result: Simulation, total: int, progress: Progress | None) -> None:
        self.result = result
        self.total = total
        self.taken = result.rounds
        self.progress = progress
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.strategy = strategy_of(result.game, result.strategy, result.settings)

    def run(self, kind: Callable[..., Laid], batch: int) -> None:
        """One thread: its own table and tally, batch after batch."""
        result, strategy = self.result, self.strategy
        table = kind(result.game, result.settings, strategy.plan, result.wagers, follow=strategy.follow)
        try:
            while not self.stopped.is_set():
                first, count = self._take(batch)
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

    def _take(self, batch: int) -> tuple[int, int]:
        """The first of the next rounds, and how many there are: none, where all are taken."""
        with self.lock:
            first = self.taken
            self.taken = min(first + batch, self.total)
            return first, self.taken - first


def add_tally(result: Simulation, tally: Tally) -> None:
    for key, n in zip(tally.keys, tally.counts, strict=True):
        if key != NO_KEY:
            result.counts[read_key(int(key))] += int(n)
    for wager, cents in enumerate(tally.action):
        result.action[wager] += int(cents)
