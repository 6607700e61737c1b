"""The door to all commands: which there are, in the order of `--help`, and how one is run."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core

from houseway.cli.audit import audit
from houseway.cli.card import card
from houseway.cli.certificate import certificate
from houseway.cli.cluster import cluster
from houseway.cli.house import house
from houseway.cli.own_games import check, new
from houseway.cli.progressive import progressive
from houseway.cli.report import report
from houseway.cli.rng import rng
from houseway.cli.school import school
from houseway.cli.serve import serve
from houseway.cli.simulate import count, simulate
from houseway.cli.solve import advise, edge, effects, strategy, verify
from houseway.cli.staff import staff
from houseway.cli.submit import submit
from houseway.cli.tables import games, join, lobby, play, rules


class Entrance(typer.core.TyperGroup):
    """Where a command is named, `--game PATH` may stand after it too: `houseway edge --game PATH`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = next((self.commands[word] for word in args if word in self.commands), None)
        if not isinstance(named, typer.core.TyperGroup):  # commands in a group have words of their own
            args = games_first(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """What a command says when it is stopped is printed here: further out nobody asks for it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            _say_stopped(stop)
            raise typer.Exit(130) from None


def games_first(words: list[str]) -> list[str]:
    """The same words, with every `--game PATH` before the command."""
    from houseway.rules.refused import Refused

    first: list[str] = []
    rest: list[str] = []
    left = list(words)
    while left and left[0] != "--":
        word = left.pop(0)
        if word == "--game" and not left:
            raise Refused("--game: name the folder of a game of your own after it")
        if word == "--game":
            first += [word, left.pop(0)]
        else:
            (first if word.startswith("--game=") else rest).append(word)
    return [*first, *rest, *left]


app = typer.Typer(
    cls=Entrance,
    help="houseway plays, proves and runs casino table games. Play money only.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(house, name="house")
app.add_typer(rng, name="rng")
app.add_typer(audit, name="audit")
app.add_typer(staff, name="staff")
app.add_typer(cluster, name="cluster")
for command in (
    serve, games, rules, play, lobby, join, school, certificate, simulate, count, edge, advise, strategy, effects,
    verify, progressive, report, submit, card, new, check,
):  # fmt: skip
    app.command()(command)


def main() -> None:
    """Run a command; whatever a person asked for that cannot be done is said in one sentence."""
    from houseway.report.console import complain
    from houseway.rules.refused import Refused

    try:
        app()
    except Refused as refusal:
        complain(refusal)
        sys.exit(2)
    except KeyboardInterrupt as stop:
        _say_stopped(stop)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()


def _say_stopped(stop: KeyboardInterrupt) -> None:
    print(f"houseway: {str(stop) or 'stopped before there was anything to report'}", file=sys.stderr)


@app.callback(invoke_without_command=True)
def houseway(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    folders: Annotated[
        list[Path] | None,
        typer.Option("--game", metavar="PATH", help="A folder with a game of your own, or several; repeat for more."),
    ] = None,
) -> None:
    if folders:
        from houseway.games.outside import add_folders

        add_folders(folders)
    if version:
        from houseway import __version__

        print(f"houseway {__version__}")
        raise typer.Exit
