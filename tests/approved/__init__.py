"""What people and programs read, kept as somebody approved it: whole pages, documents and answers, word for word.

Where one changes on purpose, `HOUSEWAY_APPROVED=write pytest tests/approved` writes them anew; read the difference
before you keep it. Digests are left out, for they change with any source, and so are the last digits of a float.
"""

import json
import os
import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "kept"
DIGEST = re.compile(r"\b(?=[0-9a-f]*[a-f])[0-9a-f]{16,64}\b")
WRITES = os.environ.get("HOUSEWAY_APPROVED") == "write"
FIGURES = 9  # of a float that is told


def hold(name: str, text: str) -> None:
    """The text is the one that is kept under this name."""
    told = as_kept(text)
    path = KEPT / name
    if WRITES:
        path.write_text(told, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    for at, (was, now) in enumerate(zip_longest(kept.splitlines(), told.splitlines()), start=1):
        assert now == was, f"line {at} of tests/approved/kept/{name} says otherwise"


def as_kept(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in DIGEST.sub("(digest)", text).splitlines())


def hold_answer(name: str, answer: Any) -> None:
    """The same of plain data: every key, in its order, and every value."""
    hold(name, json.dumps(_rounded(answer), indent=1, ensure_ascii=False))


def _rounded(part: Any) -> Any:
    match part:
        case float():
            return float(f"{part:.{FIGURES}g}")
        case dict():
            return {key: _rounded(each) for key, each in part.items()}
        case list() | tuple():
            return [_rounded(each) for each in part]
    return part
