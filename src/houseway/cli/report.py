"""`houseway report`: a game's whole analysis as a document."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Options, find, read_options
from houseway.report.console import say

if TYPE_CHECKING:
    from houseway.analysis.design import Pay
    from houseway.report.paper.model import Document
    from houseway.report.paper.press import Paper

PAPERS: dict[str, "Paper"] = {"a4": "a4", "letter": "us-letter"}


def report(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name, as `houseway games` lists it.")] = "",
    form: Annotated[
        str, typer.Option("--format", metavar="pdf|html|xlsx|md|json", help="By default as the name of FILE ends.")
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write it; with --all, a folder.")] = None,
    options: Options = None,
    pays: Annotated[
        list[str] | None, typer.Option("--pay", metavar="CODE/OUTCOME/ODDS", help="Change a pay; repeat for more.")
    ] = None,
    strategy: Annotated[str, typer.Option(help="A strategy of the game, or optimal.")] = "optimal",
    full: Annotated[
        bool, typer.Option("--full", help="Work out what is not kept for these options: effects, checks, a night.")
    ] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF.")] = "a4",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="The date on it; by default none.")] = "",
) -> None:
    """A game's whole analysis as a document: PDF, HTML, XLSX, Markdown or JSON. The same input gives the same bytes."""
    from houseway.report.paper.game_report import game_report
    from houseway.report.paper.press import verify_format
    from houseway.report.paper.subject import subject_of

    form = form or (out.suffix.lstrip(".") if out else "md")
    verify_format(form)
    chosen = find(game)
    subject = subject_of(chosen, read_options(options), _pays(pays), strategy, full=full, tell=_tell)
    _write(game_report(subject, _date(date)), form, out, _paper(paper))


def _write(document: "Document", form: str, out: Path | None, paper: "Paper") -> None:
    from houseway.report.paper.press import IN_TEXT, printed
    from houseway.rules.refused import Refused

    if out is None:
        if form not in IN_TEXT:
            raise Refused(f"a report as {form} does not go to the screen: name a file with --out")
        print(printed(document, form, paper).decode(), end="")
        return
    found = printed(document, form, paper)
    try:
        out.write_bytes(found)
    except OSError as error:
        raise Refused(f"{out} cannot be written: {error.strerror}") from error
    say(f"{out}: {len(found):,} bytes")


def _tell(what: str) -> None:
    if sys.stderr.isatty():
        print(f"houseway: working out {what} ...", file=sys.stderr)


def _pays(texts: list[str] | None) -> "list[Pay]":
    from houseway.analysis.pay_words import read_pay

    return [read_pay(text) for text in texts or []]


def _paper(name: str) -> "Paper":
    from houseway.rules.refused import Refused

    if name not in PAPERS:
        raise Refused(f"paper is {' or '.join(PAPERS)}, not '{name}'")
    return PAPERS[name]


def _date(text: str) -> str:
    from datetime import date

    from houseway.rules.refused import Refused

    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise Refused(f"--date {text}: write it as 2026-11-16") from None
