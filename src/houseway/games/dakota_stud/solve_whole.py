"""Dakota Stud at a live table: what each act is worth, and the bets beside the choice.

One bet hangs on the first choice, two on the second; all four are decided on the same five cards.

A bet that stays in action wins what the hand wins over all cards that may come. Before the first choice (2) and (3) are
worth what the best second choice makes of them, community card by community card.
"""

from dataclasses import dataclass

import numpy as np

from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.games.dakota_stud.play import DOLLAR, ONE, THREE, TWO, WAGERS, end_by
from houseway.games.dakota_stud.solve import FIRST, SECOND, Ends, advise, ends_with
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_text
from houseway.rules.choice import bit
from houseway.rules.felt import UNSETTLED
from houseway.rules.shapes import Words


def ranker(game: Game, settings: Settings) -> Ranker:
    """By one's own three cards and the community's that is turned."""

    def rank(spot: Spot) -> Ranked:
        ranked = advise(game, settings, cards_text([*spot.cards, *spot.community]))
        return [(game.acts.index(name), value) for name, value in ranked]

    return rank


def rest(game: Game, settings: Settings, rank: Ranker) -> "OtherBets":  # noqa: ARG001 - no bet waits for a hint
    return OtherBets(game, settings)


@dataclass(frozen=True)
class OtherBets:
    game: Game
    settings: Settings

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        acts = FIRST if _is_first(seen) else SECOND
        return tuple(name for w, name in enumerate(WAGERS) if any(end_by(act, w) != UNSETTLED for act in acts))

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:  # noqa: ARG002 - no choice touches the bets of another
        first = _is_first(seen)
        table = ends_with(self.game, self.settings, [*seen.spot.cards, *seen.spot.community])
        found = [self._stays(table, seen, wager) for wager in (DOLLAR, *(() if first else (ONE,)))]
        return [*found, self._second(table, seen)] if first else [part for part in found if part.bets[0] in seen.open]

    def _stays(self, table: Ends, seen: SeenRound, wager: int) -> BetsTogether:
        """A bet that no choice ends any more."""
        bet = Bet(WAGERS[wager], 0)
        pays = [float(pay_of(table.rules, wager, outcome)) for outcome in range(len(self.game.outcomes))]
        mean = float((table.threes.sum(axis=0) @ np.array(pays)) / table.threes.sum())
        return BetsTogether((bet,), seen.open.get(bet, 0) * mean)

    def _second(self, table: Ends, seen: SeenRound) -> BetsTogether:
        """(2) and (3) under the best choice with each community card; all bets of a round are equal (d.1)."""
        worth, scale = table.worth(table.fours, SECOND)
        unit = seen.open[Bet(WAGERS[TWO], 0)]
        bets = (Bet(WAGERS[TWO], 0), Bet(WAGERS[THREE], 0))
        return BetsTogether(bets, unit * int(_best(worth).sum()) / (scale * int(table.fours.sum())))


def _best(worth: Words) -> Words:
    return np.asarray(worth.max(axis=0))


def _is_first(seen: SeenRound) -> bool:
    return bool(seen.spot.options & (bit(FIRST[0]) | bit(FIRST[1])))
