"""Where two pieces of data differ, leaf by leaf. Either may come from a stranger: nothing in it is trusted."""

import json
from collections.abc import Iterator
from typing import Any

LETTERS_MAX = 48
NOTHING = object()


def unlike(packed: Any, made: Any) -> Iterator[tuple[str, str, str]]:
    """(path, theirs, ours) of every leaf that differs; bytes are read as JSON first."""
    theirs, ours = (_read(each) for each in (packed, made))
    waiting = [("", theirs, ours)]
    while waiting:
        path, a, b = waiting.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            names = [*b, *(name for name in a if name not in b)]
            pairs = [(str(name), a.get(name, NOTHING), b.get(name, NOTHING)) for name in names]
        elif isinstance(a, list) and isinstance(b, list):
            most = range(max(len(a), len(b)))
            pairs = [(str(i + 1), _at(a, i), _at(b, i)) for i in most]
        else:
            if type(a) is not type(b) or a != b:
                yield clipped(path), _told(a), _told(b)
            continue
        waiting += [(f"{path}/{name}" if path else name, x, y) for name, x, y in reversed(pairs)]


def _read(found: Any) -> Any:
    if not isinstance(found, bytes):
        return found
    try:
        return json.loads(found)
    except (ValueError, RecursionError):
        return "what is no JSON"


def _at(found: list[Any], place: int) -> Any:
    return found[place] if place < len(found) else NOTHING


def _told(found: Any) -> str:
    if found is NOTHING:
        return "nothing"
    if isinstance(found, dict | list):
        return f"a list of {len(found)}"
    return clipped(found if isinstance(found, str) else json.dumps(found))


def clipped(text: str) -> str:
    """In one short printable line."""
    line = "".join(each if each.isprintable() else "?" for each in text)
    return line if len(line) <= LETTERS_MAX else f"{line[: LETTERS_MAX - 1]}…"
