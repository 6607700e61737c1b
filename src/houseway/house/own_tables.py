"""Tables of one's own: a player practises alone at a copy of the game's practice table.

Such a table has a stream like any other, and is audited like any other. Its name says whose it is, so that nothing else
needs to be kept. It is no table of the card room: play is for practice, nobody else sits there, and it does not count
among the tables that the law allows (RCW 9.46.0282).
"""

import json
import re
from hashlib import sha256

from houseway.games import find_game
from houseway.house.configuration import Room, TableConfig
from houseway.rules.refused import Refused

_NAME = re.compile(r"alone-([0-9a-f]{16})-[0-9a-f]{8}")


def owner_of(name: str) -> str:
    """The player whose own table has this name; '' is a table of the room."""
    found = _NAME.fullmatch(name)
    return found[1] if found else ""


def is_practice(name: str, config: TableConfig | None) -> bool:
    """Whether play at this table is for practice, and is kept apart from what the room wins."""
    return bool(owner_of(name)) or (config is not None and config.practice)


def own_table(room: Room, slug: str, player: str) -> TableConfig:
    """A player's own table of a game. Where the house changes its practice table, players get new ones."""
    body = {**_pattern(room, slug).to_body(), "practice": True, "spectators": False}
    mark = sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:8]
    config = TableConfig.from_body({**body, "name": f"alone-{player}-{mark}"})
    assert owner_of(config.name) == player
    return config


def _pattern(room: Room, slug: str) -> TableConfig:
    """The game's practice table; in a room without one the first of its tables."""
    tables = [table for table in room.tables.values() if table.game == slug]
    if not tables:
        raise Refused(f"{room.name} has no table of {find_game(slug).title}")
    return next((table for table in tables if table.practice), tables[0])
