"""One settled wager with all that its reader saw by then, and the sentence that fits any game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from houseway.engine.scene import Place, Scene
from houseway.games.approval import outcome_titles
from houseway.games.game import Game, Settings
from houseway.games.words import dollars, odds_text
from houseway.rules.felt import DEALER, HOUSE, Felt


class Because(NamedTuple):
    """What a game says of a settlement."""

    text: str  # one sentence or two
    cards: tuple[tuple[Place, int], ...] = ()  # the cards that count, by hand and place in it
    made: str = ""  # what the bet was decided on, in a word or two, to stand beside it


class Why(NamedTuple):
    row: int  # of the tape
    seat: int
    hand: int
    wager: int
    text: str
    cards: tuple[int, ...]  # the rows that dealt the cards that count
    made: str

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "cards": list(self.cards)}


@dataclass(frozen=True)
class SettledRow:
    game: Game
    settings: Settings
    rules: Any
    seen: Scene  # as the reader saw it just before
    laid: Scene  # the same, with the row that dealt each card in its place
    row: tuple[int, ...]
    whose: str  # your, Ann's

    @property
    def place(self) -> Place:
        return self.row[1], self.row[2]

    @property
    def seat(self) -> int:
        return self.row[1]

    @property
    def wager(self) -> str:
        return self.game.wagers[self.row[3]]

    @property
    def outcome(self) -> str:
        return self.game.outcomes[self.row[4]]

    @property
    def cents(self) -> int:
        return self.row[5]

    @property
    def stake_cents(self) -> int:
        return self.seen.stakes.get((*self.place, self.row[3]), 0)

    @property
    def title(self) -> str:
        """The wager as the felt names it."""
        return self.game.sheet.wagers[self.row[3]].title

    @property
    def cards(self) -> list[int]:
        return self.seen.cards_of(self.place)

    @property
    def dealers(self) -> list[int]:
        return self.seen.hands.get((HOUSE, DEALER), [])

    def said(self, word: int, place: Place | None = None) -> int | None:
        """What the dealer announced of a hand, by default of the one that is settled."""
        return self.seen.said.get((*(place or self.place), word))

    @property
    def odds(self) -> tuple[int, int]:
        """Of this outcome by the paytables in force."""
        num, den = self.rules.pays[self.row[3], self.row[4]].tolist()
        return num, den

    @property
    def paid(self) -> str:
        """'3 to 2', or the sum where no odds say it."""
        num, den = self.odds
        return odds_text(num, den) if num > 0 else dollars(self.cents)

    @cached_property
    def titles(self) -> dict[str, str]:
        return outcome_titles(self.game, self.settings)

    def least(self, outcomes: Sequence[str]) -> str:
        """The first of these outcomes, the lowest first, that does not lose this wager."""
        pays = self.rules.pays[self.row[3]]
        return next(name for name in outcomes if pays[self.game.outcomes.index(name)][0] >= 0)

    def felt(self) -> Felt:
        """The cards as they lie, for leaf rules that read a felt."""
        hands = self.seen.hands.items()
        felt = self.game.felt(max(seat for (seat, _), _ in hands), taped=False)
        felt.hands[:] = 1
        for (seat, hand), cards in hands:
            felt.cards[seat, hand, : len(cards)] = cards
            felt.held[seat, hand] = len(cards)
            if cards:
                felt.hands[seat] = max(felt.hands[seat], hand + 1)
        return felt

    def told(self, number: int, because: Because) -> Why:
        rows = tuple(self.laid.hands[place][at] for place, at in because.cards)
        return Why(number, *self.place, self.row[3], because.text, rows, because.made)


def by_the_pays(end: SettledRow) -> Because:
    """From the names of the outcome and its pay alone: for a game that has no words of its own."""
    title, (num, den) = end.titles[end.outcome], end.odds
    if end.cents > 0 or num > 0:
        return Because(f"{sentence(title)}: {end.title} pays {end.paid}.")
    if end.cents < 0 or num < 0:
        return Because(f"{sentence(title)}: {end.title} {odds_text(num, den) if num < 0 else 'loses'}.")
    return Because(f"{sentence(title)}: {end.title} pushes.")


def sentence(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def hands_of(end: SettledRow) -> Iterator[tuple[Place, list[int]]]:
    """The hands of the seat, in order."""
    yield from sorted((place, cards) for place, cards in end.seen.hands.items() if place[0] == end.seat and cards)
