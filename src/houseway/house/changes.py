"""What a new configuration of a table changes, from what to what, in words: dollars, titles of wagers and options."""

from typing import Any

from houseway.games.words import dollars
from houseway.house.configuration import TableConfig

NONE = "none"


def changes(before: TableConfig, after: TableConfig) -> list[str]:
    """A line for each thing that is another now: 'Ante, most: $200 → $100'."""
    was, now = _flat(before), _flat(after)
    keys = list(dict.fromkeys((*was, *now)))
    return [
        f"{_name(after, key)}: {_said(before, key, was)} → {_said(after, key, now)}"
        for key in keys
        if was.get(key) != now.get(key)
    ]


def _flat(config: TableConfig) -> dict[str, Any]:
    return dict(_leaves("", config.to_body()))


def _leaves(place: str, part: Any) -> list[tuple[str, Any]]:
    if isinstance(part, dict):
        return [leaf for key, each in part.items() for leaf in _leaves(f"{place}.{key}" if place else key, each)]
    return [(place, part)]


def _name(config: TableConfig, key: str) -> str:
    group, *rest = key.split(".")
    game = config.the_game
    if group == "wagers" and len(rest) == 2:
        titles = {wager.name: wager.title for wager in game.sheet.wagers}
        return f"{titles.get(rest[0], rest[0])}, {_plain(rest[1]).lower()}"
    if group == "options" and rest[0] in game.options:
        return game.options[rest[0]].title
    return ", ".join([_plain(group), *(_plain(each).lower() for each in rest)])


def _plain(key: str) -> str:
    words = key.removesuffix("_cents").removesuffix("_s").replace("_", " ")
    return words[:1].upper() + words[1:]


def _said(config: TableConfig, key: str, told: dict[str, Any]) -> str:
    setting = told.get(key)
    if setting is None or setting == "" or setting == []:
        return NONE
    group, _, name = key.partition(".")
    if group == "options" and name in config.the_game.options:
        return config.the_game.options[name].words(setting)
    if isinstance(setting, bool):
        return "on" if setting else "off"
    if key.endswith("_cents"):
        return dollars(setting)
    return f"{setting} s" if key.endswith("_s") else str(setting).replace("_", " ")
