"""Let It Ride with 3 Card Bonus."""

from houseway.games.game import Game
from houseway.games.let_it_ride import plan, play

GAME = Game("let_it_ride", play, plan)
