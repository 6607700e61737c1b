"""Three Card Poker."""

from houseway.games.game import Game

from . import plan, play

GAME = Game("three_card_poker", play, plan)
