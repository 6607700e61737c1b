"""Numbers for simulation: Philox4x32-10, keyed by the seed, counted by the round.

A counter-based generator has no state to carry from one round to the next: round 7 of seed 1 draws the same words on
one core, on many, or on a GPU. Live tables never use it; they draw from the operating system.

Written with masks so that plain integers and wrapping 64-bit ones agree: every product is cut to 64 bits, then to 32.
"""

from houseway.rules.shapes import Words

MASK = 0xFFFFFFFF
_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85
BLOCK = 4  # words a block


def philox(words: Words, c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> None:
    """Write the four words of one counter (c0..c3) under one key (k0, k1)."""
    for _ in range(10):
        p0 = _MULTIPLIER_0 * c0
        p1 = _MULTIPLIER_1 * c2
        c0 = ((p1 >> 32) & MASK) ^ c1 ^ k0
        c1 = p1 & MASK
        c2 = ((p0 >> 32) & MASK) ^ c3 ^ k1
        c3 = p0 & MASK
        k0 = (k0 + _WEYL_0) & MASK
        k1 = (k1 + _WEYL_1) & MASK
    words[0] = c0
    words[1] = c1
    words[2] = c2
    words[3] = c3
