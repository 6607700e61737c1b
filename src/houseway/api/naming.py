"""How a game and its options are named from outside."""

from collections.abc import Mapping

from houseway.games import find_game
from houseway.games.game import Game

Options = Mapping[str, bool | int | str]


def game_of(game: Game | str) -> Game:
    return find_game(game) if isinstance(game, str) else game
