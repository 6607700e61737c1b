"""Casino War."""

from houseway.games.casino_war import plan, play
from houseway.games.game import Game

GAME = Game("casino_war", play, plan)
