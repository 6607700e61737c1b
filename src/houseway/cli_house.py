"""Commands of the house: its file and its signs, its generator, and what a player can check of both."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from houseway.report.console import console, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.house.configuration import Room
    from houseway.house.posting import Sign
    from houseway.house.shuffler import Shuffler

house = typer.Typer(help="The house file: check it, print a table's sign.", no_args_is_help=True)
rng = typer.Typer(help="The generator of live tables: for a laboratory, and our own tests.", no_args_is_help=True)
audit = typer.Typer(help="Check what a table did.", no_args_is_help=True)

DeckOf = Annotated[str, typer.Option("--game", help="The game whose cards are shuffled; by default one deck.")]


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
    from houseway.house.ahead import sentence, worst_mix_of
    from houseway.report.ahead import worst_page
    from houseway.report.progress import work_bar
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
        Path | None, typer.Option("-o", "--output", help="A file to write, or with --all a folder; else the output.")
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


@rng.command()
def dump(
    size: Annotated[int | None, typer.Option("--bytes", min=1, help="So many bytes; by default without end.")] = None,
    shuffles: Annotated[
        int | None, typer.Option(min=1, help="Instead, so many shuffles, a line of cards each.")
    ] = None,
    game: DeckOf = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A file to write; by default the output.")
    ] = None,
) -> None:
    """The generator's output as live tables use it, for a laboratory's batteries: bytes, or shuffled cards."""
    from houseway.house.shuffler.dump import byte_blocks, order_lines
    from houseway.rules.refused import Refused

    if size and shuffles:
        raise Refused("--bytes and --shuffles do not go together: choose one")
    blocks = order_lines(_shuffler(game), shuffles) if shuffles else byte_blocks(size)
    if output:
        try:
            with output.open("wb") as file:
                _pour(blocks, file)
        except OSError as error:
            raise Refused(f"{output} cannot be written: {error.strerror}") from None
    elif sys.stdout.isatty() and not shuffles:
        raise Refused("bytes would garble the terminal: write them to a file with -o FILE, or pipe them on")
    else:
        _pour(blocks, sys.stdout.buffer)


def _pour(blocks: "Iterator[bytes]", out: BinaryIO) -> None:
    """Write until it is done or somebody stops it."""
    try:
        out.writelines(blocks)
        out.flush()
    except KeyboardInterrupt:
        out.flush()
        print("houseway: stopped; what was written until now is whole", file=sys.stderr)
        raise typer.Exit(130) from None


@rng.command("check")
def rng_check(
    shuffles: Annotated[int, typer.Option(min=1, help="How many shuffles to look at.")] = 20_000,
    game: DeckOf = "",
) -> None:
    """Shuffle many times and test where cards come to lie, what they lie beside, and what comes again."""
    from houseway.house.shuffler import shuffled
    from houseway.house.shuffler.statistics import examine
    from houseway.report.shuffles import findings_page

    cards = range(len(_shuffler(game).deck))
    findings = examine([shuffled(cards) for _ in range(shuffles)])
    console().print(findings_page(findings, shuffles, len(cards)))
    if not all(found.good for found in findings):
        raise typer.Exit(1)


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


def _room(file: Path | None) -> "Room":
    from houseway.house.configuration import default_room, read_room

    return read_room(file) if file else default_room()


def _shuffler(slug: str) -> "Shuffler":
    from houseway.games import all_games, find_game
    from houseway.house.shuffler import Shuffler
    from houseway.rules.cards import DECK

    one_deck = (each for each in all_games() if len(each.deck(each.settings())) == DECK)
    game = find_game(slug) if slug else next(one_deck)
    return Shuffler.for_game(game, game.settings())
