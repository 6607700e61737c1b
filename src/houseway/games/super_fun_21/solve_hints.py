"""What every act is worth at a live table of Super Fun 21."""

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.shared.spot import Ranker
from houseway.games.game import Game, Settings
from houseway.games.super_fun_21.play import INSURANCE, LOSE, WIN
from houseway.games.super_fun_21.solve import blackjack_of
from houseway.rules.blackjack import DECLINE, INSURE

BASE = "blackjack"  # the wager whose amount is the unit


def ranker(game: Game, settings: Settings) -> Ranker:
    """Makes ready (seconds at most) what then answers at once."""
    return LiveHands(blackjack_of(game, settings), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE)).rank
