"""Triple Shot Bonus."""

from houseway.games.game import Game
from houseway.games.triple_shot_bonus import plan, play

GAME = Game("triple_shot_bonus", play, plan)
