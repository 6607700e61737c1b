"""Rounds on stacked decks, for tests that name a rule and show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from houseway.engine.playthrough import show
from houseway.engine.replay import Deal, Replay, replay
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.rules.cards import cards_of
from houseway.rules.choice import acts_in
from houseway.rules.tape import BACK, CHOOSE, DEAL, DISCARD, HAND, OFFER, SAID, SAY, SEAT, SETTLE, STAKE, VERB, A, B, C

ASKING = tuple(slug for slug in SLUGS if find_game(slug).acts)  # of ours, those in which somebody has a choice
# Rounds to deal for each of another game until as much has been asked: who plays Casino War is asked after a tie.
FOR_EACH_ROUND = {"casino_war": 16}


def rounds_of(slug: str, rounds: int) -> int:
    """So many rounds of a game that asks in every round, or as many more as another needs."""
    return rounds * FOR_EACH_ROUND.get(slug, 1)


@dataclass(frozen=True)
class Round:
    """A round (or as much of it as the choices carry), asked in the words of the game."""

    game: Game
    deal: Deal
    replay: Replay

    @cached_property
    def rows(self) -> list[list[int]]:
        return [[int(cell) for cell in row] for row in self.replay.tape]

    @cached_property
    def text(self) -> str:
        return show(self.game, self.replay.tape)

    @property
    def over(self) -> bool:
        return self.replay.pending is None

    def net(self, wager: str = "", seat: int = 1) -> int:
        """Cents won on a wager, or on all."""
        nets = self.replay.felt.net[seat]
        return int(nets[self.game.wagers.index(wager)] if wager else nets.sum())

    def settled(self, wager: str, seat: int = 1) -> list[tuple[str, int]]:
        """(outcome, cents) of every settlement of a wager, in order."""
        w = self.game.wagers.index(wager)
        rows = [row for row in self.rows if row[VERB] == SETTLE and row[SEAT] == seat and row[A] == w]
        return [(self.game.outcomes[row[B]], row[C]) for row in rows]

    def staked(self, wager: str, seat: int = 1) -> list[int]:
        """Cents of every stake put up on a wager."""
        w = self.game.wagers.index(wager)
        return [row[B] for row in self.rows if row[VERB] == STAKE and row[SEAT] == seat and row[A] == w]

    def taken_back(self, wager: str, seat: int = 1) -> list[int]:
        w = self.game.wagers.index(wager)
        return [row[B] for row in self.rows if row[VERB] == BACK and row[SEAT] == seat and row[A] == w]

    def offers(self, seat: int = 1) -> list[set[str]]:
        """The acts offered to a seat, one set a choice."""
        rows = [row for row in self.rows if row[VERB] == OFFER and row[SEAT] == seat]
        return [{self.game.acts[act] for act in acts_in(row[A])} for row in rows]

    def chosen(self, seat: int = 1) -> list[str]:
        return [self.game.acts[row[A]] for row in self.rows if row[VERB] == CHOOSE and row[SEAT] == seat]

    def said(self, word: str, seat: int | None = None) -> list[int]:
        """Values of an announcement."""
        rows = [row for row in self.rows if row[VERB] == SAY and row[A] == SAID.index(word)]
        return [row[B] for row in rows if seat is None or row[SEAT] == seat]

    def dealt(self, seat: int, hand: int = 0) -> list[int]:
        """Cards dealt to a hand, in order (seat 0: the dealer's hand 0, the community's hand 1)."""
        return [row[A] for row in self.rows if row[VERB] == DEAL and row[SEAT] == seat and row[HAND] == hand]

    def called(self, seat: int = 1) -> list[str]:
        """What the dealer told a seat of its hands, by name."""
        return [self.game.calls[value] for value in self.said("call", seat)]

    def discarded(self, seat: int, hand: int = 0) -> int:
        """How many cards of a hand went to the discard holder."""
        return sum((row[VERB], row[SEAT], row[HAND]) == (DISCARD, seat, hand) for row in self.rows)

    def faces(self, seat: int, hand: int = 0) -> list[int]:
        return [row[B] for row in self.rows if row[VERB] == DEAL and row[SEAT] == seat and row[HAND] == hand]

    def index(self, line: str) -> int:
        """The number of the first line of the tape that starts with these words."""
        lines = self.text.splitlines()
        return next(i for i, each in enumerate(lines) if each.startswith(line))


def play(
    slug: str,
    cards: str,
    wagers: Mapping[str, int] | Sequence[Mapping[str, int]],
    choices: str = "",
    players: Sequence[int] | None = None,
    **settings: int | str | bool,
) -> Round:
    """Deal these cards in this order; choices are the acts' names in the order they are asked for."""
    game = find_game(slug)
    seats = [wagers] if isinstance(wagers, Mapping) else list(wagers)
    deal = Deal(game, game.settings(settings), cards_of(cards), seats, players)
    return Round(game, deal, replay(deal, [game.acts.index(word) for word in choices.split()]))
