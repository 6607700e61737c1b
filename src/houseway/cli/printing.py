"""A document written where it was asked for: to a file, or to the screen if its format is text."""

from pathlib import Path
from typing import TYPE_CHECKING

from houseway.report.console import say

if TYPE_CHECKING:
    from houseway.report.paper.model import Document
    from houseway.report.paper.press import Paper

PAPERS: dict[str, "Paper"] = {"a4": "a4", "letter": "us-letter"}


def write_paper(document: "Document", form: str, out: Path | None, paper: "Paper") -> None:
    from houseway.report.paper.press import IN_TEXT, printed
    from houseway.rules.refused import Refused

    if out is None:
        if form not in IN_TEXT:
            raise Refused(f"a report as {form} does not go to the screen: name a file with --out")
        print(printed(document, form, paper).decode(), end="")
        return
    write_out(out, printed(document, form, paper))


def write_out(out: Path, found: bytes) -> None:
    """Write a file, and say so."""
    from houseway.rules.refused import Refused

    try:
        out.write_bytes(found)
    except OSError as error:
        raise Refused(f"{out} cannot be written: {error.strerror}") from error
    say(f"{out}: {len(found):,} bytes")


def paper_of(name: str) -> "Paper":
    from houseway.rules.refused import Refused

    if name not in PAPERS:
        raise Refused(f"paper is {' or '.join(PAPERS)}, not '{name}'")
    return PAPERS[name]
