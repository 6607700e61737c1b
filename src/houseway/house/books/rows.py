"""A row of the books: one table, game, wager, shift, day, week or month, or any of these together."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from houseway.games.words import dollars
from houseway.house.books.calendar import DAY, MONTH, SHIFT, WEEK
from houseway.house.books.luck import hold_sentence
from houseway.house.books.theory import Expected

TABLE, GAME, WAGER = "table", "game", "wager"
TITLED = (TABLE, GAME, WAGER)
DIMENSIONS = (TABLE, GAME, WAGER, SHIFT, DAY, WEEK, MONTH)
ROOM, ROOM_BOTS, PRACTICE, PRACTICE_BOTS = "room", "bots", "practice", "practice bots"
BOOKS = (ROOM, ROOM_BOTS, PRACTICE, PRACTICE_BOTS)  # each is kept apart
HOUR_US = 3_600_000_000


@dataclass
class BookRow:
    """Sums; what follows from them are properties. Figures that a wager's row cannot have are None there."""

    book: str
    table: str = ""
    game: str = ""
    wager: str = ""
    shift: str = ""
    day: str = ""
    week: str = ""
    month: str = ""
    rounds: int = 0  # dealt to their end; of a wager: how often it was bet
    hands: int = 0
    drop_cents: int = 0
    out_cents: int = 0
    bets_cents: int = 0
    raised_cents: int = 0
    win_cents: int = 0
    corrected_cents: int = 0  # of the win: pays put right later
    dealing_us: int = 0
    tokes_cents: int = 0
    envy_cents: int = 0
    capped: int = 0
    capped_cents: int = 0
    voids: int = 0
    rulings: int = 0
    corrections: int = 0
    people: set[str] = field(default_factory=set)
    expected: Expected = field(default_factory=Expected)
    titles: dict[str, str] = field(default_factory=dict)  # what people call its table, game and wager

    def named(self, by: Iterable[str]) -> list[str]:
        """What the row is of, for people."""
        return [self.titles.get(name) or str(getattr(self, name)) for name in by]

    @property
    def handle_cents(self) -> int:
        return self.bets_cents + self.raised_cents

    @property
    def hold(self) -> float | None:
        """Of the bets, as an edge is, of what the cards brought."""
        return self.dealt_cents / self.bets_cents if self.bets_cents else None

    @property
    def hold_of_drop(self) -> float | None:
        return self.dealt_cents / self.drop_cents if self.drop_cents > 0 else None

    @property
    def dealt_cents(self) -> int:
        """The win of the rounds as they were dealt: a correction is no chance."""
        return self.win_cents - self.corrected_cents

    @property
    def theoretical_cents(self) -> int | None:
        return round(self.expected.cents) if self.expected.bet_cents else None

    @property
    def theoretical_hold(self) -> float | None:
        return self.expected.cents / self.expected.bet_cents if self.expected.bet_cents else None

    @property
    def sd_cents(self) -> int | None:
        """The most that chance can spread the win by, as a standard deviation."""
        return round(sqrt(self.expected.variance)) if self.expected.variance > 0 else None

    @property
    def z(self) -> float | None:
        return self.expected.z

    @property
    def no_theory(self) -> tuple[str, ...]:
        return tuple(self.expected.unknown)

    @property
    def players(self) -> int:
        return len(self.people)

    @property
    def rounds_an_hour(self) -> float | None:
        return self.rounds * HOUR_US / self.dealing_us if self.dealing_us else None

    @property
    def average_bet_cents(self) -> float | None:
        """Of a hand, or of a wager that was bet."""
        times = self.rounds if self.wager else self.hands
        return self.bets_cents / times if times else None

    @property
    def disputes(self) -> int:
        return self.rulings + self.corrections

    @property
    def poor_play(self) -> str:
        """What else makes a hold high: theory is best play for people. Nothing of what no choice moves."""
        played, ahead = self.expected.played_cents, self.expected.held_cents - self.expected.cents
        times = self.rounds if self.wager else self.hands
        if ahead <= 0 or not played or not times or self.book not in (ROOM, PRACTICE):
            return ""
        return (
            f"players who play worse than best do this too: it takes {100 * ahead / played:.1f} points of their bets, "
            f"{dollars(round(ahead / times))} {'a bet' if self.wager else 'a hand'}"
        )

    def meaning(self, such: str) -> str:
        if self.z is None:
            return ""
        return hold_sentence(self.z, self.expected.chance, self.rounds, such, self.poor_play)

    def to_json(self, by: Iterable[str], such: str) -> dict[str, Any]:
        """Plain: what the row is of, then its figures. A wager has no drop, no hours and no disputes of its own."""
        told: dict[str, Any] = {"book": self.book} | {name: getattr(self, name) for name in by}
        told |= {f"{name}_title": self.titles.get(name, told[name]) for name in TITLED if name in told}
        told |= {name: getattr(self, name) for name in FIGURES}
        if self.wager:
            told |= dict.fromkeys(NOT_OF_A_WAGER)
        unknown = self.expected.unknown
        return told | {
            "no_theory": list(unknown),
            "no_theory_titles": list(unknown.values()),
            "meaning": self.meaning(such),
        }


FIGURES = (
    "rounds", "hands", "players", "drop_cents", "out_cents", "bets_cents", "raised_cents", "handle_cents", "win_cents",
    "hold", "hold_of_drop", "theoretical_cents", "theoretical_hold", "sd_cents", "z", "rounds_an_hour",
    "average_bet_cents", "tokes_cents", "envy_cents", "capped", "capped_cents", "voids", "rulings", "corrections",
    "corrected_cents", "disputes",
)  # fmt: skip
NOT_OF_A_WAGER = (
    "hands", "drop_cents", "out_cents", "raised_cents", "handle_cents", "hold_of_drop", "rounds_an_hour", "tokes_cents",
    "envy_cents", "capped", "capped_cents", "voids", "rulings", "corrections", "disputes",
)  # fmt: skip
