"""The file of all that is held about a player, so that a person can read it: dollars beside cents, dates too.

What a program reads stays as the API tells it; the words stand beside it, under a name that ends so.
"""

import json
from datetime import UTC, datetime
from typing import Any

MOMENTS = ("at", "kept_at", "forgotten_at")
DOLLARS, DATE = "_in_dollars", "_utc"


def written(record: Any) -> bytes:
    return json.dumps(_with_words(record), indent=2, ensure_ascii=False).encode()


def _with_words(record: Any) -> Any:
    if isinstance(record, list):
        return [_with_words(each) for each in record]
    if not isinstance(record, dict):
        return record
    told: dict[str, Any] = {}
    for name, value in record.items():
        told[name] = _with_words(value)
        if isinstance(value, int) and (name == "cents" or name.endswith("_cents")):
            told[f"{name.removesuffix('_cents')}{DOLLARS}"] = f"{'-' if value < 0 else ''}${abs(value) / 100:,.2f}"
        elif isinstance(value, int) and name in MOMENTS:
            told[f"{name}{DATE}"] = datetime.fromtimestamp(value // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return told
