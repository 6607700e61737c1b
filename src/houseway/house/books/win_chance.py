"""How often chance alone brings a win as far from theory, from the exact ways in which the wagers end.

Wins are skewed: a bet that pays 500 to 1 loses a little for a long time and then much at once, and no normal curve says
how often. So the whole distribution of the win is worked out. Rounds are taken to come as calls do (the compound
Poisson sum of the pays around their mean): it has the mean and the spread of the bets, is a little wider far out, and
is one Fourier transform whatever was bet. Bets of one wager count as bets of one size with the same sum and the same
sum of squares. `docs/books.md` says how it was tried.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.shared.solution import WagerSolution

GRID = 2**15
UNSEEN = 25.0  # what lies beyond the grid has a chance under e to the minus this, which is under 1 of a billion
SMALL_CELLS = 8  # a pay of fewer cells of the grid is taken as a part of many: a normal curve of its spread
MARGIN_CELLS = 2  # a win is put this much nearer to theory, as the grid is coarse

Numbers = NDArray[np.float64]


class Chance(NamedTuple):
    p: float
    at_most: bool = False  # no table of pays is known: a bound that holds for every one


@dataclass
class WagerBets:
    """Sums over all bets on one wager under one exact solution."""

    solution: WagerSolution
    cents: int = 0
    squares: int = 0  # of the cents of each bet

    def add(self, cents: int, squares: int) -> None:
        self.cents += cents
        self.squares += squares

    @property
    def variance(self) -> float:
        """As if each bet won and lost for itself."""
        return self.squares * float(self.solution.variance.value)


def chance_of(bets: Iterable[WagerBets], ahead_cents: float, variance: float) -> Chance:
    """Of a win of the house that is as far from theory or further, on its side.

    `variance` is what the bets have when those of one round win and lose together. What hangs together that way comes
    at once and less often, and what does not comes apart and more often: the larger of both chances is told.
    """
    bets = [each for each in bets if each.squares]
    apart = sum(each.variance for each in bets)
    if apart <= 0 or not all(each.solution.rows for each in bets):
        return Chance(
            variance / (variance + ahead_cents**2) if variance else 1.0, at_most=True
        )  # Cantelli's inequality
    found = [_beyond(*_jumps(bets, together), ahead_cents) for together in {1.0, max(variance / apart, 1.0)}]
    return Chance(min(max(found), 1.0))


def _jumps(bets: Iterable[WagerBets], together: float) -> tuple[Numbers, Numbers]:
    """What the house can win or lose at once, from its mean, and how often that comes."""
    cents, often = [], []
    for each in bets:
        size = each.squares / each.cents * together
        won = np.array([float(row.won) for row in each.solution.rows])
        p = np.array([float(row.probability) for row in each.solution.rows])
        cents.append((p @ won - won) * size)
        often.append(p * (each.cents / size))
    return np.concatenate(cents), np.concatenate(often)


def _beyond(cents: Numbers, often: Numbers, ahead: float) -> float:
    variance = float(often @ cents**2)
    most = float(np.abs(cents).max())
    far = UNSEEN * most / 3 + math.sqrt((UNSEEN * most / 3) ** 2 + 2 * UNSEEN * variance)  # by Bernstein's inequality
    if abs(ahead) >= far:
        return math.exp(-UNSEEN)
    cell = 2 * far / GRID
    small = np.abs(cents) < SMALL_CELLS * cell
    drift, spread = float(often[small] @ cents[small]), float(often[small] @ cents[small] ** 2)
    places, counts = cents[~small] / cell, often[~small]
    below = np.floor(places)
    weight = places - below  # shared between two cells so that the mean stays
    jumps = np.bincount(below.astype(int) % GRID, counts * (1 - weight), GRID)
    jumps += np.bincount((below.astype(int) + 1) % GRID, counts * weight, GRID)
    waves = np.fft.rfft(jumps) - counts.sum()
    angles = np.arange(len(waves)) * (math.pi / far)
    wins = np.fft.fftshift(np.fft.irfft(np.exp(waves - 1j * drift * angles - spread * angles**2 / 2), GRID))
    near = max(abs(ahead) / cell - MARGIN_CELLS, 0.0)
    at = GRID // 2 + (math.floor(near) if ahead > 0 else -math.floor(near))
    return float(max(wins[at:].sum() if ahead > 0 else wins[: at + 1].sum(), math.exp(-UNSEEN)))
