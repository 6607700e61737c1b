"""How well rounds spread over workers: 1, 2, 4, 8 and 16 of them on this machine, beside threads in the same run.

    python -m benchmarks.cluster [--workers 1,2,4,8,16] [--seconds 20] [GAME ...]

It needs the extra [cluster] (numpy, numba and distributed with what they bring; no network: workers are processes of
this machine) and a machine that does nothing else. Every line plays as many rounds as its workers should in so many
seconds, from when all of them are there. Efficiency is the rate a worker, by the rate of one thread without a
cluster; overhead is what a job of one round takes, from before the workers are started until they are gone. The
counts of one million rounds are compared as well. Machines that others share change their pace from minute to minute:
so every line has one thread, threads and workers one after the other. At the end: how many units of one round the
workers are handed in a second, which is what one scheduler can do.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence

from houseway.analysis.simulate import asked_for, played_on
from houseway.analysis.simulation import Simulation
from houseway.cluster import pile
from houseway.cluster.simulating import on_cluster
from houseway.games import find_game
from houseway.games.game import Game
from tests.digests import digest

GAMES = ("dakota_stud", "lucky_lucky")
WORKERS = "1,2,4,8,16"
SECONDS = 20.0
SEED = 1
COMPARED = 1_000_000
UNITS = 5_000


def on_threads(game: Game, rounds: int, threads: int) -> tuple[Simulation, float]:
    """The counts, and the seconds that they took."""
    result = asked_for(game, rounds, SEED)
    begun = time.perf_counter()
    played_on(result, rounds, threads=threads)
    return result, time.perf_counter() - begun


def on_workers(game: Game, rounds: int, workers: int) -> tuple[Simulation, float, float]:
    """The counts of the compared rounds, the seconds of as many more as asked for, and the overhead."""
    begun = time.perf_counter()
    with on_cluster(
        f"local:{workers}", None, asked_for(game, 1, SEED), None, resume=False, progress=_nobody, tell=print
    ) as play_on:
        play_on(1)
    overhead = time.perf_counter() - begun
    result = asked_for(game, rounds, SEED)
    with on_cluster(f"local:{workers}", None, result, None, resume=False, progress=_nobody, tell=print) as play_on:
        play_on(COMPARED)
        compared = asked_for(game, COMPARED, SEED)
        compared.rounds, compared.counts, compared.action = result.rounds, result.counts.copy(), result.action.copy()
        ready = COMPARED * (1 + workers)
        play_on(ready)  # every worker has loaded its machine code
        there = time.perf_counter()
        play_on(ready + rounds)
        return compared, time.perf_counter() - there, overhead


def units_a_second(game: Game, workers: int, units: int) -> float:
    """How many units of one round are handed out, played and counted in a second."""
    result = asked_for(game, units, SEED)
    with on_cluster(f"local:{workers}", None, result, None, resume=False, progress=_nobody, tell=print) as play_on:
        play_on(COMPARED)
        pile.SMALLEST = pile.FIRST_UNIT = 1
        pile.UNIT_S = 0.0
        there = time.perf_counter()
        play_on(COMPARED + units)
        return units / (time.perf_counter() - there)


def _nobody(_: int) -> None:
    """Nobody looks at a bar."""


def main(words: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m benchmarks.cluster")
    reader.add_argument("--workers", default=WORKERS)
    reader.add_argument("--seconds", type=float, default=SECONDS)
    reader.add_argument("games", nargs="*", default=GAMES)
    asked = reader.parse_args(words)
    print(f"{os.cpu_count()} cores; basic strategy, $10 on every wager; about {asked.seconds:g} s a line\n")
    print(
        f"{'':20} {'workers':>7} {'M rounds/s':>10} {'efficiency':>10} {'threads M/s':>11} {'one M/s':>7}"
        f" {'overhead s':>10}  counts"
    )
    differ = 0
    for game in map(find_game, asked.games):
        on_threads(game, COMPARED, 1)  # compiles
        known, seconds = on_threads(game, COMPARED, 1)
        rounds = int(asked.seconds * COMPARED / seconds)
        for workers in map(int, asked.workers.split(",")):
            alone = rounds / on_threads(game, rounds, 1)[1]
            compared, took, overhead = on_workers(game, rounds * workers, workers)
            rate = rounds * workers / took
            threads = rounds * workers / on_threads(game, rounds * workers, workers)[1]
            same = digest(compared) == digest(known)
            differ += not same
            print(
                f"{game.slug:20} {workers:7} {rate / 1e6:10.2f} {rate / alone / workers:10.2f} {threads / 1e6:11.2f}"
                f" {alone / 1e6:7.2f} {overhead:10.1f}  {'equal' if same else 'DIFFER'}",
                flush=True,
            )
    most = max(map(int, asked.workers.split(",")))
    print(
        f"\n{units_a_second(find_game(asked.games[0]), most, UNITS):,.0f} units of one round a second, {most} workers"
    )
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
