"""A choice at a table as its player sees it: all that a hint may know."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

Ranked = list[tuple[int, Fraction | float]]  # acts with what they are worth in units of the base bet
Ranker = Callable[["Spot"], Ranked]


@dataclass(frozen=True)
class Spot:
    """One seat's cards and bets, and what lies open. Cards of other seats are left out: hints do not count them."""

    options: int  # the acts that are legal, one bit each
    hand: int  # which of the seat's hands is asked
    hands: tuple[tuple[int, ...], ...]  # the cards of each
    dealer: tuple[int, ...]  # the dealer's cards that lie open
    community: tuple[int, ...]  # the community's
    wagers: Mapping[str, int]  # cents bet before the round, by name
    staked: Mapping[str, int]  # cents in action now on this hand
    checked: bool  # the dealer has looked for a blackjack, and has none

    @property
    def cards(self) -> tuple[int, ...]:
        return self.hands[self.hand]
