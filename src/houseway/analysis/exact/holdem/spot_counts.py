"""The counts of every deal of hold'em with four cards each: what is known of each spot.

For one physical hand of each spot (see `holdings`), over all boards and all hands D of the dealer:

- by what p makes, how many boards make it, and how many (board, D) it beats, times SHARES;
- where both p and s may be played, the same by *plane*: what p makes, what s makes, whose value is higher.

The second is the larger part by far, and needed only for the spread of what a split wins. So a stored file has it for
the spots that are ever worth a split, and an expectation can be had for all.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.holdings import Partings
from houseway.rules.shapes import Words

SHARES = 6  # a dealer's hand in sixths: one holding is kept, or one of two, three or six in equal parts
LOWER, EQUAL, HIGHER = range(3)  # p's value beside that of s
LIMB_BITS = 24  # what is beaten can exceed 64 bits: three limbs, the least significant first
LIMBS = 3
LIMB = (1 << LIMB_BITS) - 1

CHECK_MODULUS = (1 << 31) - 1

Limbs = NDArray[np.int32]


@dataclass(frozen=True)
class Counts:
    partings: Partings
    checks: Words  # [block of boards] a check on its part of the counts, see `check`
    made: Words  # [kind] the outcomes that p can make
    boards: Words  # [kind, spot]
    beaten: Limbs  # [kind, spot, limb]
    planes: Words  # [plane, 3] what p makes, what s makes, p's value beside that of s
    joint_spots: Words  # [place] the spots of which the planes are known, rising
    joint_boards: Words  # [plane, place]
    joint_beaten: Limbs  # [plane, place, limb]

    @property
    def rest(self) -> int:
        """Boards beside a player's hand."""
        return comb(self.partings.cards - 4, 5)

    @property
    def deals(self) -> int:
        """Boards and dealer's hands beside a player's hand, times SHARES."""
        return self.rest * comb(self.partings.cards - 9, 4) * SHARES

    @cached_property
    def places(self) -> Words:
        """[spot] its place among those of which the planes are known, or -1."""
        places = np.full(len(self.partings.spot_codes), -1, dtype=np.int64)
        places[self.joint_spots] = np.arange(len(self.joint_spots))
        return places

    @cached_property
    def beats(self) -> NDArray[np.float64]:
        """[spot] how likely p beats the dealer, near enough to choose by."""
        limbs = self.beaten.sum(axis=0, dtype=np.int64)
        return np.asarray(limbs @ np.ldexp(1.0, LIMB_BITS * np.arange(LIMBS)) / self.deals)

    @cached_property
    def makes(self) -> NDArray[np.float64]:
        """[kind, spot] how likely p makes it, near enough to choose by."""
        return np.asarray(self.boards / self.rest)


def whole(limbs: NDArray[np.int64]) -> int:
    """The number that limbs stand for."""
    return sum(int(limb) << LIMB_BITS * i for i, limb in enumerate(limbs))


def in_limbs(high: Words, low: Words, low_bits: int) -> Limbs:
    """high * 2**low_bits + low in limbs; low_bits lie between one limb and two."""
    assert LIMB_BITS <= low_bits < 2 * LIMB_BITS
    upper = (low >> LIMB_BITS) + (high << (low_bits - LIMB_BITS))
    return np.stack([low & LIMB, upper & LIMB, upper >> LIMB_BITS], axis=-1).astype(np.int32)


def check_weight(made: int, spot: int) -> int:
    """Any number that differs from spot to spot."""
    return ((spot + 1) * 1_000_003 + (made + 1) * 7_919) % CHECK_MODULUS * 48_271 % CHECK_MODULUS


def check(counts: Counts) -> int:
    """A weighted sum of all counts, modulo a prime. It must equal the sum of `checks`, since every block adds its part:
    a block that is counted again proves its part, and the sum proves that the parts are what is stored.
    """
    total = 0
    for kind, made in enumerate(counts.made.tolist()):
        weights = np.array([check_weight(made, spot) for spot in range(counts.boards.shape[1])])
        weights = weights * (counts.partings.hands % CHECK_MODULUS) % CHECK_MODULUS
        beaten = np.zeros_like(weights)
        for limb in range(LIMBS - 1, -1, -1):
            beaten = ((beaten << LIMB_BITS) + counts.beaten[kind, :, limb]) % CHECK_MODULUS
        mixed = (beaten + 3 * (counts.boards[kind] % CHECK_MODULUS)) % CHECK_MODULUS
        total += int((mixed * weights % CHECK_MODULUS).sum())
    return total % CHECK_MODULUS


def new_counts(partings: Partings, checks: Words, planes: Words, boards: Words, beaten: Limbs) -> Counts:
    """The counts from all planes of all spots."""
    made = np.unique(planes[:, 0])
    own_boards = np.stack([boards[planes[:, 0] == kind].sum(axis=0) for kind in made])
    own_beaten = np.stack([_carried(beaten[planes[:, 0] == kind].sum(axis=0, dtype=np.int64)) for kind in made])
    every = np.arange(boards.shape[1])
    return Counts(partings, checks, made, own_boards, own_beaten, planes, every, boards, beaten)


def _carried(limbs: Words) -> Limbs:
    for i in range(LIMBS - 1):
        limbs[..., i + 1] += limbs[..., i] >> LIMB_BITS
        limbs[..., i] &= LIMB
    return limbs.astype(np.int32)


def with_joint_of(counts: Counts, spots: Words) -> Counts:
    """The same counts with the planes of some spots only."""
    places = counts.places[spots]
    assert (places >= 0).all(), "spots of which the planes are not known"
    used = np.flatnonzero(counts.joint_boards[:, places].any(axis=1))
    return Counts(
        counts.partings, counts.checks, counts.made, counts.boards, counts.beaten, counts.planes[used], spots,
        counts.joint_boards[used][:, places], counts.joint_beaten[used][:, places],
    )  # fmt: skip
