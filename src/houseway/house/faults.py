"""What is wrong with a house's file, in one sentence each: the file, the key, and what to write instead."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from houseway.games.words import dollars, said_again


class FoundFault(ValueError):
    """A fault of our own finding: the key, counted from where it is raised ('' is there), and a sentence about it."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(f"{key}: {sentence}")
        self.key = key
        self.sentence = sentence


LINE_MAX = 60  # letters of a title
NOT_A_LINE = "has a line break or a letter that cannot be read: write it in one line of plain letters"
TOO_LONG = "has {length:,} characters: write {max_length} or fewer"

_SENTENCES = {
    "missing": "is missing: add it",
    "int_type": "is {input}: write a whole number",
    "int_from_float": "is {input}: write a whole number",
    "bool_type": "is {input}: write true or false",
    "string_type": "is {input}: write it in quotes",
    "string_too_short": "is empty: write something",
    "string_too_long": TOO_LONG,
    "string_pattern_mismatch": "is {input}: write small letters, digits and hyphens, as in 'holdem-six'",
    "literal_error": "is {input}: write {expected}",
    "greater_than_equal": "is {input}: write {ge} or more",
    "less_than_equal": "is {input}: write {le} or less",
    "too_short": "is empty: write at least one",
    "dict_type": "is {input}: write a table of keys, as in {{ least_cents = 500 }}",
    "model_type": "is {input}: write a table of keys, as in {{ least_cents = 500 }}",
    "tuple_type": "is {input}: write a list in brackets",
    "extra_forbidden": "is no key here",
    "value_error": "cannot be: {error}",
}
SHEET_NAME = "is {input}: write small letters, digits and underscores, as in 'main'"


def sentences(file: str, error: ValidationError) -> list[str]:
    """Every fault that was found in a file."""
    return [f"{file}: {_sentence(found)}" for found in error.errors()]


def fault_in(part: str, error: ValidationError) -> FoundFault:
    """The first fault of a part that was read by itself, as a fault of the whole."""
    found = error.errors()[0]
    place = [said_again(step) for step in found["loc"]]
    return FoundFault(".".join([part, *place]), _told(found, place))


def _sentence(found: Mapping[str, Any]) -> str:
    place = [said_again(step) for step in found["loc"]]
    wrong = found.get("ctx", {}).get("error")
    if isinstance(wrong, FoundFault):
        steps = [said_again(step) for step in wrong.key.split(".") if step]
        return ".".join([*place, *steps]) + f" {wrong.sentence}"
    return ".".join(place) + " " + _told(found, place)


def _told(found: Mapping[str, Any], place: list[str]) -> str:
    told, written = found.get("ctx", {}), found["input"]
    pattern = _SENTENCES.get(found["type"], "is {input}: {msg}")
    if found["type"] == "string_pattern_mismatch" and "_" in told["pattern"]:
        pattern = SHEET_NAME
    shown = f"'{said_again(written)}'" if isinstance(written, str) else said_again(repr(written))
    length = len(written) if isinstance(written, str) else 0
    if place and place[-1].endswith("_cents") and type(written) is int:
        told = {key: dollars(cents) if type(cents) is int else cents for key, cents in told.items()}
        shown = dollars(written)
    return pattern.format(**{**told, "input": shown, "length": length, "msg": found["msg"]})
