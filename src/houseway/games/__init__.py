"""The games. A sixth is one folder and one line."""

from functools import cache
from importlib import import_module

from houseway.games.game import Game, nearest
from houseway.games.words import said_again
from houseway.rules.refused import Refused

SLUGS = (
    "fast_action_holdem",
    "dakota_stud",
    "super_fun_21",
    "triple_shot_bonus",
    "lucky_lucky",
)


@cache
def find_game(slug: str) -> Game:
    """The game of that name, or a refusal that names the nearest."""
    name = slug.strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
    if name not in SLUGS:
        raise Refused(f"there is no game '{said_again(slug)}'{nearest(name, SLUGS)}")
    game: Game = import_module(f"houseway.games.{name}").GAME
    return game


def all_games() -> list[Game]:
    """Every game there is, in the order of the house."""
    return [find_game(slug) for slug in SLUGS]
