"""Numbers for sets of cards that do not depend on the order they were dealt in: places in a strategy's tables.

A set of k different cards has the number C(c1,1) + C(c2,2) + ... of its sorted cards, which runs without gaps from 0 to
C(52,k) - 1. With several decks a card may repeat; raising the i-th card by i makes them different again.
"""


def index_3(a: int, b: int, c: int) -> int:
    """The number of three different cards, 0 to 22,099."""
    low, mid, high = _sorted_3(a, b, c)
    return low + mid * (mid - 1) // 2 + high * (high - 1) * (high - 2) // 6


def index_4(a: int, b: int, c: int, d: int) -> int:
    """The number of four different cards, 0 to 270,724."""
    w, x, y, z = sorted_4(a, b, c, d)
    return w + x * (x - 1) // 2 + y * (y - 1) * (y - 2) // 6 + z * (z - 1) * (z - 2) * (z - 3) // 24


def index_4_repeated(a: int, b: int, c: int, d: int) -> int:
    """The number of four cards that may repeat, 0 to 341,054."""
    w, x, y, z = sorted_4(a, b, c, d)
    return index_4(w, x + 1, y + 2, z + 3)


def _sorted_3(a: int, b: int, c: int) -> tuple[int, int, int]:
    low = min(a, b)
    high = max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


def sorted_4(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Four cards in rising order."""
    low_1, high_1 = min(a, b), max(a, b)
    low_2, high_2 = min(c, d), max(c, d)
    lower, upper = max(low_1, low_2), min(high_1, high_2)
    return min(low_1, low_2), min(lower, upper), max(lower, upper), max(high_1, high_2)
