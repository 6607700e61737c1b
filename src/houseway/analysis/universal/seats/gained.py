"""What seeing more adds, and what finding that out will take."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.universal.cost import in_time, many_of


@dataclass(frozen=True)
class DecisionSeen:
    """What seeing does at one decision, for who plays up to it as if nothing more were seen."""

    turned: int | None  # cards of the board, at a game of boards
    worth: Fraction  # of seeing here, and not only from the next decision on, in units of the base bet a round
    changed: dict[tuple[str, str], Fraction]  # share of rounds, by the act without that sight and with it
    choice: int = 0  # its number in the round, at a game that is walked

    @property
    def otherwise(self) -> Fraction:
        return sum(self.changed.values(), Fraction(0))


@dataclass(frozen=True)
class FaceUp:
    """One who sees the cards of so many other seats, or cards of the dealer."""

    seats: int  # 0: what is seen is the dealer's
    cards: int  # of theirs
    gain: Fraction  # in units of the base bet a round, against one who does not see them
    se: float  # of the gain
    is_exact: bool
    deals: int  # gone through
    changed: dict[tuple[str, str], Fraction]  # share of deals, by the act without and the act with that sight
    decisions: tuple[DecisionSeen, ...] = ()  # in their order
    community: int = 0  # of these cards: how many are the community's


@dataclass(frozen=True)
class SightCost:
    deals: int  # of one's own cards and those seen, for all numbers of seats
    inner: int  # deals left with each
    seconds: float
    seen: str = "others' cards"

    def __str__(self) -> str:
        told = f"{many_of(self.deals)} deals of {self.seen}, each with {many_of(self.inner)} left to come"
        return f"{told}, about {in_time(self.seconds)} here"
