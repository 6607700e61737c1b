"""Counts of hold'em in files. Beside each lies its stamp: a digest of what counted it, and the sum of its bytes."""

import json
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.holdem.holdings import Partings
from houseway.analysis.exact.holdem.spot_counts import Counts
from houseway.analysis.exact.shared.sources import function_digest, sources_digest
from houseway.rules.shapes import Words

COUNTING = "houseway.analysis.exact.holdem.every_deal"
COMPILER = ("houseway.engine.compiled", "houseway.engine.packed")


def counting_digest(modules: Sequence[str], leaves: Iterable[Callable[..., Any]]) -> str:
    """A digest of what counts depend on: the way of counting, a game's leaf rules and modules of rules.

    The compiler is left out, since no change of it may change a count, and to count anew takes hours. That it counts
    the same is tested every day on a block of boards.
    """
    parts = [sources_digest([COUNTING, *modules], COMPILER), *(function_digest(each) for each in leaves)]
    return sha256(" ".join(parts).encode()).hexdigest()[:40]


def save_counts(path: Path, counts: Counts, digest: str) -> None:
    """Write counts to a file, and then its stamp."""
    arrays = {name: _in_bytes(_spots_last(name, getattr(counts, name))) for name in _STORED}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    stamp_path(path).write_text(json.dumps(stamp_of(path, digest), indent=1) + "\n")


def stamp_path(path: Path) -> Path:
    return path.with_suffix(".json")


def stamp_of(path: Path, digest: str) -> dict[str, str]:
    return {"computed_by": digest, "sha256": sha256(path.read_bytes()).hexdigest()}


def load_counts(path: Path, deck: Sequence[int], digest: str) -> Counts | None:
    """The counts in a file, if it is there and was made by the same rules and solver."""
    stamp = stamp_path(path)
    if not path.exists() or not stamp.exists() or json.loads(stamp.read_text()) != stamp_of(path, digest):
        return None
    with np.load(path, allow_pickle=False) as stored:
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
