"""Mississippi Stud."""

from houseway.games.game import Game
from houseway.games.mississippi_stud import plan, play

GAME = Game("mississippi_stud", play, plan)
