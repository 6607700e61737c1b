"""Rounds in which a pair was split, played out by the simulator: what is too entangled to count.

The hands of a split share the dealer and the shoe. Expectations of single hands are exact (splits.py); how the results
of several hands go together is sampled here, with the game's own compiled `play` and a plan.
"""

from collections import Counter
from collections.abc import Sequence

from houseway.analysis.simulate import kernel
from houseway.engine.packed import opened, packed
from houseway.engine.rounds import NO_KEY, Tally, new_tally, read_key
from houseway.games.charts import Plan
from houseway.games.game import Game, Settings, place_wagers
from houseway.rules.felt import SEVERAL, Felt
from houseway.rules.shoe import lazy_shoe

UNIT_CENTS = 1000
SEED = 1


def split_rounds(
    game: Game, settings: Settings, plan: Plan, wager: str, deck: Sequence[int], rounds: int
) -> Counter[int]:
    """Of so many rounds those that were split: cents won on a bet of UNIT_CENTS, and how often."""
    shoe = packed(lazy_shoe(deck, endless=game.endless(settings)))
    felt = packed(game.felt(1, taped=False))
    place_wagers(game, opened(felt, Felt), [{wager: UNIT_CENTS}])
    tally = packed(new_tally(len(game.wagers)))
    kernel(game.slug, game.follow)(packed(game.rules(settings)), shoe, packed(plan), felt, tally, SEED, 0, rounds)
    found = opened(tally, Tally)
    spot = game.wagers.index(wager)
    results: Counter[int] = Counter()
    for key, count in zip(found.keys, found.counts, strict=True):
        if key != NO_KEY:
            where, outcome, cents = read_key(int(key))
            if where == spot and outcome == SEVERAL:
                results[cents] += int(count)
    return results
