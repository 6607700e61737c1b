"""The counts of a GPU against those of the processor, on a machine that has one.

    python -m tests.on_gpu [GAME ...]

Game by game, strategy by strategy, options by options: a digest of every count and of the cents in action, made twice.
Ends with 1 where any two differ.
"""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from houseway.analysis.simulate import simulate
from houseway.analysis.simulation import Simulation, standard_wagers
from houseway.games import all_games, find_game
from houseway.games.game import Game, Wagers

ROUNDS = 2_000_003
SEED = 7 + (1 << 63)
OPTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "fast_action_holdem": [{"decks": 6}],
    "lucky_lucky": [{"decks": 1}, {"decks": "infinite"}],
    "super_fun_21": [{"decks": 2}],
}


def cases(slugs: Sequence[str] = ()) -> Iterator[tuple[Game, str, Mapping[str, Any], Sequence[Wagers]]]:
    """Every strategy; then the basic one under other options, and with three at the table."""
    for game in (find_game(slug) for slug in slugs) if slugs else all_games():
        one = [standard_wagers(game)]
        for strategy in game.strategies:
            yield game, strategy, {}, one
        for chosen in OPTIONS.get(game.slug, ()):
            yield game, "basic", chosen, one
        yield game, "basic", {}, one * 3


def digest(result: Simulation) -> str:
    """Of everything that was counted."""
    return sha256(
        repr((result.rounds, sorted(result.counts.items()), sorted(result.action.items()))).encode()
    ).hexdigest()


def main() -> None:
    print(f"Rounds 0 to {ROUNDS - 1:,} of seed {SEED}: digests of all counts\n")
    print(f"{'game':20} {'strategy':14} {'options':18} {'seats':>5}  {'cpu':16} {'gpu':16} {'both':16} {'gpu s':>6}")
    differ = 0
    for game, strategy, chosen, wagers in cases(sys.argv[1:]):
        found, seconds = [], 0.0
        for device in ("cpu", "gpu", "both"):
            start = time.perf_counter()
            result = simulate(game, ROUNDS, SEED, settings=chosen, strategy=strategy, wagers=wagers, device=device)
            found.append(digest(result)[:16])
            seconds = time.perf_counter() - start if device == "gpu" else seconds
        differ += len(set(found)) > 1
        options = " ".join(f"{name}={value}" for name, value in chosen.items())
        line = f"{game.slug:20} {strategy:14} {options:18} {len(wagers):5}  {' '.join(found)} {seconds:6.1f}"
        print(line + ("  DIFFER" if len(set(found)) > 1 else ""), flush=True)
    print(f"\n{'all equal' if not differ else f'{differ} differ'}")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
