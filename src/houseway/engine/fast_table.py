"""A table at which compiled rounds run: whoever simulates, samples, listens or deals any order sits down at one."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from houseway.engine import rounds
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules import choice, tape
from houseway.rules.choice import Decide
from houseway.rules.felt import Felt
from houseway.rules.shapes import Words
from houseway.rules.shoe import ARRANGED, KIND, NEXT, SIZE, Shoe, lazy_shoe

Hear = Callable[..., None]  # takes the place of `tape.note`


class FastTable:
    """A game with its bets on the felt and a plan that is followed. Nothing is taped unless somebody hears it."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        plan: Any,
        wagers: Sequence[Wagers],
        *,
        follow: Decide | None = None,
        hear: Hear | None = None,
        deck: Sequence[int] | None = None,
    ) -> None:
        self._play, self._follow, self._hear = game.play, follow or game.follow, hear or rounds.silence
        self._rules, self._plan = packed(game.rules(settings)), packed(plan)
        cards = game.deck(settings) if deck is None else deck
        self._shoe = packed(lazy_shoe(cards, endless=game.endless(settings)))
        self._felt = packed(game.felt(len(wagers), taped=hear is not None))
        self._tally = packed(rounds.new_tally(len(game.wagers)))
        self.shoe, self.felt = opened(self._shoe, Shoe), opened(self._felt, Felt)
        self.tally = opened(self._tally, rounds.Tally)
        place_wagers(game, self.felt, wagers)

    def play(self, seed: int, first: int, count: int) -> None:
        """Play and tally the rounds first .. first + count - 1 of a seed."""
        loop = compiled_rounds(self._play, self._follow, self._hear)
        loop(self._rules, self._shoe, self._plan, self._felt, self._tally, seed, first, count)

    def deal(self, order: Sequence[int] | Words) -> int:
        """Deal one round from an order of cards; how many it took."""
        self.shoe.at[KIND] = ARRANGED
        self.shoe.cards[: len(order)] = order
        self.shoe.at[SIZE], self.shoe.at[NEXT] = len(order), 0
        loop = compiled_round(self._play, self._follow, self._hear)
        loop(self._rules, self._shoe, self._plan, self._felt)
        return int(self.shoe.at[NEXT])


@cache
def compiled_rounds(play: Hear, follow: Decide, hear: Hear = rounds.silence) -> Callable[..., None]:
    """The loop of a game that follows a plan, compiled."""
    return compiled(rounds.rounds, _seams(play, follow, hear), keep=_name("rounds", play, follow, hear))


@cache
def compiled_round(play: Hear, follow: Decide, hear: Hear = rounds.silence) -> Callable[..., None]:
    """One round of such a game, on a shoe that is open."""
    return compiled(rounds.one_round, _seams(play, follow, hear), keep=_name("round", play, follow, hear))


def _seams(play: Hear, follow: Decide, hear: Hear) -> dict[Callable[..., Any], Callable[..., Any]]:
    return {rounds.play: play, rounds.decide: follow, choice.choose: rounds.choose, tape.note: hear}


def _name(loop: str, play: Hear, follow: Decide, hear: Hear) -> str:
    return f"{loop}-{play.__module__.removeprefix('houseway.games.')}-{follow.__name__}-{hear.__name__}"
