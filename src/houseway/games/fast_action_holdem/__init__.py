"""Fast Action Hold'em."""

from houseway.games.fast_action_holdem import plan, play
from houseway.games.game import Game

GAME = Game("fast_action_holdem", play, plan)
