"""The shapes of arrays that the rules pass around, by name. All are 64-bit integers: cards, cents, counts and codes."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.int64]


def words(*shape: int) -> Words:
    return np.zeros(shape, dtype=np.int64)
