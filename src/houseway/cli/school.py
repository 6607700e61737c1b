"""`houseway school`: drills, a dealing lesson or a table to deal, in the terminal."""

from typing import Annotated

import typer

from houseway.cli.arguments import GameName, Options, find, read_options
from houseway.cli.school_dealing import deal_lesson, deal_table, drawn
from houseway.report.console import console

DRILL, LESSON, TABLE = "drill", "lesson", "table"
QUESTIONS, SEATS, ROUNDS = 10, 3, 5


def school(
    game: GameName,
    part: Annotated[str, typer.Argument(metavar="[drill|lesson|table]", help="What to do.")] = DRILL,
    kind: Annotated[str, typer.Option(metavar="KIND", help="Of a drill: one kind of question; by default all.")] = "",
    questions: Annotated[int, typer.Option(min=1, max=1000, help="Of a drill: how many.")] = QUESTIONS,
    seats: Annotated[int, typer.Option(min=1, max=7, help="Of a lesson or a table: how many play.")] = SEATS,
    rounds: Annotated[int, typer.Option(min=1, max=1000, help="Of a table: how many.")] = ROUNDS,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed asks and deals the same; by default another each time.")
    ] = None,
    options: Options = None,
) -> None:
    """The dealer's school: questions with their reasons, a round step by step, or a table with bots to deal."""
    from houseway.rules.refused import Refused

    if part == DRILL:
        drill(game, options, kind, questions, seed)
    elif part == LESSON:
        deal_lesson(game, options, seats, seed)
    elif part == TABLE:
        deal_table(game, options, seats, seed, rounds)
    else:
        raise Refused(f"the school has {DRILL}, {LESSON} and {TABLE}, not '{part}'")


def drill(game: str, options: list[str] | None, kind: str, questions: int, seed: int | None) -> None:
    """Questions, each marked and explained."""
    from houseway.terminal.drill_sheet import DrillSheet

    chosen = find(game)
    settings = chosen.settings(read_options(options))
    DrillSheet(chosen, settings, drawn(seed), console(), kind, questions).run()
