"""A walk of leaves that was stopped: where it stands, and all that it has counted, kept until it is finished."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from houseway.analysis.universal.kinds.forks import Forks
from houseway.analysis.universal.kinds.known import Known
from houseway.analysis.universal.node_cells import Cells
from houseway.analysis.universal.unfinished import arrays_kept, keep_arrays
from houseway.rules.shapes import Words, words

Parts = tuple[Forks, Known, Cells]
FACED = "cards with a face"
NESTED = ("known", "plan")  # of the forks: what is known is a part of its own, and a plan does not change


@dataclass(frozen=True)
class LeavesKept:
    faced: int
    arrays: Mapping[str, NDArray[Any]]

    def lay_into(self, parts: Parts) -> None:
        for name, array in _named(parts):
            array[...] = self.arrays[name]


def keep_leaves(key: str, faced: int, parts: Parts) -> bool:
    """Whether it could be kept."""
    of_cards: Words = words(1)
    of_cards[0] = faced
    return keep_arrays(key, {FACED: of_cards, **dict(_named(parts))})


def leaves_kept(key: str) -> LeavesKept | None:
    found = arrays_kept(key)
    return LeavesKept(int(found[FACED][0]), found) if FACED in found else None


def _named(parts: Parts) -> Iterator[tuple[str, NDArray[Any]]]:
    for part in parts:
        for name, array in part._asdict().items():
            if name not in NESTED:
                yield f"{type(part).__name__}.{name}", array
