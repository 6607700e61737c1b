"""Markdown, as the pages that are made need it."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], figures: int = 0) -> str:
    """A table whose last `figures` columns are numbers; '' where it has no row."""
    lines = [f"| {' | '.join(cell(each) for each in row)} |" for row in rows]
    if not lines:
        return ""
    rule = ["---"] * (len(heads) - figures) + ["---:"] * figures
    return "\n".join((f"| {' | '.join(heads)} |", f"| {' | '.join(rule)} |", *lines))


def cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def plain(text: str) -> str:
    """Words of the data, none of whose letters mean anything; code in backticks stays code."""
    for letter in "*<[":
        text = text.replace(letter, f"\\{letter}")
    return text


def code(text: object) -> str:
    return f"`{text}`"


def page(*parts: str) -> str:
    """Parts that are empty are left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"
