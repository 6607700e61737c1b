"""The bets of Super Fun 21 as a worst mix is looked for among them: blackjack alone, with its insurance."""

from collections.abc import Mapping

from houseway.analysis.exact.blackjack.bet_sizes import Insured, blackjack_bet
from houseway.analysis.exact.shared.mixes import Part
from houseway.games.betting import Limits
from houseway.games.game import Game, Settings
from houseway.games.super_fun_21.play import INSURANCE, LOSE, WIN
from houseway.games.super_fun_21.solve import leaves_of


def parts(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> list[Part]:  # noqa: ARG001 - one shape
    return [blackjack_bet(game, settings, leaves_of, Insured(INSURANCE, WIN, LOSE)).part()]
