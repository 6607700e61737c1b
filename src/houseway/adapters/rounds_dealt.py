"""The rounds that an environment deals, one after another: rounds 0, 1, 2 ... of a seed, as `simulate` counts them."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from houseway import Game, Refused, Round, find_game

Bets = Mapping[str, int]  # cents by the name of the wager
Options = Mapping[str, bool | int | str]

SETTLE = "settle"  # the one thing to do in a round in which nobody has a choice


class DealtRounds:
    """One table: its game, its bets and its options stay, its rounds follow each other."""

    def __init__(self, game: Game | str, bets: Bets | Sequence[Bets] | None, options: Options | None) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self._options = options
        self._seed = secrets.randbits(64)
        self._number = -1
        self.bets = Round.deal(self.game, bets, options=options, seed=0).bets  # what cannot be is refused now
        self.acts = (*self.game.acts, SETTLE)

    def next(self, seed: int | None, wish: Mapping[str, Any] | None) -> Round:
        """The next round of the seed; the first of a new one. A wish names its `number`, its first `cards` or both."""
        wish = wish or {}
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self._number = int(wish.get("number", self._number))
        cards = str(wish.get("cards", ""))
        return Round.deal(
            self.game, self.bets, options=self._options, cards=cards, seed=self._seed, number=self._number
        )

    def named(self, action: object) -> str:
        """The act that a number stands for."""
        number = int(action)  # type: ignore[call-overload]
        if not 0 <= number < len(self.acts):
            raise Refused(f"there is no act {number}: they have numbers from 0 to {len(self.acts) - 1}")
        return str(self.acts[number])

    def legal(self, round_: Round, seat: int, *, asked: bool) -> tuple[str, ...]:
        """What a seat may do now; `asked` says that a round without a choice still waits to be settled by it."""
        if round_.turn is None:
            return (SETTLE,) if asked else ()
        return round_.turn.acts if round_.turn.seat == seat else ()

    def chosen_by(self, round_: Round, strategy: str) -> int:
        """The number of the act that a strategy chooses."""
        return self.acts.index(round_.chosen_by(strategy) if round_.turn else SETTLE)

    def unit_cents(self, seat: int) -> int:
        """A seat's first bet, in the order of the felt."""
        bets = self.bets[seat - 1]
        return next(bets[wager] for wager in self.game.wagers if bets.get(wager))

    def won(self, round_: Round, seat: int) -> float:
        """So far, by a seat, in its units."""
        return round_.net_cents(seat) / self.unit_cents(seat)
