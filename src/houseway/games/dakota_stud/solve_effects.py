"""How the four bets of Dakota Stud are settled, for the effects of house options."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.settlements import Settlements, of_rows
from houseway.games.dakota_stud.solve import ROUND, solve
from houseway.games.game import Game, Settings


def settlements(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Settlements:
    solution = solve(game, settings, strategy, deck=None if deck is None else list(deck))
    return {name: of_rows(wager) for name, wager in solution.wagers.items() if name != ROUND}
