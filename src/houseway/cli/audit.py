"""Commands of the auditor: verify a ledger, recall and replay rounds, export events, hold the hold against theory."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import Database, Tables, default_database
from houseway.report.console import complain, console, say

if TYPE_CHECKING:
    from houseway.house.audit.recall import Recall
    from houseway.house.ledger.store import Ledger

NOT_REPLAYED = 3  # exit code: neither good nor wrong

audit = typer.Typer(help="Check what a table did.", no_args_is_help=True)

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="A table of the ledger.")]
Archives = Annotated[
    list[Path] | None,
    typer.Option(
        "--archive", metavar="FILE", help="An archive, or a folder of them, with older rounds; repeat for more."
    ),
]
Since = Annotated[
    str, typer.Option(metavar="TIME", help="Only what happened from then on: 2026-01-31, or 2026-01-31T14:05 (UTC).")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@audit.command()
def shoe(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="JSON with table, cycle, order, key, commitment; - is the input.")
    ] = "-",
) -> None:
    """Check that shuffles that were revealed are what was committed to before betting, and count their decks."""
    from houseway.house.shuffler.revealed import read_revealed
    from houseway.rules.refused import Refused

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read: {error}") from None
    wrong = False
    for revealed in read_revealed(text, "the input" if file == "-" else file):
        faults = revealed.faults()
        wrong = wrong or bool(faults)
        for fault in faults:
            say(f"WRONG: {fault}.")
        if not faults:
            decks = "one whole deck" if revealed.decks == 1 else f"{revealed.decks} whole decks"
            say(f"GOOD: shuffle {revealed.cycle} of table '{revealed.table}' matches its commitment; {decks}.")
    if wrong:
        raise typer.Exit(1)


@audit.command()
def verify(
    tables: Tables = None,
    database: Database = "",
    noted: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What `audit verify --json` said earlier: streams must lead through it."),
    ] = None,
    archive: Archives = None,
    as_json: AsJson = False,
) -> None:
    """Check every row's hash, deal every round again from its shoe and choices, and name the first wrong event.

    Exits with 0 where all is good, with 1 where something is wrong, and with 3 where nothing is wrong but rounds could
    not be dealt again because their game is not here.
    """
    from houseway.house.audit.verify import read_noted, summary, verify_ledger
    from houseway.report.audit_pages import verdicts_page
    from houseway.report.progress import work_bar

    with open_to_read(database, archive) as ledger, work_bar() as told:
        verdicts = verify_ledger(ledger, tables or (), read_noted(noted) if noted else None, told)
    if as_json:
        print(json.dumps([verdict.to_json() for verdict in verdicts], indent=2))
    else:
        console().print(verdicts_page(verdicts))
    if any(verdict.fault for verdict in verdicts):
        complain(summary(verdicts))
        raise typer.Exit(1)
    if any(verdict.absent for verdict in verdicts):
        complain(summary(verdicts))
        raise typer.Exit(NOT_REPLAYED)
    if verdicts and not as_json:
        say(f"{summary(verdicts)}.")


@audit.command()
def recall(
    table: TableName,
    number: Annotated[
        int | None, typer.Argument(metavar="[ROUND]", help="One round; by default the last ones.")
    ] = None,
    last: Annotated[int, typer.Option(min=1, help="How many of the last rounds.")] = 5,
    since: Since = "",
    until: Annotated[
        str,
        typer.Option(metavar="TIME", help="Only rounds that were dealt up to then, the whole minute (day, second) in."),
    ] = "",
    database: Database = "",
    archive: Archives = None,
    as_json: AsJson = False,
) -> None:
    """The last rounds of a table, of a time, or one, with all that a dispute needs.

    Exits with 1 where the record of one is not as it was written.
    """
    from houseway.house.audit.moments import span
    from houseway.house.audit.recall import recall_between, recall_round, recall_rounds
    from houseway.report.audit_pages import recall_page
    from houseway.rules.refused import Refused

    by_time = bool(since or until)
    if by_time and number is not None:
        raise Refused("name a round, or a time with --since and --until: not both")
    first, end = span(since, until)
    with open_to_read(database, archive) as ledger:
        if by_time:
            found = recall_between(ledger, table, first, end, last)
        else:
            found = recall_rounds(ledger, table, last) if number is None else [recall_round(ledger, table, number)]
    if as_json:
        print(json.dumps(found, indent=2))
        return
    for each in found:
        console().print(recall_page(each))
    if not found:
        print(f"Table {table} dealt no round at that time." if by_time else f"Table {table} has had no round yet.")
    if any(each["amiss"] for each in found):
        raise typer.Exit(1)


@audit.command()
def rounds(
    person: Annotated[str, typer.Argument(metavar="NAME", help="Who sat down under this name, or an id's beginning.")],
    last: Annotated[int, typer.Option(min=1, help="How many of the last rounds.")] = 25,
    since: Since = "",
    until: Annotated[str, typer.Option(metavar="TIME", help="Only rounds that ended up to then.")] = "",
    database: Database = "",
    archive: Archives = None,
    as_json: AsJson = False,
) -> None:
    """A person's rounds at every table, the newest first, and what each came to."""
    from houseway.house.audit.moments import span
    from houseway.house.audit.whose import persons_called, rounds_of
    from houseway.report.audit_pages import own_rounds_page

    first, end = span(since, until)
    with open_to_read(database, archive) as ledger:
        found = {
            player: (name, rounds_of(ledger, player, first, end)[:last])
            for player, name in persons_called(ledger, person).items()
        }
    if as_json:
        told = [
            {"player": player, "name": name, **each._asdict()} for player, (name, own) in found.items() for each in own
        ]
        print(json.dumps(told, indent=2))
        return
    for player, (name, own) in found.items():
        console().print(own_rounds_page(player, name, own))


@audit.command()
def replay(
    table: TableName,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    database: Database = "",
    archive: Archives = None,
    everything: Annotated[bool, typer.Option("--all", help="Print all steps at once.")] = False,
    as_json: AsJson = False,
) -> None:
    """Deal a round again, step by step: Enter shows the next step, q stops."""
    from houseway.house.audit.recall import recall_round
    from houseway.house.audit.steps import steps_of
    from houseway.report.audit_pages import recall_page

    with open_to_read(database, archive) as ledger:
        found = recall_round(ledger, table, number)
    steps = steps_of(found)
    if as_json:
        print(json.dumps({"recall": found, "steps": [step.to_json() for step in steps]}, indent=2))
        return
    if _show_steps(found, wait=not everything and sys.stdin.isatty()):
        console().print(recall_page(found))


def _show_steps(found: "Recall", *, wait: bool) -> bool:
    """Whether they were looked at to the end."""
    from houseway.games import find_game
    from houseway.report.audit_pages import step_page
    from houseway.report.tape_lines import told_steps

    steps = list(told_steps(found))
    for number, (step, told) in enumerate(steps, 1):
        console().print(step_page(find_game(found["game"]), step, told, f"{number} of {len(steps)}"))
        if wait:
            try:
                word = input("Enter: next, q: stop ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if word.startswith("q"):
                return False
    return True


@audit.command()
def dispute(
    table: TableName,
    number: Annotated[int, typer.Argument(metavar="ROUND", help="The number of the round.")],
    form: Annotated[
        str, typer.Option("--format", metavar="pdf|html|xlsx|md|json", help="By default as the name of FILE ends.")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", "--output", metavar="FILE", help="Where to write it; by default the output."),
    ] = None,
    zone: Annotated[str, typer.Option(metavar="ZONE", help="The time zone of its times, as in Europe/Vienna.")] = "UTC",
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper of a PDF.")] = "a4",
    database: Database = "",
    archive: Archives = None,
) -> None:
    """The report of a disputed round: cards, choices, pays by their odds, who did what when, and every check.

    Exits with 1 where a check fails; the report says so at its head.
    """
    from houseway.cli.printing import paper_of, write_paper
    from houseway.house.audit.dispute import dispute_of
    from houseway.report.paper.dispute_report import dispute_report, zone_of
    from houseway.report.paper.press import verify_format
    from houseway.report.progress import work_bar

    form = form or (out.suffix.lstrip(".") if out else "md")
    verify_format(form)
    sheet, local = paper_of(paper), zone_of(zone)
    with open_to_read(database, archive) as ledger, work_bar() as told:
        found = dispute_of(ledger, table, number, progress=told)
    document = dispute_report(found, local)
    write_paper(document, form, out, sheet)
    for warning in document.warnings:
        complain(warning)
    if document.warnings:
        raise typer.Exit(1)


@audit.command()
def export(
    tables: Tables = None,
    form: Annotated[str, typer.Option("--format", help="jsonl or csv.")] = "jsonl",
    after: Annotated[int, typer.Option(min=0, metavar="VERSION", help="Only events behind this version.")] = 0,
    since: Since = "",
    until: Annotated[
        str,
        typer.Option(
            metavar="TIME", help="Only events up to then, the whole minute (day, second) in, or up to this version."
        ),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--out", "--output", help="A file; by default the output.")
    ] = None,
    database: Database = "",
    archive: Archives = None,
) -> None:
    """The events of tables (by default all, links and the staff book) as JSON lines or CSV, without cards not shown."""
    from houseway.house.audit.export import Between, archived_before, export_lines
    from houseway.house.audit.moments import span
    from houseway.rules.refused import Refused

    version = int(until) if until.isascii() and until.isdecimal() else None
    first, end = span(since, until if version is None else "")
    between = Between(after=after, until=version, since=first, up_to=end)
    with open_to_read(database, archive) as ledger:
        for sentence in archived_before(ledger, tables or (), after, between.since):
            complain(sentence)
        lines = export_lines(ledger, form, tables or (), between)
        if output is None:
            sys.stdout.writelines(lines)
            return
        try:
            with output.open("w", encoding="utf-8", newline="") as file:
                file.writelines(lines)
        except OSError as error:
            raise Refused(f"{output} cannot be written: {error.strerror}") from None


@audit.command()
def hold(
    tables: Tables = None,
    database: Database = "",
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> None:
    """What each wager held against its exact edge, with a z-score; bots and practice are apart."""
    from functools import partial

    from houseway.house.audit.hold import hold_csv, holds, solved
    from houseway.report.audit_pages import hold_page
    from houseway.report.progress import work_bar

    with open_to_read(database) as ledger, work_bar() as told:
        found = holds(ledger, tables or (), partial(solved, progress=told))
    if as_json:
        print(json.dumps([row.to_json() for row in found], indent=2))
    elif as_csv:
        print(hold_csv([row.to_json() for row in found]), end="")
    else:
        console().print(hold_page(found))


@audit.command()
def shuffler(tables: Tables = None, database: Database = "", as_json: AsJson = False) -> None:
    """The log of each table's shuffler: model and version, when they changed, shuffles by deck, cards, faults."""
    from dataclasses import asdict

    from houseway.house.audit.machine_logs import logs
    from houseway.report.shuffles import log_page

    with open_to_read(database) as ledger:
        found = logs(ledger, tables or ())
    if as_json:
        print(json.dumps([{"table": name, **asdict(log)} for name, log in found.items()], indent=2))
        return
    for name, log in found.items():
        console().print(log_page(name, log))


@audit.command()
def meters(
    links: Annotated[list[str] | None, typer.Argument(metavar="[LINK]...", help="Links; by default all.")] = None,
    database: Database = "",
    zone: Annotated[str, typer.Option(metavar="ZONE", help="The room's time zone: America/Los_Angeles.")] = "UTC",
    as_json: AsJson = False,
) -> None:
    """What each meter of a link took in, grew by, paid and shows, day by day, with its reserve and shortfall."""
    from houseway.house.books.calendar import Calendar
    from houseway.house.linked.accrual import accrual
    from houseway.report.accrual_page import accrual_page

    with open_to_read(database) as ledger:
        found = accrual(ledger, Calendar.of(zone), links or ())
    if as_json:
        print(json.dumps([row.to_json() for row in found], indent=2))
    else:
        console().print(accrual_page(found))


@contextmanager
def open_to_read(database: str, archives: list[Path] | None = None) -> "Iterator[Ledger]":
    """A ledger to read, with archives; what fails is said in one sentence. The server may be running on it."""
    from houseway.house.archive.joined import open_joined
    from houseway.house.audit.damage import told_if_damaged
    from houseway.house.ledger import open_ledger
    from houseway.house.ledger.store import LedgerFailed
    from houseway.rules.refused import Refused

    url = database or default_database()
    try:
        ledger = open_joined(url, archives) if archives else open_ledger(url, read_only=True)
        try:
            with told_if_damaged(ledger):
                yield ledger
        finally:
            ledger.close()
    except LedgerFailed as failed:
        raise Refused(str(failed)) from failed
