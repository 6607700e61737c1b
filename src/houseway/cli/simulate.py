"""Commands that play in great numbers: simulated rounds, and every deal of a small deck."""

import json
import sys
from typing import Annotated

import typer

from houseway.cli.arguments import GameName, Options, Strategy, find, read_bets, read_options
from houseway.report.console import console

Seed = Annotated[int, typer.Option(help="The seed: the same seed gives the same rounds.")]


def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 1_000_000,
    seed: Seed = 1,
    options: Options = None,
    strategy: Strategy = "basic",
    seats: Annotated[int, typer.Option(min=1, help="Players at the table.")] = 1,
    bet: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=DOLLARS", help="Bet so much on a wager; by default $10 on each.")
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; by default one a core.")] = None,
    device: Annotated[str, typer.Option(help="cpu, gpu or both; a seed gives the same counts on each.")] = "cpu",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result, counts included, as JSON.")] = False,
) -> None:
    """Play a game millions of times and report what each wager did."""
    from houseway.analysis import simulation
    from houseway.analysis.simulate import simulate
    from houseway.games.words import counted
    from houseway.report.game_pages import simulation_page
    from houseway.report.progress import rounds_bar

    chosen = find(game)
    bets = read_bets(chosen, bet)
    settings = read_options(options)
    with rounds_bar(rounds) as told:
        result = simulate(
            chosen,
            rounds,
            seed,
            settings=settings,
            strategy=strategy,
            wagers=[bets] * seats,
            threads=threads,
            device=device,
            progress=told,
        )
    if result.interrupted:
        print(f"Stopped after {result.rounds:,} of {counted(rounds, 'round')}; this is what was done.", file=sys.stderr)
    if as_json:
        print(json.dumps(simulation.as_json(result), indent=2))
    else:
        console().print(simulation_page(result))


def count(
    game: GameName,
    toy: Annotated[str, typer.Option(help="One of the game's toy decks; by default all.")] = "",
    cards: Annotated[str, typer.Option(help="A deck of your own, as in 'Ah Kd 7c'.")] = "",
    options: Options = None,
    strategy: Strategy = "basic",
    choices: Annotated[bool, typer.Option(help="Walk every choice as well as every card.")] = True,
) -> None:
    """Walk every deal of small decks: leaves, total probability, exact means."""
    from houseway.report.counts import counts_page

    console().print(counts_page(find(game), toy, cards, read_options(options), strategy, choices))
