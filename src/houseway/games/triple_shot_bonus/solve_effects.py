"""How the wagers of Triple Shot Bonus are settled, for the effects of house options."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.settlements import Settlements, of_blackjack, of_rows
from houseway.games.game import Game, Settings
from houseway.games.triple_shot_bonus.solve import OPTIMAL, solve
from houseway.games.triple_shot_bonus.solve_blackjack import blackjack_of


def settlements(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Settlements:
    blackjack = blackjack_of(game, settings, deck)
    plan = blackjack.plan() if strategy == OPTIMAL else game.plan(strategy, settings)
    beside = solve(game, settings, strategy, deck=None if deck is None else list(deck), plan=plan)
    found = {name: of_rows(wager) for name, wager in beside.wagers.items()}
    return {"blackjack": of_blackjack(blackjack, plan), **found}
