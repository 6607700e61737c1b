"""What people call the wagers of a page, in the order of the layout; commands and JSON have names of their own."""

from collections.abc import Iterable

from rich.text import Text

from houseway.games.game import Game
from houseway.games.wager_titles import wager_title
from houseway.games.words import listed


def in_words(game: Game, figure: str) -> str:
    """A figure that is not in a table: 'hat_trick.hit_if_independent' is 'Hat Trick, hit if independent'."""
    measure = figure.removeprefix(wager_of(figure)).removeprefix(".").replace("_", " ")
    return ", ".join(part for part in (wager_title(game, wager_of(figure)), measure) if part)


def wager_of(figure: str) -> str:
    """The wager that a figure is of: what stands before the point."""
    return figure.partition(".")[0]


def names_for_commands(game: Game, names: Iterable[str]) -> Text:
    """How each wager is written in commands and in JSON, where that is not its title."""
    others = [each for each in game.as_on_the_felt(names) if wager_title(game, each).lower() != each]
    said = listed([f"{wager_title(game, each)} is {each}" for each in others]) if others else ""
    return Text(f"In commands and JSON {said}." if said else "", "dim")
