"""What a house file may say: every key with its bounds and what stands where nothing is said."""

import json
from typing import Any

from houseway.house.configuration import Room, default_room
from tests.approved import hold_answer


def bare(schema: Any) -> Any:
    """Without the words for people: those are of the docs."""
    if isinstance(schema, list):
        return [bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    words = {key for key in ("description", "title") if isinstance(schema.get(key), str)}
    return {key: bare(each) for key, each in schema.items() if key not in words}


def test_every_key_of_a_house_file() -> None:
    hold_answer("house_file.schema.json", bare(Room.model_json_schema()))


def test_the_room_that_ships_as_it_is_filled_in() -> None:
    tables = {name: table.to_body() for name, table in default_room().tables.items()}
    hold_answer("house_file.tables.json", json.loads(json.dumps(tables)))
