"""Commands for whoever writes a game: begin one, and hold it against the contract."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.report.console import say


def new(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="The game's name, or a folder to be made for it.")],
) -> None:
    """Begin a game of your own: a small complete one, to be changed."""
    from houseway.kit.new_game import new_game

    for path in new_game(folder):
        say(f"  {path}")
    say(f"Check it:  houseway check {folder}")
    say(f"Play it:   houseway play --game {folder}")
    say(f"Prove it:  houseway edge --game {folder}")


def check(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or its folder.")],
) -> None:
    """Hold a game against the contract, check by check; the first thing that is missing is said in a sentence."""
    from houseway.kit.check import checked

    for words, fault in checked(game):
        say(f"{'NO ' if fault else 'yes'}  {words}")
        if fault:
            print(f"houseway: {game}: {fault}", file=sys.stderr)
            raise typer.Exit(1)
