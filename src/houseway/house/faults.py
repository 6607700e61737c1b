"""What is wrong with a house's file, in one sentence each: the file, the key, and what to write instead."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError


class Wrong(ValueError):
    """A fault of our own finding: the key, counted from where it is raised, and a sentence about it."""

    def __init__(self, key: str, sentence: str) -> None:
        super().__init__(f"{key}: {sentence}")
        self.key = key
        self.sentence = sentence


_SENTENCES = {
    "missing": "is missing: add it",
    "int_type": "is {input!r}: write a whole number",
    "int_from_float": "is {input!r}: write a whole number",
    "bool_type": "is {input!r}: write true or false",
    "string_type": "is {input!r}: write it in quotes",
    "string_too_short": "is empty: write something",
    "string_too_long": "is {input!r}: write {max_length} characters or fewer",
    "string_pattern_mismatch": "is {input!r}: write small letters, digits and hyphens, as in 'holdem-six'",
    "literal_error": "is {input!r}: write {expected}",
    "greater_than_equal": "is {input!r}: write {ge} or more",
    "less_than_equal": "is {input!r}: write {le} or less",
    "too_short": "is empty: write at least one",
    "dict_type": "is {input!r}: write a table of keys, as in {{ least_cents = 500 }}",
    "model_type": "is {input!r}: write a table of keys, as in {{ least_cents = 500 }}",
    "tuple_type": "is {input!r}: write a list in brackets",
}


def sentences(file: str, error: ValidationError) -> list[str]:
    """Every fault that was found in a file."""
    return [f"{file}: {_sentence(found)}" for found in error.errors()]


def _sentence(found: Mapping[str, Any]) -> str:
    place = [str(step) for step in found["loc"]]
    told = found.get("ctx", {})
    wrong = told.get("error")
    if isinstance(wrong, Wrong):
        return ".".join([*place, wrong.key]) + f" {wrong.sentence}"
    pattern = _SENTENCES.get(found["type"], "is {input!r}: {msg}")
    return ".".join(place) + " " + pattern.format(**{**told, "input": found["input"], "msg": found["msg"]})
