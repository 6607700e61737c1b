"""What a house may write in its file: every key with its kind, bounds, default and whether it must be there."""

from collections.abc import Iterator
from typing import Any

from houseway.house.configuration import Room
from tests.approved import hold

UNSAID = ("title", "description", "additionalProperties")


def test_every_key_of_a_house_file_with_its_bounds_and_its_default() -> None:
    schema = Room.model_json_schema()
    parts = {"Room": schema, **schema["$defs"]}
    hold("house_file.txt", "\n".join(line for name, part in sorted(parts.items()) for line in keys(name, part)))


def keys(name: str, part: dict[str, Any]) -> Iterator[str]:
    for key, told in part.get("properties", {}).items():
        kind = ", ".join(f"{word} {said}" for word, said in told.items() if word not in UNSAID)
        yield f"{name}.{key}: {kind}{' required' if key in part.get('required', ()) else ''}"
