"""Commands at the tables: which games there are, their rules, and sitting down."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.arguments import GameName, Options, Strategy, find, read_options
from houseway.report.console import console, say

if TYPE_CHECKING:
    from houseway.games.game import Game
    from houseway.house.lesson import Lesson


def games(
    everything: Annotated[bool, typer.Option("--all", help="The whole register of approved games.")] = False,
) -> None:
    """List the games, with a light for each thing that works."""
    from houseway.report.game_pages import games_page, register_page

    console().print(register_page() if everything else games_page())


def rules(game: GameName) -> None:
    """A game's rules of play, wagers, options and paytables."""
    from houseway.report.game_pages import rules_page

    console().print(rules_page(find(game)))


def play(
    game: GameName,
    options: Options = None,
    bots: Annotated[int, typer.Option(min=0, help="Bots in other seats.")] = 0,
    hands: Annotated[int, typer.Option(min=1, help="Hands you play, where the rules allow several.")] = 1,
    balance: Annotated[float, typer.Option(min=1, help="Dollars of play money to begin with.")] = 1000,
    strategy: Strategy = "basic",
    seed: Annotated[int | None, typer.Option(help="Deal the rounds of this seed instead of shuffling.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Leave after so many rounds.")] = None,
    progressive: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A progressive of the game (`houseway progressive GAME`) on practice meters of your own; at most two.",
        ),
    ] = None,
    hints: Annotated[bool, typer.Option("--hints", help="Say what each act is worth, and what yours cost.")] = False,
) -> None:
    """Sit down at a table in the terminal."""
    from houseway.house.sitting import Sitting
    from houseway.progressives.jackpot import verify_carried
    from houseway.terminal.own_table import TerminalTable

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    carried = verify_carried(chosen, tuple(progressive or ()), settings)
    sitting = Sitting(chosen, settings, round(balance * 100), hands, bots, strategy, seed, carried)
    TerminalTable(sitting, console(), lesson=_lesson(chosen, settings) if hints else None).run(rounds)


def lobby() -> None:
    """Choose a game and sit down."""
    from houseway.games import all_games, slugs
    from houseway.games.approval import worded
    from houseway.rules.refused import Refused

    games()
    for number, each in enumerate(all_games(), 1):
        say(f"  {number}  {each.title}: {worded(each, each.settings(), each.sheet.about)}")
    while True:
        try:
            word = input("Which game? (number or name, q to leave) ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if word.lower() in ("q", "quit", ""):
            return
        try:
            play(slugs()[int(word) - 1] if word.isdigit() and 1 <= int(word) <= len(slugs()) else word)
        except Refused as refusal:
            print(f"houseway: {refusal}", file=sys.stderr)


def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="Where the house is, as in http://127.0.0.1:8021.")],
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="A table; by default you choose from a list.")] = "",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, help="Leave after so many rounds.")] = None,
    passphrase_file: Annotated[
        Path | None, typer.Option(help="A file whose first line is the passphrase that keeps your name.")
    ] = None,
) -> None:
    """Sit down at a server's table, in the terminal."""
    from houseway.terminal.way_in import first_line, join

    passphrase = "" if passphrase_file is None else first_line(passphrase_file)
    join(url, table, name, console(), rounds=rounds, passphrase=passphrase)


def _lesson(game: "Game", settings: Any) -> "Lesson":
    """A lesson whose hints come at once."""
    from houseway.analysis.hints import Advisor
    from houseway.house.lesson import Lesson
    from houseway.report.progress import work_bar

    advisor = Advisor(game, settings)
    with work_bar() as told:
        advisor.prepare(told)
    return Lesson(advisor)
