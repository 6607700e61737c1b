"""Ultimate Texas Hold'em."""

from houseway.games.game import Game
from houseway.games.ultimate_texas_holdem import plan, play

GAME = Game("ultimate_texas_holdem", play, plan)
