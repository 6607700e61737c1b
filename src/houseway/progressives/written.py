"""A progressive written as a page of a game's folder, to be kept or changed by hand."""

import json
from fractions import Fraction
from typing import Any

from houseway.games.options import SheetModel
from houseway.progressives.jackpot import Progressive, percent


def as_toml(progressive: Progressive) -> str:
    """The lines of one progressive; what is left at its default is left out. `read_page` reads them back."""
    lines = ["[[progressives]]"]
    for name, word in _words(progressive).items():
        if name in ("meters", "tiers"):
            lines += [f"{name} = [", *(f"    {_told(row)}," for row in word), "]"]
        else:
            lines.append(f"{name} = {_told(word)}")
    return "\n".join(lines) + "\n"


def _words(sheet: SheetModel) -> dict[str, Any]:
    fields = type(sheet).model_fields
    words = {name: getattr(sheet, name) for name in fields}
    return {name: word for name, word in words.items() if word != fields[name].get_default(call_default_factory=True)}


def _told(word: Any) -> str:
    if isinstance(word, Fraction):
        return json.dumps(percent(word))
    if isinstance(word, SheetModel):
        return _told(_words(word))
    if isinstance(word, dict):
        return "{ " + ", ".join(f"{name} = {_told(each)}" for name, each in word.items()) + " }"
    if isinstance(word, tuple):
        return "[" + ", ".join(map(_told, word)) + "]"
    if isinstance(word, int) and not isinstance(word, bool):
        return f"{word:_}"
    return json.dumps(word, ensure_ascii=False)
