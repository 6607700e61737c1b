"""Dakota Stud."""

from houseway.games.dakota_stud import plan, play
from houseway.games.game import Game

GAME = Game("dakota_stud", play, plan)
