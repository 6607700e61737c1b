"""The games: ours, each one folder and one line, and those from outside (`outside.py`)."""

from functools import cache
from importlib import import_module

from houseway.games.game import Game, nearest
from houseway.games.words import said_again
from houseway.rules.refused import Refused

SLUGS = (  # ours
    "fast_action_holdem",
    "dakota_stud",
    "super_fun_21",
    "triple_shot_bonus",
    "lucky_lucky",
    "three_card_poker",
    "casino_war",
    "mississippi_stud",
    "let_it_ride",
    "ez_baccarat",
    "ultimate_texas_holdem",
)


@cache
def _outside() -> dict[str, Game]:
    from houseway.games.outside import games_from_outside

    return games_from_outside(SLUGS)


def slugs() -> tuple[str, ...]:
    """The names of all games, ours first."""
    return (*SLUGS, *_outside())


@cache
def find_game(slug: str) -> Game:
    """The game of that name, or a refusal that names the nearest."""
    if not isinstance(slug, str):
        raise Refused(f"{slug!r} is no game: name one, as in '{SLUGS[1]}'")
    name = slug.strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
    if name in SLUGS:
        game: Game = import_module(f"houseway.games.{name}").GAME
        return game
    if name not in _outside():
        raise Refused(f"there is no game '{said_again(slug)}'{nearest(name, slugs())}")
    return _outside()[name]


def all_games() -> list[Game]:
    """Every game there is, in the order of the house."""
    return [find_game(slug) for slug in slugs()]
