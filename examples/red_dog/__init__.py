"""Red Dog."""

from houseway.games.game import Game

from . import plan, play

GAME = Game("red_dog", play, plan)
