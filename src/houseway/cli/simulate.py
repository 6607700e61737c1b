"""Commands that play in great numbers: simulated rounds, and every deal of a small deck."""

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import GameName, Options, Strategy, TokenFile, find, read_bets, read_options
from houseway.report.console import complain, console

ROUNDS = 1_000_000
Seed = Annotated[int, typer.Option(help="The seed: the same seed gives the same rounds.")]


def simulate(
    game: GameName,
    rounds: Annotated[
        int | None, typer.Option(min=1, help=f"How many rounds; by default {ROUNDS:,}.", show_default=False)
    ] = None,
    until: Annotated[
        str, typer.Option(metavar="ERROR", help="Instead: until standard errors are so small, as in 0.01%.")
    ] = "",
    seed: Seed = 1,
    options: Options = None,
    strategy: Annotated[
        str, typer.Option(help="A strategy of the game, or optimal: the best, which has to be solved first.")
    ] = "basic",
    seats: Annotated[int, typer.Option(min=1, help="Players at the table.")] = 1,
    bet: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=DOLLARS", help="Bet so much on a wager; by default $10 on each.")
    ] = None,
    exact: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER", help="Take the exact edge of this wager for the round's; repeat for more."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads; by default one a core.")] = None,
    device: Annotated[str, typer.Option(help="cpu, gpu or both; a seed gives the same counts on each.")] = "cpu",
    cluster: Annotated[
        str, typer.Option(metavar="CLUSTER", help="local:4 for four workers here, or the address of a scheduler.")
    ] = "",
    token_file: TokenFile = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --cluster: keep what is done in this file.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the journal has.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result, counts included, as JSON.")] = False,
) -> None:
    """Play a game millions of times and report what each wager did."""
    from houseway.analysis import simulation
    from houseway.analysis.as_paid import exact_at_hand
    from houseway.analysis.known_wagers import take_exactly
    from houseway.analysis.simulate import asked_for, played_on
    from houseway.analysis.solve import OPTIMAL
    from houseway.analysis.until import PlayOn, play_until, read_error
    from houseway.games.words import counted
    from houseway.report.game_pages import simulation_page
    from houseway.report.progress import rounds_bar
    from houseway.rules.refused import Refused

    chosen = find(game)
    wagers = [read_bets(chosen, bet)] * seats
    total = rounds or ROUNDS
    result = asked_for(chosen, total, seed, settings=read_options(options), strategy=strategy, wagers=wagers)
    take_exactly(result, exact or ())
    if until and rounds:
        raise Refused("--rounds and --until do not go together: choose one")
    if cluster and (device != "cpu" or threads):
        raise Refused("--cluster has workers of its own: leave --device and --threads out")
    if (journal or resume) and not cluster:
        raise Refused("--journal and --resume are for --cluster, which may be local:4")
    if resume and not journal:
        raise Refused("--resume goes on with a journal: name its file with --journal")
    error = read_error(until) if until else None
    with rounds_bar(total) as told, ExitStack() as doors:

        def on_cores(wanted: int) -> None:
            played_on(result, wanted, threads=threads, device=device, progress=told)

        play_on: PlayOn = on_cores
        if cluster:
            from houseway.cluster.simulating import on_cluster

            play_on = doors.enter_context(
                on_cluster(cluster, token_file, result, journal, resume=resume, progress=told, tell=complain)
            )

        def played(wanted: int) -> None:
            nonlocal total
            total = wanted
            told(result.rounds, wanted)
            play_on(wanted)

        if error is None:
            played(total)
        else:
            play_until(result, error, played, complain)
    if result.interrupted:
        so_far = f"Stopped after {result.rounds:,} of {counted(total, 'round')}; this is what was done."
        goes_on = f" It is kept in {journal}: the same command with --resume goes on." if journal else ""
        print(so_far + goes_on, file=sys.stderr)
    if as_json:
        print(json.dumps(simulation.as_json(result), indent=2))
    else:
        known, best = (exact_at_hand(chosen, result.settings, name, wagers[0]) for name in (strategy, OPTIMAL))
        console().print(simulation_page(result, known, best))


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
