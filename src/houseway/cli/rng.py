"""Commands of the generator that live tables draw from: its output for a laboratory, and our own tests of it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from houseway.report.console import console

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.house.shuffler import Shuffler

rng = typer.Typer(help="The generator of live tables: for a laboratory, and our own tests.", no_args_is_help=True)

DeckOf = Annotated[str, typer.Option("--game", help="The game whose cards are shuffled; by default one deck.")]


@rng.command()
def dump(
    size: Annotated[int | None, typer.Option("--bytes", min=1, help="So many bytes; by default without end.")] = None,
    shuffles: Annotated[
        int | None, typer.Option(min=1, help="Instead, so many shuffles, a line of cards each.")
    ] = None,
    game: DeckOf = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--out", "--output", help="A file to write; by default the output.")
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


@rng.command()
def check(
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


def _shuffler(slug: str) -> "Shuffler":
    from houseway.games import all_games, find_game
    from houseway.house.shuffler import Shuffler
    from houseway.rules.cards import DECK

    one_deck = (each for each in all_games() if len(each.deck(each.settings())) == DECK)
    game = find_game(slug) if slug else next(one_deck)
    return Shuffler.for_game(game, game.settings())
