"""Commands of the house: its file and its signs, what it stands on, its copies and archives."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.archive import archive
from houseway.cli.backup import backup, restore
from houseway.cli.books import report
from houseway.cli.doctor import doctor
from houseway.report.console import console, say

if TYPE_CHECKING:
    from houseway.house.configuration import Room
    from houseway.house.posting import Sign

house = typer.Typer(help="The house file: check it, print a table's sign.", no_args_is_help=True)
house.add_typer(archive, name="archive")


@house.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A house file; by default the one we ship.")
    ] = None,
    worst: Annotated[bool, typer.Option("--worst", help="The worst mix of bets and seats at every table.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Fail where a player is ahead.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Do not work out whether a player is ahead.")] = False,
) -> None:
    """Read a house file and say everything that is wrong with it, or what it sets up and where a player is ahead."""
    from houseway.games.words import counted
    from houseway.house.configuration import Faulty
    from houseway.report.sign import room_page

    try:
        room = _room(file)
    except Faulty as faulty:
        for fault in faulty.faults:
            print(f"houseway: {fault}", file=sys.stderr)
        raise typer.Exit(2) from None
    console().print(room_page(room))
    for table in room.tables.values():
        if table.departing:
            say(f"Table {table.name}: {table.departing}")
    ahead = False if quick else _tell_who_is_ahead(room, worst)
    say(f"{file or 'The default room'} is good: {counted(len(room.tables), 'table')}.")
    if strict and ahead:
        raise typer.Exit(1)


def _tell_who_is_ahead(room: "Room", worst: bool) -> bool:
    """Name every table at which best play wins from the house; whether there is one."""
    from houseway.house.player_ahead import sentence, worst_mix_of
    from houseway.report.progress import work_bar
    from houseway.report.worst_page import worst_page
    from houseway.rules.refused import Refused

    found = {}
    with work_bar() as tell:
        for done, (name, table) in enumerate(room.tables.items()):
            tell(done, len(room.tables))
            try:
                found[name] = worst_mix_of(table)
            except Refused as refusal:
                print(f"houseway: whether a player is ahead at {name} is not known: {refusal}", file=sys.stderr)
    if worst:
        console().print(worst_page(room, found))
    for name, each in found.items():
        if each.is_ahead:
            say(f"table {name}: {sentence(room.tables[name], each)}.")
    return any(each.is_ahead for each in found.values())


class SignFormat(StrEnum):
    text = "text"
    html = "html"


class PaperName(StrEnum):
    letter = "letter"
    a4 = "a4"


@house.command()
def sign(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE] TABLE", help="A table, of a house file if one is named.")
    ] = None,
    form: Annotated[
        SignFormat,
        typer.Option(
            "--format", help="Text, or a page that a browser prints, or saves as PDF, on both sides of a sheet."
        ),
    ] = SignFormat.text,
    paper: Annotated[PaperName, typer.Option(help="The paper of a page.")] = PaperName.letter,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--out", "--output", help="A file to write, or with --all a folder; else the output."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Pages of all tables, into the folder of -o.")] = False,
) -> None:
    """The posting sign of a table: limits, odds, prizes, caps, rounding, rules and disputes."""
    from houseway.house.posting import posting_sign
    from houseway.report.sign_sheet import sign_html
    from houseway.report.type_size import PAPERS
    from houseway.rules.refused import Refused

    named = words or []
    if every:
        if len(named) > 1 or output is None:
            raise Refused("write `houseway house sign [FILE] --all -o FOLDER`: all tables, into one folder")
        room = _room(Path(named[0]) if named else None)
        for table in room.tables.values():
            page = sign_html(posting_sign(room, table), PAPERS[paper.value])
            print(_written(output / f"{table.name}.html", page))
        return
    if not 1 <= len(named) <= 2:
        raise Refused("write `houseway house sign [FILE] TABLE`")
    room = _room(Path(named[0]) if len(named) == 2 else None)
    posted = posting_sign(room, room.table(named[-1]))
    if form is SignFormat.html:
        page = sign_html(posted, PAPERS[paper.value])
        print(_written(output, page) if output else page, end="" if output is None else "\n")
    else:
        _print_sign(posted, output)


def _print_sign(posted: "Sign", output: Path | None) -> None:
    from io import StringIO

    from rich.console import Console

    from houseway.report.sign import sign_page

    if output is None:
        console().print(sign_page(posted))
        return
    page = StringIO()
    Console(file=page, width=100).print(sign_page(posted))
    print(_written(output, page.getvalue()))


def _written(path: Path, text: str) -> str:
    from houseway.rules.refused import Refused

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None
    return f"{path}"


def _room(file: Path | None) -> "Room":
    from houseway.house.configuration import default_room, read_room

    return read_room(file) if file else default_room()


for command in (report, doctor, backup, restore):
    house.command()(command)
