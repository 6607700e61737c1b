"""Mississippi Stud."""

from houseway.games.game import Game

from . import plan, play

GAME = Game("mississippi_stud", play, plan)
