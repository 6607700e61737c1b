"""What a game's dealer says aloud, in the game's own words."""

import re

from houseway.games.game import Game, Settings, in_force
from houseway.games.words import odds_text

_SENTENCE = re.compile(r".*?\.(?= [A-Z]|$)")


def call_text(game: Game, settings: Settings, number: int) -> str:
    """A call in words, its odds those in force."""
    call = game.sheet.calls[number]
    pays = game.pays(settings)[game.wagers.index(call.wager)]
    return call.text.format_map({name: odds_text(*pays[w].tolist()) for w, name in enumerate(game.outcomes)})


def house_way_text(game: Game, settings: Settings, line: int) -> str:
    """A line of the house way as a dealer calls it: the first sentence of its paragraph, without the full stop."""
    wanted = house_way_ids(game, settings, line)
    found = [paragraph.text for paragraph in game.paragraphs.paragraphs if paragraph.id in wanted]
    sentence = _SENTENCE.match(found[0]) if found else None
    return sentence[0].rstrip(".") if sentence else ""


def house_way_ids(game: Game, settings: Settings, line: int) -> list[str]:
    """The paragraphs that tell a line of the house way in force."""
    ways = game.sheet.layout.house_ways if game.sheet.layout else ()
    return [f"{way.lines}{line}" for way in ways if in_force(way.when, settings)]
