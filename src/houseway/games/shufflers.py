"""What shuffles and hands out the cards of a game: the machines its source names, and the modes they are set to.

A source that says nothing leaves the choice to the house: by hand (WAC 230-15-465), or a model that the state has
approved, of a maker that it has licensed.
"""

from functools import cache

from pydantic import Field

from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import SheetModel, When, read_page

FILE = "shufflers.toml"


class Machine(SheetModel):
    """A model that the source names, and the least version it asks for ('' is none)."""

    model: str
    least_version: str = ""
    when: When = Field(default_factory=dict)
    cites: str


class Delivery(SheetModel):
    """A mode in which the cards of the game come, and whether two decks take turns in it."""

    mode: str
    alternating: bool = False
    when: When = Field(default_factory=dict)
    cites: str


class Shufflers(SheetModel):
    default: str = ""  # the model at a table that names none; '' is the first of those in force
    machines: tuple[Machine, ...] = ()
    deliveries: tuple[Delivery, ...] = ()  # of those in force the first is what a table gets that names none


@cache
def shufflers_of(game: Game) -> Shufflers:
    """What the source says; a game without the file has nothing to say."""
    path = game.folder / FILE
    return read_page(path, Shufflers) if path.exists() else Shufflers()


def machines_in_force(game: Game, settings: Settings) -> list[Machine]:
    return [machine for machine in shufflers_of(game).machines if in_force(machine.when, settings)]


def deliveries_in_force(game: Game, settings: Settings) -> list[Delivery]:
    return [delivery for delivery in shufflers_of(game).deliveries if in_force(delivery.when, settings)]
