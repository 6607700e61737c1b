"""House blackjack with Lucky Lucky and Lucky Break."""

from houseway.games.game import Game
from houseway.games.lucky_lucky import plan, play

GAME = Game("lucky_lucky", play, plan)
