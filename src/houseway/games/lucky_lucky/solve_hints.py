"""What every act is worth at a live table of house blackjack; Lucky Lucky and Lucky Break ask for no choice."""

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.shared.spot import Ranker
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import INSURANCE, LOSE, WIN
from houseway.games.lucky_lucky.solve_blackjack import blackjack_of
from houseway.rules.blackjack import DECLINE, INSURE

BASE = "blackjack"  # the wager whose amount is the unit


def ranker(game: Game, settings: Settings) -> Ranker:
    """Makes ready (seconds at most) what then answers at once."""
    return LiveHands(blackjack_of(game, settings), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE)).rank
