"""What a cap over a whole round takes from players who share it, beyond what a cap on each seat would.

Hands of one round share a board, so this is simulated. The dealer announces a cap that is reached, with what the odds
alone would have paid; the simulator listens to nothing else. The same rounds are played with the cap on the round and
with the cap on each seat: what one seat loses by itself is known exactly, and the difference is small and sharp.
"""

import math
from dataclasses import dataclass
from typing import Any

from houseway.analysis.simulation import standard_wagers
from houseway.engine.fast_table import FastTable
from houseway.games.game import Game, Settings
from houseway.rules.shapes import Words
from houseway.rules.tape import SAY, SAY_CAP

BATCHES = 100  # whose means give the standard error


@dataclass(frozen=True)
class Extra:
    """What the house keeps a round, from all seats together, because they share a cap."""

    cents: float
    se: float
    seen: int  # rounds in which the shared cap was reached


def listen(tape: Words, tape_at: Words, verb: int, seat: int, hand: int, a: int, b: int, c: int) -> None:  # noqa: ARG001
    """Takes the place of `note`: the first row of the tape holds how many caps were reached and the cents owed then."""
    if verb == SAY and a == SAY_CAP:
        tape[0, 0] += 1
        tape[0, 1] += b


def extra_by_sharing(
    game: Game, settings: Settings, plan: Any, bet_cents: int, players: int, count: int, seed: int = 1
) -> Extra:
    """Simulate `count` rounds, or a few more, of so many players, each with the same bets and the same plan."""
    size = -(-count // BATCHES)
    means, seen = [], 0
    shared, alone = (
        _Listener(game, settings.but(cap_per=cap_per), plan, bet_cents, players) for cap_per in ("round", "hand")
    )
    for batch in range(BATCHES):
        reached, kept = shared.play(seed, batch * size, size)
        _, kept_alone = alone.play(seed, batch * size, size)
        seen += reached
        means.append((kept - kept_alone) / size)
    mean = sum(means) / BATCHES
    spread = sum((each - mean) ** 2 for each in means) / (BATCHES - 1)
    return Extra(mean, math.sqrt(spread / BATCHES), seen)


class _Listener:
    """A table at which only caps are heard."""

    def __init__(self, game: Game, settings: Settings, plan: Any, bet_cents: int, players: int) -> None:
        self.cap_cents = int(settings["cap_cents"])
        self.table = FastTable(game, settings, plan, [standard_wagers(game, bet_cents)] * players, hear=listen)

    def play(self, seed: int, first: int, count: int) -> tuple[int, int]:
        """Caps reached in these rounds, and cents that were owed beyond them."""
        heard = self.table.felt.tape[0]
        heard[:] = 0
        self.table.play(seed, first, count)
        reached, owed = int(heard[0]), int(heard[1])
        return reached, owed - reached * self.cap_cents
