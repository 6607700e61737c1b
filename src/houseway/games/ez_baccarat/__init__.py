"""EZ Baccarat."""

from houseway.games.ez_baccarat import plan, play
from houseway.games.game import Game

GAME = Game("ez_baccarat", play, plan)
