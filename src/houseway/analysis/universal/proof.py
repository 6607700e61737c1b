"""All figures of a game from its play: every wager, the round, the best play or any other strategy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from houseway.analysis.exact.shared.solution import Figure, Row, WagerSolution, from_rows
from houseway.analysis.universal.count import Counted, Progress, count
from houseway.analysis.universal.question import Question, question
from houseway.engine.walk import outcome_name
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings
from houseway.rules.felt import UNSETTLED

ROUND = "round"
NOT_MADE = "not_made"  # a wager that arises in play, and did not
NOT_PAID = "not_paid"  # what is paid without a bet, and was not
ROUND_OUTCOMES = ("no wager won", "some wager won")


class Questioned(Protocol):
    """What figures need to know of a question."""

    @property
    def game(self) -> Game: ...

    @property
    def unit_cents(self) -> int: ...


Q = TypeVar("Q", bound=Questioned)


@dataclass(frozen=True)
class Proof(Generic[Q]):
    """A question and what the walk came to."""

    asked: Q
    counted: Counted
    strategy: str

    @property
    def whole(self) -> int:
        """The denominator of every probability."""
        spot = len(self.asked.game.wagers)
        return sum(n for (wager, _, _), n in self.counted.times.items() if wager == spot)

    def wagers(self) -> dict[str, WagerSolution]:
        names = self.asked.game.wagers
        made = [w for w in range(len(names)) if self.counted.action[w]]  # the others never were in action
        return {names[w]: self._wager(w) for w in made} | {ROUND: replace(self._round(), beside=self._beside())}

    def _beside(self) -> tuple[WagerSolution, ...]:
        """What is paid though nothing is ever bet on it."""
        paid = {w for w, _, cents in self.counted.times if cents and w < len(self.asked.game.wagers)}
        return tuple(self._wager(w) for w in sorted(paid) if not self.counted.action[w])

    def _rows(self, wager: int) -> list[tuple[int, Fraction, Fraction]]:
        unit, whole = self.asked.unit_cents, self.whole
        return [
            (outcome, Fraction(net, unit), Fraction(n, whole))
            for (at, outcome, net), n in self.counted.times.items()
            if at == wager
        ]

    def _wager(self, wager: int) -> WagerSolution:
        game = self.asked.game
        nothing = NOT_MADE if self.counted.action[wager] else NOT_PAID
        rows = [
            Row(nothing if outcome - 1 == UNSETTLED else outcome_name(game, outcome - 1), won, likely)
            for outcome, won, likely in self._rows(wager)
        ]
        return from_rows(game.wagers[wager], rows, self._action(self.counted.action[wager]))

    def _round(self) -> WagerSolution:
        """The wagers that choices look at together, in units of one bet; it hits when any of them wins."""
        found = self._rows(len(self.asked.game.wagers))
        rows = [Row(ROUND_OUTCOMES[hit], won, likely) for hit, won, likely in found]
        hit = sum((likely for hit, _, likely in found if hit), Fraction(0))
        return replace(from_rows(ROUND, rows, self._action(self.counted.money)), hit=Figure(hit))

    def _action(self, cents: int) -> Fraction:
        return Fraction(cents, self.whole * self.asked.unit_cents)

    def notes(self) -> dict[str, Fraction]:
        """How often the round leaves its player ahead; it hits also where a wager wins and others lose more.

        Where choices are worth the same, also how much is in action for a player who then bets.
        """
        rows = self._rows(len(self.asked.game.wagers))
        found = {"round.ahead": sum((likely for _, won, likely in rows if won > 0), Fraction(0))}
        if self.counted.most > self.counted.money:
            most = self._action(self.counted.most)
            found["round.in_action_if_equal_choices_are_bet"] = most
            found["round.element_of_risk_if_equal_choices_are_bet"] = self._round().edge.value / most
        return found


def prove(
    game: Game,
    settings: Settings,
    strategy: Strategy | None = None,
    progress: Progress | None = None,
    *,
    deck: Sequence[int] | None = None,
    sees: str = "",
    merged: bool = True,
) -> Proof[Question]:
    """Exact figures from `play` alone; without a strategy, those of the best play."""
    asked = question(game, settings, deck, sees, merged=merged)
    return Proof(asked, count(asked, strategy, progress), strategy.name if strategy else "optimal")
