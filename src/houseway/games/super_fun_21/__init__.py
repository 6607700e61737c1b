"""Super Fun 21."""

from houseway.games.game import Game
from houseway.games.super_fun_21 import plan, play

GAME = Game("super_fun_21", play, plan)
