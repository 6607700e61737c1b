"""EZ Baccarat."""

from houseway.games.game import Game

from . import plan, play

GAME = Game("ez_baccarat", play, plan)
