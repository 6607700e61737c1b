"""`houseway report`: a game's whole analysis as a document."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Options, Pays, find, read_options, read_pays
from houseway.cli.printing import paper_of, write_paper

if TYPE_CHECKING:
    from houseway.report.paper.press import Paper


def report(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game's name, as `houseway games` lists it.")] = "",
    form: Annotated[
        str, typer.Option("--format", metavar="pdf|html|xlsx|md|json", help="By default as the name of FILE ends.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", "--output", metavar="FILE", help="Where to write it; with --all, a folder."),
    ] = None,
    options: Options = None,
    pays: Pays = None,
    strategy: Annotated[str, typer.Option(help="A strategy of the game, or optimal.")] = "optimal",
    full: Annotated[
        bool, typer.Option("--full", help="Work out what is not kept for these options: effects, checks, a night.")
    ] = False,
    compare: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Beside it, the same game with this option; repeat for more."),
    ] = None,
    compare_pays: Annotated[
        list[str] | None, typer.Option("--compare-pay", metavar="CODE/OUTCOME/ODDS", help="... and with this pay.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every game, a file each in the folder --out, and a catalogue of all.")
    ] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF.")] = "a4",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="The date on it; by default none.")] = "",
) -> None:
    """A game's whole analysis as a document: PDF, HTML, XLSX, Markdown or JSON. The same input gives the same bytes."""
    from houseway.report.paper.compare import comparison
    from houseway.report.paper.game_report import game_report
    from houseway.report.paper.press import read_date, verify_format
    from houseway.report.paper.subject import subject_of
    from houseway.rules.refused import Refused

    form = form or (out.suffix.lstrip(".") if out and not everything else "md")
    verify_format(form)
    sheet, day = paper_of(paper), read_date(date)
    if everything:
        _catalogue(game, form, out, sheet, day, full=full)
        return
    if not game:
        raise Refused("name a game, or --all for every one")
    chosen, wishes, changes = find(game), read_options(options), read_pays(pays)
    subject = subject_of(chosen, wishes, changes, strategy, full=full, tell=tell)
    if compare or compare_pays:
        others = {**wishes, **read_options(compare, "--compare")}
        other = subject_of(chosen, others, [*changes, *read_pays(compare_pays)], strategy, tell=tell)
        write_paper(comparison(subject, other, day), form, out, sheet)
    else:
        write_paper(game_report(subject, day), form, out, sheet)


def _catalogue(game: str, form: str, out: Path | None, paper: "Paper", day: str, *, full: bool) -> None:
    """Every game that can be solved, and one page of all."""
    from houseway.analysis.solve import has_solver
    from houseway.games import all_games
    from houseway.report.paper.catalogue import catalogue
    from houseway.report.paper.game_report import game_report
    from houseway.report.paper.subject import subject_of
    from houseway.rules.refused import Refused

    if game:
        raise Refused(f"--all is every game: leave out {game}")
    if out is None:
        raise Refused("--all writes a file for each game: name a folder with --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{out} cannot be made a folder: {error.strerror}") from error
    subjects = [subject_of(each, full=full, tell=tell) for each in all_games() if has_solver(each)]
    for subject in subjects:
        write_paper(game_report(subject, day), form, out / f"{subject.game.slug}.{form}", paper)
    write_paper(catalogue(subjects, day), form, out / f"catalogue.{form}", paper)


def tell(what: str) -> None:
    if sys.stderr.isatty():
        print(f"houseway: working out {what} ...", file=sys.stderr)
