"""How the blackjack bet of Super Fun 21 is settled, for the effects of house options."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.settlements import Settlements, of_blackjack
from houseway.games.game import Game, Settings
from houseway.games.super_fun_21.solve import OPTIMAL, blackjack_of


def settlements(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Settlements:
    blackjack = blackjack_of(game, settings, deck)
    plan = blackjack.plan() if strategy == OPTIMAL else game.plan(strategy, settings)
    return {"blackjack": of_blackjack(blackjack, plan)}
