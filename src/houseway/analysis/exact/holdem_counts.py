"""The counts of every deal of hold'em with four cards each: what is known of each spot, and how it is stored.

For one physical hand of each spot (see `holdings`), over all boards and all hands D of the dealer:

- by what p makes, how many boards make it, and how many (board, D) it beats, times SHARES;
- where both p and s may be played, the same by *plane*: what p makes, what s makes, whose value is higher.

The second is the larger part by far, and needed only for the spread of what a split wins. So a stored file has it for
the spots that are ever worth a split, and an expectation can be had for all.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdings import Partings
from houseway.analysis.exact.places import PACKAGE
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


# --- stored ---

_SOURCES = (
    "rules/cards.py", "rules/combos.py", "rules/poker.py", "rules/poker_tables.py", "analysis/exact/holdings.py",
    "analysis/exact/holdem.py", "analysis/exact/holdem_board.py", "analysis/exact/holdem_lists.py",
)  # fmt: skip


def counting_digest(leaves: str) -> str:
    """A digest of what counts depend on: the source of a game's leaf rules, the poker ranks, the way of counting."""
    digest = hashlib.sha256(leaves.encode())
    for name in _SOURCES:
        digest.update((PACKAGE / name).read_bytes())
    return digest.hexdigest()[:20]


def save_counts(path: Path, counts: Counts, digest: str) -> None:
    """Write counts to a file."""
    arrays = {name: _in_bytes(_spots_last(name, getattr(counts, name))) for name in _STORED}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, digest=np.array(digest), **arrays)


def load_counts(path: Path, deck: Sequence[int], digest: str) -> Counts | None:
    """The counts in a file, if it is there and was made by the same rules and solver."""
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as stored:
        if str(stored["digest"]) != digest:
            return None
        arrays: dict[str, Any] = {name: _spots_last(name, _from_bytes(stored[name])) for name in _STORED}
    for name in _IN_LIMBS:
        arrays[name] = np.ascontiguousarray(arrays[name], dtype=np.int32)
    return Counts(Partings(deck), **arrays)


_STORED = ("checks", "made", "boards", "beaten", "planes", "joint_spots", "joint_boards", "joint_beaten")
_IN_LIMBS = ("beaten", "joint_beaten")


def _spots_last(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """Limbs and spots trade places, or trade back."""
    return np.swapaxes(array, -1, -2) if name in _IN_LIMBS else array


def _in_bytes(array: NDArray[Any]) -> NDArray[np.uint8]:
    """[byte, ...] as differences from the spot before: neighbours share their leading bytes, which packs well."""
    used = max(1, (int(array.max(initial=0)).bit_length() + 7) // 8)
    columns = np.stack([array >> 8 * place & 0xFF for place in range(used)]).astype(np.uint8)
    return np.diff(columns, axis=-1, prepend=np.uint8(0))


def _from_bytes(differences: NDArray[np.uint8]) -> Words:
    array = np.zeros(differences.shape[1:], dtype=np.int64)
    for place, column in enumerate(np.cumsum(differences, axis=-1, dtype=np.uint8)):
        array |= column.astype(np.int64) << 8 * place
    return array
