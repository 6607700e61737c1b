"""The counts of one seed on every kind of machine there is here, as a table of digests: all of a line are equal.

    python -m tests.digests [--rounds N] [--on KIND,...] [--beside N] [GAME ...]

Game by game, strategy by strategy, options by options. A kind is `cpu:1` (threads), `cpu`, `gpu`, `both`, `local:3`
(processes of a cluster on this machine) or the address of a scheduler. By default all that this machine has: a GPU
where one answers, a cluster where the extra [cluster] is installed. So many games run side by side, each in a process
of its own: a GPU waits for its compiler most of the time. Ends with 1 where any two of a line differ.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from hashlib import sha256
from importlib.util import find_spec
from typing import Any

from houseway.analysis.simulate import DEVICES, asked_for, played_on
from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.cluster.assignment import assignment_of
from houseway.cluster.badge import badge_for
from houseway.cluster.door import cluster_at
from houseway.cluster.kept_units import KeptUnits
from houseway.cluster.simulating import play_on
from houseway.engine.device.opening import open_gpu
from houseway.games import all_games, find_game
from houseway.games.game import Game, Wagers
from houseway.rules.refused import Refused

ROUNDS = 200_003
SEED = 7 + (1 << 63)
SHOWN = 16
ODD = "  DIFFER"
OPTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "fast_action_holdem": [{"decks": 6}],
    "lucky_lucky": [{"decks": 1}, {"decks": "infinite"}],
    "super_fun_21": [{"decks": 2}],
}

Player = Callable[[Simulation, int], Any]


def cases(game: Game) -> Iterator[tuple[str, Mapping[str, Any], Sequence[Wagers]]]:
    """Every strategy; then the basic one under other options, and with three at the table."""
    one = [standard_wagers(game)]
    for strategy in game.strategies:
        yield strategy, {}, one
    for chosen in OPTIONS.get(game.slug, ()):
        yield "basic", chosen, one
    yield "basic", {}, one * 3


def digest(result: Simulation) -> str:
    """Of everything that was counted."""
    return sha256(
        repr((result.rounds, sorted(result.counts.items()), sorted(result.action.items()))).encode()
    ).hexdigest()


def kinds_here() -> list[str]:
    kinds = ["cpu:1", f"cpu:{os.cpu_count()}"]
    try:
        print(f"on {open_gpu().card()}")
        kinds += ["gpu", "both"]
    except Refused as refusal:
        print(f"no GPU: {refusal}")
    if find_spec("distributed"):
        return [*kinds, "local:1", "local:3"]
    print("no cluster: the extra [cluster] is not installed")
    return kinds


def player(kind: str, doors: ExitStack) -> Player:
    """What plays so many rounds of a simulation on a kind of machine."""
    device, _, threads = kind.partition(":")
    if device in DEVICES:
        return lambda asked, rounds: played_on(asked, rounds, device=device, threads=int(threads or 0) or None)
    opened = doors.enter_context(cluster_at(kind))

    def on_cluster(asked: Simulation, rounds: int) -> None:
        badge = badge_for(asked.game.slug)
        play_on(opened, assignment_of(asked), badge, KeptUnits(asked), rounds, lambda _: None, print)

    return on_cluster


def lines_of(slug: str, kinds: Sequence[str], rounds: int) -> list[str]:
    """The lines of a game."""
    game, lines = find_game(slug), []
    with ExitStack() as doors:
        players = [player(kind, doors) for kind in kinds]
        for strategy, chosen, wagers in cases(game):
            found = []
            for play in players:
                result = asked_for(game, rounds, SEED, settings=chosen, strategy=strategy, wagers=wagers)
                play(result, rounds)
                found.append(digest(result)[:SHOWN])
            options = " ".join(f"{name}={value}" for name, value in chosen.items())
            line = f"{slug:20} {strategy:14} {options:18} {len(wagers):5}  {' '.join(found)}"
            lines.append(line + ODD * (len(set(found)) > 1))
    return lines


def main(words: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.digests")
    reader.add_argument("--rounds", type=int, default=ROUNDS)
    reader.add_argument("--on", default="")
    reader.add_argument("--beside", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    reader.add_argument("games", nargs="*", default=[game.slug for game in all_games()])
    asked = reader.parse_args(words)
    kinds = asked.on.split(",") if asked.on else kinds_here()
    print(f"Rounds 0 to {asked.rounds - 1:,} of seed {SEED}: digests of all counts\n")
    print(f"{'game':20} {'strategy':14} {'options':18} {'seats':>5}  {' '.join(f'{kind:{SHOWN}}' for kind in kinds)}")
    differ = 0
    with ProcessPoolExecutor(asked.beside, mp_context=multiprocessing.get_context("spawn")) as pool:
        for running in [pool.submit(lines_of, slug, kinds, asked.rounds) for slug in asked.games]:
            lines = running.result()
            print("\n".join(lines), flush=True)
            differ += sum(line.endswith(ODD) for line in lines)
    print(f"\n{'all equal' if not differ else f'{differ} differ'}")
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
