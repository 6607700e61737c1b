"""What knowing cards that will not come adds to a round at one shoe."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

ActsChanged = dict[tuple[str, str], Fraction]  # a share of rounds, by the first act without that sight and with it


@dataclass(frozen=True)
class SeenGone:
    """With these cards out of the shoe, beside the play of one who does not know it."""

    gain: Fraction  # in units of the base bet a round
    changed: ActsChanged = field(default_factory=dict)
    choices: tuple[tuple[Fraction, ActsChanged], ...] = ()  # their worths, and what they change, if told


class LessCards(Protocol):
    """One shoe, for any cards that are out of it. Cards of one kind are the same to it."""

    @property
    def why_nothing(self) -> str: ...  # '', or why nobody gains by it

    @property
    def kinds(self) -> Sequence[int]: ...  # [card]

    @property
    def seconds(self) -> float: ...  # of one core, about what it takes to answer once

    def seen(self, gone: Sequence[int]) -> SeenGone: ...
