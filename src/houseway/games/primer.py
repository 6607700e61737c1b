"""A game's rules retold for players: how a round goes, step by step, and rounds that show what pays.

Each step names the paragraphs it stands on. An example is a round by its cards and acts; what it shows is what the
rules make of it (`engine/examples`), so none can say what is not so.
"""

from functools import cache

from pydantic import Field

from houseway.games.game import Game
from houseway.games.sheet import SheetModel, read_page
from houseway.rules.refused import Refused


class Step(SheetModel):
    """What happens next, in the words of a card room."""

    text: str = Field(min_length=1, max_length=300)
    by: tuple[str, ...] = Field(min_length=1)  # paragraphs, by id


class Example(SheetModel):
    """A round under the standard options: its cards in dealing order, and what its player chose."""

    wager: str
    outcome: str
    cards: str
    acts: tuple[str, ...] = ()


class Primer(SheetModel):
    steps: tuple[Step, ...]
    examples: tuple[Example, ...] = ()


@cache
def primer_of(game: Game) -> Primer:
    """Empty for a game that has none; a step may stand on paragraphs of its own game only."""
    path = game.folder / "primer.toml"
    if not path.exists():
        return Primer(steps=())
    primer = read_page(path, Primer)
    known = {paragraph.id for paragraph in game.paragraphs.paragraphs}
    for step in primer.steps:
        for name in step.by:
            if name not in known:
                raise Refused(f"{game.slug}/primer.toml: there is no paragraph '{name}'")
    return primer
