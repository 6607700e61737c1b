"""Deals of a study of sight, kept as they are done: whoever asks again goes on from them, or reads them all."""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.analysis.exact.shared.places import kept
from houseway.analysis.universal.boards.sights import SeenChoice, SightValue


def keep_values(key: str, values: Mapping[int, SightValue]) -> bool:
    """Whether they could be kept."""
    path = _path(key)
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps({number: _written(value) for number, value in sorted(values.items())}))
        part.replace(path)
    except OSError:
        return False
    return True


def values_kept(key: str) -> dict[int, SightValue]:
    """By the number of the deal; nothing where nothing is kept, or it was cut short."""
    try:
        found = json.loads(_path(key).read_text())
        return {int(number): _read(value) for number, value in found.items()}
    except (OSError, ValueError):
        return {}


def _path(key: str) -> Path:
    return kept() / f"{key}.sights.json"


def _written(value: SightValue) -> list[Any]:
    return [
        [[act, str(worth)] for act, worth in value.worths.items()],
        str(value.planned),
        value.before,
        [
            [each.turned, str(each.worth), [[*acts, str(share)] for acts, share in each.changed.items()]]
            for each in value.choices
        ],
    ]


def _read(written: list[Any]) -> SightValue:
    worths, planned, before, choices = written
    return SightValue(
        {act: Fraction(worth) for act, worth in worths},
        Fraction(planned),
        before,
        tuple(
            SeenChoice(turned, Fraction(worth), {(one, other): Fraction(share) for one, other, share in changed})
            for turned, worth, changed in choices
        ),
    )
