"""Three Card Poker."""

from houseway.games.game import Game
from houseway.games.three_card_poker import plan, play

GAME = Game("three_card_poker", play, plan)
