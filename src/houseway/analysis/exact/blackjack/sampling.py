"""Rounds in which a pair was split, played out by the simulator: what is too entangled to count.

The hands of a split share the dealer and the shoe. Expectations of single hands are exact (splits.py); how the results
of several hands go together is sampled here, with the game's own compiled `play` and a plan.
"""

from collections import Counter
from collections.abc import Sequence

from houseway.engine.fast_table import FastTable
from houseway.engine.rounds import NO_KEY, read_key
from houseway.games.charts import Plan
from houseway.games.game import Game, Settings
from houseway.rules.felt import SEVERAL

UNIT_CENTS = 1000
SEED = 1


def split_rounds(
    game: Game, settings: Settings, plan: Plan, wager: str, deck: Sequence[int], rounds: int
) -> Counter[int]:
    """Of so many rounds those that were split: cents won on a bet of UNIT_CENTS, and how often."""
    table = FastTable(game, settings, plan, [{wager: UNIT_CENTS}], deck=deck)
    table.play(SEED, 0, rounds)
    spot = game.wagers.index(wager)
    results: Counter[int] = Counter()
    for key, count in zip(table.tally.keys, table.tally.counts, strict=True):
        if key != NO_KEY:
            where, outcome, cents = read_key(int(key))
            if where == spot and outcome == SEVERAL:
                results[cents] += int(count)
    return results
