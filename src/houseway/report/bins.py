"""The distribution of a session in bins, for charts."""

import math

import numpy as np

from houseway.analysis.risk import SessionResult

BINS_MAX = 72
FAR = 0.002  # bins reach to where so much lies beyond


def bins_of(results: SessionResult) -> list[list[float]]:
    """The distribution in bins of equal, round width: [from, to, probability]; the ends take all beyond them."""
    low, high = results.quantile(FAR), results.quantile(1 - FAR)
    step = results.step_cents
    width = step * _round_up(max(1, math.ceil((high - low + step) / BINS_MAX / step)))
    first = math.floor(low / width) * width
    count = max(1, math.floor((high - first) / width) + 1)
    places = np.clip((results.cents - first) // width, 0, count - 1).astype(np.int64)
    sums = np.bincount(places, results.likely, count)
    return [[first + i * width, first + (i + 1) * width, float(p)] for i, p in enumerate(sums)]


def _round_up(number: int) -> int:
    """The next of 1, 2, 5, 10, 20, ..."""
    size: int = 10 ** (len(str(number)) - 1)
    return next(size * lead for lead in (1, 2, 5, 10) if size * lead >= number)
