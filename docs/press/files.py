"""The data files, from the models that check them as they are read."""

import inspect

from pydantic import BaseModel

from docs.press.fields import default, limits, meanings, models_in, said
from docs.press.markdown import page, plain, table
from houseway.games import SLUGS
from houseway.games.posted import SignSheet
from houseway.games.primer import Primer
from houseway.games.sheet import Claims, Paragraphs, RuleSheet
from houseway.games.shufflers import Shufflers
from houseway.house.configuration import DEFAULT_ROOM, Room, TableConfig
from houseway.house.table_checks import filled_in

GAME_FILES: dict[str, tuple[type[BaseModel], str]] = {
    "rules.toml": (RuleSheet, "Options, wagers, paytables, acts, outcomes, toy decks and the felt of a game."),
    "paragraphs.toml": (Paragraphs, "The rules of play retold, paragraph by paragraph."),
    "claims.toml": (Claims, "Every figure that the maker published."),
    "primer.toml": (Primer, "The rules for players: how a round goes, and rounds that show what pays. Optional."),
    "sign.toml": (SignSheet, "What is posted at a table beside its limits. Optional."),
    "shufflers.toml": (Shufflers, "The machines that the source names, and the modes in which cards come. Optional."),
}
GAME_HEAD = """
# A game's data files

The files beside a game's `play.py`, key by key, as they are checked when they are read: a key that is not here is
refused, and the refusal names the file. [Adding a game](../adding-a-game.md) says what each is for. `strategy.toml` is
not among them: what a strategy may say is its game's own matter (`plan.py` reads it).

"table of X" is a TOML table whose values are X; a "list of X", where X is a table itself, is written `[[key]]`, once
for each.
"""
HOUSE_HEAD = """
# The house file

One TOML file says what a room and its tables are (`houseway serve --house FILE`). [Running a house](../house.md) says
what to decide; this page has every key. All amounts are whole cents, all times seconds. What is "filled in" comes from
the game where the file leaves it out; a table's name is its key, `[tables.NAME]`. `houseway house check FILE` names
everything that is wrong, with what to write instead.
"""


def game_files_page() -> str:
    parts = [GAME_HEAD]
    for name, (model, about) in GAME_FILES.items():
        parts += [f"## {name}", about, *_models(name.removesuffix(".toml"), model, "###")]
    return page(*parts)


def house_file_page() -> str:
    example = DEFAULT_ROOM.read_text(encoding="utf-8")
    return page(
        HOUSE_HEAD, *_models("house", Room, "##"), "## An example: the room that ships", f"```toml\n{example}```"
    )


def _models(file: str, first: type[BaseModel], depth: str) -> list[str]:
    """A file's own keys, then those of every table in it."""
    found = [first]
    for model in found:
        for field in model.model_fields.values():
            found += [each for each in dict.fromkeys(models_in(field.annotation)) if each not in found]
    linked = {model: f"{file}-{model.__name__.lower()}" for model in found}
    parts: list[str] = []
    for model in found:
        about = (model.__dict__.get("__doc__") or "") if model is not first else ""
        parts += [
            f"({linked[model]})=",
            f"{depth} {model.__name__}",
            plain(inspect.cleandoc(about)),
            _keys(model, linked),
        ]
    return parts


def _keys(model: type[BaseModel], linked: dict[type, str]) -> str:
    told = meanings(model)
    filled = {"name", *filled_in({"game": SLUGS[0]})} - {"game"} if model is TableConfig else ()
    rows = [
        (
            f"`{field.alias or name}`",
            ", ".join(filter(None, (said(field.annotation, linked), limits(field)))),
            "filled in" if name in filled else default(field),
            plain(told.get(name, "")),
        )
        for name, field in model.model_fields.items()
    ]
    return table(("key", "is", "unless said", "meaning"), rows)
