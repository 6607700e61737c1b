"""The felt on one way through `play`, as far as it is known without the faces of cards."""

from dataclasses import dataclass, field
from typing import Any

from houseway.analysis.universal.apart.worths import UNKNOWN, DealtCard, Worth, is_place
from houseway.analysis.universal.shape import SEAT_1
from houseway.rules.felt import HOUSE

COUNTED = {"held": 0, "hands": 1, "marks": 0, "stakes": 0}  # what is followed, and what it is on a felt that was swept
NEVER_WRITTEN = ("wagers", "players")
Place = tuple[int, ...]


@dataclass(frozen=True)
class Size:
    """Room on the felt, and what is bet."""

    hands: int
    cards: int  # of one hand
    shoe: int | None  # None: endless
    bets: dict[int, Worth]  # [wager] cents; unknown where a player may bet it or not


@dataclass
class UnseenFelt:
    """One way through the rules so far. Once the wager is closed nothing is known but that it is."""

    size: Size
    wager: int
    names: dict[str, Worth] = field(default_factory=dict)  # of the rule that is being followed
    counts: dict[tuple[str, Place], Worth] = field(default_factory=dict)
    cards: dict[Place, DealtCard] = field(default_factory=dict)
    dealt: dict[tuple[int, int], int] = field(default_factory=dict)
    settled: Worth = None  # the outcome of the wager
    is_closed: bool = False

    def copy(self, names: dict[str, Worth] | None = None) -> "UnseenFelt":
        return UnseenFelt(
            self.size, self.wager, dict(self.names if names is None else names), dict(self.counts), dict(self.cards),
            dict(self.dealt), self.settled, self.is_closed,
        )  # fmt: skip

    @property
    def key(self) -> Any:
        """Two ways with the same key go on alike."""
        return (
            frozenset(self.names.items()), frozenset(self.counts.items()), frozenset(self.cards.items()),
            frozenset(self.dealt.items()), self.settled, self.is_closed,
        )  # fmt: skip

    def read(self, field_name: str, at: tuple[Worth, ...]) -> Worth:
        known = all(map(is_place, at))
        if field_name in NEVER_WRITTEN and known and at[0] in (HOUSE, SEAT_1):  # there are no other seats
            bet = self.size.bets.get(at[-1], 0) if field_name == "wagers" else 1
            return bet if at[0] == SEAT_1 else 0
        if self.is_closed or not known:
            return UNKNOWN
        if field_name == "cards":
            seat, hand, place = at
            held = self.counts.get(("held", (seat, hand)), 0)
            return self.cards[at] if isinstance(held, int) and place < held else UNKNOWN
        return self.counts.get((field_name, at), COUNTED[field_name]) if field_name in COUNTED else UNKNOWN

    def write(self, field_name: str, at: Place, worth: Worth) -> None:
        if not self.is_closed:
            self.counts[field_name, at] = worth

    def next_card(self, seat: int, hand: int) -> DealtCard:
        """The card that is dealt next to a hand; who gets it is known, its face is not."""
        whose = (seat, hand if seat == HOUSE else 0)
        number = self.dealt.get(whose, 0)
        self.dealt[whose] = number + 1
        return DealtCard(*whose, number)

    @property
    def drawn(self) -> int:
        return sum(self.dealt.values())

    def close(self, outcome: Worth) -> None:
        """The wager is settled; nothing else needs to be known any more."""
        self.settled = outcome
        self.is_closed = True
        self.counts.clear()
        self.cards.clear()
        self.dealt.clear()
