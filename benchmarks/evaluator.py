"""How fast poker hands are ranked, beside the public packages for Python, all in one run on one core.

    python benchmarks/evaluator.py                     # as houseway compiles: for a generic CPU
    NUMBA_CPU_NAME= python benchmarks/evaluator.py     # for this machine's CPU, to compare

Times are CPU times of this process, the best of several runs, compilation excluded. The peers rank one hand a call, so
the line to hold beside them is that of `rank_hands`; the others say what the compiled rules reach inside a simulation
or a solver. That all agree on the order of hands is tested in `tests/rules/test_poker.py`, not here.
"""

import platform
import sys
import time
from collections.abc import Callable
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.engine.batch import rank_hands
from houseway.engine.compiled import compiled, numba  # from there, because it chooses the CPU before it imports numba
from houseway.engine.every_seven import count_sevens
from houseway.rules.cards import DECK, card_text
from houseway.rules.poker import Ranks, ranks, seven
from houseway.rules.poker_tables import build_ranks

try:
    import eval7
    import phevaluator
except ImportError as error:
    sys.exit(f"a peer is not installed: {error}; `pip install '.[bench]'` brings the peers")

RUNS = 5
HANDS = 2_000_000  # 14 MB: more than the first two caches hold
PEER_HANDS = 100_000
SEED = 7


class Line(NamedTuple):
    name: str
    hands: int
    run: Callable[[], Any]


def sum_every_hand(ranks: Ranks) -> int:
    """All C(52,7) hands. The sum stays in a register: what is stored inside the inner loop might be the tables, so the
    compiler would have to add up all seven cards for every hand."""
    total = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                total += seven(ranks, a, b, c, d, e, f, g)
    return total


def count_every_hand(ranks: Ranks, counts: NDArray[np.int64]) -> int:
    """The same with a store for every hand."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            for g in range(f):
                                counts[seven(ranks, a, b, c, d, e, f, g) >> 20] += 1
    return int(counts.sum())


def sum_hands(ranks: Ranks, hands: NDArray[np.uint8]) -> int:
    total = 0
    for i in range(len(hands)):
        total += seven(ranks, hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3], hands[i, 4], hands[i, 5], hands[i, 6])
    return total


def random_hands(decks: int) -> NDArray[np.uint8]:
    """Hands of seven: seven draws from the shoe, those that drew one place twice thrown away."""
    draw = np.random.default_rng(SEED).integers(0, DECK * decks, (2 * HANDS, 7), dtype=np.uint16)
    in_order = np.sort(draw, axis=1)
    fair = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    return np.ascontiguousarray((draw[fair][:HANDS] % DECK).astype(np.uint8))


def our_lines() -> list[Line]:
    tables, one, six_decks = ranks(), random_hands(1), random_hands(6)
    every, counted, summed = compiled(sum_every_hand), compiled(count_every_hand), compiled(sum_hands)
    assert summed(tables, one) == int(rank_hands(one).sum(dtype=np.int64))
    counts = np.zeros(12, dtype=np.int64)
    return [
        Line("houseway, every hand of a deck, summed", comb(52, 7), lambda: every(tables)),
        Line("houseway, every hand of a deck, counted by category", comb(52, 7), lambda: counted(tables, counts)),
        Line("houseway, the same with five or six cards kept", comb(52, 7), count_sevens),
        Line("houseway, random hands from an array", len(one), lambda: summed(tables, one)),
        Line("houseway, the same from six decks", len(six_decks), lambda: summed(tables, six_decks)),
        Line("houseway, rank_hands called from Python", len(one), lambda: rank_hands(one)),
        Line("houseway, seven() interpreted", 20_000, lambda: [seven(tables, *hand) for hand in one[:20_000].tolist()]),
    ]


def peer_lines() -> list[Line]:
    hands = random_hands(1)[:PEER_HANDS].tolist()
    named = [[eval7.Card(card_text(card)) for card in hand] for hand in hands]
    evaluate_cards, evaluate = phevaluator.evaluate_cards, eval7.evaluate
    return [
        Line("phevaluator, called from Python", PEER_HANDS, lambda: [evaluate_cards(*hand) for hand in hands]),
        Line("eval7, called from Python", PEER_HANDS, lambda: [evaluate(hand) for hand in named]),
    ]


def best_seconds(run: Callable[[], Any]) -> float:
    run()  # compiles, and warms the tables
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


def main() -> None:
    begun = time.process_time()
    size = sum(table.nbytes for table in build_ranks())
    built = time.process_time() - begun
    ours = [(line, line.hands / best_seconds(line.run)) for line in our_lines()]
    peers = [(line, line.hands / best_seconds(line.run)) for line in peer_lines()]
    print(f"Seven-card hands, one core, CPU time, best of {RUNS}; compiled for '{numba.config.CPU_NAME or 'host'}'")
    print(f"Python {platform.python_version()}, numba {numba.__version__}")
    print(f"Tables of {size / 1000:.0f} kB, made in {built:.2f} s")
    print()
    heads = [line.name.split(",")[0] for line, _ in peers]
    print(f"{'':52}{'M hands/s':>10}" + "".join(f"{'x ' + head:>15}" for head in heads))
    for line, rate in ours + peers:
        ratios = "".join(f"{rate / peer_rate:>15,.1f}" for _, peer_rate in peers)
        print(f"{line.name:52}{rate / 1e6:>10,.2f}{ratios}")


if __name__ == "__main__":
    main()
